"""The best one-to-one matching, against trying all of them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.algorithms import assignment
from nerkit.algorithms.assignment import best_matching, best_matching_on_blocks

pairs = st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 9), max_size=9)


def total(weights, chosen):
    picked = [pair for pair, is_chosen in zip(weights, chosen, strict=True) if is_chosen]
    assert len({i for i, _ in picked}) == len({j for _, j in picked}) == len(picked)
    return sum(weights[pair] for pair in picked)


WAYS = [  # limits that make every pair go one way
    {},
    {"ROUNDS": 1},
    {"ROUNDS": 0},
    {"ROUNDS": 0, "FEW": 0},
    {"ROUNDS": 0, "NARROW": 0},
    {"ROUNDS": 0, "NARROW": 0, "DENSE": 1},
]


@pytest.mark.parametrize("limits", WAYS, ids=str)
@given(weights=pairs)
@settings(max_examples=100)
def test_the_total_is_the_best_of_all_matchings(limits, weights):
    """Settled at once, over subsets of columns, on dense and on sparse blocks."""
    rows, columns = (np.array([pair[k] for pair in weights], np.int64) for k in (0, 1))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(assignment, name, value)
        found = total(weights, best_matching(rows, columns, np.array(list(weights.values()), float)))
    subsets = (some for k in range(len(weights) + 1) for some in combinations(weights, k))
    valid = (some for some in subsets if len({i for i, _ in some}) == len({j for _, j in some}) == len(some))
    assert found == max(sum(weights[pair] for pair in some) for some in valid)


@given(st.lists(pairs, max_size=3))
def test_ties_on_blocks_fall_as_the_solver_lets_them_fall(blocks):
    """On the whole matrix of each group, rows and columns without pairs included."""
    from scipy.optimize import linear_sum_assignment

    weights = {(5 * k + i, 5 * k + j): w for k, block in enumerate(blocks) for (i, j), w in block.items()}
    rows, columns = (np.array([pair[k] for pair in weights], np.int64) for k in (0, 1))
    group = np.repeat(np.arange(len(blocks)), 5)
    chosen = best_matching_on_blocks(rows, columns, np.array(list(weights.values()), float), (group, group))
    expected = set()
    for k, block in enumerate(blocks):
        matrix = np.zeros((5, 5))
        for pair, weight in block.items():
            matrix[pair] = weight
        solved = zip(*linear_sum_assignment(matrix, maximize=True), strict=True)
        expected |= {(5 * k + i, 5 * k + j) for i, j in solved if matrix[i, j]}
    assert {pair for pair, is_chosen in zip(weights, chosen, strict=True) if is_chosen} == expected
