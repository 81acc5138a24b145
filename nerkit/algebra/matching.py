"""Matching of collections: the largest total similarity of pairs of elements, under a constraint (Eq. 13).

    1:1   every element is in at most one pair: for an equality a count, otherwise an assignment
    N:1   every system element is in at most one pair: with its best gold element
    1:N   every gold element is in at most one pair: with its best system element
    N:N   all pairs

The inner similarity is computed for the elements of all collections at once. Its pairs are grouped by the
pair of collections that holds them. Every group is a separate small matching. Among equally good pairs,
nerkit takes the first in the order of gold elements, then of system elements. A collection's own score is the
score of its matching with itself. The own score has a closed form if no element is more similar to another
element than to itself.

Sets have every element once. Elements that the formula cannot tell from an earlier element do not count;
`Level.repeats` has their number. With `duplicates="multiset"` each copy counts.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.similarity import BOTH, MatchedElements, Similarity, SparsePairs
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine, first_of_each, ranked, turns
from nerkit.exceptions import unknown

CONSTRAINTS = ("1:1", "N:1", "1:N", "N:N")
DUPLICATES = ("set", "multiset", "gold")
# constraint -> sides whose own score a matching cannot exceed, if no pair of elements exceeds an own score
BOUNDED = {
    "1:1": BOTH,
    "N:1": frozenset({"system"}),
    "1:N": frozenset({"gold"}),
    "N:N": frozenset[str](),
}


@dataclass(frozen=True, eq=False, repr=False)
class CollectionMatching(Similarity):
    """A matching of the elements of collections. The subclasses choose pairs in different ways."""

    inner: Similarity
    constraint: str

    symbol = "Σ"
    matches = True

    @property
    def latent(self) -> bool:  # type: ignore[override]
        return self.inner.latent

    def elements(self, level: Level) -> Level:
        """The level of the elements."""
        return level.elements()

    def counted(self, level: Level) -> BoolArray:
        """The elements that count, as a mask."""
        return np.ones(len(level), bool)

    def candidates(self, level: Level, block: IntArray) -> SparsePairs:
        """The similar pairs of elements within blocks."""
        return self.inner.pairs(level, block)

    def choose(self, level: Level, candidates: SparsePairs, outer: IntArray) -> BoolArray:
        """The candidates that are matched, as a mask; *outer* is the pair of collections of each
        candidate.
        """
        raise NotImplementedError

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of collections within blocks, with the sum over their matched elements; sums of 0 are
        left out.
        """
        below = self.elements(level)
        counted = self.counted(below)
        candidates = self.candidates(below, np.where(counted, block[below.parent], NONE))
        keys = below.parent[candidates.gold] * len(level) + below.parent[candidates.system]
        collections, outer = np.unique(keys, return_inverse=True)
        chosen = self.choose(below, candidates, outer)
        value = self.total(below, candidates, outer, chosen)
        matched, outer = candidates.take(chosen), outer[chosen]
        elements = MatchedElements(below, matched, outer, counted, self.inner)
        inner = (*self.beside(below, matched, outer), elements)
        gold, system = np.divmod(collections, max(len(level), 1))
        return SparsePairs(gold, system, value, inner).take(value > 0)

    def total(self, level: Level, candidates: SparsePairs, outer: IntArray, chosen: BoolArray) -> FloatArray:
        """The score of each pair of collections: the sum over its matched pairs of elements."""
        size = int(outer.max(initial=-1)) + 1
        return np.bincount(outer[chosen], candidates.value[chosen], size).astype(float)

    def beside(self, level: Level, matched: SparsePairs, outer: IntArray) -> tuple[MatchedElements, ...]:
        """Matched elements of other levels that belong to the explanation; none for most matchings."""
        return ()

    def own(self, level: Level) -> FloatArray:
        return level.once(("own", self, self.latent and level.solving.upper), lambda: self._own(level))

    def _own(self, level: Level) -> FloatArray:
        if self._matches_itself():
            below = self.elements(level)
            counted = self.counted(below)
            own = self.inner.own(below)
            return np.bincount(below.parent[counted], own[counted], len(level)).astype(float)
        pairs = self.pairs(level.once("mirrored", level.mirrored), np.tile(np.arange(len(level)), 2))
        scores = np.zeros(len(level))
        scores[pairs.gold] = pairs.value
        return scores

    def _matches_itself(self) -> bool:
        """Whether a collection's best matching with itself certainly takes every element with itself."""
        return bool(self.inner.bounds & BOUNDED[self.constraint])

    def text(self, name: str = "") -> str:
        return f"{self.symbol}{'_' + name if name else ''}[{self.constraint}]({self.inner})"


