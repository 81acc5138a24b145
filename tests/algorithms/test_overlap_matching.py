"""Matching of intervals that overlap: exact, but for groups that are crowded."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms import overlap_matching
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.overlap_matching import crowded_groups, pairs_to_match

side = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 30), st.integers(1, 25)), max_size=15, unique=True
)


def columns(rows):
    table = np.array(rows, np.int64).reshape(-1, 3)
    return Intervals(table[:, 0], table[:, 1], table[:, 1] + table[:, 2])


def all_pairs(left, right):
    none = np.empty(0, np.int64)
    return [np.concatenate(part) for part in zip((none,) * 3, *overlapping_pairs(left, right), strict=True)]


def nested(size):
    at = np.arange(size)
    return [Intervals(at * 0, 2 * at + k, 4 * size - 2 * at - k) for k in (0, 1)]


@given(side, side)
def test_overlaps_are_counted_as_they_are_listed(left, right):
    """The number of partners of each interval, without the pairs."""
    listed = all_pairs(columns(left), columns(right))[0]
    assert count_overlaps(columns(left), columns(right)).tolist() == [
        int((listed == i).sum()) for i in range(len(left))
    ]


@given(side, side, st.integers(0, 20))
def test_groups_below_the_limit_are_matched_exactly_beside_crowded_ones(left, right, limit):
    """Each group that is not crowded has all its pairs, and the best matching of them."""
    left, right = columns(left), columns(right)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlap_matching, "LIMIT", limit)
        pairs = pairs_to_match(left, right)
    group = left.group[pairs.left]
    chosen = pairs.best(pairs.shared.astype(float))
    for name in range(3):
        rows, others, shared = all_pairs(
            *(Intervals(*(np.where(i.group == name, c, 0) for c in i)) for i in (left, right))
        )
        mine = (left.group[rows] == name) & (right.group[others] == name)
        rows, others, shared = rows[mine], others[mine], shared[mine]
        own = group == name
        if len(rows) > limit:
            assert name in crowded_groups(pairs, left.group)
            continue
        assert not pairs.crowded[own].any()
        assert sorted(zip(pairs.left[own].tolist(), pairs.right[own].tolist(), strict=True)) == sorted(
            zip(rows.tolist(), others.tolist(), strict=True)
        )
        best = shared[best_matching(rows, others, shared.astype(float))].sum()
        assert pairs.shared[own & chosen].sum() == best


@given(side, side)
def test_a_crowded_matching_is_one_to_one_maximal_and_at_least_half_of_the_best(left, right):
    """What the rule promises of the pairs it has; the sides may be exchanged."""
    left, right = columns(left), columns(right)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlap_matching, "LIMIT", 0)
        pairs, mirrored = pairs_to_match(left, right), pairs_to_match(right, left)
    assert set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)) == set(
        zip(mirrored.right.tolist(), mirrored.left.tolist(), strict=True)
    )
    weight = pairs.shared.astype(float)
    chosen = pairs.best(weight)
    taken = [set(end[chosen].tolist()) for end in (pairs.left, pairs.right)]
    assert len(taken[0]) == len(taken[1]) == chosen.sum()
    for row, other in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True):
        assert row in taken[0] or other in taken[1]
    best = best_matching(pairs.left, pairs.right, weight)
    assert 2 * weight[chosen].sum() >= weight[best].sum()


def test_the_pairs_of_a_crowd_grow_with_its_intervals():
    """Doubled nested intervals have about doubled pairs, where all pairs would be four times as many."""
    numbers = [len(pairs_to_match(*nested(size)).left) for size in (1000, 2000, 4000, 8000)]
    assert np.polyfit(np.log([1000, 2000, 4000, 8000]), np.log(numbers), 1)[0] < 1.2
    assert pairs_to_match(*nested(500)).crowded.sum() == 0
