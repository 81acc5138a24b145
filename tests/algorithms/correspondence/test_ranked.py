"""Objectives below the total: how many of them there are, and what is best in them, of all mappings."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from graph_tuples import graphs, tuples, typed_problem
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.ranked import LARGEST, solve_ranked, worths
from nerkit.algorithms.correspondence.solver import Correspondence


def worth(most, scored=None):
    """The weights of one problem: in the total, and in the objective of each type."""
    return worths(np.array([most]), scored or len(most))[0].tolist()


def test_types_that_share_nothing_and_the_last_are_no_objectives():
    """The last is what the others leave of the total; types that are not scored come last of all."""
    assert worth([3, 0, 4, 5]) == [20, 5, 0, 1, 0]
    assert worth([0, 0, 5]) == [1, 0, 0, 0]
    assert worth([3, 4, 5], scored=2) == [24, 6, 0, 1]


def test_objectives_end_where_their_values_would_be_too_large():
    """All of them together are one number below 2**40; the first ones are kept."""
    large = 1 << 12
    assert worth([large, large, large, 1]) == [(large + 1) ** 2, large + 1, 1, 0, 0]
    assert worth([LARGEST, 1, 1]) == [1, 0, 0, 0]
    assert worth([LARGEST**2 // 2**20, 1, 1]) == [1, 0, 0, 0]
    limit = (1 << 20) - 1  # sum + 1 is 2 ** 20, and so is limit + 1
    assert worth([limit - 1, 1])[0] == limit
    assert worth([limit, 0, 0, 1])[0] == 1
    # (2 ** 21) * (2 ** 19) is 2 ** 40, which is one too many
    assert worth([2**19 - 1, 2**21 - 2**19])[0] == 1
    assert worth([2**19 - 2, 2**21 - 2**19 + 1])[0] == 2**19 - 1


KEYS = 2


@st.composite
def typed(draw):
    """Two small graphs, and the types of their keys: two that are scored, and perhaps one that is not."""
    kinds = st.lists(st.integers(0, 2), min_size=KEYS, max_size=KEYS)
    return draw(graphs(3, KEYS)), draw(graphs(3, KEYS)), np.array(draw(kinds)), np.array(draw(kinds))


def shared(gold, system, image, types):
    """The shared tuples of each type under a mapping."""
    counts = [0, 0, 0]
    for (i, a), (k, b) in product(
        zip(gold.node, gold.node_key, strict=True), zip(system.node, system.node_key, strict=True)
    ):
        counts[types[0][a]] += a == b and image[i] == k
    for (i, j, a), (k, m, b) in product(
        zip(gold.source, gold.target, gold.edge_key, strict=True),
        zip(system.source, system.target, system.edge_key, strict=True),
    ):
        counts[types[1][a]] += a == b and image[i] == k and image[j] == m and (i == j) == (k == m)
    return counts


@given(typed(), st.integers(1, 2))
def test_the_best_of_all_mappings_type_by_type(instance, fewest):
    """The most of the types that are scored; of these the most of the first; then of the type that is not."""
    gold, system, *types = instance
    places = [*range(system.size), *[-1] * gold.size]
    every = [shared(gold, system, image, types) for image in set(permutations(places, gold.size))]
    most = [max(counts[rank] for counts in every) for rank in range(3)]
    total, first, _, unscored = max((sum(counts[:2]), *counts) for counts in every)
    (answer,) = solve_ranked(typed_problem(gold, system, types, most, 2), 10**9, fewest=fewest)
    assert (answer.total, answer.bound) == (total, total)
    mapped = shared(gold, system, answer.mapping.tolist(), types)
    assert (sum(mapped[:2]), mapped[0], mapped[2]) == (total, first, unscored)


def alike_edges(edges, key=0):
    """Two nodes with so many copies of an edge."""
    return tuples(2, [], [(0, key, 1)] * edges)


def alone(gold, system, keys=(0, 0)):
    """The answers for two graphs of alike edges, which are solved alone."""
    sides = (alike_edges(edges, key) for edges, key in zip((gold, system), keys, strict=True))
    types = np.zeros(8, np.int64), np.ones(8, np.int64)
    return [*solve_ranked(typed_problem(*sides, types, [4, 9], 2), 10**9, fewest=2)]


@pytest.fixture
def unsolved(monkeypatch):
    """A solver that finds nothing; gives the unit of the total in each problem that it is asked to solve."""
    units = []

    def solve(_, *, unit, limit, order):
        units.append(unit)
        return Correspondence(np.array([-1, -1]), 0.0, math.inf, optimal=False, proof="limit")

    monkeypatch.setattr(solver, "solve", solve)
    monkeypatch.setattr(solver, "problem", lambda *_: None)
    return units


def test_without_a_bound_the_total_is_below_the_largest(unsolved):
    """What the solver cannot bound is bounded by what its values may be."""
    (answer,) = alone(1, 1)
    assert (answer.total, answer.bound) == (0, LARGEST)
    assert unsolved == [5]


def test_where_pairs_of_edges_are_too_many_the_total_is_the_only_objective(unsolved):
    """Up to a million pairs of edges of equal keys there are others, with 1,000,001 of them there are not."""
    alone(1000, 1000)
    alone(101, 9901)
    alone(1001, 1001, (7, 2))
    assert unsolved == [5, 1, 5]
