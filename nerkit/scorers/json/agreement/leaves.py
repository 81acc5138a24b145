"""Pairs of rows with the weight of the leaves in which they agree."""

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, join
from nerkit.ground.limits import MOST_SIMILAR
from nerkit.scorers.json.pairs import NO_PAIRS, Features, RowPairs, check_pairs, common, partners, summed
from nerkit.scorers.json.rows import Rows


def equal_leaves(rows: Rows, feature: IntArray, leaf: IntArray, weight: FloatArray) -> RowPairs:
    """Return the pairs of rows with equal leaves among *leaf*. *feature* and *weight* have the shape
    (nodes,).
    """
    system = rows.nodes.system[leaf]
    gold, own = leaf[~system], leaf[system]
    return common(
        Features(rows.owner[gold], feature[gold], weight[gold]),
        Features(rows.owner[own], feature[own], weight[own]),
    )


def graded_leaves(rows: Rows, leaf: IntArray) -> RowPairs:
    """Return the pairs of rows with leaves that differ and agree nevertheless."""
    nodes = rows.nodes
    leaf = leaf[rows.graded_path[nodes.path[leaf]]]
    if not len(leaf):
        return NO_PAIRS
    place = combine(nodes.document[leaf], nodes.path[leaf], rows.block[rows.owner[leaf]])
    system = nodes.system[leaf]
    kinds = np.unique(combine(place, rows.code[leaf], system.astype(np.int64)), return_index=True)[1]
    ours, theirs = kinds[~system[kinds]], kinds[system[kinds]]  # one leaf per value and side
    compared = np.bincount(nodes.document[leaf[ours]], partners(place[ours], place[theirs]))
    check_pairs(compared, MOST_SIMILAR, "pairs of values that may be similar")
    i, j = join(place[ours], place[theirs])
    i, j = ours[i], theirs[j]
    differ = rows.code[leaf[i]] != rows.code[leaf[j]]
    i, j = i[differ], j[differ]
    value = rows.agreement(nodes.path[leaf[i]], rows.code[leaf[i]], rows.code[leaf[j]])
    agree = np.flatnonzero(value > 0)
    i, j, value = i[agree], j[agree], value[agree]
    return _with_values(rows, leaf, place, (i, j, value))


def _with_values(
    rows: Rows, leaf: IntArray, place: IntArray, kinds: tuple[IntArray, IntArray, FloatArray]
) -> RowPairs:
    """Return the pairs of rows that hold pairs of values. *kinds* gives a leaf per value and side, and the
    credit.
    """
    system = rows.nodes.system[leaf]
    value_key = combine(place, rows.code[leaf])
    i, j, value = kinds
    k, gold = join(value_key[i], value_key[~system])  # k: a place in *kinds*; gold: each leaf with it
    gold = np.flatnonzero(~system)[gold]
    m, own = join(value_key[j[k]], value_key[system])  # m: a place in k; own: each leaf with it
    own = np.flatnonzero(system)[own]
    gold, k = gold[m], k[m]
    weight = rows.weight[leaf[gold]]
    return summed([RowPairs(rows.owner[leaf[gold]], rows.owner[leaf[own]], value[k] * weight)])
