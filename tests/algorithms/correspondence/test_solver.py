"""The best correspondence, against trying all mappings and against the integer program of the paper."""

import random
from itertools import combinations

import numpy as np
import pytest
from graph_tuples import graphs, tuples
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp

from nerkit.algorithms.correspondence import assignment as assignment_module
from nerkit.algorithms.correspondence import bounds as solver_bounds
from nerkit.algorithms.correspondence import problem as problem_module
from nerkit.algorithms.correspondence import solver, symmetry
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation, relaxed
from nerkit.algorithms.correspondence.search import Search
from nerkit.algorithms.correspondence.solver import Problem, Tuples, problem, solve


def earned(gold, system, mapping):
    """The pairs of tuples that agree under a mapping, counted one by one."""
    image = np.append(mapping, -1)
    nodes = sum(
        a == b and image[i] == k
        for i, a in zip(gold.node, gold.node_key, strict=True)
        for k, b in zip(system.node, system.node_key, strict=True)
    )
    edges = sum(
        a == b and image[i] == k and image[j] == m and (i == j) == (k == m)
        for i, j, a in zip(gold.source, gold.target, gold.edge_key, strict=True)
        for k, m, b in zip(system.source, system.target, system.edge_key, strict=True)
    )
    return nodes + edges


def mappings(left, right, order=False):
    """All one-to-one partial mappings; in order, those that do not cross."""
    if not left:
        yield ()
        return
    for rest in mappings(left - 1, right, order):
        yield (*rest, -1)
        for k in range(right):
            if k not in rest and not (order and k < max(rest, default=-1)):
                yield (*rest, k)


def worth(instance, mapping):
    chosen = np.array([mapping[i] == k for i, k in zip(instance.first, instance.second, strict=True)], bool)
    return instance.value(chosen)


def best(instance, order=False):
    return max(worth(instance, mapping) for mapping in mappings(instance.left, instance.right, order))


def by_integer_program(gold, system):
    """The optimum of appendix A.1: a variable for each pair of nodes, and of tuples, below its pairs."""
    pairs = [(i, k) for i in range(gold.size) for k in range(system.size)]
    place = {pair: p for p, pair in enumerate(pairs)}
    needs = [
        {(i, k)}
        for i, a in zip(gold.node, gold.node_key, strict=True)
        for k, b in zip(system.node, system.node_key, strict=True)
        if a == b
    ]
    needs += [
        {(i, k), (j, m)}
        for i, j, a in zip(gold.source, gold.target, gold.edge_key, strict=True)
        for k, m, b in zip(system.source, system.target, system.edge_key, strict=True)
        if a == b
    ]
    if not needs:
        return 0
    size = len(pairs) + len(needs)
    rows, most = [], []
    for side, count in ((0, gold.size), (1, system.size)):
        for node in range(count):
            rows.append([float(p < len(pairs) and pairs[p][side] == node) for p in range(size)])
            most.append(1)
    for number, wanted in enumerate(needs, len(pairs)):
        for pair in wanted:
            row = [0.0] * size
            row[number], row[place[pair]] = 1, -1
            rows.append(row)
            most.append(0)
    costs = np.repeat((0, -1), (len(pairs), len(needs)))
    constraints = LinearConstraint(np.array(rows), -np.inf, most)
    return round(-milp(costs, integrality=np.ones(size), bounds=Bounds(0, 1), constraints=constraints).fun)


def test_the_worked_example():
    """The numbers in the docstring of `solver`: candidates, rewards, gains, profits, bound and optimum."""
    want, boy, go, arg0, arg1 = range(5)
    a, b, c = x, y, z = range(3)
    gold = tuples(3, [(a, want), (b, boy), (c, go)], [(a, arg0, b), (a, arg1, c), (c, arg0, b)])
    system = tuples(3, [(x, want), (y, go), (z, boy)], [(x, arg0, z), (x, arg1, y), (y, arg0, x)])
    instance = problem(gold, system)
    pairs = list(zip("aabbcc", "xyxzxy", strict=True))
    assert [("abc"[i], "xyz"[k]) for i, k in zip(instance.first, instance.second, strict=True)] == pairs
    assert instance.reward.tolist() == [1, 0, 0, 1, 0, 1]
    edges = {(pairs[e], pairs[f]) for e, f in zip(instance.earlier, instance.later, strict=True)}
    named = ("ax bz", "ax cy", "ay bx", "bx cy", "bz cx")
    assert edges == {tuple(tuple(pair) for pair in edge.split()) for edge in named}
    assert instance.gain.tolist() == [1] * 5
    bound = Relaxation(instance, FreeAssignment(instance), None, 1).bound()
    assert (bound.total, bound.profit.tolist()) == (5, [2, 0.5, 0.5, 1.5, 0.5, 1.5])
    answer = solve(instance)
    assert (answer.mapping.tolist(), answer.value, answer.optimal) == ([x, z, y], 5, True)


