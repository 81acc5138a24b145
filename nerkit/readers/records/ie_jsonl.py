"""Relations and events as plain JSONL, one document a line: the form that every other format is turned into.

    {"id": "d1", "tokens": ["Tolkien", "left", "Oxford"],
     "entities": [{"type": "PER", "span": [0, 1]}],
     "relations": [{"type": "visit", "head": [0, 1], "tail": [2, 3]}],
     "events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]}]}

- Offsets are half-open, of tokens where a document has `tokens`, else of characters of its `text`, else of
  whatever they count. A discontinuous span lists both offsets of each fragment, `[0, 5, 9, 12]`.
- The ends of a relation may have types, `head_type` and `tail_type`; where they have none, those of the
  entity at the same place count, of several the first. Heads are `head` of an argument and `trigger_head` of
  an event, `clusters` are lists of spans.
- `args` is read as `arguments`. A span may be a string instead, as generated output has it (`"span":
  "Oxford"`, or `"text"` without a span); then all spans of both sides are compared as strings.
- Further members are kept, for formulas of one's own.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.algorithms.columns import LARGEST
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
    check_tokens,
    name_in,
)

IDS = ("id", "doc_id", "doc_key", "docid")
LISTS = ("relations", "events")
KNOWN = {*IDS, *LISTS, "tokens", "text", "entities", "clusters"}
TOKENS, CHARACTERS = Unit(), Unit("character")
SAMPLE = 20  # documents that are looked at
FORM = (
    'one document a line, as {"id": "d1", "relations": [{"type": "visit", "head": [0, 1], "tail": [3, 5]}]} '
    'or {"id": "d1", "events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", '
    '"span": [0, 1]}]}]}'
)


FURTHER = {"evidence", "attributes"}  # what a relation may have besides its type and ends


def recognise(head: str) -> bool:
    """True when one of the first documents has relations with two ends, or events.

    Documents with nothing but empty lists of these will do, too.
    """
    empty = False
    for line in (head, *filter(str.strip, head.split("\n")[1:SAMPLE])):
        document = beginning(line)
        if not isinstance(document, dict):
            return False
        relation, event = (_first(document.get(key)) for key in LISTS)
        if _ends(relation) or (
            isinstance(event.get("type"), str)
            and any(key in event for key in ("trigger", "arguments", "args"))
        ):
            return True
        if relation or event or not any(isinstance(document.get(key), list) for key in LISTS):
            return False
        empty |= document.keys() <= KNOWN
    return empty


def _first(items: Any) -> Body:
    return items[0] if isinstance(items, list) and items and isinstance(items[0], dict) else {}


def _ends(relation: Body) -> bool:
    """Whether a relation has two places."""
    return isinstance(relation.get("type"), str) and all(
        isinstance(relation.get(key), list | str) for key in ("head", "tail")
    )


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of ie-jsonl files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, and for offsets
    outside the text.
    """
    table = DocumentTable("ie-jsonl", refused=refused)
    table.keys.know("span", "head", "evidence", "attributes", labels=("type",), kept=True)
    corpus = table.read(sources, FORM, _document)
    for body in corpus.values if corpus.label_key else ():  # entities had no types when relations were read
        body.update(_typed_ends(body))
    lists = [key for key in LISTS if any(key in body for body in corpus.values)]
    for body in corpus.values:  # a document without relations has none, where others of its file have some
        for key in lists:
            body.setdefault(key, [])
    return corpus


def _document(value: Value, table: DocumentTable) -> DocumentRead:
    body = {key: part for key, part in value.value.items() if part is not None}
    tokens, text = body.get("tokens"), body.get("text")
    reading = DocumentReading(value, FORM, TOKENS, LARGEST)
    if text is not None:
        reading.text(body, "text")
    if tokens is not None:
        reading.size = len(check_tokens(reading, tokens, "tokens"))
    elif text is not None:
        reading.unit, reading.size = CHARACTERS, len(text)
        table.characters = True
    spans = _Spans(reading, table)
    if body.get("entities") is not None:
        body["entities"] = [_entity(spans, each, i) for i, each in enumerate(reading.items(body, "entities"))]
    if body.get("relations") is not None:
        types = _types(body)
        body["relations"] = [
            _relation(spans, each, i, types) for i, each in enumerate(reading.items(body, "relations"))
        ]
    if body.get("events") is not None:
        body["events"] = [_event(spans, each, i) for i, each in enumerate(reading.items(body, "events"))]
    if body.get("clusters") is not None:
        body["clusters"] = [
            _cluster(spans, each, i) for i, each in enumerate(reading.items(body, "clusters"))
        ]
    return DocumentRead(name_in(reading, body, IDS), body)


def _types(body: Body) -> dict[tuple[int, ...], Any]:
    """The type at each place of an entity; of several the first."""
    types: dict[tuple[int, ...], Any] = {}
    for entity in body.get("entities") or ():
        types.setdefault(tuple(entity["span"]), entity.get("type"))
    return types


def _typed_ends(body: Body) -> Body:
    """The relations of a document, their ends with the types of the entities there."""
    types = _types(body)
    relations = body.get("relations")
    if relations is None:
        return {}
    return {"relations": [{**each, **_ends_without(each, types)} for each in relations]}


