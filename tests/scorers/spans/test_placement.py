"""Strings of answers placed in gold's texts, and what is lost between both, by class."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.spans.matching import LOSSES
from nerkit.scorers.spans.placement import occurrences

TEXT = "Ann met Bob in Rome. Ann left Anna."
LABELS = ("PER", "LOC")


def row(gold, system, measure="sets::span+type", **asked):
    return nerkit.evaluate(gold, system, task="spans", measures=[measure], **asked)[measure]


@pytest.mark.parametrize(
    ("text", "string", "spans"),
    [
        (TEXT, "Ann", [(0, 3), (21, 24)]),  # not in Anna
        (TEXT, "nn", [(1, 3), (22, 24), (31, 33)]),  # nowhere a word of its own
        (TEXT, "rome", [(15, 19)]),  # but for case
        ("New\n York", "New York", [(0, 9)]),  # and white space
        ("a a a", "a a", [(0, 3), (2, 5)]),
        (TEXT, "Carl", []),
        (TEXT, " ", []),
        ("C++ and C", "C++", [(0, 3)]),
    ],
)
def test_occurrences(text, string, spans):
    assert occurrences(text, string) == spans


def test_the_occurrence_that_gold_has_comes_first():
    """One Ann is at the second place, as gold has it; of two, each has a place; a third has none."""
    gold = [(TEXT, [(21, 24, "PER")])]
    assert row(gold, [{"PER": ["Ann"]}]).f1 == 1
    found = row(gold, [{"PER": ["Ann"] * 3}])
    assert (found.p_num, found.p_den) == (1, 3)


def test_repeated_strings_without_place_count_once_as_spans_and_each_as_strings():
    gold = [(TEXT, [(0, 3, "PER")])]
    system = [{"PER": ["Carl", "Carl"]}]
    assert row(gold, system).p_den == 1
    assert row(gold, system, "string").p_den == 2
    assert row(gold, system, "string-set").p_den == 1


spans = st.lists(
    st.sampled_from([(0, 3), (8, 11), (15, 19), (21, 24), (21, 29), (8, 19)]), max_size=4, unique=True
)
typed = spans.flatmap(
    lambda chosen: st.tuples(
        *(st.sampled_from(LABELS).map(lambda label, s=s: (*s, label)) for s in chosen)
    ).map(list)
)
strings = st.lists(
    st.tuples(st.sampled_from(["Ann", "Bob", "Rome", "Ann left", "Carl"]), st.sampled_from(LABELS)),
    max_size=5,
)


@given(typed, strings)
def test_no_other_placing_agrees_with_gold_in_more(gold, system):
    """All ways to give copies of a string places of their own are tried."""
    best = sum(
        max(
            (
                sum((*span, label) in gold for span in places)
                for size in range(copies + 1)
                for places in permutations(occurrences(TEXT, string), size)
            ),
            default=0,
        )
        for string, label in set(system)
        for copies in [system.count((string, label))]
    )
    document = [{"text": string, "label": label} for string, label in system]
    assert row([(TEXT, gold)], [document]).p_num == best
    assert row([(TEXT, gold)], [document], "string").p_num >= best  # equal strings are there


@given(typed, st.one_of(strings, typed))
def test_the_classes_of_what_is_lost_add_up(gold, system):
    """Their sum is what 1 - F1 is of, and none is negative."""
    listed = [{"text": one[0], "label": one[1]} if len(one) == 2 else one for one in system]
    scored, lost = row([(TEXT, gold)], [listed]), row([(TEXT, gold)], [listed], "loss")
    classes = [lost.extra[name] for name in LOSSES]
    assert min(classes) >= 0
    assert sum(classes) == scored.p_den + scored.r_den - 2 * scored.p_num
    assert lost.value == pytest.approx(1 - scored.f1)
    assert (lost.f1, lost.p_num, lost.r_den) == (None, None, None)


@pytest.mark.parametrize(
    ("system", "classes"),
    [
        ([(0, 3, "PER"), (15, 19, "LOC")], {}),
        ([(0, 3, "LOC"), (15, 19, "LOC")], {"type": 2}),
        ([(0, 7, "PER"), (15, 19, "LOC")], {"boundary": 2}),
        ([(0, 7, "LOC"), (15, 19, "LOC")], {"boundary_type": 2}),
        ([(0, 3, "PER")], {"missed": 1}),
        ([(0, 3, "PER"), (15, 19, "LOC"), (8, 11, "PER")], {"spurious": 1}),
        ({"PER": ["Ann", "Carl"], "LOC": ["Rome"]}, {"not_in_text": 1}),
        ("no idea", {"format": 2}),
        ([(0, 3, "LOC"), (0, 7, "PER"), (15, 19, "LOC")], {"type": 2, "spurious": 1}),
    ],
)
def test_classes(system, classes):
    lost = row([(TEXT, [(0, 3, "PER"), (15, 19, "LOC")])], [system], "loss")
    assert {name: lost.extra[name] for name in LOSSES if lost.extra[name]} == classes


def test_a_gate_on_what_is_lost_is_refused_with_the_one_that_is_meant():
    result = nerkit.evaluate([[(0, 3, "PER")]], [[(0, 3, "PER")]], measures=["loss"])
    with pytest.raises(UsageError, match=r"gate on sets::span\+type"):
        result.check("loss>=0.5")


def test_strings_against_strings():
    """Without texts there are the measures of strings, which the others cannot replace."""
    gold, system = [{"PER": ["Ann", "Ann", "Bob"]}], [{"PER": ["Ann"] * 3}]
    result = nerkit.evaluate(gold, system, task="spans")
    assert result.measures == ("string", "string-set")
    assert result.headline == "string"
    counts = [(one.p_num, one.p_den, one.r_num, one.r_den) for one in result.rows]
    assert counts == [(2, 3, 2, 3), (1, 1, 1, 2)]
    assert row([{"PER": ["ANN."]}], [{"PER": ["ann"]}], "string", text="casefold,punct").f1 == 1


def test_strings_need_a_text():
    with pytest.raises(InputError, match="the gold side has no text in which nerkit could find strings"):
        row([[(0, 3, "PER")]], [{"PER": ["Ann"]}])
    with pytest.raises(UsageError, match="the span has no text, so nerkit cannot compare strings"):
        row([[(0, 3, "PER")]], [[(0, 3, "PER")]], "string")
