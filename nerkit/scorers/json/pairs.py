"""Sparse pairs of rows that share features, each pair once, with the sum of a value over the shared features.

gold row  features     system row  features     pairs (gold, system, value)
0         a b          0           a            (0, 0, 1)  (0, 1, 2)  (1, 1, 1)
1         b            1           a b
"""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, join
from nerkit.exceptions import TooLargeError
from nerkit.ground.limits import MOST_SIMILAR
from nerkit.scorers.json.rows import Rows

FEW = 3_000_000  # up to so many pairs of equal features are enumerated, without scipy


class RowPairs(NamedTuple):
    """Pairs of a gold row and a system row, each with a value."""

    gold: IntArray
    system: IntArray
    value: FloatArray


NO_PAIRS = RowPairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))


class WorthPairs(NamedTuple):
    """Pairs of rows with two numbers: the agreeing weight, and a second number.

    second   in a matching: the number of addresses that both rows have.
             In a choice of readings: the number of gold units above the smallest number of the gold row
    """

    gold: IntArray
    system: IntArray
    agreeing: FloatArray
    second: FloatArray

    def take(self, some: Any) -> "WorthPairs":
        """Return the pairs at some places, given as a mask or numbers."""
        return WorthPairs(*(column[some] for column in self))

    def moved(self, gold: IntArray, system: IntArray) -> "WorthPairs":
        """Return the pairs with other rows in place of their rows. The numbers of pairs that become equal
        are added up.
        """
        key = combine(gold, system)
        if (key[1:] > key[:-1]).all():
            return self._replace(gold=gold, system=system)
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        agreeing, second = (np.bincount(place, one, len(first)) for one in (self.agreeing, self.second))
        return WorthPairs(gold[first], system[first], agreeing.astype(float), second.astype(float))


NO_WORTH = WorthPairs(*NO_PAIRS, NO_PAIRS.value)


class Features(NamedTuple):
    """Features of rows: the row, the key and the weight of each feature. Equal keys mean equal features."""

    row: IntArray
    key: IntArray
    weight: FloatArray


def common(gold: Features, system: Features) -> RowPairs:
    """Return the pairs of rows with equal features, with gold's weights. A pair can occur once per shared
    feature.
    """
    if int(partners(gold.key, system.key).sum()) <= FEW:
        i, j = join(gold.key, system.key)
        return RowPairs(gold.row[i], system.row[j], gold.weight[i])
    from scipy.sparse import csr_array

    # the product of matrices (gold rows, features) and (features, system rows) has each pair once, summed
    names, code = np.unique(np.concatenate([gold.key, system.key]), return_inverse=True)
    ours, theirs = np.split(code, [len(gold.key)])
    shape = int(gold.row.max()) + 1, len(names), int(system.row.max()) + 1
    left = csr_array((gold.weight, (gold.row, ours)), shape=shape[:2])
    right = csr_array((np.ones(len(theirs)), (theirs, system.row)), shape=shape[1:])
    product = (left @ right).tocoo()
    value: FloatArray = np.asarray(product.data, float)
    return RowPairs(product.row.astype(np.int64), product.col.astype(np.int64), value)


def partners(gold: IntArray, system: IntArray) -> IntArray:
    """Return the number of system keys that equal each gold key, shape (gold,)."""
    known = np.sort(system)
    count: IntArray = np.searchsorted(known, gold, "right") - np.searchsorted(known, gold, "left")
    return count


KEY = 'divide the array, or name the fields that pair its elements: key="PATH=FIELD"'


def check_pairs(pairs: FloatArray | IntArray, most: int, what: str, remedy: str = KEY) -> None:
    """Raise TooLargeError for the first document that has more than *most* pairs; *pairs* has one number
    per document.
    """
    if (pairs > most).any():
        raise TooLargeError(int(np.argmax(pairs > most)), f"has more than {most:,} {what}; {remedy}")


def summed(parts: "list[RowPairs]") -> RowPairs:
    """Return the pairs of all parts, each once, with the sum of their values."""
    parts = [part for part in parts if len(part.gold)]
    if not parts:
        return NO_PAIRS
    gold, system = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    value = np.concatenate([part.value for part in parts])
    key = combine(gold, system)
    distinct, first, place = np.unique(key, return_index=True, return_inverse=True)
    return RowPairs(gold[first], system[first], np.bincount(place, value, len(distinct)).astype(float))


def at_pairs(pairs: RowPairs, wanted: RowPairs, width: int) -> FloatArray:
    """Return the value of each pair *wanted* in *pairs*, 0 for pairs that are not there, shape (wanted,).

    *width* is a number above all rows.
    """
    values = np.zeros(len(wanted.gold))
    if not len(pairs.gold):
        return values
    keys, own = pairs.gold * width + pairs.system, wanted.gold * width + wanted.system
    order = np.argsort(keys)
    place = np.minimum(np.searchsorted(keys[order], own), len(keys) - 1)
    found = keys[order[place]] == own
    values[found] = pairs.value[order[place[found]]]
    return values


def equal_leaves(rows: Rows, feature: IntArray, leaf: IntArray, weight: FloatArray) -> RowPairs:
    """Return the pairs of rows with equal leaves among *leaf*.

    feature, weight   the feature and the weight of each leaf, shape (nodes,)
    """
    system = rows.nodes.system[leaf]
    gold, own = leaf[~system], leaf[system]
    return common(
        Features(rows.owner[gold], feature[gold], weight[gold]),
        Features(rows.owner[own], feature[own], weight[own]),
    )


def graded_leaves(rows: Rows, leaf: IntArray) -> RowPairs:
    """Return the pairs of rows with leaves that differ, but agree in part or within a tolerance."""
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
    """Return the pairs of rows that hold given pairs of values.

    kinds   for each pair of values: a gold leaf, a system leaf (places in *leaf*) and the credit
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
