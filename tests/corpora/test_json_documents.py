"""Places of JSON documents: those of lines are made when they are asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.corpora.json_documents import LinePlaces, Place


@given(st.lists(st.text("ab é", max_size=5), min_size=1, max_size=6), st.integers(1, 9), st.booleans())
def test_places_of_lines(lines, first, ended):
    """The place of each line has its number and where it begins; a slice of places has those of its lines."""
    text = "\n".join(lines) + "\n" * (ended or not lines[-1])
    places = LinePlaces("a.jsonl", text, first)
    offsets = [sum(len(line) + 1 for line in lines[:row]) for row in range(len(lines))]
    expected = [Place("a.jsonl", first + row, text, at, first) for row, at in enumerate(offsets)]
    assert list(places) == expected
    assert list(places[1:3]) == expected[1:3]
    assert list(places[1:][::2]) == expected[1:][::2]
    with pytest.raises(IndexError):
        places[len(lines)]
