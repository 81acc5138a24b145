"""Tests of the difference between two systems on the same units, for all rows in one pass.

Under the null hypothesis the two systems are exchangeable: chance decides which system made which output.

    randomization   each trial exchanges the counts of units with probability 1/2 (Noreen 1989, Yeh 2000). P
                    is
                    (trials with a difference at least as large + 1) / (trials + 1). If at most ENUMERATED
units differ, all exchanges are
                    enumerated, and p is the exact share.
    bootstrap       units are drawn with replacement, equally for both systems. The differences, moved to
                    mean 0, stand for the null hypothesis (Riezler & Maxwell 2005). p = (resamples at least as
                    far from 0 as the difference + 1) / (resamples + 1).
    exact           the share of all exchanges that are as extreme, without drawing (`nerkit.stats.exact`).
                    If the sizes do not allow this, EXACT_TRIALS exchanges are drawn. With the observed
                    exchange among them, p = (as extreme + 1) / (trials + 1), with a standard error

The interval of a difference is always from the paired bootstrap, whatever test gives p. Units are drawn with
replacement, equally for both systems. The ends are quantiles of the differences (`confidence.quantiles`).

p is two-sided unless `one_sided` is set. `greater` counts differences that are at least the observed
difference, `less` differences that are at most the observed difference. True takes the observed direction, as
neleval's `significance` does. This is a test at 5 % only if you chose the direction before you saw the
result. A trial with a null score does not count.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError, unknown
from nerkit.stats.confidence import LEVEL, RESAMPLES, SEED, TIE, interval_ends, mean_of_known
from nerkit.stats.exact.p import SAMPLED, ExactP
from nerkit.stats.exact.row_counts import RowCounts, counts_of_rows
from nerkit.stats.exact.rows import ExactTest
from nerkit.stats.options import (
    BOOTSTRAP,
    EXACT,
    LESS,
    OBSERVED,
    RANDOMIZATION,
    SIDES,
    TESTS,
)
from nerkit.stats.resampling import (
    check_seed,
    drawn,
    every_exchange,
    exchanged,
    sums_of_resamples,
)
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Key, Sheet, Units

TRIALS, EXACT_TRIALS = 10_000, 100_000  # trials of a randomization test, and of a sampled exact test
DIFFERENCE_LEVEL = LEVEL  # the level of intervals of differences
SHARED = 2**26  # the most numbers in shared sheets of all systems, and in their resampled scores
ENUMERATED = 12  # up to so many differing units, randomization enumerates all exchanges


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The settings of a paired test of two systems.

    method      one of TESTS; None: `exact` if nothing would be sampled, otherwise `randomization`
    resamples   the number of trials or resamples; None: the default of the method
    seed        the seed of the random numbers
    one_sided   the side of a one-sided test: one of SIDES, or True for `observed`
    """

    method: str | None = RANDOMIZATION
    resamples: int | None = None
    seed: int = SEED
    one_sided: bool | str = False

    def __post_init__(self) -> None:
        if self.method not in (*TESTS, None):
            raise unknown("paired test", str(self.method), TESTS)
        if self.one_sided not in (True, False, *SIDES):
            raise unknown("side of a test", str(self.one_sided), SIDES)
        if self.resamples is not None and self.resamples < 1:
            raise UsageError(f"resamples=… must be at least 1, not {self.resamples}")
        check_seed(self.seed)

    @property
    def exact(self) -> bool:
        """Whether the test is exact."""
        return self.method == EXACT

    @property
    def trials(self) -> int:
        """The number of trials or resamples."""
        return (
            self.resamples
            or {RANDOMIZATION: TRIALS, BOOTSTRAP: RESAMPLES, EXACT: EXACT_TRIALS}[
                self.method or RANDOMIZATION
            ]
        )

    @property
    def side(self) -> str | None:
        """The side of a one-sided test, one of SIDES; None for a two-sided test."""
        return OBSERVED if self.one_sided is True else self.one_sided or None

    def stated(self, *, sampled: bool = True) -> dict[str, Any]:
        """Return the test as fields of a signature. An exact test has trials and a seed only if a row was
        *sampled*.
        """
        side = {"one-sided": True if self.side == OBSERVED else self.side} if self.side else {}
        trials = {"trials": self.trials, "seed": self.seed} if sampled or not self.exact else {}
        return {"paired": self.method} | side | trials

    def stated_interval(self) -> dict[str, Any]:
        """Return the interval of the difference as fields of a signature."""
        resamples = self.resamples or RESAMPLES
        return {
            "delta-interval": f"{DIFFERENCE_LEVEL:g}",
            "delta-resamples": resamples,
            "seed": self.seed,
        }


NO_NUMBERS = (math.nan,) * 4


