"""Many problems at once, against each of them alone."""

import numpy as np
import pytest
from graph_tuples import graphs, tuples
from hypothesis import assume, given
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import assignment as assignment_module
from nerkit.algorithms.correspondence import batch_solver
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.batch_solver import settle
from nerkit.algorithms.correspondence.bounds import Relaxation
from nerkit.algorithms.correspondence.problem import Problem, problem
from nerkit.algorithms.correspondence.search import Search
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


@st.composite
def uneven(draw):
    """Problems of small graphs with few keys, of which many pairs compete."""
    pairs = draw(st.lists(st.tuples(graphs(5, 1), graphs(5, 2)), min_size=2, max_size=5))
    return [problem(gold, system, 1, draw(st.sampled_from([1, 2, 0.5]))) for gold, system in pairs]


def parts(problems):
    """The problems as one, and of each of them its places in the pairs and in the edges of it."""
    whole, blocks = side_by_side(problems)
    pairs = np.split(np.arange(len(whole.first)), np.cumsum([len(one.first) for one in problems])[:-1])
    edges = np.split(np.arange(len(whole.gain)), np.cumsum([len(one.gain) for one in problems])[:-1])
    return (
        batch_solver._OpenPairs(whole, np.arange(len(whole.first)), blocks[whole.first], len(problems)),
        pairs,
        edges,
    )


@given(uneven(), st.data())
def test_the_ascent_of_each_block_is_that_of_the_solver(alone, data):
    """Step by step the same bounds, assignments, multipliers and lengths of steps; and bounds of pairs."""
    part, pairs, edges = parts(alone)
    count = len(alone)
    open_blocks = np.array([len(one.gain) > 0 for one in alone])
    assume(open_blocks.any())
    lengths = np.array(data.draw(st.lists(st.sampled_from([0.2, 1.0]), min_size=count, max_size=count)))
    ascent = batch_solver._Ascent(part, np.zeros(len(part.problem.gain)), lengths, open_blocks)
    singles = {
        block: Relaxation(one, FreeAssignment(one), None, lengths[block])
        for block, one in enumerate(alone)
        if open_blocks[block]
    }
    value = np.array([len(one.first) / 4 for one in alone])
    moving = dict(singles)
    for _ in range(30):
        before = {block: single.multipliers for block, single in moving.items()}
        bounds = {block: single.bound() for block, single in moving.items()}
        total, chosen = ascent.next()
        for block, bound in bounds.items():
            assert total[block] == pytest.approx(bound.total)
            assert chosen[pairs[block]].tolist() == bound.chosen.tolist()
            assert (ascent.lengths[block], ascent.patiences[block]) == (
                moving[block].length,
                moving[block].patience,
            )
        ascent.move(total, chosen, value)
        moving = {
            block: single for block, single in moving.items() if single.step(bounds[block], value[block])
        }
        assert ascent.running.tolist() == [block in moving for block in range(count)]
        for block, single in singles.items():
            assert ascent.multipliers[edges[block]] == pytest.approx(single.multipliers)
            assert block in moving or (single.multipliers == before.get(block, single.multipliers)).all()
            # sums are rounded otherwise, which would decide among equally good assignments of the next step
            single.multipliers = ascent.multipliers[edges[block]]
            single.direction = ascent.direction[edges[block]]
    most = ascent.blocks.bounds(ascent.best_profit, ascent.best_chosen)
    for block, single in singles.items():
        assert ascent.totals[block] == pytest.approx(single.best.total)
        assert ascent.best_multipliers[edges[block]] == pytest.approx(single.best.multipliers)
        assert most[pairs[block]] == pytest.approx(single.most(), abs=1e-7)


