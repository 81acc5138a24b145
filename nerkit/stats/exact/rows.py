"""The exact p of the rows of two sheets: which way is taken is decided by sizes alone, never by the clock.

    enumeration   at most ENUMERATED units differ: all exchanges
    halves        a mean over documents, at most HALVED differ: all sums of two halves
    table         the ways that lead to each cell, of one large integer, and of floats where that is too large
    transform     the same near the mean, as an inverse Fourier transform
    sampled       none of these: exchanges are drawn (`nerkit.stats.significance`)

The p of the first two and of an integer is a fraction. Differences within CLOSE of the observed one are
compared as fractions, so that ties count as extreme; where counts are no fractions, and for formulas over
several measures, differences within TIE are ties.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.results.rows import MACRO
from nerkit.results.scores import SCORES, VALUES
from nerkit.stats.exact.distributions import (
    TRANSFORM_ERROR,
    ExchangeSteps,
    Ways,
    all_ways,
    shares_in_a_table,
    turned,
    ways_in_an_integer,
)
from nerkit.stats.exact.halves import ways_at_least
from nerkit.stats.exact.quotients import (
    CLOSE,
    PRODUCTS,
    Quotient,
    exact_score,
    integers,
    quotient,
    scale_of,
)
from nerkit.stats.exact.transform import shares_by_transform
from nerkit.stats.measured import Measured
from nerkit.stats.options import GREATER, LESS, OBSERVED
from nerkit.stats.resampling import CHUNK
from nerkit.stats.units import DocumentAverage, LabelSums, Sheet

ENUMERATION, HALVES, TABLE, TRANSFORM, SAMPLED = METHODS = (
    *("enumeration", "halves", "table", "transform", "sampled"),
)
ENUMERATED, HALVED = 20, 40  # units that differ
INTEGER_WORK, INTEGER_BITS = 3e8, 2**28  # words that additions of the integer touch; its bits
WORK = 5e8  # cells times units of a table of floats, and cells times distinct steps of a transform
VALUE = SCORES.index("value")
MOST_CELLS, SLAB = 2**25, 2**20  # cells of a transform, for the memory it takes; that are compared at a time
LARGEST_STEP = 2**40
SMALLEST = 1e-300  # no p is shown below
TIE = 1e-12


@dataclass(frozen=True, slots=True)
class ExactP:
    """The p of one score of a row; `p` is nan where it is null.

    fraction   p itself, where it is known exactly
    method     of METHODS; None where there is no difference to test
    units      how many units differ
    error      the most that p is wrong by; None where it is sampled
    se         its standard error, where it is sampled
    """

    p: float
    fraction: Fraction | None
    method: str | None
    units: int
    error: float | None = 0.0
    se: float | None = None

    @classmethod
    def of(cls, p: Fraction, method: str, units: int) -> "ExactP":
        """A p that is a fraction."""
        return cls(max(float(p), SMALLEST), p, method, units)


class ExactTest:
    """The exact test of all rows of two sheets of the same keys, the second system against the first."""

    def __init__(self, first: Sheet, second: Sheet) -> None:
        self.rows = [_Contrast(first, second, place) for place in range(len(first.rows))]

    def methods(self) -> set[str]:
        """The methods that the rows take, all scores together; nothing is computed."""
        return {row.method(name) for row in self.rows for name in SCORES}

    def p(self, delta: FloatArray, side: str | None) -> list[list[ExactP | None]]:
        """The p of every row and score, of which *delta* has the differences, shape (rows, 4).

        *side* is one of SIDES, None: two-sided. None stands where p is to be sampled.
        """
        return [
            row.p(own, [_direction(each, side) for each in own])
            for row, own in zip(self.rows, delta.tolist(), strict=True)
        ]

    def value(self, delta: float) -> ExactP | None:
        """The two-sided p of the value of the first row alone; None where it is to be sampled."""
        return self.rows[0].one(VALUE, delta, None)


def _direction(delta: float, side: str | None) -> str | None:
    """The side of a test of one difference: that of the difference itself, where it is OBSERVED."""
    return side if side != OBSERVED else LESS if delta < 0 else GREATER


class _Contrast:
    """One row of two sheets: the counts of the units that differ, and what its scores are made of."""

    def __init__(self, first: Sheet, second: Sheet, place: int) -> None:
        self.sheets = tuple(replace(s, cuts=[s.cuts[place]], rows=[s.rows[place]]) for s in (first, second))
        self.row = first.rows[place]
        self.measured: Measured = first.measured
        if isinstance(self.row, LabelSums):
            self.labels = np.concatenate([np.empty(0, np.int64), *self.row.groups])
        else:
            self.labels = self.row.places
        self.numbers = [self._numbers(sheet) for sheet in self.sheets]
        apart = (self.numbers[0] != self.numbers[1]).reshape(len(self.numbers[0]), -1).any(axis=1)
        if isinstance(self.row, DocumentAverage):
            own = slice(self.row.first, self.row.first + 8)
            apart |= (first.columns[:, own] != second.columns[:, own]).any(axis=1)
        self.apart: IntArray = np.flatnonzero(apart)
        self._of_kind: dict[str, _Exchanges] = {}
        self.counted: tuple[str, IntArray, Ways] | None = None  # the last: by which method, of which steps

    def _numbers(self, sheet: Sheet) -> FloatArray:
        """The counts of the row's labels by unit, shape (units, labels, …, 4)."""
        size = math.prod(sheet.shape)
        numbers = sheet.columns[:, :size].reshape(len(sheet.columns), *sheet.shape)
        chosen: FloatArray = numbers[:, self.labels]
        return chosen

    @property
    def units(self) -> int:
        """How many units differ."""
        return len(self.apart)

    @property
    def pooled(self) -> bool:
        """Whether the row is one score of counts that are added up."""
        alone = isinstance(self.row, LabelSums) and self.row.kind is None
        return alone and self.measured.composite is None

    @cached_property
    def scale(self) -> int | None:
        """The scale that makes the counts integers; None for formulas and for counts without one."""
        if self.measured.composite is not None:
            return None
        return scale_of(np.concatenate([numbers.reshape(-1) for numbers in self.numbers]))

    @cached_property
    def sums(self) -> list[Any]:
        """The counts by unit of both systems as integers, of all labels of the row together, (units, 4)."""
        assert self.scale is not None  # which is asked for before
        return [integers(numbers.sum(axis=1), self.scale) for numbers in self.numbers]

    @cached_property
    def same(self) -> bool:
        """Whether p_num = r_num in every unit of both systems."""
        sums = (numbers.sum(axis=1) for numbers in self.numbers)
        return all(bool((own[:, 0] == own[:, 2]).all()) for own in sums)

    def quotient(self, name: str) -> Quotient:
        """The quotient of a score of a pooled row."""
        return quotient(name, self.measured.beta, self.measured.headline, same=self.same)

    def exchanges(self, name: str) -> "_Exchanges":
        """The exchanges of a pooled row as sums that a score depends on; the same for the same quotient."""
        form = self.quotient(name)
        if form.kind not in self._of_kind:
            self._of_kind[form.kind] = _Exchanges(self, form)
        return self._of_kind[form.kind]

    def method(self, name: str) -> str:
        """The way that a score takes."""
        if self.units <= ENUMERATED:
            return ENUMERATION
        if self.pooled and self.scale is not None:
            return self.exchanges(name).method
        if self.units <= HALVED and self.differences(name) is not None:
            return HALVES
        return SAMPLED

    def p(self, delta: Sequence[float], sides: Sequence[str | None]) -> list[ExactP | None]:
        """The p of all four scores."""
        known: dict[object, ExactP | None] = {}
        found: list[ExactP | None] = []
        for place, (name, change, side) in enumerate(zip(SCORES, delta, sides, strict=True)):
            form = self.quotient(name).kind if self.pooled else name
            if (form, side) not in known:
                known[form, side] = self.one(place, change, side)
            found.append(known[form, side])
        self.counted = None  # of many rows not all stay in memory
        return found

    def one(self, place: int, delta: float, side: str | None) -> ExactP | None:
        """The p of one score."""
        name = SCORES[place]
        if math.isnan(delta):
            return ExactP(math.nan, None, None, self.units, None)
        method = self.method(name)
        if method == SAMPLED:
            return None
        if not self.units or (delta == 0 and side is None):
            return ExactP.of(Fraction(1), method, self.units)
        if self.pooled and self.scale is not None:
            return self.exchanges(name).p(method, side)
        numbers = self.differences(name)
        if numbers is not None:
            return ExactP.of(_of_sums(numbers, side), method, self.units)
        return ExactP.of(self._enumerated(place, side), method, self.units)

    def differences(self, name: str) -> list[int] | None:
        """The part of every unit that differs in the difference of a mean over documents, as integers of one
        scale; None where the row is no such mean, or its weights differ between the systems.
        """
        if not isinstance(self.row, DocumentAverage) or self.scale is None:
            return None
        column = self.row.first + 4 + SCORES.index(name)
        weights = [sheet.columns[:, column] for sheet in self.sheets]
        if (weights[0] != weights[1]).any():
            return None
        parts = []
        for unit in self.apart.tolist():
            weight = Fraction(float(weights[0][unit]))
            before, after = (exact_score(sums[unit].tolist(), name, self.row.scored) for sums in self.sums)
            parts.append(weight * ((after or 0) - (before or 0)))
        common = math.lcm(*(part.denominator for part in parts))
        return [int(part * common) for part in parts]

    def _enumerated(self, place: int, side: str | None) -> Fraction:
        """The share of all exchanges that are as extreme, by going through them; of each with its opposite,
        the difference of which is the negative, only one is scored.
        """
        first, second = self.sheets
        steps = second.columns[self.apart] - first.columns[self.apart]
        totals = [sheet.columns.sum(axis=0) for sheet in self.sheets]
        observed = second.scores(totals[1][np.newaxis]) - first.scores(totals[0][np.newaxis])
        target = float(observed[0, 0, place])
        exactly = self._exactly(place) if self.scale is not None and isinstance(self.row, LabelSums) else None
        extreme = total = 0
        for choice in _exchanges(self.units - 1):
            moved = choice @ steps[1:]
            delta = (second.scores(totals[1] - moved) - first.scores(totals[0] + moved))[0, :, place]
            exists = ~np.isnan(delta)
            total += 2 * int(exists.sum())
            for sign in (1, -1) if side else (1,):
                sure, near = _as_extreme(sign * delta, target, side, TIE if exactly is None else CLOSE)
                counted = int((sure & exists).sum())
                if exactly is None:
                    counted += int((near & exists).sum())
                else:
                    counted += exactly(choice[near & exists], sign, side)
                extreme += counted if side else 2 * counted
        return Fraction(extreme, total)

    def _exactly(self, place: int) -> Callable[[FloatArray, int, str | None], int]:
        """A function that says how many of some exchanges are as extreme, with fractions."""
        assert isinstance(self.row, LabelSums)  # which, and a scale, is asked for before
        assert self.scale is not None
        counts = [integers(numbers, self.scale).astype(object) for numbers in self.numbers]
        steps = (counts[1] - counts[0])[self.apart[1:]]
        totals = [np.array(own.sum(axis=0), dtype=object) for own in counts]
        ends = np.cumsum([len(group) for group in self.row.groups])[:-1]

        def delta(moved: Any) -> Fraction:
            values = []
            for sheet, sums in zip(self.sheets, (totals[0] + moved, totals[1] - moved), strict=True):
                groups = [part.sum(axis=0).tolist() for part in np.split(sums, ends)]
                values.append(_average(sheet, groups, SCORES[place]))
            return (values[1] or Fraction(0)) - (values[0] or Fraction(0))

        observed = delta(0 * totals[0])

        def counted(choices: FloatArray, sign: int, side: str | None) -> int:
            number = 0
            for choice in choices.astype(bool):
                number += _is_extreme(sign * delta(steps[choice].sum(axis=0)), observed, side)
            return number

        return counted


