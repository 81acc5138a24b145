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

from nerkit.corpora.records import Documents, in_places, moved
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import IDS, Value, first_object, shown
from nerkit.readers.records.as_spans import meant_for, others
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    as_written,
    check_tokens,
    name_in,
)
from nerkit.readers.sample import Sample

LISTS = ("relations", "events")
ENDS = ("head", "tail")
KNOWN = {*IDS, *LISTS, "tokens", "text", "entities", "clusters"}
TOKENS, CHARACTERS = Unit(), Unit("character")
SAMPLE = 20  # documents that are looked at
FORM = (
    'one document a line, as {"id": "d1", "relations": [{"type": "visit", "head": [0, 1], "tail": [3, 5]}]} '
    'or {"id": "d1", "events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", '
    '"span": [0, 1]}]}]}'
)


FURTHER = {"evidence", "attributes"}  # what a relation may have besides its type and ends


def recognise(sample: Sample) -> bool:
    """Whether a document has relations with two ends, or events, and no document before it has them in
    another form. Documents with nothing but empty lists of these will do, too.
    """
    empty = False
    for document in sample.seen:
        if not isinstance(document, dict):
            return False
        relation, event = (first_object(document.get(key)) for key in LISTS)
        if _ends(relation) or (
            isinstance(event.get("type"), str)
            and any(key in event for key in ("trigger", "arguments", "args"))
        ):
            return True
        if relation or event:
            return False
        empty |= document.keys() <= KNOWN and any(isinstance(document.get(key), list) for key in LISTS)
    return empty