@given(uneven(), st.data())
def test_the_search_of_each_block_is_that_of_the_solver(alone, data):
    """From any assignments, in the blocks that are open."""
    part, pairs, _ = parts(alone)
    blocks = batch_solver._Blocks(*side_by_side(alone), len(alone))
    wanted = np.array(data.draw(st.lists(st.booleans(), min_size=len(alone), max_size=len(alone))))
    profit = np.array(
        data.draw(st.lists(st.integers(0, 3), min_size=len(part.block), max_size=len(part.block)))
    )
    chosen = batch_solver._BlockAssignment(part.problem, part.block, part.blocks).solve_blocks(
        profit + 0.0, wanted
    )
    assert not chosen[~wanted[part.block]].any()
    for one, places, is_wanted in zip(alone, pairs, wanted, strict=True):
        best = FreeAssignment(one).solve(profit[places] + 0.0)
        assert chosen[places].tolist() == (best & is_wanted).tolist()
    blocks.open = wanted.copy()
    blocks.search(part, chosen)
    for block, (one, places) in enumerate(zip(alone, pairs, strict=True)):
        searched, _ = Search(one).improved(chosen[places], 10**9)
        earned_by_it = one.value(searched) if wanted[block] else 0
        assert blocks.value[block] == pytest.approx(earned_by_it)
        if earned_by_it:
            assert blocks.chosen[places].tolist() == searched.tolist()
    blocks.open = ~wanted
    canonical = blocks.canonical()
    for block, (one, places) in enumerate(zip(alone, pairs, strict=True)):
        if not wanted[block]:
            assert not canonical[places].any()
        elif solve(one).value == pytest.approx(blocks.value[block]):
            mapped = canonical[places]
            assert one.value(mapped) == pytest.approx(blocks.value[block])
            if mapped.all():
                continue
            assert (one.reward + one.partners(mapped) > 0)[mapped].all()
            assert Search(one).canonical(mapped, 10**9).tolist() == mapped.tolist()


def test_passes_end(monkeypatch):
    """Of the search and of the steps to the canonical mapping: what they have come to counts."""
    ring = tuples(6, [(i, 0) for i in range(6)], [(i, 0, (i + 1) % 6) for i in range(6)])
    part, _, _ = parts([problem(ring, ring)])
    start = part.problem.second == np.array([3, 5, 2, 4, 0, 1])[part.problem.first]
    for passes, earned_then in enumerate((7, 9, 12, 12)):
        monkeypatch.setattr(batch_solver, "PASSES", passes)
        blocks = batch_solver._Blocks(*side_by_side([problem(ring, ring)]), 1)
        blocks.search(part, start)
        assert blocks.value.tolist() == [earned_then]


def test_a_hundred_steps_lead_to_the_canonical_mapping():
    """Of 204 nodes that are mapped in reverse each step exchanges two; the last four stay as they are."""
    alike = tuples(204, [(i, 0) for i in range(204)], [])
    blocks = batch_solver._Blocks(*side_by_side([problem(alike, alike)]), 1)
    places = blocks.whole.problem
    blocks.chosen = places.second == 203 - places.first
    blocks.open[:] = False
    turned = places.second[blocks.canonical()].tolist()
    assert turned == [*range(100), 103, 102, 101, 100, *range(104, 204)]


def hard(seed, size=9, count=14):
    """Two graphs at random, whose nodes have one of two labels."""
    chance = np.random.default_rng(seed)
    sides = []
    for _ in range(2):
        edges = chance.integers(0, size, (count, 2)).tolist()
        sides.append(
            tuples(size, list(enumerate(chance.integers(0, 2, size))), [(a, 0, b) for a, b in edges])
        )
    return problem(*sides)


def test_what_two_rounds_settle(monkeypatch):
    """Without depth-first searches: as many blocks on every machine; more steps would settle others too."""
    monkeypatch.setattr(batch_solver, "SEARCHED", -1)
    smaller = [hard(seed, 8, 12) for seed in (0, 4, 8, 19, 29, 40, 53, 97, 106)]
    answers = settled([hard(seed) for seed in range(21)] + smaller)
    assert "".join("01"[known] for _, _, known in answers) == "100000010101011100000000000101"
    values = "17 13 15 17 14 16 14 17 17 16 15 18 15 17 20 17 15 17 16 17 15 13 14 13 14 14 14 15 13 15"
    assert [int(value) for _, value, _ in answers] == [int(value) for value in values.split()]
    mapped = [node * place for mapping, _, known in answers if known for place, node in enumerate(mapping)]
    assert sum(mapped) == 1151