@given(gold=graphs(), system=graphs())
def test_the_value_is_the_best_of_all_mappings_and_that_of_the_mapping(gold, system):
    """Small graphs, all mappings tried: none earns more, the answer earns what it says, and it is proved."""
    answer = solve(problem(gold, system))
    assert answer.optimal
    assert answer.value == answer.bound
    assert answer.value == earned(gold, system, answer.mapping)
    assert answer.value == max(earned(gold, system, mapping) for mapping in mappings(gold.size, system.size))


@given(gold=graphs(most=7, keys=1), system=graphs(most=7, keys=1))
def test_graphs_without_names_have_the_optimum_of_the_integer_program(gold, system):
    """One key for all: the hardest case, as nothing tells nodes apart."""
    assert solve(problem(gold, system)).value == by_integer_program(gold, system)


@st.composite
def problems(draw, most=4, amounts=None):
    """Rewards and gains of no graphs in particular."""
    amounts = st.integers(0, 3).map(float) if amounts is None else amounts
    left, right = draw(st.integers(1, most)), draw(st.integers(1, most))
    pairs = [(i, k) for i in range(left) for k in range(right)]
    possible = [
        (p, q)
        for p, q in combinations(range(len(pairs)), 2)
        if pairs[p][0] != pairs[q][0] and pairs[p][1] != pairs[q][1]
    ]
    edges = sorted(draw(st.sets(st.sampled_from(possible), max_size=14))) if possible else []
    first, second = np.array(pairs).T
    one, other = np.array(edges, np.int64).reshape(-1, 2).T
    rewards = draw(st.lists(amounts, min_size=len(pairs), max_size=len(pairs)))
    gains = draw(st.lists(amounts, min_size=len(edges), max_size=len(edges)))
    return Problem(left, right, first, second, np.array(rewards), one, other, np.array(gains, float))


@given(instance=problems(), order=st.booleans())
def test_any_rewards_and_gains(instance, order):
    """And mappings in order, where that is asked for."""
    answer = solve(instance, order=order)
    assert answer.optimal
    assert answer.value == answer.bound == worth(instance, answer.mapping) == best(instance, order)
    taken = answer.mapping[answer.mapping >= 0]
    assert len(set(taken.tolist())) == len(taken)
    assert not order or (np.diff(taken) > 0).all()


@given(instance=problems(amounts=st.floats(0, 3, allow_subnormal=False)), order=st.booleans())
def test_real_rewards_are_proved_within_the_tolerance(instance, order):
    """Where rewards are no integers, value and bound may be TOLERANCE apart, not more."""
    answer = solve(instance, order=order)
    assert answer.optimal
    assert answer.value == pytest.approx(worth(instance, answer.mapping))
    assert answer.value <= answer.bound < answer.value + 2 * solver.TOLERANCE
    assert answer.value >= best(instance, order) - 2 * solver.TOLERANCE


@given(instance=problems(), order=st.booleans())
def test_short_rounds_leave_the_proof_to_the_linear_program_and_the_tree(instance, order):
    """With one step of the ascent the later proofs still find the best."""
    before = solver.ROUNDS, solver.BRANCH_ROUNDS
    solver.ROUNDS, solver.BRANCH_ROUNDS = (1,), (1,)
    try:
        answer = solve(instance, order=order)
    finally:
        solver.ROUNDS, solver.BRANCH_ROUNDS = before
    assert answer.optimal
    assert answer.value == best(instance, order)


