"""Tests of the difference between two systems on the same units, for every row at once.

The null hypothesis is that the two systems are exchangeable: which of them made which output is chance.

    randomization   in each trial every unit's counts are exchanged between the systems with probability 1/2
                    and both are scored again (Noreen 1989, Yeh 2000). p = (trials with a difference at least
                    as large + 1) / (trials + 1). Where at most EXACT units differ, all exchanges are
                    enumerated instead and p is their exact share.
    bootstrap       units are drawn with replacement, the same for both systems; the differences, moved to
                    mean 0, stand for the null (Riezler & Maxwell 2005). p = (resamples at least as far from 0
                    as the difference + 1) / (resamples + 1).
    exact           the share of all exchanges that are as extreme, without drawing (`nerkit.stats.exact`);
                    where the sizes do not allow it, of EXACT_TRIALS exchanges that are drawn, the observed
                    one among them: (as extreme + 1) / (trials + 1), with its standard error

The interval of a difference is that of the paired bootstrap, whichever test gives p: units are drawn with
replacement, the same for both systems, and its ends are the quantiles of the differences (`quantiles`).

p is two-sided unless `one_sided`: `greater` counts differences of at least the observed one, `less` of at
most that; True takes the direction that was observed, as neleval's `significance` does, and is a test at 5 %
only if that direction was named before. A trial in which a score does not exist is left out.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError, unknown
from nerkit.stats.confidence import LEVEL, RESAMPLES, SEED, TIE, quantiles
from nerkit.stats.exact.p import SAMPLED, ExactP, Late
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
    EXACT_SINGLE,
    check_seed,
    drawn,
    every_exchange,
    exchanged,
    sums_of_resamples,
)
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Key, Sheet, Units

TRIALS, EXACT_TRIALS = 10_000, 100_000  # of a randomization test; of an exact one that has to be sampled
DIFFERENCE_LEVEL = LEVEL  # of the interval of a difference
SHARED = 2**26  # numbers of the sheets of all systems, or of their scores in resamples, that are kept
KEPT = 2**24  # numbers of the exact tests that are kept for p, or for the p that few look at
ENUMERATED = 12  # differing units up to which randomization enumerates all exchanges


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The settings of a paired test of two systems.

    method      one of TESTS; None: `exact` where nothing would be sampled, else `randomization`
    resamples   how many trials or resamples; None: the default of the method
    seed        of the random numbers
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
            raise UsageError(f"at least one trial, not {self.resamples}")
        check_seed(self.seed)

    @property
    def exact(self) -> bool:
        """Whether p is that of an exact test."""
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
        """The side of a one-sided test, one of SIDES; None of a two-sided one."""
        return OBSERVED if self.one_sided is True else self.one_sided or None

    def stated(self, *, sampled: bool = True) -> dict[str, Any]:
        """The test in the signature; an exact one has trials and a seed where a row was *sampled*."""
        side = {"one-sided": True if self.side == OBSERVED else self.side} if self.side else {}
        trials = {"trials": self.trials, "seed": self.seed} if sampled or not self.exact else {}
        return {"paired": self.method} | side | trials

    def stated_interval(self) -> dict[str, Any]:
        """The interval of the difference in the signature."""
        resamples = self.resamples or RESAMPLES
        return {
            "delta-interval": f"{DIFFERENCE_LEVEL:g}",
            "delta-resamples": resamples,
            "seed": self.seed,
        }


NO_NUMBERS = (math.nan,) * 4


@dataclass(frozen=True, slots=True)
class Difference:
    """The second system less the first on one row: of value, precision, recall and f1; nan is null.

    low, high   the ends of the interval of the difference; nan where none was asked for
    exact       what is known of each p of an exact test; empty of other tests
    """

    delta: Sequence[float]
    p: Sequence[float]
    low: Sequence[float] = NO_NUMBERS
    high: Sequence[float] = NO_NUMBERS
    exact: Sequence[ExactP] = ()

    @property
    def sampled(self) -> bool:
        """Whether exchanges were drawn for an exact p; of those that are late none was."""
        return not isinstance(self.exact, Late) and any(one.method == SAMPLED for one in self.exact)


class SharedSheets:
    """The sheets of systems of which many pairs are compared, and their scores in resamples, each made once.

    This is possible where all systems have the same units and labels, so that a sheet is the same in every
    pair, and where all fit in memory (`fit`).
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
        self._tests: dict[tuple[int, int], ExactTest] = {}
        self._room = self._late_room = KEPT
        self._checked = False

    @cached_property
    def aligned(self) -> Units:
        """The units of all systems, with one list of documents and labels."""
        return self.units.aligned()

    def of(self, pair: tuple[str, str]) -> Iterator[tuple[Sheet, Sheet]]:
        """The sheets of a pair of systems as `_sheets` gives them, shared where they fit."""
        if not self.fit:
            yield from _sheets(self.units, pair, self.keys)
            return
        if not self._checked:
            self.units.check(dict.fromkeys(key.measure for key in self.keys))
            self._checked = True
        if len(self.aligned.counts[pair[0]].documents) >= 2:
            yield from zip(*(self._own(name) for name in pair), strict=True)

    def resampled(self, sheet: Sheet) -> FloatArray | None:
        """The scores of the rows of a sheet in all resamples, shape (rows, resamples, 4); None if it is not
        shared.
        """
        if not self._scores and self.fit:
            sheets = [each for name in self.aligned.counts for each in self._own(name)]
            tables = [each.columns for each in sheets]
            sums = sums_of_resamples(tables, self.how.resamples or RESAMPLES, self.how.seed)
            self._scores = {id(each): each.scores(own) for each, own in zip(sheets, sums, strict=True)}
        return self._scores.get(id(sheet))

    def sampled(self, pair: tuple[str, str]) -> tuple[bool, float]:
        """Return whether an exact test of two systems must draw exchanges, and its steps, estimated.

        If nothing is drawn, the test is kept for `exact` while there is room.
        """
        work = 0.0
        for first, second in self.of(pair):
            test = self.exact(first, second)
            if SAMPLED in test.methods():
                return True, work
            work += test.work
            if self.fit and self._room > 0:
                self._room -= test.size
                self._tests[id(first), id(second)] = test
        return False, work

    def keeps(self, test: ExactTest) -> bool:
        """Whether there is room to keep a test until further p of its rows are asked for."""
        self._late_room -= test.size
        return self.fit and self._late_room > 0

    def exact(self, first: Sheet, second: Sheet) -> ExactTest:
        """The exact test of two sheets, of the counts of each that all its pairs share."""
        if not self.fit:
            return ExactTest.of(first, second)
        known = self._tests.pop((id(first), id(second)), None)
        return known or ExactTest(self._counts(first), self._counts(second))

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
    """The differences of a pair of systems on these rows, with an *interval* of each if wanted; of many pairs
    the sheets may be *shared*.

    Raises UsageError for a corpus-wide measure.

    Units are paired by name; one that a system lacks counts as empty there. A single unit tells nothing.
    """
    by_key: dict[Key, Difference] = {}
    for first, second in _sheets(units, pair, keys) if shared is None else shared.of(pair):
        delta = _observed(first, second)
        exact: Sequence[Sequence[ExactP]] = ()
        p: Sequence[Sequence[float]] = ()
        if how.exact:
            exact_test = ExactTest.of(first, second) if shared is None else shared.exact(first, second)
            exact = _exactly(exact_test, (first, second), delta, how)
            if shared is None or not shared.keeps(exact_test):
                exact = [list(row) for row in exact]
            p = [_numbers(row) for row in exact]
        else:
            test = _bootstrapped if how.method == BOOTSTRAP else _randomized
            p = test(first, second, delta, how).tolist()
        wanted = interval and len(first.columns) >= FEWEST
        scores = [shared.resampled(sheet) for sheet in (first, second)] if shared and wanted else [None]
        ends = _interval(first, second, how, scores) if wanted else np.full((len(delta), 4, 2), np.nan)
        for i, key in enumerate(first.keys):
            low, high = ends[i].T.tolist()
            of_row = (delta[i].tolist(), p[i], low, high, exact[i] if exact else ())
            by_key[key] = Difference(*of_row)
    return by_key


