"""Overlap of half-open intervals `[start, end)` within groups, on arrays.

Both sides may hold nested, crossing and equal intervals. Lengths are integers of at least 1; a group is any
integer, and intervals of different groups never overlap.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nerkit.algebra.keys import distinct, expand
from nerkit.model import FloatArray, IntArray

CHUNK = 4_000_000  # pairs that are looked at together; bounds memory when everything overlaps everything


class Intervals(NamedTuple):
    """Columns of one length: the group of each interval, its start and its end (exclusive)."""

    group: IntArray
    start: IntArray
    end: IntArray

    def take(self, rows: IntArray) -> "Intervals":
        return Intervals(self.group[rows], self.start[rows], self.end[rows])


def largest_overlap(left: Intervals, right: Intervals) -> IntArray:
    """For each left interval, the positions it shares with the right one that shares most."""
    best = np.zeros(len(left.group), np.int64)
    for rows, _, shared in overlapping_pairs(left, right):
        np.maximum.at(best, rows, shared)
    return best


def covered(left: Intervals, right: Intervals) -> IntArray:
    """For each left interval, how many of its positions any right interval covers."""
    if not len(left.group) or not len(right.group):
        return np.zeros(len(left.group), np.int64)
    axis = _Axis(left, right)
    start, end = axis.keys(right.group, right.start), axis.keys(right.group, right.end)
    order = np.argsort(start, kind="stable")
    start, reach = start[order], np.maximum.accumulate(end[order])
    fresh = np.append(True, start[1:] > reach[:-1])  # where a new stretch of covered positions begins
    start, reach = start[fresh], np.append(reach[np.flatnonzero(fresh)[1:] - 1], reach[-1])
    before = np.append(0, np.cumsum(axis.positions(reach) - axis.positions(start)))

    def covered_before(group: IntArray, position: IntArray) -> IntArray:
        """Covered positions of all stretches up to this position, those of earlier groups included."""
        key = axis.keys(group, position)
        stretch = np.searchsorted(start, key, "right") - 1
        inside = axis.positions(np.minimum(reach[stretch], key)) - axis.positions(start[stretch])
        return before[np.maximum(stretch, 0)] + np.where(stretch >= 0, inside, 0)

    return covered_before(left.group, left.end) - covered_before(left.group, left.start)


def best_credit(left: Intervals, rows: IntArray, right: Intervals, credit: FloatArray) -> FloatArray:
    """For each left interval, the sum over its positions of the best credit that covers the position.

    Pair *k* says that `right` interval *k*, clipped to left interval `rows[k]`, gives its positions `credit[k] > 0`.
    """
    total = np.zeros(len(left.group))
    levels = np.unique(credit)[::-1]
    for level, lower in zip(levels, np.append(levels[1:], 0), strict=True):
        reached = credit >= level
        inner = Intervals(rows[reached], right.start[reached], right.end[reached])
        outer = Intervals(np.arange(len(left.group)), left.start, left.end)
        total += (level - lower) * covered(outer, inner)
    return total


def overlapping_pairs(left: Intervals, right: Intervals) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
    """Chunks of all overlapping pairs: places in left, places in right, positions shared.

    The right intervals are taken by classes of length, a class holding lengths from 2**k to below 2**(k+1): those that
    overlap a left interval start at most 2**(k+1) before it, so little else is looked at however deep they nest.
    """
    if not len(left.group) or not len(right.group):
        return
    axis = _Axis(left, right)
    # frexp is exact enough: a class boundary off by one position costs a comparison, never a pair
    classes = np.frexp((right.end - right.start).astype(float))[1]
    until = axis.keys(left.group, left.end)
    for size in np.flatnonzero(np.bincount(classes)):
        places = np.flatnonzero(classes == size)
        start = axis.keys(right.group[places], right.start[places])
        order = np.argsort(start, kind="stable")
        start, places = start[order], places[order]
        reach = int((right.end - right.start)[places].max())
        first = np.searchsorted(start, axis.keys_after(left.group, left.start - reach), "left")
        last = np.searchsorted(start, until, "left")
        for some in _chunks(np.maximum(last - first, 0)):
            rows, at = expand(first[some], last[some])
            rows, at = rows + some.start, places[at]
            shared = np.minimum(left.end[rows], right.end[at]) - np.maximum(left.start[rows], right.start[at])
            real = shared > 0
            yield rows[real], at[real], shared[real]


class _Axis:
    """Groups laid end to end: positions become ranks, so that (group, position) is one sortable integer."""

    def __init__(self, left: Intervals, right: Intervals) -> None:
        self.ranked = distinct(np.concatenate([left.start, left.end, right.start, right.end]))
        self.groups = distinct(np.concatenate([left.group, right.group]))

    def keys(self, group: IntArray, position: IntArray) -> IntArray:
        """The place of known positions."""
        return self._base(group) + np.searchsorted(self.ranked, position)

    def keys_after(self, group: IntArray, position: IntArray) -> IntArray:
        """The first place above *position*, which need not be a known one."""
        return self._base(group) + np.searchsorted(self.ranked, position, "right")

    def positions(self, key: IntArray) -> IntArray:
        """The position at a place."""
        found: IntArray = self.ranked[key % len(self.ranked)]
        return found

    def _base(self, group: IntArray) -> IntArray:
        return np.searchsorted(self.groups, group) * len(self.ranked)


def _chunks(lengths: IntArray) -> Iterator[slice]:
    """Consecutive slices whose lengths add up to about CHUNK."""
    total = np.cumsum(lengths)
    first = 0
    while first < len(lengths):
        done = int(total[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(total, done + CHUNK, "right")))
        yield slice(first, last)
        first = last
