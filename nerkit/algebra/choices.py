"""Similarities chosen by the objects: by the value of a field, by type, or by the kind of JSON value.

`by_value("f", {v: a})`   a(x, y) if x.f = y.f = v, otherwise 0: each type of object has its similarity.
`by_type({str: a})`       a similarity for each Python type.
`nested(a)`               for JSON values: a of two scalars, members of two objects, matching of two arrays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level, Missing
from nerkit.algebra.matching import SetMatching
from nerkit.algebra.objects import Name
from nerkit.algebra.operators import Operator, Same, same
from nerkit.algebra.parts import Members, SomeRows
from nerkit.algebra.sequences import SequenceMatching
from nerkit.algebra.similarity import (
    Similarity,
    SparsePairs,
    refined,
    similarity,
    within_blocks,
)
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.exceptions import UsageError, unknown

ARRAYS = ("bag", "sequence")


@dataclass(frozen=True, eq=False, repr=False)
class Choice(Operator):
    """The similarity chosen by a property that both objects share; 0 if the property differs.

    name     the field whose value is the property; None: the property is the type of the object
    cases    value of the property -> similarity
    other    the similarity for all other values; None: objects with these values are similar to nothing
    """

    name: Name | None
    cases: Mapping[Any, Similarity]
    other: Similarity | None

    latent = False

    @property
    def operands(self) -> Sequence[Similarity]:
        return [*self.cases.values(), *([self.other] if self.other is not None else [])]

    def _property(self, level: Level) -> IntArray:
        """The property of each row as an integer; NONE for a row without it."""
        assert self.name is not None
        part = level.present(self.name)
        codes = np.full(len(level), NONE)
        codes[part.parent] = part.codes
        return codes

    def _parts(self, level: Level) -> list[SomeRows]:
        """One group of rows for each case, and one for all other rows if a similarity for them exists."""

        def made() -> list[SomeRows]:
            """Group the rows by case."""
            parts, left = [], np.ones(len(level), bool)
            for value, inner in self.cases.items():
                rows = self._rows(level, value)
                left[rows] = False
                parts.append(SomeRows(inner, level.selected(rows), level))
            if self.other is not None:
                parts.append(SomeRows(self.other, level.selected(np.flatnonzero(left)), level))
            return parts

        return level.once(("choice", self), made)

    def _rows(self, level: Level, value: Any) -> IntArray:
        """The rows whose property is *value*, or whose type is *value*."""
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
        """The similarity of each pair of rows, shape (pairs,); 0 if the property differs."""
        value = reduce(np.add, (part.at(gold, system) for part in self._parts(level)))
        if self.name is not None:
            codes = self._property(level)
            value = np.where(codes[gold] == codes[system], value, 0.0)
        return value

    def identity(self, level: Level) -> IntArray:
        """One integer per row, equal for rows of one case that this case cannot tell apart."""
        codes = [part.identity() for part in self._parts(level)]
        if self.name is not None:
            codes.append(self._property(level))
        rest = np.all([code == NONE for code in codes], axis=0)  # rows of no case all differ
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
    """A similarity of JSON values: scalars by *leaf*, objects by their members, arrays by matching their
    elements.
    """

    leaf: Similarity
    arrays: str

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.leaf.bounds

    def _parts(self, level: Level) -> list[SomeRows]:
        """One group of rows for each kind of value that occurs: object, array, boolean, other scalar."""

        def made() -> list[SomeRows]:
            """Group the rows by the kind of their value."""
            kinds = [_kind(value) for value in level.values]
            array: Similarity = (
                SetMatching(self, "1:1", "multiset")
                if self.arrays == "bag"
                else SequenceMatching(self, "1:1")
            )
            by_kind = {"object": Members(self), "array": array, "boolean": Same(), "scalar": self.leaf}
            return [
                SomeRows(inner, level.selected(np.flatnonzero([one == kind for one in kinds])), level)
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


def by_value(name: Name, cases: Mapping[Any, Any], other: Any = None) -> Similarity:
    """The similarity chosen by the value of the field *name*; 0 for objects whose values differ.

    cases   value -> similarity
    other   the similarity for all other values; None: such objects are similar to nothing
    """
    if not isinstance(name, str | int):
        raise UsageError(f"a field must be a name or a position, not {name!r}")
    return _choice(name, cases, other)


def by_type(cases: Mapping[type | tuple[type, ...], Any], other: Any = None) -> Similarity:
    """The similarity chosen by the type of both objects; 0 for objects of different cases."""
    return _choice(None, cases, other)


def _choice(name: Name | None, cases: Mapping[Any, Any], other: Any) -> Similarity:
    if not cases and other is None:
        raise UsageError("a choice needs cases")
    known = {value: similarity(inner) for value, inner in cases.items()}
    return Choice(name, known, None if other is None else similarity(other))


def nested(leaf: Any = same, arrays: str = "bag") -> Similarity:
    """The largest total of *leaf* over aligned scalars of two JSON values (`nerkit json` without options).

    arrays   "bag" or "sequence": whether the order of elements is free or kept

    >>> from nerkit.algebra import nested
    >>> nested().score([{"r": [{"k": 1, "v": "x"}, {"k": 2}]}], [{"r": [{"k": 2}, {"k": 1, "v": "y"}]}])
    2.0
    """
    if arrays not in ARRAYS:
        raise unknown("kind of arrays", str(arrays), ARRAYS)
    return Nested(similarity(leaf), arrays)