def random_pair(nodes, edges, seed, keys=2):
    """Two graphs whose nodes and edges have so many labels, and their edges, in no order."""
    chance = random.Random(seed)
    sides = []
    for _ in range(2):
        pairs = chance.sample([(a, b) for a in range(nodes) for b in range(nodes) if a != b], edges)
        edge_keys = np.array([chance.randrange(keys) for _ in pairs])
        node = np.arange(nodes)
        sides.append(Tuples(nodes, node, node % keys, *np.array(pairs).T, edge_keys))
    return sides


def shuffled_cycles():
    """Two cycles of 5 and one of 10, without names: in between no bound is tight."""
    double = [(i, 0, (i + 1) % 5) for i in range(5)] + [(5 + i, 0, 5 + (i + 1) % 5) for i in range(5)]
    return tuples(10, [], double), tuples(10, [], [(i, 0, (i + 1) % 10) for i in range(10)])


def test_what_no_bound_settles_is_halved_until_it_is():
    """Cycles without names: the proof is the tree, and the integer program agrees."""
    gold, system = shuffled_cycles()
    answer = solve(problem(gold, system))
    assert (answer.value, answer.optimal, answer.proof) == (8, True, "tree")
    assert by_integer_program(gold, system) == 8


@pytest.mark.parametrize("limit", [0, 1_000, 10_000, 100_000])
def test_past_the_limit_the_bound_is_still_a_bound(limit):
    """And the value that of the mapping, which is proved or said not to be."""
    gold, system = shuffled_cycles()
    answer = solve(problem(gold, system), limit=limit)
    assert answer.value == earned(gold, system, answer.mapping)
    assert answer.value <= 8 <= answer.bound
    assert answer.optimal == (answer.value == answer.bound) == (answer.proof != "limit")


@given(instance=problems(), limit=st.integers(0, 2_000), order=st.booleans())
def test_any_limit_is_honest(instance, limit, order):
    """Whatever the limit, the best lies between value and bound, and `optimal` is said of the best only."""
    answer = solve(instance, limit=limit, order=order)
    optimum = best(instance, order)
    assert answer.value == worth(instance, answer.mapping)
    assert answer.value <= optimum <= answer.bound
    assert not answer.optimal or answer.value == optimum


@given(instance=problems(), limit=st.integers(0, 2_000), unit=st.integers(2, 4))
def test_any_limit_is_honest_where_only_units_are_proved(instance, limit, unit):
    """A bound holds for all objectives, though beyond half of the limit only the first one is proved."""
    answer = solve(instance, limit=limit, unit=unit)
    assert answer.value <= best(instance) <= answer.bound
    assert answer.optimal == (answer.value == answer.bound)


def test_what_is_closed_for_its_first_objective_is_not_proved(monkeypatch):
    """Within half of the limit the value is 112; a better mapping has as many tuples, and more of a type."""
    monkeypatch.setattr(solver._Solver, "depth_first", lambda *_: False)
    sides = random_pair(7, 10, 5)
    made = problem(*sides, 11, np.array([12, 11]))
    answers = [solve(made, unit=11, limit=limit) for limit in (20_000, 60_000, solver.LIMIT)]
    assert [answer.value for answer in answers] == [112, 112, 113]
    assert [answer.bound for answer in answers] == [120, 120, 113]
    assert [answer.optimal for answer in answers] == [False, False, True]


@given(gold=graphs(), system=graphs(), most=st.integers(1, 12))
def test_tuples_too_many_to_join_are_bounded(gold, system, most):
    """The value is what the mapping earns at least, and the bound holds for all that could be earned."""
    whole = best(problem(gold, system))
    before, problem_module.MOST = problem_module.MOST, most
    try:
        answer = solve(problem(gold, system))
    finally:
        problem_module.MOST = before
    assert answer.value <= earned(gold, system, answer.mapping) <= whole <= answer.bound
    assert not answer.optimal or answer.value == whole


def test_a_long_chain_is_matched_with_itself_although_its_tuples_are_too_many_to_join(monkeypatch):
    """What is near in rank is looked at, and counting the tuples of each key proves the rest."""
    monkeypatch.setattr(problem_module, "MOST", 5_000)
    chain = tuples(300, [(i, 0) for i in range(300)], [(i, 0, i + 1) for i in range(299)])
    made = problem(chain, chain)
    assert len(made.first) < 300 * 300 / 4
    answer = solve(made)
    assert (answer.value, answer.optimal) == (599, True)
    assert answer.mapping.tolist() == list(range(300))


