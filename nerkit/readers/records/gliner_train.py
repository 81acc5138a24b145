"""GLiNER's training data: tokens and the spans of their entities, a text each.

    [{"tokenized_text": ["Tolkien", "left", "Oxford"], "ner": [[0, 0, "person"], [2, 2, "place"]]}, …]

Offsets are tokens from 0, **the last one inclusive**; `ner` may be absent. `nerkit spans` counts the
characters of the tokens joined by blanks, which is the text that a model is given for such data, so that its
predictions (`gliner`) can be scored against it. Labels are as written; GLiNER's own evaluation lower-cases
them (`--map` does so). Documents pair by `id` where each has one, else by order. Relations are not read.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.records import Documents, as_characters
from nerkit.corpora.spans import Spans, covering
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import spans_of
from nerkit.readers.records.document_table import (
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    check_tokens,
    name_in,
)
from nerkit.readers.spans.span_records import IDS

UNIT = Unit(after=1)
TRIPLE = 3  # first, last, label
FORM = 'a text is {"tokenized_text": ["Tolkien", "left"], "ner": [[0, 0, "person"]]}; the last is inclusive'


def recognise(head: str) -> bool:
    """True when the first text has tokens as GLiNER calls them."""
    text = beginning(head)
    return isinstance(text, dict) and "tokenized_text" in text


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All texts of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, and for offsets
    outside the tokens.
    """
    return DocumentTable("gliner-train", refused=refused).read(sources, FORM, _document)


def read_spans(sources: Iterable[Source], **_: Any) -> Spans:
    """The entities, whose offsets count characters of the tokens joined by blanks."""
    return covering(spans_of(as_characters(read(sources))))


def _document(value: Value, table: DocumentTable) -> DocumentRead:
    body, reading = value.value, DocumentReading(value, FORM, UNIT)
    tokens = check_tokens(reading, body.get("tokenized_text"), "tokenized_text")
    reading.size = len(tokens)
    entities = [_entity(reading, each, place) for place, each in enumerate(reading.items(body, "ner"))]
    table.tally.add("relation", "not read", len(reading.items(body, "relations")))
    return DocumentRead(name_in(reading, body, IDS), {"tokens": tokens, "entities": entities})


def _entity(reading: DocumentReading, triple: Any, place: int) -> dict[str, Any]:
    if not isinstance(triple, list) or len(triple) < TRIPLE or not isinstance(triple[2], str):
        reading.fail(f"{shown(triple)} is not [first, last, label]", "ner", place)
    return {"type": triple[2], "span": reading.span(triple[0], triple[1], "ner", place, first=0, last=1)}


READER = Reader(
    recognise, read, Documents, others={Spans: read_spans}, meant_for=lambda _: "spans", borders=json_lines
)
