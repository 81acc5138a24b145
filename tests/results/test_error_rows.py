"""Errors are made one by one, as they are written."""

import json
import weakref

import pytest

import nerkit
from nerkit.formatters import pieces
from nerkit.results import error_rows

GOLD = [(i, i + 1, "PER") for i in range(50)]
SYSTEM = [(i, i + 1, "LOC") for i in range(50)]


@pytest.fixture
def made(monkeypatch):
    """Weak references to all errors that are made."""
    references, plain = [], error_rows.Error

    def remembered(*given):
        error = plain(*given)
        references.append(weakref.ref(error))
        return error

    monkeypatch.setattr(error_rows, "Error", remembered)
    return references


def alive(references):
    """How many of the objects are in memory."""
    return sum(reference() is not None for reference in references)


@pytest.mark.parametrize("form", ["table", "tsv", "csv", "json", "jsonl"])
def test_a_few_are_in_memory_while_all_are_written(made, form):
    listed = nerkit.evaluate([GOLD], [SYSTEM]).errors()
    assert len(listed) == 50
    assert not made
    most, text = 0, []
    for piece in pieces(listed, form):
        most = max(most, alive(made))
        text.append(piece)
    assert len(made) >= 50
    assert most <= 3
    assert max(map(len, text)) < sum(map(len, text)) / 10
    assert "".join(text) == listed.render(form)


def test_none_is_made_for_sums(made):
    listed = nerkit.evaluate([GOLD], [SYSTEM]).errors()
    assert [row["errors"] for row in listed.summary().rows] == [50]
    assert listed.confusion().rows[0]["items"] == 50
    assert not made


def test_rows_are_a_sequence():
    """They are equal to their list, whole and in slices, from the beginning and from the end."""
    rows = nerkit.evaluate([GOLD], [SYSTEM]).errors().rows
    every = list(rows)
    assert rows == every
    assert rows != every[1:]
    assert rows[0] == every[0]
    assert rows[-1] == every[-1]
    assert rows[3:40:7] == every[3:40:7]
    with pytest.raises(IndexError):
        rows[50]


def test_json_is_that_of_the_whole():
    """Rows that are written one by one stand as they would in one object."""
    for system in (SYSTEM, GOLD):
        listed = nerkit.evaluate([GOLD], [system]).errors()
        assert listed.render("json") == json.dumps(listed.to_dict(), indent=2, ensure_ascii=False) + "\n"
