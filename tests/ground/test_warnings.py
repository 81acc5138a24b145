"""Warnings are data: a key, a count and examples, which add up, and of which a table makes a sentence."""

import pickle
from string import Formatter

import pytest

from nerkit.exceptions import LONGEST_NAME, some
from nerkit.ground.sentences import SENTENCES, WHOLE
from nerkit.ground.warnings import Warned, added, listed, parted


def test_a_name_of_any_length_leaves_a_sentence_readable():
    """It is cut; parts still add up."""
    (warning,) = listed("documents-without-date", ["x" * 100_000, "y"])
    assert warning == f"2 documents without a date are in no bin of time: {'x' * LONGEST_NAME}…, y"
    whole = added([[warning], listed("documents-without-date", ["z"])])
    assert whole == [f"3 documents without a date are in no bin of time: {'x' * LONGEST_NAME}…, y, z"]
    assert some(["x" * 100_000, "y"]) == f"{'x' * LONGEST_NAME}…, y"


def test_warnings_of_parts_add_up_by_key_and_values():
    """Counts add up, and three examples stay; what is said of another side stands by itself."""
    parts = [listed("documents-without-tokens", list(names), side=side) for names, side in PARTS]
    whole = added(parts)
    assert [(one.key, one.number, one.examples) for one in whole or ()] == [
        ("documents-without-tokens", 5, ("a", "b", "c")),
        ("documents-without-tokens", 1, ("f",)),
    ]
    assert whole == [
        "x: 5 documents without a token, counted as empty: a, b, c and 2 more",
        "y: 1 document without a token, counted as empty: f",
    ]


PARTS = [("ab", "x"), ("f", "y"), ("cde", "x")]


def test_nothing_is_said_of_none_and_of_what_a_part_has():
    """A count of 0 says nothing, and so does a fact that speaks against it in one of the parts."""
    assert Warned("triples-repeated", 0, side="gold") == ""
    lacking, held = (Warned("rows-without-labels", facts={"text": "t", "unless": one}) for one in (0, 1))
    assert (added([[lacking], [lacking]]), added([[lacking], [held]])) == ([lacking], [])


@pytest.mark.parametrize("key", sorted(WHOLE))
def test_what_a_part_cannot_tell_does_not_add_up(key: str):
    """Then all is scored in one piece."""
    assert key in SENTENCES
    fields = {name for _, name, *_ in Formatter().parse(SENTENCES[key]) if name}
    values = dict.fromkeys(fields - {"count", "examples", "first"}, "x")
    assert added([[Warned(key, 2, ["a"], **values)]]) is None


def test_warnings_cross_to_other_processes():
    """All that they are made of does."""
    warning = Warned("order-lowers", 2, facts={"tuples": 1_500})
    again = pickle.loads(pickle.dumps(warning))
    assert (again, again.data) == (warning, warning.data)
    assert warning == (
        "order=True lowers the score of 2 graphs (1,500 tuples): nodes out of order would correspond better"
    )


def test_notes_stand_apart():
    """They warn of nothing."""
    note, warning = Warned("scheme", scheme="BIO"), Warned("no-items", side="a")
    assert parted([warning, note, warning]) == ((note,), (warning,))
