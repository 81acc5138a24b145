"""LangExtract's annotated documents: JSONL, a document a line with its extractions.

    {"document_id": "d1", "text": "Tolkien left Oxford", "extractions": [
        {"extraction_class": "person", "extraction_text": "Tolkien",
         "char_interval": {"start_pos": 0, "end_pos": 7}, "alignment_status": "match_exact"}]}

- Offsets are characters, ends exclusive. An extraction without an interval was not found in the text: it is a
  string without a place, which is counted, and matches only in measures of strings.
- `alignment_status` says how the interval spells the extraction: `match_exact` (case and blanks aside),
  `match_lesser` in fewer words, `match_greater` in more, `match_fuzzy` in others. A status without an
  interval and an exact match that is none are errors.
- Attributes are fields, `kind` of `{"attributes": {"kind": "city"}}`; groups, indices and descriptions are
  not read.
- Documents pair by `document_id`; ids that LangExtract made up (`doc_1a2b3c4d`) are random, and documents
  with such ids pair with others by their texts, or by order.
"""

import re
from collections.abc import Iterable
from typing import Any

from nerkit.corpora.spans import STRING, Spans
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, beginning, documents, shown
from nerkit.readers.records.document_table import DocumentReading, Unit, name_in
from nerkit.readers.spans.span_table import ALWAYS, SpanTable

UNIT = Unit("character")
EXACT = "match_exact"
STATUSES = (EXACT, "match_greater", "match_lesser", "match_fuzzy")
MADE_UP = re.compile(r"doc_[0-9a-f]{8}")
OWN = (  # further keys of extractions
    *("extraction_text", "char_interval", "token_interval", "alignment_status", "attributes"),
    *("extraction_index", "group_index", "description"),
)
NO_PLACE = "not found in its text, which only measures of strings can match"
FORM = (
    'a document is {"text": …, "extractions": [{"extraction_class": …, "extraction_text": …, '
    '"char_interval": {"start_pos": 0, "end_pos": 7}, "alignment_status": "match_exact"}]}'
)


def recognise(head: str) -> bool:
    """True when the first document has extractions, of which the first has a class."""
    document = beginning(head)
    if not isinstance(document, dict) or "extractions" not in document:
        return '"extraction_class"' in head and head.lstrip().startswith('{"extractions"')
    extractions = document["extractions"]
    first = extractions[0] if isinstance(extractions, list) and extractions else None
    return (
        extractions is None or extractions == [] or (isinstance(first, dict) and "extraction_class" in first)
    )


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """All documents of LangExtract files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, an interval
    outside the text, and a status that contradicts its interval.
    """
    sources = list(sources)
    table, fields = SpanTable("text", STRING), dict[str, None]()
    table.keys.know(*OWN, labels=("extraction_class",))
    for source in sources:
        table.source(source)
        for value in documents(source, FORM):
            _document(value, table, fields)
    made_up = [name is not None and MADE_UP.fullmatch(name) is not None for name in table.ids]
    table.own_ids = bool(made_up) and all(made_up)
    table.names = (*table.names, *fields)
    return table.spans(sources)


def _document(value: Value, table: SpanTable, fields: dict[str, None]) -> None:
    """Add a document; the names of attributes are noted in *fields*."""
    reading = DocumentReading(value, FORM, UNIT)
    body = reading.record(value.value, "a document")
    text = reading.own_text(body)
    if text is not None:
        reading.size = len(text)
    table.document(name_in(reading, body, ("document_id",)), text)
    for place, each in enumerate(reading.items(body, "extractions")):
        path = ("extractions", place)
        _extraction(reading, reading.record(each, "an extraction", *path), path, (text, table, fields))


def _extraction(
    reading: DocumentReading,
    extraction: dict[str, Any],
    path: Path,
    context: tuple[str | None, SpanTable, dict[str, None]],
) -> None:
    """Add an extraction of a document with this text."""
    text, table, fields = context
    label = reading.text(extraction, "extraction_class", *path)
    string = reading.text(extraction, "extraction_text", *path)
    table.keys.see(extraction, label, string)
    attributes = extraction.get("attributes") or {}
    if not isinstance(attributes, dict):
        reading.fail(f"the attributes {shown(attributes)} are not an object", *path, "attributes")
    own = {
        key: value if isinstance(value, str) else shown(value)
        for key, value in attributes.items()
        if key not in (*ALWAYS, "text", STRING) and value is not None
    }
    fields |= dict.fromkeys(own)
    line = reading.value.line
    interval, status = extraction.get("char_interval"), extraction.get("alignment_status")
    if isinstance(interval, dict) and (interval.get("start_pos"), interval.get("end_pos")) == (None, None):
        interval = None
    _check_status(reading, (interval, status), path)
    if interval is None:
        table.unplaced(string, line, type=label, **own)
        table.tally.add("string", NO_PLACE)
        return
    offsets = reading.record(interval, "an interval", *path, "char_interval")
    start, end = reading.span(
        offsets.get("start_pos"), offsets.get("end_pos"), *path, "char_interval", first="start_pos",
        last="end_pos",
    )  # fmt: skip
    if status == EXACT and text is not None and not _same(text[start:end], string):
        what = f"the status is {EXACT}, and {shown(string)} is not what stands at {start}-{end}"
        remedy = (
            f"there stands {shown(text[start:end])}: offsets count characters of the text, ends exclusive"
        )
        reading.fail(what, *path, "alignment_status", remedy=remedy)
    table.span(start, end, line, type=label, **own)


def _check_status(reading: DocumentReading, told: tuple[Any, Any], path: Path) -> None:
    """Raise the InputError for an alignment status that is none or contradicts the interval."""
    interval, status = told
    if status is not None and status not in STATUSES:
        known = ", ".join(STATUSES)
        reading.fail(f"the alignment status {shown(status)} is none of {known}", *path, "alignment_status")
    if interval is None and status is not None:
        what = f"the status is {status}, and there is no interval"
        reading.fail(what, *path, "alignment_status", remedy="what was not found has neither")


def _same(first: str, second: str) -> bool:
    """Whether two strings are the same but for case and blanks."""
    return "".join(first.casefold().split()) == "".join(second.casefold().split())


READER = Reader(recognise, read, Spans, characters=True, borders=json_lines)
