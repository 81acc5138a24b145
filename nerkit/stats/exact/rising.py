"""The cells that are as extreme as no exchange, on a grid whose rows rise: two bisections a row find them.

The scores of both systems are quotients. Along a row of cells their numerators stay, and what one denominator
gains the other loses, so the difference of the scores never falls. An example, extreme from 0.2 on:

    difference    -0.3  -0.2  -0.1   0.1   0.2   0.4
    extreme          x     ?                 ?     x      ?: so close that integers decide

Floats are divided and subtracted without a fall either, so the cells are those that comparing each would
give.
"""

from collections.abc import Callable, Sequence

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.stats.options import GREATER, LESS

Differences = Callable[[Sequence[FloatArray]], FloatArray]  # of cells, from their sums on both axes


def extreme_in_rows(
    delta: Differences, sums: Sequence[IntArray], target: float, side: str | None, close: float
) -> tuple[BoolArray, IntArray]:
    """A mask of the cells that are surely as extreme as *target*, in the shape of the grid, and the places of
    those within *close*. The *sums* are those of each axis; the order along a row is any.
    """
    down, across = (np.ravel(own) for own in sums)
    limit = close * max(1.0, abs(target))
    surely = np.zeros((len(down), len(across)), bool)
    near = [np.empty(0, np.int64)]
    for sign in (1, -1):
        if side != (LESS if sign > 0 else GREATER):
            least = abs(target) if side is None else sign * target
            end = _RisingEnd(delta, down, across, (sign, least))
            places, bounds = end.reached(limit)
            near.append(places)
            surely |= sign * across >= bounds[:, np.newaxis]
    return surely, np.concatenate(near)


class _RisingEnd:
    """The end of each row to which the differences, times a sign, rise.

    down, across   the sums of rows and columns; `order` has the columns as the differences rise
    side           the sign, and what the signed differences are to reach
    """

    def __init__(self, delta: Differences, down: IntArray, across: IntArray, side: tuple[int, float]) -> None:
        self.sign, self.least = side
        self.delta, self.down = delta, down.astype(float)
        self.order = np.argsort(self.sign * across)
        self.across = across[self.order]

    def beyond(self, rows: IntArray, places: IntArray) -> FloatArray:
        """How far the differences at these places of rows are beyond what they are to reach."""
        return self.sign * self.delta([self.down[rows], self.across[places].astype(float)]) - self.least

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
        rows, width = np.arange(len(self.down)), len(self.order)
        low, high = np.zeros(len(rows), np.int64), np.full(len(rows), width)
        for _ in range(width.bit_length()):
            middle = (low + high) // 2
            holds = self.beyond(rows, np.minimum(middle, width - 1)) >= least
            high = np.where(holds, middle, high)
            low = np.where(holds, low, np.minimum(middle + 1, high))
        return low