def test_keys_may_be_large_where_tuples_are_too_many(monkeypatch):
    """Memory grows with the tuples, not with the numbers of their keys (AMR's are a role and a text)."""
    monkeypatch.setattr(problem_module, "MOST", 50)
    chain = tuples(30, [(i, 2**50) for i in range(30)], [(i, 2**50 + i % 2, i + 1) for i in range(29)])
    answer = solve(problem(chain, chain))
    assert answer.value <= 59 <= answer.bound


@given(gold=graphs(), system=graphs(), data=st.data())
def test_the_mapping_depends_neither_on_the_order_of_tuples_nor_on_the_numbers_of_keys(gold, system, data):
    """Tuples in another order under other keys have the same answer."""
    names = np.array(data.draw(st.permutations(range(5))))

    def disguised(graph):
        nodes = np.array(data.draw(st.permutations(range(len(graph.node)))), np.int64)
        edges = np.array(data.draw(st.permutations(range(len(graph.source)))), np.int64)
        return Tuples(
            graph.size,
            graph.node[nodes],
            names[graph.node_key[nodes]],
            graph.source[edges],
            graph.target[edges],
            names[graph.edge_key[edges]],
        )

    one, other = solve(problem(gold, system)), solve(problem(disguised(gold), disguised(system)))
    assert one.mapping.tolist() == other.mapping.tolist()
    assert one.value == other.value


@given(gold=graphs(), system=graphs())
def test_no_pair_of_the_mapping_is_idle(gold, system):
    """Taking any pair out loses something."""
    answer = solve(problem(gold, system))
    for i in np.flatnonzero(answer.mapping >= 0):
        without = answer.mapping.copy()
        without[i] = -1
        assert earned(gold, system, without) < answer.value


def test_among_equals_earlier_nodes_are_mapped_to_earlier_nodes():
    """A star with itself: its leaves are all alike."""
    alike = tuples(4, [(i, 0) for i in range(4)], [(0, 0, i) for i in (1, 2, 3)])
    assert solve(problem(alike, alike)).mapping.tolist() == [0, 1, 2, 3]


def test_copies_multiply_and_loops_agree_with_loops_only():
    """n copies against m count n * m times; an edge to itself agrees with no edge between two nodes."""
    one = tuples(2, [(0, 0), (0, 0)], [(0, 1, 1), (0, 1, 1), (1, 2, 1)])
    other = tuples(2, [(0, 0), (0, 0), (0, 0)], [(0, 1, 1), (1, 2, 1), (0, 2, 1)])
    answer = solve(problem(one, other))
    assert (answer.value, answer.mapping.tolist()) == (2 * 3 + 2 * 1 + 1, [0, 1])


def test_nothing_to_map_is_worth_nothing():
    """Empty graphs, and graphs that share no key."""
    nothing, one, other = (
        tuples(0, [], []),
        tuples(1, [(0, 0)], [(0, 0, 0)]),
        tuples(1, [(0, 1)], [(0, 1, 0)]),
    )
    for gold, system in ((nothing, nothing), (nothing, one), (one, nothing), (one, other)):
        for limit in (solver.LIMIT, 0):
            answer = solve(problem(gold, system), limit=limit)
            assert (answer.value, answer.bound, answer.optimal, answer.proof) == (0, 0, True, "bound")
            assert answer.mapping.tolist() == [-1] * gold.size


@given(
    gold=graphs(), system=graphs(), never=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6)
)
def test_forbidden_pairs_are_never_mapped(gold, system, never):
    """And of the mappings without them the best is found."""
    never = {(i, k) for i, k in never if i < gold.size and k < system.size}
    pairs = tuple(np.array(sorted(never), np.int64).reshape(-1, 2).T)
    answer = solve(problem(gold, system, forbidden=pairs))
    assert not never & set(enumerate(answer.mapping.tolist()))
    allowed = (one for one in mappings(gold.size, system.size) if not never & set(enumerate(one)))
    assert answer.value == max(earned(gold, system, mapping) for mapping in allowed)