def _together(units: Units, pair: tuple[str, str]) -> Units:
    """The units of two systems, with one list of documents and labels."""
    return replace(units, counts={name: units.counts[name] for name in pair}).aligned()


def _sheets(units: Units, pair: tuple[str, str], keys: Sequence[Key]) -> Iterator[tuple[Sheet, Sheet]]:
    """The sheets of two systems, measure by measure; none of a single unit."""
    both = _together(units, pair)
    both.check(dict.fromkeys(key.measure for key in keys))
    if len(both.counts[pair[0]].documents) >= 2:
        yield from zip(*(both.sheets(name, keys) for name in pair), strict=True)


def _observed(first: Sheet, second: Sheet) -> FloatArray:
    """The differences of the rows of two sheets, shape (rows, 4)."""
    delta: FloatArray = (second.of_all - first.of_all)[:, 0]
    return delta


def _exactly(
    test: ExactTest, sheets: tuple[Sheet, Sheet], delta: FloatArray, how: PairedTest
) -> Sequence[Sequence[ExactP]]:
    """The p of an exact test of two sheets, four of each row; late ones where none is drawn."""
    rows = test.p(delta, how.side)
    if not test.sampled(delta):
        return cast(Sequence[Sequence[ExactP]], rows)  # None stands for what is sampled alone
    drawn_p = _randomized(*sheets, delta, how).tolist()

    def drawn_one(p: float, units: int) -> ExactP:
        error = math.sqrt(p * (1 - p) / how.trials)
        return ExactP(p, None, SAMPLED, units, None, error)

    return [
        [drawn_one(p, contrast.units) if one is None else one for one, p in zip(row, own, strict=True)]
        for row, own, contrast in zip(rows, drawn_p, test.rows, strict=True)
    ]


