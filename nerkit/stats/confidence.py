"""Bootstrap intervals: the range of a score if other documents of the same kind had been scored.

nerkit draws as many units as there are, with replacement, and scores them again (Efron 1979).

    percentile   the quantiles (1 - level) / 2 and (1 + level) / 2 of the resampled scores (see `quantiles`)
    bca          these quantiles at corrected levels (Efron 1987). The bias is the share of resamples below
                 the score. The acceleration comes from the scores without each unit in turn
    t            no resamples: the score, plus and minus Student's t of n - 1 times its standard error. The
                 jackknife gives this error from the scores without each unit in turn (Tukey 1958). The
                 interval is cut to 0 and 1 if the scores are in this range. For 6 to 50 units this interval
holds the true score more often than the
                 other two (`scripts/interval_coverage.py`)

A resample in which a score is 0/0 takes the value of `--empty`; with `null` it does not count.
`ConfidenceIntervals.undefined` counts such resamples. With fewer than FEWEST units there is no interval
(`nerkit.stats.small`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.exceptions import UsageError, unknown
from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING
from nerkit.stats.options import BCA, INTERVALS, PERCENTILE, T, check_fraction
from nerkit.stats.resampling import CHUNK, batches, check_seed, drawn
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Key, Sheet, Units

RESAMPLES, SEED, LEVEL = 1000, 12345, 0.95
TIE = 1e-12  # scores this close are equal


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The settings of intervals: level (a fraction), number of resamples, seed, kind."""

    level: float = LEVEL
    resamples: int = RESAMPLES
    seed: int = SEED
    interval: str = PERCENTILE

    def __post_init__(self) -> None:
        check_fraction("confidence", self.level)
        if self.resamples < 1:
            raise UsageError(f"resamples=… must be at least 1, not {self.resamples}")
        check_seed(self.seed)
        if self.interval not in INTERVALS:
            raise unknown("interval", self.interval, INTERVALS)


@dataclass(frozen=True)
class ConfidenceIntervals:
    """The intervals of rows.

    bounds      low and high of value, precision, recall and f1 of each row, shape (rows, 4, 2); nan if there
                is not an interval
    undefined   the number of resamples in which precision or recall is 0/0, shape (rows,)
    """

    keys: Sequence[Key]
    bounds: FloatArray
    undefined: IntArray


def intervals(units: Units, system: str, keys: Sequence[Key], how: Bootstrap) -> ConfidenceIntervals:
    """Return the intervals of the rows of a system. Rows of single documents have none.

    Raises UsageError for a corpus-wide measure.
    """
    units.check(dict.fromkeys(key.measure for key in keys))
    count = len(units.counts[system].documents)
    keys_of_sheets: list[Key] = []
    bounds, undefined_of_sheets = [np.empty((0, 4, 2))], [np.empty(0, np.int64)]
    for batch in batches(units.sheets(system, keys)):
        resampled = [np.empty((len(sheet.cuts), how.resamples, 4)) for sheet in batch]
        undefined = [np.zeros(len(sheet.cuts), np.int64) for sheet in batch]
        first = 0
        for weights in drawn(count, how.resamples, how.seed) if count and how.interval != T else ():
            for i, sheet in enumerate(batch):
                sums = weights @ sheet.columns
                resampled[i][:, first : first + len(weights)] = sheet.scores(sums)
                undefined[i] += sheet.undefined(sums).sum(axis=1)
            first += len(weights)
        for sheet, scores in zip(batch, resampled, strict=True):
            keys_of_sheets += sheet.keys
            bounds.append(
                _bounds(sheet, scores, how) if count >= FEWEST else np.full((len(scores), 4, 2), np.nan)
            )
        undefined_of_sheets += undefined
    return ConfidenceIntervals(keys_of_sheets, np.concatenate(bounds), np.concatenate(undefined_of_sheets))


def influences(units: Units, system: str, measure: str) -> FloatArray:
    """Return the change of a measure's value if each unit is left out, less the mean change, shape (units,).

    Raises UsageError for a corpus-wide measure.
    """
    units.check([measure])
    sheet = Sheet.of(units.measured(system, measure), [(EVERYTHING, ALL)])
    left_out = _without_each(sheet)[0, :, 0]
    return np.asarray(np.nan_to_num(left_out - mean_of_known(left_out, 0)))


def mean_of_known(scores: FloatArray, axis: int) -> FloatArray:
    """Return the mean over an axis, which stays with size 1, without nan; 0 if all scores are nan."""
    number = (~np.isnan(scores)).sum(axis=axis, keepdims=True)
    mean: FloatArray = np.nansum(scores, axis=axis, keepdims=True) / np.maximum(number, 1)
    return mean


