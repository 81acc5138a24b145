"""WikiEvents' JSONL (gen-arg): entities and events of one document a line.

    {"doc_id": "d", "tokens": ["Tolkien", "left", "Oxford"], "sentences": […],
     "entity_mentions": [{"id": "d-T1", "entity_type": "PER", "start": 0, "end": 1}],
     "event_mentions": [{"id": "d-E1", "event_type": "Leave", "trigger": {"start": 1, "end": 2},
                         "arguments": [{"entity_id": "d-T1", "role": "Who"}]}],
     "clusters": [[0, 0, "c1"], [2, 2, "c1"]]}

- Everything as in OneIE's lines, but for a whole document; triggers may be missing, as events have ids.
- `clusters` is no part of the distributed files: `[start, end, name]` with **inclusive** ends, or a list of
  lists of ids of entities. The distributed file of clusters, `{"doc_key": "d", "clusters": [["d-T1", …]]}`,
  is named by an option of its own.
- An argument that ends where it starts covers nothing and equals nothing but such another one: it counts, as
  in gen-arg, and a warning says how many there are.
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
