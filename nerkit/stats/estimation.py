"""Precision, recall and F of a population of documents, of which people annotated some and a model judged
all.

Each score is a ratio of means over documents, theta = E[x] / E[y]: P of (p_num, p_den), R of (r_num, r_den),
F of (p_num, (p_den + beta^2 r_den) / (1 + beta^2)). With n documents of gold, counts (x, y) against gold and
(x', y') against the judge's annotations, and N further documents that the judge alone annotated,

    theta(l)  = (x_n + l (x'_N - x'_n)) / (y_n + l (y'_N - y'_n))     means over the n and over the N
    e, h      = x - theta y, x' - theta y'                           of each document
    l         = cov_n(e, h) / ((1 + n/N) var_n(h)) at theta(0), cut to [0, 1]; 0 where var_n(h) is 0
    se        = sqrt(var_n(e - l h) / n + l^2 var_N(h) / N) / denominator of theta(l)
    interval  = theta(l) -/+ t(n - 1) se, cut to [0, 1]

after Angelopoulos, Duchi and Zrnic 2023 (PPI++), with the variance of the gold part alone, so that a perfect
judge gives the judge's own number on all documents. The estimate is consistent; as a ratio it has a bias of
order 1/n. Documents must be independent, and those of gold a random sample of all; counts within a document
may depend on each other. Where the matched items of P and R are counted apart (p_num is not r_num), F is a
function of P and R, and e and h are their influences on it.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError, nearest_fraction

FEWEST = 30  # gold documents: an interval from fewer holds the true score too rarely
UNBALANCED = 2.58  # |z| of the difference of the two parts that is warned of: the two-sided 1 %
FIELDS = ("precision", "recall", "f1")


@dataclass(frozen=True)
class Estimation:
    """The settings: the level of the interval, the weight of F, and lambda, tuned where it is None."""

    level: float = 0.95
    beta: float = 1.0
    weight: float | None = None

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            meant = f"{self.level:g}{nearest_fraction(self.level)}"
            raise UsageError(f"level is a share between 0 and 1, not {meant}")
        if self.weight is not None and not 0 <= self.weight <= 1:
            raise UsageError(f"lambda is a number from 0 to 1, not {self.weight:g}")


@dataclass(frozen=True)
class Estimate:
    """An estimate with its interval, beside that of gold alone and the judge's own number on all documents.

    correlation           of e and h over the gold documents, at theta(0); None where either does not vary
    effective_documents   n (se of gold alone / se)^2: so many gold documents alone would be as exact
    balance_z             the difference of the judge's h between the two parts, in standard errors
    """

    value: float
    se: float
    low: float
    high: float
    weight: float
    gold_only: float
    gold_only_se: float
    gold_only_low: float
    gold_only_high: float
    judge_only: float
    correlation: float | None
    effective_documents: float | None
    balance_z: float | None

    def named(self, name: str) -> dict[str, float | None]:
        """The numbers of a row about the score *name*, whose value stands under its own name."""
        numbers = dict(vars(self))
        numbers["lambda"] = numbers.pop("weight")
        value = numbers.pop("value")
        return {name: value} | {f"{name}_{each}": number for each, number in numbers.items()}


class Parts(NamedTuple):
    """Counts `p_num, p_den, r_num, r_den` by document, each of shape (documents, 4).

    gold     of the n gold documents, against gold
    judged   of the same documents, against the judge's annotations
    others   of the N documents that only the judge annotated
    """

    gold: FloatArray
    judged: FloatArray
    others: FloatArray


class _Ratio(NamedTuple):
    """A ratio of means: what is summed above and below, as weights of the four counts."""

    above: FloatArray
    below: FloatArray

    def values(self, parts: Parts, weight: float) -> tuple[float, float]:
        """The ratio and its denominator at lambda; 0 of 0 is 0."""
        means = parts.gold.mean(axis=0) + weight * (parts.others.mean(axis=0) - parts.judged.mean(axis=0))
        below = float(means @ self.below)
        return (float(means @ self.above) / below if below else 0.0), below

    def influences(self, parts: Parts, theta: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Influences: e of gold, h of the same documents, h of the others."""
        line = self.above - theta * self.below
        return parts.gold @ line, parts.judged @ line, parts.others @ line


PRECISION = _Ratio(np.array([1.0, 0, 0, 0]), np.array([0, 1.0, 0, 0]))
RECALL = _Ratio(np.array([0, 0, 1.0, 0]), np.array([0, 0, 0, 1.0]))


