"""Comparison of groups of runs: whether a system is better, and not only its luckiest seed.

Under the null hypothesis the runs of both groups are exchangeable within each unit: chance decides which run
made which output. The difference is the difference of the mean scores of the runs.

    p          each trial deals the outputs of every unit anew to the runs of both groups. P is (trials with a
               difference at least as large + 1) / (trials + 1). With one run per group this is
               the test of two systems
    interval   hierarchical bootstrap: units are drawn with replacement, equally for all runs, and then the
               runs of each group are drawn (Davison & Hinkley 1997, 3.8)
    of means   the mean score of one group has an interval from the same bootstrap
    needed     the number of runs per group for which the interval of such a difference excludes 0: z² (v +
               (s² + t²) / runs) < difference². The variance over units is v, and over the runs s² and t².
None if no number is enough, and if a group has a single run
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.stats.confidence import RESAMPLES, Bootstrap, interval_ends
from nerkit.stats.options import PERCENTILE, RANDOMIZATION
from nerkit.stats.resampling import CHUNK, drawn
from nerkit.stats.significance import DIFFERENCE_LEVEL, Difference, PairedTest, TrialCounts
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Key, Sheet, Units

VALUE = 0
Groups = tuple[Sequence[str], Sequence[str]]  # the runs of two systems


@dataclass(frozen=True)
class RunsDifference:
    """The difference of two groups of runs on one row, and the number of runs per group that it would
    need.
    """

    difference: Difference
    needed: int | None


def check_method(method: str | None) -> None:
    """Raise UsageError for a test that groups of runs do not have."""
    if method not in (None, RANDOMIZATION):
        raise UsageError(
            f'groups of runs need paired="{RANDOMIZATION}", not {method}; or score each run as '
            'a system with runs="each"'
        )


def run_differences(
    units: Units, groups: Groups, keys: Sequence[Key], how: PairedTest
) -> Mapping[Key, RunsDifference]:
    """Return the differences of two groups of runs, the second less the first, by row; empty for a single
    unit.
    """
    return {
        key: one
        for sheets in units.sheets_of([*groups[0], *groups[1]], keys)
        for key, one in zip(sheets[0].keys, _of_sheets(sheets, len(groups[0]), how), strict=True)
    }


def mean_bounds(
    units: Units, runs: Sequence[str], keys: Sequence[Key], how: Bootstrap
) -> dict[Key, FloatArray]:
    """Return the intervals of the mean scores of a group of runs: low and high of each score, shape (4, 2).

    The dictionary is empty for fewer than FEWEST units. Raises UsageError for a corpus-wide measure, and for
    intervals other than percentile intervals.
    """
    if how.interval != PERCENTILE:
        raise UsageError(
            f'interval="{how.interval}" cannot be used with groups of runs; score each run as a '
            'system with runs="each"'
        )
    if len(units.counts[runs[0]].documents) < FEWEST:
        return {}
    return {
        key: bounds
        for sheets in units.sheets_of(runs, keys)
        for key, bounds in zip(
            sheets[0].keys,
            interval_ends(_resampled(sheets, [len(runs)], how.resamples, how.seed)[0][0], how.level),
            strict=True,
        )
    }


def _of_sheets(sheets: Sequence[Sheet], first: int, how: PairedTest) -> Iterator[RunsDifference]:
    """Yield the differences of the rows. The first *first* sheets are the runs of one group."""
    sizes = [first, len(sheets) - first]
    scores = np.stack([sheet.of_all for sheet in sheets])
    delta = _difference(_means(scores, sizes))[:, 0]
    p = _dealt(sheets, sizes, delta, how)
    both, alone = _resampled(sheets, sizes, how.resamples or RESAMPLES, how.seed)
    of_units = _difference(alone)
    ends = interval_ends(_difference(both), DIFFERENCE_LEVEL)
    if len(sheets[0].columns) < FEWEST:
        ends = np.full((len(delta), 4, 2), np.nan)
    for row in range(len(delta)):
        low, high = ends[row].T.tolist()
        values = scores[:, row, 0, VALUE]
        needed = _needed(delta[row, VALUE], (values[:first], values[first:]), of_units[row, :, VALUE])
        yield RunsDifference(Difference(delta[row].tolist(), p[row].tolist(), low, high), needed)


def _means(scores: FloatArray, sizes: Sequence[int]) -> list[FloatArray]:
    """Return the mean of each group of runs without nulls. Scores have the shape (runs, …), groups the
    *sizes*.
    """
    means = []
    for own in np.split(scores, np.cumsum(sizes)[:-1]):
        exists = ~np.isnan(own)
        number = exists.sum(axis=0)
        total = np.where(exists, own, 0).sum(axis=0)
        means.append(np.where(number > 0, total / np.maximum(number, 1), np.nan))
    return means


def _difference(means: Sequence[FloatArray]) -> FloatArray:
    """Return the mean of the second group minus the mean of the first."""
    return np.asarray(means[1] - means[0])


def _dealt(sheets: Sequence[Sheet], sizes: Sequence[int], delta: FloatArray, how: PairedTest) -> FloatArray:
    """Return p for outputs of every unit that are dealt anew, shape (rows, 4)."""
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
    """Return the means of each group on resamples of units and runs, and on resamples of units alone.

    Each array has the shape (rows, resamples, 4).
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
    """Return the means of each group over all chunks of resamples."""
    return [np.concatenate(of_group, axis=1) for of_group in zip(*chunks, strict=True)]


def _needed(delta: float, values: tuple[FloatArray, FloatArray], of_units: FloatArray) -> int | None:
    """Return the number of runs per group that the difference of values would need; None if no number is
    enough.
    """
    known = [own[~np.isnan(own)] for own in values]
    of_units = of_units[~np.isnan(of_units)]
    if math.isnan(delta) or min(map(len, known)) < 2 or len(of_units) < 2:
        return None
    reach = NormalDist().inv_cdf((1 + DIFFERENCE_LEVEL) / 2)
    room = (delta / reach) ** 2 - float(of_units.var(ddof=1))
    spread = sum(float(own.var(ddof=1)) for own in known)
    return max(1, math.floor(spread / room) + 1) if room > 0 else None
