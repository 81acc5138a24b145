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
from nerkit.readers.records import oneie
from nerkit.readers.records.as_spans import clusters, entities
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    at_id,
    check_tokens,
    name_in,
)

UNIT = Unit()
FORM = (
    'a line is {"doc_id": …, "tokens": […], "entity_mentions": […], "event_mentions": [{"id": …, '
    '"event_type": …, "arguments": […]}]}'
)


def recognise(head: str) -> bool:
    """True when the first document has events and is neither a sentence nor a window."""
    document = beginning(head)
    if not isinstance(document, dict) or any(key in document for key in oneie.WINDOW):
        return False
    if "doc_id" not in document or not any(key in document for key in oneie.LISTS):
        return False
    return "sentences" in document or "clusters" in document or "tokens" not in document


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets outside
    the tokens, an id that is given twice in a document, an argument at an entity that is not there.
    """
    return DocumentTable("wikievents", refused=refused).read(sources, FORM, _document)


def _document(value: Value, table: DocumentTable) -> DocumentRead:
    body = value.value
    reading = _Tolerant(value, FORM, UNIT)
    tokens = body.get("tokens")
    if tokens is not None:
        reading.size = len(check_tokens(reading, tokens, "tokens"))
    parts = oneie.parts(reading, body, tokens, triggers=False)
    for place, event in enumerate(body.get("event_mentions") or ()):
        if name_in(reading, event, ("id",)) is None:
            reading.fail(
                "an event without id", "event_mentions", place, remedy="events are paired by their ids"
            )
    if "clusters" in body:
        parts["clusters"] = _clusters(reading, body["clusters"], parts["entities"])
    table.tally.add("argument", "that covers nothing (counted)", reading.nothing)
    return DocumentRead(name_in(reading, body, ("doc_id", "doc_key")), parts)


class _Tolerant(DocumentReading):
    """A document in which spans of nothing are counted."""

    __slots__ = ("nothing",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.nothing = 0

    def span(
        self, start: Any, end: Any, *path: str | int, first: Any = "start", last: Any = "end"
    ) -> list[int]:
        if type(start) is int and start == end and "arguments" in path and 0 <= start <= self.size:
            self.nothing += 1
            return [start, end]
        return super().span(start, end, *path, first=first, last=last)


def _clusters(reading: DocumentReading, listed: Any, mentions: list[Body]) -> list[list[list[int]]]:
    """The clusters of a document, as lists of spans."""
    places = {mention.get("id"): mention["span"] for mention in mentions}
    by_name: dict[Any, list[list[int]]] = {}
    if not isinstance(listed, list):
        reading.fail(f"clusters is {shown(listed)}, not a list", "clusters")
    for place, item in enumerate(listed):
        if not isinstance(item, list) or not item:
            reading.fail("an entity without mentions", "clusters", place)
        if isinstance(item[0], str):
            by_name[place] = [
                _of_id(reading, name, places, ("clusters", place, i)) for i, name in enumerate(item)
            ]
            continue
        if len(item) != 3 or not type(item[0]) is type(item[1]) is int:
            reading.fail(f"{shown(item)} is not [start, end, name of a cluster]", "clusters", place)
        if not isinstance(item[2], str | int):
            reading.fail(f"the name {shown(item[2])} is neither text nor an integer", "clusters", place, 2)
        span = reading.span(item[0], item[1] + 1, "clusters", place, first=0, last=1)
        by_name.setdefault(item[2], []).append(span)
    return list(by_name.values())


def _of_id(
    reading: DocumentReading, name: Any, places: dict[Any, list[int]], path: tuple[str | int, ...]
) -> list[int]:
    if at_id(places, name) is None:
        reading.fail(f"a mention {shown(name)} that is no entity of the document", *path)
    return places[name]


READER = Reader(
    recognise, read, Documents, others={Spans: entities(read), Mentions: clusters(read)}, borders=json_lines
)
