"""Symmetries: what is called alike is alike, and the solver that relies on it finds what trying all finds."""

import random
from itertools import permutations

import graph_tuples
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import ranked, solver, symmetry
from nerkit.algorithms.correspondence.problem import Problem, Tuples, problem
from nerkit.algorithms.correspondence.solver import solve
from nerkit.algorithms.correspondence.symmetry import Symmetries


def alike(size, edges):
    """A graph of nodes with the same label and edges with the same label."""
    source, target = np.array(edges, np.int64).reshape(-1, 2).T
    return Tuples(
        size, np.arange(size), np.zeros(size, np.int64), source, target, np.zeros(len(edges), np.int64)
    )


def star(leaves):
    """One node with edges to so many leaves."""
    return alike(leaves + 1, [(0, leaf) for leaf in range(1, leaves + 1)])


def cycle(*lengths):
    """Directed cycles of these lengths."""
    begins = np.repeat(np.cumsum([0, *lengths[:-1]]), lengths)
    source = np.arange(sum(lengths))
    target = begins + (source - begins + 1) % np.repeat(lengths, lengths)
    return alike(sum(lengths), list(zip(source, target, strict=True)))


@st.composite
def graphs(draw, most=4):
    """Graphs of few nodes, most of which are alike."""
    size = draw(st.integers(1, most))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node), max_size=2 * size, unique=True))
    return alike(size, [edge for edge in edges if edge[0] != edge[1]])


def best(gold, system):
    """The most that any mapping earns, of all that map every node of the smaller side."""
    made = problem(gold, system)
    if gold.size > system.size:
        return best(system, gold)
    code = made.first * made.right + made.second
    values = []
    for images in permutations(range(system.size), gold.size):
        chosen = np.isin(code, np.arange(gold.size) * made.right + np.array(images))
        values.append(made.value(chosen))
    return max(values)


def classes(orbits):
    """The sizes of the orbits."""
    return sorted(np.unique(orbits, return_counts=True)[1].tolist())


def test_leaves_of_stars_are_one_orbit():
    """The example of the module: the two centres, a centre with leaves, and leaves with leaves."""
    made = problem(star(3), star(2))
    found = Symmetries(made)
    assert classes(found.orbits(np.arange(len(made.first)))) == [1, 2, 3, 6]
    orbits = found.orbits_with_edges(made, np.arange(len(made.first)))
    assert classes(orbits.edges) == [6]


def test_cycles_turn_and_equal_cycles_change_places():
    """All nodes of a cycle are alike, and all of cycles of the same length; those of two lengths are not."""
    for lengths, sizes in (((5,), [5]), ((3, 3), [6]), ((3, 4), [3, 4])):
        made = problem(cycle(*lengths), alike(2, [(0, 1)]))
        orbits = Symmetries(made).orbits(np.arange(len(made.first)))
        assert classes(orbits) == sorted(2 * sizes)


def test_of_a_part_only_the_symmetries_that_keep_it_count():
    """Without the pair b-x, b is not like the other leaves, nor x like the other one."""
    made = problem(star(3), star(2))
    found = Symmetries(made)
    pairs = np.flatnonzero((made.first != 1) | (made.second != 1))
    assert classes(found.orbits(pairs)) == [1, 1, 1, 1, 1, 2, 2, 2]
    # as no better mapping has b-x, none has a pair of leaves
    whole = found.whole_orbits(pairs)
    assert {(int(made.first[pair]) > 0, int(made.second[pair]) > 0) for pair in pairs[~whole]} == {
        (True, True)
    }


@given(graphs(5), graphs(5))
def test_every_symmetry_leaves_rewards_and_gains_as_they_are(gold, system):
    """Each is a permutation of the pairs under which all that is earned stays the same."""
    made = problem(gold, system)
    edges = {(int(a), int(b)): gain for a, b, gain in zip(made.earlier, made.later, made.gain, strict=True)}
    for places in Symmetries(made).places:
        assert sorted(places.tolist()) == list(range(len(made.first)))
        assert (made.reward[places] == made.reward).all()
        assert {
            (min(places[a], places[b]), max(places[a], places[b])): gain for (a, b), gain in edges.items()
        } == edges


