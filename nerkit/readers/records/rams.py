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
from collections.abc import Iterable, Sequence
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.records import SENTENCES, Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import entities
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    joined_tokens,
    name_in,
)

PREFIX = re.compile(r"evt\d+arg\d+")
UNIT = Unit(after=1)
FORM = (
    'a line is {"doc_key": …, "sentences": [[…]], "ent_spans": [[start, end, [[type, score]]]], '
    '"evt_triggers": [[start, end, [[type, score]]]], "gold_evt_links": [[trigger, argument, role]]}'
)
MISSING = "the trigger of every link stands in evt_triggers"


def recognise(head: str) -> bool:
    """True when the first document has triggers, links or predictions of RAMS."""
    document = beginning(head)
    return isinstance(document, dict) and any(
        key in document for key in ("gold_evt_links", "evt_triggers", "ent_spans")
    )


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of RAMS files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets outside
    the document, an argument of a trigger that is not there.
    """
    return DocumentTable("rams", refused=refused).read(sources, FORM, _document)


def _document(value: Value, _: DocumentTable) -> DocumentRead:
    body = value.value
    reading = DocumentReading(value, FORM, UNIT)
    tokens, first = joined_tokens(reading, reading.items(body, "sentences"), "sentences")
    reading.size = len(tokens) if "sentences" in body else LARGEST
    triggers = [
        _typed(reading, each, ("evt_triggers", i))
        for i, each in enumerate(reading.items(body, "evt_triggers"))
    ]
    events: dict[tuple[int, ...], Body] = {
        tuple(span): {"type": kind, "trigger": span, "arguments": []} for span, kind in triggers
    }
    if "predictions" in body:
        _predictions(reading, reading.items(body, "predictions"), events)
    else:
        for place, link in enumerate(reading.items(body, "gold_evt_links")):
            path = ("gold_evt_links", place)
            if not isinstance(link, list) or len(link) < 3 or not isinstance(link[2], str):
                reading.fail(f"{shown(link)} is not [trigger, argument, role]", *path)
            _event(reading, events, link[0], (*path, 0))["arguments"].append(
                {"role": PREFIX.sub("", link[2]), "span": reading.pair(link[1], *path, 1)}
            )
    listed = [
        _typed(reading, each, ("ent_spans", i)) for i, each in enumerate(reading.items(body, "ent_spans"))
    ]
    made: Body = {
        "entities": [{"type": PREFIX.sub("", kind), "span": span} for span, kind in listed],
        "events": list(events.values()),
    }
    if "sentences" in body:
        made |= {"tokens": tokens, SENTENCES: first}
    return DocumentRead(name_in(reading, body, ("doc_key", "doc_id")), made)


def _predictions(
    reading: DocumentReading, predictions: list[Any], events: dict[tuple[int, ...], Body]
) -> None:
    """Add the predicted arguments to their events."""
    for number, event in enumerate(predictions):
        if not isinstance(event, list) or not event:
            reading.fail(f"{shown(event)} is not a trigger and its arguments", "predictions", number)
        made = _event(reading, events, event[0], ("predictions", number, 0))
        for place, argument in enumerate(event[1:], 1):
            path = ("predictions", number, place)
            if not isinstance(argument, list) or len(argument) < 3 or not isinstance(argument[2], str):
                reading.fail(f"{shown(argument)} is not [start, end, role]", *path)
            span = reading.span(argument[0], argument[1], *path, first=0, last=1)
            made["arguments"].append({"role": PREFIX.sub("", argument[2]), "span": span})


def _event(
    reading: DocumentReading, events: dict[tuple[int, ...], Body], trigger: Any, path: Sequence[str | int]
) -> Body:
    """The event of a trigger."""
    span = reading.pair(trigger, *path)
    event = events.get(tuple(span))
    if event is None:
        reading.no_entity("trigger", trigger, *path, remedy=MISSING, what="trigger")
    return event


def _typed(reading: DocumentReading, item: Any, path: tuple[str | int, ...]) -> tuple[list[int], str]:
    """A span with its first type."""
    if not isinstance(item, list) or len(item) != 3:
        reading.fail(f"{shown(item)} is not [start, end, [[type, score]]]", *path)
    types = item[2]
    if isinstance(types, str):
        types = [[types]]
    if not (
        isinstance(types, list)
        and types
        and isinstance(types[0], list)
        and types[0]
        and isinstance(types[0][0], str)
    ):
        reading.fail(f"{shown(types)} are no types", *path, 2)
    return reading.span(item[0], item[1], *path, first=0, last=1), types[0][0]


READER = Reader(recognise, read, Documents, others={Spans: entities(read)}, borders=json_lines)
