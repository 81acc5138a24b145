"""Tests of the difference between two systems on the same units, for every row at once.

The null hypothesis is that the two systems are exchangeable: which of them made which output is chance.

    randomization   in each trial every unit's counts are exchanged between the systems with probability 1/2
                    and both are scored again (Noreen 1989, Yeh 2000). p = (trials with a difference at least
                    as large + 1) / (trials + 1). Where at most EXACT units differ, all exchanges are
                    enumerated instead and p is their exact share.
    bootstrap       units are drawn with replacement, the same for both systems; the differences, moved to
                    mean 0, stand for the null (Riezler & Maxwell 2005). p = (resamples at least as far from 0
                    as the difference + 1) / (resamples + 1).

The interval of a difference is that of the paired bootstrap, whichever test gives p: units are drawn with
replacement, the same for both systems, and its ends are the quantiles of the differences (`quantiles`).

p is two-sided unless `one_sided`, which counts only differences of the observed sign, as neleval's
`significance` does. A trial in which a score does not exist is left out.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError, unknown
from nerkit.stats.confidence import LEVEL, RESAMPLES, SEED, TIE, quantiles
from nerkit.stats.options import TESTS
from nerkit.stats.resampling import check_seed, drawn, every_exchange, exchanged
from nerkit.stats.units import Key, Sheet, Units

TRIALS = 10_000  # of a randomization test
DIFFERENCE_LEVEL = LEVEL  # of the interval of a difference
EXACT = 12  # differing units up to which all exchanges are enumerated


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The settings of a paired test of two systems.

    method      `randomization` or `bootstrap`
    resamples   how many trials or resamples; None: the default of the method
    seed        of the random numbers
    one_sided   whether p counts differences of the observed sign alone
    """

    method: str = TESTS[0]
    resamples: int | None = None
    seed: int = SEED
    one_sided: bool = False

    def __post_init__(self) -> None:
        if self.method not in TESTS:
            raise unknown("paired test", self.method, TESTS)
        if self.resamples is not None and self.resamples < 1:
            raise UsageError(f"at least one trial, not {self.resamples}")
        check_seed(self.seed)

    @property
    def trials(self) -> int:
        """The number of trials or resamples."""
        return self.resamples or (TRIALS if self.method == TESTS[0] else RESAMPLES)

    def stated(self) -> dict[str, Any]:
        """The test in the signature."""
        side = {"one-sided": True} if self.one_sided else {}
        return {"paired": self.method} | side | {"trials": self.trials, "seed": self.seed}

    def stated_interval(self) -> dict[str, Any]:
        """The interval of the difference in the signature."""
        return {"delta-interval": f"{DIFFERENCE_LEVEL:g}", "delta-resamples": self.resamples or RESAMPLES}


NO_NUMBERS = (math.nan,) * 4


@dataclass(frozen=True, slots=True)
class Difference:
    """The second system less the first on one row: of value, precision, recall and f1; nan is null.

    low, high   the ends of the interval of the difference; nan where none was asked for
    """

    delta: Sequence[float]
    p: Sequence[float]
    low: Sequence[float] = NO_NUMBERS
    high: Sequence[float] = NO_NUMBERS


def differences(
    units: Units, pair: tuple[str, str], keys: Sequence[Key], how: PairedTest, *, interval: bool = False
) -> dict[Key, Difference]:
    """The differences of a pair of systems on these rows, with an *interval* of each if wanted.

    Raises UsageError for a corpus-wide measure.

    Units are paired by name; one that a system lacks counts as empty there. A single unit tells nothing.
    """
    both = replace(units, counts={name: units.counts[name] for name in pair}).aligned()
    both.check(dict.fromkeys(key.measure for key in keys))
    if len(both.counts[pair[0]].documents) < 2:
        return {}
    by_key: dict[Key, Difference] = {}
    sheets = (both.sheets(name, keys) for name in pair)
    for first, second in zip(*sheets, strict=True):
        delta, p = _tested(first, second, how)
        ends = _interval(first, second, how) if interval else np.full((len(delta), 4, 2), np.nan)
        for i, key in enumerate(first.keys):
            low, high = ends[i].T.tolist()
            by_key[key] = Difference(delta[i].tolist(), p[i].tolist(), low, high)
    return by_key


def _tested(first: Sheet, second: Sheet, how: PairedTest) -> tuple[FloatArray, FloatArray]:
    """The differences of the rows of two sheets and their p, shape (rows, 4) each."""
    totals = [sheet.columns.sum(axis=0, keepdims=True) for sheet in (first, second)]
    delta = (second.scores(totals[1]) - first.scores(totals[0]))[:, 0]
    if how.method == TESTS[0]:
        return delta, _randomized(first, second, delta, how)
    return delta, _bootstrapped(first, second, delta, how)


def _randomized(first: Sheet, second: Sheet, delta: FloatArray, how: PairedTest) -> FloatArray:
    """The p of a randomization test, shape (rows, 4)."""
    apart = second.columns - first.columns
    apart = apart[apart.any(axis=1)]  # to exchange a unit that is the same in both changes nothing
    exact = len(apart) <= EXACT
    choices = every_exchange(len(apart)) if exact else exchanged(len(apart), how.trials, how.seed)
    totals = [sheet.columns.sum(axis=0) for sheet in (first, second)]
    tally = _Tally(delta, how)
    for choice in choices:
        moved = choice @ apart
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


def _interval(first: Sheet, second: Sheet, how: PairedTest) -> FloatArray:
    """The ends of the interval of each difference, shape (rows, 4, 2)."""
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
    tally = _Tally(delta, how)
    tally.add(resampled - mean[:, np.newaxis])
    return tally.p(observed=1)


class _Tally:
    """Counts the differences, shape (rows, n, 4), that are as large as those observed, shape (rows, 4)."""

    def __init__(self, delta: FloatArray, how: PairedTest) -> None:
        self.delta, self.one_sided = delta[:, np.newaxis], how.one_sided
        self.extreme, self.all = np.zeros(delta.shape), np.zeros(delta.shape)

    def add(self, differences: FloatArray) -> None:
        """Count the differences of some trials; nan is not counted."""
        if self.one_sided:
            extreme = np.where(
                self.delta < 0, differences <= self.delta + TIE, differences >= self.delta - TIE
            )
        else:
            extreme = np.abs(differences) >= np.abs(self.delta) - TIE
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
