"""Structured sentiment."""

import json

import pytest

from nerkit import readers
from nerkit.io import expand

TEXT = "We never revisit that museum"


def opinion(source=(), target=(), expression=("3:8",), polarity="negative"):
    return {
        "Source": [[], list(source)],
        "Target": [[], list(target)],
        "Polar_expression": [[], list(expression)],
        "Polarity": polarity,
    }


def read(write, *opinions, text=TEXT):
    sentence = {"sent_id": "s1", "text": text, "opinions": list(opinions)}
    return readers.reader("sentiment").read(expand(str(write("in.json", json.dumps([sentence])))))


@pytest.mark.parametrize(
    ("pieces", "tokens"),
    [
        (["0:2"], [0]),
        (["3:16"], [1, 2]),
        (["5:8"], [1]),  # from within a token
        (["3:5"], [1]),  # to within one
        (["7:10"], [1, 2]),
        (["2:3"], [-1]),  # a blank
        (["0:2", "17:28"], [0, 3, 4]),
        ([], [-1]),
    ],
)
def test_parts_are_the_tokens_that_share_a_character(write, pieces, tokens):
    """A part without a token is the set of one that only such parts have."""
    (item,) = read(write, opinion(source=pieces)).values[0]["opinions"]
    assert item["source"] == tokens


def test_blanks_part_tokens_one_by_one(write):
    """Two blanks are no token between them."""
    (item,) = read(write, opinion(expression=["0:1", "3:4"]), text="a  b").values[0]["opinions"]
    assert item["expression"] == [0, 1]


def test_repeated_opinions_and_polarities_that_differ_in_case(write):
    """Each is said; an opinion is the same if its tokens are."""
    corpus = read(write, opinion(), opinion(expression=["3:7"]), opinion(polarity="Negative"))
    assert [each["type"] for each in corpus.values[0]["opinions"]] == ["negative", "Negative"]
    assert len(corpus.warnings) == 2
