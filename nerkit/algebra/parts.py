"""Objects that are alike in part: fields that can be absent, sums over fields, members of mappings.

`optional(a)`         similarity a of a field. If both sides lack the field it counts nothing; if one side
                      lacks it, the field is missed or spurious. As a term of a sum its own score is 0 without
                      the field. As a factor it is 1 if both sides lack the field and 0 if one side lacks it.
`total(f=a, g=b)`     a(x.f, y.f) + b(x.g, y.g), the sum over fields.
`weighted(a, w)`      w · a(x, y).
`members(a)`          Σ of a(x[k], y[k]) over the keys k that both mappings have.
`members(a, all=True)`  the product over the keys of both: 0 if only one mapping has a key.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.alternatives import AnyOf
from nerkit.algebra.levels import Level, Missing
from nerkit.algebra.normalizers import Mapped
from nerkit.algebra.objects import Name, frozen
from nerkit.algebra.operators import Maybe, Operator, Sum, Wrapper, field, same
from nerkit.algebra.similarity import (
    MatchedElements,
    Similarity,
    SparsePairs,
    refined,
    similarity,
    within_blocks,
)
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.exceptions import UsageError


class SomeRows:
    """A similarity of some rows of a level, made into a similarity of all rows of the level."""

    def __init__(self, inner: Similarity, part: Level, level: Level) -> None:
        self.inner, self.part, self.level = inner, part, level

    def pairs(self, block: IntArray) -> SparsePairs:
        """The similar pairs of rows within blocks, as rows of the whole level."""
        found = self.inner.pairs(self.part, block[self.part.parent])
        rows = self.part.parent
        return SparsePairs(rows[found.gold], rows[found.system], found.value, found.inner)

    def own(self) -> FloatArray:
        """The own score of each row of the level; 0 for rows outside the similarity."""
        own = np.zeros(len(self.level))
        own[self.part.parent] = self.inner.own(self.part)
        return own

    def at(self, gold: IntArray, system: IntArray) -> FloatArray:
        """The similarity of each pair of rows of the level; 0 for rows outside the similarity."""
        place = np.full(len(self.level), NONE)
        place[self.part.parent] = np.arange(len(self.part))
        value = np.zeros(len(gold))
        both = np.flatnonzero((place[gold] != NONE) & (place[system] != NONE))
        value[both] = self.inner.at(self.part, place[gold[both]], place[system[both]])
        return value

    def identity(self) -> IntArray:
        """One integer per row of the level; NONE for rows outside the similarity."""
        codes = np.full(len(self.level), NONE)
        if len(self.part):
            codes[self.part.parent] = combine(self.inner.identity(self.part))
        return codes


@dataclass(frozen=True, eq=False, repr=False)
class OptionalField(Wrapper):
    """A similarity of a field that an object can lack."""

    name: Name

    def _part(self, level: Level) -> SomeRows:
        return SomeRows(self.inner, level.present(self.name), level)

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
class OptionalFactor(Operator):
    """An optional field as a factor of a product: 1 if both objects lack the field."""

    field: OptionalField

    latent = False

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return self.field.inner.discrete

    @property
    def operands(self) -> Sequence[Similarity]:
        return (self.field,)

    def _absent(self, level: Level) -> IntArray:
        absent = np.ones(len(level), np.int64)
        absent[level.present(self.field.name).parent] = 0
        return absent

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of the field, and all pairs of objects that both lack the field."""
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
    """A similarity multiplied by a number."""

    weight: float

    def of(self, value: FloatArray) -> FloatArray:
        return value * self.weight

    def text(self, name: str = "") -> str:
        return f"{self.weight:g} · {self.inner.text(name)}"


