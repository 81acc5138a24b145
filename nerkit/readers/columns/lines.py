"""Lines and columns of a block of text as positions in its bytes, found for all lines at once.

A column is never made into Python strings: what repeats (tags) becomes codes of its distinct values, and what
does not (tokens) is copied as one piece of bytes.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.byte_spans import NEWLINE, WORD, copied, eight_bytes
from nerkit.algorithms.columns import BoolArray, Column, IntArray
from nerkit.errors import plural, some
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Added

TAB, BLANK = 9, 32
POINT, ZERO, TEN = ord("."), np.uint8(ord("0")), 10
SPACE = " \t"  # what separates columns
LONG = 128  # bytes of a piece above which it is looked up by itself
SLOTS = 1 << 16  # of the table that finds distinct values
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd and irregular, so that products spread over the high bits
ALL = np.uint64(2**64 - 1)
ZEROS, HIGH, SIX, THREES = (np.uint64(byte * 0x0101010101010101) for byte in (0x30, 0xF0, 0x06, 0x33))
DIGITS = [  # which halves are put together: where they are, ten times the first and the second, how far down
    (np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(10 << 8 | 1), np.uint64(8)),
    (np.uint64(0x00FF00FF00FF00FF), np.uint64(100 << 16 | 1), np.uint64(16)),
    (np.uint64(0x0000FFFF0000FFFF), np.uint64(10_000 << 32 | 1), np.uint64(32)),
]

TRAILING_TABS = regex(rb"(?<!\t)\t+$", re.MULTILINE)


class Lines(NamedTuple):
    """A block of lines as bytes.

    data        the bytes; every line ends in a newline, columns are separated by one delimiter
    start, end  the positions of each line, its newline excluded
    separators  the positions of all delimiters, ascending
    before      how many of them stand before each line
    width       the number of columns of each line, 0 for an empty one
    raw         the text as it was given
    """

    data: NDArray[np.uint8]
    start: IntArray
    end: IntArray
    separators: IntArray
    before: IntArray
    width: IntArray
    raw: bytes

    @classmethod
    def of(cls, text: str | bytes, delimiter: int, *, whole: bool = False) -> "Lines":
        """The lines of a text. Blanks and tabs between blanks count as one and trailing tabs are no columns,
        unless lines are to be left *whole*.
        """
        raw = given = text.encode() if isinstance(text, str) else text
        if delimiter == BLANK and b"\t" in raw:
            raw = raw.replace(b"\t", b" ")
        data, borders = _borders(raw, delimiter)
        line_end = data[borders] == NEWLINE
        touching = np.flatnonzero(np.diff(borders) == 1)
        if delimiter == TAB and not whole and (~line_end[touching] & line_end[touching + 1]).any():
            return cls.of(TRAILING_TABS.sub(b"", raw), delimiter)._replace(raw=given)
        spaced = raw[:1] == b" " or not (line_end[touching] & line_end[touching + 1]).all()
        if delimiter == BLANK and not whole and spaced:
            return cls.of(_single_blanks(data), delimiter)._replace(raw=given)
        ends = np.flatnonzero(line_end)
        end = borders[ends]
        start = np.append(0, end[:-1] + 1)
        after = ends - np.arange(len(ends))  # delimiters up to the end of each line
        before = np.append(0, after[:-1])
        width = np.where(end > start, after - before + 1, 0)
        return cls(data, start, end, borders[~line_end], before, width, given)

    def beginning_with(self, marks: tuple[bytes, ...]) -> list[int]:
        """The lines that begin with one of these texts."""
        table = np.zeros(256, bool)
        table[[mark[0] for mark in marks]] = True
        rows = np.flatnonzero(table[self.data[self.start]])
        if all(len(mark) == 1 for mark in marks):
            return rows.tolist()
        starts, longest = self.start[rows].tolist(), max(map(len, marks))
        beginnings = [bytes(self.data[at : at + longest]) for at in starts]
        return [row for row, text in zip(rows.tolist(), beginnings, strict=True) if text.startswith(marks)]

    def written(self, rows: Sequence[int]) -> list[str]:
        """These lines as they stand in the text that was given."""
        if len(self.raw) + 1 == len(self.data):  # nothing was left out
            bounds = self.start[rows].tolist(), self.end[rows].tolist()
        else:
            ends = np.append(np.flatnonzero(np.frombuffer(self.raw, np.uint8) == NEWLINE), len(self.raw))
            bounds = np.append(0, ends + 1)[rows].tolist(), ends[rows].tolist()
        return [self.raw[begin:end].decode() for begin, end in zip(*bounds, strict=True)]

    def cells(self, rows: IntArray, column: int, *, rest: bool = False) -> tuple[IntArray, IntArray]:
        """Start and end of one column (0-based) of these lines; *rest* takes all to the end of the line."""
        start = self.start[rows] if column == 0 else self.separators[self.before[rows] + column - 1] + 1
        if rest:
            return start, self.end[rows]
        after, inner = self.before[rows] + column, column + 1 < self.width[rows]
        if inner.all():
            return start, self.separators[after]
        end = self.end[rows]
        end[inner] = self.separators[after[inner]]
        return start, end

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
        """The numbers that cells of one to eight digits write; None where a cell is anything else.

        The eight bytes of a cell, zeros before its first digit, are made into pairs of digits, these into
        groups of four, and these into the number: three multiplications for all cells at once.
        """
        length = end - start
        if not len(length) or length.min() < 1 or length.max() > WORD:
            return None
        (word,) = _words(self.data, start, end)
        absent = (WORD * (WORD - length)).astype(np.uint64)  # bits without digits
        word = (word << absent) | (ZEROS & ~(ALL << absent))
        if (((word & HIGH) | (((word + SIX) & HIGH) >> np.uint64(4))) != THREES).any():
            return None
        for mask, factor, bits in DIGITS:
            word = ((word & mask) * factor) >> bits
        return word.astype(np.int64)

    def are_decimals(self, start: IntArray, end: IntArray) -> bool:
        """Whether all cells are one to eight digits, or a point among at most seven."""
        length = end - start
        if not len(length) or length.min() < 1 or length.max() > WORD:
            return False
        points = np.zeros(len(start), np.int8)
        for place in range(int(length.max())):
            letter = self.data[np.minimum(start + place, end - 1)]
            is_point = (letter == POINT) & (length > place)
            if not (is_point | (letter - ZERO < TEN) | (length <= place)).all():
                return False
            points += is_point
        return bool((points <= 1).all() and (points < length).all())

    def distinct(self, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
        """The first cell of each distinct value, and for every cell the place of its value among those."""
        return distinct_pieces(self.data, start, end)


def distinct_pieces(data: NDArray[np.uint8], start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
    """The first of some pieces of bytes with each distinct value, and for every piece the place of its value
    among those.

    Pieces are hashed into a table and compared with the one that owns their slot; those that differ from it
    go another round with another hash, so the result is exact. Those of more than LONG bytes are looked up
    one by one, as all would take as much room as the longest.
    """
    length = end - start
    owner = np.empty(len(start), np.int64)
    first_of: dict[bytes, int] = {}
    for row in np.flatnonzero(length > LONG).tolist():
        owner[row] = first_of.setdefault(data[start[row] : end[row]].tobytes(), row)
    words = _words(data, start, np.minimum(end, start + LONG))
    repeats = _repeats(words, length)  # of lines behind each other, as those of a document
    rows, turn = np.flatnonzero((length <= LONG) & ~repeats), 0
    while len(rows):
        slot = _slots([word[rows] for word in words], length[rows], turn)
        table = np.empty(SLOTS, np.int64)
        table[slot[::-1]] = rows[::-1]  # the first row of each slot stays
        candidate = table[slot]
        same = np.equal(length[rows], length[candidate])
        for word in words:
            same &= word[rows] == word[candidate]
        owner[rows[same]] = candidate[same]
        rows, turn = rows[~same], turn + 1
    if repeats.any():
        leaders = np.flatnonzero(~repeats)
        owner = owner[leaders[np.cumsum(~repeats) - 1]]
    is_first = owner == np.arange(len(owner))
    place = np.cumsum(is_first) - 1
    return np.flatnonzero(is_first), place[owner]


def column_of(data: NDArray[np.uint8], start: IntArray, end: IntArray) -> Column:
    """Pieces of bytes as texts, each distinct one decoded once."""
    firsts, codes = distinct_pieces(data, start, end)
    bounds, text = zip(start[firsts].tolist(), end[firsts].tolist(), strict=True), data.data
    return Column([str(text[begin:until], "utf-8") for begin, until in bounds], codes)


def _borders(raw: bytes, delimiter: int) -> tuple[NDArray[np.uint8], IntArray]:
    """The bytes with a newline at their end, and the positions of all delimiters and newlines."""
    data = np.frombuffer(raw + b"\n", np.uint8)
    return data, np.flatnonzero((data == delimiter) | (data == NEWLINE))


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


def _words(data: NDArray[np.uint8], start: IntArray, end: IntArray) -> list[NDArray[np.uint64]]:
    """The bytes of each cell as integers of eight bytes, zeros behind its end."""
    longest = int((end - start).max(initial=1))
    return eight_bytes(data, start, end, (longest + WORD - 1) // WORD)


def _repeats(words: list[NDArray[np.uint64]], length: IntArray) -> BoolArray:
    """The pieces that are equal to the one before; none unless every other one is, and of long ones none."""
    repeats = np.append(False, length[1:] == length[:-1])[: len(length)]
    for word in words:
        repeats[1:] &= word[1:] == word[:-1]
        if 2 * np.count_nonzero(repeats) < len(length):
            return np.zeros(len(length), bool)
    return repeats & (length <= LONG)


def _slots(words: list[NDArray[np.uint64]], length: IntArray, turn: int) -> NDArray[np.uint64]:
    """A slot for each cell; another one at another turn."""
    mixed = length.astype(np.uint64) + np.uint64(turn)
    for word in words:
        mixed = (mixed ^ word) * FACTOR
        mixed ^= mixed >> np.uint64(29)
    return (mixed * FACTOR) >> np.uint64(48)


def lines_with(source: str, kind: str, verdict: str, numbers: list[int]) -> Added:
    """The sentence about lines that hold something of a kind."""
    lines = f"{plural(len(numbers), 'line')} with a {kind} (line {some(map(str, numbers))})"
    rank = int(kind != "comment")
    return Added(f"{source}: {lines}, {verdict}", _all_lines_with, (source, kind, verdict, numbers), rank)


def _all_lines_with(parts: Sequence[Added]) -> list[Added]:
    """The sentence about the lines of all parts of a file."""
    source, kind, verdict, _ = parts[0].data
    return [lines_with(source, kind, verdict, [number for part in parts for number in part.data[3]])]
