"""Pairs of equal elements, of which some may be one of several values, against an enumeration of all."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.scorers.json.readings.wholes import equal_pairs, most_equal

FORMS = [frozenset([one]) for one in "abcd"]
FORM = st.sampled_from(FORMS)
GOLD = st.lists(st.tuples(st.sets(FORM, min_size=1, max_size=3), st.booleans()), max_size=5)


def best(gold, system):
    """The most pairs, and of these the most of elements that stand first."""
    found = (0, 0)
    places = [*range(len(system)), *[None] * len(gold)]
    for taken in set(itertools.permutations(places, len(gold))):
        pairs = [(i, j) for i, j in enumerate(taken) if j is not None]
        if all(system[j] in gold[i][0] for i, j in pairs):
            found = max(found, (len(pairs), sum(gold[i][1] for i, _ in pairs)))
    return found


@settings(max_examples=80, deadline=None)
@given(GOLD.filter(lambda gold: len(gold) < 4), st.lists(FORM, max_size=4))
def test_the_most_pairs_and_of_these_the_most_that_stand_first(gold, system):
    """Each element once, and only equal ones."""
    pairs = most_equal([forms for forms, _ in gold], system, [first for _, first in gold])
    assert all(system[j] in gold[i][0] for i, j in pairs)
    for side in zip(*pairs, strict=True):
        assert len(set(side)) == len(side)
    assert (len(pairs), sum(gold[i][1] for i, _ in pairs)) == best(gold, system)


@settings(max_examples=50, deadline=None)
@given(GOLD, st.lists(FORM, max_size=6))
def test_equal_pairs_are_those_with_a_form_in_common(gold, system):
    """All of them, in their order."""
    listed = [(i, j) for i, others in equal_pairs([forms for forms, _ in gold], system) for j in others]
    assert listed == [
        (i, j) for i, (forms, _) in enumerate(gold) for j, form in enumerate(system) if form in forms
    ]


def test_many_equal_elements_are_one_kind():
    """Two thousand that may be either of two, and as many that are one of them alone."""
    either, alone = set(FORMS[:2]), {FORMS[0]}
    gold = [either] * 2_000 + [alone] * 2_000
    pairs = most_equal(gold, [FORMS[0]] * 2_000 + [FORMS[1]] * 1_500, [True] * 4_000)
    assert len(pairs) == 3_500
    assert sum(i < 2_000 for i, _ in pairs) >= 1_500
