"""Sums over the features that rows share: sparse pairs of rows, each once, with a value.

gold row  features     system row  features     pairs (gold, system, value)
0         a b          0           a            (0, 0, 1)  (0, 1, 2)  (1, 1, 1)
1         b            1           a b
"""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, distinct, expand
from nerkit.exceptions import TooLargeError

TOGETHER = 500_000  # pairs in one pass, so that columns over them stay small
FEW = 3_000_000  # up to so many pairs of equal features are enumerated, without scipy


class RowPairs(NamedTuple):
    """Pairs of rows with values."""

    gold: IntArray
    system: IntArray
    value: FloatArray


NO_PAIRS = RowPairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))


class WorthPairs(NamedTuple):
    """Pairs of rows with two numbers: the weight that agrees, and a second number.

    second   the number of addresses that both rows have, or the units of gold beyond the fewest of its row
    """

    gold: IntArray
    system: IntArray
    agreeing: FloatArray
    second: FloatArray

    def take(self, some: Any) -> "WorthPairs":
        """Return some of the pairs."""
        return WorthPairs(*(column[some] for column in self))

    def moved(self, gold: IntArray, system: IntArray) -> "WorthPairs":
        """Return the pairs with other rows in place of the rows; the numbers of equal pairs are added up."""
        key = combine(gold, system)
        if (key[1:] > key[:-1]).all():
            return self._replace(gold=gold, system=system)
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        agreeing, second = (np.bincount(place, one, len(first)) for one in (self.agreeing, self.second))
        return WorthPairs(gold[first], system[first], agreeing.astype(float), second.astype(float))


NO_WORTH = WorthPairs(*NO_PAIRS, NO_PAIRS.value)


class Features(NamedTuple):
    """Features of rows: the row of each, its key (equal keys are equal features), and its weight."""

    row: IntArray
    key: IntArray
    weight: FloatArray


def common(gold: Features, system: Features) -> RowPairs:
    """Return the pairs of rows with equal features, with gold's weights. Each shared feature may give a
    pair.
    """
    sides = [_by_key(side.key) for side in (gold, system)]
    place = np.minimum(np.searchsorted(sides[1].key, sides[0].key), len(sides[1].key) - 1)
    if not len(place) or not len(sides[1].key):
        return NO_PAIRS
    feature = np.flatnonzero(sides[1].key[place] == sides[0].key)  # features of both sides
    ends = [side.begins[at] for side, at in zip(sides, (feature, place[feature]), strict=True)]
    sizes = [side.sizes[at] for side, at in zip(sides, (feature, place[feature]), strict=True)]
    if int(sizes[0] @ sizes[1]) <= FEW:
        owner, of_gold = expand(ends[0], ends[0] + sizes[0])
        first = ends[1][owner]
        i, of_system = expand(first, first + sizes[1][owner])
        gold_leaf, system_leaf = sides[0].order[of_gold[i]], sides[1].order[of_system]
        return RowPairs(gold.row[gold_leaf], system.row[system_leaf], gold.weight[gold_leaf])
    return _product(gold, system, [side.order for side in sides], ends, sizes)


def partners(gold: IntArray, system: IntArray) -> IntArray:
    """Return the number of system keys that equal each gold key, shape (gold,)."""
    known = np.sort(system)
    count: IntArray = np.searchsorted(known, gold, "right") - np.searchsorted(known, gold, "left")
    return count


KEY = 'divide the array, or name the fields that pair its elements: key="PATH=FIELD"'


def check_pairs(pairs: FloatArray | IntArray, most: int, what: str, remedy: str = KEY) -> None:
    """Raise TooLargeError for the first document with more than *most* pairs."""
    if (pairs > most).any():
        raise TooLargeError(int(np.argmax(pairs > most)), f"has more than {most:,} {what}; {remedy}")


class _Keys(NamedTuple):
    """The distinct keys, ascending, and the places of *order* that hold each."""

    key: IntArray
    order: IntArray
    begins: IntArray
    sizes: IntArray


def _by_key(keys: IntArray) -> _Keys:
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(keys)])
    return _Keys(ordered[begins], order, begins, np.diff(np.append(begins, len(keys))))


