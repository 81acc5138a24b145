"""Structured sentiment."""

import json

import pytest

from nerkit import readers
from nerkit.errors import InputError
from nerkit.io import expand
from nerkit.readers.forgiving import strictness

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


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (opinion(source=["0:99"]), "end 99 is beyond the text, which has 28 characters"),
        (opinion(source=["2:2"]), "end 2 is not after start 2"),
        (opinion(source=["a"]), '"a" is no piece of a text'),
        (opinion() | {"Source": "We"}, '"We" is not [texts, offsets]'),
        (opinion(polarity=None), "no Polarity"),
        ("x", '"x" is not an opinion'),
    ],
)
def test_bad_input(write, item, message):
    """With file, line and column, where reading is strict."""
    with strictness(strict=True), pytest.raises(InputError) as error:
        read(write, item)
    assert message in str(error.value)
    assert "in.json:1:" in str(error.value)
