"""The p of a score of a row, and the differences that count as extreme."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.stats.options import LESS

ENUMERATION, HALVES, TABLE, TRANSFORM, SAMPLED = METHODS = (
    *("enumeration", "halves", "table", "transform", "sampled"),
)
SMALLEST = 1e-300  # no p is shown below


@dataclass(frozen=True, slots=True)
class ExactP:
    """The p of a score of a row; `p` is nan for a null score.

    fraction   p as a fraction, if it is known exactly
    method     of METHODS; None without a difference to test
    units      the number of units that differ
    error      the largest possible error of p; None for a sampled p
    se         the standard error of a sampled p
    """

    p: float
    fraction: Fraction | None
    method: str | None
    units: int
    error: float | None = 0.0
    se: float | None = None

    @classmethod
    def of(cls, p: Fraction, method: str, units: int) -> "ExactP":
        """Return a p that is a fraction."""
        return cls(max(float(p), SMALLEST), p, method, units)


def as_extreme(
    delta: FloatArray, target: float, side: str | None, close: float
) -> tuple[BoolArray, BoolArray]:
    """Return the differences that are surely as extreme as the target, and the differences too close to
    decide.

    Both are masks of the shape of *delta*.
    """
    if side is None:
        delta, target = np.abs(delta), abs(target)
    beyond = target - delta if side == LESS else delta - target
    limit = close * max(1.0, abs(target))
    return beyond > limit, np.abs(beyond) <= limit


def at_least(left: Any, right: Any, side: str | None) -> BoolArray:
    """Return whether each difference is as extreme as the target, both multiplied by an equal positive
    number.
    """
    compared = (
        np.abs(left) >= np.abs(right) if side is None else left <= right if side == LESS else left >= right
    )
    return np.asarray(compared, bool)


def is_extreme(delta: Fraction, target: Fraction, side: str | None) -> bool:
    """Return whether a difference is as extreme as the target."""
    if side is None:
        return abs(delta) >= abs(target)
    return delta <= target if side == LESS else delta >= target
