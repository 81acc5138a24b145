"""Cluster measures: gold and system clusters of items, compared by how many items each two share.

Everything is a function of one sparse table for a whole corpus, n(g, s) = |g ∩ s|, the contingency. Clusters
lie in cells (documents, labels, the corpus as a whole); each cell is compared by itself, all cells at once. N
is the number of gold items, M the number of items of both sides. T(x) = x (x - 1) / 2 is the number of pairs
among x. The quotients below are recall; precision is the same with the sides exchanged.

    mentions           M / N
    muc                Σ_g |g| - parts(g), / Σ_g |g| - 1; system clusters cut g into these parts (Vilain et
                       al. 1995)
    b_cubed            Σ n² / |g|, / N (Bagga & Baldwin 1998)
    ceaf_m             max over one-to-one alignments of Σ n, / N (Luo 2005, phi 3)
    ceaf_e             max over one-to-one alignments of Σ 2n / (|g| + |s|), / number of gold clusters (phi 4)
    pairwise           Σ T(n) / Σ_g T(|g|): pairs of items in the same cluster, the coreferent links of BLANC
    pairwise_negative  pairs in different clusters on both sides / pairs in different gold clusters of a cell
    lea                Σ_g |g| Σ_s T(n) / T(|g|), / N; a cluster of one item has a link to itself, which the
                       other side has where the item is a cluster of one there, too (Moosavi & Strube 2016)

For example, gold is {a b c} {d} and the system {a b} {c d}. Then n is 2 and 1 for the first gold cluster, 1
for the second. So MUC recall is (3 - 2) / (3 - 1), B-cubed recall (4/3 + 1/3 + 1) / 4.

Items that only one side has count against it. Sums of quotients are correctly rounded, so they do not depend
on the order of anything. For an item in several clusters of a side, `muc`, `b_cubed` and `lea` use the
cluster whose id appears last. So does neleval 3.1.1 for `muc` and `b_cubed`. Other measures use all its
clusters.

Two formulas combine these:
    conll  the means of precision, recall and F1 of MUC, B-cubed and CEAF-e (CoNLL-2011 and 2012 shared tasks)
    blanc  the means of precision, recall and F1 of links (pairs in one cluster) and non-links (pairs in
           different clusters). So F1 does not follow from P and R (Recasens & Hovy 2011; Luo et al. 2014)
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, first_of_each, join, places, ranked
from nerkit.ground.limits import MEETINGS, MOST_CLUSTER_PAIRS
from nerkit.ground.records import record
from nerkit.results.counts import exact_sums
from nerkit.results.scores import Formula, mean_of_parts

VELTKAMP = float(2**27 + 1)  # splits a double into two halves whose products are exact


@record(frozen=True)
class Clusters:
    """One side: the items of each cluster.

    item, cluster   the memberships, each once: codes of items (common to both sides) and of this side's
                    clusters
    size, cell      the number of items of each cluster, and its cell
    items, last     the distinct items, ascending, and the cluster in which each item is looked up
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
    """Return the clusters of annotations, from the cell, item and id of each annotation and its rank in the
    corpus, *order*.
    """
    by_order = np.argsort(order, kind="stable")
    cell, item, identity = cell[by_order], item[by_order], identity[by_order]
    key = combine(cell, identity)
    first, (code, _) = first_of_each(key), ranked(key)
    appearance = np.argsort(np.argsort(first))  # ids by their first appearance
    cluster = appearance[code]
    memberships = first_of_each(combine(item, cluster))  # each once, by item, then by appearance
    item, cluster, cell = item[memberships], cluster[memberships], cell[memberships]
    closing = np.append(item[1:] != item[:-1], True)[: len(item)]  # the last membership of each item
    cluster_cell = np.zeros(len(first), np.int64)
    cluster_cell[cluster] = cell
    size = np.bincount(cluster, minlength=len(first))
    return Clusters(item, cluster, size, cluster_cell, item[closing], cluster[closing], cell[closing])


def crowded_item(gold: Clusters, system: Clusters) -> int | None:
    """Return the item that is in most clusters. Return None unless items in several clusters of both sides
    make too many pairs of clusters in a cell.
    """
    if any(len(side.item) == len(side.items) for side in (gold, system)):  # each is in one cluster there
        return None
    items, first, size = np.unique(gold.item, return_index=True, return_counts=True)
    theirs = np.searchsorted(system.item, items, "right") - np.searchsorted(system.item, items, "left")
    pairs = np.where((size > 1) & (theirs > 1), size * theirs, 0)
    cell = gold.cell[gold.cluster[first]]
    total, own = (np.bincount(cell, numbers) for numbers in (pairs, size + theirs))
    if not (total > np.maximum(MOST_CLUSTER_PAIRS, MEETINGS * own)).any():
        return None
    return int(items[np.argmax(pairs)])


