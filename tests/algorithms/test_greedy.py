"""Pairs that are taken one after another, against doing just that."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.greedy import greedy_matching

pairs = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=30, unique=True)


def one_by_one(listed, ranks):
    """The pairs in the order of their ranks, each taken if both ends are free."""
    left, right, taken = set(), set(), set()
    for _, (i, j) in sorted(zip(ranks, listed, strict=True)):
        if i not in left and j not in right:
            left.add(i)
            right.add(j)
            taken.add((i, j))
    return [pair in taken for pair in listed]


@given(pairs, st.randoms(use_true_random=False))
def test_as_one_by_one(listed, random):
    """Each pair is taken if both of its ends are free, in the order of the ranks."""
    ranks = list(range(len(listed)))
    random.shuffle(ranks)
    left, right = (np.array([pair[end] for pair in listed], np.int64) for end in (0, 1))
    chosen = greedy_matching(left, right, np.argsort(np.array(ranks, np.int64)))
    assert chosen.tolist() == one_by_one(listed, ranks)


def test_pairs_outside_the_order_are_not_taken():
    """An order that leaves out a pair leaves its ends free."""
    ends = np.array([0, 0, 1])
    assert greedy_matching(ends, np.array([0, 1, 1]), np.array([2, 0])).tolist() == [True, False, True]
