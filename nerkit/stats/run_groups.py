"""Groups of runs compared: whether a system is better, and not just its luckiest seed.

Under the null hypothesis the runs of both groups are exchangeable within each unit: who made which of its
outputs is chance. The difference is that of the mean scores of the runs.

    p          in each trial the outputs of every unit are dealt anew to the runs of both groups, all are
               scored again, and p = (trials with a difference at least as large + 1) / (trials + 1). Of one
               run each this is the test of two systems.
    interval   hierarchical bootstrap: units are drawn with replacement, the same for all, and so are the runs
               of either group (Davison & Hinkley 1997, 3.8)
    of means   the mean score of one group has an interval from the same bootstrap
    needed     so many runs of either group give a difference of this size an interval that leaves out 0:
               z² (v + (s² + t²) / runs) < difference², v being the variance over units, s² and t² those of
               the runs; None where no number does, and where a group has one run alone
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.stats.confidence import RESAMPLES, Bootstrap, quantiles
from nerkit.stats.options import PERCENTILE, RANDOMIZATION
from nerkit.stats.resampling import CHUNK, drawn
from nerkit.stats.significance import DIFFERENCE_LEVEL, Difference, PairedTest, TrialCounts
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Key, Sheet, Units

VALUE = 0
Groups = tuple[Sequence[str], Sequence[str]]  # the runs of two systems


@dataclass(frozen=True)
class RunsDifference:
    """The difference of two groups of runs on one row, and how many runs of each it would need."""

    difference: Difference
    needed: int | None


def check_method(method: str | None) -> None:
    """Raise UsageError for a test that groups of runs do not have."""
    if method not in (None, RANDOMIZATION):
        raise UsageError(
            f'groups of runs are tested by paired="{RANDOMIZATION}", not {method}; or take each run as a '
            'system with runs="each"'
        )


def run_differences(
    units: Units, groups: Groups, keys: Sequence[Key], how: PairedTest
) -> Mapping[Key, RunsDifference]:
    """The differences of two groups of runs on these rows, the second less the first; none of one unit."""
    runs = [*groups[0], *groups[1]]
    together = replace(units, counts={name: units.counts[name] for name in runs}).aligned()
    together.check(dict.fromkeys(key.measure for key in keys))
    if len(together.counts[runs[0]].documents) < 2:
        return {}
    return {
        key: one
        for sheets in zip(*(together.sheets(name, keys) for name in runs), strict=True)
        for key, one in zip(sheets[0].keys, _of_sheets(sheets, len(groups[0]), how), strict=True)
    }


def mean_bounds(
    units: Units, runs: Sequence[str], keys: Sequence[Key], how: Bootstrap
) -> dict[Key, FloatArray]:
    """The intervals of the mean scores of a group of runs, low and high of each score, shape (4, 2).

    There are none if there are fewer than FEWEST units. Raises UsageError for a corpus-wide measure, and for
    intervals other than percentile intervals.
    """
    if how.interval != PERCENTILE:
        raise UsageError(
            f'interval="{how.interval}" does not exist for groups of runs; take each run as a system with '
            'runs="each"'
        )
    if len(units.counts[runs[0]].documents) < FEWEST:
        return {}
    together = replace(units, counts={name: units.counts[name] for name in runs}).aligned()
    together.check(dict.fromkeys(key.measure for key in keys))
    return {
        key: bounds
        for sheets in zip(*(together.sheets(name, keys) for name in runs), strict=True)
        for key, bounds in zip(
            sheets[0].keys,
            _ends(_resampled(sheets, [len(runs)], how.resamples, how.seed)[0][0], how.level),
            strict=True,
        )
    }


def _of_sheets(sheets: Sequence[Sheet], first: int, how: PairedTest) -> Iterator[RunsDifference]:
    """The differences of the rows of the sheets of all runs, of which the *first* ones are of one group."""
    sizes = [first, len(sheets) - first]
    scores = np.stack([sheet.scores(sheet.columns.sum(axis=0, keepdims=True)) for sheet in sheets])
    delta = _difference(_means(scores, sizes))[:, 0]
    p = _dealt(sheets, sizes, delta, how)
    both, alone = _resampled(sheets, sizes, how.resamples or RESAMPLES, how.seed)
    of_units = _difference(alone)
    ends = _ends(_difference(both), DIFFERENCE_LEVEL)
    if len(sheets[0].columns) < FEWEST:
        ends = np.full((len(delta), 4, 2), np.nan)
    for row in range(len(delta)):
        low, high = ends[row].T.tolist()
        values = scores[:, row, 0, VALUE]
        needed = _needed(delta[row, VALUE], (values[:first], values[first:]), of_units[row, :, VALUE])
        yield RunsDifference(Difference(delta[row].tolist(), p[row].tolist(), low, high), needed)


def _ends(resampled: FloatArray, level: float) -> FloatArray:
    """The interval of each row and score in resamples, shape (rows, resamples, 4) to (rows, 4, 2)."""
    ordered = np.sort(np.moveaxis(resampled, 2, 1).reshape(-1, resampled.shape[1]), axis=1)
    tail = (1 - level) / 2
    ends = quantiles(ordered, np.broadcast_to(np.array([tail, 1 - tail]), (len(ordered), 2)))
    return ends.reshape(len(resampled), 4, 2)


def _means(scores: FloatArray, sizes: Sequence[int]) -> list[FloatArray]:
    """The mean of each group of runs, nulls left out; the groups have these *sizes*, shape (runs, …)."""
    means = []
    for own in np.split(scores, np.cumsum(sizes)[:-1]):
        exists = ~np.isnan(own)
        number = exists.sum(axis=0)
        total = np.where(exists, own, 0).sum(axis=0)
        means.append(np.where(number > 0, total / np.maximum(number, 1), np.nan))
    return means


def _difference(means: Sequence[FloatArray]) -> FloatArray:
    """The mean of the second group minus the mean of the first."""
    return np.asarray(means[1] - means[0])


def _dealt(sheets: Sequence[Sheet], sizes: Sequence[int], delta: FloatArray, how: PairedTest) -> FloatArray:
    """The p of dealing the outputs of every unit anew, shape (rows, 4)."""
    columns = np.stack([sheet.columns for sheet in sheets], axis=1)  # (units, runs, columns)
    apart = (columns != columns[:, :1]).any(axis=(1, 2))
    same, columns = columns[~apart].sum(axis=0), columns[apart]
    chance, tally = np.random.default_rng(how.seed), TrialCounts(delta, how)
    step = max(1, 8 * CHUNK // max(columns.size, 1))
    for begin in range(0, how.trials, step):
        trials = min(step, how.trials - begin)
        order = chance.random((trials, *columns.shape[:2])).argsort(axis=-1)
        places = np.arange(len(columns))[np.newaxis, :, np.newaxis]
        sums = columns[places, order].sum(axis=1) + same  # (trials, runs, columns)
        scores = np.stack([sheet.scores(sums[:, run]) for run, sheet in enumerate(sheets)])
        tally.add(_difference(_means(scores, sizes)))
    return tally.p(observed=1)


def _resampled(
    sheets: Sequence[Sheet], sizes: Sequence[int], resamples: int, seed: int
) -> tuple[list[FloatArray], list[FloatArray]]:
    """The means of each group on resamples of units and runs, and of units alone, shape (rows, resamples, 4)
    each.
    """
    chance = np.random.default_rng([seed, len(sheets)])
    begins = np.cumsum([0, *sizes])[:-1].tolist()
    both, alone = [], []
    for weights in drawn(len(sheets[0].columns), resamples, seed):
        scores = np.stack([sheet.scores(weights @ sheet.columns) for sheet in sheets])
        alone.append(_means(scores, sizes))
        chosen = np.concatenate(
            [
                begin + chance.integers(0, number, (number, len(weights)))
                for begin, number in zip(begins, sizes, strict=True)
            ]
        )
        picked = np.take_along_axis(scores, chosen[:, np.newaxis, :, np.newaxis], axis=0)
        both.append(_means(picked, sizes))
    return _joined(both), _joined(alone)


def _joined(chunks: Sequence[Sequence[FloatArray]]) -> list[FloatArray]:
    """The means of each group in all chunks of resamples."""
    return [np.concatenate(of_group, axis=1) for of_group in zip(*chunks, strict=True)]


def _needed(delta: float, values: tuple[FloatArray, FloatArray], of_units: FloatArray) -> int | None:
    """How many runs of either group the difference of values would need."""
    known = [own[~np.isnan(own)] for own in values]
    of_units = of_units[~np.isnan(of_units)]
    if math.isnan(delta) or min(map(len, known)) < 2 or len(of_units) < 2:
        return None
    reach = NormalDist().inv_cdf((1 + DIFFERENCE_LEVEL) / 2)
    room = (delta / reach) ** 2 - float(of_units.var(ddof=1))
    spread = sum(float(own.var(ddof=1)) for own in known)
    return max(1, math.floor(spread / room) + 1) if room > 0 else None
