"""Objects that are alike in part: fields that may be absent, members of mappings, choices by type or value.

optional(a)           of a field: absent on both sides it counts nothing; on one side it is missed or
spurious. In a sum it adds nothing then and its own score is 0; as a factor it is 1
where it is absent on both sides and 0 where it is on one.
total(f=a, g=b)       a(x.f, y.f) + b(x.g, y.g), the sum over fields
weighted(a, w)        w · a(x, y)
members(a)            Σ of a(x[k], y[k]) over the keys k that both mappings have
by_value("f", {v: a})   a(x, y) where x.f = y.f = v, else 0: types with similarities of their own
by_type({str: a})     the same by the types of the objects
nested(a)             of JSON values: a of two scalars, members of two objects, matching of two arrays
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level, Missing, Name
from nerkit.algebra.matching import SetMatching
from nerkit.algebra.normalizers import Mapped
from nerkit.algebra.operators import Maybe, Same, Sum, field, same
from nerkit.algebra.sequences import SequenceMatching
from nerkit.algebra.similarity import (
    BOTH,
    MatchedElements,
    Similarity,
    SparsePairs,
    refined,
    similarity,
    within_blocks,
)
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.errors import UsageError, unknown

ARRAYS = ("bag", "sequence")


class _SomeRows:
    """A similarity of rows that are some of those of a level, as one of the rows of the level."""

    def __init__(self, inner: Similarity, part: Level, level: Level) -> None:
        self.inner, self.part, self.level = inner, part, level

    def pairs(self, block: IntArray) -> SparsePairs:
        """The pairs of rows of the level."""
        found = self.inner.pairs(self.part, block[self.part.parent])
        rows = self.part.parent
        return SparsePairs(rows[found.gold], rows[found.system], found.value, found.inner)

    def own(self) -> FloatArray:
        """Own scores, 0 of other rows."""
        own = np.zeros(len(self.level))
        own[self.part.parent] = self.inner.own(self.part)
        return own

    def at(self, gold: IntArray, system: IntArray) -> FloatArray:
        """Values at pairs of rows of the level, 0 where one of the two is another row."""
        place = np.full(len(self.level), NONE)
        place[self.part.parent] = np.arange(len(self.part))
        value = np.zeros(len(gold))
        both = np.flatnonzero((place[gold] != NONE) & (place[system] != NONE))
        value[both] = self.inner.at(self.part, place[gold[both]], place[system[both]])
        return value

    def identity(self) -> IntArray:
        """One integer per row, NONE for other rows."""
        codes = np.full(len(self.level), NONE)
        if len(self.part):
            codes[self.part.parent] = combine(self.inner.identity(self.part))
        return codes


@dataclass(frozen=True, eq=False, repr=False)
class OptionalField(Similarity):
    """A similarity of a field that an object may lack."""

    inner: Similarity
    name: Name

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return self.inner.pointwise

    @property
    def dense(self) -> bool:  # type: ignore[override]
        return self.inner.dense

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds

    def _part(self, level: Level) -> _SomeRows:
        return _SomeRows(self.inner, level.present(self.name), level)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        return self._part(level).pairs(block)

    def own(self, level: Level) -> FloatArray:
        return self._part(level).own()

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self._part(level).at(gold, system)

    def identity(self, level: Level) -> IntArray:
        return self._part(level).identity()

    def factor(self) -> Similarity:
        return OptionalFactor(self)

    def empty(self) -> Any:
        return Missing()

    def text(self, name: str = "") -> str:
        return f"{self.inner.text(f'{name}.{self.name}' if name else str(self.name))}?"


@dataclass(frozen=True, eq=False, repr=False)
class OptionalFactor(Similarity):
    """An optional field as a factor: 1 where it is absent on both sides."""

    field: OptionalField

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return self.field.inner.discrete

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return self.field.pointwise

    @property
    def dense(self) -> bool:  # type: ignore[override]
        return self.field.dense

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.field.bounds

    def _absent(self, level: Level) -> IntArray:
        absent = np.ones(len(level), np.int64)
        absent[level.present(self.field.name).parent] = 0
        return absent

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        absent = self._absent(level) == 1
        without = within_blocks(level, np.where(absent, block, NONE))
        return self.field.pairs(level, block).join(without, len(level))

    def own(self, level: Level) -> FloatArray:
        return np.maximum(self.field.own(level), self._absent(level))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        absent = self._absent(level)
        return np.where(absent[gold] & absent[system], 1.0, self.field.at(level, gold, system))

    def identity(self, level: Level) -> IntArray:
        return self.field.identity(level)

    def empty(self) -> Any:
        return Missing()

    def text(self, name: str = "") -> str:
        return self.field.text(name)


@dataclass(frozen=True, eq=False, repr=False)
class Weighted(Mapped):
    """A similarity times a number."""

    weight: float

    def of(self, value: FloatArray) -> FloatArray:
        return value * self.weight

    def text(self, name: str = "") -> str:
        return f"{self.weight:g} · {self.inner.text(name)}"


@dataclass(frozen=True, eq=False, repr=False)
class Members(Similarity):
    """The sum over the keys that two mappings have."""

    inner: Similarity

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        below = level.members()
        found = self.inner.pairs(below, refined(block[below.parent], below.key_codes))
        return _summed(level, below, found, self.inner)

    def own(self, level: Level) -> FloatArray:
        below = level.members()
        return np.bincount(below.parent, self.inner.own(below), len(level)).astype(float)

    def identity(self, level: Level) -> IntArray:
        from nerkit.algebra.matching import sequence_codes

        below = level.members()
        code = combine(below.key_codes, self.inner.identity(below)) if len(below) else below.parent
        return sequence_codes(below.parent, code, len(level), ordered=False)

    def empty(self) -> Any:
        return Missing()

    def text(self, name: str = "") -> str:
        return f"Σ_{name or 'members'}[key](key × {self.inner})"


def _summed(level: Level, below: Level, found: SparsePairs, inner: Similarity) -> SparsePairs:
    """The pairs of rows of a level, from all pairs of rows below them, which are theirs alone."""
    width = max(len(level), 1)
    rows, outer = np.unique(
        below.parent[found.gold] * width + below.parent[found.system], return_inverse=True
    )
    gold, system = np.divmod(rows, width)
    value = np.bincount(outer, found.value, len(rows)).astype(float)
    matched = MatchedElements(below, found, outer, np.ones(len(below), bool), inner)
    return SparsePairs(gold, system, value, (matched,))


@dataclass(frozen=True, eq=False, repr=False)
class Choice(Similarity):
    """The similarity that a property of both objects names, 0 where they differ in it.

    name     the field whose value is looked at; None: the type of the objects
    cases    value -> similarity
    other    the similarity for values without one; None: such objects are similar to nothing
    """

    name: Name | None
    cases: Mapping[Any, Similarity]
    other: Similarity | None

    @property
    def _all(self) -> list[Similarity]:
        return [*self.cases.values(), *([self.other] if self.other is not None else [])]

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return all(one.pointwise for one in self._all)

    @property
    def dense(self) -> bool:  # type: ignore[override]
        return any(one.dense for one in self._all)

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return reduce(frozenset.__and__, (one.bounds for one in self._all), BOTH)

    def _property(self, level: Level) -> IntArray:
        """The property of each row, as an integer; NONE for a row without it."""
        assert self.name is not None
        part = level.present(self.name)
        codes = np.full(len(level), NONE)
        codes[part.parent] = part.codes
        return codes

    def _parts(self, level: Level) -> list[_SomeRows]:
        def made() -> list[_SomeRows]:
            parts, left = [], np.ones(len(level), bool)
            for value, inner in self.cases.items():
                rows = self._rows(level, value)
                left[rows] = False
                parts.append(_SomeRows(inner, level.selected(rows), level))
            if self.other is not None:
                parts.append(_SomeRows(self.other, level.selected(np.flatnonzero(left)), level))
            return parts

        return level.once(("choice", self), made)

    def _rows(self, level: Level, value: Any) -> IntArray:
        if self.name is None:
            kinds = [value] if isinstance(value, type) else value
            rows = [row for row, one in enumerate(level.values) if type(one) in kinds]
        else:
            part = level.present(self.name)
            rows = [int(part.parent[at]) for at, one in enumerate(part.values) if one == value]
        return np.array(rows, np.int64)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        block = refined(block, self._property(level)) if self.name is not None else block
        found = [part.pairs(block) for part in self._parts(level)]
        return reduce(lambda left, right: left.join(right, len(level)), found)

    def own(self, level: Level) -> FloatArray:
        return reduce(np.add, (part.own() for part in self._parts(level)))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        value = reduce(np.add, (part.at(gold, system) for part in self._parts(level)))
        if self.name is not None:
            codes = self._property(level)
            value = np.where(codes[gold] == codes[system], value, 0.0)
        return value

    def identity(self, level: Level) -> IntArray:
        codes = [part.identity() for part in self._parts(level)]
        if self.name is not None:
            codes.append(self._property(level))
        rest = np.all(
            [code == NONE for code in codes], axis=0
        )  # nothing is told of them but that they differ
        return combine(*codes, np.where(rest, np.arange(len(level)), NONE))

    def empty(self) -> Any:
        return Missing()

    def text(self, name: str = "") -> str:
        listed = [f"{_named(value)}: {one}" for value, one in self.cases.items()]
        listed += [] if self.other is None else [f"else {self.other}"]
        return f"{name}⟨{self.name or 'type'}⟩({', '.join(listed)})"


def _named(value: Any) -> str:
    if isinstance(value, type):
        return value.__name__
    return "|".join(map(_named, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, eq=False, repr=False)
class Nested(Similarity):
    """JSON values: scalars by *leaf*, objects by their members, arrays by a matching of their elements."""

    leaf: Similarity
    arrays: str

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.leaf.bounds

    def _parts(self, level: Level) -> list[_SomeRows]:
        def made() -> list[_SomeRows]:
            kinds = [_kind(value) for value in level.values]
            array: Similarity = (
                SetMatching(self, "1:1", "multiset")
                if self.arrays == "bag"
                else SequenceMatching(self, "1:1")
            )
            by_kind = {"object": Members(self), "array": array, "boolean": Same(), "scalar": self.leaf}
            return [
                _SomeRows(inner, level.selected(np.flatnonzero([one == kind for one in kinds])), level)
                for kind, inner in by_kind.items()
                if kind in kinds
            ]

        return level.once(("nested", self), made)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        found = [part.pairs(block) for part in self._parts(level)]
        nothing = within_blocks(level, np.full(len(level), NONE))
        return reduce(lambda left, right: left.join(right, len(level)), found, nothing)

    def own(self, level: Level) -> FloatArray:
        return reduce(np.add, (part.own() for part in self._parts(level)), np.zeros(len(level)))

    def identity(self, level: Level) -> IntArray:
        codes = [part.identity() for part in self._parts(level)]
        return combine(*codes) if codes else np.zeros(len(level), np.int64)

    def text(self, name: str = "") -> str:
        return f"nested{'_' + name if name else ''}({self.leaf})"


def _kind(value: Any) -> str:
    if isinstance(value, Mapping):
        return "object"
    if isinstance(value, list | tuple):
        return "array"
    if isinstance(value, bool):
        return "boolean"
    blank = value is None or (isinstance(value, str) and not value.strip())
    return "nothing" if blank else "scalar"


@dataclass(frozen=True)
class MaybeAbsent(Maybe):
    """A similarity that waits for the name of its field."""

    inner: Similarity

    def of_field(self, name: Name) -> Similarity:
        return OptionalField(self.inner, name)


def optional(inner: Any) -> Maybe:
    """A similarity of a field that objects may lack, for `record`, `total` and `field`.

    >>> from nerkit.algebra import match_sets, optional, record, same
    >>> metric = match_sets(record(type=same, value=optional(same)))
    >>> metric.score([[{"type": "a"}, {"type": "b", "value": 1}]], [[{"type": "a"}, {"type": "b"}]])
    1.0
    """
    return MaybeAbsent(similarity(inner))


def total(by_name: Mapping[Any, Any] | None = None, /, **fields: Any) -> Similarity:
    """The sum over fields, given as a mapping or by keyword.

    >>> from nerkit.algebra import optional, same, total
    >>> print(total(a=same, b=optional(same)))
    a + b?
    """
    parts = [field(name, inner) for name, inner in {**(by_name or {}), **fields}.items()]
    if not parts:
        raise UsageError("total takes the fields that are compared")
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def weighted(inner: Any, weight: float) -> Similarity:
    """A similarity times a weight above 0."""
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < math.inf:
        raise UsageError(f"a weight is a number above 0, not {weight!r}")
    return Weighted(similarity(inner), weight)


def members(inner: Any) -> Similarity:
    """The sum of *inner* over the keys that two mappings have in common."""
    return Members(similarity(inner))


def by_value(name: Name, cases: Mapping[Any, Any], other: Any = None) -> Similarity:
    """The similarity that the value of the field *name* chooses; 0 for objects whose values differ.

    cases   value -> similarity; *other* is that of values which are not among them
    """
    if not isinstance(name, str | int):
        raise UsageError(f"a field is a name or a position, not {name!r}")
    return _choice(name, cases, other)


def by_type(cases: Mapping[type | tuple[type, ...], Any], other: Any = None) -> Similarity:
    """The similarity that the type of both objects chooses; 0 for objects of different cases."""
    return _choice(None, cases, other)


def _choice(name: Name | None, cases: Mapping[Any, Any], other: Any) -> Similarity:
    if not cases and other is None:
        raise UsageError("a choice has cases")
    known = {value: similarity(inner) for value, inner in cases.items()}
    return Choice(name, known, None if other is None else similarity(other))


def nested(leaf: Any = same, arrays: str = "bag") -> Similarity:
    """The largest total of *leaf* over aligned scalars of two JSON values (`nerkit json` without options).

    >>> from nerkit.algebra import nested
    >>> nested().score([{"r": [{"k": 1, "v": "x"}, {"k": 2}]}], [{"r": [{"k": 2}, {"k": 1, "v": "y"}]}])
    2.0
    """
    if arrays not in ARRAYS:
        raise unknown("kind of arrays", str(arrays), ARRAYS)
    return Nested(similarity(leaf), arrays)
