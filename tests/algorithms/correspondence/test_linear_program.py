"""The linear program: its bounds hold for every mapping, and the proofs that rest on them are right."""

import random
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import bounds, solver
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation, relaxed
from nerkit.algorithms.correspondence.problem import Tuples, problem
from nerkit.algorithms.correspondence.solver import solve
from nerkit.algorithms.correspondence.symmetry import Orbits, Symmetries

WORK = 10_000_000  # more than any program here takes


@st.composite
def instances(draw, most=4):
    """Problems of two graphs with few keys, which have many equally good mappings."""

    def graph():
        size = draw(st.integers(1, most))
        node = st.integers(0, size - 1)
        labels = draw(st.lists(st.tuples(node, st.integers(0, 1)), max_size=size))
        edges = draw(st.lists(st.tuples(node, node, st.integers(0, 1)), min_size=1, max_size=2 * size))
        columns = [np.array([row[k] for row in rows], np.int64) for rows, k in zip_columns(labels, edges)]
        return Tuples(size, *columns)

    return problem(graph(), graph())


def zip_columns(labels, edges):
    """The columns of a graph in the order of `Tuples`: node, its key, source, target, edge key."""
    return [(labels, 0), (labels, 1), (edges, 0), (edges, 1), (edges, 2)]


def alone(instance):
    """Orbits of a problem in which nothing is alike."""
    return Orbits(np.arange(len(instance.first)), np.arange(len(instance.gain)))


def values(instance):
    """Every mapping as the pairs that it has, and what it earns."""
    for chosen in product((False, True), repeat=len(instance.first)):
        pairs = np.array(chosen, bool)
        ends = instance.first[pairs], instance.second[pairs]
        if all(len(np.unique(end)) == len(end) for end in ends):
            yield pairs, instance.value(pairs)


@given(instances(most=3).filter(lambda instance: len(instance.gain)))
def test_no_mapping_earns_more_than_the_bounds(instance):
    """The bound holds for all mappings, and that of a pair for all mappings with it."""
    solution = relaxed(instance, alone(instance), WORK)
    assert ((solution.taken >= -1e-9) & (solution.taken <= 1 + 1e-9)).all()
    for pairs, value in values(instance):
        assert value <= solution.bound + 1e-7
        assert (value <= solution.most[pairs] + 1e-7).all()


@given(instances(most=3).filter(lambda instance: len(instance.gain)))
def test_one_variable_for_each_orbit_has_the_same_bound_by_either_method(instance):
    """What is alike is not told apart: the program is smaller, and its bounds are those of the large one."""
    orbits = Symmetries(instance).orbits_with_edges(instance, np.arange(len(instance.first)))
    whole = relaxed(instance, alone(instance), WORK)
    with pytest.MonkeyPatch.context() as patch:
        for largest in (bounds.SIMPLEX, 0):
            patch.setattr(bounds, "SIMPLEX", largest)
            joined = relaxed(instance, orbits, WORK)
            assert joined.bound == pytest.approx(whole.bound, abs=1e-6)
            for pairs, value in values(instance):
                assert (value <= joined.most[pairs] + 1e-6).all()


