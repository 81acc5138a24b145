"""DyGIE++'s JSONL: entities, relations, events and clusters of one document a line, sentence by sentence.

    {"doc_key": "d", "sentences": [["Tolkien", "left", "Oxford"]],
     "ner": [[[0, 0, "PER"], [2, 2, "LOC"]]], "relations": [[[0, 0, 2, 2, "visit"]]],
     "events": [[[[1, "Leave"], [0, 0, "Who"]]]], "clusters": [[[0, 0], [2, 2]]]}

- Offsets are tokens of the document, **ends inclusive**. An event begins with its trigger, `[token, type]` or
  `[start, end, type]`, followed by its arguments `[start, end, role]`.
- Predictions stand in `predicted_ner`, `predicted_relations`, `predicted_events` and `predicted_clusters`,
  with numbers at the end of each item, which are not read; where a document has them they count, and not what
  stands without `predicted_` beside them. Such a file is a system's output; its own gold is counted, and a
  warning says so where it is not as large as that of the gold file.
- Clusters that are all empty, as files without coreference have one for each sentence, are none.
- The types of a relation's ends are those of the entities at the same place, of several the first.
"""

from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.event_parts import ClusterLists, EventLists, by_sentence
from nerkit.readers.records.shape import Ends, EntityList, RelationList, SentenceList, Shape, by_offsets

FORM = (
    'a line is {"doc_key": …, "sentences": [[…]], "ner": [[[start, end, type]]], "relations": [[…]], '
    '"events": [[…]], "clusters": [[[start, end]]]}'
)


ENTITIES = EntityList("ner", "[start, end, label]", 2, place=(0, 1), unlabelled=None)
SHAPE = Shape(
    "dygie",
    SentenceList("sentences"),
    ("doc_key", "doc_id"),
    [ENTITIES],
    RelationList("relations", "[start, end, start, end, label]", 4, Ends(0, 2, by_offsets)),
    unit=Unit(after=1),
    form=FORM,
    parts=[EventLists("events", ENTITIES), ClusterLists("clusters")],
    items=by_sentence,
)
READER = SHAPE.reader(clusters=True)
