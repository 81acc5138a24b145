"""The p of a score of a row, and the differences that count as extreme."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar, overload

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.stats.options import LESS

ENUMERATION, HALVES, TABLE, TRANSFORM, SAMPLED = METHODS = (
    *("enumeration", "halves", "table", "transform", "sampled"),
)
SMALLEST = 1e-300  # no p is shown below
Value = TypeVar("Value")


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


class Late(Sequence[Value]):
    """A value for each score of a row, computed at its first use."""

    def __init__(self, of_score: Callable[[int], Value], size: int) -> None:
        self._of_score, self._size = of_score, size

    @overload
    def __getitem__(self, place: int) -> Value: ...

    @overload
    def __getitem__(self, place: slice) -> list[Value]: ...

    def __getitem__(self, place: int | slice) -> Value | list[Value]:
        places = range(self._size)[place]
        return self._of_score(places) if isinstance(places, int) else [self._of_score(one) for one in places]

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> tuple[type[list[Value]], tuple[list[Value]]]:
        """Return the form for other processes: a list of the values."""
        return list, (list(self),)


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