@given(instances())
def test_a_proof_by_the_program_is_the_proof_of_the_best(instance):
    """With one step of the ascent and no splitting before it, the program finds what trying all finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "SMALL", 0)
        patch.setattr(solver, "ROUNDS", (1,))
        patch.setattr(solver, "BRANCH_ROUNDS", (1,))
        hard = solve(instance)
    usual = solve(instance)
    assert (hard.value, hard.optimal) == (usual.value, usual.optimal) == (usual.bound, True)


def cycles(lengths):
    """Directed cycles whose nodes have no labels, one after the other."""
    source = np.arange(sum(lengths))
    begins = np.repeat(np.cumsum([0, *lengths[:-1]]), lengths)
    target = begins + (source - begins + 1) % np.repeat(lengths, lengths)
    none = np.zeros(0, np.int64)
    return Tuples(len(source), none, none, source, target, np.zeros(len(source), np.int64))


def test_without_steps_for_the_program_the_bound_is_that_of_the_ascent(monkeypatch):
    """It is not begun when the work that is left does not pay for it; the answer says `limit`."""
    monkeypatch.setattr(solver, "SMALL", 0)
    monkeypatch.setattr(solver, "ROUNDS", (1,))
    monkeypatch.setattr(scipy.optimize, "linprog", lambda *_, **__: pytest.fail("begun"))
    answer = solve(problem(cycles([3, 4]), cycles([7])), limit=20_000)
    assert (answer.optimal, answer.proof) == (False, "limit")
    assert answer.value < answer.bound


def test_where_no_pair_can_be_in_a_better_mapping_the_value_is_proved(monkeypatch):
    """The ascent alone does it, though its bound on the whole is higher."""
    monkeypatch.setattr(solver, "ROUNDS", (1,))
    monkeypatch.setattr(Relaxation, "most", lambda relaxation: np.zeros(len(relaxation.reward)))
    answer = solve(problem(cycles([3, 4]), cycles([7])))
    assert (answer.optimal, answer.proof) == (True, "ascent")
    assert answer.bound == answer.value


def test_an_assignment_that_agrees_moves_no_multipliers():
    """Its pairs earn what the bound counts, so that no step makes the bound lower."""
    instance = problem(cycles([3]), cycles([3]))
    relaxation = Relaxation(instance, FreeAssignment(instance), None, 1.0)
    agreeing = relaxation.bound()._replace(chosen=instance.first == instance.second)
    assert instance.value(agreeing.chosen) == 3
    assert not relaxation.step(agreeing, 3.0)
    assert not relaxation.multipliers.any()


def test_a_program_that_the_solver_gives_up_is_no_bound(monkeypatch):
    """Then nothing is excluded: the bound is infinite, and the tree finds the best all the same."""
    instance = problem(cycles([3]), cycles([4]))
    monkeypatch.setattr(
        scipy.optimize, "linprog", lambda *_, **__: SimpleNamespace(x=None, success=False, nit=0)
    )
    solution = relaxed(instance, alone(instance), WORK)
    assert solution.bound == np.inf
    assert (solution.most == np.inf).all()
    assert not solution.taken.any()
    monkeypatch.setattr(solver, "SMALL", 0)
    monkeypatch.setattr(solver, "ROUNDS", (1,))
    answer = solve(instance)
    assert (answer.value, answer.optimal) == (2, True)


def random_edges(seed, size=5, count=6):
    """A graph of nodes without labels, with so many edges between them."""
    every = [(a, b) for a in range(size) for b in range(size) if a != b]
    edges = np.array(sorted(random.Random(seed).sample(every, count)))
    none = np.zeros(0, np.int64)
    return Tuples(size, none, none, edges[:, 0], edges[:, 1], np.zeros(count, np.int64))


@pytest.mark.parametrize("seed", range(12))
def test_pairs_whose_bound_is_one_more_than_the_value_stay(monkeypatch, seed):
    """A program may give the value of the best as the bound of every pair: the best is found all the same."""
    instance = problem(random_edges(2 * seed), random_edges(2 * seed + 1))
    best = solve(instance).value

    def exact(part, *_):
        size = len(part.first)
        return bounds.Relaxed(np.zeros(size), best, np.full(size, best), 1)

    monkeypatch.setattr(solver, "relaxed", exact)
    monkeypatch.setattr(solver, "SMALL", 0)
    monkeypatch.setattr(solver, "ROUNDS", (1,))
    monkeypatch.setattr(solver, "BRANCH_ROUNDS", (1,))
    monkeypatch.setattr(solver.Search, "improved", lambda search, chosen, budget: (chosen, 0))
    answer = solve(instance)
    assert (answer.value, answer.optimal) == (best, True)
