"""Alignments of mentions, against one that goes through sets mention by mention."""

from dataclasses import replace

import numpy as np
import pytest
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms import assignment
from nerkit.corpora.mentions import EMPTY, Dependency
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.coref import matching
from nerkit.scorers.coref.matching import align, by_position, in_common, in_runs
from nerkit.scorers.coref.options import MATCHES, ZEROS, Options
from tests.slow_mentions import WEIGHTS, Mention, corpus, mention, slow_align

TREE = [k * EMPTY for k in (1, 2, 3, 4)] + [
    2 * EMPTY + 1,
    2 * EMPTY + 2,
]  # words, and empty nodes after the second


@st.composite
def mentions(draw, positions=range(7)):
    words = draw(st.frozensets(st.sampled_from(positions), min_size=1, max_size=4))
    head = draw(st.sampled_from(sorted(words)))
    edges = st.builds(Dependency, st.sampled_from([-1, EMPTY, 3 * EMPTY]), st.sampled_from("ab"))
    return Mention(
        words,
        document=draw(st.integers(0, 1)),
        head=head,
        edges=draw(st.frozensets(edges, max_size=2)) if head % EMPTY and positions is TREE else None,
        sentence=int(head % EMPTY == 2),
        minimum=draw(st.sampled_from([frozenset(), frozenset([head]), words])),
    )


plain, trees = (st.lists(mentions(positions), max_size=9) for positions in (range(7), TREE))


def aligned(gold, system, match="exact", zeros="dependent", merged=True):
    options = Options(match=match, zeros=zeros)
    pairs = align(corpus(gold, merged=merged), corpus(system, merged=merged), options)
    return list(zip(*(rows.tolist() for rows in pairs), strict=True))


@pytest.mark.parametrize("match", MATCHES)
@given(gold=plain, system=plain, merged=st.booleans())
def test_mentions_of_words_are_aligned_as_by_the_obvious_way(match, gold, system, merged):
    """With gaps, repeated mentions and ties, whatever the fragments are."""
    if match == "min" and not any(m.minimum for m in gold):
        gold = [m._replace(minimum=m.words) for m in gold]
    assert aligned(gold, system, match, merged=merged) == slow_align(gold, system, match, "dependent")


@pytest.mark.parametrize("zeros", ZEROS)
@given(gold=trees, system=trees, match=st.sampled_from(["exact", "partial", "head"]))
def test_mentions_headed_by_empty_nodes_are_aligned_as_by_the_obvious_way(zeros, gold, system, match):
    """Those come first and by their edges, or like all others under linear."""
    assert aligned(gold, system, match, zeros, merged=False) == slow_align(gold, system, match, zeros)


@pytest.mark.parametrize("match", ["partial", "head"])
@given(gold=plain, system=plain)
def test_large_documents_are_aligned_as_well(match, gold, system):
    """Solved by connected groups the total weight is the same, only ties may fall differently."""
    before, assignment.DENSE = assignment.DENSE, 0
    try:
        pairs_found = aligned(gold, system, match)
    finally:
        assignment.DENSE = before
    slow = slow_align(gold, system, match, "dependent")
    totals = [sum(WEIGHTS[match](gold[i], system[j]) for i, j in pairs) for pairs in (pairs_found, slow)]
    assert len({i for i, _ in pairs_found}) == len({j for _, j in pairs_found}) == len(pairs_found)
    assert totals[0] == pytest.approx(totals[1])


@given(plain)
def test_a_side_is_aligned_with_itself(gold):
    """Every mention has a partner, under every way of matching, however often it is repeated."""
    for match in ("exact", "partial", "head"):
        assert len(aligned(gold, gold, match)) == len(gold)


def test_the_example_of_the_specification():
    """Of `the queen who reigns greeted her`, `her` is exact; the best part holds `queen` and most words."""
    gold = [mention(0, 1, 2, 3, head=1), mention(5, head=5)]
    system = [mention(0, 1, head=1), mention(1, 2, 3, head=1), mention(5, head=5)]
    assert aligned(gold, system, "exact") == [(1, 2)]
    assert aligned(gold, system, "partial") == [(0, 1), (1, 2)]


def test_of_repeated_mentions_the_first_is_aligned_with_the_first():
    """Rows are paired off; a mention too many stays alone."""
    assert aligned([mention(1), mention(2), mention(1)], [mention(1)] * 3) == [(0, 0), (2, 1)]


