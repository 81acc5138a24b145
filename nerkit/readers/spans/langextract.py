"""LangExtract's annotated documents: JSONL, one document per line with its extractions.

    {"document_id": "d1", "text": "Tolkien left Oxford", "extractions": [
        {"extraction_class": "person", "extraction_text": "Tolkien",
         "char_interval": {"start_pos": 0, "end_pos": 7}, "alignment_status": "match_exact"}]}

- Offsets count characters, and ends are exclusive. An extraction has no interval if LangExtract did not find
  it in the text. Such a string is counted, and matches only in measures of strings.
- `alignment_status` compares the text of the interval with the extraction. It is `match_exact` (equal except
  for case and blanks), `match_lesser` (fewer words), `match_greater` (more words) or `match_fuzzy` (similar
  words). A status without an interval, and a wrong exact match, are errors.
- Attributes become fields, for example `kind` of `{"attributes": {"kind": "city"}}`. nerkit ignores groups,
  indices and descriptions.
- Documents are paired by `document_id`. Ids that LangExtract generated (`doc_1a2b3c4d`) are random, so such
  documents are paired by text or in order.
"""

import re

from nerkit.corpora.spans import STRING, Spans
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, shown
from nerkit.readers.records.document_table import Body, Unit, name_in
from nerkit.readers.records.shape import EntityList, OwnText, Shape, ShapedReading
from nerkit.readers.spans.span_table import ALWAYS, ReadingTable

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


class ExtractionShape(Shape):
    """The shape of LangExtract's documents, whose ids can be random."""

    def ended(self, table: ReadingTable) -> None:
        """Set `own_ids` of the table if LangExtract generated all ids."""
        table.own_ids = bool(table.ids) and all(MADE_UP.fullmatch(name or "") for name in table.ids)


class ExtractionList(EntityList):
    """A list of extractions. Raises InputError for a status that contradicts its interval."""

    labels = ("extraction_class",)

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """Read the extractions of a document as entities."""
        return [
            self._entity(reading, reading.record(each, self.what, *path), path, body.get("text"))
            for path, each in reading.shape.items(reading, body, self.key)
        ]

    def _entity(self, reading: ShapedReading, extraction: Body, path: Path, text: str | None) -> Body:
        label = reading.text(extraction, "extraction_class", *path)
        string = reading.text(extraction, "extraction_text", *path)
        reading.table.keys.see(extraction, label, string)
        attributes = extraction.get("attributes") or {}
        if not isinstance(attributes, dict):
            reading.fail(f"the attributes {shown(attributes)} are not an object", *path, "attributes")
        made = {"line": reading.value.line, "type": label} | {
            key: value if isinstance(value, str) else shown(value)
            for key, value in attributes.items()
            if key not in (*ALWAYS, "text", STRING) and value is not None
        }
        interval, status = extraction.get("char_interval"), extraction.get("alignment_status")
        at_status, at = (*path, "alignment_status"), (*path, "char_interval")
        if isinstance(interval, dict) and (interval.get(FIRST), interval.get(LAST)) == (None, None):
            interval = None
        if status is not None and status not in STATUSES:
            known = ", ".join(STATUSES)
            reading.fail(f"the alignment status {shown(status)} must be one of {known}", *at_status)
        if interval is None:
            if status is not None:
                problem = f"the status is {status}, but the extraction has no interval"
                remedy = "an extraction that was not found has neither status nor interval"
                reading.fail(problem, *at_status, remedy=remedy)
            reading.table.tally.add("string", NO_PLACE)
            return made | {"string": string}
        offsets = reading.record(interval, "an interval", *at)
        start, end = reading.span(offsets.get(FIRST), offsets.get(LAST), *at, first=FIRST, last=LAST)
        if status == EXACT and text is not None and _plain(text[start:end]) != _plain(string):
            problem = f"the status is {EXACT}, but the text at {start}-{end} is not {shown(string)}"
            there = f"the text is {shown(text[start:end])}"
            remedy = f"{there}: offsets count characters of the text, ends exclusive"
            reading.fail(problem, *at_status, remedy=remedy)
        return made | {"span": [start, end]}


def _plain(text: str) -> str:
    """A text in lower case and without white space."""
    return "".join(text.casefold().split())


SHAPE = ExtractionShape(
    "langextract",
    OwnText(),
    lambda reading, body: name_in(reading, body, ("document_id",)),
    [ExtractionList("extractions", "an extraction", "extraction_class")],
    unit=Unit("character"),
    keys=OWN,
    form=FORM,
    fields=("text", STRING),
)
READER = Reader(SHAPE.spans, Spans, characters=True, cut="json lines")