@dataclass(frozen=True, slots=True)
class Difference:
    """The second system less the first on one row: value, precision, recall and f1; nan is null.

    low, high   the ends of the interval of the difference; nan without an interval
    exact       details of each p of an exact test; empty for other tests
    """

    delta: Sequence[float]
    p: Sequence[float]
    low: Sequence[float] = NO_NUMBERS
    high: Sequence[float] = NO_NUMBERS
    exact: Sequence[ExactP] = ()

    @property
    def sampled(self) -> bool:
        """Whether an exact p was computed from drawn exchanges."""
        return any(one.method == SAMPLED for one in self.exact)


class SharedSheets:
    """The sheets of systems that are compared in many pairs, and their scores in resamples, each made once.

    Sheets can be shared if all systems have the same units and labels, and if all sheets fit in memory
    (`fit`).
    """

    def __init__(self, units: Units, keys: Sequence[Key], how: PairedTest) -> None:
        self.units, self.keys, self.how = units, keys, how
        counts = list(units.counts.values())
        same = all(one.documents == counts[0].documents and one.labels == counts[0].labels for one in counts)
        scores = len(counts) * len(keys) * (how.resamples or RESAMPLES) * len(NO_NUMBERS)
        numbers = len(counts) * len(keys) * len(counts[0].documents) * len(NO_NUMBERS)
        self.fit = len(counts) > 2 and same and max(scores, numbers) <= SHARED
        self._sheets: dict[str, list[Sheet]] = {}
        self._scores: dict[int, FloatArray] = {}
        self._rows: dict[int, list[RowCounts]] = {}

    @cached_property
    def aligned(self) -> Units:
        """The units of all systems, with one list of documents and labels."""
        return self.units.aligned()

    def of(self, pair: tuple[str, str]) -> Iterator[tuple[Sheet, ...]]:
        """Yield the sheets of a pair of systems, measure by measure, shared if they fit."""
        if not self.fit:
            yield from self.units.sheets_of(pair, self.keys)
            return
        self.units.check(dict.fromkeys(key.measure for key in self.keys))
        if len(self.aligned.counts[pair[0]].documents) >= 2:
            yield from zip(*(self._own(name) for name in pair), strict=True)

    def resampled(self, sheet: Sheet) -> FloatArray:
        """Return the scores of the rows of a shared sheet in all resamples, shape (rows, resamples, 4)."""
        if not self._scores:
            sheets = [each for name in self.aligned.counts for each in self._own(name)]
            tables = [each.columns for each in sheets]
            sums = sums_of_resamples(tables, self.how.resamples or RESAMPLES, self.how.seed)
            self._scores = {id(each): each.scores(own) for each, own in zip(sheets, sums, strict=True)}
        return self._scores[id(sheet)]

    def sampled(self, pair: tuple[str, str]) -> tuple[bool, float]:
        """Return whether an exact test of two systems must draw exchanges, and its steps, estimated."""
        work = 0.0
        for first, second in self.of(pair):
            test = self.exact(first, second)
            if SAMPLED in test.methods():
                return True, work
            work += test.work
        return False, work

    def exact(self, first: Sheet, second: Sheet) -> ExactTest:
        """Return the exact test of two sheets. All pairs of a sheet share its counts."""
        if not self.fit:
            return ExactTest.of(first, second)
        return ExactTest(self._counts(first), self._counts(second))

    def _counts(self, sheet: Sheet) -> list[RowCounts]:
        if id(sheet) not in self._rows:
            self._rows[id(sheet)] = counts_of_rows(sheet)
        return self._rows[id(sheet)]

    def _own(self, system: str) -> list[Sheet]:
        if system not in self._sheets:
            self._sheets[system] = list(self.aligned.sheets(system, self.keys))
        return self._sheets[system]


def differences(
    units: Units,
    pair: tuple[str, str],
    keys: Sequence[Key],
    how: PairedTest,
    *,
    interval: bool = False,
    shared: SharedSheets | None = None,
) -> dict[Key, Difference]:
    """Return the differences of a pair of systems by row, with an *interval* of each if wanted.

    Units are paired by name. A unit that a system lacks counts as empty. For a single unit there are no
    differences. Pass *shared* if many pairs are compared. Raises UsageError for a corpus-wide measure.
    """
    by_key: dict[Key, Difference] = {}
    for first, second in units.sheets_of(pair, keys) if shared is None else shared.of(pair):
        delta: FloatArray = (second.of_all - first.of_all)[:, 0]
        exact: Sequence[Sequence[ExactP]] = ()
        p: Sequence[Sequence[float]] = ()
        if how.exact:
            exact_test = ExactTest.of(first, second) if shared is None else shared.exact(first, second)
            exact = _exactly(exact_test, (first, second), delta, how)
            p = [[one.p for one in row] for row in exact]
        else:
            test = _bootstrapped if how.method == BOOTSTRAP else _randomized
            p = test(first, second, delta, how).tolist()
        ends = np.full((len(delta), 4, 2), np.nan)
        if interval and len(first.columns) >= FEWEST:
            if shared is not None and shared.fit:
                resampled = shared.resampled(second) - shared.resampled(first)
            else:
                resampled = _resampled(first, second, how.resamples or RESAMPLES, how.seed)
            ends = interval_ends(resampled, DIFFERENCE_LEVEL)
        for i, key in enumerate(first.keys):
            low, high = ends[i].T.tolist()
            of_row = (delta[i].tolist(), p[i], low, high, exact[i] if exact else ())
            by_key[key] = Difference(*of_row)
    return by_key


