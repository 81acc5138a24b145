"""One file of WebAnno: its text, and the annotations of the layer that nerkit reads."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nerkit.exceptions import plural
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow, rows
from nerkit.readers.spans.label_studio import characters_of_units
from nerkit.readers.spans.span_table import Tally
from nerkit.readers.spans.webanno_layers import CHAINS, FIXED, RELATIONS, SPANS, Asked, Layers

TEXT = "#Text="
NOTHING, WITHOUT_VALUE = "_", "*"
OFFSETS = regex(r"(\d{1,15})-(\d{1,15})")
STACKED = regex(r"(?:\\.|[^\\|])+", re.DOTALL)  # a value between bars that are not escaped
NUMBERED = regex(r"((?:\\.|[^\\\[])*+)\[(\d+)\]", re.DOTALL)
LINK = regex(r"((?:\\.|[^\\])*?)->(?:\d+-)?(\d+)", re.DOTALL)  # a link of a chain: its relation and number
ESCAPED = regex(r"\\(->|[trn]|.)", re.DOTALL)
WHITE = {"t": "\t", "r": "\r", "n": "\n"}
NOT_READ = "not read, because nerkit reads another layer"
FORM = "write rows of sentence-token, tab, begin-end, tab, token, and one column per feature of the layers"


class UnitRow(NamedTuple):
    """A row of a sentence, and its begin and end in UTF-16 units."""

    row: TextRow
    begin: int
    end: int


@dataclass(slots=True)
class Annotated:
    """An annotation.

    line        the number of its first line
    start, end  its offsets in characters
    values      the values of its features
    chain       the number of its chain, or None
    """

    line: int
    start: int
    end: int
    values: list[str | None] = field(default_factory=list)
    chain: str | None = None


class WebAnnoDocument:
    """A parser of one WebAnno file, and its annotations."""

    def __init__(self, source: Source, asked: Asked, tally: Tally) -> None:
        self.source, self.tally, self.layers = source, tally, Layers(source.name, asked)
        self.last_row: dict[str, tuple[int, str]] = {}  # chain -> its last row without a link, and its key
        self.pieces: list[str] = []  # the pieces of the text
        self.units = self.characters = 0  # the length of the text so far, in UTF-16 units and characters
        self.lines: list[str] = []  # the lines of text of the current sentence
        self.rows: list[UnitRow] = []  # the rows of the current sentence
        self.annotations: dict[str, Annotated] = {}  # number of an annotation, or its line -> annotation

    def read(self) -> "WebAnnoDocument":
        """Parse all lines of the file; return the document."""
        for row in rows(self.source):
            if row.text.startswith((SPANS, CHAINS, RELATIONS)):
                self.layers.add(row.text)
            elif row.text.startswith(TEXT):  # begins a new sentence if rows precede it
                self._sentence()
                self.lines.append(_plain(row.text.removeprefix(TEXT)))
            elif row.cells and not (row.text.startswith("#") and len(row.cells) == 1):
                self._row(row)
        self._sentence()
        self.layers.choose()
        return self

    def _row(self, row: TextRow) -> None:
        cells = row.cells
        match = OFFSETS.fullmatch(cells[1]) if len(cells) >= FIXED else None
        if match is None:
            row.fail(min(len(cells), 2) - 1, "the second column has no offsets begin-end", FORM)
        if len(cells) < self.layers.columns:
            problem = f"{plural(len(cells), 'column')} where the layers need {self.layers.columns}"
            row.fail(len(cells) - 1, problem, FORM)
        begin, end = map(int, match.groups())
        if end < begin:
            row.fail(1, f"end {end} is before begin {begin}", FORM)
        self.rows.append(UnitRow(row, begin, end))
        self.layers.choose()
        for column, kind in self.layers.others.items():
            if cells[column] != NOTHING:
                self.tally.add(kind, NOT_READ, len(STACKED.findall(cells[column])))

    def _sentence(self) -> None:
        """Finish the current sentence: add its text, and the annotations of its rows."""
        if not self.rows:
            return
        row, begin, _ = self.rows[0]
        if self.lines:
            text = "\n".join(self.lines)
            begin -= _units(text[: max(text.find(_plain(row.cells[2])), 0)])
        else:
            text = _of_tokens(self.rows, begin)
        if begin < self.units:
            problem = f"the sentence begins at {begin}, but the sentence before it ends at {self.units}"
            row.fail(1, problem, FORM)
        gap = begin - self.units
        self.pieces += ["\n" * min(gap, 1) + " " * (gap - 1), text]
        self.characters += gap
        places = characters_of_units(text)
        for each in self.rows:
            self._place(each, begin, places)
        self.units = begin + len(places) - 1
        self.characters += len(text)
        self.lines, self.rows = [], []

    def _place(self, unit_row: UnitRow, begin: int, places: Sequence[int]) -> None:
        """Add the annotations of a row of the current sentence.

        *begin* is the UTF-16 unit where the sentence begins; *places* has the character of each of its units.
        """
        (row, *units), layer = unit_row, self.layers.chosen
        if units[1] - begin >= len(places) or units[0] < begin:
            row.fail(1, f"the offsets {row.cells[1]} fit no token of this sentence", FORM)
        start, end = (self.characters + places[unit - begin] for unit in units)
        cells = [] if layer is None else row.cells[layer.column : layer.end]
        if layer is None or set(cells) == {NOTHING}:
            return
        stacks = [STACKED.findall(cell) for cell in cells]
        if len(set(map(len, stacks))) > 1:
            problem = "the columns of the layer have different numbers of annotations"
            row.fail(layer.column, problem, FORM)
        for place, values in enumerate(zip(*stacks, strict=True)):
            if set(values) == {NOTHING}:
                continue
            matches = [NUMBERED.fullmatch(value) for value in values]
            number = next((match[2] for match in matches if match), None)
            bare = [match[1] if match else value for match, value in zip(matches, values, strict=True)]
            key, chain = number or f"{row.line}:{place}", None
            if layer.chains:
                chain, key, bare = self._link(number, row.line, bare)
            one = self.annotations.setdefault(key, Annotated(row.line, start, end, chain=chain))
            one.start, one.end = min(one.start, start), max(one.end, end)
            one.values = one.values or [
                None if value in (NOTHING, WITHOUT_VALUE) else _plain(value) for value in bare
            ]

    def _link(self, chain: str | None, number: int, values: list[str]) -> tuple[str | None, str, list[str]]:
        """The chain, the key and the plain values of a chain annotation in the row *number*.

        Rows with equal keys are one annotation. Without a link number, the row has the key of the row before
        it if both have the same chain and values.
        """
        links = [LINK.fullmatch(value) for value in values]
        plain = [match[1] if match else value for match, value in zip(links, values, strict=True)]
        link = next((match[2] for match in links if match), None)
        if link is not None:
            return chain, f"{chain}-{link}", plain
        kind = f"{chain}:{'|'.join(plain)}"
        last, key = self.last_row.get(kind, (0, ""))
        key = key if chain is not None and last == number - 1 else f"{kind}:{number}"
        self.last_row[kind] = number, key
        return chain, key, plain


def _plain(text: str) -> str:
    """A text with its escape sequences decoded."""
    return ESCAPED.sub(lambda match: WHITE.get(match[1], match[1]), text) if "\\" in text else text


def _units(text: str) -> int:
    """The number of UTF-16 units of a text."""
    return len(text.encode("utf-16-le")) // 2


def _of_tokens(rows: Sequence[UnitRow], begin: int) -> str:
    """The text of a sentence without a `#Text` line: its tokens at their offsets, and blanks between."""
    text, units = "", 0
    for row, start, _ in rows:
        token = _plain(row.cells[2])
        if start - begin >= units:
            text += " " * (start - begin - units) + token
            units = start - begin + _units(token)
    return text
