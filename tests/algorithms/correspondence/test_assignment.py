"""Assignments by themselves: rough answers, and bounds on assignments with each pair, against trying all."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import assignment
from nerkit.algorithms.correspondence.assignment import FreeAssignment, OrderedAssignment
from nerkit.algorithms.correspondence.problem import Problem

NONE = np.empty(0, np.int64)


@st.composite
def profitable(draw):
    """Pairs of up to four nodes a side, in order, and the profit of each."""
    every = [(i, k) for i in range(4) for k in range(4)]
    pairs = sorted(draw(st.sets(st.sampled_from(every), min_size=1)))
    profit = draw(st.lists(st.integers(0, 5), min_size=len(pairs), max_size=len(pairs)))
    first, second = np.array(pairs).T
    rewards = np.array(profit, float)
    return Problem(4, 4, first, second, rewards, NONE, NONE, np.empty(0)), rewards


def assignments(problem, *, ordered):
    """Every set of pairs that go together, as places."""
    pairs = list(zip(problem.first.tolist(), problem.second.tolist(), strict=True))
    for size in range(min(4, len(pairs)) + 1):
        for places in combinations(range(len(pairs)), size):
            chosen = [pairs[place] for place in places]
            apart = all(a[0] != b[0] and a[1] != b[1] for a, b in combinations(chosen, 2))
            crossing = any((a[0] < b[0]) != (a[1] < b[1]) for a, b in combinations(chosen, 2))
            if apart and not (ordered and crossing):
                yield list(places)


@pytest.mark.parametrize("kind", [FreeAssignment, OrderedAssignment])
@given(given_=profitable())
def test_a_rough_answer_is_an_assignment_below_its_bound(kind, given_):
    """Its pairs go together, earn something where anything does, and no assignment is above the bound."""
    problem, profit = given_
    chosen, bound = kind(problem).rough(profit)
    every = list(assignments(problem, ordered=kind is OrderedAssignment))
    assert np.flatnonzero(chosen).tolist() in every
    assert max(profit[places].sum() for places in every) <= bound
    assert (profit[chosen].sum() > 0) == profit.any()


def test_a_rough_answer_takes_a_few_passes(monkeypatch):
    """Every pass takes the best pairs of nodes that are free; what no pass came to is left out."""
    first, second = np.array([(0, 0), (0, 1), (1, 0), (1, 1)]).T
    problem = Problem(2, 2, first, second, np.zeros(4), NONE, NONE, np.empty(0))
    profit = np.array([9.0, 8.0, 7.0, 1.0])
    assert FreeAssignment(problem).rough(profit)[0].tolist() == [True, False, False, True]
    monkeypatch.setattr(assignment, "PASSES", 1)
    assert FreeAssignment(problem).rough(profit)[0].tolist() == [True, False, False, False]


@given(given_=profitable(), data=st.data())
def test_bounds_hold_from_the_best_assignment_and_from_any_other(given_, data):
    """No assignment with a pair earns more than its bound, though the prices come from a worse one."""
    problem, profit = given_
    solving = FreeAssignment(problem)
    every = list(assignments(problem, ordered=False))
    worse = np.zeros(len(profit), bool)
    worse[data.draw(st.sampled_from(every))] = True
    for chosen in (solving.solve(profit), worse):
        bounds = solving.bounds(profit, chosen)
        for places in every:
            assert (bounds[places] >= profit[places].sum() - 1e-9).all()


def test_prices_that_would_rise_for_ever():
    """From the worst of two assignments every round raises the prices; they end after as many as columns."""
    first, second = np.array([(0, 0), (0, 1), (1, 0), (1, 1)]).T
    problem = Problem(2, 2, first, second, np.zeros(4), NONE, NONE, np.empty(0))
    profit = np.array([1.0, 9.0, 9.0, 1.0])
    bounds = FreeAssignment(problem).bounds(profit, np.array([True, False, False, True]))
    assert (bounds[1:3] >= 18).all()
    assert (bounds[[0, 3]] >= 2).all()
