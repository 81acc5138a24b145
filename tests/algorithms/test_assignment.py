"""The best one-to-one matching, against trying all of them; and scipy's assignment, loaded alone."""

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given
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


@given(blocks=st.lists(pairs, min_size=1, max_size=3), cells=st.sampled_from([1, 10, 30]))
def test_blocks_of_too_many_cells_are_solved_by_components(blocks, cells):
    """Where a block has more cells than it may, no matrix of it is made; the total is the best even so."""
    weights = {(5 * k + i, 7 * k + j): w for k, block in enumerate(blocks) for (i, j), w in block.items()}
    rows, columns = (np.array([pair[k] for pair in weights], np.int64) for k in (0, 1))
    amounts = np.array(list(weights.values()), float)
    groups = np.repeat(np.arange(len(blocks)), 5), np.repeat(np.arange(len(blocks)), 7)
    shapes = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "DENSE", cells)
        patch.setattr(assignment, "_on_block", lambda *_: shapes.append(_))
        chosen = best_matching_on_blocks(rows, columns, amounts, groups)
    assert not shapes
    assert total(weights, chosen) == total(weights, best_matching(rows, columns, amounts))


def test_blocks_are_solved_on_their_own_matrix(monkeypatch):
    """With all rows and columns of the group; a block of as many cells as there may be is one of them."""
    shapes = []
    solve = assignment.linear_sum_assignment

    def counted(costs, *, maximize):
        shapes.append(costs.shape)
        return solve(costs, maximize=maximize)

    monkeypatch.setattr(assignment, "linear_sum_assignment", counted)
    rows, columns = np.array([0, 0, 1, 3, 3, 4]), np.array([0, 1, 1, 2, 4, 4])
    groups = np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1])
    for cells in (6, 5):
        monkeypatch.setattr(assignment, "DENSE", cells)
        chosen = best_matching_on_blocks(rows, columns, np.array([1.0, 5, 5, 2, 2, 1]), groups)
        assert np.array([1.0, 5, 5, 2, 2, 1])[chosen].sum() == 9
    assert shapes == [(3, 2), (2, 3)]


def test_a_component_of_too_many_cells_stays_sparse(monkeypatch):
    """Of as many cells as there may be a matrix is made."""
    monkeypatch.setattr(assignment, "ROUNDS", 0)
    monkeypatch.setattr(assignment, "NARROW", 0)
    monkeypatch.setattr(assignment, "_solve_sparse", lambda *_: np.array([0]))
    rows, columns = np.array([0, 1, 1, 2, 2, 3]), np.array([0, 0, 1, 1, 2, 2])
    for cells, picked in ((12, 3), (11, 1)):
        monkeypatch.setattr(assignment, "DENSE", cells)
        assert best_matching(rows, columns, np.ones(6)).sum() == picked


CHOSEN = {  # rows, columns, seed -> the pair of each row among equally good matchings
    (7, 7, 2): "5306412",
    (7, 7, 5): "4156320",
    (6, 6, 3): "014352",
    (6, 6, 4): "201345",
    (6, 6, 5): "320451",
    (6, 8, 0): "036415",
    (6, 8, 1): "254301",
    (6, 8, 4): "250413",
    (8, 6, 3): "504312",
    (8, 6, 4): "201345",
}


@pytest.mark.parametrize("case", CHOSEN)
def test_which_of_equally_good_matchings(case):
    """The same on every machine: components of up to six columns or rows by subsets, others by scipy."""
    rows, columns, seed = case
    matrix = np.random.default_rng(seed).integers(0, 3, (rows, columns))
    row, column = np.nonzero(matrix)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "ROUNDS", 0)
        chosen = best_matching(row, column, matrix[row, column].astype(float))
    assert "".join(map(str, column[chosen])) == CHOSEN[case]


SETTLED = {  # size, seed -> the column of each pair that is chosen, where all but the sure pairs are solved
    (5, 6): "314",
    (5, 12): "20",
    (5, 14): "1302",
    (5, 15): "134",
    (5, 21): "4132",
    (5, 25): "2403",
    (5, 38): "103",
}


@pytest.mark.parametrize("case", SETTLED)
def test_which_of_equally_good_matchings_with_sure_pairs(case):
    """The first of sure pairs at one end is settled; the other ties are those of what is left then."""
    size, seed = case
    chance = np.random.default_rng(seed)
    matrix = chance.integers(0, 3, (size, size)) * (chance.random((size, size)) < 0.5)
    row, column = np.nonzero(matrix)
    chosen = best_matching(row, column, matrix[row, column].astype(float))
    assert "".join(map(str, column[chosen])) == SETTLED[case]


def test_the_first_ties_are_settled_first():
    """Of sure pairs that share an end the first one; so with any number of rounds."""
    row, column = np.divmod(np.arange(16), 4)
    weights = np.array([2.0, 2, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2])
    assert np.flatnonzero(best_matching(row, column, weights)).tolist() == [0, 5, 10, 15]


def test_parts_that_are_known(monkeypatch):
    """Components are not sought where they are given."""
    monkeypatch.setattr(assignment, "_components", None)
    monkeypatch.setattr(assignment, "ROUNDS", 0)
    rows, columns = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 0, 1, 2])
    chosen = best_matching(rows, columns, np.array([3.0, 2, 2, 0.5, 1]), np.array([5, 5, 5, 5, 1]))
    assert chosen.tolist() == [False, True, True, False, True]


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
    assert np.array_equal(
        assignment.linear_sum_assignment(costs), scipy.optimize.linear_sum_assignment(costs)
    )


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
