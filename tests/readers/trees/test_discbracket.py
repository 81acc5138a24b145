"""Brackets of discontinuous trees: what is read and what is refused."""

import io

import pytest

from nerkit import readers
from nerkit.io import Source
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.trees import discbracket

TREE = "(S (VP (VB 1=wake) (RP 3=up)) (NP (PRP 0=I)) (NP (PRP 2=him)))"


def read(text):
    return discbracket.read([Source(io.BytesIO(text.encode()), "x.dbr")])


def test_columns():
    """Words stand in the order of their numbers; a constituent spans from its first to its last one."""
    found = read(f"{TREE}\n{TREE}\n")
    assert found.words(range(4)) == ["I", "wake", "him", "up"]
    assert [found.tag.value(i) for i in range(4)] == ["PRP", "VB", "PRP", "RP"]
    assert list(zip(found.first.tolist(), found.last.tolist(), strict=True))[4:] == [
        (4, 8),
        (5, 8),
        (4, 5),
        (6, 7),
    ]
    assert found.above.tolist()[:4] == [2, 1, 3, 1]
    assert (found.size.tolist()[:4], found.discontinuous.tolist()[:4]) == (
        [4, 2, 1, 1],
        [False, True, False, False],
    )


def test_words_with_equals_signs_and_empty_constituents():
    """The number ends at the first =; a constituent without words spans none."""
    found = read("(S (X) (A 1=b=c) (B 0==))")
    assert (found.words([0, 1]), found.first[1] == found.last[1]) == (["=", "b=c"], True)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (TREE, "discbracket"),
        ("(S (A 0=a) (B b))", "ptb"),
        ("(S (A a) (B 3=4))", "ptb"),
        ("\n (A 0=a)\n", "discbracket"),
        ("(S\n  (A 0=a)\n  (B 1=b))", "discbracket"),
    ],
)
def test_recognition(text, form):
    """Trees whose words all have numbers; one that has none makes them plain brackets."""
    assert readers.sniff([Source(io.BytesIO(text.encode()), "x")], ("ptb", "discbracket", "export")) == form
    assert recognises("ptb", Sample(text)) != recognises("discbracket", Sample(text))