@dataclass(frozen=True, eq=False, repr=False)
class Members(Similarity):
    """The sum of the similarities of members under keys that both mappings have.

    keys    the number of all possible keys; a key that neither mapping has adds 1. None: such keys add
            nothing
    exact   the field beside the mapping that lists keys whose values must be equal
    """

    inner: Similarity
    keys: int | None = None
    exact: Name | None = None

    matches = True

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of mappings within blocks, with the sum over their members."""
        below = level.members()
        if self.keys is not None:
            return self._of_all(level, below, block)
        return _summed(level, below, self._found(level, below, block[below.parent]), self.inner)

    def _found(self, level: Level, below: Level, block: IntArray) -> SparsePairs:
        """The similar pairs of members under equal keys; where values must be equal, only equal members
        are similar.
        """
        found = self.inner.pairs(below, refined(block, below.key_codes))
        if self.exact is None:
            return found
        must = level.once(("exact", self.exact), lambda: self._must_be_equal(level, below))[found.gold]
        equal = AnyOf(same, (tuple, list), first=True).at(below, found.gold, found.system)
        return found.valued(np.where(must, equal, found.value))

    def _must_be_equal(self, level: Level, below: Level) -> BoolArray:
        """A mask of the members whose keys the field *exact* lists."""
        assert self.exact is not None
        names = level.listed_beside(self.exact)
        if names is None:
            problem = f'exact={self.exact!r} must name a field beside the mapping: field("state", members(…))'
            raise UsageError(problem)
        known = set(zip(names.parent.tolist(), map(frozen, names.values), strict=True))
        pairs = zip(below.parent.tolist(), map(frozen, below.keys or ()), strict=True)
        return np.array([pair in known for pair in pairs], bool)

    def _of_all(self, level: Level, below: Level, block: IntArray) -> SparsePairs:
        """The pairs of mappings, with the sum over their common keys plus the number of keys that neither
        has.
        """
        assert self.keys is not None
        sizes = np.bincount(below.parent, minlength=len(level))
        if (more := np.flatnonzero(sizes > self.keys)).size:
            level.fail(f"{sizes[more[0]]} keys, but keys=… allows {self.keys}", int(more[0]))
        rows = within_blocks(level, block)
        code, width = rows.gold * len(level) + rows.system, len(level)
        order = np.argsort(code)
        common = within_blocks(below, refined(block[below.parent], below.key_codes))
        of_pair = below.parent[common.gold] * width + below.parent[common.system]
        place = order[np.searchsorted(code, of_pair, sorter=order)]
        alike = self.inner.at(below, common.gold, common.system)
        shared = np.bincount(place, minlength=len(code))
        neither = self.keys - sizes[rows.gold] - sizes[rows.system] + shared
        value = np.bincount(place, alike, len(code)) + np.maximum(neither, 0)
        some = value > 0
        return SparsePairs(rows.gold[some], rows.system[some], value[some])

    def own(self, level: Level) -> FloatArray:
        """The own score of each mapping: the sum over its members, plus 1 for each missing key if *keys*
        is given.
        """
        below = level.members()
        listed = np.bincount(below.parent, self.inner.own(below), len(level)).astype(float)
        if self.keys is None:
            return listed
        return listed + self.keys - np.bincount(below.parent, minlength=len(level))

    def identity(self, level: Level) -> IntArray:
        """One integer per mapping, equal for mappings with equal keys and members that cannot be told
        apart.
        """
        from nerkit.algebra.matching import sequence_codes

        below = level.members()
        code = combine(below.key_codes, self.inner.identity(below)) if len(below) else below.parent
        return sequence_codes(below.parent, code, len(level), ordered=False)

    def empty(self) -> Any:
        return Missing()

    def text(self, name: str = "") -> str:
        of = f" of {self.keys}" if self.keys is not None else ""
        return f"Σ_{name or 'members'}[key{of}](key × {self.inner}){self._suffix()}"

    def _suffix(self) -> str:
        return "" if self.exact is None else f" with {self.exact} equal"


@dataclass(frozen=True, eq=False, repr=False)
class EveryMember(Members):
    """The product over the keys of two mappings, which must have equal keys; 1 for two empty mappings."""

    def explaining(self) -> Similarity:
        return Members(self.inner, exact=self.exact)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of mappings within blocks that have equal keys, with the product over the keys; no
        products of 0.
        """
        from nerkit.algebra.matching import sequence_codes

        below, width = level.members(), max(len(level), 1)
        of_keys = below.parent, below.key_codes, len(level)
        keys = level.once("key sets", lambda: sequence_codes(*of_keys, ordered=False))
        block = refined(block, keys)
        rows = within_blocks(level, block)
        found = self._found(level, below, block[below.parent])
        code = rows.keys(width)
        order = np.argsort(code)
        of_pair = below.parent[found.gold] * width + below.parent[found.system]
        outer = order[np.searchsorted(code, of_pair, sorter=order)]
        value = np.ones(len(rows))
        np.multiply.at(value, outer, found.value)
        sizes = np.bincount(below.parent, minlength=len(level))
        value[np.bincount(outer, minlength=len(rows)) < sizes[rows.gold]] = 0
        matched = MatchedElements(below, found, outer, np.ones(len(below), bool), self.inner)
        return SparsePairs(rows.gold, rows.system, value, (matched,)).take(value > 0)

    def own(self, level: Level) -> FloatArray:
        """The own score of each mapping: the product over its members."""
        below = level.members()
        own = np.ones(len(level))
        np.multiply.at(own, below.parent, self.inner.own(below))
        return own

    def text(self, name: str = "") -> str:
        return f"∏_{name or 'members'}[key](key × {self.inner}){self._suffix()}"


