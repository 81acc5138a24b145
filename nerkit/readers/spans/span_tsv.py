"""Annotations in tab-separated lines, one mention per line (neleval's format).

    document  start  end  [ id  [ score  [ type  [ id  score  type ]* ] ] ]

`start` and `end` are integers and **end is inclusive**: 3 to 4 is two characters. (In the corpus, offsets are
half-open as everywhere.) A mention without further columns has no id and no type. Further triples are
candidates, which nerkit keeps in `candidates`. The candidate with the best score counts; if scores are equal,
the first candidate counts. A missing score is the lowest. A type that begins with `{` is a JSON object whose
keys become fields.

Trailing tabs are not columns. The lines of a document can be anywhere in the file. A first line without
integer offsets is a header. Lines that begin with `#` are comments, unless their offsets are integers.
Headers, comments and blank lines are skipped, with one warning per kind.

Differences from neleval 3.1.1: An end before its start is an error in every measure, and not only in some
measures. An empty score means no score, and is not an error. A score of nan is an error. Headers, comments
and blank lines are skipped, and are not errors.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import LARGEST, NONE, Column, IntArray, LateColumn, Vocabulary
from nerkit.algorithms.digits import are_decimals
from nerkit.algorithms.keys import distinct
from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import Candidate, Spans
from nerkit.exceptions import InputError, plural
from nerkit.ground.meant import after
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.documents import Files
from nerkit.readers.columns.lines import TAB, Lines
from nerkit.readers.columns.small_files import groups, places
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.conditions import is_integer
from nerkit.readers.format import Reader, is_json
from nerkit.readers.leniency import of_part, where
from nerkit.readers.spans import types_as_ids

OFFSETS = 3  # columns before the first candidate: document, start, end
TRIPLE = 3  # columns of a candidate: id, score, type
NAMES = ("document", "start", "end", "eid", "score", "type")
KINDS = {"start": "an integer", "end": "an integer", "score": "a number", "type": "a JSON object"}
FORM = "write lines of document, start, end[, id[, score[, type[, id, score, type]…]]], separated by tabs"


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """Read all annotations of span-tsv files as one corpus.

    Raises InputError (file, line, column, remedy) for a line with too few columns, and for broken JSON.
    Further errors are an offset that is not an integer, an end before its start, and a score that is not a
    number. The number of candidate columns must be a multiple of three.
    """
    table, sources = _TsvTable(), list(sources)
    for joined, files in groups(sources, lines=True):
        if joined is None or not _add_joined(joined.text, files, table):
            for source, _ in files:
                _add(source, table)
    spans = table.spans()
    place, found = where(sources), types_as_ids.Found.of(spans)
    warning = types_as_ids.warning(place, found)
    told = (*spans.warnings, *([warning] if warning or of_part(sources) else []))
    return replace(spans, warnings=told, hints=types_as_ids.hints(place, found))


def _add(source: Source, table: "_TsvTable") -> None:
    """Add the annotations of one input to the table."""
    first_row, skipped = table.rows, _LineFilter(started=not source.is_first)
    for first, text in source.byte_blocks(closed=True):
        table.add(skipped.pick(source.name, first, text))
    table.origins.append(Origin(source.name, source.sha256, first_row))
    table.warnings += skipped.warnings(source.name)


def _add_joined(text: str, files: Files, table: "_TsvTable") -> bool:
    """Add the annotations of several files in one text to the table; return whether this is possible.

    Nothing is added if lines have different numbers of columns, or if a line can be a comment, a header or an
    error.
    """
    block = Lines.of(text, TAB)
    width, rows = int(block.width[0]), np.arange(len(block.start))
    of_one_width = OFFSETS <= width <= OFFSETS + TRIPLE and not (block.width != width).any()
    if not of_one_width or block.beginning_with((b"#",)):
        return False
    lines = SpanLines(files[0][0].name, block, 0, rows, files)
    if any(block.whole_numbers(*lines.cells(column)) is None for column in (1, 2)):  # a header, or a fault
        return False
    origins = [Origin(source.name, source.sha256, table.rows + begin) for source, begin in files]
    try:
        table.add(lines)
    except InputError:
        for source, _ in files:  # reading the files separately raises the error with its place in the file
            _add(source, _TsvTable())
        raise
    table.origins += origins
    return True


@record(frozen=True)
class SpanLines:
    """Some lines of a block of text.

    source  the name of the file
    block   all lines of the block
    first   the 1-based number of the block's first line in the file
    rows    the 0-based numbers of these lines in the block, ascending, shape (rows,)
    files   if the block joins several files, the files and their first lines
    """

    source: str
    block: Lines
    first: int
    rows: IntArray
    files: Files = ()

    @property
    def numbers(self) -> IntArray:
        """The 1-based number of each line in its file, shape (rows,)."""
        return places(self.files, self.rows)[1] if self.files else self.rows + self.first

    @property
    def widths(self) -> IntArray:
        """The number of columns of each line, shape (rows,)."""
        return self.block.width[self._places]

    def take(self, rows: IntArray) -> "SpanLines":
        """A selection of these lines; *rows* are indices into them."""
        return replace(self, rows=self.rows[rows])

    def text(self, i: int) -> str:
        """The text of line *i* of these lines."""
        row = self.rows[i]
        return self.block.data[self.block.start[row] : self.block.end[row]].tobytes().decode()

    def cells(self, column: int) -> tuple[IntArray, IntArray]:
        """The start and end of the 0-based *column* in each line; every line must have it."""
        return self.block.cells(self._places, column)

    @property
    def _places(self) -> IntArray | slice:
        """An index of these lines in the block: a slice if they are all lines, because this is faster."""
        return slice(None) if len(self.rows) == len(self.block.start) else self.rows

    def texts(self, column: int) -> list[str]:
        """The 0-based *column* as texts."""
        return self.block.texts(*self.cells(column))

    def column(self, column: int) -> Column:
        """The 0-based *column* as a `Column`."""
        return column_of(self.block.data, *self.cells(column))

    def parse(self, convert: Callable[[str], Any], column: int) -> list[Any]:
        """Apply *convert* to all values of the 0-based *column*.

        Raises InputError for the first value for which *convert* raises ValueError.
        """
        values = self.texts(column)
        try:
            return list(map(convert, values))
        except ValueError:
            for row, value in enumerate(values):
                if not converts(convert, value):
                    self.fail(row, column, f"{name_of(column)} {value!r} is not {KINDS[name_of(column)]}")
            raise

    def fail(self, row: int, column: int, problem: str, remedy: str = FORM) -> NoReturn:
        """Raise InputError for line *row* of these lines, with the caret at the 0-based *column*."""
        line = ColumnLine(self.source, int(self.numbers[row]), self.text(row))
        line.fail(problem, remedy, column, tabs=True)


def converts(convert: Callable[[str], Any], text: str) -> bool:
    """Whether *convert* accepts a text without a ValueError."""
    try:
        convert(text)
    except ValueError:
        return False
    return True


def name_of(column: int) -> str:
    """The name of the 0-based *column* of span-tsv."""
    return NAMES[column] if column < OFFSETS else NAMES[OFFSETS + (column - OFFSETS) % TRIPLE]


class _LineFilter:
    """A filter for headers, comments and blank lines of one input, which remembers their line numbers."""

    def __init__(self, *, started: bool = False) -> None:
        self.at: dict[str, list[int]] = {}
        self.started = started  # whether the first line has been read, so that no header can follow

    def pick(self, source: str, first: int, text: bytes) -> SpanLines:
        """The lines of a block that hold annotations, without trailing tabs; the block ends in a newline."""
        block = Lines.of(text, TAB, closed=True)
        rows = np.arange(len(block.start))
        lines = SpanLines(source, block, first, rows)
        suspects = {*np.flatnonzero(block.width < OFFSETS).tolist(), *block.beginning_with((b"#",))}
        dropped = [i for i in sorted(suspects) if self._skips(lines, i)]
        if not self.started:
            dropped += self._header(lines, set(dropped))
        if not dropped:
            return lines
        return lines.take(np.delete(rows, dropped))

    def warnings(self, source: str) -> list[str]:
        """One warning per kind of line that was skipped."""
        return [
            Warned("lines-skipped", len(numbers), map(str, numbers), side=source, kind=kind)
            for kind, numbers in self.at.items()
        ]

    def _skips(self, lines: SpanLines, i: int) -> bool:
        """Whether line *i* is blank or a comment. Raises InputError for another line with too few columns."""
        line = lines.text(i)
        if not line.strip():
            self._note("blank line", lines, i)
        elif line.startswith("#") and not _has_offsets(line):
            self._note("comment line", lines, i)
        elif lines.widths[i] < OFFSETS:
            columns = plural(int(lines.widths[i]), "column")
            lines.fail(i, OFFSETS, f"{columns} where at least {OFFSETS} are needed")
        else:
            return False
        return True

    def _header(self, lines: SpanLines, dropped: set[int]) -> list[int]:
        """A list with the index of the header: the first line that is not *dropped*, if it has no offsets.

        Empty if there is no header.
        """
        first = next((i for i in range(len(lines.rows)) if i not in dropped), None)
        if first is None:
            return []
        self.started = True
        if any(map(is_integer, lines.text(first).split("\t")[1:OFFSETS])):
            return []
        self._note("header line", lines, first)
        return [first]

    def _note(self, kind: str, lines: SpanLines, i: int) -> None:
        self.at.setdefault(kind, []).append(int(lines.numbers[i]))


class _TsvTable:
    """The columns of a corpus under construction, block by block.

    Ids and plain scores are kept as cells. They are converted to codes only when a measure reads them.
    """

    def __init__(self) -> None:
        self.vocabularies = {name: Vocabulary() for name in ("document", "eid", "score", "type")}
        self.blocks: list[dict[str, Any]] = []  # per block: column -> its codes, numbers or cells
        self.rows = 0
        self.candidates: dict[int, tuple[Candidate, ...]] = {}
        self.origins: list[Origin] = []
        self.warnings: list[str] = []

    def add(self, lines: SpanLines) -> None:
        """Add lines; lines with equal numbers of columns are parsed together."""
        widths = lines.widths
        absent = {name: np.full(len(widths), NONE, np.int64) for name in NAMES}
        block: dict[str, Any] = {**absent, "line": lines.numbers}
        different = distinct(widths)
        if len(different) == 1:
            block |= self._parsed(lines, int(different[0]), np.arange(len(widths)), late=True)
        for width in different if len(different) > 1 else ():
            rows = np.flatnonzero(widths == width)
            for name, values in self._parsed(lines.take(rows), int(width), rows).items():
                absent[name][rows] = values
        self.blocks.append(block)
        self.rows += len(widths)

    def spans(self) -> Spans:
        """The corpus of all added lines."""
        columns: dict[str, Any] = {name: self._codes(name) for name in ("document", "start", "end", "line")}
        fields = {
            "eid": LateColumn(lambda: self._column("eid")),
            "score": LateColumn(lambda: self._column("score").map(_score)),
            **self._type_fields(self._column("type")),
        }
        return Spans(
            **columns,
            documents=list(self.vocabularies["document"]),
            fields=fields,
            candidates=self.candidates,
            origins=tuple(self.origins),
            warnings=tuple(self.warnings),
        )

    def _column(self, name: str) -> Column:
        """The column *name* of all blocks, as texts."""
        codes = self._codes(name)  # fills the vocabulary
        return Column(list(self.vocabularies[name]), codes)

    def _codes(self, name: str) -> IntArray:
        """The codes or numbers of the column *name* of all blocks, shape (rows,); converts cells first."""
        for block in self.blocks:
            if isinstance(block[name], tuple):
                block[name] = self.vocabularies[name].recoded(column_of(*block[name]))
        return np.concatenate([np.empty(0, np.int64), *(block[name] for block in self.blocks)])

    def _parsed(self, lines: SpanLines, width: int, rows: IntArray, *, late: bool = False) -> dict[str, Any]:
        """The parsed columns of lines that all have *width* columns; *rows* are their indices in the block.

        With *late*, ids and plain decimal scores stay cells.
        """
        parsed: dict[str, Any] = _offsets(lines)
        parsed["document"] = self.vocabularies["document"].recoded(lines.column(0))
        if width > OFFSETS + TRIPLE:
            best = zip(NAMES[OFFSETS:], self._best(lines, width - OFFSETS, rows), strict=True)
            return parsed | {name: self.vocabularies[name].codes(texts) for name, texts in best}
        for at, name in enumerate(NAMES[OFFSETS:width], OFFSETS):
            cells = lines.cells(at)
            if late and (name == "eid" or (name == "score" and are_decimals(lines.block.data, *cells))):
                parsed[name] = lines.block.data, *cells
                continue
            column = lines.column(at)
            if name in CONVERTED and not all(converts(CONVERTED[name], text) for text in column.values):
                lines.parse(CONVERTED[name], at)
            parsed[name] = self.vocabularies[name].recoded(column)
        return parsed

    def _best(self, lines: SpanLines, width: int, rows: IntArray) -> list[list[str]]:
        """The columns id, score and type of the best candidate of each line; stores all candidates.

        *width* is the number of columns after the offsets.
        """
        if width % TRIPLE:
            columns_text = plural(width, "column")
            problem = (
                f"{columns_text} after the offsets: with several candidates each needs id, score and type"
            )
            lines.fail(0, OFFSETS + width // TRIPLE * TRIPLE, problem)
        columns = [lines.texts(OFFSETS + i) for i in range(width)]
        scores = [lines.parse(_score, OFFSETS + i) for i in range(1, width, TRIPLE)]
        for i in range(2, width, TRIPLE):
            lines.parse(_type, OFFSETS + i)
        best = []
        for row, *cells in zip((rows + self.rows).tolist(), *columns, *scores, strict=True):
            listed = zip(cells[:width:TRIPLE], cells[width:], cells[2:width:TRIPLE], strict=True)
            candidates = [Candidate(*candidate) for candidate in listed]
            order = sorted(range(len(candidates)), key=lambda at: _rank(candidates[at]))
            self.candidates[row] = tuple(candidates[at] for at in order)
            best.append(cells[TRIPLE * order[0] :][:TRIPLE])
        return list(map(list, zip(*best, strict=True)))

    def _type_fields(self, texts: Column) -> dict[str, Column]:
        """The column `type`, and one column per key of the JSON objects in it."""
        values = {text: _type(text) for text in texts.values}
        objects = [value for value in values.values() if isinstance(value, dict)]
        keys = list(dict.fromkeys(key for value in objects for key in value if key not in (*NAMES, "type")))
        hidden = sorted({key for value in objects for key in value if key in NAMES[:-1]})
        if hidden:
            self.warnings.append(Warned("keys-hidden", keys=", ".join(hidden)))

        return {key: texts.map(lambda text, key=key: _field(values[text], key)) for key in ("type", *keys)}


ENDS = "ends are inclusive: a mention of one character ends where it starts"


def _offsets(lines: SpanLines) -> dict[str, IntArray]:
    """The columns `start` and `end`, half-open. Raises InputError for an end before its start."""
    start, end = (_integers(lines, column) for column in (1, 2))
    end = end + after(1)
    backwards = np.flatnonzero(end <= start)
    if len(backwards):
        row = int(backwards[0])
        typed = lines.text(row).split("\t")
        relation = "before" if after(1) else "not after"
        problem = f"end {typed[2].strip()} is {relation} start {typed[1].strip()}"
        lines.fail(row, 2, problem, ENDS if after(1) else "")
    return {"start": start, "end": end}


def _integers(lines: SpanLines, column: int) -> IntArray:
    """A column of integers. Raises InputError for a cell that is not an integer, or is too far from zero."""
    plain = lines.block.whole_numbers(*lines.cells(column))
    if plain is not None:
        return plain
    values = np.array(lines.parse(int, column), object)
    far = np.flatnonzero(np.abs(values) >= LARGEST)
    if len(far):
        row = int(far[0])
        typed = lines.text(row).split("\t")[column]
        lines.fail(row, column, f"{name_of(column)} {typed} is beyond 2**53")
    return values.astype(np.int64)


def _rank(candidate: Candidate) -> float:
    """A key that sorts candidates: the best score first, a missing score last."""
    return math.inf if candidate.score is None else -candidate.score


def _score(text: str) -> float | None:
    """A candidate's score, or None if the cell is empty. Raises ValueError if it is not a number."""
    if not text.strip():
        return None
    value = float(text)
    if math.isnan(value):
        raise ValueError(text)
    return value


def _type(text: str) -> Any:
    """A type: a text, or the value of a text that begins with `{`. Raises ValueError for broken JSON."""
    if not text.startswith("{"):
        return text
    from nerkit.readers.json_text import decode

    return decode(text)


def _field(value: Any, key: str) -> Any:
    """The value of *key* in a type that is an object, or None; lists and objects become canonical JSON."""
    if not isinstance(value, dict):
        return value if key == "type" else None
    member = value.get(key)
    if not isinstance(member, list | dict):
        return member
    import json

    return json.dumps(member, sort_keys=True, ensure_ascii=False)


CONVERTED: dict[str, Callable[[str], Any]] = {"score": _score, "type": _type}


def _has_offsets(line: str) -> bool:
    fields = line.split("\t")
    return len(fields) >= OFFSETS and all(map(is_integer, fields[1:OFFSETS]))


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Guess whether an unrecognised text was meant for span-tsv: it has tabs, and corefud is not likely."""
    mentions = "corefud" in formats and "bio" not in formats
    return "\t" in head and not is_json(head) and not mentions


READER = Reader(
    read,
    Spans,
    guess=_meant,
    inclusive=True,
    implicit_documents=True,
    cut="first column",
)
