"""RAMS' JSONL: events and their arguments, one document a line, and predictions in its scorer's form.

    {"doc_key": "d", "sentences": [["Tolkien", "left", "Oxford"]],
     "ent_spans": [[0, 0, [["evt1arg01who", 1.0]]]], "evt_triggers": [[1, 1, [["movement.leave", 1.0]]]],
     "gold_evt_links": [[[1, 1], [0, 0], "evt1arg01who"]]}
    {"doc_key": "d", "evt_triggers": […], "predictions": [[[1, 1], [0, 0, "evt1arg01who", 0.9]]]}

- Offsets are tokens of the document, **ends inclusive**.
- A role is what stands behind `evt1arg01`. Of several types of a trigger the first counts; of several types
  of an entity too.
- `predictions` count where they are there: an event is its trigger, then its arguments; the types of events
  stand in `evt_triggers`, as they are given.
"""

import re
from typing import Any

from nerkit.corpora.records import SENTENCES
from nerkit.readers.json_text import Path, shown
from nerkit.readers.records.document_table import Body, Unit
from nerkit.readers.records.shape import EntityList, SentenceList, Shape, ShapedReading

PREFIX = re.compile(r"evt\d+arg\d+")
TYPED = "[start, end, [[type, score]]]"
FORM = (
    f'a line is {{"doc_key": …, "sentences": [[…]], "ent_spans": [{TYPED}], "evt_triggers": [{TYPED}], '
    '"gold_evt_links": [[trigger, argument, role]]}'
)
MISSING = "the trigger of every link stands in evt_triggers"


def _first_type(reading: ShapedReading, item: Any, path: Path) -> str:
    first = item[2][0] if isinstance(item[2], list) and item[2] else None
    if not isinstance(first, list) or not first or not isinstance(first[0], str):
        reading.fail(f"{shown(item[2])} are no types", *path, 2)
    return first[0]


def _events(reading: ShapedReading, body: Body, made: Body) -> None:
    for entity in made["entities"]:
        entity["type"] = PREFIX.sub("", entity["type"])
    events = {
        tuple(each["span"]): {"type": each["type"], "trigger": each["span"], "arguments": []}
        for each in TRIGGERS.read(reading, body)
    }
    tokens = {key: made.pop(key) for key in ("tokens", SENTENCES) if key in made}
    made |= {"events": list(events.values()), **tokens}
    predicted = "predictions" in body
    key = "predictions" if predicted else "gold_evt_links"
    for number, item in enumerate(reading.items(body, key)):
        if predicted and (not isinstance(item, list) or not item):
            reading.fail(f"{shown(item)} is not a trigger and its arguments", key, number)
        if not predicted:
            _check(reading, item, "[trigger, argument, role]", (key, number))
        event = events.get(tuple(reading.pair(item[0], key, number, 0)))
        if event is None:
            reading.no_entity("trigger", item[0], key, number, 0, remedy=MISSING, what="trigger")
        for place, argument in enumerate(item[1:] if predicted else (), 1):
            _check(reading, argument, "[start, end, role]", (key, number, place))
            span = reading.span(argument[0], argument[1], key, number, place, first=0, last=1)
            event["arguments"].append({"role": PREFIX.sub("", argument[2]), "span": span})
        if not predicted:
            span = reading.pair(item[1], key, number, 1)
            event["arguments"].append({"role": PREFIX.sub("", item[2]), "span": span})


def _check(reading: ShapedReading, item: Any, form: str, path: Path) -> None:
    """Raise the InputError for what is no list of three whose last is a role."""
    if not isinstance(item, list) or len(item) < 3 or not isinstance(item[2], str):
        reading.fail(f"{shown(item)} is not {form}", *path)


TRIGGERS = EntityList("evt_triggers", TYPED, 2, (0, 1), exact=True, odd=_first_type)
SHAPE = Shape(
    "rams",
    SentenceList("sentences", needed=False),
    ("doc_key", "doc_id"),
    [EntityList("ent_spans", TYPED, 2, (0, 1), exact=True, odd=_first_type)],
    unit=Unit(after=1),
    form=FORM,
    further=_events,
)
READER = SHAPE.reader()
