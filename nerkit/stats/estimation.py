"""Precision, recall and F over a population of documents: people annotated some, and a model judged all.

Each score is a ratio of means over documents, theta = E[x] / E[y]. P has (x, y) = (p_num, p_den), R has
(r_num, r_den), and F has (p_num, (p_den + beta^2 r_den) / (1 + beta^2)). There are n gold documents. Their
counts are (x, y) against the gold side and (x', y') against the judge's annotations. Only the judge annotated
the N other documents.

    theta(l)  = (x_n + l (x'_N - x'_n)) / (y_n + l (y'_N - y'_n))     means over the n and over the N
    e, h      = x - theta y, x' - theta y'                           for each document
    l         = cov_n(e, h) / ((1 + n/N) var_n(h)) at theta(0), cut to [0, 1]; 0 if var_n(h) is 0
    se        = sqrt(var_n(e - l h) / n + l^2 var_N(h) / N) / denominator of theta(l)
    interval  = theta(l) -/+ t(n - 1) se, cut to [0, 1]

The formulas are from Angelopoulos, Duchi and Zrnic 2023 (PPI++). The variance in l is that over the gold part
alone, so that a perfect judge gives its own number over all documents. The estimate is consistent. As a ratio
it has a bias of order 1/n. Documents must be independent, and the gold documents a random sample of all.
Counts within a document may depend on each other. If P and R count matched items differently (p_num is not
r_num), F is a function of both. Then e and h are the influences on F.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.stats.options import check_fraction

FEWEST = 30  # gold documents: an interval from fewer holds the true score too rarely
UNBALANCED = 2.58  # |z| of a difference between the parts that nerkit warns of: two-sided 1 %
FIELDS = ("precision", "recall", "f1")


@dataclass(frozen=True)
class Estimation:
    """The settings: the level of the interval, beta of F, and lambda (`weight`; None to tune it)."""

    level: float = 0.95
    beta: float = 1.0
    weight: float | None = None

    def __post_init__(self) -> None:
        check_fraction("level", self.level)
        if self.weight is not None and not 0 <= self.weight <= 1:
            raise UsageError(f"lambda must be a number from 0 to 1, not {self.weight:g}")


@dataclass(frozen=True)
class Estimate:
    """An estimate with its interval, an estimate from the gold documents alone, and the judge's number over
    all documents.

    correlation           correlation of e and h over the gold documents, at theta(0); None if one does not
                          vary
    effective_documents   n (se of gold alone / se)^2: the number of gold documents that would be as exact
                          alone
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
        """Return the numbers as fields of a row: the value under the *name* of the score, other numbers under
        names that begin with it.
        """
        numbers = dict(vars(self))
        numbers["lambda"] = numbers.pop("weight")
        value = numbers.pop("value")
        return {name: value} | {f"{name}_{each}": number for each, number in numbers.items()}


class Parts(NamedTuple):
    """Counts `p_num, p_den, r_num, r_den` by document, shape (documents, 4) each.

    gold     the n gold documents, against the gold side
    judged   the n gold documents, against the judge's annotations
    others   the N documents that only the judge annotated
    """

    gold: FloatArray
    judged: FloatArray
    others: FloatArray


class _Ratio(NamedTuple):
    """A ratio of means: numerator and denominator as weights of the four counts, shape (4,) each."""

    above: FloatArray
    below: FloatArray

    def values(self, parts: Parts, weight: float) -> tuple[float, float]:
        """Return the ratio and its denominator at lambda; 0/0 is 0."""
        means = parts.gold.mean(axis=0) + weight * (parts.others.mean(axis=0) - parts.judged.mean(axis=0))
        below = float(means @ self.below)
        return (float(means @ self.above) / below if below else 0.0), below

    def influences(self, parts: Parts, theta: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return influences: e of the gold documents, h of the gold documents, h of the other documents."""
        line = self.above - theta * self.below
        return parts.gold @ line, parts.judged @ line, parts.others @ line


PRECISION = _Ratio(np.array([1.0, 0, 0, 0]), np.array([0, 1.0, 0, 0]))
RECALL = _Ratio(np.array([0, 0, 1.0, 0]), np.array([0, 0, 0, 1.0]))


def estimates(parts: Parts, how: Estimation) -> dict[str, Estimate]:
    """Return estimates of precision, recall and F. Raises UsageError if the judge has no further document."""
    if not len(parts.others):
        raise UsageError("the judge has only gold documents, so nerkit has nothing to estimate")
    return {
        "precision": _estimate(parts, (PRECISION,), how),
        "recall": _estimate(parts, (RECALL,), how),
        "f1": _estimate(parts, _of_f(parts, how.beta), how),
    }


def changes(parts: Parts, found: Estimate, how: Estimation) -> FloatArray:
    """Return the influence of each gold document on the estimate of F, less the mean influence, shape
    (n,).
    """
    _, e, h, _ = _at(parts, _of_f(parts, how.beta), found.weight, how.beta)
    own = e - found.weight * h
    return np.asarray(own - own.mean())


def _of_f(parts: Parts, beta: float) -> tuple[_Ratio, ...]:
    """Return F as one ratio, or as precision and recall if these count matched items differently."""
    if any(not np.array_equal(part[:, 0], part[:, 2]) for part in parts):
        return PRECISION, RECALL
    square = beta**2
    return (_Ratio(np.array([1 + square, 0, 0, 0]), np.array([0, 1.0, 0, square])),)


def _estimate(parts: Parts, ratios: tuple[_Ratio, ...], how: Estimation) -> Estimate:
    """Return the estimate of one ratio, or of the F of two."""
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
    """Return the score at lambda, and influences: e of the gold documents, h of the gold documents, h of
    the other documents.
    """
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
    """Return the lambda of the smallest variance, cut to [0, 1]."""
    variance = _variance(h)
    if not variance:
        return 0.0
    covariance = float(np.cov(e, h)[0, 1])
    return min(max(covariance / ((1 + len(e) / others) * variance), 0.0), 1.0)


def _variance(values: FloatArray) -> float:
    """Return the sample variance; 0 for a single value."""
    return float(values.var(ddof=1)) if len(values) > 1 else 0.0


def _interval(value: float, se: float, n: int, level: float) -> tuple[float, float]:
    from scipy.stats import t

    reach = float(t.ppf((1 + level) / 2, n - 1)) * se
    return max(value - reach, 0.0), min(value + reach, 1.0)
