"""Nerval 0.3.3's conventions, accidents included; its own counts of these files of ours are expected."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.algorithms.columns import Vocabulary
from nerkit.io import Source
from nerkit.readers.texts import noisy_bio
from nerkit.scorers.noisy import nerval


def lines(text):
    return text.replace(", ", "\n") + "\n"


def labels(text):
    """The text, and below each character its type: a capital where an entity begins, a point outside."""
    types = Vocabulary()
    texts = noisy_bio.read([Source(io.BytesIO(lines(text).encode()), "f")])
    ((found, _),) = nerval._labelled(texts, types)
    names = [*(name[0].lower() for name in types), "."]
    marks = "".join(names[kind] for kind in found.type)
    return found.text, "".join(m.upper() if b else m for m, b in zip(marks, found.begin, strict=True))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Jo B-P, Al I-P, x O", ("Jo Al x", "Ppppp..")), ("Jo B-P, Al B-P", ("Jo Al", "Pp.Pp"))],
)
def test_labels_of_characters(text, expected):
    """Spaces within an entity are its own; adjacent entities have a space outside between them."""
    assert labels(text) == expected


def test_nesting_leaks_into_spaces():
    """After a nested entity the spaces keep the outer type, wherever the rules say nothing else."""
    assert labels("a B-P, b B-L, c I-P, d O, e B-L") == ("a b c d e", "PpLppp.pL")


def test_a_type_called_all_is_twice_in_the_total():
    """Nerval counts the total under that name; other types are in it once, and without --nerval all are."""
    text = "a B-ALL, b O, c B-P, d O, e B-ALL"
    for how, total in (({"nerval": True}, 5), ({}, 3)):
        sides = [io.StringIO(lines(text)) for _ in range(2)]
        result = nerkit.evaluate(*sides, task="noisy", **how)
        assert (result["noisy"].p_num, result["noisy"].p_den, result["noisy"].r_den) == (total, total, total)
        assert result["noisy", "ALL"].p_num == 2


def test_gold_that_begins_with_an_inside_tag_is_scored():
    """There it is an UnboundLocalError."""
    sides = [io.StringIO(lines("x I-P, y O, z B-P")) for _ in range(2)]
    assert nerkit.evaluate(*sides, task="noisy", nerval=True)["noisy", "P"].p_num == 1


def test_a_type_with_a_blank_nests():
    """The look-ahead knows the whole type (there a leak, 3 of 2)."""
    text = "Louis B-Per son, France B-L, roi I-Per son, a O"
    result = nerkit.evaluate(*(io.StringIO(lines(text)) for _ in range(2)), task="noisy", nerval=True)
    assert (result["noisy"].p_num, result["noisy"].r_den) == (2, 2)


@given(st.lists(st.tuples(st.integers(-1, 2), st.booleans()), min_size=2, max_size=9))
def test_words_that_go_on_behind_another_entity(words):
    """Against looking at one word after the other."""
    kind = np.array([one for one, _ in words])
    begins = np.array([begin for _, begin in words])

    def slow(at):
        for place in range(at + 1, len(words)):
            if kind[place] in (kind[at], -1):
                return kind[at] if kind[place] == kind[at] and not begins[place] else -1
        return -1

    at = np.flatnonzero(kind != -1)
    assert nerval._outer(kind, begins, at).tolist() == [slow(place) for place in at]


@given(st.lists(st.integers(-1, 2), min_size=1, max_size=9), st.integers(0, 9), st.integers(0, 3))
def test_next_column_of_a_type_or_none(types, first, kind):
    """Against looking at one column after the other."""
    side = nerval._NervalSide(
        nerval.Characters("x" * len(types), np.array(types), np.zeros(len(types), bool)),
        np.ones(len(types), bool),
    )
    expected = [place for place in range(first, len(types)) if types[place] in (kind, -1)]
    assert side._next(first, kind) == (expected or [len(types)])[0]
