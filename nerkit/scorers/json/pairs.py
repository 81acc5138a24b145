"""Sums over what rows have in common: sparse pairs of rows, each once, with a value.

gold row  features     system row  features     pairs (gold, system, value)
0         a b          0           a            (0, 0, 1)  (0, 1, 2)  (1, 1, 1)
1         b            1           a b
"""

from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct, join

FEW = 400_000  # pairs of equal features up to which they are written out, without scipy


class RowPairs(NamedTuple):
    """RowPairs of rows with values."""

    gold: IntArray
    system: IntArray
    value: FloatArray


NO_PAIRS = RowPairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))


class Features(NamedTuple):
    """Features of rows: the row of each, what it is (equal keys are equal features), and its weight."""

    row: IntArray
    key: IntArray
    weight: FloatArray


def common(gold: Features, system: Features) -> RowPairs:
    """The pairs of rows with equal features, each worth the sum of their weights (those of gold)."""
    both = distinct(gold.key)
    both = both[contained(both, distinct(system.key))]
    if not len(both):
        return NO_PAIRS
    place = [np.minimum(np.searchsorted(both, side.key), len(both) - 1) for side in (gold, system)]
    kept = [both[at] == side.key for at, side in zip(place, (gold, system), strict=True)]
    feature = [at[keep] for at, keep in zip(place, kept, strict=True)]
    rows = [side.row[keep] for side, keep in zip((gold, system), kept, strict=True)]
    weight = gold.weight[kept[0]]
    joined = np.bincount(feature[0], minlength=len(both)) @ np.bincount(feature[1], minlength=len(both))
    if joined <= FEW:
        i, j = join(feature[0], feature[1])
        return summed([RowPairs(rows[0][i], rows[1][j], weight[i])])
    from scipy.sparse import csr_array

    names = [np.unique(row) for row in rows]
    places = [np.searchsorted(name, row) for name, row in zip(names, rows, strict=True)]
    left = csr_array((weight, (places[0], feature[0])), shape=(len(names[0]), len(both)))
    right = csr_array(
        (np.ones(len(places[1]), float), (feature[1], places[1])), shape=(len(both), len(names[1]))
    )
    product = (left @ right).tocoo()
    value: FloatArray = np.asarray(product.data, float)
    return RowPairs(names[0][product.row.astype(np.int64)], names[1][product.col.astype(np.int64)], value)


def summed(parts: "list[RowPairs]") -> RowPairs:
    """The pairs of all parts, each once, with the sum of their values."""
    parts = [part for part in parts if len(part.gold)]
    if not parts:
        return NO_PAIRS
    gold, system = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    value = np.concatenate([part.value for part in parts])
    key = combine(gold, system)
    distinct, first, place = np.unique(key, return_index=True, return_inverse=True)
    return RowPairs(gold[first], system[first], np.bincount(place, value, len(distinct)).astype(float))


def at_pairs(pairs: RowPairs, wanted: RowPairs, width: int) -> FloatArray:
    """The values of *pairs* at the pairs *wanted*; 0 where there is none."""
    values = np.zeros(len(wanted.gold))
    if not len(pairs.gold):
        return values
    keys, own = pairs.gold * width + pairs.system, wanted.gold * width + wanted.system
    order = np.argsort(keys)
    place = np.minimum(np.searchsorted(keys[order], own), len(keys) - 1)
    found = keys[order[place]] == own
    values[found] = pairs.value[order[place[found]]]
    return values
