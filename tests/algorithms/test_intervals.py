"""Overlap on arrays, against counting positions one by one."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms import intervals
from nerkit.algorithms.intervals import (
    Intervals,
    best_credit,
    covered,
    largest_overlap,
    overlapping_pairs,
    union,
)

interval = st.tuples(st.integers(0, 2), st.integers(-5, 30), st.integers(1, 25))
side = st.lists(interval, max_size=12)


def columns(rows):
    table = np.array(rows, np.int64).reshape(-1, 3)
    return Intervals(table[:, 0], table[:, 1], table[:, 1] + table[:, 2])


def positions(row):
    group, start, length = row
    return {(group, x) for x in range(start, start + length)}


@given(side, side)
def test_overlaps_equal_sets_of_positions(left, right):
    """Largest single overlap, and overlap with all together."""
    expected = [[len(positions(a) & positions(b)) for b in right] for a in left]
    best = largest_overlap(columns(left), columns(right))
    assert best.tolist() == [max(row, default=0) for row in expected]
    union = set().union(*map(positions, right))
    assert covered(columns(left), columns(right)).tolist() == [len(positions(a) & union) for a in left]


@given(side)
def test_union_has_every_position_once(rows):
    """Stretches that do not touch, in order, each with the place of an interval in it."""
    stretches, place = union(columns(rows))
    listed = list(zip(*(column.tolist() for column in stretches), strict=True))
    assert {(g, x) for g, s, e in listed for x in range(s, e)} == set().union(*map(positions, rows))
    assert all(a[0] < b[0] or a[2] < b[1] for a, b in itertools.pairwise(listed))
    assert all(
        positions(rows[i]) <= {(g, x) for x in range(s, e)}
        for i, (g, s, e) in zip(place, listed, strict=True)
    )


@given(st.lists(interval, max_size=40), st.lists(interval, max_size=40), st.integers(0, 3))
def test_largest_overlap_is_that_of_all_pairs_whatever_is_looked_at_in_blocks(left, right, few):
    """The blocks of sorted ends give what counting positions gives, for any border between few and many."""
    before, intervals.FEW = intervals.FEW, few
    try:
        best = largest_overlap(columns(left), columns(right)).tolist()
    finally:
        intervals.FEW = before
    assert best == [max((len(positions(a) & positions(b)) for b in right), default=0) for a in left]


def test_the_largest_overlap_of_nested_intervals_is_found_without_pairs(monkeypatch):
    """Each level looks at every interval once: arrays grow with n, and their number with log n."""
    work, argsort = [], np.argsort
    monkeypatch.setattr(intervals.np, "argsort", lambda a, **how: (work.append(len(a)), argsort(a, **how))[1])
    monkeypatch.setattr(intervals, "overlapping_pairs", None)
    total = []
    for size in (500, 1000, 2000, 4000):
        work.clear()
        at = np.arange(size)
        sides = [Intervals(at * 0, 2 * at + k, 4 * size - 2 * at - k) for k in (0, 1)]
        assert (largest_overlap(*sides)[1:] == 4 * (size - at[1:])).all()
        total.append(sum(work))
    assert total[-1] / total[0] < 8**1.4


@given(side, side, st.integers(1, 5))
def test_pairs_are_all_that_overlap_whatever_the_chunks(left, right, chunk):
    """Each overlapping pair once, with the positions it shares."""
    before, intervals.CHUNK = intervals.CHUNK, chunk
    try:
        found = [
            triple
            for some in overlapping_pairs(columns(left), columns(right))
            for triple in zip(*map(np.ndarray.tolist, some), strict=True)
        ]
    finally:
        intervals.CHUNK = before
    pairs = [
        (i, j, len(positions(a) & positions(b))) for i, a in enumerate(left) for j, b in enumerate(right)
    ]
    assert sorted(found) == [pair for pair in pairs if pair[2]]


@given(
    side, st.lists(st.tuples(st.integers(0, 11), interval, st.sampled_from([0.25, 0.5, 1.0])), max_size=12)
)
def test_best_credit_is_the_sum_of_the_best_credit_at_each_position(left, given_pairs):
    """Positions count the largest credit that covers them."""
    pairs = [((left[row][0], *span[1:]), worth) for row, span, worth in given_pairs if row < len(left)]
    found = best_credit(columns(left), columns([p[0] for p in pairs]), np.array([p[1] for p in pairs]))
    for i, span in enumerate(left):
        here = [(positions(other), worth) for other, worth in pairs]
        expected = sum(max((worth for at, worth in here if x in at), default=0) for x in positions(span))
        assert found[i] == expected


def test_large_offsets_and_groups():
    """Offsets near 2**53 and a million groups do not overflow the keys."""
    group = np.arange(1000) * 10**12
    left = Intervals(group, np.full(1000, 2**52), np.full(1000, 2**52 + 10))
    right = Intervals(group, np.full(1000, 2**52 + 5), np.full(1000, 2**53 - 1))
    assert set(largest_overlap(left, right).tolist()) == set(covered(left, right).tolist()) == {5}
