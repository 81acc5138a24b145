"""Matching of sets: the largest total similarity of pairs of elements, under a constraint (Eq. 13).

    1:1   every element is in one pair at most       (a count where the inner similarity is equality; else an assignment)
    N:1   every system element is in one pair at most  (its best gold element)
    1:N   every gold element is in one pair at most    (its best system element)
    N:N   all pairs

The inner similarity is computed for the elements of all collections at once; its pairs are grouped by the pair of
collections that they are in, and every group is a small matching of its own. Among equally good pairs the first in order of gold,
then system elements is taken. A collection's own score is the score of its matching with itself, in closed form where
no element is more similar to another one than to itself.

A set has every element once: repeated ones (which the formula cannot tell apart) count once, and are counted in
`Level.repeats`; with `duplicates="multiset"` each counts.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import same
from nerkit.algebra.similarity import BOTH, Matched, Pairs, Similarity, similarity
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine, first_of_each, ranked, turns
from nerkit.errors import UsageError, unknown

CONSTRAINTS = ("1:1", "N:1", "1:N", "N:N")
DUPLICATES = ("set", "multiset")


@dataclass(frozen=True, eq=False, repr=False)
class Matching(Similarity):
    """A matching of the elements of collections; kinds differ in how they choose pairs."""

    inner: Similarity
    constraint: str

    @property
    def latent(self) -> bool:  # type: ignore[override]
        return self.inner.latent

    def elements(self, level: Level) -> Level:
        """The level of the elements."""
        return level.elements()

    def kept(self, level: Level) -> BoolArray:
        """Which elements count."""
        return np.ones(len(level), bool)

    def found(self, level: Level, block: IntArray) -> Pairs:
        """The similar pairs of elements."""
        return self.inner.pairs(level, block)

    def choose(self, level: Level, found: Pairs, outer: IntArray) -> BoolArray:
        """Which of the pairs are matched; *outer* is the pair of collections that each is in."""
        raise NotImplementedError

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        """Pairs of collections of one block, each worth the sum of its matched elements; those worth 0 are left out."""
        below = self.elements(level)
        kept = self.kept(below)
        found = self.found(below, np.where(kept, block[below.parent], NONE))
        keys = below.parent[found.gold] * len(level) + below.parent[found.system]
        collections, outer = np.unique(keys, return_inverse=True)
        chosen = self.choose(below, found, outer)
        value = self.total(below, found, outer, chosen)
        matched, outer = found.take(chosen), outer[chosen]
        inner = (*self.beside(below, matched, outer), Matched(below, matched, outer, kept, self.inner))
        gold, system = np.divmod(collections, max(len(level), 1))
        return Pairs(gold, system, value, inner).take(value > 0)

    def total(self, level: Level, found: Pairs, outer: IntArray, chosen: BoolArray) -> FloatArray:
        """The score of each pair of collections: the sum over its pairs of elements that are matched."""
        size = int(outer.max(initial=-1)) + 1
        return np.bincount(outer[chosen], found.value[chosen], size).astype(float)

    def beside(self, level: Level, matched: Pairs, outer: IntArray) -> tuple[Matched, ...]:
        """What else was matched, beside the elements of *level*."""
        return ()

    def own(self, level: Level) -> FloatArray:
        return level.once(("own", self, self.latent and level.solving.upper), lambda: self._own(level))

    def _own(self, level: Level) -> FloatArray:
        if self._matches_itself():
            below = self.elements(level)
            kept = self.kept(below)
            own = self.inner.own(below)
            return np.bincount(below.parent[kept], own[kept], len(level)).astype(float)
        found = self.pairs(level.mirrored(), np.tile(np.arange(len(level)), 2))
        scores = np.zeros(len(level))
        scores[found.gold] = found.value
        return scores

    def _matches_itself(self) -> bool:
        """Whether a collection's best matching with itself certainly takes every element with itself."""
        needed = {
            "1:1": self.inner.bounds,
            "N:1": self.inner.bounds & {"system"},
            "1:N": self.inner.bounds & {"gold"},
        }
        return bool(needed.get(self.constraint, frozenset()))

    def text(self, name: str = "") -> str:
        return f"{self.symbol}{'_' + name if name else ''}[{self.constraint}]({self.inner})"

    symbol = "Σ"


