"""Annotations in tab-separated lines, one mention per line (neleval's format).

    document  start  end  [ id  [ score  [ type  [ id  score  type ]* ] ] ]

`start` and `end` are integers and **end is inclusive**: 3 to 4 is two characters (the columns here are
half-open, as everywhere). Without further columns a mention has no id and no type. Further triples are
candidates, which nerkit keeps in `candidates`. The candidate with the best score counts; of equal scores, the
first. A missing score is the lowest. A type that begins with `{` is a JSON object whose keys become fields.

Trailing tabs are not columns. Lines of a document may be anywhere in the file. A first line without integer
offsets is a header. Lines that begin with `#` are comments, unless their offsets are integers. Headers,
comments and blank lines are skipped and reported, one warning per kind.

Differences from neleval 3.1.1: an end before its start is an error in every measure (there in some); an empty
score is no score (there an error, though its own writer makes them); a score of nan is an error; headers,
comments and blank lines (there an error).
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import LARGEST, NONE, Column, IntArray, LateColumn, Vocabulary
from nerkit.algorithms.keys import distinct
from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import Candidate, Spans
from nerkit.exceptions import InputError, plural
from nerkit.ground.meant import after
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.documents import Files
from nerkit.readers.columns.lines import TAB, Lines
from nerkit.readers.columns.small_files import groups
from nerkit.readers.format import Reader, is_json
from nerkit.readers.leniency import of_part, where
from nerkit.readers.sample import Sample
from nerkit.readers.spans import types_as_ids
from nerkit.readers.spans.span_lines import NAMES, OFFSETS, TRIPLE, JoinedLines, SpanLines, converts, name_of


def recognise(sample: Sample) -> bool:
    """True when one of the first hundred lines has integers in its second and third tab-separated column,
    and no line before them names these otherwise than as starts and ends.
    """
    rows = [row for line in sample.text.split("\n")[:100] if len(row := line.split("\t")) >= OFFSETS]
    placed = [all(map(_is_integer, row[1:OFFSETS])) for row in rows]
    if True not in placed:
        return False
    first = next(row for row, has in zip(rows, placed, strict=True) if has or not row[0].startswith("#"))
    return any(map(_is_integer, first[1:OFFSETS])) or _names_offsets(first)


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """All annotations of the inputs as one corpus.

    Raises InputError (file, line, column, remedy) for a line with too few columns, an offset that is no
    integer, an end before its start, candidate columns that are no multiple of three, a score that is no
    number, broken JSON.
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
    """Add the annotations of one input."""
    first_row, skipped = table.rows, _LineFilter(started=not source.is_first)
    for first, text in source.byte_blocks(closed=True):
        table.add(skipped.pick(source.name, first, text))
    table.origins.append(Origin(source.name, source.sha256, first_row))
    table.warnings += skipped.warnings(source.name)


def _add_joined(text: str, files: Files, table: "_TsvTable") -> bool:
    """Add the annotations of several files in one text; False, and nothing is added, where a line is set
    aside or wrong, or where lines are of several widths.
    """
    block = Lines.of(text, TAB)
    width, rows = int(block.width[0]), np.arange(len(block.start))
    of_one_width = OFFSETS <= width <= OFFSETS + TRIPLE and not (block.width != width).any()
    if not of_one_width or block.beginning_with((b"#",)):
        return False
    lines = JoinedLines(files[0][0].name, block, 0, rows, files)
    if any(block.whole_numbers(*lines.cells(column)) is None for column in (1, 2)):  # a header, or a fault
        return False
    origins = [Origin(source.name, source.sha256, table.rows + begin) for source, begin in files]
    try:
        table.add(lines)
    except InputError:
        for source, _ in files:  # the file with the fault, read by itself, raises the error with its place
            _add(source, _TsvTable())
        raise
    table.origins += origins
    return True


class _LineFilter:
    """Sets headers, comments and blank lines of one input aside, and remembers where they were."""

    def __init__(self, *, started: bool = False) -> None:
        self.at: dict[str, list[int]] = {}
        self.started = started  # whether there can be no header any more

    def pick(self, source: str, first: int, text: bytes) -> SpanLines:
        """The lines of a closed block that hold annotations, without trailing tabs."""
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
        """One sentence for each kind of line that was set aside."""
        return list(_skipped(source, self.at))

    def _skips(self, lines: SpanLines, i: int) -> bool:
        """True for a blank or comment line; a line with too few columns is an error."""
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
        """The place of the header, if the first line that is left is one: neither offset is an integer."""
        first = next((i for i in range(len(lines.rows)) if i not in dropped), None)
        if first is None:
            return []
        self.started = True
        if any(map(_is_integer, lines.text(first).split("\t")[1:OFFSETS])):
            return []
        self._note("header line", lines, first)
        return [first]

    def _note(self, kind: str, lines: SpanLines, i: int) -> None:
        self.at.setdefault(kind, []).append(int(lines.numbers[i]))


def _skipped(source: str, at: Mapping[str, list[int]]) -> list[Warned]:
    """One sentence for each kind of line: *at* which lines they are."""
    return [
        Warned("lines-skipped", len(numbers), map(str, numbers), side=source, kind=kind)
        for kind, numbers in at.items()
    ]


