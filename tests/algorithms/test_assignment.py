"""The best one-to-one matching, against trying all of them; and scipy's assignment, loaded alone."""

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.algorithms import assignment
from nerkit.algorithms.assignment import best_matching, best_matching_on_blocks

pairs = st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 9), max_size=9)


def total(weights, chosen):
    picked = [pair for pair, is_chosen in zip(weights, chosen, strict=True) if is_chosen]
    assert len({i for i, _ in picked}) == len({j for _, j in picked}) == len(picked)
    return sum(weights[pair] for pair in picked)


WAYS = [  # limits that make every pair go one way
    {},
    {"ROUNDS": 1},
    {"ROUNDS": 0},
    {"ROUNDS": 0, "FEW": 0},
    {"ROUNDS": 0, "NARROW": 0},
    {"ROUNDS": 0, "NARROW": 0, "DENSE": 1},
]


@pytest.mark.parametrize("limits", WAYS, ids=str)
@given(weights=pairs)
@settings(max_examples=100)
def test_the_total_is_the_best_of_all_matchings(limits, weights):
    """Settled at once, over subsets of columns, on dense and on sparse blocks."""
    rows, columns = (np.array([pair[k] for pair in weights], np.int64) for k in (0, 1))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(assignment, name, value)
        best = total(weights, best_matching(rows, columns, np.array(list(weights.values()), float)))
    subsets = (subset for k in range(len(weights) + 1) for subset in combinations(weights, k))
    matchings = (
        subset
        for subset in subsets
        if len({i for i, _ in subset}) == len({j for _, j in subset}) == len(subset)
    )
    assert best == max(sum(weights[pair] for pair in matching) for matching in matchings)


@given(st.lists(pairs, max_size=3))
def test_ties_on_blocks_fall_as_the_solver_lets_them_fall(blocks):
    """On the whole matrix of each group, five rows and seven columns, those without pairs included."""
    weights = {(5 * k + i, 7 * k + j): w for k, block in enumerate(blocks) for (i, j), w in block.items()}
    rows, columns = (np.array([pair[k] for pair in weights], np.int64) for k in (0, 1))
    groups = np.repeat(np.arange(len(blocks)), 5), np.repeat(np.arange(len(blocks)), 7)
    chosen = best_matching_on_blocks(rows, columns, np.array(list(weights.values()), float), groups)
    expected = set()
    for k, block in enumerate(blocks):
        matrix = np.zeros((5, 7))
        for pair, weight in block.items():
            matrix[pair] = weight
        solved = zip(*scipy.optimize.linear_sum_assignment(matrix, maximize=True), strict=True)
        expected |= {(5 * k + i, 7 * k + j) for i, j in solved if matrix[i, j]}
    assert {pair for pair, is_chosen in zip(weights, chosen, strict=True) if is_chosen} == expected


@pytest.mark.parametrize("narrow", [0, 6])
def test_of_equally_good_matchings_the_first_ends_meet(monkeypatch, narrow):
    """First row with first column, second with second, over subsets of columns as on a matrix."""
    monkeypatch.setattr(assignment, "NARROW", narrow)
    monkeypatch.setattr(assignment, "ROUNDS", 0)
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert best_matching(rows, columns, np.ones(4)).tolist() == [True, False, False, True]


def test_the_module_alone_gives_what_scipy_gives():
    """The same rows and columns, loaded from the file or imported."""
    alone = assignment._alone()
    assert alone is not None
    costs = np.random.default_rng(1).integers(0, 9, (6, 8)).astype(float)
    for maximize in (False, True):
        wanted = scipy.optimize.linear_sum_assignment(costs, maximize=maximize)
        for answer in (
            alone(costs, maximize=maximize),
            assignment.linear_sum_assignment(costs, maximize=maximize),
        ):
            assert np.array_equal(answer, wanted)


def test_where_the_file_is_not_found_scipy_is_imported(monkeypatch):
    """Another layout of scipy does as well."""
    monkeypatch.setattr(assignment, "MODULE", "_not_there")
    assert assignment._alone() is None
    assignment._function.cache_clear()
    assert assignment._function() is scipy.optimize.linear_sum_assignment
    assignment._function.cache_clear()


def test_the_module_alone_is_taken_where_scipy_is_not_loaded(monkeypatch):
    """And nothing else of scipy is loaded for it."""
    monkeypatch.delitem(sys.modules, "scipy.optimize")
    assignment._function.cache_clear()
    assert assignment._function()([[1.0, 0.0], [0.0, 1.0]], maximize=True)[1].tolist() == [0, 1]
    assert "scipy.optimize" not in sys.modules
    assignment._function.cache_clear()


def test_a_compiled_module_without_the_function(monkeypatch):
    """Another release may call it otherwise: it is imported as usual then."""
    monkeypatch.setattr(assignment, "MODULE", "_zeros")
    assert assignment._alone() is None


def test_scipy_is_not_imported_for_it():
    """Nor is it in the way of an import afterwards."""
    script = (
        "import sys; from nerkit.algorithms.assignment import linear_sum_assignment as solve\n"
        "answer = [part.tolist() for part in solve([[1.0, 0.0], [0.0, 1.0]])]\n"
        "print(answer, 'scipy.optimize' in sys.modules)\n"
        "import scipy.optimize as o; print(o.linear_sum_assignment([[1.0, 0.0], [0.0, 1.0]])[1].tolist())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[[0, 1], [1, 0]] False\n[1, 0]\n"
