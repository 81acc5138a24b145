"""One-to-one matching pair by pair: the first pair, then the first pair whose ends are free, and so on."""

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray


def greedy_matching(left: IntArray, right: IntArray, order: IntArray) -> BoolArray:
    """Return a mask of the pairs `(left[k], right[k])` that are taken, looked at in *order*.

    A pair is taken if no earlier taken pair has one of its ends. *order* may leave out pairs.

    >>> greedy_matching(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([1, 0, 2])).tolist()
    [False, True, True]
    """
    chosen = np.zeros(len(left), bool)
    used: tuple[set[int], set[int]] = set(), set()
    for place, one, other in zip(order.tolist(), left[order].tolist(), right[order].tolist(), strict=True):
        if one not in used[0] and other not in used[1]:
            used[0].add(one)
            used[1].add(other)
            chosen[place] = True
    return chosen