def test_weights_are_numbers_or_one_for_each_key():
    """A weight of 0, whole numbers, fractions."""
    graph = tuples(2, [(0, 0), (1, 1)], [(0, 0, 1)])
    assert solve(problem(graph, graph, node_weight=0)).value == 1
    assert solve(problem(graph, graph, node_weight=np.array([2, 5]), edge_weight=10)).value == 17
    assert solve(problem(graph, graph, node_weight=0.25, edge_weight=np.array([0.5]))).value == pytest.approx(
        1.0
    )


def test_negative_weights_are_refused():
    """The problem cannot be made."""
    graph = tuples(1, [(0, 0)], [])
    with pytest.raises(ValueError, match="weights must not be negative"):
        problem(graph, graph, node_weight=-1)


def test_a_second_objective_decides_among_the_optima_of_the_first():
    """One gold node, two system nodes that share one tuple each: the second objective wants key 1."""
    gold = tuples(1, [(0, 0), (0, 1)], [])
    system = tuples(2, [(0, 0), (1, 1)], [])
    answer = solve(problem(gold, system, node_weight=np.array([2, 3])))  # 2 for the first objective
    assert answer.mapping.tolist() == [1]
    assert divmod(answer.value, 2) == (1, 1)
    assert solve(problem(gold, system)).mapping.tolist() == [0]


@given(gold=graphs(), system=graphs())
def test_objectives_are_maximised_one_after_the_other(gold, system):
    """The most tuples, and of such mappings the most with two variables."""
    made = problem(gold, system, 100, 101)
    whole = tuples(gold.size, [], list(zip(gold.source, gold.edge_key, gold.target, strict=True)))
    expected = max(
        (earned(gold, system, mapping), earned(whole, system, mapping))
        for mapping in mappings(gold.size, system.size)
    )
    assert divmod(solve(made).value, 100) == expected


def dense_pair(nodes, edges):
    """Two graphs of nodes that are alike, with edges that are alike, in no order."""
    chance = random.Random(1)
    sides = []
    for _ in range(2):
        pairs = chance.sample([(a, b) for a in range(nodes) for b in range(nodes) if a != b], edges)
        source, target = np.array(pairs).T
        sides.append(
            Tuples(nodes, np.arange(nodes), np.zeros(nodes, int), source, target, np.zeros(edges, int))
        )
    return sides


def test_linear_programs_end_with_the_budget(monkeypatch):
    """What a program does is counted: its iterations stay below what the limit leaves, on graphs without
    anything to tell nodes apart too, and the answer is a bound.
    """
    work = []

    def counted(part, orbits, most):
        solution = relaxed(part, orbits, most)
        work.append((most, solution.work if solution else 0))
        return solution

    monkeypatch.setattr(solver, "relaxed", counted)
    limit = 100_000_000
    answer = solve(problem(*dense_pair(20, 60)), limit=limit)
    assert work
    assert all(spent <= most for most, spent in work)
    assert sum(spent for _, spent in work) <= limit
    assert not answer.optimal
    assert answer.proof == "limit"
    assert answer.value <= answer.bound < 70  # the ascent alone leaves 72 of 80


@pytest.mark.parametrize(("nodes", "edges"), [(20, 30), (30, 60)])
def test_the_work_on_a_pair_ends_with_the_limit(nodes, edges, monkeypatch):
    """Whatever the steps are: the last one goes over by less than its own cost."""
    limit, left = 20_000_000, []
    run = solver._Solver.run

    def watched(self):
        run(self)
        left.append(self.budget)

    monkeypatch.setattr(solver._Solver, "run", watched)
    solve(problem(*dense_pair(nodes, edges)), limit=limit)
    assert -0.1 * limit < left[0] <= 0.5 * limit


def test_the_bound_falls_while_parts_are_open():
    """Not only the last part is worked on: more work gives a lower bound."""
    pair = problem(*dense_pair(20, 40))
    bounds = [solve(pair, limit=limit).bound for limit in (5_000_000, 40_000_000, 120_000_000)]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] > bounds[-1]


def test_a_matrix_that_is_too_large_is_never_made(monkeypatch):
    """Stars of more leaves than a matrix holds have a mapping and a bound; without edges the proof."""
    monkeypatch.setattr(assignment_module, "CELLS", 100)
    monkeypatch.setattr(solver, "CELLS", 100)
    monkeypatch.setattr(assignment_module, "linear_sum_assignment", None)
    leaves = np.arange(1, 30)
    star = Tuples(30, np.arange(30), np.arange(30), np.zeros(29, int), leaves, np.zeros(29, int))
    answer = solve(problem(star, star))
    assert answer.value <= 59 <= answer.bound
    assert answer.value >= 30
    alike = star._replace(
        node_key=np.zeros(30, int), source=leaves[:0], target=leaves[:0], edge_key=leaves[:0]
    )
    answer = solve(problem(alike, alike))
    assert (answer.value, answer.optimal) == (30, True)