def interval_ends(resampled: FloatArray, level: float) -> FloatArray:
    """Return percentile intervals: resampled scores (rows, resamples, 4) to low and high (rows, 4, 2)."""
    levels = np.array([(1 - level) / 2, 1 - (1 - level) / 2])
    return quantiles(_ordered(resampled), levels).reshape(len(resampled), 4, 2)


def _ordered(resampled: FloatArray) -> FloatArray:
    """Return the resampled scores, shape (rows, resamples, 4), sorted for each row and score: (rows * 4,
    resamples).
    """
    return np.sort(np.moveaxis(resampled, 2, 1).reshape(-1, resampled.shape[1]), axis=1)


def quantiles(ordered: FloatArray, levels: FloatArray) -> FloatArray:
    """Return quantiles of each row of *ordered*, shape (rows, n), at its levels, shape (rows, k).

    Levels of shape (k,) are for all rows.

    Rows are ascending. Nan comes last and does not count; without numbers, the quantile is nan. The rule is
    that neleval uses, and numpy's `method="weibull"`: rank = level (n + 1), linear between neighbours. Below
    rank 1 it is the smallest, above rank n the largest.
    """
    count = (~np.isnan(ordered)).sum(axis=1, keepdims=True)
    rank = np.clip(levels * (count + 1), 1, np.maximum(count, 1)) - 1
    below = np.floor(rank).astype(np.int64)
    above = np.minimum(below + 1, np.maximum(count - 1, 0))
    low, high = (np.take_along_axis(ordered, at, axis=1) for at in (below, above))
    share = rank - below
    return np.where(share > 0, low + share * (high - low), low)


def _bounds(sheet: Sheet, resampled: FloatArray, how: Bootstrap) -> FloatArray:
    """Return the interval of each row and score: resampled scores (rows, resamples, 4) to bounds (rows, 4,
    2).
    """
    if how.interval == T:
        return _jackknife(sheet, how.level)
    if how.interval != BCA:
        return interval_ends(resampled, how.level)
    flat = _ordered(resampled)
    return quantiles(flat, _corrected(sheet, flat, (1 - how.level) / 2)).reshape(len(resampled), 4, 2)


def _corrected(sheet: Sheet, ordered: FloatArray, tail: float) -> FloatArray:
    """Return the levels of BCa for each row of *ordered*, shape (rows, 2)."""
    from statistics import NormalDist

    normal = NormalDist()
    score = sheet.of_all.reshape(-1, 1)
    count = np.maximum((~np.isnan(ordered)).sum(axis=1), 1)
    below = (ordered < score - TIE).sum(axis=1) + (np.abs(ordered - score) <= TIE).sum(axis=1) / 2
    share = np.clip(below / count, 0.5 / count, 1 - 0.5 / count)
    bias = np.array([normal.inv_cdf(value) for value in share.tolist()])
    acceleration = _acceleration(sheet)
    levels = []
    for end in (tail, 1 - tail):
        moved = bias + normal.inv_cdf(end)
        levels.append([normal.cdf(z) for z in (bias + moved / (1 - acceleration * moved)).tolist()])
    return np.array(levels).T


def _without_each(sheet: Sheet) -> FloatArray:
    """Return the scores without each unit in turn, shape (rows, units, 4)."""
    total = sheet.columns.sum(axis=0, keepdims=True)
    step = max(1, CHUNK // max(sheet.columns.shape[1], 1))
    left_out = [
        sheet.scores(total - sheet.columns[first : first + step])
        for first in range(0, len(sheet.columns), step)
    ]
    return np.concatenate(left_out, axis=1)


def _jackknife(sheet: Sheet, level: float) -> FloatArray:
    """Return intervals by Student's t and the jackknife, shape (rows, 4, 2)."""
    from scipy.special import stdtrit

    center, left_out = sheet.of_all[:, 0], _without_each(sheet)
    exists = ~np.isnan(left_out)
    count = np.maximum(exists.sum(axis=1), 2)
    mean = np.where(exists, left_out, 0).sum(axis=1) / count
    away = np.where(exists, left_out - mean[:, np.newaxis], 0)
    error = np.sqrt((count - 1) / count * (away**2).sum(axis=1))
    reach = stdtrit(count - 1, (1 + level) / 2) * error
    bounds = np.stack([center - reach, center + reach], axis=-1)
    within = (center <= 1) & (np.where(exists, left_out, 0).max(axis=1) <= 1)
    return np.where(within[..., np.newaxis], np.clip(bounds, 0, 1), bounds)


def _acceleration(sheet: Sheet) -> FloatArray:
    """Return a sixth of the skewness of the scores without each unit in turn, shape (rows * 4,)."""
    scores = _without_each(sheet)
    away = np.nan_to_num(mean_of_known(scores, 1) - scores)
    spread = 6 * (away**2).sum(axis=1) ** 1.5
    skewness: FloatArray = (away**3).sum(axis=1) / np.where(spread > 0, spread, 1)
    return skewness.reshape(-1)
