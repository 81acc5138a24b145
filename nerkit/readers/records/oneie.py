"""OneIE's and TextEE's JSONL: entities, relations and events of one sentence or window a line.

    {"doc_id": "d", "wnd_id": "d-0", "tokens": ["Tolkien", "left", "Oxford"],
     "entity_mentions": [{"id": "e1", "entity_type": "PER", "start": 0, "end": 1},
                         {"id": "e2", "entity_type": "LOC", "start": 2, "end": 3}],
     "relation_mentions": [{"relation_type": "visit", "arguments": [
        {"entity_id": "e1", "role": "Arg-1"}, {"entity_id": "e2", "role": "Arg-2"}]}],
     "event_mentions": [{"event_type": "Leave", "trigger": {"start": 1, "end": 2},
                         "arguments": [{"entity_id": "e1", "role": "Who"}]}]}

- One line is one document. Its id is `wnd_id`, else `doc_id/sent_id` (`sent_id` alone where it begins with
  the document's), else `doc_id`.
- Offsets are tokens of the line, ends exclusive.
- An argument is at the place of its entity; one without `entity_id`, or with an entity that is not listed, at
  its own `start` and `end`.
- A relation has two arguments: `Arg-1` is the head and `Arg-2` the tail, else they are in that order.
- `mention_type` of an entity (NAM, NOM or PRO) is that of an argument at its place, too.
- The head of an entity or a trigger is `head`, an object with `start` and `end`.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.mentions import Mentions
from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import clusters, entities
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    at_id,
    by_id,
    check_tokens,
    name_in,
)

LISTS = ("entity_mentions", "relation_mentions", "event_mentions")
WINDOW = ("wnd_id", "sent_id")
UNIT = Unit()
FORM = (
    'a line is {"doc_id": …, "wnd_id": …, "tokens": […], "entity_mentions": […], "relation_mentions": […], '
    '"event_mentions": […]}'
)
TWO = 2  # arguments of a relation


def recognise(head: str) -> bool:
    """True when the first document has lists of mentions and is a sentence or a window, or has tokens."""
    document = beginning(head)
    return (
        isinstance(document, dict)
        and any(key in document for key in LISTS)
        and (any(key in document for key in WINDOW) or ("tokens" in document and "sentences" not in document))
    )


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All lines of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets outside
    the tokens, an id that is given twice in a line, an argument at what is not there.
    """
    return DocumentTable("oneie", refused=refused).read(sources, FORM, _document)


def _document(value: Value, _: DocumentTable) -> DocumentRead:
    body = value.value
    reading = DocumentReading(value, FORM, UNIT)
    tokens = body.get("tokens")
    if tokens is not None:
        reading.size = len(check_tokens(reading, tokens, "tokens"))
    return DocumentRead(_name(reading, body), parts(reading, body, tokens))


def _name(reading: DocumentReading, body: Body) -> str | None:
    document = name_in(reading, body, ("doc_id", "doc_key"))
    window, sentence = (name_in(reading, body, (key,)) for key in WINDOW)
    if window is not None or sentence is None:
        return document if window is None else window
    return sentence if document is None or sentence.startswith(document) else f"{document}/{sentence}"


def parts(reading: DocumentReading, body: Body, tokens: list[str] | None, *, triggers: bool = True) -> Body:
    """Entities, relations and events of a document; *triggers*: whether every event has one."""
    mentions = reading.items(body, LISTS[0])
    known = by_id(reading, mentions, "an entity", LISTS[0])
    entities_ = [_entity(reading, mention, (LISTS[0], place)) for place, mention in enumerate(mentions)]
    spans = {mention.get("id"): entity for mention, entity in zip(mentions, entities_, strict=True)}
    spans = {name: spans[name] for name in known}
    document: Body = {
        "entities": entities_,
        "relations": [
            _relation(reading, relation, spans, (LISTS[1], place))
            for place, relation in enumerate(reading.items(body, LISTS[1]))
        ],
        "events": [
            _event(reading, event, spans, (LISTS[2], place), triggers=triggers)
            for place, event in enumerate(reading.items(body, LISTS[2]))
        ],
    }
    return document if tokens is None else {"tokens": tokens, **document}