def _summed(level: Level, below: Level, found: SparsePairs, inner: Similarity) -> SparsePairs:
    """The pairs of rows of a level, each with the sum over its pairs of rows below."""
    width = max(len(level), 1)
    rows, outer = np.unique(
        below.parent[found.gold] * width + below.parent[found.system], return_inverse=True
    )
    gold, system = np.divmod(rows, width)
    value = np.bincount(outer, found.value, len(rows)).astype(float)
    matched = MatchedElements(below, found, outer, np.ones(len(below), bool), inner)
    return SparsePairs(gold, system, value, (matched,))


@dataclass(frozen=True)
class MaybeAbsent(Maybe):
    """A similarity of an optional field before the name of the field is known."""

    inner: Similarity

    def of_field(self, name: Name) -> Similarity:
        return OptionalField(self.inner, name)


def optional(inner: Any) -> Maybe:
    """A similarity of a field that objects can lack, for `record`, `total` and `field`.

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
        raise UsageError("total needs the fields to compare")
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def weighted(inner: Any, weight: float) -> Similarity:
    """A similarity times a weight above 0."""
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < math.inf:
        raise UsageError(f"a weight must be a number above 0, not {weight!r}")
    return Weighted(similarity(inner), weight)


def members(
    inner: Any, *, keys: int | None = None, all: bool = False, exact: Name | None = None
) -> Similarity:
    """The sum of *inner* over the keys that two mappings have in common.

    keys    the number of all possible keys; a key that neither mapping has adds 1
    all     whether to multiply instead: 0 if only one mapping has a key, 1 for two empty mappings
    exact   the field beside the mapping in which gold lists the keys whose values must be equal

    >>> from nerkit.algebra import members, normalize, same
    >>> normalize(members(same, keys=4), "r").score([{"a": 1, "b": 2}], [{"a": 1, "b": 3}])
    0.75
    """
    if keys is not None and (isinstance(keys, bool) or not isinstance(keys, int) or keys < 1):
        raise UsageError(f"keys must be a whole number above 0, not {keys!r}")
    if all and keys is not None:
        raise UsageError("keys=… cannot be used with all=True, which multiplies over the keys of the mapping")
    return (EveryMember if all else Members)(similarity(inner), keys, exact)
