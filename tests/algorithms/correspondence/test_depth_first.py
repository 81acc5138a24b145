"""The depth-first search, against trying all mappings."""

from itertools import product

import numpy as np
import pytest
from graph_tuples import graphs, tuples
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import depth_first, solver
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation
from nerkit.algorithms.correspondence.depth_first import DepthFirst, Ledger
from nerkit.algorithms.correspondence.problem import Problem, problem
from nerkit.algorithms.correspondence.solver import TOLERANCE, solve

NONE = np.zeros(0, np.int64)


def searched(instance, steps, value, *, least=1 - TOLERANCE, limit=10**6, wanted=None):
    """The search on some pairs of a problem, after some steps of the ascent; *least* as the solver has it."""
    relaxation = Relaxation(instance, FreeAssignment(instance), None, 1.0)
    for _ in range(steps):
        if not relaxation.step(relaxation.bound(), value):
            break
    relaxation.bound()
    best = relaxation.best
    pairs = np.ones(len(instance.first), bool) if wanted is None else relaxation.most() >= wanted
    part, edges = instance.restricted(pairs)
    assignment = FreeAssignment(part)
    prices = assignment.prices(best.profit[pairs], best.chosen[pairs])
    ledger = Ledger.of(
        part,
        (assignment.row, assignment.column),
        (part.earlier, part.later),
        (best.profit[pairs], prices, best.multipliers[edges]),
    )
    search = DepthFirst(ledger, float(assignment.total(*prices)), value, least, limit)
    return search, np.flatnonzero(pairs)


def values(instance):
    """What every mapping earns."""
    for chosen in product((False, True), repeat=len(instance.first)):
        pairs = np.array(chosen, bool)
        if all(len(np.unique(end[pairs])) == pairs.sum() for end in (instance.first, instance.second)):
            yield instance.value(pairs)


def example():
    """The problem of the module's example, without gains, and its search above a value."""
    made = Problem(
        2, 2, *np.array([[0, 0, 1, 1], [0, 1, 0, 1]]), np.array([4.0, 3, 2, 0]), NONE, NONE, NONE * 1.0
    )
    assignment = FreeAssignment(made)
    profit = made.reward
    return assignment, profit, assignment.prices(profit, assignment.solve(profit)), made


def test_the_worked_example():
    """Prices and excesses of the docstring, and the room above 3."""
    assignment, profit, prices, made = example()
    assert (prices.wage.tolist(), prices.price.tolist()) == ([3, 1], [1, 0])
    assert prices.excess.tolist() == [0, 0, 0, 1]
    assert assignment.total(*prices) == 5
    ledger = Ledger.of(made, (assignment.row, assignment.column), (NONE, NONE), (profit, prices, NONE * 1.0))
    assert ledger.pairs == [(0, 0, 4, 0, 0), (0, 1, 3, 0, 0), (1, 0, 2, 0, 0), (1, 1, 0, 1, 0)]
    search = DepthFirst(ledger, 5.0, 3.0, 1.0, 100)
    assert (search.best, search.value, search.ended) == ([1, 2], 5, True)
    assert search.options == [[(0, 0), (0, 1)], [(0, 2), (1, -1), (1, 3)]]
    above = DepthFirst(ledger, 5.0, 5.0, 1.0, 100)
    assert (above.best, above.value, above.steps, above.ended) == (None, 5, 0, True)


def test_a_node_without_a_pair_that_is_good_enough():
    """It gets no partner at any place of the order, and its price is gone at once."""
    made = Problem(1, 2, *np.array([[0, 0], [0, 1]]), np.array([4.0, 0]), NONE, NONE, NONE * 1.0)
    assignment = FreeAssignment(made)
    profit = made.reward
    prices = assignment.prices(profit, assignment.solve(profit))
    ledger = Ledger.of(made, (assignment.row, assignment.column), (NONE, NONE), (profit, prices, NONE * 1.0))
    search = DepthFirst(ledger, float(assignment.total(*prices)), 2.0, 1.0, 100)
    assert search.options == [[(0, 0)]]
    assert (search.best, search.value, search.ended) == ([0], 4, True)


def test_shares_with_partners_that_are_not_taken_are_lost():
    """Two pairs whose shares are with a third one, which needs the node of either: one of them loses."""
    gold = tuples(3, [(0, 0)], [(0, 1, 1), (0, 1, 2)])
    system = tuples(2, [(0, 0)], [(0, 1, 1)])
    made = problem(gold, system)
    search, _ = searched(made, 0, 0.0)
    assert search.value == 2
    assert search.ended
    higher, _ = searched(made, 0, 2.0)
    assert (higher.best, higher.ended) == (None, True)