def test_head_takes_any_length_but_wants_the_same_words_first():
    """A longer system mention is worth as much as an equal one, yet the equal one is taken."""
    gold = [mention(3, 4, head=4)]
    assert aligned(gold, [mention(2, 3, 4, head=4), mention(3, 4, head=4)], "head") == [(0, 1)]
    assert aligned(gold, [mention(2, 3, 4, head=4), mention(3, 4, head=3)], "head") == [(0, 0)]
    assert aligned(gold, [mention(3, 4, head=3)], "head") == []


def test_partial_takes_parts_that_hold_the_head():
    """Not longer ones, and not those without gold's head; the longest part is the best."""
    gold = [mention(3, 4, 5, head=4)]
    assert aligned(gold, [mention(2, 3, 4, 5, head=4), mention(5, head=5)], "partial") == []
    assert aligned(gold, [mention(4, head=4), mention(3, 4, head=3)], "partial") == [(0, 1)]


def zero(node, relation, parent=2 * EMPTY, **known):
    edges = frozenset([Dependency(parent, relation)]) if relation else frozenset()
    return mention(node, head=node, edges=edges, **known)


def test_empty_nodes_shifted_by_a_spurious_one_are_aligned_by_their_edges():
    """Where corefud-scorer takes a gold and a system node at one position for each other."""
    first, second, third = (2 * EMPTY + k for k in (1, 2, 3))
    gold, system = [zero(first, "nsubj"), zero(second, "obj")], [zero(second, "nsubj"), zero(third, "obj")]
    for match in ("exact", "partial", "head"):
        assert aligned(gold, system, match) == [(0, 0), (1, 1)]
        assert aligned(gold, system, match, "linear") == [(1, 0)]


def test_edges_weigh_ten_times_as_much_as_parents():
    """One that shares its one edge is taken before one that shares both parents and one relation."""

    def hanging(node, *edges):
        return mention(node, head=node, edges=frozenset(Dependency(*edge) for edge in edges))

    one, other = EMPTY, 3 * EMPTY
    gold = [hanging(2 * EMPTY + 1, (one, "nsubj"), (other, "obj"))]
    parents = hanging(2 * EMPTY + 2, (one, "nsubj"), (other, "iobj"))  # 10 * 1/2 + 1
    edge = hanging(2 * EMPTY + 3, (one, "nsubj"))  # 10 * 2/3 + 2/3
    assert aligned(gold, [parents, edge]) == [(0, 1)]
    assert aligned(gold, [edge, parents]) == [(0, 0)]


def test_an_empty_node_without_edges_is_aligned_by_position():
    """Two empty sets of edges have nothing in common, and nothing is divided by zero."""
    node = 2 * EMPTY + 1
    assert aligned([zero(node, "")], [zero(node, "")]) == [(0, 0)]
    assert aligned([zero(node, "")], [zero(node + 1, "")]) == []


def test_empty_nodes_of_different_sentences_are_not_aligned_by_their_edges():
    """Not even where they hang on the root of each."""
    gold, system = zero(EMPTY + 1, "root", -1), zero(9 * EMPTY + 1, "root", -1, sentence=1)
    assert aligned([gold], [system]) == []


def test_a_system_mention_without_minimum_lies_between_gold_minimum_and_span():
    """ARRAU: it holds the minimum and stays inside.

    One gold mention has one partner, by the largest overlap.
    """
    gold = [mention(1, 2, 3, 4, minimum=frozenset([3]))]
    assert aligned(gold, [mention(3, 4), mention(2, 3, 4)], "min") == [(0, 1)]
    assert aligned(gold, [mention(1, 2), mention(3, 4, 5)], "min") == []


def test_a_system_mention_with_a_minimum_has_gold_s():
    """MINA: longer than gold or shorter."""
    head = frozenset([2, 3])
    gold = [mention(2, 3, 4, 5, minimum=head)]
    assert aligned(gold, [mention(2, 3, minimum=head)], "min") == [(0, 0)]
    assert aligned(gold, [mention(*range(1, 9), minimum=head)], "min") == [(0, 0)]
    assert aligned(gold, [mention(2, 3, 4, minimum=frozenset([3]))], "min") == []


