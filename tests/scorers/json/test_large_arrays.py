"""Arrays of more pairs than are listed, solved as tables, against the same arrays within the limits."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerkit
from nerkit.algorithms import agreeing_rows
from nerkit.exceptions import UsageError
from nerkit.scorers.json import matching

FIELDS = st.fixed_dictionaries({}, optional={name: st.integers(0, 2) for name in "abcd"})
ARRAYS = st.lists(FIELDS, max_size=7)
DOCUMENTS = st.fixed_dictionaries({"r": ARRAYS}, optional={"q": ARRAYS, "x": st.integers(0, 1)})
OPTIONS = st.sampled_from([{}, {"weight": ["r[].a=2.5", "r[].b=3"]}, {"array": ["r=set"]}])
LEAST = {"CELLS": 0, "MOST_ELEMENT_PAIRS": 0, "MANY": 0}  # all that has an agreeing pair goes as a table


@contextlib.contextmanager
def limits(**looks):
    """Limits so low that small arrays are beyond them, and so many *looks* at all pairs."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in LEAST.items():
            patch.setattr(matching, name, value)
        for name, value in looks.items():
            patch.setattr(agreeing_rows, name, value)
        yield


def row(gold, system, **options):
    """The row of all leaves."""
    return nerkit.evaluate(gold, system, task="json", measures=["json"], **options).rows[0]


@given(DOCUMENTS, DOCUMENTS, OPTIONS)
@settings(deadline=None)
def test_the_numbers_are_those_of_listed_pairs(gold, system, options):
    """With a proof, and with a document beside that has no such array."""
    beside = {"r": [{"a": 5, "b": 6}]}  # the paths that options name
    golds, systems = [beside, gold], [{}, system]
    listed = row(golds, systems, **options)
    with limits():
        made = row(golds, systems, **options)
    assert "optimal" not in listed.extra
    assert made.extra.get("optimal", True) is True
    assert (made.p_num, made.p_den, made.r_den) == (listed.p_num, listed.p_den, listed.r_den)


@given(DOCUMENTS, DOCUMENTS)
@settings(deadline=None)
def test_what_is_not_proved_has_a_bound(gold, system):
    """After one look at all pairs, of which a row keeps one."""
    listed = row([gold], [system])
    with limits(LOOKS=1, KEPT=1):
        made = row([gold], [system])
    assert made.p_num <= listed.p_num
    if made.extra.get("optimal", True):
        assert made.p_num == listed.p_num
    else:
        assert made.f1 <= listed.f1 <= made.extra["upper_bound"] + 1e-12


@given(DOCUMENTS, DOCUMENTS, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_shuffled_arrays_have_the_same_rows(gold, system, chance):
    """By path too."""
    mixed = {name: chance.sample(one, len(one)) if name in "rq" else one for name, one in gold.items()}
    with limits(KEPT=2):
        results = [nerkit.evaluate([one], [system], task="json", by=["path"]) for one in (gold, mixed)]
    assert results[0].rows == results[1].rows


def test_systems_and_corpora_with_and_without_large_arrays_add(monkeypatch):
    """Their rows say that all is proved, and have the numbers of both."""
    monkeypatch.setattr(matching, "CELLS", 8)
    monkeypatch.setattr(matching, "MOST_ELEMENT_PAIRS", 8)
    large = {"r": [{"k": at, "v": 1} for at in range(3)]}
    other = {"r": [{"k": at + 10, "v": 1} for at in range(3)]}
    parts = [
        nerkit.evaluate([one], [two], task="json", measures=["json"])
        for one, two in (({"x": 1}, {"x": 1}), (large, other))
    ]
    together = row([{"x": 1}, large], [{"x": 1}, other])
    assert [part.rows[0].extra.get("optimal") for part in parts] == [None, True]
    for one in (parts[0] + parts[1], parts[1] + parts[0]):
        assert one.rows[0].extra == together.extra
        assert (one.rows[0].p_num, one.rows[0].p_den) == (4, 7)


@pytest.mark.parametrize(
    ("element", "options"),
    [
        ({"k": 1, "t": ["a"]}, {}),
        ({"k": 1, "t": [{"a": 1}]}, {}),
        ({"k": 1, "v": "text"}, {"similar": "edit:0.5"}),
        ({"k": 1, "v": 1}, {"array": ["r=sequence"]}),
        ({"k": 1, "v": 1}, {"weight": ["r[].k=0.123456789", "r[].v=0.987654321"]}),
    ],
)
def test_what_is_no_table_is_refused_as_before(element, options):
    """Arrays inside, values that agree in part, orders, and weights that are no integers."""
    gold = {"r": [element | {"n": at, "m": at} for at in range(3)]}
    system = {"r": [element | {"n": at, "m": (at + 1) % 3} for at in range(3)]}
    with limits(), pytest.raises(UsageError, match="pairs of elements that agree in something"):
        row([gold], [system], **options)