class _Exchanges:
    """The exchanges of a pooled row as sums of steps on the axes of a quotient."""

    def __init__(self, row: _Contrast, form: Quotient) -> None:
        self.row, self.form = row, form
        apart, axes = row.apart, form.axes.T
        largest = abs(axes).max() * max(int(abs(sums).sum(axis=0).max()) for sums in row.sums)
        moved = row.sums[1][apart] - row.sums[0][apart]
        steps = moved @ axes.astype(np.int64) if largest < 2**58 else moved.astype(object) @ axes
        self.totals = [(sums.sum(axis=0).astype(object) @ axes).tolist() for sums in row.sums]
        self.gcds = [math.gcd(*column) if len(column) else 0 for column in steps.T.tolist()]
        self.moving = [axis for axis, gcd in enumerate(self.gcds) if gcd]
        gcds = np.array([self.gcds[axis] for axis in self.moving], dtype=steps.dtype)
        small = steps[:, self.moving] // gcds
        self.steps: ExchangeSteps | None = None
        if not small.size or abs(small).max() < LARGEST_STEP:
            plain = small.astype(np.int64).reshape(len(apart), len(self.moving))
            self.steps = ExchangeSteps(turned(plain))
            self.beginning = ((plain.sum(axis=0) - self.steps.steps.sum(axis=0)) // 2).tolist()

    @property
    def method(self) -> str:
        """The way that is taken."""
        if self.row.units <= ENUMERATED:
            return ENUMERATION
        if self.steps is None or (self.form.kind.startswith(PRODUCTS) and self.row.scale != 1):
            return SAMPLED
        if self.in_an_integer or self.steps.cells * self.row.units <= WORK:
            return TABLE
        distinct, _ = self.steps.distinct
        cells = math.prod(map(float, self.steps.window))
        fits = cells * len(distinct) <= WORK and cells <= MOST_CELLS
        return TRANSFORM if fits else SAMPLED

    @property
    def in_an_integer(self) -> bool:
        """Whether the ways are counted exactly, in one integer."""
        assert self.steps is not None  # which is asked for before
        cells, units = self.steps.cells, self.row.units
        return cells * units**2 / 64 <= INTEGER_WORK and cells * units <= INTEGER_BITS

    def ways(self, method: str) -> Ways:
        """The ways that lead to each cell, by a method. Those that the row counted last are taken where the
        steps are the same: P and F depend on the same sums where gold has as many items for both systems.
        """
        assert self.steps is not None  # a step is below LARGEST_STEP, or nothing is counted
        known = self.row.counted
        if known is None or known[0] != method or not np.array_equal(known[1], self.steps.steps):
            known = self.row.counted = (method, self.steps.steps, self._counted(method, self.steps))
        return known[2]

    def _counted(self, method: str, steps: ExchangeSteps) -> Ways:
        """Count the ways that lead to each cell."""
        if method == TRANSFORM:
            return shares_by_transform(steps)
        if method == ENUMERATION and steps.cells > 2 ** len(steps.steps):
            return all_ways(steps)
        return ways_in_an_integer(steps) if self.in_an_integer else shares_in_a_table(steps)

    def p(self, method: str, side: str | None) -> ExactP:
        """The share of the exchanges that are as extreme."""
        units = self.row.units
        if self.steps is None:
            raise OverflowError
        if not len(self.steps.steps):  # no exchange changes the score
            return ExactP.of(Fraction(1), method, units)
        ways = self.ways(method)
        extreme, exists = self._extreme(ways, side)
        share = ways.among(extreme)
        if isinstance(share, Fraction):
            return ExactP.of(share / Fraction(ways.among(exists)), method, units)
        share /= 1.0 if exists.all() else float(ways.among(exists))
        if method == TRANSFORM:
            return ExactP(min(max(share, TRANSFORM_ERROR), 1.0), None, method, units, TRANSFORM_ERROR)
        share = min(max(share, SMALLEST), 1.0)
        return ExactP(share, None, method, units, share * (units + 40) * 2.0**-52)

    def _extreme(self, ways: Ways, side: str | None) -> tuple[BoolArray, BoolArray]:
        """The cells that are as extreme as no exchange, and those whose scores exist, flat."""
        nothing = [np.zeros(1, object)] * len(ways.sums)
        top, bottom = (int(np.ravel(number)[0]) for number in self._exactly(nothing, 0))
        target, reached = Fraction(top, bottom), ways.reached
        found: list[tuple[BoolArray, BoolArray]] = []
        begin = 0
        for sums in _slabs(ways.sums):
            shape = np.broadcast_shapes(*(own.shape for own in sums))
            delta = np.broadcast_to(self._delta([own.astype(float) for own in sums]), shape).ravel()
            exists = ~np.isnan(delta)
            extreme, near = _as_extreme(delta, float(target), side, CLOSE)
            places = np.flatnonzero(near & exists & reached[begin : begin + len(delta)])
            cells = np.unravel_index(places, shape)
            gathered = [np.broadcast_to(own, shape)[cells].astype(object) for own in sums]
            tops, bottoms = self._exactly(gathered, None)
            extreme[places] = _at_least(tops * target.denominator, bottoms * target.numerator, side)
            found.append((extreme & exists, exists))
            begin += len(delta)
        extremes, exist = zip(*found, strict=True)
        return np.concatenate(extremes), np.concatenate(exist)

    def _sides(self, sums: Sequence[Any], start: int | None = None) -> Iterator[tuple[Any, Any]]:
        """Numerator and denominator of either system after exchanges with these sums of turned steps; with
        *start* 0 they are sums of what is exchanged.
        """
        for sign, totals in zip((1, -1), self.totals, strict=True):
            values = list(totals)
            for axis, begin, moved in zip(self.moving, self.beginning, sums, strict=True):
                base = begin if start is None else start
                values[axis] = totals[axis] + sign * self.gcds[axis] * (moved + base)
            yield self.form.of(*values)

    def _delta(self, sums: Sequence[FloatArray]) -> FloatArray:
        """The differences, nan where one of the scores is null."""
        value = VALUES[self.row.measured.empty]
        scores = []
        for top, bottom in self._sides(sums):
            undefined = np.asarray(bottom == 0)
            scores.append(np.where(undefined, value, top / np.where(undefined, 1, bottom).astype(float)))
        delta: FloatArray = scores[1] - scores[0]
        return delta

    def _exactly(self, sums: Sequence[Any], start: int | None) -> tuple[Any, Any]:
        """The differences as numerators and denominators, of cells whose scores exist."""
        value = VALUES[self.row.measured.empty]
        of_nothing = 0 if math.isnan(value) else int(value)
        quotients = []
        for top, bottom in self._sides(sums, start):
            empty = np.asarray(bottom == 0)
            parts = (np.where(empty, of_nothing, top), np.where(empty, 1, bottom))
            quotients.append([part.astype(object) for part in parts])
        (top_a, bottom_a), (top_b, bottom_b) = quotients
        return top_b * bottom_a - top_a * bottom_b, bottom_a * bottom_b


def _slabs(sums: Sequence[IntArray]) -> Iterator[list[IntArray]]:
    """The sums of cells in parts of the first axis, so that memory does not grow with their number."""
    shape = np.broadcast_shapes(*(own.shape for own in sums))
    step = max(1, SLAB // max(1, math.prod(shape[1:])))
    for begin in range(0, shape[0], step):
        yield [own[begin : begin + step] if len(own) > 1 else own for own in sums]


def _as_extreme(
    delta: FloatArray, target: float, side: str | None, close: float
) -> tuple[BoolArray, BoolArray]:
    """The differences that are surely as extreme as the target, and those that are too close to say."""
    if side is None:
        delta, target = np.abs(delta), abs(target)
    beyond = target - delta if side == LESS else delta - target
    limit = close * max(1.0, abs(target))
    return beyond > limit, np.abs(beyond) <= limit


def _at_least(left: Any, right: Any, side: str | None) -> BoolArray:
    """Whether a difference is as extreme as the target, of both times the same positive number."""
    compared = (
        np.abs(left) >= np.abs(right) if side is None else left <= right if side == LESS else left >= right
    )
    return np.asarray(compared, bool)


def _is_extreme(delta: Fraction, target: Fraction, side: str | None) -> bool:
    """Whether one difference is as extreme as the target."""
    if side is None:
        return abs(delta) >= abs(target)
    return delta <= target if side == LESS else delta >= target


def _of_sums(numbers: Sequence[int], side: str | None) -> Fraction:
    """The share of the exchanges in which the sum of numbers, each with its sign or the other, is as extreme
    as with their own signs.
    """
    total = sum(numbers)  # the sum with other signs is the total less twice what is exchanged
    ways = 2 ** len(numbers)
    if side == LESS:  # total - 2 moved <= total
        return Fraction(ways_at_least(numbers, 0), ways)
    if side == GREATER:
        return Fraction(ways_at_least([-number for number in numbers], 0), ways)
    if not total:
        return Fraction(1)
    up = numbers if total < 0 else [-number for number in numbers]
    return Fraction(2 * ways_at_least(up, 0), ways)


def _exchanges(units: int) -> Iterator[FloatArray]:
    """All ways to exchange units, in chunks of shape (n, units) of 0 and 1."""
    rows = max(1, CHUNK // max(units, 1))
    for begin in range(0, 2**units, rows):
        numbers = np.arange(begin, min(begin + rows, 2**units))
        yield (numbers[:, np.newaxis] >> np.arange(units) & 1).astype(float)


def _average(sheet: Sheet, groups: Sequence[Sequence[int]], name: str) -> Fraction | None:
    """A score of a row of several labels from the counts of its groups, as a fraction; None where null."""
    row, measured = sheet.rows[0], sheet.measured
    assert isinstance(row, LabelSums)  # which is asked for before
    if row.kind is None:
        return exact_score(groups[0], name, measured)
    macro = row.kind == MACRO
    total = weighed = Fraction(0)
    for counts, always in zip(groups, row.always.tolist(), strict=True):
        score = exact_score(counts, name, measured.in_groups if macro else measured)
        weight = int(always or counts[1] > 0 or counts[3] > 0) if macro else counts[3]
        if score is not None:
            total += weight
            weighed += weight * score
    if total:
        return weighed / total
    value = VALUES[measured.empty]
    return None if math.isnan(value) else Fraction(value)
