"""The exchanges of a row that is a single score of added counts, as sums of steps: their method, and p.

Let T and N be the means of the sums of both systems on two axes. An exchange changes the sums by z, so that
the scores become (T + z1) / (N + z2) and (T - z1) / (N - z2). Their difference is 2 (T z2 - N z1) / (N² -
z2²). Sums of steps with random signs are rarely large (Hoeffding 1963). So a p below the precision of a
transform is known without a transform (`Exchanges.negligible`).
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.results.scores import VALUES
from nerkit.stats.exact.distributions import (
    DEVIATIONS,
    FEW,
    ExchangeSteps,
    Ways,
    all_ways,
    shares_in_a_table,
    transform_error,
    turned,
    ways_in_an_integer,
)
from nerkit.stats.exact.p import (
    ENUMERATION,
    SAMPLED,
    SMALLEST,
    TABLE,
    TRANSFORM,
    ExactP,
    as_extreme,
    at_least,
)
from nerkit.stats.exact.quotients import CLOSE, PRODUCTS, Quotient
from nerkit.stats.exact.row_counts import RowCounts, apart
from nerkit.stats.exact.transform import shares_by_transform
from nerkit.stats.options import LESS

ENUMERATED = 20  # units that differ
INTEGER_WORK, INTEGER_BITS = 3e8, 2**28  # words that additions of the integer touch; its bits
WORK = 5e8  # cells times units of a table of floats, and cells times distinct steps of a transform
MOST_CELLS, SLAB = 2**25, 2**15  # cells of a transform, for the memory it takes; that are compared at a time
LARGEST_STEP = 2**40
NEGLIGIBLE = 1e-15  # p far below what a transform of FEW units that differ can tell


class Moved:
    """The counts that units with a difference move when two rows exchange them, times a scale.

    listed    the counts that each unit moves, shape (units, 4);  units   the number of these units
    totals    the sums of both sides, four integers each
    largest   the largest sum of absolute counts
    """

    def __init__(self, first: RowCounts, second: RowCounts, scale: int) -> None:
        places = apart(first, second)
        self.listed: IntArray = second.sums(scale)[places] - first.sums(scale)[places]
        self.units, self.scale = len(places), scale
        self.totals = [side.totals(scale) for side in (first, second)]
        self.largest = max(side.largest(scale) for side in (first, second))


class CountedWays:
    """The ways that a row counted last, with their method and steps."""

    def __init__(self) -> None:
        self.method = ""
        self.steps: ExchangeSteps | None = None
        self.ways: Ways | None = None

    def is_of(self, method: str, steps: ExchangeSteps) -> bool:
        """Return whether the ways have these steps; sums of floats also depend on the order of the units."""
        known = self.steps
        if known is None or self.method != method or not np.array_equal(known.counts, steps.counts):
            return False
        ordered = method == TABLE and steps.axes > 1
        return np.array_equal(known.distinct, steps.distinct) and (
            not ordered or np.array_equal(known.listed, steps.listed)
        )


class Exchanges:
    """The exchanges of a pooled row as sums of steps on the axes of a quotient."""

    def __init__(self, moved: Moved, form: Quotient, empty: str) -> None:
        self.moved, self.form, self.empty = moved, form, empty
        steps = self._on_axes(moved.listed)
        self.totals = [(np.array(sums, object) @ form.axes.T).tolist() for sums in moved.totals]
        self.gcds = [math.gcd(*column) if len(column) else 0 for column in steps.T.tolist()]
        self.moving = [axis for axis, gcd in enumerate(self.gcds) if gcd]
        gcds = np.array([self.gcds[axis] for axis in self.moving], dtype=steps.dtype)
        small = (steps[:, self.moving] // gcds).reshape(len(steps), len(self.moving))
        self.steps: ExchangeSteps | None = None
        if not small.size or abs(small).max() < LARGEST_STEP:
            moves = small.astype(np.int64)
            self.steps = ExchangeSteps(turned(moves))
            self.beginning = ((moves.sum(axis=0) - self.steps.totals) // 2).tolist()

    def _on_axes(self, moved: IntArray) -> Any:
        """Return the sums that are moved on each axis, shape (units, axes); Python integers if 64 bits are
        too few.
        """
        axes = self.form.axes.T
        if abs(axes).max() * self.moved.largest < 2**58:
            return moved @ axes.astype(np.int64)
        return moved.astype(object) @ axes

    @cached_property
    def method(self) -> str:
        """Return the method of the exchanges."""
        if self.moved.units <= ENUMERATED:
            return ENUMERATION
        if self.steps is None or (self.form.kind.startswith(PRODUCTS) and self.moved.scale != 1):
            return SAMPLED
        if self.in_an_integer or self.steps.cells * self.moved.units <= WORK:
            return TABLE
        cells = math.prod(map(float, self.steps.window))
        fits = cells * len(self.steps.distinct) <= WORK and cells <= MOST_CELLS
        return TRANSFORM if fits else SAMPLED

    @property
    def in_an_integer(self) -> bool:
        """Return whether the ways are counted exactly, in one integer."""
        assert self.steps is not None  # which is asked for before
        cells, units = self.steps.cells, self.moved.units
        return cells * units**2 / 64 <= INTEGER_WORK and cells * units <= INTEGER_BITS

    @property
    def work(self) -> float:
        """Return about how many numbers are touched when the ways are counted."""
        if self.steps is None:
            return 0.0
        if self.method == TRANSFORM:
            return 4.0 * math.prod(map(float, self.steps.window)) * len(self.steps.distinct)
        if self.method == ENUMERATION and self.steps.cells > 2**self.steps.units:
            return float(2**self.steps.units)
        each = self.moved.units**2 / 64 if self.in_an_integer else float(self.moved.units)
        return self.steps.cells * each

    def ways(self, method: str, counted: "CountedWays | None" = None) -> Ways:
        """Return the ways that lead to each cell, by a method.

        The ways that the row *counted* last are reused for equal steps. P and F depend on equal sums if gold
        has equally many items for both systems.
        """
        assert self.steps is not None  # a step is below LARGEST_STEP, or nothing is counted
        if counted is None:
            return self._counted(method, self.steps)
        if not counted.is_of(method, self.steps):
            counted.method, counted.steps = method, self.steps
            counted.ways = self._counted(method, self.steps)
        assert counted.ways is not None
        return counted.ways

    def _counted(self, method: str, steps: ExchangeSteps) -> Ways:
        """Return the counted ways that lead to each cell."""
        if method == TRANSFORM:
            return shares_by_transform(steps)
        if method == ENUMERATION and steps.cells > 2**steps.units:
            return all_ways(steps)
        return ways_in_an_integer(steps) if self.in_an_integer else shares_in_a_table(steps)

    def p(self, method: str, side: str | None, counted: "CountedWays | None" = None) -> ExactP:
        """Return the share of the exchanges that are as extreme."""
        units = self.moved.units
        if self.steps is None:
            raise OverflowError
        if not self.steps.units:  # no exchange changes the score
            return ExactP.of(Fraction(1), method, units)
        error = transform_error(units)
        if method == TRANSFORM and self.negligible(side):
            return ExactP(error, None, method, units, error)
        ways = self.ways(method, counted)
        extreme, exists = self._extreme(ways, side)
        share = ways.among(extreme)
        if isinstance(share, Fraction):
            every = Fraction(2**self.steps.units) if exists.all() else Fraction(ways.among(exists))
            return ExactP.of(share / every, method, units)
        share /= 1.0 if exists.all() else float(ways.among(exists))
        if method == TRANSFORM:
            return ExactP(min(max(share, error), 1.0), None, method, units, error)
        share = min(max(share, SMALLEST), 1.0)
        return ExactP(share, None, method, units, share * (units + 40) * 2.0**-52)

    def negligible(self, side: str | None) -> bool:
        """Return whether p is surely below NEGLIGIBLE, by a bound of two sums with random signs (see
        above).
        """
        if len(self.form.axes) != 2 or not all(bottom for _, bottom in self.totals) or self.moved.units > FEW:
            return False
        (top_a, bottom_a), (top_b, bottom_b) = self.totals
        delta = top_b / bottom_b - top_a / bottom_a
        if side is not None and (delta < 0) != (side == LESS):
            return False
        top, bottom = (top_a + top_b) / 2, (bottom_a + bottom_b) / 2
        assert self.steps is not None  # which is asked for before
        moved = np.zeros((len(self.steps.distinct), 2))
        moved[:, self.moving] = self.steps.distinct * [float(self.gcds[axis]) for axis in self.moving]
        away = DEVIATIONS * math.sqrt(float(self.steps.counts @ moved[:, 1] ** 2) / 4)
        line = top * moved[:, 1] - bottom * moved[:, 0]
        variance = float(self.steps.counts @ line**2) / 4
        if away >= bottom or not variance:
            return False
        least = abs(delta) / 2 * (bottom**2 - away**2)
        return 2 * math.exp(-(least**2) / (2 * variance)) + 2 * math.exp(-(DEVIATIONS**2) / 2) < NEGLIGIBLE

    def _extreme(self, ways: Ways, side: str | None) -> tuple[BoolArray, BoolArray]:
        """Return the cells as extreme as the row without an exchange, and the cells with scores, both
        flat.
        """
        nothing = [np.zeros(1, object)] * len(ways.sums)
        top, bottom = (int(np.ravel(number)[0]) for number in self._exactly(nothing, 0))
        target = Fraction(top, bottom)
        slabs: list[tuple[BoolArray, BoolArray]] = []
        begin = 0
        for sums in _slabs(ways.sums):
            shape = np.broadcast_shapes(*(own.shape for own in sums))
            delta = np.broadcast_to(self._delta([own.astype(float) for own in sums]), shape).ravel()
            exists = ~np.isnan(delta)
            extreme, near = as_extreme(delta, float(target), side, CLOSE)
            self._settle(extreme, (begin, np.flatnonzero(near & exists)), ways, (target, side))
            slabs.append((extreme & exists, exists))
            begin += len(delta)
        extremes, exist = zip(*slabs, strict=True)
        return np.concatenate(extremes), np.concatenate(exist)

    def _settle(
        self,
        extreme: BoolArray,
        close: tuple[int, IntArray],
        ways: Ways,
        asked: tuple[Fraction, str | None],
    ) -> None:
        """Decide, by integers, which cells too close to the target are extreme, and mark these cells.

        *close* has a first cell and the places of such cells from it. Cells that no way leads to are left
        out.
        """
        (begin, places), (target, side) = close, asked
        places = places[ways.reached(begin + places)]
        shape = np.broadcast_shapes(*(own.shape for own in ways.sums))
        cells = np.unravel_index(begin + places, shape)
        gathered = [np.broadcast_to(own, shape)[cells].astype(object) for own in ways.sums]
        tops, bottoms = self._exactly(gathered, None)
        extreme[places] = at_least(tops * target.denominator, bottoms * target.numerator, side)

    def _sides(self, sums: Sequence[Any], start: int | None = None) -> Iterator[tuple[Any, Any]]:
        """Yield numerator and denominator of either system after exchanges with these sums of turned steps.

        With *start* 0 the results are sums of the exchanged counts alone.
        """
        for sign, totals in zip((1, -1), self.totals, strict=True):
            values = list(totals)
            for axis, begin, moved in zip(self.moving, self.beginning, sums, strict=True):
                base = begin if start is None else start
                values[axis] = totals[axis] + sign * self.gcds[axis] * (moved + base)
            yield self.form.of(*values)

    def _delta(self, sums: Sequence[FloatArray]) -> FloatArray:
        """Return the differences, nan if one of the scores is null."""
        value = VALUES[self.empty]
        scores = []
        for top, bottom in self._sides(sums):
            undefined = np.asarray(bottom == 0)
            scores.append(np.where(undefined, value, top / np.where(undefined, 1, bottom).astype(float)))
        delta: FloatArray = scores[1] - scores[0]
        return delta

    def _exactly(self, sums: Sequence[Any], start: int | None) -> tuple[Any, Any]:
        """Return the differences as numerators and denominators, of cells whose scores exist."""
        value = VALUES[self.empty]
        of_nothing = 0 if math.isnan(value) else int(value)
        quotients = []
        for top, bottom in self._sides(sums, start):
            empty = np.asarray(bottom == 0)
            parts = (np.where(empty, of_nothing, top), np.where(empty, 1, bottom))
            quotients.append([part.astype(object) for part in parts])
        (top_a, bottom_a), (top_b, bottom_b) = quotients
        return top_b * bottom_a - top_a * bottom_b, bottom_a * bottom_b


def _slabs(sums: Sequence[IntArray]) -> Iterator[list[IntArray]]:
    """Yield the sums of cells in parts of the first axis, so that memory does not grow with their number."""
    shape = np.broadcast_shapes(*(own.shape for own in sums))
    step = max(1, SLAB // max(1, math.prod(shape[1:])))
    for begin in range(0, shape[0], step):
        yield [own[begin : begin + step] if len(own) > 1 else own for own in sums]