def estimates(parts: Parts, how: Estimation) -> dict[str, Estimate]:
    """Estimates of precision, recall and F.

    Raises UsageError if the judge has no further document.
    """
    if not len(parts.others):
        raise UsageError("the judge has no document besides those of gold, so there is nothing to estimate")
    return {
        "precision": _estimate(parts, (PRECISION,), how),
        "recall": _estimate(parts, (RECALL,), how),
        "f1": _estimate(parts, _of_f(parts, how.beta), how),
    }


def changes(parts: Parts, found: Estimate, how: Estimation) -> FloatArray:
    """The influence of each gold document on the estimate of F, less their mean; shape (n,)."""
    _, e, h, _ = _at(parts, _of_f(parts, how.beta), found.weight, how.beta)
    own = e - found.weight * h
    return np.asarray(own - own.mean())


def _of_f(parts: Parts, beta: float) -> tuple[_Ratio, ...]:
    """F as a ratio; if the matched items of P and R are counted apart, these two."""
    if any(not np.array_equal(part[:, 0], part[:, 2]) for part in parts):
        return PRECISION, RECALL
    square = beta**2
    return (_Ratio(np.array([1 + square, 0, 0, 0]), np.array([0, 1.0, 0, square])),)


def _estimate(parts: Parts, ratios: tuple[_Ratio, ...], how: Estimation) -> Estimate:
    """The estimate of a ratio, or of the F of two."""
    alone, e, h, _ = _at(parts, ratios, 0.0, how.beta)
    weight = _tuned(e, h, len(parts.others)) if how.weight is None else how.weight
    value, e_at, h_at, h_others = _at(parts, ratios, weight, how.beta)
    n, others = len(e), len(h_others)
    se = float(np.sqrt(_variance(e_at - weight * h_at) / n + weight**2 * _variance(h_others) / others))
    se_alone = float(np.sqrt(_variance(e) / n))
    spread = np.sqrt(_variance(h_at) / n + _variance(h_others) / others)
    everything = np.concatenate([parts.judged, parts.others])
    judge = _at(Parts(everything, everything, everything), ratios, 0.0, how.beta)[0]
    low, high = _interval(value, se, n, how.level)
    low_alone, high_alone = _interval(alone, se_alone, n, how.level)
    vary = _variance(e) > 0 and _variance(h) > 0
    return Estimate(
        value,
        se,
        low,
        high,
        weight,
        alone,
        se_alone,
        low_alone,
        high_alone,
        judge,
        float(np.corrcoef(e, h)[0, 1]) if vary else None,
        n * (se_alone / se) ** 2 if se else None,
        float((h_others.mean() - h_at.mean()) / spread) if spread else None,
    )


def _at(
    parts: Parts, ratios: tuple[_Ratio, ...], weight: float, beta: float
) -> tuple[float, FloatArray, FloatArray, FloatArray]:
    """The score at lambda, and the influence of each document on it: e and h of gold's, h of the others."""
    found = [ratio.values(parts, weight) for ratio in ratios]
    lines = [
        np.concatenate(ratio.influences(parts, theta)) / (below or 1.0)
        for ratio, (theta, below) in zip(ratios, found, strict=True)
    ]
    if len(ratios) == 1:
        value, line = found[0][0], lines[0]
    else:
        (p, _), (r, _) = found
        square, below = beta**2, beta**2 * p + r
        value = (1 + square) * p * r / below if below else 0.0
        slopes = ((1 + square) * r**2, (1 + square) * square * p**2)
        line = sum(
            (slope / (below**2 or 1.0) * one for slope, one in zip(slopes, lines, strict=True)), 0 * lines[0]
        )
    n = len(parts.gold)
    return value, line[:n], line[n : 2 * n], line[2 * n :]


def _tuned(e: FloatArray, h: FloatArray, others: int) -> float:
    """Lambda of the smallest variance, cut to [0, 1]."""
    variance = _variance(h)
    if not variance:
        return 0.0
    covariance = float(np.cov(e, h)[0, 1])
    return min(max(covariance / ((1 + len(e) / others) * variance), 0.0), 1.0)


def _variance(values: FloatArray) -> float:
    """The sample variance; 0 of a single value."""
    return float(values.var(ddof=1)) if len(values) > 1 else 0.0


def _interval(value: float, se: float, n: int, level: float) -> tuple[float, float]:
    from scipy.stats import t

    reach = float(t.ppf((1 + level) / 2, n - 1)) * se
    return max(value - reach, 0.0), min(value + reach, 1.0)
