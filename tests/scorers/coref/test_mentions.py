"""Measures over mentions, against going through them one by one."""

from hypothesis import given
from hypothesis import strategies as st

from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Dependency
from nerkit.scorers.coref.comparison import ComparedMentions, mor, zero
from nerkit.scorers.coref.options import Options
from tests.slow_mentions import Mention, corpus, mention, slow_mor, slow_zero


@st.composite
def mentions(draw):
    words = draw(st.frozensets(st.integers(0, 7), min_size=1, max_size=5))
    document = draw(st.integers(0, 1))
    edges = frozenset([Dependency(draw(st.integers(0, 1)), "a")]) if draw(st.booleans()) else None
    return Mention(words, 2 * draw(st.integers(0, 2)) + document, document, min(words), edges)


sides = st.lists(mentions(), max_size=9)


def compared(gold, system, **options):
    """Two corpora over the same documents, compared."""
    return ComparedMentions(Batch(gold.documents, gold, system), Options(**options))


@given(gold=sides, system=sides, merged=st.booleans())
def test_mention_overlap_is_that_of_the_best_of_all_matchings(gold, system, merged):
    """Equal mentions may be taken first."""
    both = compared(corpus(gold, 2, merged), corpus(system, 2, merged))
    assert mor(both).tolist() == slow_mor(gold, system, 2)


@given(gold=sides, system=sides)
def test_anaphora_of_empty_nodes_one_by_one(gold, system):
    """Entities in two documents, mentions in any order, some of them aligned."""
    both = compared(corpus(gold), corpus(system), match="head")
    pairs = list(zip(*(rows.tolist() for rows in both.pairs), strict=True))
    assert zero(both).tolist() == slow_zero(gold, system, pairs, 2)


def test_mention_overlap_by_hand():
    """3 of 4 words and 1 of 2: the system mention in between can have one partner only."""
    gold = [mention(0, 1, 2, 3), mention(5, 6)]
    system = [mention(1, 2, 3, 4, 5), mention(6)]
    assert mor(compared(corpus(gold, 1), corpus(system, 1))).tolist() == [[4, 6, 4, 6]]


def empty(position, entity, relation):
    return mention(position, entity=entity, head=position, edges=frozenset([Dependency(0, relation)]))


def test_swapped_empty_nodes_are_right():
    """Where corefud-scorer looks them up by position first and finds the other entity."""
    gold = [
        mention(0, entity=0, head=0),
        mention(1, entity=1, head=1),
        empty(2, 0, "nsubj"),
        empty(3, 1, "obj"),
    ]
    system = [*gold[:2], empty(3, 0, "nsubj"), empty(2, 1, "obj")]
    sides = corpus(gold, 1), corpus(system, 1)
    assert zero(compared(*sides)).tolist() == [[2, 2, 2, 2]]
    assert zero(compared(*sides, zeros="linear")).tolist() == [[0, 2, 0, 2]]


def test_the_four_fates_of_an_empty_anaphor():
    """Right, wrong, missed, spurious.

    Precision is of the first, second and fourth, recall of the first three.
    """
    gold = [mention(0, head=0), empty(1, 0, "a"), empty(2, 0, "b"), empty(3, 0, "c")]
    system = [
        mention(0, head=0),
        empty(1, 0, "a"),
        mention(4, entity=1, head=4),
        empty(5, 1, "b"),
        empty(6, 1, "d"),
    ]
    both = compared(corpus(gold, 1), corpus(system, 1))
    gold_rows, system_rows = both.pairs
    assert (gold_rows.tolist(), system_rows.tolist()) == ([0, 1, 2, 3], [0, 1, 3, 4])
    both.pairs = gold_rows[:3], system_rows[:3]
    assert zero(both).tolist() == [[1, 3, 1, 3]]


def test_no_mentions_and_no_documents():
    """Zeros for every document there is."""
    nothing = compared(corpus([], 0), corpus([], 0))
    assert mor(nothing).shape == zero(nothing).shape == (0, 4)
    nothing = compared(corpus([]), corpus([]))
    assert mor(nothing).tolist() == zero(nothing).tolist() == [[0] * 4] * 2
