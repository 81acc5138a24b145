"""Which brackets of the system cross one of gold: they share words, and neither holds all words of the other.

    gold    (a b c) d        system  a (b c d)

A bracket from start to end is crossed by one that begins inside of it and ends behind it, or ends inside of
it and begins before it. So the largest end of those that begin at each place, and the least start of those
that end there, are looked at: the extremes of a range of places are taken from two overlapping ranges whose
length is a power of two.
"""

from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.scorers.tree.brackets import Brackets, Sides


def crossing(sides: Sides, pairs: int) -> BoolArray:
    """Whether each bracket of the system crosses a bracket of gold."""
    gold, system = sides.gold, sides.system
    found = _continuous(gold, system, pairs)
    gaps = np.zeros(pairs, bool)
    for side in (gold, system):
        gaps[side.pair[side.shape > 0]] = True
    if gaps.any():
        rows = np.flatnonzero(gaps[system.pair])
        found[rows] = [*_with_gaps(sides, gaps, rows)]
    return found


def _continuous(gold: Brackets, system: Brackets, pairs: int) -> BoolArray:
    """The same where no bracket has gaps."""
    longest = np.zeros(pairs, np.int64)
    for side in (gold, system):
        np.maximum.at(longest, side.pair, side.end)
    offset = np.cumsum(longest + 1) - longest - 1
    places = int(longest.sum()) + pairs
    ends, starts = np.full(places, -1), np.full(places, places)
    start, end = gold.start + offset[gold.pair], gold.end + offset[gold.pair]
    np.maximum.at(ends, start, end)
    np.minimum.at(starts, end, start)
    start, end = system.start + offset[system.pair], system.end + offset[system.pair]
    beyond = range_maximum(ends, start + 1, end)
    before = -range_maximum(-starts, start + 1, end)
    long = end - start > 1
    found: BoolArray = long & ((beyond > end) | (before < start))
    return found


def range_maximum(values: IntArray, first: IntArray, last: IntArray) -> IntArray:
    """The largest of the values in each range `[first, last)`; the least integer for an empty range."""
    found = np.full(len(first), np.iinfo(np.int64).min)
    length = last - first
    size = 1
    while (length >= size).any():
        rows = np.flatnonzero((length >= size) & (length < 2 * size))
        found[rows] = np.maximum(values[first[rows]], values[last[rows] - size])
        values = np.maximum(values[:-size], values[size:]) if len(values) > size else values
        size *= 2
    return found


def _with_gaps(sides: Sides, gaps: BoolArray, rows: IntArray) -> Iterator[bool]:
    """Whether each of some brackets of the system crosses one of gold; words are bits."""
    words: dict[int, set[int]] = {}
    some = np.flatnonzero(gaps[sides.gold.pair])
    for pair, bits in zip(sides.gold.pair[some].tolist(), _bits(sides, sides.gold, some), strict=True):
        words.setdefault(pair, set()).add(bits)
    found: dict[tuple[int, int], bool] = {}
    for key in zip(sides.system.pair[rows].tolist(), _bits(sides, sides.system, rows), strict=True):
        if key not in found:
            pair, bits = key
            found[key] = any(bits & gold and bits & ~gold and gold & ~bits for gold in words.get(pair, ()))
        yield found[key]


def _bits(sides: Sides, side: Brackets, rows: IntArray) -> Iterator[int]:
    """The words of brackets as bits."""
    columns = (side.shape[rows], side.start[rows], side.end[rows])
    for shape, start, end in zip(*(column.tolist() for column in columns), strict=True):
        stretches = sides.stretches[shape] if shape else ((start, end),)
        yield sum((1 << last) - (1 << first) for first, last in stretches)
