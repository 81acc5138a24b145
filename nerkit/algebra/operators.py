"""Operators on similarities: equality, products over fields, sums, thresholds, normalisers.

    same                delta(x, y) = [x = y]                                       (Eq. 1 of Chen et al. 2023)
    field(name, a)      a of the fields x.name, y.name
    record(f=a, g=b)    a(x.f, y.f) * b(x.g, y.g), the product over fields          (Eq. 2); times(a, b) and a * b of one object
    a + b               the sum
    a - c               max(0, a - c)                                               (Eq. 21)
    where(a, above=t)   [a > t];  where(a, at_least=t)  [a >= t];  a > t, a >= t    (Eq. 29-31), to within TOLERANCE
    normalize(a, n)     with S = a(x, y), system own score P and gold own score R   (Eq. 4-7)
                        p: S / P    r: S / R    f1: 2 S / (P + R)    fB: (1 + B²) S / (B² R + P)    j: S / (P + R - S)
                        0/0 is 0, so that a collection of nothing has no similarity to anything.

Chen, Gantt, Chen, White & Van Durme (2023), A unified view of evaluation metrics for structured prediction, EMNLP.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from nerkit.algebra.keys import combine
from nerkit.algebra.records import Level, Name, RecordError
from nerkit.algebra.similarity import BOTH, Pairs, Similarity, refined, similarity, within_blocks
from nerkit.errors import UsageError, unknown
from nerkit.model import FloatArray, IntArray

TOLERANCE = 1e-9  # by which a sum of rounded numbers may miss a threshold that it reaches
NORMALIZERS = ("p", "r", "f1", "f0.5", "f2", "j")


@dataclass(frozen=True, eq=False, repr=False)
class Same(Similarity):
    """Equality."""

    discrete = True
    pointwise = True

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        return within_blocks(level, refined(block, level.codes))

    def own(self, level: Level) -> FloatArray:
        return np.ones(len(level))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return np.equal(level.codes[gold], level.codes[system]).astype(float)

    def identity(self, level: Level) -> IntArray:
        return level.codes

    def text(self, name: str = "") -> str:
        return name or "same"


same = Same()


@dataclass(frozen=True, eq=False, repr=False)
class Wrapper(Similarity):
    """An operator on one similarity of the same rows."""

    inner: Similarity

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return self.inner.pointwise

    @property
    def dense(self) -> bool:  # type: ignore[override]
        return self.inner.dense

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds

    def identity(self, level: Level) -> IntArray:
        return self.inner.identity(level)

    def empty(self) -> Any:
        return self.inner.empty()


@dataclass(frozen=True, eq=False, repr=False)
class Field(Wrapper):
    """A similarity of one field of the objects; *origin* is where a file says so, if it comes from one."""

    name: Name
    origin: Any = None

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return self.inner.discrete

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        return self.inner.pairs(self._below(level), block)

    def own(self, level: Level) -> FloatArray:
        return self.inner.own(self._below(level))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self.inner.at(self._below(level), gold, system)

    def identity(self, level: Level) -> IntArray:
        return self.inner.identity(self._below(level))

    def empty(self) -> Any:
        return {self.name: self.inner.empty()}

    def text(self, name: str = "") -> str:
        return self.inner.text(f"{name}.{self.name}" if name else str(self.name))

    def _below(self, level: Level) -> Level:
        try:
            return level.field(self.name)
        except RecordError as error:
            error.operator = error.operator or self
            raise


@dataclass(frozen=True, eq=False, repr=False)
class Several(Similarity):
    """An operator on several similarities of the same rows."""

    parts: tuple[Similarity, ...]

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return all(part.pointwise for part in self.parts)

    @property
    def dense(self) -> bool:  # type: ignore[override]
        return any(part.dense for part in self.parts)

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return reduce(frozenset.__and__, (part.bounds for part in self.parts))

    def identity(self, level: Level) -> IntArray:
        return combine(*(part.identity(level) for part in self.parts))

    def empty(self) -> Any:
        found = [part.empty() for part in self.parts]
        if not all(isinstance(part, dict) for part in found):
            return None
        return {name: value for part in found for name, value in part.items()}


@dataclass(frozen=True, eq=False, repr=False)
class Product(Several):
    """The product: equalities make blocks, what is sparse makes pairs, and the rest is looked up at these pairs."""

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return all(part.discrete for part in self.parts)

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        block = refined(block, *(part.identity(level) for part in self.parts if part.discrete))
        rest = [part for part in self.parts if not part.discrete]
        if not rest:
            return within_blocks(level, block)
        first, *others = sorted(rest, key=lambda part: (part.pointwise, part.dense))
        found = first.pairs(level, block)
        for part in others:
            if part.pointwise:
                found = found.valued(found.value * part.at(level, found.gold, found.system))
            else:
                found = found.meet(part.pairs(level, block), len(level))
        return found

    def own(self, level: Level) -> FloatArray:
        return reduce(np.multiply, (part.own(level) for part in self.parts))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        value = np.ones(len(gold))
        for part in sorted(self.parts, key=lambda part: (not part.discrete, part.dense)):
            some = np.flatnonzero(value)
            value[some] *= part.at(level, gold[some], system[some])
        return value

    def text(self, name: str = "") -> str:
        listed = " × ".join(f"({p})" if isinstance(p, Sum | Excess) else str(p) for p in self.parts)
        return f"{name}({listed})" if name else listed


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Several):
    """The sum."""

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        found = [part.pairs(level, block) for part in self.parts]
        return reduce(lambda left, right: left.join(right, len(level)), found)

    def own(self, level: Level) -> FloatArray:
        return reduce(np.add, (part.own(level) for part in self.parts))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return reduce(np.add, (part.at(level, gold, system) for part in self.parts))

    def text(self, name: str = "") -> str:
        listed = " + ".join(map(str, self.parts))
        return f"{name}({listed})" if name else listed


@dataclass(frozen=True, eq=False, repr=False)
class Mapped(Wrapper):
    """A function of the values of a similarity that leaves 0 at 0."""

    def of(self, value: FloatArray) -> FloatArray:
        """The function."""
        raise NotImplementedError

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        found = self.inner.pairs(level, block)
        return found.valued(self.of(found.value))

    def own(self, level: Level) -> FloatArray:
        return self.of(self.inner.own(level))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self.of(self.inner.at(level, gold, system))


@dataclass(frozen=True, eq=False, repr=False)
class Excess(Mapped):
    """What a similarity has above a number, or 0."""

    less: float

    def __post_init__(self) -> None:
        _check_number("what is subtracted", self.less, least=0)

    def of(self, value: FloatArray) -> FloatArray:
        return np.maximum(value - self.less, 0)

    def text(self, name: str = "") -> str:
        return f"max(0, {self.inner.text(name)} − {self.less:g})"


@dataclass(frozen=True, eq=False, repr=False)
class Where(Mapped):
    """1 where a similarity is above a limit, or at least the limit, to within TOLERANCE."""

    limit: float
    reached: bool

    def of(self, value: FloatArray) -> FloatArray:
        passed = value >= self.limit - TOLERANCE if self.reached else value > self.limit + TOLERANCE
        return passed.astype(float)

    def text(self, name: str = "") -> str:
        return f"⟦{self.inner.text(name)} {'≥' if self.reached else '>'} {self.limit:g}⟧"


@dataclass(frozen=True, eq=False, repr=False)
class Normalized(Wrapper):
    """A similarity over a mean of the own scores of the two objects."""

    normalizer: str

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        if self.inner.bounds == BOTH:
            return BOTH
        return self.inner.bounds & {"p": {"system"}, "r": {"gold"}}.get(self.normalizer, frozenset())

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        found = self.inner.pairs(level, block)
        return found.valued(self._of(level, found.value, found.gold, found.system))

    def own(self, level: Level) -> FloatArray:
        return (self.inner.own(level) > 0).astype(float)

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self._of(level, self.inner.at(level, gold, system), gold, system)

    def _of(self, level: Level, value: FloatArray, gold: IntArray, system: IntArray) -> FloatArray:
        own = self.inner.own(level)
        return normalized(self.normalizer, value, own[system], own[gold])

    def text(self, name: str = "") -> str:
        inner = self.inner.text(name)
        short = self.normalizer.upper()
        return short + inner[1:] if inner.startswith("Σ") else f"{short}({inner})"


def field(name: Name, inner: Any) -> Similarity:
    """The similarity *inner* of the field *name*: a key, an attribute, or a position in a tuple."""
    if not isinstance(name, str | int):
        raise UsageError(f"a field is a name or a position, not {name!r}")
    return Field(similarity(inner), name)


def record(given: Mapping[Any, Any] | None = None, /, **fields: Any) -> Similarity:
    """The product over fields; those that are not named are not looked at.

    >>> print(record(left=same, right=same))
    left × right
    """
    parts = [field(name, inner) for name, inner in {**(given or {}), **fields}.items()]
    if not parts:
        raise UsageError("record takes the fields that are compared; `same` compares objects as a whole")
    return parts[0] if len(parts) == 1 else Product(tuple(parts))


def times(*factors: Any) -> Similarity:
    """The product of similarities of the same object."""
    if not factors:
        raise UsageError("a product has factors")
    parts = tuple(similarity(factor) for factor in factors)
    return parts[0] if len(parts) == 1 else Product(parts)


def where(inner: Any, *, above: float | None = None, at_least: float | None = None) -> Similarity:
    """1 where *inner* is above a limit of 0 or more, or at least one of more than 0; else 0.

    >>> print(where(same, above=0.5))
    ⟦same > 0.5⟧
    """
    if (above is None) == (at_least is None):
        raise UsageError("where takes above= or at_least=, one of them")
    if above is not None:
        _check_number("above", above, least=0)
        return Where(similarity(inner), above, reached=False)
    assert at_least is not None
    _check_number("at_least", at_least, least=0)
    if at_least <= TOLERANCE:
        raise UsageError("at_least is above 0: what every pair has is no similarity")
    return Where(similarity(inner), at_least, reached=True)


def normalize(inner: Any, normalizer: str) -> Similarity:
    """*inner* normalised by `p`, `r`, `f1`, `f0.5` (any F-beta) or `j`.

    >>> print(normalize(same, "j"))
    J(same)
    """
    if not isinstance(normalizer, str) or (normalizer not in ("p", "r", "j") and not _beta(normalizer)):
        raise unknown("normalizer", str(normalizer), NORMALIZERS)
    if isinstance(inner, Normalized):
        raise UsageError(f"{inner} is normalised already, by {inner.normalizer!r}")
    return Normalized(similarity(inner), normalizer)


def normalized(normalizer: str, value: Any, system: Any, gold: Any) -> FloatArray:
    """Matching scores over the own scores of both sides; 0 without a denominator. Arrays, or numbers, of one length.

    (J has none where a one-sided constraint lets the score reach the sum of both own scores.)
    """
    if normalizer in "prj":
        below = {"p": system, "r": gold, "j": system + gold - value}[normalizer]
    else:
        square = _beta(normalizer) ** 2
        value, below = (1 + square) * value, square * gold + system
    below = np.asarray(below, float)
    return np.where(below > 0, value / np.where(below > 0, below, 1.0), 0.0)


def _beta(normalizer: str) -> float:
    """The beta of `f1`, `f0.5`, …; 0 for what is no such name."""
    try:
        beta = float(normalizer[1:]) if normalizer[:1] == "f" and normalizer[1:2].isdigit() else 0.0
    except ValueError:
        return 0.0
    return beta if math.isfinite(beta) and beta > 0 else 0.0


def _check_number(what: str, value: object, *, least: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UsageError(f"{what} is a finite number, not {value!r}")
    if value < least:
        raise UsageError(
            f"{what} is {value:g}: a similarity is a number from {least:g} on, so this has no bound"
        )
