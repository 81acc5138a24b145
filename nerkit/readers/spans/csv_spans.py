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

from collections.abc import Iterable, Mapping
from operator import itemgetter

from nerkit.algorithms.columns import LARGEST, SAFE_DIGITS
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, some
from nerkit.ground.meant import after, otherwise
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow
from nerkit.readers.csv_rows import CsvHeader, CsvTable
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


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """Read all spans of CSV files as one corpus.

    Raises InputError (file, line, column, remedy) for a header without offsets, and a row with another number
    of cells. Further errors are an offset that is not an integer, a start without an end, and an end that is
    not after its start. A score must be a number.
    """
    return SpanTable("text").read(sources, _add)


def _add(source: Source, table: SpanTable) -> None:
    """Add the spans of one CSV file to the table."""
    file, first, places = CsvTable(source, FORM), len(table), dict[str, int]()
    empty: InputError | None = None  # the error about the first span whose end is its start
    as_texts = True  # whether ends are inclusive, by the lengths of the texts of all spans
    for places, rows in file.chunks(ROLES, _lacking):
        chosen = itemgetter(*places.values())
        for row in filter(lambda row: row.cells, rows):
            cells = dict(zip(places, map(str.strip, chosen(row.cells)), strict=True))
            text = row.cells[places["text"]] if "text" in places else ""  # not stripped: its length counts
            name = cells.get("document", "1")
            if not name:
                row.fail(places["document"], "the row has no id of a document", FORM)
            table.go_on(name)
            if not (cells["start"] or cells["end"]):
                continue
            start, end = [_offset(row, places[role], cells[role], file.header) for role in WANTED]
            if end < start:
                row.fail(places["end"], f"end {end} is before start {start}", FORM)
            if end == start and empty is None:
                problem = f"end {end} is not after start {start}"
                empty = row.error(places["end"], problem, otherwise(0) + ENDS)
            as_texts &= len(text) == end - start + 1
            score = _number(cells["score"]) if cells.get("score") else None
            if score is None and cells.get("score"):
                row.fail(places["score"], f"score {cells['score']!r} is not a number", FORM)
            eid, label = cells.get("eid") or None, cells.get("type") or None
            table.span(start, end, row.line, eid=eid, score=score, type=label, text=text or None)
    unread = [name for i, name in enumerate(file.header.names) if i not in places.values()]
    if places and unread:
        table.warnings.append(Warned("columns-not-read", side=source.name, columns=some(unread)))
    as_texts &= len(table) > first
    if after(int(as_texts)):
        table.move_ends(first, 1)
        if as_texts:
            table.warnings.append(Warned("ends-inclusive", side=source.name))
    elif empty is not None:
        raise empty


def _lacking(header: CsvHeader, places: Mapping[str, int]) -> list[str]:
    """The required columns that are missing: offsets, and documents if there are unknown columns."""
    lacking = [f"{role}s" for role in WANTED if role not in places]
    return lacking or (["documents"] if "document" not in places and len(places) < len(header.names) else [])


def _offset(row: TextRow, place: int, cell: str, header: CsvHeader) -> int:
    """The integer in a cell, which can be written like `7.0`, as pandas does in columns with gaps."""
    if cell.isdecimal() and len(cell) < SAFE_DIGITS:
        return int(cell)
    number = _number(cell)
    if number is None or number != int(number) or abs(number) >= LARGEST:
        row.fail(place, f"{header.names[place].strip()} {cell!r} is not an integer", FORM)
    return int(number)


def _number(cell: str) -> float | None:
    """The finite number in a cell, with a decimal point or comma; None if the cell is not a number."""
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


READER = Reader(read, Spans, characters=True, implicit_documents=True)
