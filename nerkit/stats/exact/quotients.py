"""Scores of summed counts as quotients of integers, so that equal differences are known to be equal.

    score                             axes, whose sums must be known      quotient of their sums
    P                                 p_num, p_den                        p_num / p_den
    R                                 r_num, r_den                        r_num / r_den
    F, p_num = r_num in every unit    (a+b) p_num, b p_den + a r_den      the first / the second
    F, else                                all four counts                     (a+b) p_num r_num /
                                                                          (a p_num r_den + b r_num p_den)
    Jaccard                           p_num, p_den + r_den - p_num        the first / the second
    sum                               p_num                               p_num / 1

beta² is a/b in lowest terms. Counts that are not integers are multiplied by the least number up to MOST_SCALE
that makes them integers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.results.conventions import BOTH_EMPTY_ONE, SKIP
from nerkit.results.counts import Headline
from nerkit.results.scores import VALUES

MOST_SCALE = 10_080
PRODUCTS = "products "  # begins the kind of an F of all four counts; of fractions it has no table
CLOSE = 1e-9  # how near to integers counts are
LARGEST = 2**53  # of counts as floats that are known to the unit
AXES = {  # kind of score -> matrix from p_num, p_den, r_num, r_den to the sums of its quotient
    "p": [[1, 0, 0, 0], [0, 1, 0, 0]],
    "r": [[0, 0, 1, 0], [0, 0, 0, 1]],
    "j": [[1, 0, 0, 0], [-1, 1, 0, 1]],
    "sum": [[1, 0, 0, 0]],
}

Pair = tuple[Any, Any]  # numerator and denominator: integers, or arrays of them or of floats


@dataclass(frozen=True)
class Quotient:
    """A score as a quotient.

    kind     the name of the score, equal for equal quotients
    axes     the matrix from four counts to the sums that the score depends on, shape (axes, 4)
    square   beta² of an F of all four counts
    """

    kind: str
    axes: IntArray
    square: Fraction = Fraction(1)

    def of(self, *sums: Any) -> Pair:
        """Return numerator and denominator (0 for a score of 0/0) of the sums on the axes.

        The sums are arrays of floats, of integers, or of Python integers as objects. An F of four sums is 0/0
        only if both sides are empty, and 0 for other sums without a quotient.
        """
        if len(sums) == 1:
            return sums[0], sums[0] * 0 + 1
        if len(sums) == 2:
            return sums[0], sums[1]
        p_num, p_den, r_num, r_den = sums
        a, b = self.square.numerator, self.square.denominator
        top, bottom = (a + b) * p_num * r_num, a * p_num * r_den + b * r_num * p_den
        items = (p_den != 0) | (r_den != 0)
        return top, bottom + (bottom == 0) * items


def quotient(name: str, beta: float, headline: Headline | None, *, same: bool) -> Quotient:
    """Return the quotient of a score of SCORES; *same* says that p_num = r_num in every unit of both
    systems.
    """
    kind = {"precision": "p", "recall": "r", "f1": "f1"}.get(name)
    if kind is None:
        kind = "f1" if headline is None else headline.normalizer
        beta = beta if kind == "f1" or not kind.startswith("f") else float(kind[1:])
    else:
        beta = 1.0
    if kind in AXES:
        return Quotient(kind, np.array(AXES[kind], dtype=object))
    square = Fraction(repr(beta)) ** 2
    a, b = square.numerator, square.denominator
    if same:
        return Quotient(f"f{square}", np.array([[a + b, 0, 0, 0], [0, b, 0, a]], dtype=object))
    return Quotient(f"{PRODUCTS}f{square}", np.eye(4, dtype=int).astype(object), square)


def scale_of(counts: FloatArray) -> int | None:
    """Return the least number up to MOST_SCALE that makes counts integers within CLOSE.

    Returns None without such a number, and for counts too large to be told from their neighbours.
    """
    if counts.size and float(np.abs(counts).max()) * MOST_SCALE > LARGEST:
        return 1 if not np.mod(counts, 1).any() and float(np.abs(counts).max()) < LARGEST else None
    parts = np.mod(counts, 1)
    if not parts.any():
        return 1
    scale = 1
    for part in np.unique(np.round(parts, 12)).tolist():
        scale = math.lcm(scale, Fraction(part).limit_denominator(MOST_SCALE).denominator)
        if scale > MOST_SCALE:
            return None
    scaled = counts * scale
    return scale if np.all(np.abs(scaled - np.round(scaled)) <= CLOSE) else None


def integers(counts: FloatArray, scale: int) -> IntArray:
    """Return counts times a scale that makes them integers."""
    return np.round(counts * scale).astype(np.int64)


def exact_score(counts: Sequence[int], name: str, how: Any) -> Fraction | None:
    """Return a score of four integer counts as a fraction; None for a null score.

    *how* is the `Measured` of the counts, with its beta and its value of 0/0.
    """
    _, p_den, _, r_den = counts
    if how.empty == BOTH_EMPTY_ONE and not p_den and not r_den:
        plain = how.headline is not None and how.headline.normalizer == "sum"
        if not plain:
            return Fraction(1)
    form = quotient(name, how.beta, how.headline, same=False)
    of_f = form.axes.shape[0] == len(counts)
    if how.empty == SKIP and of_f and not (p_den and r_den):
        return None
    top, bottom = form.of(*(int(sum(a * c for a, c in zip(axis, counts, strict=True))) for axis in form.axes))
    if bottom:
        return Fraction(int(top), int(bottom))
    value = VALUES[how.empty]
    return None if math.isnan(value) else Fraction(value)
