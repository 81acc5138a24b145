"""The lines of span-tsv files, with access to their columns and with errors that point at a column."""

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
    """Some lines of a block of text.

    source  the name of the file
    block   all lines of the block
    first   the 1-based number of the block's first line in the file
    rows    the 0-based numbers of these lines in the block, ascending, shape (rows,)
    """

    source: str
    block: Lines
    first: int
    rows: IntArray

    @property
    def numbers(self) -> IntArray:
        """The 1-based number of each line in the file, shape (rows,)."""
        return self.rows + self.first

    @property
    def widths(self) -> IntArray:
        """The number of columns of each line, shape (rows,)."""
        return self.block.width[self._places]

    def take(self, rows: IntArray) -> "SpanLines":
        """A selection of these lines; *rows* are indices into them."""
        return SpanLines(self.source, self.block, self.first, self.rows[rows])

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


@record(frozen=True)
class JoinedLines(SpanLines):
    """Some lines of a text that joins several files; *files* are the files and their first lines."""

    files: Files

    @property
    def numbers(self) -> IntArray:
        """The 1-based number of each line in its file, shape (rows,)."""
        return places(self.files, self.rows)[1]


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
