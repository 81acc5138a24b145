"""Assignments by themselves: rough answers, and bounds on assignments with each pair, against trying all."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.correspondence import assignment
from nerkit.algorithms.correspondence.assignment import FreeAssignment, OrderedAssignment
from nerkit.algorithms.correspondence.problem import Problem

NONE = np.empty(0, np.int64)


@st.composite
def profitable(draw):
    """Pairs of up to three nodes with up to four, in order, and the profit of each."""
    every = [(i, k) for i in range(3) for k in range(4)]
    pairs = sorted(draw(st.sets(st.sampled_from(every), min_size=1)))
    profit = draw(st.lists(st.integers(0, 5), min_size=len(pairs), max_size=len(pairs)))
    first, second = np.array(pairs).T
    rewards = np.array(profit, float)
    return Problem(3, 4, first, second, rewards, NONE, NONE, np.empty(0)), rewards


def assignments(problem, *, ordered):
    """Every set of pairs that go together, as places."""
    pairs = list(zip(problem.first.tolist(), problem.second.tolist(), strict=True))
    for size in range(min(3, len(pairs)) + 1):
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


def test_a_rough_answer_takes_twenty_passes():
    """All rows want the first column that is free, so that each pass chooses one pair."""
    first, second = np.divmod(np.arange(625), 25)
    problem = Problem(25, 25, first, second, np.zeros(625), NONE, NONE, np.empty(0))
    chosen, _ = FreeAssignment(problem).rough(25.0 - second)
    assert (first[chosen].tolist(), second[chosen].tolist()) == (list(range(20)), list(range(20)))


def test_the_bound_of_a_rough_answer_is_the_smaller_of_two_sums():
    """The best pair of each row, or the best pair of each column."""
    first, second = np.array([(0, 0), (0, 1), (1, 0), (1, 1)]).T
    problem = Problem(2, 2, first, second, np.zeros(4), NONE, NONE, np.empty(0))
    assert FreeAssignment(problem).rough(np.array([9.0, 8.0, 2.0, 1.0]))[1] == 11
    assert FreeAssignment(problem).rough(np.array([9.0, 2.0, 8.0, 1.0]))[1] == 11


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("kind", [FreeAssignment, OrderedAssignment])
@given(given_=profitable())
def test_the_best_assignment_of_all(kind, sparse, given_):
    """No other earns more; its pairs earn something; in order its bounds are what each pair can be in."""
    problem, profit = given_
    every = list(assignments(problem, ordered=kind is OrderedAssignment))
    solving = kind(problem)
    with pytest.MonkeyPatch.context() as patch:
        if sparse:
            patch.setattr(assignment, "CELLS", 0)
        for amounts in (profit, profit[::-1].copy(), profit / 2):
            chosen = solving.solve(amounts)
            assert np.flatnonzero(chosen).tolist() in every
            assert amounts[chosen].sum() == max(amounts[places].sum() for places in every)
            assert (amounts[chosen] > 0).all()
            if kind is OrderedAssignment:
                most = [
                    max(amounts[places].sum() for places in every if pair in places)
                    for pair in range(len(amounts))
                ]
                assert solving.bounds(amounts, chosen).tolist() == most


@pytest.mark.parametrize("kind", [FreeAssignment, OrderedAssignment])
@given(given_=profitable())
def test_all_pairs_go_together_or_not(kind, given_):
    """If and only if all pairs are an assignment."""
    problem, profit = given_
    every = list(assignments(problem, ordered=kind is OrderedAssignment))
    assert kind(problem).agreeable() == (list(range(len(profit))) in every)


def test_a_table_of_as_many_cells_as_it_may_have_is_made(monkeypatch):
    """One of more is solved by its connected components."""
    problem = Problem(2, 3, *np.divmod(np.arange(6), 3), np.zeros(6), NONE, NONE, np.empty(0))
    profit = np.array([1.0, 2.0, 3.0, 3.0, 2.0, 0.0])
    sparse = []

    def counted(*pairs):
        sparse.append(pairs)
        return best_matching(*pairs)

    monkeypatch.setattr(assignment, "best_matching", counted)
    for cells in (6, 5):
        monkeypatch.setattr(assignment, "CELLS", cells)
        chosen = FreeAssignment(problem).solve(profit)
        assert chosen.tolist() == [False, False, True, True, False, False]
        assert len(sparse) == 6 - cells


@given(given_=profitable())
def test_bounds_of_pairs_are_those_of_the_lowest_prices(given_):
    """Where columns cost the least, the wage of a row is what the best assignment loses without that row."""
    problem, profit = given_
    every = list(assignments(problem, ordered=False))
    solving = FreeAssignment(problem)
    chosen = solving.solve(profit)
    best = profit[chosen].sum()
    without = [
        max(profit[places].sum() for places in every if row not in problem.first[places]) for row in range(3)
    ]
    wage, price = best - np.array(without), np.zeros(4)
    row, column = problem.first[chosen], problem.second[chosen]
    price[column] = profit[chosen] - wage[row]
    excess = wage[problem.first] + price[problem.second] - profit
    assert solving.bounds(profit, chosen).tolist() == (best - excess).tolist()


def test_prices_rise_only_where_they_rise_by_more_than_rounding(monkeypatch):
    """Below a billionth prices stay, and what the pair has beyond its price is added to the bound."""
    first, second = np.array([(0, 0), (0, 1), (1, 1)]).T
    problem = Problem(2, 2, first, second, np.zeros(3), NONE, NONE, np.empty(0))
    chosen = np.array([True, False, True])
    for above, added, tie in ((0.5e-9, 1e-9, 1e-9), (2e-9, 0, 1e-9), (0.5, 0, 1e-9), (0.5, 1, 0.5)):
        monkeypatch.setattr(assignment, "TIE", assignment.TIE if tie == 1e-9 else tie)
        bounds = FreeAssignment(problem).bounds(np.array([1.0, 1.0 + above, 1.0]), chosen)
        assert bounds[1] - 2 == pytest.approx(added, abs=1e-13)


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
    assert bounds.tolist() == [25, 33, 33, 25]
