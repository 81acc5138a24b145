"""Problems made of tuples, against loops over all of them."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from graph_tuples import graphs
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import problem as problem_module
from nerkit.algorithms.correspondence.problem import problem

KEYS = 2
weights = st.one_of(
    st.sampled_from([0, 1, 2, 0.5]),
    st.lists(st.sampled_from([0, 1, 2, 0.5]), min_size=KEYS, max_size=KEYS).map(np.array),
)


def nodes_of(graph):
    return list(zip(graph.node_key.tolist(), graph.node.tolist(), strict=True))


def edges_of(graph):
    return list(zip(graph.edge_key.tolist(), graph.source.tolist(), graph.target.tolist(), strict=True))


def weighed(weight, key):
    return float(weight[key]) if isinstance(weight, np.ndarray) else float(weight)


def earnings(node_pairs, edge_pairs, weights_, never):
    """Rewards of pairs and gains of pairs of pairs, from pairs of tuples of equal key."""
    rewards, gains = Counter(), Counter()
    for (key, i), (_, k) in node_pairs:
        rewards[i, k] += weighed(weights_[0], key)
    for (key, i, j), (_, k, m) in edge_pairs:
        if i == j and k == m:
            rewards[i, k] += weighed(weights_[1], key)
        elif i != j and k != m and not {(i, k), (j, m)} & never:
            gains[frozenset({(i, k), (j, m)})] += weighed(weights_[1], key)
    rewards = {pair: amount for pair, amount in rewards.items() if amount and pair not in never}
    return rewards, {pairs: amount for pairs, amount in gains.items() if amount}


def read(made):
    """The rewards and gains of a problem, and its pairs and edges, which are in order and distinct."""
    pairs = list(zip(made.first.tolist(), made.second.tolist(), strict=True))
    edges = list(zip(made.earlier.tolist(), made.later.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    assert edges == sorted(set(edges))
    assert all(earlier < later for earlier, later in edges)
    gains = {frozenset({pairs[a], pairs[b]}): gain for (a, b), gain in zip(edges, made.gain, strict=True)}
    rewards = {pair: reward for pair, reward in zip(pairs, made.reward, strict=True) if reward}
    assert set(pairs) == set(rewards) | {pair for edge in gains for pair in edge}
    return rewards, gains


def equal_keys(left, right):
    return [(one, other) for one, other in product(left, right) if one[0] == other[0]]


@given(
    graphs(4, KEYS),
    graphs(4, KEYS),
    st.tuples(weights, weights),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4),
)
def test_rewards_and_gains(gold, system, weights_, never):
    """Of all tuples of equal key, without the pairs that are forbidden and what earns nothing."""
    never = {(i, k) for i, k in never if i < gold.size and k < system.size}
    columns = np.array(sorted(never), np.int64).reshape(-1, 2).T
    made = problem(gold, system, *weights_, tuple(columns) if never else None)
    expected = earnings(
        equal_keys(nodes_of(gold), nodes_of(system)),
        equal_keys(edges_of(gold), edges_of(system)),
        weights_,
        never,
    )
    assert read(made) == expected
    assert (made.left, made.right, made.omitted, made.ceiling) == (gold.size, system.size, 0, np.inf)
    assert read(problem(gold, system)) == read(problem(gold, system, 1, 1))


def near(left, right, most):
    """The pairs of places of equal key, and the keys of which some are left out because they are too many.

    The wider the reach, the more; it is halved until the pairs are few enough.
    """
    if len(left) * len(right) <= most:
        return {(i, k) for i, a in enumerate(left) for k, b in enumerate(right) if a == b}, set()
    reach = len(right)
    while True:
        pairs, cut = set(), set()
        for key in set(left):
            ours, theirs = ([i for i, one in enumerate(side) if one == key] for side in (left, right))
            for rank, place in enumerate(ours):
                low, high = 0, len(theirs)
                if len(theirs) > reach:
                    cut.add(key)
                    centre = rank * len(theirs) // len(ours)
                    low, high = max(low, centre - reach // 2), min(high, centre + reach // 2 + 1)
                pairs |= {(place, other) for other in theirs[low:high]}
        if len(pairs) <= most or reach <= 1:
            return pairs, cut
        reach //= 2


def most_of(left, right, weight):
    """For each key what its tuples can earn: those of one side times the most copies on the other."""
    ceilings = {}
    for key in {one[0] for one in left + right}:
        ours, theirs = ([one for one in side if one[0] == key] for side in (left, right))
        copies = [max(Counter(side).values(), default=0) for side in (ours, theirs)]
        ceilings[key] = min(copies[0] * len(theirs), copies[1] * len(ours)) * weighed(weight, key)
    return ceilings


@given(graphs(4, KEYS), graphs(4, KEYS), st.tuples(weights, weights), st.integers(1, 30))
def test_tuples_that_are_too_many(gold, system, weights_, most):
    """Those near in rank are joined, and what the others may earn is bounded by counting."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(problem_module, "MOST", most)
        made = problem(gold, system, *weights_)
    kinds = [(nodes_of(gold), nodes_of(system)), (edges_of(gold), edges_of(system))]
    joined, omitted, ceiling, is_cut = [], 0.0, 0.0, False
    for (ours, theirs), weight in zip(kinds, weights_, strict=True):
        pairs, cut = near([one[0] for one in ours], [one[0] for one in theirs], most)
        joined.append([(ours[i], theirs[k]) for i, k in pairs])
        ceilings = most_of(ours, theirs, weight)
        omitted += sum(ceilings[key] for key in cut)
        ceiling += sum(ceilings.values())
        is_cut = is_cut or bool(cut)
    assert read(made) == earnings(*joined, weights_, set())
    assert (made.omitted, made.ceiling) == ((omitted, ceiling) if is_cut else (0, np.inf))