def _ends_without(relation: Body, types: dict[tuple[int, ...], Any]) -> Body:
    keys = [key for key in ("head", "tail") if relation.get(f"{key}_type") is None]
    return {f"{key}_type": types.get(tuple(relation[key])) for key in keys}


class _Spans:
    """Spans of a document, as offsets or as strings."""

    __slots__ = ("reading", "table")

    def __init__(self, reading: DocumentReading, table: DocumentTable) -> None:
        self.reading, self.table = reading, table

    def check(self, value: Any, *path: str | int) -> Any:
        """The span itself, if it is one; else InputError."""
        if type(value) is list and len(value) == 2:
            start, end = value
            if type(start) is int and type(end) is int and 0 <= start < end <= self.reading.size:
                return value
        if type(value) is str:
            self.table.strings = True
            return value
        return self._checked(value, path)

    def further(self, item: Body, path: tuple[str | int, ...]) -> None:
        """Check what an item may have besides its type and place; InputError for what has another form."""
        if item.get("head") is not None and "tail" not in item:
            self.check(item["head"], *path, "head")
        self.reading.items(item, "evidence", *path)
        if item.get("attributes") is not None:
            self.reading.record(item["attributes"], "an object of attributes", *path, "attributes")

    def _checked(self, value: Any, path: tuple[str | int, ...]) -> list[int]:
        if not isinstance(value, list) or not value or len(value) % 2:
            remedy = "a span is [start, end], or a string"
            self.reading.fail(f"{shown(value)} is not a span", *path, remedy=remedy)
        for at in range(0, len(value), 2):
            self.reading.span(value[at], value[at + 1], *path, first=at, last=at + 1)
            if at and value[at] < value[at - 1]:
                self.reading.fail("fragments out of order, or overlapping", *path, at)
        return value


def _entity(spans: _Spans, entity: Any, place: int) -> Body:
    path = ("entities", place)
    spans.reading.record(entity, "an entity", *path)
    for key in ("type", "eid"):
        spans.reading.label(entity, key, *path)
    spans.further(entity, path)
    spans.table.keys.see(entity, entity.get("type"))
    if "span" not in entity:
        span = spans.reading.span(entity.get("start"), entity.get("end"), *path)
        return {**entity, "span": span}
    spans.check(entity["span"], *path, "span")
    return entity  # type: ignore[no-any-return]


def _is_simple(relation: Any, size: int) -> bool:
    """Whether a relation is between two spans without gaps, and nothing is wrong with it."""
    try:
        (start, end), (first, last) = relation["head"], relation["tail"]
        return (
            type(relation["type"]) is str
            and type(start) is type(end) is type(first) is type(last) is int
            and 0 <= start < end <= size
            and 0 <= first < last <= size
            and FURTHER.isdisjoint(relation)
        )
    except (KeyError, TypeError, ValueError):
        return False


def _relation(spans: _Spans, relation: Any, place: int, types: dict[tuple[int, ...], Any]) -> Body:
    reading = spans.reading
    if not types and _is_simple(relation, reading.size):
        return relation  # type: ignore[no-any-return]
    if not isinstance(relation, dict):
        reading.record(relation, "a relation", "relations", place)
    for key in ("head", "tail"):
        if key not in relation:
            reading.fail(f"a relation without {key}", "relations", place)
        spans.check(relation[key], "relations", place, key)
    if type(relation.get("type")) is not str:
        reading.text(relation, "type", "relations", place)
    spans.further(relation, ("relations", place))
    if not types:
        return relation  # type: ignore[no-any-return]
    ends = {f"{key}_type": types.get(tuple(relation[key])) for key in ("head", "tail")}
    return {**ends, **relation}


def _event(spans: _Spans, event: Any, place: int) -> Body:
    reading, path = spans.reading, ("events", place)
    reading.record(event, "an event", *path)
    reading.text(event, "type", *path)
    if "trigger" not in event:
        reading.fail(
            "an event without a trigger", *path, remedy="a trigger is [start, end]; write null for none"
        )
    if event["trigger"] is not None:
        spans.check(event["trigger"], *path, "trigger")
    if event.get("trigger_head") is not None:
        spans.check(event["trigger_head"], *path, "trigger_head")
    key = "arguments" if "arguments" in event else "args"
    spans.further(event, path)
    arguments = [
        _argument(spans, each, (*path, key, i)) for i, each in enumerate(reading.items(event, key, *path))
    ]
    return {**event, "arguments": arguments}


def _argument(spans: _Spans, argument: Any, path: tuple[str | int, ...]) -> Body:
    reading = spans.reading
    reading.record(argument, "an argument", *path)
    reading.text(argument, "role", *path)
    spans.further(argument, path)
    if "span" in argument:
        spans.check(argument["span"], *path, "span")
        return argument  # type: ignore[no-any-return]
    if not isinstance(argument.get("text"), str):
        reading.fail("an argument without a span", *path, remedy="it has span or text")
    return {**argument, "span": spans.check(argument["text"], *path, "text")}


def _cluster(spans: _Spans, cluster: Any, place: int) -> list[Any]:
    if not isinstance(cluster, list) or not cluster:
        spans.reading.fail("an entity without mentions", "clusters", place)
    return [spans.check(mention, "clusters", place, i) for i, mention in enumerate(cluster)]


READER = Reader(
    recognise, read, Documents, others={Spans: entities(read), Mentions: clusters(read)}, borders=json_lines
)
