"""Scores: precision, recall and F of counts. Only this module knows about 0/0.

    precision = p_num / p_den        recall = r_num / r_den        F-beta = (1 + beta²) P R / (beta² P + R)

0/0 is the value of `empty`: zero (the default), one, or null. The groups of an average may follow a rule
instead. `both-empty-one` gives 1 if neither side has items, otherwise 0. `skip` gives null, also for F if one
side has no items. F is 0/0 only if both denominators are 0. If one denominator is 0, the other side has items
without a match, and F is 0.

A `Composite` measure is a formula over the counts of other measures. It has scores and no counts.
"""

import math
from collections.abc import Callable

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.ground.records import record
from nerkit.results.conventions import BOTH_EMPTY_ONE, EMPTY, SKIP
from nerkit.results.counts import MEAN, NUMBERS, Headline

VALUES = EMPTY | {BOTH_EMPTY_ONE: 0.0, SKIP: math.nan}  # rule -> value of 0/0 if only one side has items
SCORES = ("value", "precision", "recall", "f1")


def ratio(numerator: FloatArray, denominator: FloatArray, empty: str = "zero") -> FloatArray:
    """Return the quotients; 0/0 is the value of *empty* (nan for null)."""
    undefined = denominator == 0
    return np.where(undefined, VALUES[empty], numerator / np.where(undefined, 1, denominator))


def _columns(numbers: FloatArray) -> list[FloatArray]:
    """Return the four counts as separate arrays, shape (…)."""
    return [numbers[..., i] for i in range(len(NUMBERS))]


def f_score(numbers: FloatArray, beta: float = 1.0, empty: str = "zero") -> FloatArray:
    """Return F-beta of counts of shape (…, 4 or more). Products of counts replace rounded quotients."""
    p_num, p_den, r_num, r_den = _columns(numbers)
    top = (1 + beta**2) * p_num * r_num
    bottom = beta**2 * p_num * r_den + r_num * p_den
    score = ratio(top, bottom, "zero")
    if empty == SKIP:
        return np.where((p_den == 0) | (r_den == 0), math.nan, score)
    return np.where((p_den == 0) & (r_den == 0), 1.0 if empty == BOTH_EMPTY_ONE else VALUES[empty], score)


def score(
    numbers: FloatArray, beta: float = 1.0, empty: str = "zero", headline: Headline | None = None
) -> FloatArray:
    """Return `value, precision, recall, f1` of counts: shape (…, 4 or more) to (…, 4); nan is null."""
    p_num, p_den, r_num, r_den = _columns(numbers)
    if headline is not None and headline.normalizer == MEAN:
        value = ratio(p_num, p_den, empty)
        nothing = np.full(value.shape, np.nan)
        return np.stack([value, nothing, nothing, nothing], axis=-1)
    f1 = f_score(numbers, 1.0, empty)
    value = f1 if headline is None and beta == 1 else _value(numbers, beta, empty, headline)
    scores = np.stack([value, ratio(p_num, p_den, empty), ratio(r_num, r_den, empty), f1], axis=-1)
    if empty != BOTH_EMPTY_ONE or (headline is not None and headline.normalizer == "sum"):
        return scores
    neither = (p_den == 0) & (r_den == 0)
    return np.where(neither[..., np.newaxis], 1.0, scores)


Formula = Callable[[FloatArray, float, str], FloatArray]  # (counts, beta, empty) -> scores


@record(frozen=True)
class Composite:
    """A measure that is a formula over the counts of other measures. Tables need not show these.

    parts    the names of its components in the counts
    formula  function (counts of shape (…, parts, 4), beta, name of the value of 0/0) -> `value, precision,
             recall, f1`, shape (…, 4). A call computes all documents, labels and resamples
    """

    parts: tuple[str, ...]
    formula: Formula


def mean_of_parts(numbers: FloatArray, beta: float, empty: str, used: BoolArray | None = None) -> FloatArray:
    """Return the plain mean of the scores of the parts, also for F: counts (…, parts, 4) to scores (…, 4).

    *used*, shape (…, parts), masks the parts that count. Nulls do not count. A mean of nothing is 0/0.
    """
    parts = score(numbers, beta, empty)
    counted = ~np.isnan(parts)
    if used is not None:
        counted &= used[..., np.newaxis]
    return ratio(np.where(counted, parts, 0.0).sum(axis=-2), counted.sum(axis=-2), empty)


def mean(scores: FloatArray, empty: str, weights: FloatArray | None = None) -> FloatArray:
    """Return the exact mean of each column of scores, without nulls: shape (n, k) to (k,).

    A mean over no rows is 0/0. If every score is null, as for a number that the measure does not have, the
    mean is null. The *weights*, shape (n,), are 1 if not given.
    """
    weight = np.ones(len(scores)) if weights is None else weights
    means = []
    for column in scores.T:
        defined = ~np.isnan(column)
        total = math.fsum(weight[defined].tolist())
        summed = math.fsum((column * weight)[defined].tolist())
        lacking = len(column) > 0 and not defined.any()
        means.append(summed / total if total else math.nan if lacking else VALUES[empty])
    return np.array(means)


def _value(numbers: FloatArray, beta: float, empty: str, headline: Headline | None) -> FloatArray:
    """Return the headline number: F-beta, unless the measure has another normaliser."""
    name = "f1" if headline is None else headline.normalizer
    if name.startswith("f"):
        return f_score(numbers, beta if name == "f1" else float(name[1:]), empty)
    p_num, p_den, r_num, r_den = _columns(numbers)
    if name == "sum":
        return np.asarray(p_num)
    top, bottom = {"p": (p_num, p_den), "r": (r_num, r_den), "j": (p_num, p_den + r_den - p_num)}[name]
    return ratio(top, bottom, empty)