class _TsvTable:
    """The columns of a corpus under construction, block by block.

    Ids and plain scores wait as cells, and get their codes when a measure reads them.
    """

    def __init__(self) -> None:
        self.vocabularies = {name: Vocabulary() for name in ("document", "eid", "score", "type")}
        self.blocks: list[dict[str, Any]] = []  # the codes or numbers of each column, or its cells
        self.rows = 0
        self.candidates: dict[int, tuple[Candidate, ...]] = {}
        self.origins: list[Origin] = []
        self.warnings: list[str] = []

    def add(self, lines: SpanLines) -> None:
        """Add these lines; those of one width are parsed together."""
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
        """The corpus of all lines added so far."""
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
        """The texts of all blocks."""
        codes = self._codes(name)  # which fills the vocabulary
        return Column(list(self.vocabularies[name]), codes)

    def _codes(self, name: str) -> IntArray:
        """A column of all blocks; cells that wait get their codes."""
        for block in self.blocks:
            if isinstance(block[name], tuple):
                block[name] = self.vocabularies[name].recoded(column_of(*block[name]))
        return np.concatenate([np.empty(0, np.int64), *(block[name] for block in self.blocks)])

    def _parsed(self, lines: SpanLines, width: int, rows: IntArray, *, late: bool = False) -> dict[str, Any]:
        """The columns of lines that all have *width* columns; *rows* are their places in the block. Ids, and
        scores that are plain decimals, may be *late*.
        """
        parsed: dict[str, Any] = _offsets(lines)
        parsed["document"] = self.vocabularies["document"].recoded(lines.column(0))
        if width > OFFSETS + TRIPLE:
            best = zip(NAMES[OFFSETS:], self._best(lines, width - OFFSETS, rows), strict=True)
            return parsed | {name: self.vocabularies[name].codes(texts) for name, texts in best}
        for at, name in enumerate(NAMES[OFFSETS:width], OFFSETS):
            cells = lines.cells(at)
            if late and (name == "eid" or (name == "score" and lines.block.are_decimals(*cells))):
                parsed[name] = lines.block.data, *cells
                continue
            column = lines.column(at)
            if name in CONVERTED and not all(converts(CONVERTED[name], text) for text in column.values):
                lines.parse(CONVERTED[name], at)
            parsed[name] = self.vocabularies[name].recoded(column)
        return parsed

    def _best(self, lines: SpanLines, width: int, rows: IntArray) -> list[list[str]]:
        """The columns of each line's top candidate, of *width* columns with candidates; all are kept."""
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
        top = []
        for k, row in enumerate(rows):
            ranks = [-math.inf if score[k] is None else score[k] for score in scores]
            order = sorted(range(len(ranks)), key=lambda c: -ranks[c])
            self.candidates[self.rows + int(row)] = tuple(
                Candidate(columns[3 * c][k], scores[c][k], columns[3 * c + 2][k]) for c in order
            )
            top.append(order[0])
        return [[columns[TRIPLE * c + j][k] for k, c in enumerate(top)] for j in range(TRIPLE)]

    def _type_fields(self, texts: Column) -> dict[str, Column]:
        """The column `type`, and one for every key of the JSON objects that are in its place."""
        values = {text: _type(text) for text in texts.values}
        objects = [value for value in values.values() if isinstance(value, dict)]
        keys = list(dict.fromkeys(key for value in objects for key in value if key not in (*NAMES, "type")))
        hidden = sorted({key for value in objects for key in value if key in NAMES[:-1]})
        if hidden:
            self.warnings.append(Warned("keys-hidden", keys=", ".join(hidden)))

        return {key: texts.map(lambda text, key=key: _field(values[text], key)) for key in ("type", *keys)}


ENDS = "ends are inclusive: a mention of one character ends where it starts"


def _offsets(lines: SpanLines) -> dict[str, IntArray]:
    """`start` and `end`, half-open."""
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
    """A column of integers. Raises InputError for one that is none, or too far from zero."""
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


def _score(text: str) -> float | None:
    """A candidate's score; an empty field is none."""
    if not text.strip():
        return None
    value = float(text)
    if math.isnan(value):
        raise ValueError(text)
    return value


def _type(text: str) -> Any:
    """A type: the text itself, or the JSON object it is."""
    if not text.startswith("{"):
        return text
    from nerkit.readers.json_text import decode

    return decode(text)


def _field(value: Any, key: str) -> Any:
    """The value of *key* in a type: None if it has none; lists and objects as canonical JSON."""
    if not isinstance(value, dict):
        return value if key == "type" else None
    member = value.get(key)
    if not isinstance(member, list | dict):
        return member
    import json

    return json.dumps(member, sort_keys=True, ensure_ascii=False)


CONVERTED: dict[str, Callable[[str], Any]] = {"score": _score, "type": _type}


def _is_integer(text: str) -> bool:
    return converts(int, text)


def _has_offsets(line: str) -> bool:
    fields = line.split("\t")
    return len(fields) >= OFFSETS and all(map(_is_integer, fields[1:OFFSETS]))


def _names_offsets(names: list[str]) -> bool:
    """Whether a header is of these columns in this order; others are those of CSV."""
    from nerkit.readers.csv_rows import CsvHeader
    from nerkit.readers.spans import csv_spans

    return csv_spans.is_positional(CsvHeader("\t", names))


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Whether a text that no format recognises is meant for this one: there are columns, not of mentions."""
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
