"""The p of one score of a row, and which differences it counts as extreme."""

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


class Late(Sequence[Value]):
    """One value for each score of a row, computed when it is asked for."""

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
        """The form for other processes: the values themselves."""
        return list, (list(self),)


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