def _entity(reading: DocumentReading, mention: Any, path: tuple[str, int]) -> Body:
    span = reading.span(mention.get("start"), mention.get("end"), *path)
    entity: Body = {"type": reading.label(mention, "entity_type", *path), "span": span}
    for name in ("id", "mention_type"):
        if name in mention:
            entity[name] = mention[name]
    if "head" in mention:
        entity["head"] = _head(reading, mention["head"], path)
    return entity


def _head(reading: DocumentReading, head: Any, path: tuple[str | int, ...]) -> list[int]:
    if isinstance(head, list):
        return reading.pair(head, *path, "head")
    reading.record(head, "a head", *path, "head")
    return reading.span(head.get("start"), head.get("end"), *path, "head")


def _relation(reading: DocumentReading, relation: Any, spans: dict[Any, Body], path: tuple[str, int]) -> Body:
    reading.record(relation, "a relation", *path)
    arguments = reading.items(relation, "arguments", *path)
    if len(arguments) != TWO:
        reading.fail(f"a relation of {len(arguments)} arguments", *path, "arguments", remedy="it has two")
    ends = [_argument(reading, each, spans, (*path, "arguments", i)) for i, each in enumerate(arguments)]
    if ends[0]["role"] == "Arg-2" and ends[1]["role"] == "Arg-1":
        ends.reverse()
    types = [(at_id(spans, end.get("id")) or {}).get("type") for end in ends]
    return {
        "type": reading.text(relation, "relation_type", *path),
        "head": ends[0]["span"],
        "tail": ends[1]["span"],
        "head_type": types[0],
        "tail_type": types[1],
    }


def _event(
    reading: DocumentReading, event: Any, spans: dict[Any, Body], path: tuple[str, int], *, triggers: bool
) -> Body:
    reading.record(event, "an event", *path)
    made: Body = {"type": reading.text(event, "event_type", *path), "trigger": None}
    if event.get("id") is not None:
        made["id"] = event["id"]
    trigger = event.get("trigger")
    if trigger is not None or triggers:
        reading.record(trigger, "a trigger", *path, "trigger")
        made["trigger"] = reading.span(trigger.get("start"), trigger.get("end"), *path, "trigger")
        if "head" in trigger:
            made["trigger_head"] = _head(reading, trigger["head"], (*path, "trigger"))
    made["arguments"] = [
        _argument(reading, each, spans, (*path, "arguments", place))
        for place, each in enumerate(reading.items(event, "arguments", *path))
    ]
    return made


def _argument(
    reading: DocumentReading, argument: Any, spans: dict[Any, Body], path: tuple[str | int, ...]
) -> Body:
    if not isinstance(argument, dict):
        reading.record(argument, "an argument", *path)
    name = argument.get("entity_id")
    entity = at_id(spans, name)
    made: Body = {"role": reading.text(argument, "role", *path)}
    if entity is not None:
        made["span"] = entity["span"]
        made["id"] = name
        return made | {key: entity[key] for key in ("head", "mention_type") if key in entity}
    if "start" not in argument and "end" not in argument:
        remedy = "an argument has the id of one of the entities, or start and end of its own"
        place = f"at the entity {shown(name)}, which is not in the document"
        what = "without place" if name is None else place
        reading.fail(f"an argument {what}", *path, *(() if name is None else ("entity_id",)), remedy=remedy)
    made["span"] = reading.span(argument.get("start"), argument.get("end"), *path)
    if "head" in argument:
        made["head"] = _head(reading, argument["head"], path)
    return made


READER = Reader(
    recognise, read, Documents, others={Spans: entities(read), Mentions: clusters(read)}, borders=json_lines
)
