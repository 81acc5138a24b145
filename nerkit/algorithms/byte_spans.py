"""Words as spans of the bytes that they were read from. Bytes are copied only when they are needed.

    data  b"Louis B-PER\\nof I-PER\\n"      start [0, 12]   end [5, 14]

Two texts of a million words are compared as integers of eight bytes, in a third of the time that it takes to
copy them. Equal texts share their bytes after the first comparison. Therefore one copy of the text of many
systems stays in memory, and no two texts are compared twice.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import BoolArray, IntArray

NEWLINE = 10
WORD = 8  # bytes compared at a time
MASKS = np.array([(1 << (8 * n)) - 1 for n in range(WORD + 1)], np.uint64)  # masks of n bytes
ONE, SEVEN, LAST_BYTE = np.uint64(1), np.uint64(7), np.uint64(56)
ONES, TOPS = (np.uint64(byte * 0x0101010101010101) for byte in (0x01, 0x80))  # one bit in every byte
LONG = 1024  # if a word has more bytes, texts are compared as a whole
KEPT = 2**19  # up to so many words, the integers of a text are kept for further comparisons
Bytes = NDArray[np.uint8]
Eights = tuple[IntArray, NDArray[np.uint64], NDArray[np.uint64]]
Spans = tuple[Bytes, IntArray, IntArray]  # data; start and end, ascending spans that do not touch


class WordBytes:
    """The words of a text, block by block. `bytes()` gives the words in UTF-8, each with a newline at its
    end.
    """

    def __init__(self, blocks: Sequence[Spans]) -> None:
        self.blocks = blocks

    @cached_property
    def _whole(self) -> bytes:
        return b"".join(copied(*block) for block in self.blocks)

    def __bytes__(self) -> bytes:
        return self._whole

    def __len__(self) -> int:
        return int(self.lengths.sum()) + sum(len(start) for _, start, _ in self.blocks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordBytes):
            return isinstance(other, bytes) and bytes(self) == other
        if self.blocks is other.blocks:
            return True
        length = self.lengths
        if not np.array_equal(length, other.lengths):
            return False
        if not self.are_short:
            return bytes(self) == bytes(other)
        eights = self._kept_eights if len(length) <= KEPT else self._eights()
        for place, (rows, masks, words) in enumerate(eights):
            others = other.eight_from(rows, place * WORD, cut=False) if place else other._beginnings()
            others ^= words
            others &= masks
            if others.any():
                return False
        other.blocks = self.blocks
        return True

    @cached_property
    def _kept_eights(self) -> list[Eights]:
        return list(self._eights())

    def _eights(self) -> Iterator[Eights]:
        """Yield for each step of eight bytes: the words that are long enough, masks of their bytes, the
        bytes unmasked.
        """
        length = self.lengths
        yield np.empty(0, np.int64), MASKS.take(length, mode="clip"), self._beginnings()  # all words
        rows = np.flatnonzero(length > WORD)
        for place in range(WORD, int(length.max(initial=0)), WORD):
            rows = rows[length[rows] > place]
            yield rows, MASKS.take(length[rows] - place, mode="clip"), self.eight_from(rows, place, cut=False)

    def _beginnings(self) -> NDArray[np.uint64]:
        """Return the first eight bytes of every word, followed by other bytes if the word is shorter."""
        parts = (_pieces(data, start, 1)[start] for data, start, _ in self.blocks)
        return np.concatenate([np.empty(0, np.uint64), *parts])

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> tuple[Callable[[bytes], bytes], tuple[bytes]]:
        """Pickle the words alone, without the bytes between them."""
        return bytes, (bytes(self),)

    @cached_property
    def lengths(self) -> IntArray:
        """The number of bytes in every word."""
        return np.concatenate([np.empty(0, np.int64), *(end - start for _, start, end in self.blocks)])

    @property
    def are_short(self) -> bool:
        """Whether all words have at most LONG bytes, so that they are compared eight bytes at a time."""
        return bool(self.lengths.max(initial=0) <= LONG)

    @cached_property
    def characters(self) -> IntArray:
        """The number of characters in every word: its bytes without continuation bytes (10xxxxxx)."""
        count = self.lengths.copy()
        rows = np.arange(len(count))
        for place in range(0, int(count.max(initial=0)), WORD):
            rows = rows[self.lengths[rows] > place] if place else rows
            words = self.eight_from(rows, place)
            going_on = words & ~(words << ONE) & TOPS  # the top bit of each byte 10xxxxxx
            count[rows] -= (((going_on >> SEVEN) * ONES) >> LAST_BYTE).astype(np.int64)  # their number
        return count

    def holding(self, wanted: bytes) -> BoolArray:
        """Return whether each word contains one of the *wanted* bytes, shape (words,). All words must be
        short.
        """
        holding = np.zeros(len(self.lengths), bool)
        rows = np.arange(len(holding))
        for place in range(0, int(self.lengths.max(initial=0)), WORD):
            rows = rows[self.lengths[rows] > place] if place else rows
            words = self.eight_from(rows, place)
            for byte in wanted:
                zero = words ^ (ONES * np.uint64(byte))  # the byte becomes 0, and 0 - 1 sets its top bit
                holding[rows] |= ((zero - ONES) & ~zero & TOPS) != 0
        return holding

    def equal(self, rows: IntArray, other: "WordBytes", others: IntArray) -> BoolArray:
        """Return whether words equal words of another text, shape (rows,); both lists of rows ascend."""
        length = self.lengths[rows]
        equal: BoolArray = length == other.lengths[others]
        pairs = np.flatnonzero(equal)
        for place in range(0, int(length.max(initial=0)), WORD):
            pairs = pairs[length[pairs] > place] if place else pairs
            equal[pairs[self._differ(rows[pairs], other, others[pairs], place)]] = False
        return equal

    def _differ(self, rows: IntArray, other: "WordBytes", others: IntArray, place: int) -> BoolArray:
        """Return whether eight bytes from *place* on differ between words of two texts, which are equally
        long.
        """
        left, right = self.eight_from(rows, place, cut=False), other.eight_from(others, place, cut=False)
        left ^= right
        left &= MASKS.take(self.lengths[rows] - place, mode="clip")
        differ: BoolArray = left != 0
        return differ

    def part(self, rows: IntArray) -> list[Spans]:
        """Return some words, ascending, as blocks."""
        return [(data, start[own], end[own]) for data, start, end, own in self._chosen(rows)]

    def _chosen(self, rows: IntArray) -> Iterator[tuple[Bytes, IntArray, IntArray, IntArray]]:
        """Yield each block with the places, in the block, of the chosen rows."""
        first = 0
        for data, start, end in self.blocks:
            last = first + len(start)
            yield data, start, end, rows[slice(*np.searchsorted(rows, (first, last)).tolist())] - first
            first = last

    def eight_from(self, rows: IntArray, place: int, *, cut: bool = True) -> NDArray[np.uint64]:
        """Return eight bytes of some words, ascending, from *place* on.

        With *cut*, bytes behind the end of a word are 0; otherwise other bytes follow.
        """
        parts = [
            eight_bytes(data, first, end[own])[0] if cut else _pieces(data, first, 1)[first]
            for data, start, end, own in self._chosen(rows)
            for first in [start[own] + place]
        ]
        return np.concatenate([np.empty(0, np.uint64), *parts])


class LateWords(Sequence[str]):
    """The words of bytes, each ended by a newline, as strings that are made when one is read."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    @cached_property
    def _texts(self) -> list[str]:
        return self.raw.decode().split("\n")[:-1]

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self._texts[place]

    @cached_property
    def _length(self) -> int:
        return self.raw.count(b"\n")

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LateWords):
            return self.raw == other.raw
        return isinstance(other, list) and self._texts == other

    def __hash__(self) -> int:
        return hash(self.raw)

    def __reduce__(self) -> tuple[type["LateWords"], tuple[bytes]]:
        """Pickle the bytes alone."""
        return LateWords, (self.raw,)


