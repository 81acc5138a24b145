"""The p of one score of a row, and which differences it counts as extreme."""

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
    """The p of one score of a row; `p` is nan where it is null.

    fraction   p itself, where it is known exactly
    method     of METHODS; None where there is no difference to test
    units      how many units differ
    error      the most that p is wrong by; None where it is sampled
    se         its standard error, where it is sampled
    """

    p: float
    fraction: Fraction | None
    method: str | None
    units: int
    error: float | None = 0.0
    se: float | None = None

    @classmethod
    def of(cls, p: Fraction, method: str, units: int) -> "ExactP":
        """A p that is a fraction."""
        return cls(max(float(p), SMALLEST), p, method, units)


def as_extreme(
    delta: FloatArray, target: float, side: str | None, close: float
) -> tuple[BoolArray, BoolArray]:
    """The differences that are surely as extreme as the target, and those that are too close to say."""
    if side is None:
        delta, target = np.abs(delta), abs(target)
    beyond = target - delta if side == LESS else delta - target
    limit = close * max(1.0, abs(target))
    return beyond > limit, np.abs(beyond) <= limit


def at_least(left: Any, right: Any, side: str | None) -> BoolArray:
    """Whether a difference is as extreme as the target, of both times the same positive number."""
    compared = (
        np.abs(left) >= np.abs(right) if side is None else left <= right if side == LESS else left >= right
    )
    return np.asarray(compared, bool)


def is_extreme(delta: Fraction, target: Fraction, side: str | None) -> bool:
    """Whether one difference is as extreme as the target."""
    if side is None:
        return abs(delta) >= abs(target)
    return delta <= target if side == LESS else delta >= target
