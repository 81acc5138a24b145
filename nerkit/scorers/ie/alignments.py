"""Operators that published template scorers need in addition to the operators of the algebra.

`aligned(by, scored)`   a matching that is best by one similarity, with the value of another similarity.
`reached(inner, of)`    N:1, because every system element takes its best gold element. The value is the number
                        of different gold elements taken, among elements in the counts of *of*. A gold element
                        taken by a judgement counts its credit.
`earliest`              of two lists: 1 / (1 + place of the first system element that gold has).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.matching import SetMatching
from nerkit.algebra.operators import same
from nerkit.algebra.similarity import MatchedElements, Similarity, SparsePairs, similarity
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.scorers.ie.judged.values import judged_credit


@dataclass(frozen=True, eq=False, repr=False)
class AlignedBy(SetMatching):
    """A matching of multisets, 1:1 or N:1, that is best by `inner`; its value is the sum of `scored`.

    first   whether the first of equally good matchings counts: system elements in order, each with its first
            possible gold element; `inner` must have integers
    """

    scored: Similarity
    first: bool = False

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        """The bounds of the value, taken from the scored similarity."""
        return self.scored.bounds

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """Return the sum of the scored similarity over the aligned elements, for pairs of rows."""
        below = self.elements(level)
        inside = block[below.parent]
        guide = self.inner.pairs(below, inside)
        width, rows = max(len(level), 1), max(len(below), 1)
        outer = below.parent[guide.gold] * width + below.parent[guide.system]
        if self.first:
            best = _first_best(below, guide)
        else:
            best = self.choose(below, guide, np.unique(outer, return_inverse=True)[1])
        chosen = guide.take(best)
        chosen = SparsePairs(chosen.gold, chosen.system, np.ones(len(chosen)))
        worth = chosen.meet(self.scored.pairs(below, inside), rows)
        keys = below.parent[worth.gold] * width + below.parent[worth.system]
        collections, outer = np.unique(keys, return_inverse=True)
        value = np.bincount(outer, worth.value, len(collections)).astype(float)
        counted = np.ones(len(below), bool)
        gold, system = np.divmod(collections, width)
        return SparsePairs(gold, system, value, (MatchedElements(below, worth, outer, counted, self.scored),))

    def _own(self, level: Level) -> FloatArray:
        below = self.elements(level)
        return np.bincount(below.parent, self.scored.own(below), len(level)).astype(float)

    def text(self, name: str = "") -> str:
        """Return the formula as text: the guide, and the similarity that is scored."""
        return f"Σ{'_' + name if name else ''}[{self.constraint} by {self.inner}]({self.scored})"


def _first_best(level: Level, guide: SparsePairs) -> BoolArray:
    """Return a mask of the pairs that are in the first of the best matchings of their two collections."""
    gold, system = guide.gold, guide.system
    chosen: BoolArray = np.maximum(np.bincount(gold)[gold], np.bincount(system)[system]) == 1
    pair_of = level.parent[gold]
    for collection in np.unique(pair_of[~chosen]).tolist():
        at = np.flatnonzero(pair_of == collection)
        chosen[at] = _first_of_one(level, guide, at, collection)
    return chosen


def _first_of_one(level: Level, guide: SparsePairs, at: IntArray, collection: int) -> BoolArray:
    """Return a mask of the pairs of one pair of collections that are in the first best matching.

    An element may have a partner with similarity 0. Digits after the decimal point order the matchings: one
    digit per system element, larger for an earlier partner.
    """
    from scipy.optimize import linear_sum_assignment

    border = level.border
    rows = np.arange(*np.searchsorted(level.parent[:border], [collection, collection + 1]))
    partner = level.parent[guide.system[at[0]]]
    columns = border + np.arange(*np.searchsorted(level.parent[border:], [partner, partner + 1]))
    base = float(len(rows) + 1)
    digit = np.arange(len(rows), 0, -1.0)[:, None]
    matrix = digit * base ** -np.arange(1.0, len(columns) + 1)
    cells = np.searchsorted(rows, guide.gold[at]), np.searchsorted(columns, guide.system[at])
    matrix[cells] += guide.value[at]
    picked = np.zeros(matrix.shape, bool)
    picked[linear_sum_assignment(matrix, maximize=True)] = True
    return picked[cells]


@dataclass(frozen=True, eq=False, repr=False)
class Reached(SetMatching):
    """The number of gold elements that are the best gold element for some system element.

    of       a similarity; elements whose similarity to themselves is above 0 are possible
    judged   whether elements carry marks of judgements
    """

    of: Similarity
    judged: bool = False

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        """The bounds of the value: the numbers of elements of both sides."""
        return frozenset({"gold", "system"})

    def total(self, level: Level, candidates: SparsePairs, outer: IntArray, chosen: BoolArray) -> FloatArray:
        """Return the number of chosen gold elements, or their judged credit, for each outer pair."""
        size, width = int(outer.max(initial=-1)) + 1, max(len(level), 1)
        reached, place = np.unique(outer[chosen] * width + candidates.gold[chosen], return_inverse=True)
        taken = candidates.take(chosen)
        most = np.zeros(len(reached))
        worth = judged_credit(level, taken.gold, taken.system) if self.judged else np.ones(len(taken))
        np.maximum.at(most, place, worth)
        return np.bincount(reached // width, most, minlength=size).astype(float)

    def _own(self, level: Level) -> FloatArray:
        below = self.elements(level)
        return np.bincount(below.parent, self.of.own(below) > 0, len(level)).astype(float)

    def text(self, name: str = "") -> str:
        """The formula as text, `reached(…)`."""
        return f"reached{'_' + name if name else ''}({self.inner})"


@dataclass(frozen=True, eq=False, repr=False)
class Earliest(Similarity):
    """The reciprocal rank of the first element of the system's list that is also in the gold list."""

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """Return 1 / (1 + the position of the first element that the gold list also has), for pairs of rows
        of one block.
        """
        below = level.elements()
        shared = same.pairs(below, block[below.parent])
        width = max(len(level), 1)
        keys, outer = np.unique(
            below.parent[shared.gold] * width + below.parent[shared.system], return_inverse=True
        )
        value = np.zeros(len(keys))
        assert below.place is not None
        np.maximum.at(value, outer, 1 / (1 + below.place[shared.system]))
        return SparsePairs(keys // width, keys % width, value)

    def own(self, level: Level) -> FloatArray:
        """Return 1 for a row with elements, otherwise 0."""
        below = level.elements()
        return (np.bincount(below.parent, minlength=len(level)) > 0).astype(float)

    def text(self, name: str = "") -> str:
        """The formula as text, `earliest`."""
        return f"earliest{'_' + name if name else ''}"


earliest = Earliest()


def aligned(by: Any, scored: Any, constraint: str = "1:1", *, first: bool = False) -> Similarity:
    """Return the matching of multisets, 1:1 or N:1, that is best by *by*; its value is the sum of *scored*.

    With *first*, nerkit takes the first of equally good matchings in the order of system elements (only 1:1).
    """
    return AlignedBy(similarity(by), constraint, "multiset", similarity(scored), first)


def reached(inner: Any, of: Any = None, *, judged: bool = False) -> Similarity:
    """Return the number of gold elements that are, by *inner*, the best gold element for some system element.

    The possible elements are counted by *of*, or by *inner* without *of*. With *judged*, elements may carry
    marks of judgements, and an accepted element counts its credit.
    """
    return Reached(similarity(inner), "N:1", "multiset", similarity(inner if of is None else of), judged)