def copied(data: Bytes, start: IntArray, end: IntArray) -> bytes:
    """Return the bytes of ascending spans that do not touch, each ended by a newline."""
    if not len(start):
        return b""
    runs = np.empty(2 * len(start) + 1, np.int64)  # numbers of bytes to skip and to take, in turn
    runs[0], runs[-1] = start[0], len(data) - end[-1] - 1
    runs[1::2] = end - start + 1
    runs[2:-1:2] = start[1:] - end[:-1] - 1
    taken = np.zeros(len(runs), bool)
    taken[1::2] = True
    data = data.copy()
    data[end] = NEWLINE
    return bytes(data[np.repeat(taken, runs)])


def eight_bytes(data: Bytes, start: IntArray, end: IntArray, count: int = 1) -> list[NDArray[np.uint64]]:
    """Return the first bytes of each span as *count* integers of eight bytes, padded with zeros."""
    length = end - start
    # numpy takes a long item as quickly as a short one, so all bytes of a span are one item
    pieces = _pieces(data, start, count)[start].view("<u8").reshape(len(start), count)
    shortest, words = int(length.min()) if len(length) else 0, list[NDArray[np.uint64]]()
    for number in range(count):
        word, first = pieces[:, number], WORD * number
        words.append(word if shortest >= first + WORD else word & MASKS.take(length - first, mode="clip"))
    return words


def _pieces(data: Bytes, start: IntArray, count: int) -> NDArray[Any]:
    """Return a view with *count* times eight bytes from every byte on; padded if a *start* needs more
    bytes.
    """
    size = WORD * count
    if int(start.max(initial=0)) + size > len(data):  # the last item would go beyond the data
        data = np.append(data, np.zeros(size, np.uint8))
    kind = "<u8" if count == 1 else f"V{size}"
    return np.ndarray((len(data) - size + 1,), kind, data, strides=(1,))


def eight_before(data: Bytes, end: IntArray) -> NDArray[np.uint64]:
    """The eight bytes before each *end*, zeros before the data."""
    if int(end.min(initial=len(data))) < WORD:
        data, end = np.append(np.zeros(WORD, np.uint8), data), end + WORD
    eights: NDArray[np.uint64] = np.ndarray((len(data) - WORD + 1,), "<u8", data, strides=(1,))
    return eights[end - WORD]