def test_nothing_on_a_side():
    """Whatever is asked for."""
    one_mention = [mention(1, head=1, minimum=frozenset([1]))]
    for match in MATCHES:
        assert (
            aligned([], one_mention, match) == aligned(one_mention, [], match) == aligned([], [], match) == []
        )


def test_what_mentions_lack_is_said():
    """Unknown values, heads and minima that the format does not have."""
    with pytest.raises(UsageError, match="unknown value of match 'heads'; did you mean 'head'"):
        Options(match="heads")
    with pytest.raises(UsageError, match="unknown value of zeros 'none'"):
        Options(zeros="none")
    for match in ("partial", "head"):
        with pytest.raises(
            UsageError, match=f"^mention 1: match '{match}' needs the head word of every gold"
        ):
            aligned([mention(1)], [mention(1)], match)
    with pytest.raises(UsageError, match="head word of every system mention"):
        aligned([mention(1, head=1)], [mention(1)], "head")
    with pytest.raises(UsageError, match="match 'min' needs minimal spans"):
        aligned([mention(1)], [mention(1)], "min")


def test_positions_of_any_size():
    """Documents of millions of words with empty nodes between them."""
    far = 3_000_000 * EMPTY
    gold = [mention(far, head=far), mention(far, far + EMPTY, head=far)]
    assert aligned(gold, gold[::-1], "head", merged=False) == [(0, 1), (1, 0)]
    assert corpus(gold, merged=False).span.start.dtype == np.int64


@given(gold=trees, system=trees)
def test_in_runs_mentions_share_as_many_words(gold, system):
    """Positions are others, but sizes, order and what two mentions have in common are the same."""
    before = corpus(gold, merged=False), corpus(system, merged=False)
    before = tuple(replace(side, minimum=None) for side in before)
    after = in_runs(*before)
    for one, other in zip(before, after, strict=True):
        assert one.span.sizes().tolist() == other.span.sizes().tolist()
        assert by_position(one).tolist() == by_position(other).tolist()
    for i, g in enumerate(gold):
        for j, s in enumerate(system):
            if g.document == s.document:
                rows = np.array([i]), np.array([j])
                shared = in_common(after[0].span.take(rows[0]), after[1].span.take(rows[1]))
                assert shared.tolist() == [len(g.words & s.words)]
                assert (after[0].head[i] == after[1].head[j]) == (g.head == s.head)


@pytest.mark.parametrize("match", ["partial", "head"])
def test_long_mentions_are_fragments_not_words(match, monkeypatch):
    """What is compared grows with the pairs, not with the words of each pair."""
    work = counting(monkeypatch, matching, "in_common", lambda one, other: len(one.start) + len(other.start))
    sizes, fragments = (10, 20, 40, 80), []
    for size in sizes:
        words = [range(EMPTY * (number + 1), EMPTY * (size + number + 2), EMPTY) for number in range(size)]
        side = [mention(*each, head=EMPTY * (size + 1)) for each in words]
        longer = [mention(*each, each[-1] + EMPTY, head=EMPTY * (size + 1)) for each in words]
        aligned(side, longer, match, merged=False)
        fragments.append(sum(work))
        work.clear()
    assert exponent(sizes, fragments) < 2.1


@pytest.mark.parametrize("match", ["partial", "head", "min"])
def test_too_many_pairs_are_an_error(match, monkeypatch):
    """Of one document, whatever there is in others; equal mentions are no such pairs."""
    monkeypatch.setattr(matching, "MOST_MENTION_PAIRS", 9)
    gold = [mention(0, 1, *range(2, size), head=1, minimum=frozenset([1])) for size in range(3, 7)]
    system = [mention(1, size, head=1, minimum=frozenset()) for size in range(3, 7)]
    elsewhere = [each._replace(document=1) for each in gold]
    assert len(aligned(gold[:2] + elsewhere[:2], system[:2], "exact")) == 0
    aligned(gold[:3] + elsewhere, system[:3], match)
    with pytest.raises(InputError, match="more than 9 pairs of mentions that may be matched"):
        aligned(gold, system, match)
    sides = (side[:3] + [each._replace(document=1) for each in side] for side in (gold, system))
    with pytest.raises(InputError, match="document 'd1'"):  # the first has 9
        aligned(*sides, match)
