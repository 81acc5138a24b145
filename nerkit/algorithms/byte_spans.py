"""Words as spans of the bytes that they were read from, none of which is copied before one is wanted.

    data  b"Louis B-PER\\nof I-PER\\n"      start [0, 12]   end [5, 14]

Two texts of a million words are compared as integers of eight bytes, which takes a third of making them.
Texts that turned out to be equal share their bytes from then on: of many systems one text stays in memory,
and no two are compared twice.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import IntArray

NEWLINE = 10
WORD = 8  # bytes compared at a time
MASKS = np.array([(1 << (8 * n)) - 1 for n in range(WORD + 1)], np.uint64)  # of so many bytes
LONG = 1024  # bytes of a word above which texts are compared as a whole
Bytes = NDArray[np.uint8]
Spans = tuple[Bytes, IntArray, IntArray]  # data; start and end, ascending spans that do not touch


class WordBytes:
    """The words of a text, block by block; `bytes()` gives them in UTF-8, each ended by a newline."""

    def __init__(self, blocks: Sequence[Spans]) -> None:
        self.blocks = blocks

    @cached_property
    def _whole(self) -> bytes:
        return b"".join(copied(*block) for block in self.blocks)

    def __bytes__(self) -> bytes:
        return self._whole

    def __len__(self) -> int:
        return int(self._lengths().sum()) + sum(len(start) for _, start, _ in self.blocks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordBytes):
            return isinstance(other, bytes) and bytes(self) == other
        if self.blocks is other.blocks:
            return True
        length = self._lengths()
        if not np.array_equal(length, other._lengths()):
            return False
        if length.max(initial=0) > LONG:
            return bytes(self) == bytes(other)
        rows = np.arange(len(length))
        for place in range(0, int(length.max(initial=0)), WORD):
            rows = rows[length[rows] > place] if place else rows
            if not np.array_equal(self._words(rows, place), other._words(rows, place)):
                return False
        other.blocks = self.blocks
        return True

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> tuple[Callable[[bytes], bytes], tuple[bytes]]:
        """The form for other processes: the words alone, without anything that stands between them."""
        return bytes, (bytes(self),)

    def _lengths(self) -> IntArray:
        """The bytes of every word."""
        return np.concatenate([np.empty(0, np.int64), *(end - start for _, start, end in self.blocks)])

    def _words(self, rows: IntArray, place: int) -> NDArray[np.uint64]:
        """Eight bytes of these words, ascending, from a *place* in them on, as `eight_bytes`."""
        parts: list[NDArray[np.uint64]] = []
        first = 0
        for data, start, end in self.blocks:
            last = first + len(start)
            own = slice(*np.searchsorted(rows, (first, last)).tolist())
            chosen = rows[own] - first
            parts.append(eight_bytes(data, start[chosen] + place, end[chosen])[0])
            first = last
        return np.concatenate([np.empty(0, np.uint64), *parts])


class LateWords(Sequence[str]):
    """The words of bytes, each ended by a newline, as strings that are made when one of them is asked for."""

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

    def __len__(self) -> int:
        return self.raw.count(b"\n")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LateWords):
            return self.raw == other.raw
        return isinstance(other, list) and self._texts == other

    def __hash__(self) -> int:
        return hash(self.raw)

    def __reduce__(self) -> tuple[type["LateWords"], tuple[bytes]]:
        """The form for other processes: the bytes alone."""
        return LateWords, (self.raw,)


def copied(data: Bytes, start: IntArray, end: IntArray) -> bytes:
    """The bytes of ascending spans that do not touch, each ended by a newline."""
    if not len(start):
        return b""
    runs = np.empty(2 * len(start) + 1, np.int64)  # of bytes to leave and to take, in turn
    runs[0], runs[-1] = start[0], len(data) - end[-1] - 1
    runs[1::2] = end - start + 1
    runs[2:-1:2] = start[1:] - end[:-1] - 1
    taken = np.zeros(len(runs), bool)
    taken[1::2] = True
    data = data.copy()
    data[end] = NEWLINE
    return bytes(data[np.repeat(taken, runs)])


def eight_bytes(data: Bytes, start: IntArray, end: IntArray, count: int = 1) -> list[NDArray[np.uint64]]:
    """The first bytes of each span as *count* integers of eight bytes, zeros behind its end."""
    length = end - start
    if int(start.max(initial=0)) + WORD * count > len(data):  # they would go beyond the data
        data = np.append(data, np.zeros(WORD * (count + 1), np.uint8))
    eight = np.ndarray((len(data) - WORD + 1,), "<u8", data, strides=(1,))  # from every byte on
    shortest, words = int(length.min()) if len(length) else 0, list[NDArray[np.uint64]]()
    for first in range(0, WORD * count, WORD):
        word = eight[start + first if first else start]
        words.append(word if shortest >= first + WORD else word & MASKS[np.clip(length - first, 0, WORD)])
    return words
