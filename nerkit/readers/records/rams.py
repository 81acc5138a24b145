"""RAMS' JSONL: one document per line, with events and arguments, and predictions in its scorer's form.

    {"doc_key": "d", "sentences": [["Tolkien", "left", "Oxford"]],
     "ent_spans": [[0, 0, [["evt1arg01who", 1.0]]]], "evt_triggers": [[1, 1, [["movement.leave", 1.0]]]],
     "gold_evt_links": [[[1, 1], [0, 0], "evt1arg01who"]]}
    {"doc_key": "d", "evt_triggers": […], "predictions": [[[1, 1], [0, 0, "evt1arg01who", 0.9]]]}

- Offsets are tokens of the document, **ends inclusive**.
- The role follows `evt1arg01`. If a trigger or an entity has several types, the first counts.
- nerkit reads `predictions` if the document has them: an event is its trigger, then its arguments. The types
  of events are in `evt_triggers`.
"""

from nerkit.ground.patterns import regex
from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.event_parts import LinkedEvents
from nerkit.readers.records.shape import EntityList, SentenceList, Shape

NUMBER = regex(r"evt\d+arg\d+")  # of an argument, before its role
TYPED = "[start, end, [[type, score]]]"
FORM = (
    f'a line is {{"doc_key": …, "sentences": [[…]], "ent_spans": [{TYPED}], "evt_triggers": [{TYPED}], '
    '"gold_evt_links": [[trigger, argument, role]]}'
)


TRIGGERS = EntityList("evt_triggers", TYPED, 2, (0, 1), exact=True, scored=True)
SHAPE = Shape(
    "rams",
    SentenceList("sentences", needed=False),
    ("doc_key", "doc_id"),
    [EntityList("ent_spans", TYPED, 2, (0, 1), exact=True, scored=True)],
    unit=Unit(after=1),
    form=FORM,
    parts=[LinkedEvents(TRIGGERS, "gold_evt_links", "predictions", NUMBER)],
)
READER = SHAPE.reader()