def _product(
    gold: Features,
    system: Features,
    orders: list[IntArray],
    begins: list[IntArray],
    sizes: list[IntArray],
) -> RowPairs:
    """Return the summed pairs of rows, each once, as a sparse product (rows × features) @ (features ×
    rows).
    """
    from scipy.sparse import csr_array

    columns, leaves = zip(
        *(expand(begin, begin + size) for begin, size in zip(begins, sizes, strict=True)), strict=True
    )
    leaf = [order[at] for order, at in zip(orders, leaves, strict=True)]
    rows = [side.row[at] for side, at in zip((gold, system), leaf, strict=True)]
    names, places = zip(*(np.unique(row, return_inverse=True) for row in rows), strict=True)
    shape, count = [len(name) for name in names], len(begins[0])
    left = csr_array((gold.weight[leaf[0]], (places[0], columns[0])), shape=(shape[0], count))
    right = csr_array((np.ones(len(leaf[1])), (columns[1], places[1])), shape=(count, shape[1]))
    product = (left @ right).tocoo()
    value: FloatArray = np.asarray(product.data, float)
    return RowPairs(names[0][product.row.astype(np.int64)], names[1][product.col.astype(np.int64)], value)


class PairGrid:
    """A numbering of rows in which every pair of one group is a cell, so that sums over pairs need no
    sorting.

    gold, system   rows of both sides, and the group of each (equal numbers are one group)
    """

    def __init__(
        self, gold: IntArray, system: IntArray, groups: tuple[IntArray, IntArray], rows: int
    ) -> None:
        names = distinct(np.concatenate(groups))
        numbers = [np.searchsorted(names, group) for group in groups]
        sizes = [np.bincount(number, minlength=len(names)) for number in numbers]
        self._first = np.append(0, np.cumsum(sizes[0] * sizes[1]))
        self.size = int(self._first[-1])
        self._width = sizes[1]
        orders = [np.argsort(number, kind="stable") for number in numbers]
        self._rows = [side[order] for side, order in zip((gold, system), orders, strict=True)]
        self._begin = [np.cumsum(size) - size for size in sizes]
        self._group, self._place = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        for side, order, number, begin in zip((gold, system), orders, numbers, self._begin, strict=True):
            self._group[side] = number
            self._place[side[order]] = np.arange(len(order)) - begin[number[order]]

    def summed(self, parts: list[RowPairs], wanted: RowPairs) -> RowPairs:
        """Return the pairs of all parts, each once with the sum of its values: sums above 0, and the pairs
        *wanted*.

        The list of parts is emptied, so that long parts need not stay in memory.
        """
        values = np.zeros(self.size)
        while parts:
            part = parts.pop(0)
            for piece in _pieces(len(part.gold)):
                some = RowPairs(part.gold[piece], part.system[piece], part.value[piece])
                np.add.at(values, self._cells(some), some.value)
        marked = values > 0
        marked[self._cells(wanted)] = True
        cells = np.flatnonzero(marked)
        ends = np.searchsorted(cells, self._first[1:])
        gold, system = np.empty(len(cells), np.int64), np.empty(len(cells), np.int64)
        for piece in _pieces(len(cells)):
            cell = cells[piece]
            group = np.searchsorted(ends, np.arange(piece.start, piece.start + len(cell)), "right")
            i, j = np.divmod(cell - self._first[group], self._width[group])
            gold[piece] = self._rows[0][self._begin[0][group] + i]
            system[piece] = self._rows[1][self._begin[1][group] + j]
        return RowPairs(gold, system, values[cells])

    def _cells(self, pairs: RowPairs) -> IntArray:
        group = self._group[pairs.gold]
        cells: IntArray = (
            self._first[group] + self._place[pairs.gold] * self._width[group] + self._place[pairs.system]
        )
        return cells


def _pieces(count: int) -> list[slice]:
    """Return slices of TOGETHER pairs."""
    return [slice(first, first + TOGETHER) for first in range(0, count, TOGETHER)]


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
    """Return the values of *pairs* at the pairs *wanted*, 0 for other pairs, shape (wanted,)."""
    values = np.zeros(len(wanted.gold))
    if not len(pairs.gold):
        return values
    keys, own = pairs.gold * width + pairs.system, wanted.gold * width + wanted.system
    order = np.argsort(keys)
    place = np.minimum(np.searchsorted(keys[order], own), len(keys) - 1)
    found = keys[order[place]] == own
    values[found] = pairs.value[order[place[found]]]
    return values
