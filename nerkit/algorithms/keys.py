"""Keys: one integer per record, equal for equal records. Joins and counts work on keys.

Equality of several fields (document, start and end) is equality of one int64 key. A set is the distinct keys,
and an intersection is a join.
"""

from collections.abc import Callable, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray

LIMIT = 2**62  # keys stay below this, so that arithmetic on keys cannot overflow
DENSE = 4  # the most slots of a table per value


def combine(*columns: IntArray) -> IntArray:
    """Return one integer per row, equal for two rows exactly if they agree in all *columns*.

    Keys are in the order of the rows, compared first by the first column. There is at least one column, and
    all columns have one length.
    """
    key, size = compressed(columns[0])
    for column in columns[1:]:
        digit, width = compressed(column)
        if size * width >= LIMIT:
            key, size = ranked(key)
            if size * width >= LIMIT:
                digit, width = ranked(digit)
        key, size = key * width + digit, size * width
    return key


def compressed(column: IntArray) -> tuple[IntArray, int]:
    """Return the column moved to begin at 0, or its ranks if its range is too wide, and its largest value
    + 1.
    """
    if not len(column):
        return column, 1
    low, high = int(np.minimum.reduce(column)), int(np.maximum.reduce(column))
    if high - low >= LIMIT:
        return ranked(column)
    return column - low if low else column, high - low + 1


def ranked(column: IntArray) -> tuple[IntArray, int]:
    """Return the rank of each value among the distinct values, and the number of distinct values."""
    slots = _slots(column)
    if slots:
        marked, low = _marked(column, slots)
        return (marked.cumsum() - 1)[column - low], int(np.count_nonzero(marked))
    values, ranks = np.unique(column, return_inverse=True)
    return ranks, max(len(values), 1)


def grouped(keys: IntArray) -> tuple[IntArray, IntArray]:
    """Return the first row of each distinct key, in key order, and the rank of the key in each row."""
    slots = _slots(keys)
    if not slots:
        _, first, rank = np.unique(keys, return_index=True, return_inverse=True)
        return first, rank
    first, at = np.empty(slots, np.int64), keys - np.minimum.reduce(keys)
    first.fill(NONE)
    first[at[::-1]] = np.arange(len(keys))[::-1]  # the last write stays: the first row
    present = first != NONE
    return first[present], (present.cumsum() - 1)[at]


def _slots(values: IntArray) -> int:
    """Return how many numbers there are from the smallest to the largest value; 0 if too many for a table."""
    if not len(values):
        return 0
    slots = int(np.maximum.reduce(values)) - int(np.minimum.reduce(values)) + 1
    return slots if slots <= DENSE * len(values) else 0


def _marked(values: IntArray, slots: int) -> tuple[BoolArray, int]:
    """Return a mask over the numbers from the smallest to the largest value, and the smallest."""
    low = int(np.minimum.reduce(values))
    marked = np.zeros(slots, bool)
    marked[values - low] = True
    return marked, low


def distinct(values: IntArray) -> IntArray:
    """Return the distinct values in ascending order."""
    slots = _slots(values)
    if slots:
        marked, low = _marked(values, slots)
        return marked.nonzero()[0] + low
    ordered = np.sort(values)  # faster than the hash table of `np.unique`
    first: IntArray = ordered[np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]
    return first


def first_of_each(keys: IntArray) -> IntArray:
    """Return the place of the first row of each distinct key, in key order."""
    return grouped(keys)[0]


def turns(keys: IntArray) -> IntArray:
    """Return for each key the number of equal keys before it."""
    order = np.argsort(keys, kind="stable")
    ranked, turn = keys[order], np.zeros(len(keys), np.int64)
    fresh = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1])[: len(keys)])
    turn[order] = np.arange(len(keys)) - np.repeat(fresh, np.diff(np.append(fresh, len(keys))))
    return turn


