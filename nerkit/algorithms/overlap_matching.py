"""One-to-one matching of intervals that overlap, bounded where everything overlaps everything.

The best matching takes all pairs that overlap; n nested intervals on both sides make n² of them, and the
solver takes n³ steps. A group with more than LIMIT pairs is *crowded*. In it an interval is compared with
those of the other side that begin nearest, NEAREST before and NEAREST behind of each class of length (a class
holds lengths from 2**k to below 2**(k+1)), and the heaviest pair that is still possible is taken first. The
weight of such a matching is at least half of the best one of the same pairs. Other groups are exact.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.keys import distinct
from nerkit.ground.warnings import Warned, listed

LIMIT = 250_000  # pairs of a group that are matched exactly
NEAREST = 8  # intervals of a class on either side of an interval of a crowded group


class OverlappingPairs(NamedTuple):
    """Pairs of a left and a right interval that overlap.

    left, right   places of the intervals
    shared        the positions that each pair shares
    crowded       whether the pair is of a crowded group
    """

    left: IntArray
    right: IntArray
    shared: IntArray
    crowded: BoolArray

    def take(self, rows: IntArray | BoolArray) -> "OverlappingPairs":
        """Some of the pairs."""
        return OverlappingPairs(self.left[rows], self.right[rows], self.shared[rows], self.crowded[rows])

    def best(self, weights: FloatArray) -> BoolArray:
        """The pairs that are matched, by their positive *weights*."""
        chosen = np.zeros(len(weights), bool)
        for rows, match in ((~self.crowded, best_matching), (self.crowded, _heaviest_first)):
            chosen[rows] = match(self.left[rows], self.right[rows], weights[rows])
        return chosen


def pairs_to_match(left: Intervals, right: Intervals) -> OverlappingPairs:
    """All overlapping pairs of the groups that are not crowded, and those of near intervals of the others."""
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
    """A warning for documents that are crowded."""
    return listed("crowded", documents, limit=LIMIT, nearest=2 * NEAREST)


def _pairs(
    left: Intervals, right: Intervals, rows: Sequence[IntArray], nearest: int | None = None
) -> tuple[IntArray, IntArray, IntArray]:
    """The overlapping pairs of these rows of both sides."""
    none = np.empty(0, np.int64)
    found = overlapping_pairs(left.take(rows[0]), right.take(rows[1]), nearest=nearest)
    chunks = [(none, none, none), *found]
    places, others, shared = (np.concatenate(column) for column in zip(*chunks, strict=True))
    return rows[0][places], rows[1][others], shared


def _near_pairs(
    left: Intervals, right: Intervals, rows: Sequence[IntArray]
) -> tuple[IntArray, IntArray, IntArray]:
    """The pairs of which one is near the other; the sides are treated alike."""
    ones, others, shared = _pairs(left, right, rows, NEAREST)
    backwards = _pairs(right, left, rows[::-1], NEAREST)
    width = len(right.group)
    keys = np.concatenate([ones * width + others, backwards[1] * width + backwards[0]])
    pairs, first = np.unique(keys, return_index=True)
    return pairs // width, pairs % width, np.concatenate([shared, backwards[2]])[first]


def _heaviest_first(rows: IntArray, columns: IntArray, weights: FloatArray) -> BoolArray:
    """The matching that takes the heaviest possible pair each time, the first of equally heavy ones."""
    chosen = np.zeros(len(weights), bool)
    order = np.lexsort((columns, rows, -weights))
    taken_rows: set[int] = set()
    taken_columns: set[int] = set()
    for pair, row, column in zip(order.tolist(), rows[order].tolist(), columns[order].tolist(), strict=True):
        if row not in taken_rows and column not in taken_columns:
            taken_rows.add(row)
            taken_columns.add(column)
            chosen[pair] = True
    return chosen


def crowded_groups(pairs: OverlappingPairs, group: IntArray) -> IntArray:
    """The distinct groups of the left intervals of crowded pairs; *group* is that of each left interval."""
    return distinct(group[pairs.left[pairs.crowded]])
