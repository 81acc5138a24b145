"""One-to-one matching of overlapping intervals, with bounded work if everything overlaps everything.

The best matching needs all overlapping pairs. n nested intervals on both sides have n² such pairs, and the
solver takes n³ steps. A group with more than LIMIT pairs is *crowded*. There, an interval is compared only
with the nearest intervals of the other side. In each class of length (2**k to below 2**(k+1)), these are
NEAREST that begin before it and NEAREST behind. In a crowded group nerkit takes the heaviest possible pair
each time. The weight of this matching is at least half of the best matching of these pairs. Other groups are
exact.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.greedy import greedy_matching
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.keys import distinct
from nerkit.ground.warnings import Warned, listed

LIMIT = 250_000  # the most pairs of a group that are matched exactly
NEAREST = 8  # near intervals per class, on each side of an interval in a crowded group


class OverlappingPairs(NamedTuple):
    """Pairs of a left and a right interval that overlap.

    left, right   places of the intervals
    shared        the number of shared positions
    crowded       whether the pair is in a crowded group
    """

    left: IntArray
    right: IntArray
    shared: IntArray
    crowded: BoolArray

    def take(self, rows: IntArray | BoolArray) -> "OverlappingPairs":
        """Return some of the pairs."""
        return OverlappingPairs(self.left[rows], self.right[rows], self.shared[rows], self.crowded[rows])

    def best(self, weights: FloatArray) -> BoolArray:
        """Return a mask of the pairs in the matching, given positive *weights*."""
        order = np.lexsort((self.right, self.left, -weights))
        chosen = greedy_matching(self.left, self.right, order[self.crowded[order]])
        rest = ~self.crowded
        chosen[rest] = best_matching(self.left[rest], self.right[rest], weights[rest])
        return chosen


def pairs_to_match(left: Intervals, right: Intervals) -> OverlappingPairs:
    """Return all overlapping pairs of groups that are not crowded, and the pairs of near intervals of
    other groups.
    """
    groups, group = np.unique(np.concatenate([left.group, right.group]), return_inverse=True)
    sides = np.split(group, [len(left.group)])
    pairs_of = np.bincount(sides[0], count_overlaps(left, right), minlength=len(groups))
    crowded = [pairs_of[side] > LIMIT for side in sides]
    parts = [_pairs(left, right, [np.flatnonzero(~rows) for rows in crowded])]
    if crowded[0].any():
        parts.append(_near_pairs(left, right, [np.flatnonzero(rows) for rows in crowded]))
    marks = np.repeat(np.arange(len(parts)) > 0, [len(part[0]) for part in parts])
    ones, others, shared = (np.concatenate(column) for column in zip(*parts, strict=True))
    return OverlappingPairs(ones, others, shared, marks)


def crowd_warning(documents: Sequence[str]) -> list[Warned]:
    """Return a warning about crowded documents."""
    return listed("crowded", documents, limit=LIMIT, nearest=2 * NEAREST)


def _pairs(
    left: Intervals, right: Intervals, rows: Sequence[IntArray], nearest: int | None = None
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the overlapping pairs of some rows of both sides."""
    none = np.empty(0, np.int64)
    found = overlapping_pairs(left.take(rows[0]), right.take(rows[1]), nearest=nearest)
    chunks = [(none, none, none), *found]
    places, others, shared = (np.concatenate(column) for column in zip(*chunks, strict=True))
    return rows[0][places], rows[1][others], shared


def _near_pairs(
    left: Intervals, right: Intervals, rows: Sequence[IntArray]
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the pairs in which one interval is close to the other. Both sides are treated alike."""
    ones, others, shared = _pairs(left, right, rows, NEAREST)
    backwards = _pairs(right, left, rows[::-1], NEAREST)
    width = len(right.group)
    keys = np.concatenate([ones * width + others, backwards[1] * width + backwards[0]])
    pairs, first = np.unique(keys, return_index=True)
    return pairs // width, pairs % width, np.concatenate([shared, backwards[2]])[first]


def crowded_groups(pairs: OverlappingPairs, group: IntArray) -> IntArray:
    """Return the distinct groups of crowded pairs. *group* holds the group of each left interval."""
    return distinct(group[pairs.left[pairs.crowded]])
