"""Matching of sequences: the best matching of elements that keeps their order (Eq. 37).

It is a weighted longest common subsequence. With S[i, j] the best score of the first i system and the first j
gold elements, and w the similarity of the last of each,

    1:1   S[i, j] = max(S[i-1, j], S[i, j-1], S[i-1, j-1] + w)
    N:1   S[i, j] = max(S[i, j-1], S[i-1, j] + w)       a gold element may be taken several times in a row
    1:N   S[i, j] = max(S[i-1, j], S[i, j-1] + w)
    N:N   S[i, j] = max(S[i-1, j], S[i, j-1]) + w

A row of S is a few array operations. One pair of sequences takes the product of their lengths in time and
memory; elements similar to nothing on the other side are left out first. Sequences keep repeated elements.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.matching import BOUNDED, CollectionMatching, checked, sequence_codes
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.similarity import Similarity, SparsePairs, similarity
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import groups


@dataclass(frozen=True, eq=False, repr=False)
class SequenceMatching(CollectionMatching):
    """A matching that keeps the order."""

    symbol = "Σ≤"

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds & BOUNDED[self.constraint]

    def choose(self, level: Level, candidates: SparsePairs, outer: IntArray) -> BoolArray:
        chosen = np.zeros(len(candidates), bool)
        for rows in groups(outer):
            system, gold, value = candidates.system[rows], candidates.gold[rows], candidates.value[rows]
            chosen[rows] = best_in_order(system, gold, value, self.constraint)
        return chosen

    def identity(self, level: Level) -> IntArray:
        below = level.elements()
        return sequence_codes(below.parent, self.inner.identity(below), len(level), ordered=True)

    def empty(self) -> Any:
        return []


def match_sequences(inner: Any, constraint: str = "1:1", normalize: str | None = None) -> Similarity:
    """The matching score of two sequences that keeps the order of their elements; options as in `match_sets`.

    >>> from nerkit.algebra import same
    >>> match_sequences(same).score([[1, 3, 5, 7, 9]], [[1, 2, 3, 4, 5]])
    3.0
    """
    matching = SequenceMatching(similarity(inner), checked(constraint))
    return matching if normalize is None else normalize_by(matching, normalize)


def best_in_order(system: IntArray, gold: IntArray, value: FloatArray, constraint: str) -> BoolArray:
    """The best matching that keeps the order: a mask of the pairs of positions, each given once."""
    if constraint == "1:N":
        return best_in_order(gold, system, value, "N:1")
    _, i = np.unique(system, return_inverse=True)  # ranks, which keep the order
    _, j = np.unique(gold, return_inverse=True)
    weight = np.zeros((int(i.max()) + 1, int(j.max()) + 1))
    weight[i, j] = value
    scores = _scores(weight, constraint)
    taken = np.zeros(weight.shape, bool)
    i_at, j_at = weight.shape
    while i_at and j_at:
        here, above, before = scores[i_at, j_at], scores[i_at - 1, j_at], scores[i_at, j_at - 1]
        gain = weight[i_at - 1, j_at - 1]
        if constraint == "N:N":
            taken[i_at - 1, j_at - 1] = gain > 0
            i_at, j_at = (i_at - 1, j_at) if above >= before else (i_at, j_at - 1)
        elif here == before:
            j_at -= 1
        elif constraint == "1:1" and here == above:
            i_at -= 1
        else:
            taken[i_at - 1, j_at - 1] = gain > 0
            i_at -= 1
            j_at -= constraint == "1:1"
    return taken[i, j]


def _scores(weight: FloatArray, constraint: str) -> FloatArray:
    """S, with a row and a column of zeros before the first."""
    scores = np.zeros((weight.shape[0] + 1, weight.shape[1] + 1))
    for i, gains in enumerate(weight):
        above = scores[i]
        if constraint == "1:1":
            best = np.maximum(above[1:], above[:-1] + gains)
        elif constraint == "N:1":
            best = above[1:] + gains
        else:
            # the gains of a row add up from left to right: taken out first, put back after the running
            # maximum
            total = np.cumsum(gains)
            scores[i + 1, 1:] = np.maximum.accumulate(above[1:] - total + gains) + total
            continue
        scores[i + 1, 1:] = np.maximum.accumulate(best)
    return scores
