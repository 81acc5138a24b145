"""The lines of span TSV: columns of bytes, and complaints that point at one of them."""

from collections.abc import Callable
from typing import Any, NoReturn

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import Column, IntArray
from nerkit.ground.records import record
from nerkit.readers.columns.documents import Files
from nerkit.readers.columns.lines import Lines
from nerkit.readers.columns.small_files import places
from nerkit.readers.columns.text import ColumnLine

OFFSETS = 3  # columns before the first candidate: document, start, end
TRIPLE = 3  # columns of a candidate: id, score, type
NAMES = ("document", "start", "end", "eid", "score", "type")
KINDS = {"start": "an integer", "end": "an integer", "score": "a number", "type": "a JSON object"}
FORM = "write lines of document, start, end[, id[, score[, type[, id, score, type]…]]], separated by tabs"


@record(frozen=True)
class SpanLines:
    """Some lines of a block, by their places in it; knows how to complain about one of them.

    *first* is the number of the block's first line.
    """

    source: str
    block: Lines
    first: int
    rows: IntArray

    @property
    def numbers(self) -> IntArray:
        """The number of each line in the input."""
        return self.rows + self.first

    @property
    def widths(self) -> IntArray:
        """How many columns each line has."""
        return self.block.width[self._places]

    def take(self, rows: IntArray) -> "SpanLines":
        """Some of these lines."""
        return SpanLines(self.source, self.block, self.first, self.rows[rows])

    def text(self, i: int) -> str:
        """One line."""
        row = self.rows[i]
        return self.block.data[self.block.start[row] : self.block.end[row]].tobytes().decode()

    def cells(self, column: int) -> tuple[IntArray, IntArray]:
        """Start and end of a column, which all these lines have."""
        return self.block.cells(self._places, column)

    @property
    def _places(self) -> IntArray | slice:
        """The places in the block: they ascend, so if they are as many as its lines they are all."""
        return slice(None) if len(self.rows) == len(self.block.start) else self.rows

    def texts(self, column: int) -> list[str]:
        """A column as strings."""
        return self.block.texts(*self.cells(column))

    def column(self, column: int) -> Column:
        """Return the column of this number (from 0)."""
        return column_of(self.block.data, *self.cells(column))

    def parse(self, convert: Callable[[str], Any], column: int) -> list[Any]:
        """`convert` of all values of *column* (0-based)."""
        values = self.texts(column)
        try:
            return list(map(convert, values))
        except ValueError:
            for row, value in enumerate(values):
                if not converts(convert, value):
                    self.fail(row, column, f"{name_of(column)} {value!r} is not {KINDS[name_of(column)]}")
            raise

    def fail(self, row: int, column: int, problem: str, remedy: str = FORM) -> NoReturn:
        """Raise the InputError for one line, with the caret at *column* (0-based)."""
        line = ColumnLine(self.source, int(self.numbers[row]), self.text(row))
        line.fail(problem, remedy, column, tabs=True)


@record(frozen=True)
class JoinedLines(SpanLines):
    """The lines of several files in one text."""

    files: Files

    @property
    def numbers(self) -> IntArray:
        """The number of each line in its file."""
        return places(self.files, self.rows)[1]


def converts(convert: Callable[[str], Any], text: str) -> bool:
    """Whether a text can be converted."""
    try:
        convert(text)
    except ValueError:
        return False
    return True


def name_of(column: int) -> str:
    """The name of the 0-based *column*."""
    return NAMES[column] if column < OFFSETS else NAMES[OFFSETS + (column - OFFSETS) % TRIPLE]