def _numbers(exact: Sequence[ExactP]) -> Sequence[float]:
    """The p of the scores of a row as numbers, as late as they are known."""
    return Late(lambda place: exact[place].p, len(exact)) if isinstance(exact, Late) else [p.p for p in exact]


def _randomized(first: Sheet, second: Sheet, delta: FloatArray, how: PairedTest) -> FloatArray:
    """The p of a randomization test, shape (rows, 4)."""
    apart = second.columns - first.columns
    apart = apart[apart.any(axis=1)]  # to exchange a unit that is the same in both changes nothing
    exact = how.method == RANDOMIZATION and len(apart) <= ENUMERATED
    choices = every_exchange(len(apart)) if exact else exchanged(len(apart), how.trials, how.seed)
    totals = [sheet.columns.sum(axis=0) for sheet in (first, second)]
    tally = TrialCounts(delta, how)
    # sums of whole numbers below 2 ** 24 are exact in four bytes, and take half the time
    whole = not (apart % 1).any() and float(np.abs(apart).sum(axis=0).max(initial=0)) < EXACT_SINGLE
    number = np.dtype("f4" if whole else "f8")
    steps: NDArray[Any] = apart.astype(number)
    for choice in choices:
        moved = (choice.astype(number) @ steps).astype(np.float64)
        tally.add(second.scores(totals[1] - moved) - first.scores(totals[0] + moved))
    return tally.p(observed=0 if exact else 1)


def _resampled(first: Sheet, second: Sheet, resamples: int, seed: int) -> FloatArray:
    """The differences of the rows of two sheets in resamples of their units, shape (rows, resamples, 4)."""
    count = len(first.columns)
    chunks = [
        second.scores(weights @ second.columns) - first.scores(weights @ first.columns)
        for weights in (drawn(count, resamples, seed) if count else ())
    ]
    return np.concatenate([np.empty((len(first.rows), 0, 4)), *chunks], axis=1)


def _interval(
    first: Sheet, second: Sheet, how: PairedTest, scores: Sequence[FloatArray | None]
) -> FloatArray:
    """The ends of the interval of each difference, shape (rows, 4, 2); *scores* are those of both sheets in
    resamples, where they are known.
    """
    known = [one for one in scores if one is not None]
    if len(known) == len((first, second)):
        resampled = known[1] - known[0]
    else:
        resampled = _resampled(first, second, how.resamples or RESAMPLES, how.seed)
    ordered = np.sort(np.moveaxis(resampled, 2, 1).reshape(-1, resampled.shape[1]), axis=1)
    tail = (1 - DIFFERENCE_LEVEL) / 2
    levels = np.broadcast_to(np.array([tail, 1 - tail]), (len(ordered), 2))
    return quantiles(ordered, levels).reshape(len(resampled), 4, 2)


def _bootstrapped(first: Sheet, second: Sheet, delta: FloatArray, how: PairedTest) -> FloatArray:
    """The p of a bootstrap test, shape (rows, 4)."""
    resampled = _resampled(first, second, how.trials, how.seed)
    exists = ~np.isnan(resampled)
    mean = np.where(exists, resampled, 0).sum(axis=1) / np.maximum(exists.sum(axis=1), 1)
    tally = TrialCounts(delta, how)
    tally.add(resampled - mean[:, np.newaxis])
    return tally.p(observed=1)


class TrialCounts:
    """Counts the differences, shape (rows, n, 4), that are as large as those observed, shape (rows, 4)."""

    def __init__(self, delta: FloatArray, how: PairedTest) -> None:
        self.delta, self.side = delta[:, np.newaxis], how.side
        self.extreme, self.all = np.zeros(delta.shape), np.zeros(delta.shape)

    def add(self, differences: FloatArray) -> None:
        """Count the differences of some trials; nan is not counted."""
        if self.side is None:
            extreme = np.abs(differences) >= np.abs(self.delta) - TIE
        else:
            less = self.delta < 0 if self.side == OBSERVED else self.side == LESS
            extreme = np.where(less, differences <= self.delta + TIE, differences >= self.delta - TIE)
        self.extreme += extreme.sum(axis=1)
        self.all += (~np.isnan(differences)).sum(axis=1)

    def p(self, observed: int) -> FloatArray:
        """The share of extreme differences, nan where there are none at all.

        The observed difference is counted among them *observed* times.
        """
        total = self.all + observed
        share = (self.extreme + observed) / np.where(total > 0, total, 1)
        p: FloatArray = np.where(np.isnan(self.delta[:, 0]) | (total == 0), np.nan, share)
        return p


def holm(p: Sequence[float]) -> list[float]:
    """The p-values of a family of tests, so that the chance of any false rejection stays at the level.

    Holm (1979), step-down: the smallest of n is multiplied by n, the next by n - 1, and so on; none is below
    the one before.
    """
    if any(math.isnan(value) for value in p):
        return [math.nan] * len(p)
    order = sorted(range(len(p)), key=p.__getitem__)
    adjusted, highest = [0.0] * len(p), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, p[place] * (len(p) - rank)))
        adjusted[place] = highest
    return adjusted
