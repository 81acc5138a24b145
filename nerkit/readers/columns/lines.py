"""Find the lines and columns in a block of text, as positions in its bytes.

Columns are not converted to Python strings. A column with repeated values, such as tags, becomes integer
codes of the distinct values. A column of tokens is copied as one piece of bytes.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.byte_columns import column_of, distinct_pieces
from nerkit.algorithms.byte_spans import NEWLINE, copied
from nerkit.algorithms.columns import Column, IntArray
from nerkit.algorithms.digits import whole_numbers
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned

TAB, BLANK = 9, 32
SPACE = " \t"  # separators of columns
TRAILING_TABS = regex(rb"(?<!\t)\t+$", re.MULTILINE)


class FilledCells(NamedTuple):
    """Nonempty cells of some lines, as arrays of shape (cells,).

    row         the index of the cell's line among these lines
    column      its 0-based column
    start, end  its positions in the bytes
    """

    row: IntArray
    column: IntArray
    start: IntArray
    end: IntArray


class Lines(NamedTuple):
    """A block of lines as bytes.

    data        the bytes; each line ends in a newline, and a single delimiter separates columns
    start, end  the positions of each line without its newline, shape (lines,)
    separators  the positions of all delimiters, ascending, shape (delimiters,)
    before      the number of delimiters before each line, shape (lines,)
    width       the number of columns of each line, 0 for an empty line, shape (lines,)
    raw         the original text, with a final newline
    """

    data: NDArray[np.uint8]
    start: IntArray
    end: IntArray
    separators: IntArray
    before: IntArray
    width: IntArray
    raw: bytes

    @classmethod
    def of(cls, text: str | bytes, delimiter: int, *, whole: bool = False, closed: bool = False) -> "Lines":
        """Find the lines of a text.

        delimiter  TAB or BLANK; with BLANK, tabs also separate columns
        whole      keep all delimiters; otherwise several blanks count as one, and delimiters at the end of a
                   line do not count
        closed     whether the text ends in a newline
        """
        raw = text.encode() if isinstance(text, str) else text
        raw = given = raw if closed else raw + b"\n"
        if delimiter == BLANK and b"\t" in raw:
            raw = raw.replace(b"\t", b" ")
        data = np.frombuffer(raw, np.uint8)
        newline = data == NEWLINE
        borders = np.flatnonzero((data == delimiter) | newline)
        line_end = newline[borders]
        if not whole:
            touching = np.flatnonzero(np.diff(borders) == 1)  # borders directly before another border
            separates, ends_line = ~line_end[touching], line_end[touching + 1]
            if delimiter == TAB and (separates & ends_line).any():
                return cls.of(TRAILING_TABS.sub(b"", raw), delimiter, closed=True)._replace(raw=given)
            if delimiter == BLANK and (raw[:1] == b" " or (separates | ~ends_line).any()):
                return cls.of(_single_blanks(data), delimiter)._replace(raw=given)
        ends = np.flatnonzero(line_end)
        end = borders[ends]
        after = ends - np.arange(len(ends))  # delimiters up to the end of each line
        start, before = np.zeros_like(end), np.zeros_like(end)
        np.add(end[:-1], 1, out=start[1:])
        before[1:] = after[:-1]
        width = after - before
        width += end > start
        # indexing by positions is faster than by a mask
        return cls(data, start, end, borders[np.flatnonzero(~line_end)], before, width, given)

    def beginning_with(self, marks: tuple[bytes, ...]) -> list[int]:
        """The 0-based numbers of the lines that begin with one of *marks*, ascending."""
        table = np.zeros(256, bool)
        table[[mark[0] for mark in marks]] = True
        suspects, rows = np.flatnonzero(table[self.data[self.start]]), set[int]()
        for mark in marks:
            alike = suspects
            for place, byte in enumerate(mark):  # stops at a newline at the latest, because marks have none
                alike = alike[self.data[self.start[alike] + place] == byte]
            rows.update(alike.tolist())
        return sorted(rows)

    def written(self, rows: Sequence[int]) -> list[str]:
        """The original text of the lines *rows*."""
        if len(self.raw) == len(self.data):  # data has all bytes of the text
            bounds = self.start[rows].tolist(), self.end[rows].tolist()
        else:
            ends = np.flatnonzero(np.frombuffer(self.raw, np.uint8) == NEWLINE)
            bounds = np.append(0, ends + 1)[rows].tolist(), ends[rows].tolist()
        return [self.raw[begin:end].decode() for begin, end in zip(*bounds, strict=True)]

    def cells(
        self, rows: IntArray | slice, column: int | IntArray, *, rest: bool = False
    ) -> tuple[IntArray, IntArray]:
        """The start and end of the 0-based *column* in each of the lines *rows*, shape (rows,).

        *column* can have one number per line. With *rest*, the cell reaches to the end of the line.
        """
        after = self.before[rows] + column
        if not np.any(column):
            start = self.start[rows]
        elif isinstance(column, int):  # without a mask
            start = self.separators[after - 1] + 1
        else:
            start = np.where(column, self.separators[after - 1] + 1, self.start[rows])
        if rest:
            return start, self.end[rows]
        inner = column + 1 < self.width[rows]
        if inner.all():
            return start, self.separators[after]
        end = np.array(self.end[rows])
        end[inner] = self.separators[after[inner]]
        return start, end

    def filled(self, rows: IntArray, first: int, last: IntArray, nothing: str) -> FilledCells:
        """The cells of the columns [first, last) of the lines *rows* that are not empty.

        An empty cell is one of the characters of *nothing*. *last* has one number per line, shape (rows,).
        """
        count = np.maximum(last - first, 0)
        ahead = np.cumsum(count) - count  # cells before each line
        separator = np.repeat(self.before[rows] + first - 1 - ahead, count) + np.arange(count.sum())
        start, is_nothing = self.separators[separator] + 1, np.zeros(256, bool)
        is_nothing[list(nothing.encode())] = True
        behind = self.data.take(start + 1, mode="clip")
        alone = (behind == NEWLINE) | (behind == self.data[self.separators[:1]])
        full = np.flatnonzero(~(is_nothing[self.data[start]] & alone))
        row, start = np.repeat(np.arange(len(rows)), count)[full], start[full]
        column = full - ahead[row] + first
        after = np.append(self.separators, 0)[separator[full] + 1]
        end = np.where(column == self.width[rows][row] - 1, self.end[rows][row], after)
        return FilledCells(row, column, start, end)

    def copied(self, start: IntArray, end: IntArray) -> bytes:
        """The bytes of cells in ascending order, with a newline after each cell; cells must not touch."""
        return copied(self.data, start, end)

    def texts(self, start: IntArray, end: IntArray) -> list[str]:
        """The texts of cells, decoded."""
        raw = self.data.tobytes()
        return [raw[i:j].decode() for i, j in zip(start.tolist(), end.tolist(), strict=True)]

    def column(self, rows: IntArray, column: int) -> Column:
        """The 0-based *column* of the lines *rows*."""
        return column_of(self.data, *self.cells(rows, column))

    def whole_numbers(self, start: IntArray, end: IntArray) -> IntArray | None:
        """The numbers in cells, shape (cells,); None without cells, or if a cell is not 1 to 8 digits."""
        numbers = whole_numbers(self.data, start, end)
        return numbers if len(numbers) and numbers.min() >= 0 else None

    def distinct(self, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
        """The first cell with each distinct value, shape (values,), and the value's code for each cell."""
        return distinct_pieces(self.data, start, end)


def _single_blanks(data: NDArray[np.uint8]) -> bytes:
    """The text with runs of blanks reduced to one blank, and without blanks at the ends of lines.

    The newline at the end of *data* is left out.
    """
    blank, newline = data == BLANK, data == NEWLINE
    kept = ~blank
    kept[1:] |= ~(blank | newline)[:-1]  # the first blank of a run that is not at the start of a line
    kept[0] = not blank[0]
    single = data[kept]
    ends = (single[:-1] == BLANK) & (single[1:] == NEWLINE)
    return bytes(single[:-1][~ends])


def lines_with(source: str, kind: str, verdict: str, numbers: list[int]) -> Warned:
    """The warning about the lines *numbers* that hold items of the kind *kind*."""
    examples = map(str, numbers)
    return Warned("lines-with", len(numbers), examples, side=source, kind=kind, verdict=verdict)
