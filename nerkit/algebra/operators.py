"""Operators that make similarities of larger objects from similarities of their parts.

    same                  delta(x, y) = [x = y]                               (Eq. 1 of Chen et al. 2023)
    field(name, a)        a(x.name, y.name)
    record(f=a, g=b)      a(x.f, y.f) * b(x.g, y.g), the product over fields  (Eq. 2)
    times(a, b), a * b    a(x, y) * b(x, y)
    a + b                 a(x, y) + b(x, y)

Chen, Gantt, Chen, White & Van Durme (2023), A unified view of evaluation metrics for structured prediction,
EMNLP.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level, Missing
from nerkit.algebra.objects import Name
from nerkit.algebra.similarity import Similarity, SparsePairs, refined, similarity, within_blocks
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.exceptions import UsageError


@dataclass(frozen=True, eq=False, repr=False)
class Same(Similarity):
    """Equality: 1 for equal objects, otherwise 0."""

    discrete = True
    pointwise = True

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
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


class Operator(Similarity):
    """An operator on similarities of the same objects, the operands."""

    @property
    def operands(self) -> Sequence[Similarity]:
        """The similarities that the operator combines."""
        raise NotImplementedError

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return all(one.pointwise for one in self.operands)

    @property
    def dense(self) -> bool:  # type: ignore[override]
        return any(one.dense for one in self.operands)

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return reduce(frozenset.__and__, (one.bounds for one in self.operands))

    @property
    def latent(self) -> bool:  # type: ignore[override]
        return any(one.latent for one in self.operands)


@dataclass(frozen=True, eq=False, repr=False)
class Wrapper(Operator):
    """An operator on one similarity of the same objects."""

    inner: Similarity

    @property
    def operands(self) -> Sequence[Similarity]:
        return (self.inner,)

    @property
    def matches(self) -> bool:  # type: ignore[override]
        return self.inner.matches

    def explaining(self) -> Similarity:
        return replace(self, inner=self.inner.explaining())

    def identity(self, level: Level) -> IntArray:
        return self.inner.identity(level)

    def empty(self) -> Any:
        return self.inner.empty()


@dataclass(frozen=True, eq=False, repr=False)
class Field(Wrapper):
    """A similarity of one field of the objects."""

    name: Name

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return self.inner.discrete

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        return self.inner.pairs(level.field(self.name), block)

    def own(self, level: Level) -> FloatArray:
        return self.inner.own(level.field(self.name))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self.inner.at(level.field(self.name), gold, system)

    def identity(self, level: Level) -> IntArray:
        return self.inner.identity(level.field(self.name))

    def key(self, level: Level) -> IntArray | None:
        return self.inner.key(level.field(self.name))

    def variables(self, level: Level) -> list[IntArray]:
        return self.inner.variables(level.field(self.name))

    def empty(self) -> Any:
        return Missing({self.name: self.inner.empty()})

    def text(self, name: str = "") -> str:
        return self.inner.text(f"{name}.{self.name}" if name else str(self.name))


@dataclass(frozen=True, eq=False, repr=False)
class Several(Operator):
    """An operator on several similarities of the same objects."""

    parts: tuple[Similarity, ...]

    @property
    def operands(self) -> Sequence[Similarity]:
        return self.parts

    def identity(self, level: Level) -> IntArray:
        level.look_at(part.name for part in self.parts if isinstance(part, Field))
        return combine(*(part.identity(level) for part in self.parts))

    def empty(self) -> Any:
        """An empty record with the fields of all parts; None if a part compares whole objects."""
        empties = [part.empty() for part in self.parts]
        if not all(isinstance(empty, dict) for empty in empties):
            return None
        return Missing({name: value for empty in empties for name, value in empty.items()})


@dataclass(frozen=True, eq=False, repr=False)
class Product(Several):
    """The product of similarities.

    Equalities make blocks, a sparse part makes pairs, and the other parts are computed only for these pairs.
    """

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return all(part.discrete for part in self.parts)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of rows within blocks that every part finds similar, with the product of the
        similarities.
        """
        block = refined(block, *(part.identity(level) for part in self.parts if part.discrete))
        graded = [part for part in self.parts if not part.discrete]
        if not graded:
            return within_blocks(level, block)
        # parts that can only make pairs come first, then parts that make few pairs
        first, *further = sorted(graded, key=lambda part: (part.pointwise, part.dense))
        pairs = first.pairs(level, block)
        for part in further:
            if part.pointwise:
                pairs = pairs.valued(pairs.value * part.at(level, pairs.gold, pairs.system))
            else:
                pairs = pairs.meet(part.pairs(level, block), len(level))
        return pairs

    def own(self, level: Level) -> FloatArray:
        return reduce(np.multiply, (part.own(level) for part in self.parts))

    def key(self, level: Level) -> IntArray | None:
        level.look_at(part.name for part in self.parts if isinstance(part, Field))
        keys = [key for part in self.parts if (key := part.key(level)) is not None]
        return combine(*keys) if len(keys) == len(self.parts) else None

    def variables(self, level: Level) -> list[IntArray]:
        return [place for part in self.parts for place in part.variables(level)]

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The product of the similarities of each pair of rows, shape (pairs,); parts after a 0 are not
        computed.
        """
        value = np.ones(len(gold))
        for part in sorted(self.parts, key=lambda part: (not part.discrete, part.dense)):
            nonzero = np.flatnonzero(value)
            value[nonzero] *= part.at(level, gold[nonzero], system[nonzero])
        return value

    def text(self, name: str = "") -> str:
        listed = " × ".join(f"({p})" if isinstance(p, Sum) else str(p) for p in self.parts)
        return f"{name}({listed})" if name else listed


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Several):
    """The sum of similarities."""

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        pairs = [part.pairs(level, block) for part in self.parts]
        return reduce(lambda left, right: left.join(right, len(level)), pairs)

    def own(self, level: Level) -> FloatArray:
        return reduce(np.add, (part.own(level) for part in self.parts))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return reduce(np.add, (part.at(level, gold, system) for part in self.parts))

    def text(self, name: str = "") -> str:
        listed = " + ".join(map(str, self.parts))
        return f"{name}({listed})" if name else listed


class Maybe:
    """A similarity of a field that an object can lack (`parts.optional`)."""

    def of_field(self, name: Name) -> Similarity:
        """The similarity of the field of this name."""
        raise NotImplementedError


def field(name: Name, inner: Any) -> Similarity:
    """The similarity *inner* of the field *name*: a key, an attribute, or a position in a tuple."""
    if not isinstance(name, str | int):
        raise UsageError(f"a field must be a name or a position, not {name!r}")
    if isinstance(inner, Maybe):
        return inner.of_field(name)
    return Field(similarity(inner), name)


def record(by_name: Mapping[Any, Any] | None = None, /, **fields: Any) -> Similarity:
    """The product over fields, given as a mapping or by keyword; all other fields are ignored.

    >>> print(record(left=same, right=same))
    left × right
    """
    parts = [field(name, inner) for name, inner in {**(by_name or {}), **fields}.items()]
    if not parts:
        raise UsageError("record needs the fields to compare; `same` compares whole objects")
    return times(*parts)


def times(*factors: Any) -> Similarity:
    """The product of similarities of the same object."""
    if not factors:
        raise UsageError("a product needs factors")
    parts = tuple(similarity(factor) for factor in factors)
    return parts[0] if len(parts) == 1 else Product(tuple(part.factor() for part in parts))