def earnings(made, gold_names, system_names):
    """What each pair and each edge earns when the nodes have these names."""
    pairs = [(gold_names[i], system_names[k]) for i, k in zip(made.first, made.second, strict=True)]
    edges = zip(made.earlier, made.later, made.gain, strict=True)
    rewards = dict(zip(pairs, made.reward.tolist(), strict=True))
    return pairs, rewards, {frozenset((pairs[a], pairs[b])): float(gain) for a, b, gain in edges}


def joined(size, renamings):
    """The least place that any of the renamings, back and forth, lead to from each place."""
    least = list(range(size))
    for _ in least:
        for places in renamings:
            for one, other in enumerate(places):
                least[one] = least[other] = min(least[one], least[other])
    return least


def all_renamings(made):
    """Every renaming of the nodes of one side that changes no earnings, as the place of each pair."""
    names = list(range(made.left)), list(range(made.right))
    before, *amounts = earnings(made, *names)
    for turned in [(new, names[1]) for new in permutations(names[0])] + [
        (names[0], new) for new in permutations(names[1])
    ]:
        after, *renamed = earnings(made, *turned)
        if renamed == amounts:
            yield [before.index(pair) for pair in after]


def test_edges_with_other_partners_are_not_alike():
    """Edges of two keys, once on either side, from 0 to 3 and from 1 to 2, whose sums are equal."""
    labels = [(node, 0) for node in range(4)]
    gold = graph_tuples.tuples(2, labels[:2], [(0, 0, 1), (1, 1, 0)])
    found = Symmetries(problem(gold, graph_tuples.tuples(4, labels, [(0, 0, 3), (1, 1, 2)])))
    assert classes(found.orbits(np.arange(8))) == [2, 2, 2, 2]


@given(graph_tuples.graphs(5), graph_tuples.graphs(4), st.data())
def test_pairs_are_alike_if_some_renaming_exchanges_them(gold, system, data):
    """Of all renamings; and on some of the pairs, and on edges, if one of those that were listed does."""
    made = problem(gold, system)
    size = len(made.first)
    found = Symmetries(made)
    assert found.orbits(np.arange(size)).tolist() == joined(size, all_renamings(made))
    pairs = sorted(data.draw(st.sets(st.integers(0, size - 1)))) if size else []
    kept = [
        [pairs.index(place) for place in places[pairs]]
        for places in found.places
        if set(places[pairs].tolist()) == set(pairs)
    ]
    places = np.array(pairs, np.int64)
    assert found.orbits(places).tolist() == joined(len(pairs), kept)
    part, _ = made.restricted(np.isin(np.arange(size), places))
    edges = [frozenset(edge) for edge in zip(part.earlier.tolist(), part.later.tolist(), strict=True)]
    moved = [[edges.index(frozenset(new[pair] for pair in edge)) for edge in edges] for new in kept]
    orbits = found.orbits_with_edges(part, places)
    assert orbits.pairs.tolist() == joined(len(pairs), kept)
    assert orbits.edges.tolist() == joined(len(edges), moved)
    every = found.orbits(np.arange(size))
    broken = {orbit for place, orbit in enumerate(every.tolist()) if place not in pairs}
    assert found.whole_orbits(places).tolist() == [every[place] not in broken for place in pairs]


def no_edges(left, right):
    """Every pair of so many nodes a side, all alike, without edges."""
    first, second = np.divmod(np.arange(left * right), right)
    none = np.empty(0, np.int64)
    return Problem(left, right, first, second, np.ones(left * right), none, none, np.empty(0))


def test_a_problem_has_symmetries_or_none():
    """One is enough; where all nodes differ there is none, and without a search there is no work."""
    one, none = Symmetries(no_edges(2, 1)), Symmetries(no_edges(1, 1))
    assert (bool(one), len(one.places), bool(none), len(none.places)) == (True, 1, False, 0)
    unsought = Symmetries(no_edges(2, 1), seek=False)
    assert (bool(unsought), unsought.work) == (False, 0)


