"""Overlap of half-open intervals `[start, end)` within groups, on arrays.

Both sides may hold nested, crossing and equal intervals. Lengths are integers of at least 1. A group is any
integer. Intervals of different groups never overlap.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import distinct, expand

CHUNK = 4_000_000  # pairs in one chunk: bounds memory if everything overlaps everything
LARGEST = 2**62  # places stay below this
FEW = 16  # up to so many intervals that begin inside an interval are enumerated


class Intervals(NamedTuple):
    """Columns of one length: the group of each interval, its start and its end (exclusive)."""

    group: IntArray
    start: IntArray
    end: IntArray

    def take(self, rows: IntArray) -> "Intervals":
        return Intervals(self.group[rows], self.start[rows], self.end[rows])


def are_apart(intervals: Intervals) -> bool:
    """Return whether intervals are sorted group by group and share no position, like the chunks of a text."""
    group, start, end = intervals
    same, later = group[1:] == group[:-1], group[1:] > group[:-1]
    return bool((later | (same & (start[1:] >= end[:-1]))).all())


def largest_overlap(left: Intervals, right: Intervals) -> IntArray:
    """Return for each left interval the most positions that it shares with one right interval, shape (left,).

    Three cases cover all right intervals. Some begin at or before the left interval, and the furthest end is
    best. Some end at or behind its end, and the first beginning is best. All others lie inside, and the
    longest is best. Takes O(n log² n) however deep intervals nest.
    """
    if not len(left.group) or not len(right.group):
        return np.zeros(len(left.group), np.int64)
    axis = _Axis(left, right)
    reach = _furthest(axis.right_start, axis.right_end, axis.left_start)
    shared = axis.positions(np.minimum(reach, axis.left_end)) - left.start
    shared = np.where(reach > axis.left_start, shared, 0)
    begin = -_furthest(-axis.right_end, -axis.right_start, -axis.left_end)
    until = left.end - axis.positions(np.maximum(begin, axis.left_start))
    shared = np.maximum(shared, np.where(begin < axis.left_end, until, 0))
    largest: IntArray = np.maximum(shared, _longest_inside(axis, right.end - right.start))
    return largest


def _furthest(start: IntArray, end: IntArray, until: IntArray) -> IntArray:
    """Return the largest *end* over intervals whose start is at most *until*; a very small number without
    one.
    """
    order = np.argsort(start, kind="stable")
    reach = np.concatenate([[np.iinfo(np.int64).min // 2], np.maximum.accumulate(end[order])])
    furthest: IntArray = reach[start[order].searchsorted(until, "right")]
    return furthest


def _longest_inside(axis: "_Axis", length: IntArray) -> IntArray:
    """Return for each left interval the length of the longest right interval inside it, 0 without one.

    The right intervals that begin inside are a range of the intervals sorted by start. A short range is
    enumerated. A long range is split into blocks of 2**k with sorted ends.
    """
    order = np.argsort(axis.right_start, kind="stable")
    start, end, length = axis.right_start[order], axis.right_end[order], length[order]
    first = start.searchsorted(axis.left_start, "left")
    last = np.maximum(start.searchsorted(axis.left_end, "left"), first)
    longest = np.zeros(len(first), np.int64)
    few = (last - first <= FEW).nonzero()[0]
    for chunk in chunks((last - first)[few]):
        rows, at = expand(first[few[chunk]], last[few[chunk]])
        rows = few[chunk][rows]
        inside = end[at] <= axis.left_end[rows]
        np.maximum.at(longest, rows[inside], length[at[inside]])
    many = (last - first > FEW).nonzero()[0]
    if len(many):
        longest[many] = _longest_in_ranges(end, length, (first[many], last[many], axis.left_end[many]))
    return longest


def _longest_in_ranges(
    end: IntArray, length: IntArray, asked: tuple[IntArray, IntArray, IntArray]
) -> IntArray:
    """Return for each range of places and each limit the largest *length* with an *end* within the limit.

    Level k has blocks of 2**k places. A range is at most two blocks of every level.
    """
    first, last, limit = asked
    ends, lengths = np.sort(end), distinct(np.append(0, length))
    rank = ends.searchsorted(end, "left")  # ranks are small enough to be digits of a key
    size = lengths.searchsorted(length)
    limit_rank = ends.searchsorted(limit, "right")
    best, width = np.zeros(len(first), np.int64), len(end) + 1
    block = np.arange(len(end))
    first, last = first.copy(), last.copy()
    while (first < last).any():
        key = block * width + rank
        order = np.argsort(key, kind="stable")
        largest = np.maximum.accumulate(block[order] * width + size[order])
        for edge, at in ((first & 1 == 1, first), (last & 1 == 1, last - 1)):
            rows = np.flatnonzero(edge & (first < last))
            place = np.searchsorted(key[order], at[rows] * width + limit_rank[rows], "left") - 1
            found = largest[place] - at[rows] * width  # below 0 if no end of the block is within the limit
            best[rows] = np.maximum(best[rows], np.where(place >= 0, found, 0))
        first, last, block = (first + 1) // 2, last // 2, block // 2
    inside: IntArray = lengths[best]
    return inside


def covered(left: Intervals, right: Intervals) -> IntArray:
    """Return for each left interval how many of its positions a right interval covers, shape (left,)."""
    if not len(left.group) or not len(right.group):
        return np.zeros(len(left.group), np.int64)
    axis = _Axis(left, right)
    order = np.argsort(axis.right_start, kind="stable")
    start, reach = axis.right_start[order], np.maximum.accumulate(axis.right_end[order])
    # mask of the intervals that begin a new stretch of covered positions
    fresh = np.concatenate([[True], start[1:] > reach[:-1]])
    start, reach = start[fresh], np.concatenate([reach[fresh.nonzero()[0][1:] - 1], reach[-1:]])
    before = np.concatenate([[0], (axis.positions(reach) - axis.positions(start)).cumsum()])

    def covered_before(key: IntArray) -> IntArray:
        """Return the number of covered positions before a place, over all groups up to its own."""
        stretch = start.searchsorted(key, "right") - 1
        inside = axis.positions(np.minimum(reach[stretch], key)) - axis.positions(start[stretch])
        found: IntArray = before[np.maximum(stretch, 0)] + np.where(stretch >= 0, inside, 0)
        return found

    return covered_before(axis.left_end) - covered_before(axis.left_start)


def union(intervals: Intervals) -> tuple[Intervals, IntArray]:
    """Return the positions covered by any interval as intervals that do not touch, and the place of one in
    each.

    They are sorted by group and start. Intervals that touch become one.
    """
    if not len(intervals.group):
        return intervals, np.empty(0, np.int64)
    order = np.lexsort((intervals.start, intervals.group))
    group, start, end = intervals.take(order)
    positions, rank = np.unique(np.append(start, end), return_inverse=True)
    # groups are laid end to end, so that every end of a group is before every start of the next
    begin = np.append(0, np.cumsum(group[1:] != group[:-1])) * len(positions)
    reach = np.maximum.accumulate(begin + rank[len(start) :])
    fresh = np.append(True, (begin + rank[: len(start)])[1:] > reach[:-1])
    first = fresh.nonzero()[0]
    last = np.append(first[1:], len(start)) - 1
    stretches = Intervals(group[first], start[first], positions[reach[last] % len(positions)])
    return stretches, order[first]


def best_credit(left: Intervals, right: Intervals, credit: FloatArray) -> FloatArray:
    """Return for each left interval the sum, over its positions, of the best credit that covers the position.

    Right interval k gives `credit[k] > 0` to the positions of its group.
    """
    total = np.zeros(len(left.group))
    levels = np.append(np.unique(credit)[::-1], 0.0)
    for level, lower in pairwise(levels.tolist()):
        total += (level - lower) * covered(left, right.take(np.flatnonzero(credit >= level)))
    return total


def count_overlaps(left: Intervals, right: Intervals) -> IntArray:
    """Return for each left interval the number of right intervals that share a position with it."""
    if not len(left.group) or not len(right.group):
        return np.zeros(len(left.group), np.int64)
    axis = _Axis(left, right)
    begun = np.searchsorted(np.sort(axis.right_start), axis.left_end, "left")
    count: IntArray = begun - np.searchsorted(np.sort(axis.right_end), axis.left_start, "right")
    return count


def overlapping_pairs(
    left: Intervals, right: Intervals, *, nearest: int | None = None
) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
    """Yield all overlapping pairs in chunks: places in left, places in right, numbers of shared positions.

    With *nearest*, only near right intervals are paired. In each class of length, this many begin before the
    left interval, and this many do not.

    A class of length holds lengths from 2**k to below 2**(k+1). Right intervals of a class that overlap a
    left interval start at most 2**(k+1) before it. Therefore few other pairs are looked at, however deep
    intervals nest.
    """
    if not len(left.group) or not len(right.group):
        return
    axis = _Axis(left, right)
    if nearest is None and (axis.right_start[1:] >= axis.right_end[:-1]).all():  # like the chunks of a text
        yield from _pairs_of_disjoint(axis, left, right)
        return
    length = right.end - right.start
    # frexp is exact enough: a class boundary off by one position costs a comparison, never a pair
    classes = np.frexp(length.astype(float))[1]
    for size in np.flatnonzero(np.bincount(classes)):
        places = (classes == size).nonzero()[0]
        places = places[np.argsort(axis.right_start[places], kind="stable")]
        start, reach = axis.right_start[places], int(length[places].max())
        first = start.searchsorted(axis.after_left_start(reach), "left")
        last = start.searchsorted(axis.left_end, "left")
        if nearest is not None:
            begin = start.searchsorted(axis.left_start, "left")
            first, last = np.maximum(first, begin - nearest), np.minimum(last, begin + nearest)
        for chunk in chunks(np.maximum(last - first, 0)):
            rows, at = expand(first[chunk], last[chunk])
            rows, at = rows + chunk.start, places[at]
            shared = np.minimum(left.end[rows], right.end[at]) - np.maximum(left.start[rows], right.start[at])
            real = shared > 0
            yield rows[real], at[real], shared[real]


def _pairs_of_disjoint(
    axis: "_Axis", left: Intervals, right: Intervals
) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
    """Yield the pairs of `overlapping_pairs` if the partners of a left interval are a range of the right
    intervals.
    """
    first = axis.right_end.searchsorted(axis.left_start, "right")
    last = axis.right_start.searchsorted(axis.left_end, "left")
    for chunk in chunks(last - first):
        rows, at = expand(first[chunk], last[chunk])
        rows += chunk.start
        yield (
            rows,
            at,
            np.minimum(left.end[rows], right.end[at]) - np.maximum(left.start[rows], right.start[at]),
        )


def _range(columns: Sequence[IntArray]) -> tuple[int, int]:
    """Return the smallest and the largest number in some columns."""
    return int(min(map(np.minimum.reduce, columns))), int(max(map(np.maximum.reduce, columns)))


class _Axis:
    """Groups laid end to end, so that (group, position) is one integer, called its place.

    If the integer would be too large, ranks replace groups and positions.
    """

    def __init__(self, left: Intervals, right: Intervals) -> None:
        columns = [left.start, left.end, right.start, right.end]
        sides = left.group, right.group
        low, high = _range(columns)
        first, last = _range(sides)
        self._ranked: IntArray | None = None
        self._low, self._width = low, high - low + 1
        if (last - first + 1) * self._width < LARGEST:
            left_group, right_group = ((group - first) * self._width for group in sides)
            ranks = [column - low for column in columns]
        else:
            self._ranked, rank = np.unique(np.concatenate(columns), return_inverse=True)
            self._width = len(self._ranked)
            group_rank = np.unique(np.concatenate(sides), return_inverse=True)[1]
            begin = group_rank * self._width  # the place of the first position of each group
            left_group, right_group = np.split(begin, [len(left.group)])
            borders = np.cumsum([len(column) for column in columns])[:-1]
            ranks = np.split(rank, borders)
        self._left_group = left_group
        self.left_start, self.left_end = left_group + ranks[0], left_group + ranks[1]
        self.right_start, self.right_end = right_group + ranks[2], right_group + ranks[3]
        self._start = left.start

    def after_left_start(self, reach: int) -> IntArray:
        """Return the first place above `start - reach` of each left interval."""
        before = self._start - reach
        if self._ranked is None:
            return self._left_group + np.maximum(before + 1 - self._low, 0)
        return self._left_group + self._ranked.searchsorted(before, "right")

    def positions(self, place: IntArray) -> IntArray:
        """Return the positions of places."""
        rank = place % self._width
        position: IntArray = rank + self._low if self._ranked is None else self._ranked[rank]
        return position


def chunks(lengths: IntArray, size: int = 0) -> Iterator[slice]:
    """Yield consecutive slices whose lengths add up to about *size*, or CHUNK if *size* is 0."""
    total = lengths.cumsum()
    first = 0
    while first < len(lengths):
        done = int(total[first - 1]) if first else 0
        last = max(first + 1, int(total.searchsorted(done + (size or CHUNK), "right")))
        yield slice(first, last)
        first = last
