"""The best one-to-one matching of the rows of two tables; a pair earns the weights of its equal fields.

    left  0  x 1 u      right  0  x 1 v      0-0 earns 2, 0-1 and 1-1 earn 1
          1  y 2 w             1  y 1 u      the best matching is 0-0, 1-1: 3
    prices     1 0                 1 1       no pair earns more than its prices, so no matching more than 3

All pairs would be too many to keep, and few matter. A best matching of the pairs that are kept has prices of
rows that it earns together, as in any linear program. Then all pairs are looked at, block by block: where
none earns more than its two prices, no matching does better. Else the pairs that earn most beyond their
prices are kept too, and the matching is solved again. However it ends, prices raised to what pairs earn are
an upper bound.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import distinct

BLOCK = 1_500_000  # pairs that are looked at together
KEPT = 10  # pairs of a row that one look at all pairs keeps
LOOKS = 12  # at all pairs, after the first
RAISES = 1_000  # of the prices of a matching: chains of rows that compete are seldom longer than some tens
MOST_FIELDS = 255  # whose number a byte holds
MOST_WEIGHT = 2**28  # of all fields, so that sums of prices are in 32 bits

Choose = Callable[
    [IntArray, IntArray, IntArray], BoolArray
]  # rows, columns, what they earn -> a best matching


class Tables(NamedTuple):
    """Codes, shape (fields, rows), below 0 where a field is absent, and the whole weight of each field."""

    left: IntArray
    right: IntArray
    weight: IntArray


class MatchedRows(NamedTuple):
    """The pairs of a matching, and the most that any matching can earn."""

    left: IntArray
    right: IntArray
    earned: int
    bound: int


class _RowPrices(NamedTuple):
    """Twice the price of each row of either table."""

    left: IntArray
    right: IntArray


def solved(tables: Tables, choose: Choose | None = None) -> MatchedRows:
    """A matching that *choose* finds best among the pairs that are kept, and a bound on all matchings.

    Among equally good ones the choice depends on the order of rows, and on *choose*.
    """
    tables, unit = _whole(tables)
    width = tables.right.shape[1]
    prices, bound = _first_prices(tables)
    keys, _ = _look(tables, prices, every=True)
    for _ in range(LOOKS):
        rows, columns = np.divmod(keys, max(width, 1))
        earned = _earned(tables, rows, columns)
        keys, rows, columns, earned = (part[earned > 0] for part in (keys, rows, columns, earned))
        chosen = (choose or _best)(rows, columns, earned)
        total = int(earned[chosen].sum())
        prices = _prices(tables, (rows, columns), earned, chosen)
        more, now = _look(tables, prices, every=False)
        bound = min(bound, now)
        if bound == total or not len(more):
            break
        keys = distinct(np.concatenate([keys, more]))
    return MatchedRows(rows[chosen], columns[chosen], unit * total, unit * bound)


def _best(rows: IntArray, columns: IntArray, earned: IntArray) -> BoolArray:
    return best_matching(rows, columns, earned.astype(float))


def _whole(tables: Tables) -> tuple[Tables, int]:
    """The tables in 32 bits, absent fields of either side agreeing with nothing; and the weight that is 1 in
    them, of which all weights are multiples.
    """
    left, right, weight = tables
    unit = max(int(np.gcd.reduce(weight, initial=0)), 1)
    sides = (np.where(left < 0, NONE, left), np.where(right < 0, NONE - 1, right))
    narrow: list[Any] = [np.ascontiguousarray(side, np.int32) for side in sides]
    return Tables(narrow[0], narrow[1], weight // unit), unit


def _earned(tables: Tables, rows: IntArray, columns: IntArray) -> IntArray:
    """The weights of the equal fields of pairs, shape (pairs,)."""
    earned = np.zeros(len(rows), np.int64)
    for left, right, weight in zip(*tables, strict=True):
        earned += weight * (left[rows] == right[columns])
    return earned


def _blocks(tables: Tables) -> Iterator[tuple[slice, Any]]:
    """Twice what all pairs of some rows of the left earn, shape (some rows, rows of the right)."""
    (height, width), total = (tables.left.shape[1], tables.right.shape[1]), int(tables.weight.sum())
    kind = np.int16 if 6 * total < 2**15 else np.int32
    step = max(1, BLOCK // max(width, 1))
    for first in range(0, height, step):
        some = slice(first, min(first + step, height))
        earned = np.zeros((some.stop - first, width), kind)
        for weight in np.unique(tables.weight).tolist():
            equal = np.zeros(earned.shape, np.uint8)  # fields of this weight in which the rows agree
            for field in np.flatnonzero(tables.weight == weight).tolist():
                equal += tables.left[field, some, None] == tables.right[field]
            earned += equal * kind(2 * weight)
        yield some, earned


def _first_prices(tables: Tables) -> tuple[_RowPrices, int]:
    """Half of the most that each row earns in any pair, and the bound that these are."""
    most = [np.zeros(side.shape[1], np.int64) for side in tables[:2]]
    for some, earned in _blocks(tables):
        most[0][some] = earned.max(axis=1, initial=0)
        most[1] = np.maximum(most[1], earned.max(axis=0, initial=0))
    return _RowPrices(most[0] // 2, most[1] // 2), min(int(side.sum()) // 2 for side in most)


def _look(tables: Tables, prices: _RowPrices, *, every: bool) -> tuple[IntArray, int]:
    """Of each row the pairs that earn most beyond their prices (of *every* row, or of those with such pairs),
    and the bound that the prices are, raised where pairs earn more.
    """
    width = tables.right.shape[1]
    keys, on_left, on_right = [np.empty(0, np.int64)], 0, np.zeros(width, np.int64)
    for some, beyond in _blocks(tables):
        for price in (prices.right, prices.left[some, None]):
            np.subtract(beyond, price.astype(beyond.dtype), out=beyond)
        most = beyond.max(axis=1, initial=0).astype(np.int64)
        on_left += int(most.sum())
        on_right = np.maximum(on_right, beyond.max(axis=0, initial=0))
        rows = np.arange(len(most)) if every else np.flatnonzero(most > 0)
        if len(rows) and width:
            count = min(KEPT, width)
            part = beyond[rows]
            columns = np.argpartition(part, width - count, axis=1)[:, width - count :]
            used = every | (np.take_along_axis(part, columns, 1) > 0)
            keys.append(((some.start + rows[:, None]) * width + columns)[used])
    raised = int(prices.left.sum() + prices.right.sum()) + min(on_left, int(on_right.sum()))
    return np.concatenate(keys), raised // 2


def _prices(
    tables: Tables, pairs: tuple[IntArray, IntArray], earned: IntArray, chosen: BoolArray
) -> _RowPrices:
    """Twice the mean of the prices that are lowest on the right and of those that are lowest on the left.

    Of all prices of a best matching the means leave both sides room, and cover most pairs that are not kept.
    """
    sizes = tables.left.shape[1], tables.right.shape[1]
    high_left, low_right = _lowest(*pairs, earned, chosen, sizes)
    high_right, low_left = _lowest(*pairs[::-1], earned, chosen, sizes[::-1])
    return _RowPrices(high_left + low_left, high_right + low_right)


def _lowest(
    rows: IntArray, columns: IntArray, earned: IntArray, chosen: BoolArray, sizes: tuple[int, int]
) -> tuple[IntArray, IntArray]:
    """The prices of a best matching of pairs, those of the columns being as low as they can."""
    # what each row earns, and the column that it does that with; one behind the last is free of charge
    gain, mate = np.zeros(sizes[0], np.int64), np.full(sizes[0], sizes[1])
    gain[rows[chosen]], mate[rows[chosen]] = earned[chosen], columns[chosen]
    order = np.argsort(columns, kind="stable")
    starts = np.flatnonzero(np.diff(columns[order], prepend=NONE))
    known = columns[order][starts]
    short, via = (earned - gain[rows])[order], mate[rows][order]
    price = np.zeros(sizes[1] + 1, np.int64)
    for _ in range(RAISES if len(known) else 0):
        # a column costs what keeps each row with its own: the row's own price and what is earned beyond
        raised = np.maximum(price[known], np.maximum.reduceat(short + price[via], starts))
        if np.array_equal(raised, price[known]):
            break
        price[known] = raised
    return np.maximum(gain - price[mate], 0), price[:-1]