def test_up_to_so_many_nodes_are_told_apart():
    """Of 128 nodes of a side renamings are sought, of 129 not."""
    assert Symmetries(no_edges(128, 1))
    assert Symmetries(no_edges(1, 128))
    assert not Symmetries(no_edges(129, 1))
    assert not Symmetries(no_edges(1, 129))


@given(graphs(), graphs())
def test_the_best_of_all_mappings_is_found_with_symmetries(gold, system):
    """With one step of the ascent and a useless program, the tree alone does it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "SMALL", 0)
        patch.setattr(solver, "ROUNDS", (1,))
        patch.setattr(solver, "BRANCH_ROUNDS", (1,))
        relaxed = solver.relaxed
        patch.setattr(
            solver,
            "relaxed",
            lambda *given: relaxed(*given)._replace(bound=np.inf, most=np.full(len(given[0].first), np.inf)),
        )
        answer = solve(problem(gold, system))
    assert (answer.value, answer.optimal) == (best(gold, system), True)


PETERSEN = [pair for i in range(5) for pair in ((i, (i + 1) % 5), (i, i + 5), (5 + i, 5 + (i + 2) % 5))]
CUBE = [(i, i ^ bit) for i in range(8) for bit in (1, 2, 4) if not i & bit]


@pytest.mark.parametrize(("edges", "size"), [(PETERSEN, 10), (CUBE, 8)], ids=["Petersen", "cube"])
def test_one_choice_does_not_tell_all_nodes_apart(edges, size):
    """Several nodes are taken for others, one after the other: all are alike, however they are numbered."""
    numbered = np.random.default_rng(0).permutation(size)[np.array(edges)]
    made = problem(alike(size, np.concatenate((numbered, numbered[:, ::-1])).tolist()), alike(2, [(0, 1)]))
    assert classes(Symmetries(made).orbits(np.arange(len(made.first)))) == [2 * size]


def test_nodes_that_only_look_alike():
    """All numbers differ before they tell that edges do not go where they should: that is no renaming."""
    after = [(3, 4), (2, 5), (5, 6), (7,), (2, 6), (0, 3), (1,), (0, 4)]
    entries = np.array([[int(node in ends) for node in range(8)] for ends in after])
    orders = [np.array(order) for order in permutations(range(8))]
    same = {tuple(order) for order in orders if (entries[order[:, None], order] == entries).all()}
    found = {tuple(renaming) for renaming in symmetry._Renamings(entries).listed(100)}
    assert found == same - {tuple(range(8))}


def mirrored(edges, size):
    """A graph with each of these edges both ways, its nodes in no order."""
    numbered = np.random.default_rng(0).permutation(size)[np.array(edges)]
    return alike(size, np.concatenate((numbered, numbered[:, ::-1])).tolist())


def circulant(size, *steps):
    """Nodes in a circle with edges of these steps."""
    return alike(size, [(node, (node + step) % size) for node in range(size) for step in steps])


STEPS = [  # gold, system, the symmetries that are found, and the elementary steps of the search
    (star(4), star(3), 9, 880),
    (cycle(7), cycle(3, 4), 11, 9310),
    (cycle(3, 3, 3), alike(2, [(0, 1)]), 29, 6137),
    (mirrored(PETERSEN, 10), alike(2, [(0, 1)]), 35, 21958),
    (alike(2, [(0, 1)]), mirrored(CUBE, 8), 20, 7848),
    (circulant(13, 1, 3, 4), circulant(9, 1, 2), 20, 46400),
    (alike(3, [(0, 1), (1, 2)]), alike(3, [(0, 1), (0, 2), (2, 1)]), 0, 36),
]


@pytest.mark.parametrize("case", range(len(STEPS)))
def test_the_search_takes_as_many_steps_on_every_machine(case):
    """What is left of the limit decides what is proved, so that each step counts."""
    gold, system, *expected = STEPS[case]
    found = Symmetries(problem(gold, system))
    assert [len(found.places), found.work] == expected


def test_the_search_ends(monkeypatch):
    """After so many entries, and where so many symmetries are found that their places fill the room."""
    for made, *expected in ((no_edges(128, 1), 2080, 4493312), (no_edges(128, 16), 1144, 6585856)):
        found = Symmetries(made)
        assert [len(found.places), found.work] == expected
    made = problem(star(4), star(3))
    monkeypatch.setattr(symmetry, "ROOM", 2 * (len(made.first) + len(made.gain)))
    found = Symmetries(made)
    assert [len(found.places), found.work] == [4, 720]
    entries = np.diag([1, 1, 2, 2])
    one, two = symmetry._Renamings(entries), symmetry._Renamings(entries)
    assert [len(one.listed(1)), len(two.listed(2))] == [1, 2]
    assert (one.work, two.work) == (48, 80)


def test_the_search_goes_on_up_to_the_allowance(monkeypatch):
    """A turn is begun while the entries that were looked at are not more than it."""
    for allowance, *expected in (
        (-1, 0, 16),
        (15, 0, 16),
        (16, 1, 48),
        (47, 1, 48),
        (48, 3, 80),
        (80, 6, 112),
    ):
        monkeypatch.setattr(symmetry, "ALLOWANCE", allowance)
        renamings = symmetry._Renamings(np.eye(4, dtype=np.int64))
        assert [len(renamings.listed(100)), renamings.work] == expected


def test_pairs_that_leave_no_whole_orbit(monkeypatch):
    """Some pair of each orbit is in no better mapping, so that none is, and no program is needed."""
    monkeypatch.setattr(solver, "SMALL", 0)
    monkeypatch.setattr(solver, "ROUNDS", (6, 25))
    monkeypatch.setattr(solver, "relaxed", lambda *_: pytest.fail("begun"))
    answer = solve(problem(cycle(9), star(9)))
    assert (answer.value, answer.bound, answer.optimal, answer.proof) == (10, 10, True, "ascent")


def hung(nodes, hubs, chance):
    """A graph whose nodes hang under three of the hubs each, in few different ways."""
    ways = [chance.sample(range(hubs), 3) for _ in range(4)]
    return alike(nodes, [(hub, node) for node in range(hubs, nodes) for hub in chance.choice(ways)])


def test_nodes_that_are_alike_need_not_be_told_apart(monkeypatch):
    """A pair of graphs of 30 nodes is proved with symmetries, and not without them."""
    chance = random.Random(4)
    pair = problem(hung(30, 8, chance), hung(30, 8, chance))
    answer = solve(pair, limit=60_000_000)
    assert answer.optimal
    monkeypatch.setattr(symmetry, "MOST_NODES", 0)
    without = solve(pair, limit=60_000_000)
    assert not without.optimal
    assert without.value <= answer.value <= without.bound


def test_an_unproved_pair_is_solved_once(monkeypatch):
    """What is left of the limit goes into the total; no second solution is begun."""
    calls = []

    def counted(*given, **settings):
        calls.append(settings["unit"])
        return solve(*given, **settings)

    monkeypatch.setattr(solver, "solve", counted)
    chance = random.Random(2)
    sides = [
        alike(12, chance.sample([(a, b) for a in range(12) for b in range(12) if a != b], 30))
        for _ in range(2)
    ]
    types = np.zeros(1, np.int64), np.ones(1, np.int64)
    (answer,) = ranked.solve_ranked(
        graph_tuples.typed_problem(*sides, types, [12, 30], 2), limit=1_000_000, fewest=2
    )
    assert calls == [13]
    assert answer.total < answer.bound


def test_the_total_is_proved_where_the_types_are_not():
    """Beyond half of the limit only the total counts, here before edges of one of two types."""
    chance, unit = random.Random(0), 20
    sides = [
        alike(9, chance.sample([(a, b) for a in range(9) for b in range(9) if a != b], 16))._replace(
            edge_key=np.arange(16) % 2
        )
        for _ in range(2)
    ]
    made = problem(*sides, unit, np.array([unit + 1, unit]))
    whole = solve(made, unit=unit)
    assert (whole.value, whole.optimal) == (324, True)
    for limit in range(500_000, 10_000_000, 500_000):
        answer = solve(made, unit=unit, limit=limit)
        assert answer.value <= whole.value <= answer.bound
        assert answer.optimal == (answer.value == answer.bound)
    answer = solve(made, unit=unit, limit=3_000_000)
    assert (answer.value // unit, answer.bound // unit, answer.optimal) == (16, 16, False)
