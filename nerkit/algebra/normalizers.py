"""Functions of the value of a similarity: normalisers, thresholds, the excess above a number.

    a - c                               max(0, a - c)               (Eq. 21)
    where(a, above=t),    a > t         [a > t] to within TOLERANCE (Eq. 29-31).
    where(a, at_least=t), a >= t        [a >= t].
    rounded(a, n)                       a rounded to n decimals, half to even
    normalize(a, n)                     a divided as follows        (Eq. 4-7)

With S = a(x, y), the system's own score P and gold's own score R:

    p: S / P    r: S / R    f1: 2 S / (P + R)    fB: (1 + B²) S / (B² R + P)    j: S / (P + R - S)

0/0 is 0, so that an empty collection has no similarity to anything.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Several, Wrapper
from nerkit.algebra.similarity import BOTH, Similarity, SparsePairs, similarity
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.exceptions import UsageError, unknown
from nerkit.results.conventions import BETAS

TOLERANCE = 1e-9  # by which a sum of rounded numbers may miss a threshold that it reaches
DECIMALS = 12  # the most decimals of a rounded similarity
NORMALIZERS = ("p", "r", "f1", "f0.5", "f2", "j")


@dataclass(frozen=True, eq=False, repr=False)
class Mapped(Wrapper):
    """A function of the values of a similarity that leaves 0 at 0."""

    def of(self, value: FloatArray) -> FloatArray:
        """The function, applied to an array of similarities."""
        raise NotImplementedError

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        pairs = self.inner.pairs(level, block)
        return pairs.valued(self.of(pairs.value))

    def own(self, level: Level) -> FloatArray:
        return self.of(self.inner.own(level))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self.of(self.inner.at(level, gold, system))


@dataclass(frozen=True, eq=False, repr=False)
class Excess(Mapped):
    """The part of a similarity above the number *less*, or 0."""

    less: float

    def __post_init__(self) -> None:
        _check_number("what is subtracted", self.less, least=0)

    def of(self, value: FloatArray) -> FloatArray:
        return np.maximum(value - self.less, 0)

    def text(self, name: str = "") -> str:
        return f"max(0, {self.inner.text(name)} − {self.less:g})"


@dataclass(frozen=True, eq=False, repr=False)
class SharedOut(Mapped):
    """A similarity divided by a number: for a sum of similarities, their mean."""

    among: int

    def of(self, value: FloatArray) -> FloatArray:
        return value / self.among

    def text(self, name: str = "") -> str:
        return f"({self.inner.text(name)}) / {self.among}"


@dataclass(frozen=True, eq=False, repr=False)
class Rounded(Mapped):
    """A similarity rounded to a number of decimals."""

    decimals: int

    def of(self, value: FloatArray) -> FloatArray:
        return np.asarray(np.round(value, self.decimals), float)

    def text(self, name: str = "") -> str:
        return f"{self.inner.text(name)} to {self.decimals} decimals"


@dataclass(frozen=True, eq=False, repr=False)
class Where(Mapped):
    """1 if a similarity is above *limit* (or with *reached* at least *limit*), to within TOLERANCE;
    otherwise 0.
    """

    limit: float
    reached: bool

    def of(self, value: FloatArray) -> FloatArray:
        passed = value >= self.limit - TOLERANCE if self.reached else value > self.limit + TOLERANCE
        return passed.astype(float)

    def text(self, name: str = "") -> str:
        return f"⟦{self.inner.text(name)} {'≥' if self.reached else '>'} {self.limit:g}⟧"


@dataclass(frozen=True, eq=False, repr=False)
class Normalized(Wrapper):
    """A similarity divided by a mean of the own scores of the two objects."""

    normalizer: str

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        if self.inner.bounds == BOTH:
            return BOTH
        return self.inner.bounds & {"p": {"system"}, "r": {"gold"}}.get(self.normalizer, frozenset())

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        pairs = self.inner.pairs(level, block)
        return pairs.valued(self._of(level, pairs.value, pairs.gold, pairs.system))

    def own(self, level: Level) -> FloatArray:
        return (self.inner.own(level) > 0).astype(float)

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self._of(level, self.inner.at(level, gold, system), gold, system)

    def _of(self, level: Level, value: FloatArray, gold: IntArray, system: IntArray) -> FloatArray:
        with (
            level.solving.turned()
        ):  # an upper bound divides by the least own scores, a lower one by the most
            own = self.inner.own(level)
        if self.latent and level.solving.upper:
            check_bounded(self, self.normalizer, value, own[system], own[gold])
        return normalized(self.normalizer, value, own[system], own[gold])

    def text(self, name: str = "") -> str:
        """The formula: the letter of the normaliser before the inner formula."""
        inner = self.inner.text(name)
        short = self.normalizer.upper()
        matched = inner.startswith("Σ") and not isinstance(self.inner, Several)
        return short + inner[1:] if matched else f"{short}({inner})"


def where(inner: Any, *, above: float | None = None, at_least: float | None = None) -> Similarity:
    """1 if *inner* is above the limit *above* (from 0 on), or at least *at_least* (above 0); otherwise 0.

    >>> from nerkit.algebra import same
    >>> print(where(same, above=0.5))
    ⟦same > 0.5⟧
    """
    if (above is None) == (at_least is None):
        raise UsageError("where needs either above= or at_least=")
    if above is not None:
        _check_number("above", above, least=0)
        return Where(similarity(inner), above, reached=False)
    assert at_least is not None
    _check_number("at_least", at_least, least=0)
    if at_least <= TOLERANCE:
        raise UsageError("at_least must be above 0, because every pair reaches 0")
    return Where(similarity(inner), at_least, reached=True)


def rounded(inner: Any, decimals: int) -> Similarity:
    """*inner* rounded to a number of decimals from 0 to 12, half to even.

    >>> from nerkit.algebra import edit, rounded
    >>> rounded(edit("indel"), 2).score(["abc"], ["abd"])
    0.67
    """
    if isinstance(decimals, bool) or not isinstance(decimals, int) or not 0 <= decimals <= DECIMALS:
        raise UsageError(f"decimals must be a whole number from 0 to {DECIMALS}, not {decimals!r}")
    return Rounded(similarity(inner), decimals)


def shared_out(inner: Any, among: int) -> Similarity:
    """*inner* divided by a whole number above 0.

    >>> from nerkit.algebra import field, same
    >>> print(shared_out(field("a", same) + field("b", same), 2))
    (a + b) / 2
    """
    if among < 1:
        raise UsageError(f"a similarity can be divided only by a number above 0, not {among}")
    return SharedOut(similarity(inner), among)


def normalize(inner: Any, normalizer: str) -> Similarity:
    """*inner* normalised by `p`, `r`, `f1`, `f0.5` (any F-beta) or `j`.

    >>> from nerkit.algebra import same
    >>> print(normalize(same, "j"))
    J(same)
    """
    if not isinstance(normalizer, str) or (normalizer not in ("p", "r", "j") and not _beta(normalizer)):
        raise unknown("normalizer", str(normalizer), NORMALIZERS)
    if isinstance(inner, Normalized):
        raise UsageError(f"{inner} is already normalised, by {inner.normalizer!r}")
    return Normalized(similarity(inner), normalizer)


def normalized(normalizer: str, value: Any, system: Any, gold: Any) -> FloatArray:
    """Matching scores divided by the own scores of both sides: arrays of one length, or numbers.

    The result is 0 if the denominator is not above 0. For J this happens when a one-sided constraint lets the
    score reach the sum of both own scores.
    """
    top, below = fraction(normalizer, value, system, gold)
    return np.where(below > 0, top / np.where(below > 0, below, 1.0), 0.0)


def fraction(normalizer: str, value: Any, system: Any, gold: Any) -> tuple[FloatArray, FloatArray]:
    """The numerator and the denominator of a normalised score."""
    if normalizer in "prj":
        below = {"p": system, "r": gold, "j": system + gold - value}[normalizer]
    else:
        square = _beta(normalizer) ** 2
        value, below = (1 + square) * value, square * gold + system
    return np.asarray(value, float), np.asarray(below, float)


def check_bounded(
    formula: object, normalizer: str, most: FloatArray, system: FloatArray, gold: FloatArray
) -> None:
    """Raise UsageError if an upper bound of a matching score, divided by the least own scores, is not a
    number.

    This happens if all pairs count (`N:N`). Own scores are not proved in this case either, and J does not
    exist when the score reaches the sum of both.
    """
    if ((most > 0) & (fraction(normalizer, most, system, gold)[1] <= 0)).any():
        raise UsageError(f"{formula} has no upper bound if a correspondence is not proved; raise the limit")


def _beta(normalizer: str) -> float:
    """The beta of `f1`, `f0.5`, …; 0 for any other name."""
    try:
        beta = float(normalizer[1:]) if normalizer[:1] == "f" and normalizer[1:2].isdigit() else 0.0
    except ValueError:
        return 0.0
    return beta if BETAS[0] <= beta <= BETAS[1] else 0.0


def _check_number(what: str, value: object, *, least: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UsageError(f"{what} must be a finite number, not {value!r}")
    if value < least:
        raise UsageError(
            f"{what} is {value:g}; similarities start at {least:g}, so such a value has no bound"
        )