@given(graphs(4, 2), graphs(3, 2), st.integers(0, 8), st.floats(0, 1), st.booleans())
def test_it_finds_the_best_mapping_above_a_value_or_proves_that_there_is_none(
    gold, system, steps, part, fewer
):
    """Whatever the bound, from whatever value, on all pairs or on those that can be better."""
    made = problem(gold, system)
    if not len(made.gain) or len(made.first) > 10:
        return
    best = max(values(made))
    value = float(round(part * best))
    search, places = searched(made, steps, value, wanted=value + 1 if fewer else None)
    assert search.ended
    if value == best:
        assert search.best is None
    else:
        chosen = np.zeros(len(made.first), bool)
        chosen[places[search.best]] = True
        assert search.value == made.value(chosen) == best
        assert len(set(made.first[chosen])) == len(set(made.second[chosen])) == chosen.sum()


@given(st.integers(0, 10**6), st.integers(0, 40))
def test_amounts_that_are_not_whole(seed, steps):
    """The least difference may be small; what is found earns more by as much."""
    chance = np.random.default_rng(seed)
    pairs = [(i, k) for i in range(3) for k in range(3)]
    edges = [
        (p, q)
        for p in range(9)
        for q in range(p + 1, 9)
        if pairs[p][0] != pairs[q][0] and pairs[p][1] != pairs[q][1] and chance.random() < 0.6
    ]
    if not edges:
        return
    made = Problem(3, 3, *np.array(pairs).T, chance.random(9), *np.array(edges).T, chance.random(len(edges)))
    best = max(values(made))
    search, _ = searched(made, steps, 0.5 * best, least=1e-6)
    assert search.value == pytest.approx(best, abs=1e-6)
    nothing, _ = searched(made, steps, best, least=1e-6)
    assert (nothing.best, nothing.ended) == (None, True)


def test_it_ends_at_its_limit(monkeypatch):
    """After so many steps, or where too many nodes have a choice, nothing is proved."""
    three, six = ([(a, 0, cycle[a]) for a in range(6)] for cycle in ([1, 2, 0, 4, 5, 3], [1, 2, 3, 4, 5, 0]))
    made = problem(tuples(6, [], three), tuples(6, [], six))
    search, _ = searched(made, 0, 4.0)
    assert (search.best, search.ended) == (None, True)
    assert search.steps > 100
    search, _ = searched(made, 0, 4.0, limit=100)
    assert (search.steps, search.ended) == (101, False)
    for most, is_searched in ((6, True), (5, False)):
        monkeypatch.setattr(depth_first, "MOST_ROWS", most)
        search, _ = searched(made, 0, 4.0)
        assert (search.steps > 0, search.ended) == (is_searched, is_searched)


@pytest.mark.parametrize(("rows", "steps", "ended"), [(60, 60, True), (61, 0, False)])
def test_how_many_nodes_may_have_a_choice(rows, steps, ended):
    """Of two partners for each node, equally good, the first are taken, and none is better."""
    pairs = [(pair // 2, pair, 1.0, 0.0, 0.0) for pair in range(2 * rows)]
    ledger = Ledger(pairs, [], [1.0] * rows, [0.0] * 2 * rows)
    search = DepthFirst(ledger, float(rows), rows - 1.0, 1.0, 100)
    assert (search.steps, search.ended) == (steps, ended)
    assert search.value == (rows if ended else rows - 1)


def test_the_solver_gives_the_same_with_it_and_without(monkeypatch):
    """Values and bounds are the same, and the search spares it the tree."""
    calls = []
    branches = solver._Solver.branches
    monkeypatch.setattr(solver._Solver, "branches", lambda *given: calls.append(1) or branches(*given))
    counts, answers = [], []
    for tries in (solver.TRIES, 0):
        monkeypatch.setattr(solver, "TRIES", tries)
        calls.clear()
        chance = np.random.default_rng(3)
        solved = [solve(problem(random_graph(chance), random_graph(chance))) for _ in range(10)]
        answers.append([(one.value, one.bound, one.optimal) for one in solved])
        counts.append(len(calls))
    assert answers[0] == answers[1]
    assert all(optimal for _, _, optimal in answers[0])
    assert counts[0] < counts[1]


def random_graph(chance):
    """Nine nodes of two labels, and fourteen edges of two roles."""
    edges = {tuple(edge) for edge in chance.integers(0, (9, 2, 9), (14, 3)).tolist()}
    return tuples(9, list(enumerate(chance.integers(0, 2, 9).tolist())), sorted(edges))
