"""One-to-one matching pair by pair: the first pair, then the first pair whose ends are free, and so on."""

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray

ROUNDS = 40  # rounds that take all pairs with the lowest rank at both ends; then pairs one by one


def greedy_matching(left: IntArray, right: IntArray, rank: IntArray) -> BoolArray:
    """Return a mask of the pairs `(left[k], right[k])` that are taken in the order of their distinct ranks.

    A pair is taken if no taken pair of a lower rank has one of its ends. Ends are numbers from 0.

    >>> greedy_matching(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([1, 0, 2])).tolist()
    [False, True, True]
    """
    chosen = np.zeros(len(rank), bool)
    open_pairs = np.arange(len(rank))
    for _ in range(ROUNDS):
        if not len(open_pairs):
            return chosen
        ends, ranks = (left[open_pairs], right[open_pairs]), rank[open_pairs]
        first = np.ones(len(open_pairs), bool)
        for end in ends:
            lowest = np.full(int(end.max()) + 1, np.iinfo(np.int64).max)
            np.minimum.at(lowest, end, ranks)
            first &= lowest[end] == ranks
        chosen[open_pairs[first]] = True
        free = np.ones(len(open_pairs), bool)
        for end in ends:
            taken = np.zeros(int(end.max()) + 1, bool)
            taken[end[first]] = True
            free &= ~taken[end]
        open_pairs = open_pairs[free]
    used: tuple[set[int], set[int]] = set(), set()
    for place in open_pairs[np.argsort(rank[open_pairs])].tolist():
        i, j = int(left[place]), int(right[place])
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            chosen[place] = True
    return chosen
