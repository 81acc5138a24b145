"""The best one-to-one matching, against trying all of them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.algebra import assignment
from nerkit.algebra.assignment import best_matching

pairs = st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 9), max_size=9)


def total(weights, chosen):
    picked = [pair for pair, is_chosen in zip(weights, chosen, strict=True) if is_chosen]
    assert len({i for i, _ in picked}) == len({j for _, j in picked}) == len(picked)
    return sum(weights[pair] for pair in picked)


@pytest.mark.parametrize("dense", [assignment.DENSE, 1])
@given(weights=pairs)
@settings(max_examples=100)
def test_the_total_is_the_best_of_all_matchings(dense, weights):
    """On dense and on sparse blocks."""
    rows, columns = (np.array([pair[k] for pair in weights], np.int64) for k in (0, 1))
    before, assignment.DENSE = assignment.DENSE, dense
    try:
        found = total(weights, best_matching(rows, columns, np.array(list(weights.values()), float)))
    finally:
        assignment.DENSE = before
    subsets = (some for k in range(len(weights) + 1) for some in combinations(weights, k))
    valid = (some for some in subsets if len({i for i, _ in some}) == len({j for _, j in some}) == len(some))
    assert found == max(sum(weights[pair] for pair in some) for some in valid)
