"""Lines and columns of a block of text as positions in its bytes, found for all lines at once.

A column is never made into Python strings: what repeats (tags) becomes codes of its distinct values, and what
does not (tokens) is copied as one piece of bytes.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.byte_columns import column_of, distinct_pieces
from nerkit.algorithms.byte_spans import NEWLINE, copied
from nerkit.algorithms.columns import Column, IntArray
from nerkit.algorithms.digits import are_decimals, whole_numbers
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned

TAB, BLANK = 9, 32
SPACE = " \t"  # what separates columns
TRAILING_TABS = regex(rb"(?<!\t)\t+$", re.MULTILINE)


class FilledCells(NamedTuple):
    """Cells with something in them: the place of each among some lines, its column, its begin and end."""

    row: IntArray
    column: IntArray
    start: IntArray
    end: IntArray


class Lines(NamedTuple):
    """A block of lines as bytes.

    data        the bytes; every line ends in a newline, columns are separated by one delimiter
    start, end  the positions of each line, its newline excluded
    separators  the positions of all delimiters, ascending
    before      how many of them are before each line
    width       the number of columns of each line, 0 for an empty line
    raw         the text as it was given, with the newline of its last line
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
        """The lines of a text, whose last one has a newline if it is *closed*. Blanks and tabs between
        blanks count as one and trailing tabs are not columns, unless lines are to be left *whole*.
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
            touching = np.flatnonzero(np.diff(borders) == 1)  # borders right before another one
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
        # places of a mask are taken faster than where it is true
        return cls(data, start, end, borders[np.flatnonzero(~line_end)], before, width, given)

    def beginning_with(self, marks: tuple[bytes, ...]) -> list[int]:
        """The lines that begin with one of these texts."""
        table = np.zeros(256, bool)
        table[[mark[0] for mark in marks]] = True
        suspects, rows = np.flatnonzero(table[self.data[self.start]]), set[int]()
        for mark in marks:
            alike = suspects
            for place, byte in enumerate(mark):  # as far as a newline at most, which is in no mark
                alike = alike[self.data[self.start[alike] + place] == byte]
            rows.update(alike.tolist())
        return sorted(rows)

    def written(self, rows: Sequence[int]) -> list[str]:
        """The given text of these lines."""
        if len(self.raw) == len(self.data):  # nothing was left out
            bounds = self.start[rows].tolist(), self.end[rows].tolist()
        else:
            ends = np.flatnonzero(np.frombuffer(self.raw, np.uint8) == NEWLINE)
            bounds = np.append(0, ends + 1)[rows].tolist(), ends[rows].tolist()
        return [self.raw[begin:end].decode() for begin, end in zip(*bounds, strict=True)]

    def cells(self, rows: IntArray | slice, column: int, *, rest: bool = False) -> tuple[IntArray, IntArray]:
        """Start and end of one column (0-based) of these lines; *rest* takes all to the end of the line."""
        after = self.before[rows] + column
        start = self.start[rows] if column == 0 else self.separators[after - 1] + 1
        if rest:
            return start, self.end[rows]
        inner = column + 1 < self.width[rows]
        if inner.all():
            return start, self.separators[after]
        end = np.array(self.end[rows])
        end[inner] = self.separators[after[inner]]
        return start, end

    def begins(self, rows: IntArray, column: IntArray) -> IntArray:
        """The begin of one cell of each of these lines, given the *column* (0-based) of each."""
        start, inner = np.array(self.start[rows]), np.flatnonzero(column > 0)
        start[inner] = self.separators[(self.before[rows] + column)[inner] - 1] + 1
        return start

    def filled(self, rows: IntArray, first: int, last: IntArray, nothing: str) -> FilledCells:
        """The cells of columns [first, last) of these lines that are not one of the characters of *nothing*;
        *last* has a number for each line.
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
        """The bytes of ascending cells that do not touch, each ended by a newline."""
        return copied(self.data, start, end)

    def texts(self, start: IntArray, end: IntArray) -> list[str]:
        """Cells as strings."""
        raw = self.data.tobytes()
        return [raw[i:j].decode() for i, j in zip(start.tolist(), end.tolist(), strict=True)]

    def column(self, rows: IntArray, column: int) -> Column:
        """One column (0-based) of these lines."""
        return column_of(self.data, *self.cells(rows, column))

    def whole_numbers(self, start: IntArray, end: IntArray) -> IntArray | None:
        """The numbers that cells of one to eight digits write; None where a cell is anything else."""
        numbers = whole_numbers(self.data, start, end)
        return numbers if len(numbers) and numbers.min() >= 0 else None

    def are_decimals(self, start: IntArray, end: IntArray) -> bool:
        """Whether all cells are one to eight digits, or a point among at most seven."""
        return are_decimals(self.data, start, end)

    def distinct(self, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
        """The first cell of each distinct value, and for every cell the place of its value among those."""
        return distinct_pieces(self.data, start, end)


def _single_blanks(data: NDArray[np.uint8]) -> bytes:
    """The bytes with one blank where several follow each other, and none where lines begin and end.

    The data end in a newline, which is left out.
    """
    blank, newline = data == BLANK, data == NEWLINE
    kept = ~blank
    kept[1:] |= ~(blank | newline)[:-1]  # the first of several, which no line begins with
    kept[0] = not blank[0]
    single = data[kept]
    ends = (single[:-1] == BLANK) & (single[1:] == NEWLINE)
    return bytes(single[:-1][~ends])


def lines_with(source: str, kind: str, verdict: str, numbers: list[int]) -> Warned:
    """The sentence about lines that hold something of a kind."""
    examples = map(str, numbers)
    return Warned("lines-with", len(numbers), examples, side=source, kind=kind, verdict=verdict)
