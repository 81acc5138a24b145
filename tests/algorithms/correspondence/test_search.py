"""The local search, step by step, against mappings that are changed and valued one by one."""

import numpy as np
import pytest
from graph_tuples import tuples
from hypothesis import example, given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import search as search_module
from nerkit.algorithms.correspondence.problem import Problem, problem
from nerkit.algorithms.correspondence.search import Search


@st.composite
def instances(draw):
    """Pairs of up to four nodes a side with any rewards and gains in halves, and a mapping."""
    left, right = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    every = [(i, k) for i in range(left) for k in range(right)]
    pairs = sorted(draw(st.sets(st.sampled_from(every), min_size=1)))
    size = len(pairs)
    possible = [
        (p, q)
        for p in range(size)
        for q in range(p + 1, size)
        if pairs[p][0] != pairs[q][0] and pairs[p][1] != pairs[q][1]
    ]
    edges = sorted(draw(st.sets(st.sampled_from(possible), max_size=8))) if possible else []
    halves = st.integers(0, 4).map(lambda amount: amount / 2)
    rewards = draw(st.lists(halves, min_size=size, max_size=size))
    gains = draw(st.lists(halves, min_size=len(edges), max_size=len(edges)))
    one, other = np.array(edges, np.int64).reshape(-1, 2).T
    first, second = np.array(pairs).T
    made = Problem(left, right, first, second, np.array(rewards), one, other, np.array(gains, float))
    mapped: set[int] = set()
    for pair in draw(st.permutations(range(size)))[: draw(st.integers(0, 4))]:
        if all(pairs[pair][side] != pairs[other][side] for other in mapped for side in (0, 1)):
            mapped.add(pair)
    return made, mapped


def flags(made, mapped):
    """A mapping as which pairs are chosen."""
    return np.isin(np.arange(len(made.first)), list(mapped))


def stepped(made, mapped, pair):
    """The mapping after the step of a pair, the pairs that give way left and right, and the last one."""
    left = [other for other in mapped if made.first[other] == made.first[pair]]
    right = [other for other in mapped if made.second[other] == made.second[pair]]
    after, last = {*mapped, pair} - {*left, *right} | {pair}, []
    if left and right:
        ends = made.first[right[0]], made.second[left[0]]
        last = np.flatnonzero((made.first == ends[0]) & (made.second == ends[1])).tolist()
    none = [len(made.first)]
    return after | {*last}, (left or none)[0], (right or none)[0], (last or none)[0]


def earned(made, mapped, pair):
    """What the step of a pair earns, and what the pair is worth after it."""
    after, _, _, last = stepped(made, mapped, pair)
    beside = made.reward[pair] + made.partners(flags(made, {*mapped, last}))[pair]
    beside -= made.partners(flags(made, mapped & {last}))[pair]
    return made.value(flags(made, after)) - made.value(flags(made, mapped)), beside


@given(instances())
def test_what_steps_earn_and_where_they_lead(instance):
    """Of every pair; a chosen one earns nothing, and stays with its own two nodes."""
    made, mapped = instance
    searching = Search(made)
    steps = searching.steps(flags(made, mapped))
    for pair in range(len(made.first)):
        after, left, right, last = stepped(made, mapped, pair)
        gain, beside = earned(made, mapped, pair)
        assert steps.earned[pair] == (0 if pair in mapped else gain)
        assert (steps.left[pair], steps.right[pair]) == (left, right)
        if pair not in mapped:
            assert steps.last[pair] == last
            assert steps.worth[pair] == beside
            taken = searching.taken(flags(made, mapped), steps, np.array([pair]))
            assert set(np.flatnonzero(taken).tolist()) == after


def improved(made, mapped, slack, rounds):
    """The search by hand: all steps that earn something and share no node, best first, or the best alone.

    Returns the mapping, and how many rounds were begun.
    """
    for begun in range(rounds):
        value = made.value(flags(made, mapped))
        gains = {pair: earned(made, mapped, pair)[0] for pair in range(len(made.first)) if pair not in mapped}
        better = sorted((pair for pair in gains if gains[pair] > slack), key=lambda pair: -gains[pair])
        if not better:
            return mapped, begun + 1
        touched, together, out = set(), set(), set()
        for pair in better:
            _, left, right, last = stepped(made, mapped, pair)
            ends = {("left", made.first[pair]), ("right", made.second[pair])}
            ends |= {("left", made.first[other]) for other in {right} & mapped}
            ends |= {("right", made.second[other]) for other in {left} & mapped}
            if not touched & ends:
                touched |= ends
                out |= {left, right}
                together |= {pair, last}
        after = (mapped - out | together) - {len(made.first)}
        if made.value(flags(made, after)) < value + gains[better[0]] - slack:
            after = stepped(made, mapped, better[0])[0]
        mapped = after
    return mapped, rounds


def in_the_way(reward):
    """Of the steps of a-x and b-y, the second earns 4 less *reward* for a pair that the first takes out."""
    pairs = np.array([(0, 0), (0, 1), (1, 2), (1, 3)]).T
    made = Problem(2, 4, *pairs, np.array([0, 5, reward, 0]), *np.array([[0], [3]]), np.array([4.0]))
    return made, {0, 2}


@pytest.mark.parametrize("slack", [1e-9, 0.5])
@given(instance=instances(), rounds=st.integers(0, 4))
@example(instance=in_the_way(1.5), rounds=1)
@example(instance=in_the_way(0.5), rounds=1)
@example(instance=in_the_way(0.0), rounds=1)
def test_rounds_of_the_search(slack, instance, rounds):
    """As many as the budget pays for; each costs 20 for each pair and each gain, the last one in full."""
    made, mapped = instance
    cost = 20 * (len(made.first) + len(made.gain))
    expected, begun = improved(made, mapped, slack, rounds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "SLACK", slack)
        for short in (0, 1):
            chosen, spent = Search(made).improved(flags(made, mapped), rounds * cost - short)
            assert set(np.flatnonzero(chosen).tolist()) == expected
            assert spent == begun * cost


@pytest.mark.parametrize("slack", [1e-9, 0.5])
@given(instance=instances(), rounds=st.integers(0, 4))
def test_steps_to_the_canonical_mapping(slack, instance, rounds):
    """The first pair that gives an earlier left node an earlier right node and loses nothing, one by one."""
    made, mapped = instance
    cost = 20 * (len(made.first) + len(made.gain))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "SLACK", slack)
        canonical = Search(made).canonical(flags(made, mapped), rounds * cost + cost - 1)
    for _ in range(rounds):
        for pair in range(len(made.first)):
            after, left, right, _ = stepped(made, mapped, pair)
            gain, beside = earned(made, mapped, pair)
            lower = left == len(made.first) or made.second[left] > made.second[pair]
            lower = lower and (right == len(made.first) or made.first[right] > made.first[pair])
            if pair not in mapped and lower and gain > -slack and beside > slack:
                mapped = after
                break
        else:
            break
    partners = made.partners(flags(made, mapped))
    assert set(np.flatnonzero(canonical).tolist()) == {
        pair for pair in mapped if made.reward[pair] + partners[pair] > 0
    }


def test_the_canonical_mapping_of_nodes_that_are_alike():
    """Each step exchanges two of them."""
    alike = tuples(6, [(i, 0) for i in range(6)], [])
    made = problem(alike, alike)
    reverse = made.second == 5 - made.first
    mappings = [Search(made).canonical(reverse, rounds * 20 * 36) for rounds in range(5)]
    shown = ["".join(map(str, made.second[chosen])) for chosen in mappings]
    assert shown == ["543210", "043215", "013245", "012345", "012345"]
