"""Matching of entities of texts that differ."""

import numpy as np
import pytest

import nerkit
from nerkit.scorers.noisy import matching
from nerkit.scorers.noisy.alignment import Ranges


@pytest.mark.parametrize(
    ("start", "end", "wanted"),
    [
        (2, 10, (0, 10)),  # four of six characters of the first word
        (3, 10, (0, 10)),  # half of it
        (4, 10, (7, 10)),  # less than half
        (0, 2, (0, 2)),  # nothing would be left
        (0, 8, (0, 6)),  # less than half of the last word
        (0, 9, (0, 10)),
        (2, 4, (2, 4)),
    ],
)
def test_edges_are_moved_to_those_of_words(start, end, wanted):
    """A word belongs to a span that has half of it, or all of it; without the flags nothing moves."""
    words = np.array([[0, 6], [7, 10]])
    for flag in (True, False):
        flags = np.array([flag])
        found = matching._snapped(np.array([start]), np.array([end]), words, (flags, flags))
        assert tuple(int(side[0]) for side in found) == (wanted if flag else (start, end))


def test_the_first_range_inside_another_of_its_document():
    """Of two documents with the same offsets each has its own; where none begins inside, the end."""
    columns = ([0, 0, 1, 1, 1, 2], [0, 3, 0, 2, 20, 2], [10, 5, 4, 3, 25, 9])
    ranges = Ranges(*(np.array(column) for column in columns))
    assert matching._first_inside(ranges).tolist() == [3, 5, 2, 3, 25, 9]


def test_entities_of_one_character(write):
    """They stay as long as they are, beside others."""
    gold = write("g.txt", "<X>b</X><Y>c</Y> <X>d</X> e\n")
    system = write("s.txt", "<X>b</X><Y>c</Y> <X>d</X> e\n")
    result = nerkit.evaluate(gold, system, task="noisy", measures=["sets::span+type", "overlap-maxsum::span"])
    assert [(row.p_num, row.p_den, row.r_num, row.r_den) for row in result.rows if row.label == "*"] == [
        (3, 3, 3, 3)
    ] * 2
