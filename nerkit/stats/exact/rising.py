"""The cells that are as extreme as no exchange, on a grid whose rows rise: two bisections a row find them.

The scores of both systems are quotients. Along a row of cells their numerators stay, and what one denominator
gains the other loses, so the difference of the scores never falls. An example, extreme from 0.2 on:

    difference    -0.3  -0.2  -0.1   0.1   0.2   0.4
    extreme          x     ?                 ?     x      ?: so close that integers decide

Floats are divided and subtracted without a fall either, so the cells are those that comparing each would
give.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.stats.options import GREATER, LESS

Scores = tuple[FloatArray, FloatArray]  # of a system: the numerators of the rows, the columns' denominators


def extreme_in_rows(
    scores: Sequence[Scores], across: IntArray, target: float, side: str | None, close: float
) -> tuple[BoolArray, IntArray]:
    """A mask of the cells whose difference, the second system's score less the first's, is surely as extreme
    as *target*, in the shape of the grid, and the places of those within *close*.

    Along rows denominators of the first rise with the sums *across*, which are in any order.
    """
    limit = close * max(1.0, abs(target))
    surely = np.zeros((len(scores[0][0]), len(across)), bool)
    near = [np.empty(0, np.int64)]
    for sign in (1, -1):
        if side != (LESS if sign > 0 else GREATER):
            least = abs(target) if side is None else sign * target
            places, bounds = _RisingEnd(scores, across, sign, least).reached(limit)
            near.append(places)
            surely |= sign * across >= bounds[:, np.newaxis]
    return surely, np.concatenate(near)


class _RisingEnd:
    """The end of each row to which the differences, times a sign, rise to what is the least that they are to
    reach; `order` has the columns as they rise.
    """

    def __init__(self, scores: Sequence[Scores], across: IntArray, sign: int, least: float) -> None:
        self.sign, self.least = sign, least
        self.order = np.argsort(sign * across)
        self.across = across[self.order]
        (self.top_a, bottom_a), (self.top_b, bottom_b) = scores
        self.bottom_a, self.bottom_b = bottom_a[self.order], bottom_b[self.order]

    def beyond(self, rows: IntArray | slice, places: IntArray) -> FloatArray:
        """How far the differences at these places of rows are beyond what they are to reach."""
        second, first = self.top_b[rows] / self.bottom_b[places], self.top_a[rows] / self.bottom_a[places]
        return self.sign * (second - first) - self.least

    def reached(self, limit: float) -> tuple[IntArray, IntArray]:
        """The cells that are within the limit, and the signed sum of each row from which on all are beyond;
        past all sums where none is.
        """
        width = len(self.order)
        place = self._first(-limit)
        near = [np.empty(0, np.int64)]
        rows = np.flatnonzero(place < width)
        while len(rows := rows[self.beyond(rows, place[rows]) <= limit]):
            near.append(rows * width + self.order[place[rows]])
            place[rows] += 1
            rows = rows[place[rows] < width]
        bounds = np.append(self.sign * self.across, np.iinfo(np.int64).max)
        return np.concatenate(near), bounds[place]

    def _first(self, least: float) -> IntArray:
        """The first place of each row that is beyond by at least so much, as all after it are; the width of a
        row where none is.
        """
        width = len(self.order)
        low, high = np.zeros(len(self.top_a), np.int64), np.full(len(self.top_a), width)
        for _ in range(width.bit_length()):
            middle = (low + high) // 2
            holds = self.beyond(slice(None), np.minimum(middle, width - 1)) >= least
            high = np.where(holds, middle, high)
            low = np.where(holds, low, np.minimum(middle + 1, high))
        return low
