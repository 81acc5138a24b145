"""DyGIE++'s JSONL: one document per line, with entities, relations, events and clusters by sentence.

    {"doc_key": "d", "sentences": [["Tolkien", "left", "Oxford"]],
     "ner": [[[0, 0, "PER"], [2, 2, "LOC"]]], "relations": [[[0, 0, 2, 2, "visit"]]],
     "events": [[[[1, "Leave"], [0, 0, "Who"]]]], "clusters": [[[0, 0], [2, 2]]]}

- Offsets are tokens of the document, **ends inclusive**. An event begins with its trigger, `[token, type]` or
  `[start, end, type]`, followed by its arguments `[start, end, role]`.
- Predictions are in `predicted_ner`, `predicted_relations`, `predicted_events` and `predicted_clusters`.
  nerkit ignores the numbers at the end of each item. If a document has predictions, nerkit reads them and
  only counts the lists without `predicted_`. It warns if these lists and the gold file differ in size.
- Files without coreference have an empty cluster for each sentence: nerkit ignores these.
- The ends of a relation have the types of the entities at the same offsets. If there are several entities,
  the first counts.
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
