"""Objectives below the total: how many of them there are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence.ranked import LARGEST, _ranks, _weights, worths


def test_types_that_share_nothing_and_the_last_are_no_objectives():
    """The last is what the others leave of the total."""
    assert _ranks([3, 0, 4, 5]) == ([0, 2], [12, 3, 4])
    assert _ranks([0, 0, 5]) == ([], [5])
    assert _ranks([]) == ([], [0])


def test_objectives_end_where_their_values_would_be_too_large():
    """All of them together are one number below 2**40; the first ones are kept."""
    large = 1 << 12
    assert _ranks([large, large, large, 1]) == ([0, 1], [3 * large + 1, large, large])
    assert _ranks([LARGEST, 1, 1])[0] == []
    limit = (1 << 20) - 1  # sum + 1 is 2 ** 20, and so is limit + 1
    assert _ranks([limit - 1, 1])[0] == [0]
    assert _ranks([limit, 0, 0, 1])[0] == []


@given(
    st.lists(
        st.lists(st.sampled_from([0, 0, 1, 2, 9, 300, 70_000, 2**21]), min_size=3, max_size=3), min_size=1
    )
)
def test_what_tuples_are_worth_in_many_problems(most):
    """The same as the weights of each problem alone."""
    for one, worth in zip(most, worths(np.array(most)), strict=True):
        types = np.arange(3)
        alone = _weights(types, *_ranks(one), len(one))
        assert (worth[0] + worth[1:]).tolist() == np.broadcast_to(alone, 3).tolist()
