"""Cluster measures over spans: an id is a cluster of the keys of its annotations, in the corpus or whatever cell is looked at.

All are functions of the contingency of gold and system clusters, |g ∩ s|, computed for a whole corpus at once:

    muc                links: |c| less the parts that the other side cuts c into, over |c| - 1 (Vilain et al. 1995)
    b_cubed            the mean over items of |own ∩ other| / |own| (Bagga & Baldwin 1998)
    mention_ceaf       the best one-to-one alignment of clusters by |g ∩ s|, over items (Luo 2005, phi 3)
    entity_ceaf        the same by 2 |g ∩ s| / (|g| + |s|), over clusters (phi 4)
    pairwise           pairs of items in the same cluster on both sides
    pairwise_negative  pairs of items in different clusters on both sides

Items that only one side has count against it. Annotations without id are one cluster. Where an item is in several clusters of a side,
`muc` and `b_cubed` look it up in the one whose id appears last, as neleval 3.1.1 does; the others take all of them. Of
equally good alignments `entity_ceaf` may take another when lines stand in another order; its sum is then equal up to the last bit.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nerkit.algebra.assignment import best_matching
from nerkit.algebra.keys import combine, contained, first_of_each, join
from nerkit.counts import exact_sums
from nerkit.model import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Clusters:
    """One side: which items are in which clusters.

    item, cluster   the memberships, each once: codes of items (common to both sides) and of this side's clusters
    size, cell      of each cluster: its items, the cell it is in
    items, last     the distinct items in ascending order, and the cluster that each is looked up in
    item_cell       the cell of each distinct item
    """

    item: IntArray
    cluster: IntArray
    size: IntArray
    cell: IntArray
    items: IntArray
    last: IntArray
    item_cell: IntArray


def clusters(cell: IntArray, item: IntArray, identity: IntArray, order: IntArray) -> Clusters:
    """The clusters of annotations: their cells, items and ids, and their *order* in the corpus (a rank each)."""
    by_order = np.argsort(order, kind="stable")
    cell, item, identity = cell[by_order], item[by_order], identity[by_order]
    _, first, code = np.unique(combine(cell, identity), return_index=True, return_inverse=True)
    appearance = np.argsort(np.argsort(first))  # ids by their first appearance
    cluster = appearance[code]
    some = first_of_each(combine(item, cluster))  # by item, then by appearance
    item, cluster, cell = item[some], cluster[some], cell[some]
    closing = np.append(item[1:] != item[:-1], True)[: len(item)]
    cluster_cell = np.zeros(len(first), np.int64)
    cluster_cell[cluster] = cell
    size = np.bincount(cluster, minlength=len(first))
    return Clusters(item, cluster, size, cluster_cell, item[closing], cluster[closing], cell[closing])


def numbers(aggregator: str, gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    """(p_num, p_den, r_num, r_den) of every cell, shape (cells, 4)."""
    return MEASURES[aggregator](gold, system, cells)


def _muc(gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    columns = []
    for own, other in ((system, gold), (gold, system)):
        known, part = _looked_up(own.item, other)
        parts = combine(own.cluster[known], part)
        cut = np.bincount(own.cluster[known][first_of_each(parts)], minlength=len(own.size))
        links = np.bincount(own.cluster[known], minlength=len(own.size)) - cut
        columns += [_sums(own.cell, links, cells), _sums(own.cell, own.size - 1, cells)]
    return np.stack(columns, axis=1)


def _b_cubed(gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    rows, others, shared = _contingency(gold, system)
    width = len(system.size) + 1
    keys = rows * width + others
    columns = []
    for own, other in ((system, gold), (gold, system)):
        known, part = _looked_up(own.items, other)
        mine = own.last[known]
        wanted = (part * width + mine) if own is system else (mine * width + part)
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        common = np.where(keys[at] == wanted, shared[at], 0) if len(keys) else np.zeros(len(wanted))
        columns += [
            _sums(own.item_cell[known], common / own.size[mine], cells),
            _sums(own.item_cell, np.ones(len(own.items)), cells),
        ]
    return np.stack(columns, axis=1)


def _mention_ceaf(gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    rows, others, shared = _contingency(gold, system)
    return _ceaf(gold, system, cells, (rows, others, shared.astype(float)), (gold.size, system.size))


def _entity_ceaf(gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    rows, others, shared = _contingency(gold, system)
    similar = 2 * shared / (gold.size[rows] + system.size[others])
    return _ceaf(
        gold, system, cells, (rows, others, similar), (np.ones(len(gold.size)), np.ones(len(system.size)))
    )


def _ceaf(
    gold: Clusters,
    system: Clusters,
    cells: int,
    pairs: tuple[IntArray, IntArray, FloatArray],
    own: tuple[FloatArray | IntArray, FloatArray | IntArray],
) -> FloatArray:
    rows, others, similar = pairs
    chosen = best_matching(rows, others, similar)
    matched = _sums(gold.cell[rows[chosen]], similar[chosen], cells)
    return np.stack(
        [matched, _sums(system.cell, own[1], cells), matched, _sums(gold.cell, own[0], cells)], axis=1
    )


def _pairwise(gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    rows, _, shared = _contingency(gold, system)
    both = _sums(gold.cell[rows], _pairs(shared), cells)
    totals = [_sums(side.cell, _pairs(side.size), cells) for side in (system, gold)]
    return np.stack([both, totals[0], both, totals[1]], axis=1)


def _pairwise_negative(gold: Clusters, system: Clusters, cells: int) -> FloatArray:
    rows, _, shared = _contingency(gold, system)
    common = contained(gold.items, system.items)
    apart = _pairs(_sums(gold.item_cell[common], np.ones(int(common.sum())), cells))
    apart += _sums(gold.cell[rows], _pairs(shared), cells)
    totals = []
    for own, other in ((system, gold), (gold, system)):
        known = contained(own.item, other.items)
        inside = np.bincount(own.cluster[known], minlength=len(own.size))
        apart -= _sums(own.cell, _pairs(inside), cells)
        items = _sums(own.item_cell, np.ones(len(own.items)), cells)
        totals.append(_pairs(items) - _sums(own.cell, _pairs(own.size), cells))
    return np.stack([apart, totals[0], apart, totals[1]], axis=1)


MEASURES: dict[str, Callable[[Clusters, Clusters, int], FloatArray]] = {
    "muc": _muc,
    "b_cubed": _b_cubed,
    "mention_ceaf": _mention_ceaf,
    "entity_ceaf": _entity_ceaf,
    "pairwise": _pairwise,
    "pairwise_negative": _pairwise_negative,
}


def _contingency(gold: Clusters, system: Clusters) -> tuple[IntArray, IntArray, IntArray]:
    """All pairs of clusters that share items, in ascending order: gold cluster, system cluster, how many they share."""
    left, right = join(gold.item, system.item)
    width = len(system.size) + 1
    pairs, shared = np.unique(gold.cluster[left] * width + system.cluster[right], return_counts=True)
    return pairs // width, pairs % width, shared


def _looked_up(items: IntArray, other: Clusters) -> tuple[IntArray, IntArray]:
    """The places of the items that the other side has, and the cluster of the other side that each is in."""
    known = np.flatnonzero(contained(items, other.items))
    return known, other.last[np.searchsorted(other.items, items[known])]


def _pairs(count: IntArray | FloatArray) -> FloatArray:
    """The number of pairs among so many."""
    return np.asarray(count * (count - 1) / 2, float)


def _sums(cell: IntArray, values: IntArray | FloatArray, cells: int) -> FloatArray:
    return exact_sums(cell, np.asarray(values, float).reshape(-1, 1), cells)[:, 0]
