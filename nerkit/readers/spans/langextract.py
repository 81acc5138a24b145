"""LangExtract's annotated documents: JSONL, one document per line with its extractions.

    {"document_id": "d1", "text": "Tolkien left Oxford", "extractions": [
        {"extraction_class": "person", "extraction_text": "Tolkien",
         "char_interval": {"start_pos": 0, "end_pos": 7}, "alignment_status": "match_exact"}]}

- Offsets are characters, ends exclusive. LangExtract did not find an extraction without an interval in the
  text. Such a string is counted, and matches only in measures of strings.
- `alignment_status` says how the interval spells the extraction: `match_exact` (case and blanks aside),
  `match_lesser` in fewer words, `match_greater` in more, `match_fuzzy` in others. A status without an
  interval, and a wrong exact match, are errors.
- Attributes are fields, `kind` of `{"attributes": {"kind": "city"}}`; nerkit ignores groups, indices and
  descriptions.
- Documents pair by `document_id`; ids that LangExtract made up (`doc_1a2b3c4d`) are random, so these
  documents pair by text or order.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.spans import STRING, Spans
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, documents, shown
from nerkit.readers.records.document_table import Body, DocumentReading, name_in
from nerkit.readers.spans.span_records import CHARACTERS
from nerkit.readers.spans.span_table import ALWAYS, SpanTable

FIRST, LAST = "start_pos", "end_pos"
EXACT = "match_exact"
STATUSES = (EXACT, "match_greater", "match_lesser", "match_fuzzy")
MADE_UP = re.compile(r"doc_[0-9a-f]{8}")
OWN = (  # further keys of extractions
    *("extraction_text", "char_interval", "token_interval", "alignment_status", "attributes"),
    *("extraction_index", "group_index", "description"),
)
NO_PLACE = "not found in its text, which only measures of strings can score"
FORM = (
    'a document is {"text": …, "extractions": [{"extraction_class": …, "extraction_text": …, '
    '"char_interval": {"start_pos": 0, "end_pos": 7}, "alignment_status": "match_exact"}]}'
)


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """All documents of LangExtract files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, an interval
    outside the text, and a status that contradicts its interval.
    """
    table = SpanTable("text", STRING)
    table.keys.know(*OWN, labels=("extraction_class",))
    spans = table.read(sources, _add)
    made_up = spans.named and all(map(MADE_UP.fullmatch, spans.documents))
    return replace(spans, own_ids=made_up and bool(spans.documents))


def _add(source: Source, table: SpanTable) -> None:
    """Add the annotated documents of a file."""
    for value in documents(source, FORM):
        reading = DocumentReading(value, FORM, CHARACTERS)
        body = reading.record(value.value, "a document")
        text = reading.own_text(body)
        reading.size = LARGEST if text is None else len(text)
        table.document(name_in(reading, body, ("document_id",)), text)
        for place, each in enumerate(reading.items(body, "extractions")):
            path = ("extractions", place)
            _extraction(reading, reading.record(each, "an extraction", *path), path, table)


def _extraction(reading: DocumentReading, extraction: Body, path: Path, table: SpanTable) -> None:
    """Add an extraction of the last document."""
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
    line, text = reading.value.line, table.texts[-1]
    interval, status = extraction.get("char_interval"), extraction.get("alignment_status")
    if isinstance(interval, dict) and (interval.get(FIRST), interval.get(LAST)) == (None, None):
        interval = None
    if status is not None and status not in STATUSES:
        known = ", ".join(STATUSES)
        reading.fail(
            f"the alignment status {shown(status)} must be one of {known}", *path, "alignment_status"
        )
    if interval is None:
        if status is not None:
            problem = f"the status is {status}, but the extraction has no interval"
            reading.fail(
                problem,
                *path,
                "alignment_status",
                remedy="an extraction that was not found has neither status nor interval",
            )
        table.unplaced(string, line, type=label, **own)
        table.tally.add("string", NO_PLACE)
        return
    at = (*path, "char_interval")
    offsets = reading.record(interval, "an interval", *at)
    start, end = reading.span(offsets.get(FIRST), offsets.get(LAST), *at, first=FIRST, last=LAST)
    if status == EXACT and text is not None and _plain(text[start:end]) != _plain(string):
        problem = f"the status is {EXACT}, but the text at {start}-{end} is not {shown(string)}"
        there = f"the text is {shown(text[start:end])}"
        remedy = f"{there}: offsets count characters of the text, ends exclusive"
        reading.fail(problem, *path, "alignment_status", remedy=remedy)
    table.span(start, end, line, type=label, **own)


def _plain(text: str) -> str:
    """A text without its blanks, in small letters."""
    return "".join(text.casefold().split())


READER = Reader(read, Spans, characters=True, cut="json lines")
