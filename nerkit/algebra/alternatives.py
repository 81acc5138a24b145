"""Alternatives: a second similarity for objects without a similar partner, and several admitted gold objects.

`otherwise(a, b)`   similarity a for system objects that a finds similar to a gold object, b for all others.
`any_of(a)`         the gold object is a tuple of readings: the largest a(x, y) over its members x. The own
                    score of the tuple is the largest own score of a member. The two sides have different
                    types, so it is not a kernel.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Several, Wrapper
from nerkit.algebra.similarity import Similarity, SparsePairs, joined, similarity
from nerkit.algebra.values import CALLS
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.intervals import chunks
from nerkit.algorithms.keys import combine, contained, distinct, expand, first_of_each


@dataclass(frozen=True, eq=False, repr=False)
class Otherwise(Several):
    """The first similarity for system objects that it finds similar to a gold object, the second for all
    others.
    """

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of the first similarity, and for system objects without such a pair the pairs of the
        second.
        """
        first, second = (part.pairs(level, block) for part in self.parts)
        without = np.ones(len(level), bool)
        without[first.system] = False
        return joined([first, second.take(without[second.system])])

    def own(self, level: Level) -> FloatArray:
        """The own score of each object by the first similarity if it is above 0, otherwise by the second."""
        first, second = (part.own(level) for part in self.parts)
        return np.where(first > 0, first, second)

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        """False: the value of a pair depends on the other pairs of the system object."""
        return False

    def text(self, name: str = "") -> str:
        listed = " otherwise ".join(map(str, self.parts))
        return f"{name}({listed})" if name else f"({listed})"


def otherwise(first: Similarity, second: Similarity) -> Similarity:
    """The similarity *first* for system objects that it finds similar to a gold object, *second* for all
    others.

    Only gold objects in the block of the system object matter: in a product, equalities are compared first.

    >>> from nerkit.algebra import field, same
    >>> print(otherwise(field("span", same), field("cluster", same)))
    (span otherwise cluster)
    """
    return Otherwise((first, second))


@dataclass(frozen=True, eq=False, repr=False)
class AnyOf(Wrapper):
    """The best similarity over several readings of a gold object.

    kinds   the types of gold objects that list readings
    first   whether system objects can be such lists, too; then only the first reading of a list counts

    gold      ("NYC", "New York"), "Rome"     readings   NYC, New York, Rome: of rows 0, 0, 1
    system    "New York"                                 New York: of row 2
    """

    kinds: tuple[type, ...] = (tuple,)
    first: bool = False

    def _readings(self, level: Level) -> Level:
        """The level whose rows are the readings of all objects, object by object."""
        return level.once(("any_of", self.kinds, self.first), lambda: self._made(level))

    def _made(self, level: Level) -> Level:
        border = len(level) if level.is_mirrored else level.border
        gold = [tuple(one) if type(one) in self.kinds else (one,) for one in level.values[:border]]
        listed = gold + [
            tuple(one[:1]) if self.first and type(one) in self.kinds else (one,)
            for one in level.values[border:]
        ]
        sizes = np.fromiter(map(len, listed), np.int64, len(listed))
        parent = np.repeat(np.arange(len(level)), sizes)
        values = [reading for readings in listed for reading in readings]
        return Level(values, int(sizes[: level.border].sum()), level, parent, itself=True)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The similar pairs (gold object, system object) of a block, each with its best readings.

        Among equally good readings, the first counts.
        """
        readings = self._readings(level)
        inside = block[readings.parent]
        if self.inner.discrete and len(readings):  # the first of equal readings stands for all
            first = first_of_each(combine(readings.parent, self.inner.identity(readings)))
            inside = np.full(len(readings), NONE)
            inside[first] = block[readings.parent[first]]
        found = self.inner.pairs(readings, inside)
        gold, system = readings.parent[found.gold], readings.parent[found.system]
        order = np.lexsort((-found.value, system, gold))  # the best readings of a pair of objects come first
        again = (gold[order][1:] == gold[order][:-1]) & (system[order][1:] == system[order][:-1])
        best = order[np.append(True, ~again)[: len(order)]]
        found = found.take(best)
        return SparsePairs(gold[best], system[best], found.value, found.inner)

    def own(self, level: Level) -> FloatArray:
        """The own score of each object: the largest own score of its readings, 0 without readings."""
        readings = self._readings(level)
        own = np.zeros(len(level))
        np.maximum.at(own, readings.parent, self.inner.own(readings))
        return own

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The largest similarity over the readings of each pair of objects, shape (pairs,)."""
        readings = self._readings(level)
        begins = np.searchsorted(readings.parent, np.arange(len(level) + 1))
        value = np.zeros(len(gold))
        sizes = np.diff(begins)
        if self.inner.discrete:  # whether a reading of the system's object is one of gold's
            key = self.inner.identity(readings)
            pair, theirs = expand(begins[system], begins[system + 1])
            keys = combine(np.append(readings.parent, gold[pair]), np.append(key, key[theirs]))
            value[pair[contained(keys[len(key) :], distinct(keys[: len(key)]))]] = 1
            return value
        level.check_pairs(gold, sizes[gold] * sizes[system])
        for chunk in chunks(sizes[gold] * sizes[system], CALLS):
            ours, theirs = gold[chunk], system[chunk]
            pair, left = expand(begins[ours], begins[ours + 1])
            again, right = expand(begins[theirs[pair]], begins[theirs[pair] + 1])
            found = self.inner.at(readings, left[again], right)
            np.maximum.at(value, pair[again] + chunk.start, found)
        return value

    def identity(self, level: Level) -> IntArray:
        """One integer per object, equal for objects with equal sets of readings."""
        from nerkit.algebra.matching import sequence_codes

        readings = self._readings(level)
        codes = self.inner.identity(readings)
        once = np.arange(len(codes))
        if len(codes):
            once = np.unique(combine(readings.parent, codes), return_index=True)[1]
        return sequence_codes(readings.parent[once], codes[once], len(level), ordered=False)

    def text(self, name: str = "") -> str:
        return f"any({self.inner.text(name)})"


def any_of(inner: Any, *, lists: bool = False, first: bool = False) -> Similarity:
    """The largest similarity *inner* over the readings of a gold object.

    A tuple holds readings; any other object is one reading. The system's object is one object.

    lists   whether lists hold readings, too, as in JSON, which has no tuples
    first   whether system values can be lists of readings, too; the first reading of such a list counts

    >>> from nerkit.algebra import any_of, match_sets, record, same
    >>> metric = match_sets(record(city=any_of(same), year=same), normalize="f1")
    >>> metric.score([[{"city": ("NYC", "New York"), "year": 1}]], [[{"city": "New York", "year": 1}]])
    1.0
    """
    return AnyOf(similarity(inner), (tuple, list) if lists else (tuple,), first)