@dataclass(frozen=True, eq=False, repr=False)
class SetMatching(Matching):
    """A matching of sets."""

    duplicates: str

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        if self.inner.discrete and self.duplicates == "set":
            return BOTH
        return (
            self.inner.bounds
            & {"1:1": BOTH, "N:1": {"system"}, "1:N": {"gold"}, "N:N": set()}[self.constraint]
        )

    def _matches_itself(self) -> bool:
        return (self.inner.discrete and self.duplicates == "set") or super()._matches_itself()

    def kept(self, level: Level) -> BoolArray:
        if self.duplicates == "multiset":
            return super().kept(level)
        return level.once(("kept", self), lambda: self._distinct(level))

    def _distinct(self, level: Level) -> BoolArray:
        """The first of every group of elements that the formula cannot tell apart."""
        kept = np.zeros(len(level), bool)
        kept[first_of_each(combine(level.parent, self.inner.identity(level)))] = True
        repeated = np.bincount(
            (~kept).astype(int) * (1 + (np.arange(len(level)) >= level.border)), minlength=3
        )
        if repeated[1:].any():
            level.repeats[level.collection()] = (int(repeated[1]), int(repeated[2]))
        return kept

    def found(self, level: Level, block: IntArray) -> Pairs:
        if self.duplicates == "set" or not self._countable:
            return self.inner.pairs(level, block)
        return self.inner.pairs(level, np.where(block == NONE, NONE, combine(block, self._occurrence(level))))

    @property
    def _countable(self) -> bool:
        """Whether the matching is a count: the n-th of equal elements pairs with the n-th on the other side."""
        return self.inner.discrete and self.constraint == "1:1"

    def _occurrence(self, level: Level) -> IntArray:
        """How many equal elements of the same collection stand before each."""
        return turns(combine(level.parent, self.inner.identity(level)))

    def choose(self, level: Level, found: Pairs, outer: IntArray) -> BoolArray:
        """All pairs where elements are counted or many may match many; else the best of each element, or an assignment (1:1)."""
        if self._countable or self.constraint == "N:N":
            return np.ones(len(found), bool)
        if self.constraint == "1:1":
            rows, columns = ranked(combine(outer, found.gold))[0], ranked(combine(outer, found.system))[0]
            return best_matching(rows, columns, found.value)
        chooser = found.system if self.constraint == "N:1" else found.gold
        chosen = np.zeros(len(found), bool)
        if len(found):
            order = np.lexsort((found.system, found.gold, -found.value))
            chosen[order[first_of_each(combine(outer, chooser)[order])]] = True
        return chosen

    def identity(self, level: Level) -> IntArray:
        below = level.elements()
        rows = np.flatnonzero(self.kept(below))
        code = self.inner.identity(below)
        return sequence_codes(below.parent[rows], code[rows], len(level), ordered=False)

    def empty(self) -> Any:
        return []


def match_sets(
    inner: Any,
    constraint: str = "1:1",
    normalize: str | None = None,
    *,
    duplicates: str = "set",
    latent: bool | str = False,
) -> Similarity:
    """The matching score of two collections whose elements are compared by *inner*; normalised, if *normalize* is given.

    constraint   "1:1", "N:1" (several system elements to one gold element), "1:N" or "N:N"
    normalize    "p", "r", "f1", "f0.5" (any F-beta), "j" or None
    duplicates   "set": repeated elements count once; "multiset": each counts
    latent       elements have variables, which correspond one to one (`latent_sets`): `Variable` values, or those that the field
                 of this name lists

    >>> print(match_sets(match_sets(same) - 1, "N:N", "f1"))
    F1[N:N](max(0, Σ[1:1](same) − 1))
    """
    if duplicates not in DUPLICATES:
        raise unknown("value of duplicates", str(duplicates), DUPLICATES)
    matched: Similarity
    if latent is False:
        matched = SetMatching(similarity(inner), checked(constraint), duplicates)
    else:
        from nerkit.algebra.latent_sets import LatentMatching

        if checked(constraint) != "1:1":
            raise UsageError(f"variables correspond one to one: a latent matching is 1:1, not {constraint}")
        declared = None if latent is True else latent
        matched = LatentMatching(similarity(inner), constraint, duplicates, declared)
    return matched if normalize is None else normalize_by(matched, normalize)


def checked(constraint: str) -> str:
    """The constraint, if it is one. Raises UsageError."""
    if constraint not in CONSTRAINTS:
        raise unknown("constraint", str(constraint), CONSTRAINTS)
    return constraint


def sequence_codes(parent: IntArray, code: IntArray, size: int, *, ordered: bool) -> IntArray:
    """One integer for each of *size* collections, equal where their elements' codes are: as sets, or in their order."""
    order = np.argsort(parent, kind="stable") if ordered else np.lexsort((code, parent))
    data = np.ascontiguousarray(code[order], np.int64).tobytes()
    ends = (8 * np.cumsum(np.bincount(parent, minlength=size))).tolist()
    return Vocabulary().codes([data[begin:end] for begin, end in zip([0, *ends], ends, strict=False)])


subset = where(
    match_sets(same, normalize="p"), at_least=1
)  # the system's set is part of gold's, and not empty (Eq. 25)