class Contingency:
    """The clusters of both sides, and the number of items that every two clusters share.

    The pairs of clusters that share items are found when a measure needs them.
    """

    def __init__(self, gold: Clusters, system: Clusters, cells: int) -> None:
        self.sides, self.cells = (gold, system), cells
        self._width = len(system.size) + 1

    @cached_property
    def _sharing(self) -> tuple[IntArray, IntArray]:
        """The pairs of clusters that share items, as ascending numbers, and the number of shared items of
        each pair.
        """
        gold, system = self.sides
        left, right = join(gold.item, system.item)
        pairs, shared = np.unique(
            gold.cluster[left] * self._width + system.cluster[right], return_counts=True
        )
        return pairs, shared

    @cached_property
    def gold(self) -> IntArray:
        """The gold cluster of each pair."""
        return self._sharing[0] // self._width

    @cached_property
    def system(self) -> IntArray:
        """The system cluster of each pair."""
        return self._sharing[0] % self._width

    @property
    def shared(self) -> IntArray:
        """The number of items that each pair shares."""
        return self._sharing[1]

    @cached_property
    def cuts(self) -> list[tuple[IntArray, IntArray, IntArray]]:
        """Return the parts into which the other side cuts each gold cluster and each system cluster: own
        cluster, other cluster, shared items.

        Each item is looked up in one cluster of the other side.
        """
        return [self._cut(*self.sides), self._cut(*self.sides[::-1])]

    def _cut(self, own: Clusters, other: Clusters) -> tuple[IntArray, IntArray, IntArray]:
        common, other_cluster = _looked_up(own.item, other)
        width = len(other.size) + 1
        pairs, shared = np.unique(own.cluster[common] * width + other_cluster, return_counts=True)
        return pairs // width, pairs % width, shared

    def shared_by(self, gold: IntArray, system: IntArray) -> IntArray:
        """Return the number of items that these gold clusters share with these system clusters, pair by
        pair.
        """
        known, shared = self._sharing
        return np.append(shared, 0)[places(gold * self._width + system, known)]

    def sums(self, cell: IntArray, values: IntArray | FloatArray | None = None) -> FloatArray:
        """Return the sums of whole numbers by cell, by default of 1 for each place."""
        sums: FloatArray = np.bincount(cell, values, self.cells).astype(float)
        return sums

    def quotients(self, cell: IntArray, top: IntArray, bottom: IntArray) -> FloatArray:
        """Return the sums of top / bottom, whole numbers, by cell, correctly rounded.

        Numerators with one divisor are added before the division. The rounding error of the division is added
        afterwards.
        """
        _, first, group = np.unique(combine(cell, bottom), return_index=True, return_inverse=True)
        total = np.bincount(group, top, len(first)).astype(float)
        divisor = bottom[first].astype(float)
        quotient = total / divisor
        rounded_off = _remainder(total, quotient, divisor) / divisor
        twice = np.concatenate([cell[first], cell[first]])
        return exact_sums(twice, np.concatenate([quotient, rounded_off]).reshape(-1, 1), self.cells)[:, 0]

    def items(self) -> list[FloatArray]:
        """Return the distinct gold items and the distinct system items in each cell."""
        return [self.sums(side.item_cell) for side in self.sides]


ClusterMeasure = Callable[
    [Contingency], FloatArray
]  # (p_num, p_den, r_num, r_den) of every cell, shape (cells, 4)


def mentions(table: Contingency) -> FloatArray:
    """Count the items of both sides, over the items of each side."""
    common, cell = _common(table)
    gold, system = table.items()
    matched = table.sums(cell[common])
    return _numbers((matched, matched), (gold, system))


def muc(table: Contingency) -> FloatArray:
    """Count the links of each cluster that the other side also has."""
    common_links, all_links = [], []
    for own, (cluster, _, shared) in zip(table.sides, table.cuts, strict=True):
        common_links.append(table.sums(own.cell[cluster], shared - 1))
        all_links.append(table.sums(own.cell, own.size - 1))
    return _numbers(common_links, all_links)


def b_cubed(table: Contingency) -> FloatArray:
    """Sum for each item the share of its own cluster that is in its cluster on the other side."""
    right_shares = []
    for own, other in (table.sides, table.sides[::-1]):
        common, other_cluster = _looked_up(own.items, other)
        cluster = own.last[common]
        pair = (cluster, other_cluster) if own is table.sides[0] else (other_cluster, cluster)
        right_shares.append(table.quotients(own.item_cell[common], table.shared_by(*pair), own.size[cluster]))
    return _numbers(right_shares, table.items())


def ceaf_m(table: Contingency) -> FloatArray:
    """Count the items shared under the best one-to-one alignment of clusters, over items."""
    chosen = best_matching(table.gold, table.system, table.shared.astype(float))
    matched = table.sums(_cell(table)[chosen], table.shared[chosen])
    return _numbers((matched, matched), [table.sums(side.cell, side.size) for side in table.sides])


