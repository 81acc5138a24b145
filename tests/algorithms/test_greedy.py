"""Pairs that are taken one after another, against doing just that."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms import greedy
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


@given(pairs, st.randoms(use_true_random=False), st.sampled_from((0, 1, 40)))
def test_as_one_by_one(listed, random, rounds):
    """In rounds, one by one, and first in rounds, then one by one."""
    ranks = list(range(len(listed)))
    random.shuffle(ranks)
    left, right = (np.array([pair[end] for pair in listed], np.int64) for end in (0, 1))
    before, greedy.ROUNDS = greedy.ROUNDS, rounds
    try:
        chosen = greedy_matching(left, right, np.array(ranks, np.int64))
    finally:
        greedy.ROUNDS = before
    assert chosen.tolist() == one_by_one(listed, ranks)


def test_a_chain_that_settles_one_pair_a_round():
    """Pair k shares an end with pair k - 1: every second one is taken."""
    size = 5_000
    steps = np.arange(size)
    chosen = greedy_matching(steps // 2, (steps + 1) // 2, steps)
    assert chosen.tolist() == [step % 2 == 0 for step in range(size)]
