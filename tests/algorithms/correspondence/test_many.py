"""Many problems at once, against each of them alone."""

import numpy as np
from graph_tuples import graphs, tuples
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.algorithms.correspondence.many import settle
from nerkit.algorithms.correspondence.problem import Problem, problem
from nerkit.algorithms.correspondence.solver import solve


def side_by_side(problems):
    """Problems as one whose nodes fall into blocks, and the block of each left node."""
    lefts, rights, pairs = (
        np.cumsum([0, *sizes])
        for sizes in zip(*((one.left, one.right, len(one.first)) for one in problems), strict=True)
    )
    starts = list(zip(problems, lefts, rights, pairs, strict=False))

    def joined(column):
        return np.concatenate(column) if column else np.zeros(0)

    whole = Problem(
        int(lefts[-1]),
        int(rights[-1]),
        joined([one.first + left for one, left, _, _ in starts]),
        joined([one.second + right for one, _, right, _ in starts]),
        joined([one.reward for one in problems]),
        joined([one.earlier + pair for one, _, _, pair in starts]),
        joined([one.later + pair for one, _, _, pair in starts]),
        joined([one.gain for one in problems]),
    )
    return whole, np.repeat(np.arange(len(problems)), [one.left for one in problems])


def settled(problems):
    """The answer, and for each problem its own part: mapping, value, whether it is settled."""
    whole, blocks = side_by_side(problems)
    answer = settle(whole, blocks, len(problems))
    lefts, rights = (
        np.cumsum([0, *sizes]) for sizes in zip(*((one.left, one.right) for one in problems), strict=True)
    )
    mappings = [
        np.where(part < 0, -1, part - right)
        for part, right in zip(np.split(answer.mapping, lefts[1:-1]), rights, strict=False)
    ]
    return [
        (mapping.tolist(), value, bool(known))
        for mapping, value, known in zip(mappings, answer.value, answer.settled, strict=True)
    ]


def earned(one, mapping):
    """What a mapping earns."""
    image = np.append(mapping, -1)
    return one.value(image[one.first] == one.second)


@st.composite
def problems(draw):
    """Up to six problems of small graphs, with weights that are whole or not."""
    weights = st.sampled_from([(1, 1), (3, 2), (0.5, 0.25), (1.25, 1)])
    node, edge = draw(weights)
    pairs = draw(st.lists(st.tuples(graphs(6, 3), graphs(6, 3)), min_size=1, max_size=6))
    return [problem(gold, system, node, edge) for gold, system in pairs]


@given(problems())
@settings(max_examples=300, deadline=None)
def test_what_is_settled_is_the_optimum(alone):
    """The value is that of the solver, the mapping earns it and has each node once; all else is left open."""
    for one, (mapping, value, known) in zip(alone, settled(alone), strict=True):
        best = solve(one)
        partners = [node for node in mapping if node >= 0]
        assert len(set(partners)) == len(partners)
        if known:
            assert best.optimal
            assert abs(value - best.value) < 1e-5
            assert abs(earned(one, mapping) - value) < 1e-5


@given(problems(), st.randoms())
@settings(max_examples=100, deadline=None)
def test_blocks_do_not_depend_on_each_other(alone, chance):
    """A problem has the same answer by itself, and beside others in any order."""
    order = list(range(len(alone)))
    chance.shuffle(order)
    together, shuffled = settled(alone), settled([alone[k] for k in order])
    assert [together[k] for k in order] == shuffled
    assert [settled([one])[0] for one in alone] == together


def test_the_mapping_is_canonical():
    """Of equal mappings the one that gives earlier left nodes earlier right nodes, as alone."""
    twins = tuples(3, [(0, 0), (1, 0), (2, 0)], [])
    rows = tuples(4, [(0, 0), (1, 0), (2, 1), (3, 1)], [(0, 0, 2), (1, 0, 3)])
    alone = [problem(twins, twins), problem(rows, rows), problem(tuples(0, [], []), twins)]
    assert settled(alone) == [(list(solve(one).mapping), solve(one).value, True) for one in alone]
    assert settled(alone)[0][0] == [0, 1, 2]
    assert settled(alone)[1][0] == [0, 1, 2, 3]


def test_the_easy_majority_is_settled():
    """Of random graphs with a few labels wrong nearly all; what stays open is for the solver."""
    chance = np.random.default_rng(5)
    alone = []
    for _ in range(60):
        size = int(chance.integers(5, 20))
        labels = chance.integers(0, 12, size)
        edges = [(int(chance.integers(0, j)), int(chance.integers(0, 4)), j) for j in range(1, size)]
        wrong = np.where(chance.random(size) < 0.2, 12, labels)
        turned = chance.permutation(size)
        gold = tuples(size, list(enumerate(labels.tolist())), edges)
        moved = [(int(turned[a]), key, int(turned[b])) for a, key, b in edges]
        alone.append(
            problem(gold, tuples(size, [(int(turned[i]), int(k)) for i, k in enumerate(wrong)], moved))
        )
    answers = settled(alone)
    assert sum(known for _, _, known in answers) >= 55
    for one, (_, value, known) in zip(alone, answers, strict=True):
        assert not known or value == solve(one).value