def ceaf_e(table: Contingency) -> FloatArray:
    """Sum the similarities of clusters, 2 n / (|g| + |s|), under the best one-to-one alignment, over
    clusters.
    """
    gold, system = table.sides
    size = gold.size[table.gold] + system.size[table.system]
    chosen = best_matching(table.gold, table.system, 2 * table.shared / size)
    matched = table.quotients(_cell(table)[chosen], 2 * table.shared[chosen], size[chosen])
    totals = [table.sums(side.cell) for side in table.sides]
    return _numbers((matched, matched), totals)


def pairwise(table: Contingency) -> FloatArray:
    """Count the pairs of items in one cluster on both sides, over pairs in one cluster."""
    both = table.sums(_cell(table), _pairs(table.shared))
    return _numbers((both, both), [table.sums(side.cell, _pairs(side.size)) for side in table.sides])


def pairwise_negative(table: Contingency) -> FloatArray:
    """Count the pairs of items in different clusters on both sides, over pairs in different clusters.

    These are all pairs of common items, without pairs inside one gold cluster or one system cluster.
    """
    common, cell = _common(table)
    apart = _pairs(table.sums(cell[common]))
    apart += table.sums(_cell(table), _pairs(table.shared))  # subtracted twice below
    totals = []
    for own, other, items in zip(table.sides, table.sides[::-1], table.items(), strict=True):
        in_both = contained(own.item, other.items)
        inside = np.bincount(own.cluster[in_both], minlength=len(own.size))
        apart -= table.sums(own.cell, _pairs(inside))
        totals.append(_pairs(items) - table.sums(own.cell, _pairs(own.size)))
    return _numbers((apart, apart), totals)


def lea(table: Contingency) -> FloatArray:
    """Sum the shares of the links of each cluster that the other side also has, weighted by the items of the
    cluster.
    """
    right_shares = []
    for i, (cluster, other_cluster, shared) in enumerate(table.cuts):
        own, size = table.sides[i], table.sides[i].size[cluster]
        alone = (size == 1) & (table.sides[1 - i].size[other_cluster] == 1)
        linked = size > 1
        links = table.quotients(
            own.cell[cluster[linked]], shared[linked] * (shared[linked] - 1), size[linked] - 1
        )
        right_shares.append(links + table.sums(own.cell[cluster], alone))
    return _numbers(right_shares, [table.sums(side.cell, side.size) for side in table.sides])


def _numbers(right: Sequence[FloatArray], totals: Sequence[FloatArray]) -> FloatArray:
    """Return the counts of every row, shape (rows, 4), from the right items and all items of gold and of the
    system.
    """
    return np.stack([right[1], totals[1], right[0], totals[0]], axis=1)


def _cell(table: Contingency) -> IntArray:
    """Return the cell of each pair of clusters."""
    cell: IntArray = table.sides[0].cell[table.gold]
    return cell


def _common(table: Contingency) -> tuple[BoolArray, IntArray]:
    """Return a mask of the distinct gold items that the system also has, and the cells of these items."""
    gold, system = table.sides
    return contained(gold.items, system.items), gold.item_cell


def _looked_up(items: IntArray, other: Clusters) -> tuple[IntArray, IntArray]:
    """Return the positions of the items that the other side also has, and the cluster of the other side for
    each.
    """
    common = np.flatnonzero(contained(items, other.items))
    return common, other.last[np.searchsorted(other.items, items[common])]


def _pairs(count: IntArray | FloatArray) -> FloatArray:
    """Return the number of pairs among *count* items."""
    return np.asarray(count * (count - 1) / 2, float)


def _remainder(total: FloatArray, quotient: FloatArray, divisor: FloatArray) -> FloatArray:
    """Return the exact remainder total - quotient * divisor of a rounded quotient (Dekker 1971)."""
    product = quotient * divisor
    (q, q_low), (d, d_low) = _halves(quotient), _halves(divisor)
    product_error = ((q * d - product) + q * d_low + q_low * d) + q_low * d_low
    remainder: FloatArray = (total - product) - product_error
    return remainder


def _halves(value: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Split numbers into sums of two numbers with half of the digits (Veltkamp 1968)."""
    scaled = VELTKAMP * value
    high = scaled - (scaled - value)
    return high, value - high


# Formulas over the counts of other measures. Where there are no links of one kind, the other kind alone is
# BLANC: `conll` looks for them in gold only, as scorer.pl v8.01 does; `luo2014` leaves a kind out when
# neither side has any, as corefud-scorer does, and is the one that exchanging the sides does not change. With
# links of no kind BLANC is 0/0.


def blanc(numbers: FloatArray, beta: float, empty: str, *, both_sides: bool) -> FloatArray:
    """Return scores of shape (…, 4) from the counts of links and non-links, shape (…, 2, 4)."""
    in_gold, in_system = numbers[..., 3] > 0, numbers[..., 1] > 0
    return mean_of_parts(numbers, beta, empty, in_gold | in_system if both_sides else in_gold)


BLANC: dict[str, Formula] = {  # the convention for missing links -> formula
    "conll": partial(blanc, both_sides=False),
    "luo2014": partial(blanc, both_sides=True),
}

CONLL: Formula = mean_of_parts  # of the counts of muc, b_cubed and ceaf_e