def _ends(relation: Body) -> bool:
    return isinstance(relation.get("type"), str) and all(
        isinstance(relation.get(key), list | str) for key in ENDS
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
        if "relations" in body:
            types = _types(body)
            body["relations"] = [each | _untyped(each, types) for each in body["relations"]]
    lists = [key for key in LISTS if any(key in body for body in corpus.values)]
    for body in corpus.values:  # a document without relations has none, where others of its file have some
        for key in lists:
            body.setdefault(key, [])
    return corpus


def _document(value: Value, table: DocumentTable) -> DocumentRead:
    body = {key: part for key, part in value.value.items() if part is not None}
    tokens, text = body.get("tokens"), body.get("text")
    reading = _PlainReading(value, table)
    if text is not None:
        reading.text(body, "text")
    if tokens is not None:
        reading.size = len(check_tokens(reading, tokens, "tokens"))
    elif text is not None:
        reading.unit, reading.size, table.characters = as_written(CHARACTERS), len(text), True
    readers = {"entities": reading.entity, "relations": reading.relation, "events": reading.event}
    for key, item in readers.items():
        if key in body:
            body[key] = [item(each, key, i) for i, each in enumerate(reading.items(body, key))]
        if key == "entities":
            reading.types = _types(body)
    if "clusters" in body:
        body["clusters"] = reading.clusters(reading.items(body, "clusters"), "clusters", reading.place)
    if reading.unit.after:  # spans stand in the body as they are written, until all of it was looked at
        body = in_places(body, lambda span: moved(span, 0, reading.unit.after))
    return DocumentRead(name_in(reading, body, IDS), body)


def _types(body: Body) -> dict[tuple[int, ...], Any]:
    """The type at each place of an entity; of several the first."""
    return {tuple(entity["span"]): entity.get("type") for entity in reversed(body.get("entities") or ())}


def _untyped(relation: Body, types: dict[tuple[int, ...], Any]) -> Body:
    """The types of those ends of a relation that have none."""
    keys = [key for key in ENDS if relation.get(f"{key}_type") is None]
    return {f"{key}_type": types.get(tuple(relation[key])) for key in keys}


class _PlainReading(DocumentReading):
    """A document whose spans are offsets or strings; *types* are those of entities at their places."""

    __slots__ = ("table", "types")

    def __init__(self, value: Value, table: DocumentTable) -> None:
        super().__init__(value, FORM, TOKENS)
        self.table, self.types = table, dict[tuple[int, ...], Any]()

    def place(self, value: Any, *path: str | int) -> Any:
        """The span itself, if it is one; else InputError."""
        if type(value) is list and len(value) == 2 and not self.unit.after:
            start, end = value
            if type(start) is int and type(end) is int and 0 <= start < end <= self.size:
                return value
        if type(value) is str:
            self.table.strings = True
            return value
        if not isinstance(value, list) or not value or len(value) % 2:
            self.fail(f"{shown(value)} is not a span", *path, remedy="a span is [start, end], or a string")
        for at in range(0, len(value), 2):
            self.span(value[at], value[at + 1], *path, first=at, last=at + 1)
            if at and value[at] < value[at - 1]:
                self.fail("fragments out of order, or overlapping", *path, at)
        return value

    def further(self, item: Body, *path: str | int) -> None:
        """Check what an item may have besides its type and place; InputError for what has another form."""
        if item.get("head") is not None and "tail" not in item:
            self.place(item["head"], *path, "head")
        self.items(item, "evidence", *path)
        if item.get("attributes") is not None:
            self.record(item["attributes"], "an object of attributes", *path, "attributes")

    def entity(self, entity: Any, *path: str | int) -> Body:
        """An entity with a span; one with `start` and `end` gets it."""
        self.record(entity, "an entity", *path)
        for key in ("type", "eid"):
            self.label(entity, key, *path)
        self.further(entity, *path)
        self.table.keys.see(entity, entity.get("type"))
        if "span" not in entity:
            start, end = self.span(entity.get("start"), entity.get("end"), *path)
            return {**entity, "span": [start, end - self.unit.after]}
        self.place(entity["span"], *path, "span")
        return entity  # type: ignore[no-any-return]

    def relation(self, relation: Any, *path: str | int) -> Body:
        """A relation, with the types of its ends where there are entities."""
        if not self.types and not self.unit.after and _is_simple(relation, self.size):
            return relation  # type: ignore[no-any-return]
        if type(relation) is not dict:
            self.record(relation, "a relation", *path)
        for key in ENDS:
            if key not in relation:
                self.fail(f"a relation without {key}", *path)
            self.place(relation[key], *path, key)
        if type(relation.get("type")) is not str:
            self.text(relation, "type", *path)
        self.further(relation, *path)
        if not self.types:
            return relation  # type: ignore[no-any-return]
        head, tail = (self.types.get(tuple(relation[key])) for key in ENDS)
        return {"head_type": head, "tail_type": tail, **relation}

    def event(self, event: Any, *path: str | int) -> Body:
        """An event, with its arguments under their own name."""
        self.record(event, "an event", *path)
        self.text(event, "type", *path)
        if "trigger" not in event:
            remedy = "a trigger is [start, end]; write null for none"
            self.fail("an event without a trigger", *path, remedy=remedy)
        for key in ("trigger", "trigger_head"):
            if event.get(key) is not None:
                self.place(event[key], *path, key)
        key = "arguments" if "arguments" in event else "args"
        self.further(event, *path)
        listed = enumerate(self.items(event, key, *path))
        return {**event, "arguments": [self.argument(each, *path, key, i) for i, each in listed]}

    def argument(self, argument: Any, *path: str | int) -> Body:
        """An argument with a span; a text is one."""
        self.record(argument, "an argument", *path)
        self.text(argument, "role", *path)
        self.further(argument, *path)
        if "span" in argument:
            self.place(argument["span"], *path, "span")
            return argument  # type: ignore[no-any-return]
        if not isinstance(argument.get("text"), str):
            self.fail("an argument without a span", *path, remedy="it has span or text")
        return {**argument, "span": self.place(argument["text"], *path, "text")}


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


READER = Reader(recognise, read, Documents, others=others(read), borders=json_lines, meant_for=meant_for)