def mixed(seed):
    """Up to six problems: hard ones, easy ones, empty ones, of whole and of other weights."""
    chance = np.random.default_rng(seed)

    def below(most):
        return int(chance.integers(0, most))

    def graph():
        if not (size := below(7)):
            return tuples(0, [], [])
        nodes = [(below(size), below(2)) for _ in range(below(size + 1))]
        return tuples(size, nodes, [(below(size), below(2), below(size)) for _ in range(below(2 * size))])

    weights = ((1, 1), (0.5, 0.25), (3, 2), (1, 0.5), (0.5, 1), (1.25, 1))
    return [
        problem(graph(), graph(), *weights[below(6)])
        if below(4)
        else hard(below(10**6), 3 + below(7), 2 + below(12))
        for _ in range(1 + below(6))
    ]


def test_what_is_settled_of_many_kinds():
    """The same blocks on every machine, with the value of the solver and a mapping that no step lowers."""
    settled_blocks = []
    for seed in range(60):
        alone = mixed(seed)
        answers = settled(alone)
        settled_blocks.append("".join("01"[known] for _, _, known in answers))
        for one, (mapping, value, known) in zip(alone, answers, strict=True):
            if known:
                assert value == pytest.approx(solve(one).value, abs=1e-5)
                assert value == pytest.approx(earned(one, mapping))
                chosen = np.append(mapping, -1)[one.first] == one.second
                assert chosen.all() or (Search(one).canonical(chosen, 10**9) == chosen).all()
    assert " ".join(settled_blocks) == (
        "111111 111 111111 11111 11111 11101 111 111111 11111 111 11111 1 1111 111111 1 111111 1111 "
        "11111 111111 1111 111111 11 11111 1 111 1111 111111 1 1111 111111 1 1111 111111 111111 1 1 111 "
        "1 11 111111 1111 1111 1 1111 11111 111111 1111 1 1 1 11111 111 111111 11111 11 111111 111 1 "
        "1111 11111"
    )


def test_blocks_of_whole_numbers():
    """Those of which all rewards and gains are whole: halves of one and halves of the other do not cancel."""
    graph = tuples(2, [(0, 0), (1, 1)], [(0, 0, 1)])
    weights = [(1, 1), (0.5, 1), (1, 0.5), (0.25, 0.5), (3, 2)]
    whole, of_left = side_by_side([problem(graph, graph, *pair) for pair in weights])
    blocks = batch_solver._Blocks(whole, of_left, 5)
    assert blocks.integral.tolist() == [True, False, False, False, True]
    blocks.value = np.array([0, 0, 4e6, 1, 4e6])
    assert blocks.least_progress().tolist() == [1 - 1e-6, 1e-6, 4e-6, 1e-6, 1 - 4e-6]


def test_what_pairs_have_beyond_prices_is_added_to_the_bounds_of_their_block(monkeypatch):
    """Where prices rise by no less than half of one, as in the solver; the other block has its own bound."""
    monkeypatch.setattr(assignment_module, "TIE", 0.5)
    first, second = np.array([(0, 0), (0, 1), (1, 1), (2, 2)]).T
    none = np.empty(0, np.int64)
    whole = Problem(3, 3, first, second, np.zeros(4), none, none, np.empty(0))
    blocks = batch_solver._BlockAssignment(whole, np.array([0, 0, 0, 1]), 2)
    profit, chosen = np.array([1, 1.5, 1, 3]), np.array([True, False, True, True])
    assert blocks.bounds(profit, chosen).tolist() == [2.5, 3, 2.5, 3]
