"""The exact p of the rows of two sheets: which way is taken is decided by sizes alone, never by the clock.

    enumeration   at most ENUMERATED units differ: all exchanges
    halves        a mean over documents, at most HALVED differ: all sums of two halves
    table         the ways that lead to each cell, of one large integer, and of floats if that is too large
    transform     the same near the mean, as an inverse Fourier transform
    sampled       none of these: exchanges are drawn (`nerkit.stats.significance`)

The p of the first two and of an integer is a fraction. Differences within CLOSE of the observed difference
are compared as fractions, so that ties count as extreme. If counts are not fractions, and for formulas over
several measures, differences within TIE are ties.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.results.rows import MACRO
from nerkit.results.scores import SCORES, VALUES
from nerkit.stats.exact.exchanges import ENUMERATED, CountedWays, Exchanges, Moved
from nerkit.stats.exact.p import ENUMERATION, HALVES, SAMPLED, ExactP, as_extreme, is_extreme
from nerkit.stats.exact.quotients import CLOSE, Quotient, exact_score, integers, quotient
from nerkit.stats.exact.row_counts import RowCounts, apart, common_scale, counts_of_rows
from nerkit.stats.options import GREATER, LESS, OBSERVED
from nerkit.stats.resampling import every_exchange
from nerkit.stats.score_functions import Measured
from nerkit.stats.units import DocumentAverage, LabelSums, Sheet

HALVED = 40  # units that differ of a mean over documents
ENUMERATED_WORK = 1_000  # numbers that are touched for each of all exchanges, or for each sum of halves
VALUE = SCORES.index("value")
TIE = 1e-12
SMALL = 2**62  # sums below are added as 64 bits


class ExactTest:
    """The exact test of all rows of two sheets with equal keys, the second system against the first."""

    def __init__(self, first: Sequence[RowCounts], second: Sequence[RowCounts]) -> None:
        self.rows = [_Contrast(*both) for both in zip(first, second, strict=True)]

    @classmethod
    def of(cls, first: Sheet, second: Sheet) -> "ExactTest":
        """Return the test of two sheets."""
        return cls(counts_of_rows(first), counts_of_rows(second))

    def methods(self) -> set[str]:
        """Return the methods of all scores of all rows, without computing p."""
        return {row.method(name) for row in self.rows for name in SCORES}

    def sampled(self, delta: FloatArray) -> bool:
        """Return whether exchanges are to be drawn for a p; *delta* has the differences, shape (rows, 4)."""
        return any(
            row.method(name) == SAMPLED and not math.isnan(change)
            for row, own in zip(self.rows, delta.tolist(), strict=True)
            for name, change in zip(SCORES, own, strict=True)
        )

    @property
    def work(self) -> float:
        """Return about how many numbers are touched for the p of the values of all rows."""
        return sum(row.work for row in self.rows)

    def p(self, delta: FloatArray, side: str | None) -> list[list[ExactP | None]]:
        """Return the p of every row and score; *delta* has the differences, shape (rows, 4).

        *side* is one of SIDES; None means two-sided. A p that is to be sampled is None.
        """
        return [
            row.p(own, [side if side != OBSERVED else LESS if each < 0 else GREATER for each in own])
            for row, own in zip(self.rows, delta.tolist(), strict=True)
        ]

    def value(self, delta: float) -> ExactP | None:
        """Return the two-sided p of the value of the first row; None if it is to be sampled."""
        return self.rows[0].one(VALUE, delta, None)


class _Contrast:
    """A row of two sheets: the counts of the units that differ, and the parts of its scores."""

    def __init__(self, first: RowCounts, second: RowCounts) -> None:
        self.sides = (first, second)
        self.sheets = (first.sheet, second.sheet)
        self.row = first.row
        self.measured: Measured = first.sheet.measured
        self._of_kind: dict[str, Exchanges] = {}

    @cached_property
    def units(self) -> int:
        """Return how many units differ."""
        return self.moved.units if self.pooled and self.scale is not None else len(self.apart)

    @property
    def apart(self) -> IntArray:
        """Return the places of the units that differ."""
        return apart(*self.sides)

    @property
    def pooled(self) -> bool:
        """Return whether the row is a single score of added counts."""
        alone = isinstance(self.row, LabelSums) and self.row.kind is None
        return alone and self.measured.composite is None

    @cached_property
    def scale(self) -> int | None:
        """Return the scale that makes the counts integers; None for formulas and for counts without a
        scale.
        """
        return common_scale(self.sides)

    @cached_property
    def moved(self) -> Moved:
        """Return the counts that exchanges move, of a row with a scale."""
        assert self.scale is not None  # which is asked for before
        return Moved(*self.sides, self.scale)

    def quotient(self, name: str) -> Quotient:
        """Return the quotient of a score of a pooled row."""
        same = all(side.same for side in self.sides)
        return quotient(name, self.measured.beta, self.measured.headline, same=same)

    def exchanges(self, name: str) -> Exchanges:
        """Return the exchanges of a pooled row as sums that a score depends on, one object for equal
        quotients.
        """
        form = self.quotient(name)
        if form.kind not in self._of_kind:
            self._of_kind[form.kind] = Exchanges(self.moved, form, self.measured.empty)
        return self._of_kind[form.kind]

    def method(self, name: str) -> str:
        """Return the method for a score."""
        if self.units <= ENUMERATED:
            return ENUMERATION
        if self.pooled and self.scale is not None:
            return self.exchanges(name).method
        if self.units <= HALVED and self.differences(name) is not None:
            return HALVES
        return SAMPLED

    @property
    def work(self) -> float:
        """Return about how many numbers are touched for the p of the value."""
        method = self.method(SCORES[VALUE])
        if method == SAMPLED:
            return 0.0
        if self.pooled and self.scale is not None:
            return self.exchanges(SCORES[VALUE]).work
        return float(ENUMERATED_WORK * 2 ** (self.units if method == ENUMERATION else self.units // 2))

    def p(self, delta: Sequence[float], sides: Sequence[str | None]) -> list[ExactP | None]:
        """Return the p of all four scores. Scores that depend on equal sums share the counted ways."""
        forms = [self.quotient(name).kind if self.pooled else name for name in SCORES]
        cases, counted = list(zip(forms, sides, strict=True)), CountedWays()
        known: dict[tuple[str, str | None], ExactP | None] = {}
        for place, case in enumerate(cases):
            if case not in known:
                known[case] = self.one(place, delta[place], sides[place], counted)
        return [known[case] for case in cases]

    def one(
        self, place: int, delta: float, side: str | None, counted: CountedWays | None = None
    ) -> ExactP | None:
        """Return the p of a score; *counted* are the ways that another score of the row depends on."""
        name = SCORES[place]
        if math.isnan(delta):
            return ExactP(math.nan, None, None, self.units, None)
        method = self.method(name)
        if method == SAMPLED:
            return None
        if not self.units or (delta == 0 and side is None):
            return ExactP.of(Fraction(1), method, self.units)
        if self.pooled and self.scale is not None:
            return self.exchanges(name).p(method, side, counted)
        numbers = self.differences(name)
        if numbers is not None:
            return ExactP.of(_of_sums(numbers, side), method, self.units)
        return ExactP.of(self._enumerated(place, side), method, self.units)

    def differences(self, name: str) -> list[int] | None:
        """Return the part of every unit in the difference of a mean over documents, as integers of one scale.

        Units without a difference are left out. Returns None for a row that is not such a mean, and for
        weights that differ between the systems.
        """
        if not isinstance(self.row, DocumentAverage) or self.scale is None:
            return None
        column = self.row.first + 4 + SCORES.index(name)
        weights = [sheet.columns[:, column] for sheet in self.sheets]
        if (weights[0] != weights[1]).any():
            return None
        parts = []
        sums = [side.sums(self.scale) for side in self.sides]
        for unit in self.apart.tolist():
            weight = Fraction(float(weights[0][unit]))
            before, after = (exact_score(own[unit].tolist(), name, self.row.scored) for own in sums)
            parts.append(weight * ((after or 0) - (before or 0)))
        common = math.lcm(*(part.denominator for part in parts))
        return [int(part * common) for part in parts]

    def _enumerated(self, place: int, side: str | None) -> Fraction:
        """Return the share of all exchanges that are as extreme, by going through them.

        An exchange and its opposite have opposite differences, so only one of the two is scored.
        """
        first, second = self.sheets
        places = self.apart
        steps = second.columns[places] - first.columns[places]
        totals = [sheet.columns.sum(axis=0) for sheet in self.sheets]
        observed = second.scores(totals[1][np.newaxis]) - first.scores(totals[0][np.newaxis])
        target = float(observed[0, 0, place])
        exactly = self._exactly(place) if self.scale is not None and isinstance(self.row, LabelSums) else None
        extreme = total = 0
        for choice in every_exchange(self.units - 1):
            moved = choice.astype(float) @ steps[1:]
            delta = (second.scores(totals[1] - moved) - first.scores(totals[0] + moved))[0, :, place]
            exists = ~np.isnan(delta)
            total += 2 * int(exists.sum())
            for sign in (1, -1) if side else (1,):
                sure, near = as_extreme(sign * delta, target, side, TIE if exactly is None else CLOSE)
                counted = int((sure & exists).sum())
                if exactly is None:
                    counted += int((near & exists).sum())
                else:
                    counted += exactly(choice[near & exists], sign, side)
                extreme += counted if side else 2 * counted
        return Fraction(extreme, total)

    def _exactly(self, place: int) -> Callable[[NDArray[np.uint8], int, str | None], int]:
        """Return a function that counts, with fractions, how many of some exchanges are as extreme."""
        assert isinstance(self.row, LabelSums)  # which, and a scale, is asked for before
        assert self.scale is not None
        counts = [integers(side.numbers, self.scale).astype(object) for side in self.sides]
        steps = (counts[1] - counts[0])[self.apart[1:]]
        totals = [np.array(own.sum(axis=0), dtype=object) for own in counts]
        ends = np.cumsum([len(group) for group in self.row.groups])[:-1]

        def delta(moved: Any) -> Fraction:
            """Return the difference of the systems after the exchange of some counts, shape (labels, 4)."""
            values = []
            for sheet, sums in zip(self.sheets, (totals[0] + moved, totals[1] - moved), strict=True):
                groups = [part.sum(axis=0).tolist() for part in np.split(sums, ends)]
                values.append(_average(sheet, groups, SCORES[place]))
            return (values[1] or Fraction(0)) - (values[0] or Fraction(0))

        observed = delta(0 * totals[0])

        def counted(choices: NDArray[np.uint8], sign: int, side: str | None) -> int:
            """Return how many of some exchanges, shape (n, units), are as extreme."""
            number = 0
            for choice in choices.astype(bool):
                number += is_extreme(sign * delta(steps[choice].sum(axis=0)), observed, side)
            return number

        return counted


def _of_sums(numbers: Sequence[int], side: str | None) -> Fraction:
    """Return the share of all signs of numbers with which their sum is as extreme as with their own signs."""
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


def ways_at_least(numbers: Sequence[int], least: int) -> int:
    """Return the number of the 2^M sums of some of M integers that are *least* or more.

    The numbers are cut into two halves. The 2^(M/2) sums of each half are sorted. For each sum of the first
    half, a binary search counts the sums of the second half that are large enough (Horowitz & Sahni 1974).
    The count is exact, with 2^20 sums instead of 2^40.
    """
    kind: Any = np.int64 if sum(map(abs, numbers)) + abs(least) < SMALL else object
    middle = len(numbers) // 2
    first, second = _subset_sums(numbers[:middle], kind), np.sort(_subset_sums(numbers[middle:], kind))
    below = np.searchsorted(second, kind(least) - first if kind is np.int64 else least - first)
    return int(len(first) * len(second) - below.sum())


def _subset_sums(numbers: Sequence[int], kind: Any) -> "np.ndarray[Any, Any]":
    """Return all sums of some of the numbers, with the sum of no number and of all numbers."""
    sums = np.zeros(1, kind)
    for number in numbers:
        sums = np.concatenate([sums, sums + number])
    return sums


def _average(sheet: Sheet, groups: Sequence[Sequence[int]], name: str) -> Fraction | None:
    """Return a score of a row of several labels from the counts of its groups, as a fraction; None for a
    null score.
    """
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
