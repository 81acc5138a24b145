"""Spans in CSV: a span a row, under a line that names the columns.

    doc_id,start,end,label
    d1,0,7,PER

Cells are separated by commas, semicolons or tabs, as the first line is, and quoted as Python's csv has it.
Columns are known by their names, which may stand in any order and in capitals; ROLES lists them. Offsets
count from 0, and **end is the first character behind the span**; where there is a column of the text of
spans by which every end is the last character of its span, ends are inclusive, and a note says so. Rows
without both offsets make their document exist. Without a column of documents all rows are one, if all
columns are known. Columns of other names are not read, and a warning names them.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from nerkit.algorithms.columns import LARGEST, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, some
from nerkit.ground.meant import after, otherwise
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.csv_rows import CsvHeader, CsvRow, CsvTable, header_of
from nerkit.readers.format import Reader
from nerkit.readers.sample import Sample

ROLES = {  # what a column is -> how it may be called, in small letters and without signs
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
OWN = ("document", "start", "end", "eid", "score", "type")  # columns of span-tsv, in their order


def recognise(sample: Sample) -> bool:
    """True when the first line names columns of starts, ends, and documents or labels, and is no header of
    tab-separated annotations, whose columns have an order of their own.
    """
    header = header_of(sample.text)
    if header is None:
        return False
    places = header.places(ROLES)
    if not {"start", "end"} <= places.keys() or places.keys().isdisjoint(("document", "type")):
        return False
    return header.delimiter != "\t" or not is_positional(header)


def is_positional(header: CsvHeader) -> bool:
    """Whether tab-separated columns are those of `span_tsv`, in its order, so that ends are inclusive."""
    places = header.places(ROLES)
    return all(places.get(name) == i for i, name in enumerate(OWN[: len(header.names)]))


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """All spans of the inputs as one corpus.

    Raises InputError (file, line, column, remedy) for a header without offsets, a row with another number of
    cells, an offset that is no integer or stands alone, an end that is not after its start, a score that is
    no number.
    """
    sources, rows = list(sources), _SpanRows()
    for source in sources:
        first = rows.count
        rows.add(source)
        rows.origins.append(Origin(source.name, source.sha256, first))
    return rows.spans()


class _SpanRows:
    """The columns of a corpus under construction, chunk by chunk."""

    def __init__(self) -> None:
        self.vocabularies = {name: Vocabulary() for name in ("document", "type", "text", "eid", "score")}
        self.blocks: dict[str, list[IntArray]] = {
            name: [np.empty(0, np.int64)] for name in (*self.vocabularies, "start", "end", "line")
        }
        self.scores: dict[str, float] = {}
        self.count = 0
        self.origins: list[Origin] = []
        self.warnings: list[str] = []
        self.empty: InputError | None = None  # of the first span of a file that ends where it starts

    def add(self, source: Source) -> None:
        """Add the rows of a file."""
        table, blocks = CsvTable(source, FORM), len(self.blocks["line"])
        known: dict[str, int] = {}
        self.empty = None
        for known, rows in table.chunks(ROLES, _lacking):
            self._chunk(table, [row for row in rows if row.cells], known)
        unread = [name for i, name in enumerate(table.header.names) if i not in known.values()]
        if known and unread:
            self.warnings.append(Warned("columns-not-read", side=source.name, columns=some(unread)))
        if not self._inclusive(source.name, blocks) and self.empty is not None:
            raise self.empty

    def _chunk(self, table: CsvTable, rows: Sequence[CsvRow], places: dict[str, int]) -> None:
        cells = {role: [row.cells[place].strip() for row in rows] for role, place in places.items()}
        if "text" in places:  # whose length is looked at
            cells["text"] = [row.cells[places["text"]] for row in rows]
        documents = cells.get("document", ["1"] * len(rows))
        codes = self.vocabularies["document"].codes(documents)
        if "" in self.vocabularies["document"]:
            at = documents.index("")
            table.fail(rows[at], places["document"], "the row has no id of a document")
        full = np.array([bool(a or b) for a, b in zip(cells["start"], cells["end"], strict=True)], bool)
        rows = [row for row, has in zip(rows, full.tolist(), strict=True) if has]
        chosen = {
            role: [x for x, has in zip(of, full.tolist(), strict=True) if has] for role, of in cells.items()
        }
        start, end = (self._offsets(table, rows, chosen[role], places[role]) for role in WANTED)
        backwards = np.flatnonzero(end < start)
        if len(backwards):
            at = int(backwards[0])
            table.fail(rows[at], places["end"], f"end {end[at]} is before start {start[at]}")
        empty = np.flatnonzero(end == start)
        if len(empty) and self.empty is None:
            at = int(empty[0])
            problem = f"end {end[at]} is not after start {start[at]}"
            self.empty = table.error(rows[at], places["end"], problem, otherwise(0) + ENDS)
        self._scores(table, rows, chosen.get("score", ()), places)
        block = {"document": codes[full], "start": start, "end": end}
        block["line"] = np.fromiter((row.line for row in rows), np.int64, len(rows))
        for role in ("type", "text", "eid", "score"):
            values = chosen.get(role)
            block[role] = (
                np.full(len(rows), self.vocabularies[role][""])
                if values is None
                else self.vocabularies[role].codes(values)
            )
        for role, values in block.items():
            self.blocks[role].append(values)
        self.count += len(rows)

    def _offsets(self, table: CsvTable, rows: Sequence[CsvRow], cells: Sequence[str], place: int) -> IntArray:
        """A column of integers; whole numbers may have a point, as pandas writes those with gaps."""
        try:
            return np.array(list(map(int, cells)), np.int64)
        except (ValueError, OverflowError):
            pass
        values = [_whole(cell) for cell in cells]
        for row, value, cell in zip(rows, values, cells, strict=True):
            if value is None:
                table.fail(row, place, f"{table.header.names[place].strip()} {cell!r} is not an integer")
        return np.array(values, np.int64)

    def _scores(
        self, table: CsvTable, rows: Sequence[CsvRow], cells: Sequence[str], places: dict[str, int]
    ) -> None:
        for row, cell in zip(rows, cells, strict=False):
            if cell and cell not in self.scores:
                value = _number(cell)
                if value is None:
                    table.fail(row, places["score"], f"score {cell!r} is not a number")
                self.scores[cell] = value

    def _inclusive(self, name: str, blocks: int) -> bool:
        """Move the ends of a file to behind their spans, where the texts of all spans say that they stand on
        the last character; whether they do.
        """
        texts = list(self.vocabularies["text"])
        code, start, end = (
            np.concatenate([np.empty(0, np.int64), *self.blocks[role][blocks:]])
            for role in ("text", "start", "end")
        )
        lengths = np.array([len(text) for text in texts] or [0], np.int64)[code] if len(code) else code
        as_texts = len(code) > 0 and bool((lengths == end - start + 1).all())
        inclusive = after(int(as_texts)) == 1
        if inclusive:
            self.blocks["end"][blocks:] = [block + 1 for block in self.blocks["end"][blocks:]]
        if inclusive and as_texts:
            self.warnings.append(Warned("ends-inclusive", side=name))
        return inclusive

    def spans(self) -> Spans:
        """The corpus of all rows added so far."""
        columns = {role: np.concatenate(blocks) for role, blocks in self.blocks.items()}
        fields = {
            role: Column(list(self.vocabularies[role]), columns[role]).map(lambda text: text or None)
            for role in ("eid", "score", "type", "text")
        }
        fields["score"] = fields["score"].map(self.scores.get)
        if not fields["text"].values:
            del fields["text"]
        return Spans(
            documents=list(self.vocabularies["document"]),
            document=columns["document"],
            start=columns["start"],
            end=columns["end"],
            line=columns["line"],
            fields=fields,
            origins=tuple(self.origins),
            warnings=tuple(self.warnings),
        )


def _lacking(header: CsvHeader, places: Mapping[str, int]) -> list[str]:
    """The columns that have to be there: offsets, and documents if nothing says what a column is."""
    lacking = [f"{role}s" for role in WANTED if role not in places]
    return lacking or (["documents"] if "document" not in places and len(places) < len(header.names) else [])


def _whole(cell: str) -> int | None:
    """The integer that a cell writes, None for none below LARGEST."""
    number = _number(cell)
    return int(number) if number is not None and number == int(number) and abs(number) < LARGEST else None


def _number(cell: str) -> float | None:
    """The finite number that a cell writes, with a point or a comma."""
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


READER = Reader(read, Spans, characters=True, implicit_documents=True)