@dataclass(frozen=True, eq=False, repr=False)
class SetMatching(CollectionMatching):
    """A matching of sets, or of multisets under `duplicates="multiset"`."""

    duplicates: str

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        if self.inner.discrete and self.duplicates == "set":
            return BOTH
        return self.inner.bounds & BOUNDED[self.constraint]

    def _matches_itself(self) -> bool:
        return (self.inner.discrete and self.duplicates == "set") or super()._matches_itself()

    def counted(self, level: Level) -> BoolArray:
        if self.duplicates == "multiset":
            return super().counted(level)
        return level.once(("counted", self), lambda: self._distinct(level))

    def _distinct(self, level: Level) -> BoolArray:
        """A mask of the elements that the formula can tell from all earlier elements; repeated elements
        are noted.
        """
        first = np.zeros(len(level), bool)
        first[first_of_each(combine(level.parent, self.inner.identity(level)))] = True
        side = 1 + (np.arange(len(level)) >= level.border)  # 1 gold, 2 system
        repeated = np.bincount(side[~first], minlength=3)
        if repeated.any():
            level.repeats[level.collection()] = (int(repeated[1]), int(repeated[2]))
        return first

    def candidates(self, level: Level, block: IntArray) -> SparsePairs:
        if self.duplicates == "set" or not self._countable:
            return self.inner.pairs(level, block)
        return self.inner.pairs(level, np.where(block == NONE, NONE, combine(block, self._occurrence(level))))

    @property
    def _countable(self) -> bool:
        """Whether pairs can be counted: the n-th of equal gold elements pairs with the n-th equal system
        element.
        """
        return self.inner.discrete and self.constraint == "1:1"

    def _occurrence(self, level: Level) -> IntArray:
        """The number of earlier equal elements in the collection of each element, shape (rows,)."""
        return turns(combine(level.parent, self.inner.identity(level)))

    def choose(self, level: Level, candidates: SparsePairs, outer: IntArray) -> BoolArray:
        """The chosen candidates, as a mask.

        All candidates are chosen if elements are counted or all pairs count. Otherwise nerkit chooses an
        assignment (1:1), or the best pair of each element on the side with at most one pair per element.
        """
        if self._countable or self.constraint == "N:N":
            return np.ones(len(candidates), bool)
        gold, system, value = candidates.gold, candidates.system, candidates.value
        if self.constraint == "1:1":
            return best_matching(ranked(combine(outer, gold))[0], ranked(combine(outer, system))[0], value)
        chooser = system if self.constraint == "N:1" else gold
        chosen = np.zeros(len(candidates), bool)
        if len(candidates):
            order = np.lexsort((system, gold, -value))
            chosen[order[first_of_each(combine(outer, chooser)[order])]] = True
        return chosen

    def identity(self, level: Level) -> IntArray:
        """One integer per collection, equal for collections whose counted elements cannot be told apart."""
        below = self.elements(level)
        rows = np.flatnonzero(self.counted(below))
        code = self.inner.identity(below)
        return sequence_codes(below.parent[rows], code[rows], len(level), ordered=False)

    def empty(self) -> Any:
        return []


def checked(constraint: str) -> str:
    """The constraint unchanged. Raises UsageError for an unknown constraint."""
    if constraint not in CONSTRAINTS:
        raise unknown("constraint", str(constraint), CONSTRAINTS)
    return constraint


def sequence_codes(parent: IntArray, code: IntArray, size: int, *, ordered: bool) -> IntArray:
    """One integer for each of *size* collections, equal if the codes of their elements are equal.

    parent    the collection of each element
    code      the code of each element
    ordered   whether the order of elements matters; otherwise collections are compared as bags
    """
    order = np.argsort(parent, kind="stable") if ordered else np.lexsort((code, parent))
    data = np.ascontiguousarray(code[order], np.int64).tobytes()  # slices of bytes can be keys of a dict
    ends = (8 * np.cumsum(np.bincount(parent, minlength=size))).tolist()
    return Vocabulary().codes([data[begin:end] for begin, end in zip([0, *ends], ends, strict=False)])