def test_what_earns_nothing_is_no_part_of_the_problem():
    """Pairs without reward that are in no edge, and edges without gain, are left out."""
    graph = tuples(3, [(0, 0), (1, 1), (2, 2)], [(0, 0, 1)])
    made = problem(graph, graph, node_weight=np.array([0, 0, 1]))
    assert made.reward.tolist() == [0, 0, 1]  # the first two are of the edge
    assert problem(graph, graph, node_weight=np.array([0, 0, 1]), edge_weight=0).reward.tolist() == [1]


def pairs_alone(*pairs, edges=(), gain=1):
    """A problem of these pairs of nodes, which earn nothing by themselves, and edges between them."""
    first, second = np.array(pairs).T
    one, other = np.array(edges, np.int64).reshape(-1, 2).T
    gains = np.full(len(edges), float(gain))
    return Problem(int(first.max()) + 1, int(second.max()) + 1, first, second, 0.0 * first, one, other, gains)


def split(instance, undecided, *, order=False):
    """The parts that a problem is split into, as the places of their pairs."""
    solving = solver._Solver(instance, 0, order, 1)
    part = solver._Part(instance, np.arange(len(instance.first)), None, 9.0)
    return [one.places.tolist() for one in solving.branches(part, np.array(undecided))]


def test_a_part_is_split_by_its_least_decided_pair():
    """Of those that do not go with all others: without it, and with it and what goes with it."""
    fork = pairs_alone((0, 0), (0, 1), (1, 2))
    assert split(fork, [0.1, 0.2, 0.5]) == [[0, 2], [1, 2]]
    assert split(fork, [0.2, 0.1, 0.5]) == [[1, 2], [0, 2]]
    assert split(fork, [0.0, 0.0, 0.5]) == [[1, 2], [0, 2]]
    join = pairs_alone((0, 0), (1, 0), (2, 1))
    assert split(join, [0.1, 0.2, 0.5]) == [[0, 2], [1, 2]]
    square = pairs_alone((0, 0), (0, 1), (1, 0), (1, 1))
    assert split(square, [0.1, 0.2, 0.3, 0.2]) == [[0, 1, 3], [1, 2]]
    apart = pairs_alone((0, 0), (1, 1))
    assert split(apart, [0.5, 0.5]) == [[0, 1]]


def test_in_order_a_part_is_split_by_a_pair_that_crosses_others():
    """Pairs next to one another cross where the second node of the later one is not behind."""
    crossing = pairs_alone((0, 0), (1, 2), (2, 1), (3, 3))
    assert split(crossing, [0.5, 0.1, 0.2, 0.5], order=True) == [[0, 1, 3], [0, 2, 3]]
    assert split(crossing, [0.5, 0.2, 0.1, 0.5], order=True) == [[0, 2, 3], [0, 1, 3]]
    assert split(crossing, [0.5, 0.2, 0.1, 0.5]) == [[0, 1, 2, 3]]
    straight = pairs_alone((0, 0), (1, 1), (2, 2))
    assert split(straight, [0.5, 0.5, 0.5], order=True) == [[0, 1, 2]]
    fork = pairs_alone((0, 1), (1, 1), (2, 0), (3, 2))
    assert split(fork, [0.3, 0.1, 0.2, 0.5], order=True) == [[1, 2, 3], [0, 3]]