def _exactly(
    test: ExactTest, sheets: tuple[Sheet, Sheet], delta: FloatArray, how: PairedTest
) -> Sequence[Sequence[ExactP]]:
    """Return the p of an exact test, four per row."""
    rows = test.p(delta, how.side)
    if not test.sampled(delta):
        return cast(Sequence[Sequence[ExactP]], rows)  # without sampling, no p is None
    drawn_p = _randomized(*sheets, delta, how).tolist()
    return [
        [
            one or ExactP(p, None, SAMPLED, contrast.units, None, math.sqrt(p * (1 - p) / how.trials))
            for one, p in zip(row, own, strict=True)
        ]
        for row, own, contrast in zip(rows, drawn_p, test.rows, strict=True)
    ]


def _randomized(first: Sheet, second: Sheet, delta: FloatArray, how: PairedTest) -> FloatArray:
    """Return the p of a randomization test, shape (rows, 4)."""
    apart = second.columns - first.columns
    apart = apart[apart.any(axis=1)]  # the exchange of a unit with equal counts changes nothing
    exact = how.method == RANDOMIZATION and len(apart) <= ENUMERATED
    choices = every_exchange(len(apart)) if exact else exchanged(len(apart), how.trials, how.seed)
    totals = [sheet.columns.sum(axis=0) for sheet in (first, second)]
    tally = TrialCounts(delta, how)
    for choice in choices:
        moved = choice.astype(float) @ apart
        tally.add(second.scores(totals[1] - moved) - first.scores(totals[0] + moved))
    return tally.p(observed=0 if exact else 1)


def _resampled(first: Sheet, second: Sheet, resamples: int, seed: int) -> FloatArray:
    """Return the differences of the rows of two sheets on resampled units, shape (rows, resamples, 4)."""
    count = len(first.columns)
    chunks = [
        second.scores(weights @ second.columns) - first.scores(weights @ first.columns)
        for weights in (drawn(count, resamples, seed) if count else ())
    ]
    return np.concatenate([np.empty((len(first.rows), 0, 4)), *chunks], axis=1)


def _bootstrapped(first: Sheet, second: Sheet, delta: FloatArray, how: PairedTest) -> FloatArray:
    """Return the p of a bootstrap test, shape (rows, 4)."""
    resampled = _resampled(first, second, how.trials, how.seed)
    tally = TrialCounts(delta, how)
    tally.add(resampled - mean_of_known(resampled, 1))
    return tally.p(observed=1)


class TrialCounts:
    """A count of the differences, shape (rows, n, 4), that are at least as large as the observed, shape
    (rows, 4).
    """

    def __init__(self, delta: FloatArray, how: PairedTest) -> None:
        self.delta, self.side = delta[:, np.newaxis], how.side
        self.extreme, self.all = np.zeros(delta.shape), np.zeros(delta.shape)

    def add(self, differences: FloatArray) -> None:
        """Count the differences of some trials; nan does not count."""
        if self.side is None:
            extreme = np.abs(differences) >= np.abs(self.delta) - TIE
        else:
            less = self.delta < 0 if self.side == OBSERVED else self.side == LESS
            extreme = np.where(less, differences <= self.delta + TIE, differences >= self.delta - TIE)
        self.extreme += extreme.sum(axis=1)
        self.all += (~np.isnan(differences)).sum(axis=1)

    def p(self, observed: int) -> FloatArray:
        """Return the share of extreme differences, nan if there are none, shape (rows, 4).

        The observed difference counts *observed* times.
        """
        total = self.all + observed
        share = (self.extreme + observed) / np.where(total > 0, total, 1)
        p: FloatArray = np.where(np.isnan(self.delta[:, 0]) | (total == 0), np.nan, share)
        return p


def holm(p: Sequence[float]) -> list[float]:
    """Return p-values corrected for a family of tests: the chance of any false rejection stays at the level.

    Holm (1979), step-down: the smallest of n is multiplied by n, the next by n - 1, and so on. No p is below
    the p before it.
    """
    values, order = np.array(p), np.argsort(p, kind="stable")
    adjusted = np.minimum(1.0, values[order] * np.arange(len(p), 0, -1))
    values[order] = np.nan if np.isnan(values).any() else np.maximum.accumulate(adjusted)
    return list(values.tolist())
