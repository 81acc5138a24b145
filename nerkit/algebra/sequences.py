"""Matching of sequences: the best matching of elements that keeps their order (Eq. 37).

It is a weighted longest common subsequence. Let S[i, j] be the best score of the first i system and the first
j gold elements. Let w be the similarity of elements i and j. Then

    1:1   S[i, j] = max(S[i-1, j], S[i, j-1], S[i-1, j-1] + w)
    N:1   S[i, j] = max(S[i, j-1], S[i-1, j] + w)       a gold element may be taken several times in a row
    1:N   S[i, j] = max(S[i-1, j], S[i, j-1] + w)
    N:N   S[i, j] = max(S[i-1, j], S[i, j-1]) + w

Rows of S are a few array operations each. Only the way back through S is kept, two bits per pair of places.
Elements that are similar to nothing on the other side are left out first. Where elements are equal or not, a
row is one integer (`algorithms.common_subsequence`). Sequences keep repeated elements.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.matching import BOUNDED, CollectionMatching, checked, sequence_codes
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.similarity import Similarity, SparsePairs, refined, similarity, within_blocks
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.common_subsequence import earliest_subsequence
from nerkit.algorithms.keys import combine, contained, distinct, first_of_each, groups
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_ORDERED

CELLS = 1_000_000  # cells of S that are in memory at a time
TOO_LONG = f"the sequences have {{:,}} and {{:,}} elements; their product is more than {MOST_ORDERED:,}"
DIVIDE = "divide the document"


@dataclass(frozen=True, eq=False, repr=False)
class SequenceMatching(CollectionMatching):
    """A matching of sequences that keeps the order of elements."""

    symbol = "Σ≤"

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds & BOUNDED[self.constraint]

    @property
    def _is_subsequence(self) -> bool:
        """Whether the matched pairs are a longest common subsequence."""
        return self.inner.discrete and self.constraint == "1:1"

    def candidates(self, level: Level, block: IntArray) -> SparsePairs:
        """The similar pairs of elements within blocks; if elements are only equal or different, only the
        best pairs.
        """
        if not self._is_subsequence:
            return self.inner.pairs(level, block)
        assert level.above is not None
        key = self.inner.identity(level)
        borders = np.searchsorted(level.parent, np.arange(len(level.above) + 1))
        found = [np.zeros((0, 2), np.int64)]
        for gold, system in zip(*_with_equal_elements(level, block, key), strict=True):
            rows = [slice(*borders[side : side + 2]) for side in (system, gold)]
            ours, theirs = (key[some] for some in rows)
            _check_lengths(level, rows[1].start, len(ours), len(theirs))
            places = earliest_subsequence(ours.tolist(), theirs.tolist())
            found.append(np.array(places, np.int64) + [some.start for some in rows])
        of_system, of_gold = np.concatenate(found).T
        order = np.lexsort((of_system, of_gold))
        return SparsePairs(of_gold[order], of_system[order], np.ones(len(order)))

    def choose(self, level: Level, candidates: SparsePairs, outer: IntArray) -> BoolArray:
        """The candidates in the best matching of each pair of sequences, as a mask."""
        chosen = np.ones(len(candidates), bool)
        for rows in groups(outer) if not self._is_subsequence else ():
            system, gold, value = candidates.system[rows], candidates.gold[rows], candidates.value[rows]
            if len(rows) ** 2 > MOST_ORDERED:
                _check_lengths(level, int(gold[0]), len(np.unique(system)), len(np.unique(gold)))
            chosen[rows] = best_in_order(system, gold, value, self.constraint)
        return chosen

    def identity(self, level: Level) -> IntArray:
        below = level.elements()
        return sequence_codes(below.parent, self.inner.identity(below), len(level), ordered=True)

    def empty(self) -> Any:
        return []


def match_sequences(inner: Any, constraint: str = "1:1", normalize: str | None = None) -> Similarity:
    """The score of the best matching of two sequences that keeps the order; options as in `match_sets`.

    >>> from nerkit.algebra import same
    >>> match_sequences(same).score([[1, 3, 5, 7, 9]], [[1, 2, 3, 4, 5]])
    3.0
    """
    matching = SequenceMatching(similarity(inner), checked(constraint))
    return matching if normalize is None else normalize_by(matching, normalize)


def _with_equal_elements(level: Level, block: IntArray, key: IntArray) -> tuple[IntArray, IntArray]:
    """The pairs (gold, system) of collections within blocks that have an equal element."""
    assert level.above is not None
    once = np.full(len(level), NONE)
    if len(level):
        rows = first_of_each(combine(level.parent, key))
        once[rows] = refined(block, key)[rows]
    pairs = within_blocks(level, once)
    width = max(len(level.above), 1)
    gold, system = np.divmod(distinct(level.parent[pairs.gold] * width + level.parent[pairs.system]), width)
    return gold, system


def _check_lengths(level: Level, row: int, ours: int, theirs: int) -> None:
    """Raise RecordError at the gold sequence of *row* if the two sequences are too long to be matched in
    order.
    """
    if ours * theirs > MOST_ORDERED:
        assert level.above is not None
        level.above.fail(f"{TOO_LONG.format(ours, theirs)}; {DIVIDE}", int(level.parent[row]))


def best_in_order(system: IntArray, gold: IntArray, value: FloatArray, constraint: str) -> BoolArray:
    """The best matching that keeps the order, as a mask of the pairs of positions. Each pair occurs once.

    Raises UsageError if the product of the numbers of positions is more than MOST_ORDERED.
    """
    if constraint == "1:N":
        return best_in_order(gold, system, value, "N:1")
    i, j = (np.unique(side, return_inverse=True)[1] for side in (system, gold))  # ranks, which keep the order
    height, width = int(i.max()) + 1, int(j.max()) + 1
    if height * width > MOST_ORDERED:
        raise UsageError(f"{TOO_LONG.format(height, width)}; {DIVIDE}")
    step = max(CELLS // width, 1)
    blocks = _ways_back(i, j, value, constraint, step)
    packed = height > step
    kept: list[Any] = [np.packbits(both, axis=-1) for both in blocks] if packed else list(blocks)
    visited, known = list[int](), NONE
    i_at, j_at = height, width
    while i_at and j_at:
        block, row = divmod(i_at - 1, step)
        if block != known:
            known = block
            before, above = np.unpackbits(kept[block], axis=-1, count=width) if packed else kept[block]
        if constraint == "N:N":
            visited.append((i_at - 1) * width + j_at - 1)
            i_at, j_at = (i_at - 1, j_at) if above[row, j_at - 1] else (i_at, j_at - 1)
        elif before[row, j_at - 1]:
            j_at -= 1
        elif above[row, j_at - 1]:
            i_at -= 1
        else:
            visited.append((i_at - 1) * width + j_at - 1)
            i_at -= 1
            j_at -= constraint == "1:1"
    return contained(i * width + j, np.array(visited[::-1], np.int64)) & (value > 0)


def _ways_back(
    i: IntArray, j: IntArray, value: FloatArray, constraint: str, step: int
) -> Iterator[tuple[BoolArray, ...]]:
    """Two masks over each *step* rows of S, shape (rows, columns): the ways back through S.

    The first tells whether S equals its left neighbour, the second whether S equals its upper neighbour. For
    N:N, the second tells whether the upper neighbour is at least the left neighbour. For N:1, it is False.
    """
    height, width = int(i.max()) + 1, int(j.max()) + 1
    order = np.argsort(i, kind="stable")
    begins = np.searchsorted(i[order], np.arange(0, height + step, step)).tolist()
    last = np.zeros(width + 1)
    for first, begin, end in zip(range(0, height, step), begins[:-1], begins[1:], strict=True):
        some = order[begin:end]
        weight = np.zeros((min(step, height - first), width))
        weight[i[some] - first, j[some]] = value[some]
        scores = _scores(last, weight, constraint)
        here, above, before = scores[1:, 1:], scores[:-1, 1:], scores[1:, :-1]
        if constraint == "N:N":
            yield before == here, above >= before
        else:
            yield here == before, here == above if constraint == "1:1" else np.zeros(here.shape, bool)
        last = scores[-1]


def _scores(last: FloatArray, weight: FloatArray, constraint: str) -> FloatArray:
    """The rows of S that follow the row *last*, with a column of zeros before the first column."""
    scores = np.zeros((weight.shape[0] + 1, weight.shape[1] + 1))
    scores[0] = last
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
