"""Keys and joins."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.keys import (
    combine,
    contained,
    distinct,
    expand,
    first_of_each,
    groups,
    join,
    ranked,
    turns,
)

value = st.integers(-(2**62), 2**62) | st.integers(-3, 3)


@given(st.lists(st.tuples(value, value, value), min_size=1, max_size=12))
def test_keys_are_equal_where_all_columns_are_and_ordered_like_the_rows(rows):
    """Also when the ranges of the columns multiply beyond 64 bits."""
    keys = combine(*np.array(rows, np.int64).T)
    for i, a in enumerate(rows):
        for j, b in enumerate(rows):
            assert (keys[i] == keys[j]) == (a == b)
            assert (keys[i] < keys[j]) == (a < b)


small = st.lists(st.integers(0, 5), max_size=10)


@given(small, small)
def test_join_and_containment(left, right):
    """All pairs of equal keys, in the order of the left side."""
    pairs = list(
        zip(*map(np.ndarray.tolist, join(np.array(left, np.int64), np.array(right, np.int64))), strict=True)
    )
    assert sorted(pairs) == [(i, j) for i, a in enumerate(left) for j, b in enumerate(right) if a == b]
    assert [i for i, _ in pairs] == sorted(i for i, _ in pairs)
    assert contained(np.array(left, np.int64), np.array(sorted(right), np.int64)).tolist() == [
        a in right for a in left
    ]


def test_ranges_written_out():
    """Empty and reversed ranges give nothing."""
    rows, numbers = expand(np.array([2, 5, 7]), np.array([4, 5, 6]))
    assert (rows.tolist(), numbers.tolist()) == ([0, 0], [2, 3])


def test_first_of_each():
    """The first row of each key, in key order."""
    assert first_of_each(np.array([3, 1, 3, 1])).tolist() == [1, 0]


@given(st.lists(value, max_size=12), st.lists(value, max_size=12))
def test_values_close_together_and_far_apart(keys, known):
    """Distinct values, ranks, first rows and containment do not depend on how far apart the values lie."""
    column, ordered = np.array(keys, np.int64), sorted(set(keys))
    assert distinct(column).tolist() == ordered
    ranks, count = ranked(column)
    assert (ranks.tolist(), count) == ([ordered.index(key) for key in keys], max(len(ordered), 1))
    assert first_of_each(column).tolist() == [keys.index(key) for key in ordered]
    sorted_known = np.array(sorted(known), np.int64)
    assert contained(column, sorted_known).tolist() == [key in known for key in keys]


@given(small)
def test_turns(keys):
    """How often a key stood before."""
    assert turns(np.array(keys, np.int64)).tolist() == [keys[:i].count(key) for i, key in enumerate(keys)]


@given(st.lists(st.integers(-3, 3), max_size=12))
def test_groups_are_the_rows_of_each_code(codes):
    """In the order of the codes, rows in their own; of no codes there are none."""
    found = [rows.tolist() for rows in groups(np.array(codes, np.int64))]
    assert found == [[i for i, other in enumerate(codes) if other == code] for code in sorted(set(codes))]