def set_codes(item: IntArray, value: IntArray, count: int) -> IntArray:
    """Return a number for each of *count* items, equal for items with equal sets of values.

    Element e has the item `item[e]` and the value `value[e]`. Items without elements get 0. Round k looks at
    the k-th smallest value of every item with at least k values, so the work is one sort of the elements.
    """
    several = (np.bincount(item, minlength=count) > 1)[item]  # only elements of such items need sorting
    alone, rows = np.flatnonzero(~several), several.nonzero()[0]
    rows = rows[first_of_each(combine(item[rows], value[rows]))]  # in the order of items, then values
    turn = turns(item[rows])
    order = np.argsort(turn, kind="stable")
    rounds = np.split(rows[order], np.flatnonzero(np.diff(turn[order])) + 1)
    rounds[0] = np.concatenate([alone, rounds[0]])
    shape, used = np.zeros(count, np.int64), 1
    for rows in rounds if len(item) else []:
        code, size = ranked(combine(shape[item[rows]], value[rows]))
        shape[item[rows]] = used + code
        used += size
    return shape


def contained(keys: IntArray, known: IntArray) -> BoolArray:
    """Return whether each key is among the *known* keys, which are sorted."""
    slots = _slots(known)
    if slots:
        marked, low = _marked(known, slots)
        inside = (keys >= low) & (keys < low + slots)
        known_ones: BoolArray = inside & marked[np.where(inside, keys - low, 0)]
        return known_ones
    return np.not_equal(places(keys, known), NONE)


def places(keys: IntArray, known: IntArray) -> IntArray:
    """Return the place of each key among the *known* keys, which ascend; NONE for any other key."""
    if not len(known):
        return np.full(len(keys), NONE)
    nearest = np.minimum(known.searchsorted(keys), len(known) - 1)
    return np.where(known[nearest] == keys, nearest, NONE)


def join(
    left: IntArray, right: IntArray, *, check: Callable[[IntArray], None] | None = None
) -> tuple[IntArray, IntArray]:
    """Return all pairs of places `(i, j)` with `left[i] == right[j]`, in the order of *left*.

    check   called with the number of partners of each left key, before pairs are made
    """
    if len(right):
        low, high = int(np.minimum.reduce(right)), int(np.maximum.reduce(right))
        if high - low < DENSE * (len(left) + len(right)):
            place = np.full(high - low + 2, NONE)  # the last slot is for keys that the right side lacks
            place[right - low] = np.arange(len(right))
            if np.array_equal(place[right - low], np.arange(len(right))):  # right keys are distinct
                partner = place[np.where((left < low) | (left > high), high + 1, left) - low]
                rows = (partner != NONE).nonzero()[0]
                return rows, partner[rows]
    if (right[1:] > right[:-1]).all():
        order = np.arange(len(right))
    else:
        order = np.argsort(right)  # much faster than a stable order, which only equal keys need
        if (right[order[1:]] == right[order[:-1]]).any():
            order = np.argsort(right, kind="stable")
    right = right[order]
    first = right.searchsorted(left, "left")
    if len(right) and (right[1:] != right[:-1]).all():  # each left key has at most one partner
        rows = np.flatnonzero(right[np.minimum(first, len(right) - 1)] == left)
        return rows, order[first[rows]]
    last = right.searchsorted(left, "right")
    if check is not None:
        check(last - first)
    rows, at = expand(first, last)
    return rows, order[at]


def expand(first: IntArray, last: IntArray) -> tuple[IntArray, IntArray]:
    """Return the ranges `[first[i], last[i])` written out: pairs of i and each number in its range."""
    lengths = np.maximum(last - first, 0)
    rows = np.repeat(np.arange(len(first)), lengths)
    starts = np.repeat(first - lengths.cumsum() + lengths, lengths)
    return rows, starts + np.arange(len(rows))


def listed(codes: IntArray, sizes: Sequence[int]) -> tuple[IntArray, IntArray]:
    """Return pairs of a row and an item of its code. Items are numbered code by code; code i has
    `sizes[i]`.
    """
    ends = np.cumsum([*sizes, 0])
    return expand(np.append(0, ends[:-1])[codes], ends[codes])


def groups(codes: IntArray) -> list[IntArray]:
    """Return the rows of each code, in the order of the codes."""
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(codes) else []
