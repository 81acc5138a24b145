"""The relaxation, step by step against its definition, and the linear program as its solver is given it."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.optimize
from graph_tuples import tuples
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import bounds
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation, relaxed
from nerkit.algorithms.correspondence.problem import Problem, problem
from nerkit.algorithms.correspondence.symmetry import Orbits, Symmetries


@st.composite
def sides(draw):
    """A graph of two to four nodes, with an edge between the first two."""
    size = draw(st.integers(2, 4))
    node, key = st.integers(0, size - 1), st.integers(0, 1)
    nodes = draw(st.lists(st.tuples(node, key), max_size=3))
    return tuples(size, nodes, [(0, 0, 1), *draw(st.lists(st.tuples(node, key, node), max_size=5))])


# gains of two sizes, or all of one
amounts = st.sampled_from([np.array([2, 3]), np.array([2, 2])])
instances = st.builds(problem, sides(), sides(), st.just(1), amounts)


def shares(made, multipliers):
    """The shares of each pair: (partner, amount, edge, +1 if the pair is the earlier one or -1)."""
    of_pair = {pair: [] for pair in range(len(made.first))}
    for sign, owners, partners in ((1, made.earlier, made.later), (-1, made.later, made.earlier)):
        for edge, (owner, partner) in enumerate(zip(owners.tolist(), partners.tolist(), strict=True)):
            amount = max(made.gain[edge] / 2 + sign * multipliers[edge], 0)
            of_pair[owner].append((partner, amount, edge, sign))
    return of_pair


def largest(of_pair, nodes, chosen):
    """The largest share of each node of partners; of equal ones that of a chosen partner, then the last."""
    by_node = {}
    for share in of_pair:
        node, rank = nodes[share[0]], (share[1], chosen[share[0]])
        if node not in by_node or rank >= by_node[node][0]:
            by_node[node] = rank, share
    return [share for _, share in by_node.values()]


def expected(made, multipliers, chosen):
    """The profit of each pair, and for each edge how often the earlier pair counts it less the later one."""
    profit, disagreement = made.reward.tolist(), [0] * len(made.gain)
    for pair, of_pair in shares(made, multipliers).items():
        sides = [largest(of_pair, nodes.tolist(), chosen) for nodes in (made.first, made.second)]
        sums = [sum(amount for _, amount, _, _ in side) for side in sides]
        profit[pair] += min(sums)
        for _, amount, edge, sign in sides[0] if sums[0] <= sums[1] else sides[1]:
            disagreement[edge] += sign * bool(chosen[pair] and amount > 0)
    return profit, disagreement


@given(instances, st.data())
def test_profits_and_disagreements_are_those_of_the_definition(made, data):
    """Under any multipliers, in quarters so that no sum is rounded, and for any assignment."""
    quarters = st.sampled_from([0, 0, 0, 1, -2, 9])
    moved = data.draw(st.lists(quarters, min_size=len(made.gain), max_size=len(made.gain)))
    flags = data.draw(st.lists(st.booleans(), min_size=len(made.first), max_size=len(made.first)))
    multipliers, chosen = np.array(moved) / 4, np.array(flags)
    profit, disagreement = expected(made, multipliers, chosen)
    relaxation = Relaxation(made, FreeAssignment(made), multipliers, 1.0)
    assert relaxation.profit().tolist() == profit
    assert relaxation._disagreement(chosen).tolist() == disagreement
    bound = relaxation.bound()
    assert bound.total == sum(np.array(profit)[bound.chosen])
    before, direction = multipliers, np.zeros(len(made.gain))
    for length, value in ((1.0, 1.0), (0.5, bound.total - 0.1)):
        relaxation.length = length
        disagreement = np.array(expected(made, before, bound.chosen)[1])
        relaxation.multipliers = before  # what is rounded otherwise in the step before
        relaxation.profit()
        assert relaxation.step(bound, value) == disagreement.any()
        if not disagreement.any():
            assert relaxation.multipliers is before
            return
        direction = disagreement + 0.7 * direction
        distance = max(bound.total - value, 0.3)
        moved = before - length * distance / (direction**2).sum() * direction
        assert relaxation.multipliers == pytest.approx(moved, abs=1e-12)
        before = np.round(moved * 4) / 4


def test_steps_become_shorter_where_the_bound_does_not_fall():
    """After four bounds that are not lower by more than a billionth, by the factor .6; the best is kept."""
    made = Problem(2, 2, *np.array([(0, 0), (1, 1)]).T, np.zeros(2), *np.array([[0], [1]]), np.ones(1))
    relaxation = Relaxation(made, FreeAssignment(made), None, 1.0)
    totals, lengths, best = [9, 9, 9 - 5e-10, 9 - 2e-9, 9, 9, 9, 9, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9], [], []
    for total in totals:
        relaxation.profit = lambda total=total: np.array([total, 0.0])
        relaxation.bound()
        lengths.append(round(relaxation.length, 6))
        best.append(relaxation.best.total)
    assert lengths == [1] * 7 + [0.6] * 5 + [0.36] * 4 + [0.216] * 2
    assert best == [9] * 3 + [9 - 2e-9] * 5 + [8] * 10


def test_a_bound_that_is_lower_by_as_much_as_rounding_is_not_better(monkeypatch):
    """With half of one for what rounding may do."""
    monkeypatch.setattr(bounds, "TIE", 0.5)
    made = Problem(2, 2, *np.array([(0, 0), (1, 1)]).T, np.zeros(2), *np.array([[0], [1]]), np.ones(1))
    relaxation = Relaxation(made, FreeAssignment(made), None, 1.0)
    for total, best in ((9, 9), (8.5, 9), (8.25, 8.25)):
        relaxation.profit = lambda total=total: np.array([total, 0.0])
        relaxation.bound()
        assert relaxation.best.total == best


def alone(made):
    """Orbits of a problem in which nothing is alike."""
    return Orbits(np.arange(len(made.first)), np.arange(len(made.gain)))


def rows(made, orbits):
    """Every row of the program, summed over orbits, with the most that it may come to."""
    _, variable = np.unique(np.append(orbits.pairs, len(made.first) + orbits.edges), return_inverse=True)
    size, every = len(made.first), set()

    def add(entries, most):
        row = [0] * (variable.max() + 1)
        for place, amount in entries:
            row[variable[place]] += amount
        every.add((*row, most))

    for nodes in (made.first, made.second):
        for node in set(nodes.tolist()):
            add([(pair, 1) for pair in np.flatnonzero(nodes == node)], 1)
        for pair in range(size):
            partners = {}
            for one, other in ((made.earlier, made.later), (made.later, made.earlier)):
                for edge in np.flatnonzero(one == pair):
                    partners.setdefault(nodes[other[edge]], []).append((size + edge, 1))
            for entries in partners.values():
                add([*entries, (pair, -1)], 0)
    return every


@given(instances, st.booleans())
def test_the_program_that_is_solved(made, joined):
    """Amounts, rows and bounds, one variable and one row for all that are equal; and its work."""
    size = len(made.first)
    orbits = Symmetries(made).orbits_with_edges(made, np.arange(size)) if joined else alone(made)
    amounts = np.append(made.reward, made.gain)
    _, variable = np.unique(np.append(orbits.pairs, size + orbits.edges), return_inverse=True)
    calls = []

    def solved(costs, **given_):
        calls.append((costs, given_))
        taken, prices = np.linspace(0, 1, len(costs)), SimpleNamespace(marginals=-given_["b_ub"])
        return SimpleNamespace(success=True, nit=9000, x=taken, ineqlin=prices)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scipy.optimize, "linprog", solved)
        solution = relaxed(made, orbits, 10**12)
    ((costs, given_),) = calls
    assert (-costs).tolist() == np.bincount(variable, amounts).tolist()
    assert (given_["bounds"], given_["method"]) == ((0, 1), "highs-ds")
    table = [(*row, most) for row, most in zip(given_["A_ub"].toarray(), given_["b_ub"], strict=True)]
    nothing = (0.0,) * len(table[0])
    assert {row for row in table if any(row[:-1])} == rows(made, orbits) - {nothing}
    assert len(set(table)) == len(table)
    assert solution.taken.tolist() == np.linspace(0, 1, len(costs))[variable[:size]].tolist()
    program = len({*orbits.pairs.tolist()}) + 4 * len({*orbits.edges.tolist()})
    assert solution.work == 100_000 + 9000 * max(program // 2, 1)


@given(instances)
def test_any_prices_give_bounds(made):
    """Without orbits: the prices of rows, and what pairs and edges earn beyond them."""
    size = len(made.first)
    amounts, seen = np.append(made.reward, made.gain), []

    def solved(costs, **given_):
        marginals = 1.0 - np.arange(len(given_["b_ub"])) % 4
        seen.append((given_["A_ub"].toarray(), given_["b_ub"], np.maximum(-marginals, 0)))
        found = SimpleNamespace(marginals=marginals)
        return SimpleNamespace(success=True, nit=1, x=np.zeros(len(costs)), ineqlin=found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scipy.optimize, "linprog", solved)
        solution = relaxed(made, alone(made), 10**12)
    ((matrix, most, price),) = seen
    left = amounts - matrix.T @ price
    total = most @ price + sum(left[left > 0])
    assert solution.bound == pytest.approx(total)
    assert solution.most == pytest.approx([total + min(one, 0) for one in left[:size]])
    assert solution.work == 100_000 + 2000 * max((size + 4 * len(made.gain)) // 2, 1)


def test_a_program_is_begun_where_its_least_work_is_left(monkeypatch):
    """Two pairs and one edge: 6 / 2 steps for each of 2,000 iterations, and 100,000 beside them."""
    made = Problem(2, 2, *np.array([(0, 0), (1, 1)]).T, np.zeros(2), *np.array([[0], [1]]), np.ones(1))
    assert relaxed(made, alone(made), 105_999) is None
    solution = relaxed(made, alone(made), 106_000)
    assert (solution.bound, solution.work) == (1, 106_000)
    iterations = []

    def unsolved(_, *, options, **__):
        iterations.append(options["maxiter"])
        return SimpleNamespace(success=False, nit=2010)

    monkeypatch.setattr(scipy.optimize, "linprog", unsolved)
    assert relaxed(made, alone(made), 130_000).work == 100_000 + 2010 * 3
    relaxed(made, alone(made), 2**60)
    assert iterations == [10_000, 2**31 - 1]  # which is what HiGHS can be told


@pytest.mark.parametrize(
    ("size", "work", "chosen"),
    [
        (0, 10**9, ("highs-ds", 1, 2000)),
        (1, 10**9, ("highs-ds", 1, 2000)),
        (9, 10**9, ("highs-ds", 4, 2000)),
        (2500, 10**9, ("highs-ds", 1250, 2000)),
        (2501, 10**9, ("highs-ipm", 2501 * 38, 30)),
        (2999, 10**9, ("highs-ipm", 2999 * 39, 30)),
        (3000, 10**9, ("highs-ipm", 3000 * 40, 30)),
        (3000, 30 * 3000 * 40, ("highs-ipm", 3000 * 40, 30)),
        (3000, 30 * 3000 * 40 - 1, ("highs-ds", 1500, 2000)),
    ],
)
def test_small_programs_are_solved_by_the_simplex_method(size, work, chosen):
    """Large ones by the interior point method, if the work for thirty iterations is left."""
    assert bounds._method(size, work) == chosen