@given(st.lists(st.integers(0, 2), max_size=12), st.lists(st.integers(0, 2), max_size=12), st.integers(1, 40))
def test_pairs_near_in_rank(left, right, most):
    """Of keys alone, of which there are more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(problem_module, "MOST", most)
        ours, theirs, cut = problem_module._joined(np.array(left, np.int64), np.array(right, np.int64))
    pairs, expected = near(left, right, most)
    assert sorted(zip(ours.tolist(), theirs.tolist(), strict=True)) == sorted(pairs)
    assert ([] if cut is None else cut.tolist()) == sorted(expected)


@given(graphs(4, 1), graphs(4, 1), st.data())
def test_parts_and_values_of_mappings(gold, system, data):
    """A part on some pairs, what some pairs earn, and what they earn beside each pair."""
    made = problem(gold, system, 0.5, 2)
    size = len(made.first)
    flags = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)), bool)
    part, edges = made.restricted(flags)
    both = [
        bool(flags[a] and flags[b]) for a, b in zip(made.earlier.tolist(), made.later.tolist(), strict=True)
    ]
    assert edges.tolist() == both
    pairs = list(zip(made.first[flags].tolist(), made.second[flags].tolist(), strict=True))
    rewards, gains = read(made)
    assert list(zip(part.first.tolist(), part.second.tolist(), strict=True)) == pairs
    assert part.reward.tolist() == [rewards.get(pair, 0) for pair in pairs]
    inside = {edge: gain for edge, gain in gains.items() if edge <= set(pairs)}
    ends = zip(part.earlier.tolist(), part.later.tolist(), strict=True)
    assert [frozenset({pairs[a], pairs[b]}) for a, b in ends] == [
        frozenset({(int(made.first[a]), int(made.second[a])), (int(made.first[b]), int(made.second[b]))})
        for a, b in zip(made.earlier[edges], made.later[edges], strict=True)
    ]
    assert sum(part.gain) == sum(inside.values())
    assert (part.left, part.right) == (made.left, made.right)
    assert made.value(flags) == sum(rewards.get(pair, 0) for pair in pairs) + sum(inside.values())
    beside = made.partners(flags)
    for place, pair in enumerate(zip(made.first.tolist(), made.second.tolist(), strict=True)):
        others = (edge - {pair} for edge in gains if pair in edge)
        assert beside[place] == sum(gains[other | {pair}] for other in others if other <= set(pairs))


@pytest.mark.parametrize(("node", "edge"), [(-1, 1), (1, -1), (-0.5, -0.5)])
def test_weights_below_nothing_are_refused(node, edge):
    """Of tuples with one variable or with two, where there are any."""
    graph = problem_module.Tuples(2, *(np.array([place]) for place in (0, 0, 0, 1, 0)))
    with pytest.raises(ValueError, match="weights must not be negative"):
        problem(graph, graph, node, edge)