def test_what_is_like_the_pair_goes_with_it():
    """Three nodes and two, all alike: without one of their pairs none is left."""
    instance = pairs_alone((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    solving = solver._Solver(instance, 0, False, 1)
    solving.symmetries = symmetry.Symmetries(instance)
    part = solver._Part(instance, np.arange(6), None, 9.0)
    parts = solving.branches(part, np.array([0.1, 0, 0, 0.3, 0, 0]))
    assert [one.places.tolist() for one in parts] == [[], [0, 3, 4]]
    assert solving.unlike(part, np.arange(6) == 9).all()


def test_up_to_200_pairs_and_gains_a_part_is_split_at_once(monkeypatch):
    """Beyond, a linear program is begun."""
    begun = []
    monkeypatch.setattr(solver, "ROUNDS", (1,))
    monkeypatch.setattr(solver.Relaxation, "most", lambda relaxation: np.full(len(relaxation.reward), np.inf))
    monkeypatch.setattr(solver.Search, "improved", lambda _, chosen, __: (chosen, 0))
    monkeypatch.setattr(solver._Solver, "depth_first", lambda *_: False)
    monkeypatch.setattr(solver._Solver, "branches", lambda *_: begun.append("split") or [])
    monkeypatch.setattr(solver._Solver, "program", lambda *_: begun.append("program") or [])
    for sizes, edges, size in (((10, 10), (5, 20), 200), ((9, 9), (10, 12), 201)):
        sides = []
        for nodes, count in zip(sizes, edges, strict=True):
            ends = [(a, b) for a in range(nodes) for b in range(a)]
            source, target = np.array(random.Random(count).sample(ends, count)).T
            node = np.arange(nodes)
            sides.append(Tuples(nodes, node, 0 * node, source, target, 0 * source))
        instance = problem(*sides)
        assert len(instance.first) + len(instance.gain) == size
        solve(instance)
    assert begun == ["split", "program"]


@pytest.mark.parametrize(
    ("bound", "most", "proof", "left"),
    [
        (np.inf, [9, 8, 9, 7.5, 9, 9], "limit", [0, 2, 4, 5]),
        (np.inf, [8] * 6, "program", []),
        (8, [9] * 6, "program", []),
    ],
)
def test_what_the_program_excludes(monkeypatch, bound, most, proof, left):
    """Pairs that no mapping above the value of 8 has; the whole if its bound or all of them are no higher."""
    instance = pairs_alone((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    solving = solver._Solver(instance, 10**9, False, 1)
    solving.value = 8.0
    parts = []

    def relaxed_(*_):
        return solver_bounds.Relaxed(np.zeros(6), bound, np.array(most, float), 7)

    monkeypatch.setattr(solver, "relaxed", relaxed_)
    monkeypatch.setattr(solver, "Symmetries", lambda made, *, seek: symmetry.Symmetries(made, seek=False))
    monkeypatch.setattr(solver._Solver, "branches", lambda _, part, __: parts.append(part) or [part])
    solving.program(solver._Part(instance, np.arange(6), None, np.inf))
    assert [part.places.tolist() for part in parts] == ([left] if left else [])
    assert solving.proof == ("" if left else proof)


def test_pairs_that_are_like_excluded_ones_are_excluded(monkeypatch):
    """By the program, and before the next round."""
    instance = pairs_alone((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 2), (4, 2), edges=[(0, 6)])
    found = symmetry.Symmetries(instance)
    orbits = found.orbits(np.arange(8))
    most = np.full(8, 9.0)
    most[3] = 0
    solving = solver._Solver(instance, 10**9, False, 1)
    monkeypatch.setattr(solver, "relaxed", lambda *_: solver_bounds.Relaxed(np.zeros(8), np.inf, most, 7))
    parts = []
    monkeypatch.setattr(solver._Solver, "branches", lambda _, part, __: parts.append(part) or [part])
    whole = solver._Part(instance, np.arange(8), None, np.inf)
    solving.program(whole)
    kept = np.flatnonzero(orbits != orbits[3])
    assert len(kept) == 6
    assert parts[0].places.tolist() == kept.tolist()
    assert solving.budget == 10**9 - 7 - solving.symmetries.work - solving_cost(instance)


def test_after_a_round_what_is_like_excluded_pairs_is_excluded(monkeypatch):
    """All pairs of two circles and one are alike: without one of them none is left."""
    instance = problem(*shuffled_cycles())
    solving = solver._Solver(instance, 10**9, False, 1)
    parts = []
    monkeypatch.setattr(solver, "SMALL", 0)
    monkeypatch.setattr(solver._Solver, "program", lambda _, part: parts.append(part) or [part])
    whole = solver._Part(instance, np.arange(100), None, np.inf)
    solving.symmetries = symmetry.Symmetries(instance)
    monkeypatch.setattr(Relaxation, "most", lambda _: np.append(0.0, np.full(99, 99.0)))
    assert solving.close(whole, (1,)) == []
    assert solving.proof == "ascent"
    # a bound of just the least progress does not exclude a pair
    monkeypatch.setattr(Relaxation, "most", lambda _: np.full(100, solving.value + solving.least_progress()))
    assert len(solving.close(whole, (1,))) == len(parts) == 1
    assert len(parts[0].places) == 100


def solving_cost(instance):
    """What the local search from nothing takes."""
    return Search(instance).improved(np.zeros(len(instance.first), bool), 10**9)[1]


def test_a_program_that_is_not_begun_ends_the_work(monkeypatch):
    """The part stays, and nothing of the limit is left."""
    instance = pairs_alone((0, 0), (0, 1), (1, 0), (1, 1))
    monkeypatch.setattr(solver, "relaxed", lambda *_: None)
    solving = solver._Solver(instance, 10**9, False, 1)
    (part,) = solving.program(solver._Part(instance, np.arange(4), None, np.inf))
    assert part.places.tolist() == [0, 1, 2, 3]
    assert solving.budget == 0


def test_proofs_are_named_after_their_step():
    """All pairs go together, or none has a gain: one assignment; after the ascent it is the ascent."""
    together = pairs_alone((0, 0), (1, 1), edges=[(0, 1)])
    ungained = Problem(
        1, 2, np.array([0, 0]), np.array([0, 1]), np.array([1.0, 2]), *[np.empty(0, int)] * 2, np.empty(0)
    )
    for instance, value in ((together, 1), (ungained, 2)):
        answer = solve(instance)
        assert (answer.value, answer.proof) == (value, "bound")
    solving = solver._Solver(together, 0, False, 1)
    part, _ = together.restricted(np.array([True, False]))
    assert solving.close(solver._Part(part, np.arange(1), None, np.inf), (6,)) == []
    assert solving.proof == "ascent"


@pytest.mark.parametrize(("node", "edge", "integral"), [(1, 2, True), (0.5, 1, False), (1, 0.5, False)])
def test_whole_numbers_are_proved_by_bounds_below_the_next_one(node, edge, integral):
    """Where all rewards and gains are whole."""
    graph = tuples(2, [(0, 0), (1, 0)], [(0, 0, 1)])
    solving = solver._Solver(problem(graph, graph, node, edge), 0, False, 1)
    assert solving.integral == integral
    assert solving.least_difference() == (1 - 1e-6 if integral else 1e-6)


def test_least_progress():
    """One unit of the first objective more, less what rounding may do, which grows with large values."""
    solving = solver._Solver(pairs_alone((0, 0), (1, 1)), 0, False, 17)
    solving.value = 293.0
    assert solving.least_progress() == 1 - 1e-6
    solving.rough = True
    assert solving.least_progress() == 13 - 1e-6
    assert solving.bound_of_closed() == 305 - 1e-6
    solving.value = 4e6
    assert solving.slack() == 4e-6


def test_a_bound_that_is_higher_by_what_is_the_least_progress_closes_nothing():
    """Nor is it a proof; any lower one is."""
    solving = solver._Solver(pairs_alone((0, 0), (1, 1), edges=[(0, 1)]), 0, False, 1)
    higher = 1 - 1e-6
    assert not solving.closed(higher)
    assert solving.closed(np.nextafter(higher, 0))
    solving.bound = higher
    assert not solving.answer().optimal
    solving.bound = np.nextafter(higher, 0)
    assert solving.answer().optimal


def test_in_order_no_pair_is_idle():
    """b-y would earn with c-x, which crosses it: it is no part of the mapping."""
    pairs, one = np.array([(0, 0), (1, 1), (2, 0)]).T, np.array([1])
    instance = Problem(3, 2, *pairs, np.array([2.0, 0, 0]), one, one + 1, np.array([1.0]))
    assert solve(instance, order=True).mapping.tolist() == [0, -1, -1]


def test_a_table_as_large_as_it_may_be_is_made(monkeypatch):
    """One cell more, and only a rough mapping is found."""
    gold, system = shuffled_cycles()
    made = problem(gold, system)
    for cells, proof in ((100, "tree"), (99, "limit")):
        monkeypatch.setattr(solver, "CELLS", cells)
        assert solve(made).proof == proof
