"""WikiEvents' JSONL (gen-arg): one document per line, with entities and events.

    {"doc_id": "d", "tokens": ["Tolkien", "left", "Oxford"], "sentences": […],
     "entity_mentions": [{"id": "d-T1", "entity_type": "PER", "start": 0, "end": 1}],
     "event_mentions": [{"id": "d-E1", "event_type": "Leave", "trigger": {"start": 1, "end": 2},
                         "arguments": [{"entity_id": "d-T1", "role": "Who"}]}],
     "clusters": [[0, 0, "c1"], [2, 2, "c1"]]}

- A document has the form of a line of OneIE. Triggers may be missing, because events have ids.
- The distributed files have no `clusters`. You may add `[start, end, name]` with **inclusive** ends, or a
  list of lists of entity ids. A separate option names the distributed file of clusters, `{"doc_key": "d",
  "clusters": [["d-T1", …]]}`.
- An argument that ends where it starts covers no token, and equals only an argument with the same offsets. It
  counts, as in gen-arg, and a warning gives the number of such arguments.
"""

from dataclasses import replace

from nerkit.readers.records import oneie
from nerkit.readers.records.event_parts import EventObjects, NamedMentions

FORM = (
    'a line is {"doc_id": …, "tokens": […], "entity_mentions": […], "event_mentions": [{"id": …, '
    '"event_type": …, "arguments": […]}]}'
)


SHAPE = replace(
    oneie.SHAPE,
    name="wikievents",
    ids=("doc_id", "doc_key"),
    form=FORM,
    parts=[EventObjects(oneie.LISTS[2], "event_type", named=True), NamedMentions("clusters")],
    nothing="arguments",
    written={"sentences": []},
)
READER = SHAPE.reader(clusters=True)
