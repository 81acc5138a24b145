"""Spans in CSV: one span per row, below a header that names the columns.

    doc_id,start,end,label
    d1,0,7,PER

Commas, semicolons or tabs separate cells, as in the first line. Quotes work as in Python's csv. nerkit
recognises columns by their names (ROLES), in any order and case. Offsets count from 0, and **end is the first
character after the span**. If each text in a column of texts ends at the character `end`, nerkit reads ends
as inclusive and prints a note. A row without offsets names a document without spans. If there is no column of
documents, but all columns are known, all rows are one document. Other columns are ignored, and a warning
names them.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from nerkit.algorithms.columns import LARGEST, SAFE_DIGITS
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, some
from nerkit.ground.meant import after, otherwise
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.csv_rows import CsvTable
from nerkit.readers.format import Reader
from nerkit.readers.spans.span_table import SpanTable

ROLES = {  # role of a column -> its possible names, in lower case and without punctuation
    "document": (
        *("docid", "document", "documentid", "doc", "dockey", "docname", "textid", "filename", "file", "id"),
        *("articleid", "noteid", "essayid", "sentenceid", "sentid", "recordid"),
    ),
    "start": (
        *("start", "begin", "startoffset", "beginoffset", "offsetstart", "offsetbegin", "startchar"),
        *("charstart", "startpos", "startindex", "startidx", "from", "spanstart"),
    ),
    "end": (
        *("end", "stop", "endoffset", "offsetend", "endchar", "charend", "endpos", "endindex", "endidx"),
        *("to", "spanend"),
    ),
    "type": (
        *("label", "type", "tag", "entitytype", "entitylabel", "nertag", "nerlabel", "spanlabel", "category"),
        *("class", "ner", "entitygroup", "entity", "labels"),
    ),
    "text": (
        *("text", "mention", "string", "surface", "surfaceform", "spantext", "entitytext", "span", "word"),
        "entity",
    ),
    "eid": ("eid", "entityid", "kbid", "qid", "wikidataid", "wikidata", "link", "id"),
    "score": ("score", "confidence", "probability", "prob"),
}
WANTED = ("start", "end")
FORM = "name the columns in the first line, as in doc_id,start,end,label"
ENDS = (
    "an end is the first character after its span, unless a column of texts shows that it is the "
    "last character"
)


class CsvShape(LineShape):
    """A format of spans in the rows of a table."""

    def table(self, **_: Any) -> SpanTable:
        """An empty table of spans."""
        return SpanTable("text")

    def add_file(self, source: Source, table: SpanTable) -> None:
        """Add the spans of one CSV file to the table.

        Raises InputError for a header without offsets, and a row with another number of cells. Further errors
        are an offset that is not an integer, a start without an end, and an end that is not after its start.
        A score must be a number.
        """
        file, first = CsvTable(source, FORM, ROLES), len(table)
        places, names = file.places, file.header.names
        as_texts = True  # whether ends are inclusive, by the lengths of the texts of all spans
        row: TextRow | None = None
        empty: InputError | None = None  # the error about the first span whose end is its start
        for row in chain.from_iterable(file.chunks(_lacking(file))):
            if not row.cells:
                continue
            cells = {role: row.cells[place].strip() for role, place in places.items()}
            text = row.cells[places["text"]] if "text" in places else ""  # not stripped: its length counts
            name = cells.get("document", "1")
            if not name:
                row.fail(places["document"], "the row has no id of a document", FORM)
            table.go_on(name)
            if not (cells["start"] or cells["end"]):
                continue
            start, end = [_offset(row, places[role], cells[role], names) for role in WANTED]
            if end < start:
                row.fail(places["end"], f"end {end} is before start {start}", FORM)
            if end == start and empty is None:
                problem = f"end {end} is not after start {start}"
                empty = row.error(places["end"], problem, otherwise(0) + ENDS)
            as_texts &= len(text) == end - start + 1
            eid, label, given = (cells.get(role) or None for role in ("eid", "type", "score"))
            score = _number(given) if given else None
            if given and score is None:
                row.fail(places["score"], f"score {given!r} is not a number", FORM)
            table.span(start, end, row.line, eid=eid, score=score, type=label, text=text or None)
        unread = [name for i, name in enumerate(names) if i not in places.values()]
        if row and unread:
            table.warnings.append(Warned("columns-not-read", side=source.name, columns=some(unread)))
        as_texts &= len(table) > first
        if after(int(as_texts)):
            table.move_ends(first, 1)
            if as_texts:
                table.warnings.append(Warned("ends-inclusive", side=source.name))
        elif empty is not None:
            raise empty


def _lacking(file: CsvTable) -> list[str]:
    """The required columns that are missing: offsets, and documents if there are unknown columns."""
    lacking = [f"{role}s" for role in WANTED if role not in file.places]
    is_plain = "document" in file.places or len(file.places) == len(file.header.names)
    return lacking or ([] if is_plain else ["documents"])


def _offset(row: TextRow, place: int, cell: str, names: Sequence[str]) -> int:
    """The integer in a cell, which can be written like `7.0`, as pandas does in columns with gaps."""
    if cell.isdecimal() and len(cell) < SAFE_DIGITS:
        return int(cell)
    number = _number(cell)
    if number is None or number != int(number) or abs(number) >= LARGEST:
        row.fail(place, f"{names[place].strip()} {cell!r} is not an integer", FORM)
    return int(number)


def _number(cell: str) -> float | None:
    """The finite number in a cell, with a decimal point or comma; None if the cell is not a number."""
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


SHAPE = CsvShape()
READER = Reader(SHAPE.read, Spans, characters=True, implicit_documents=True)
