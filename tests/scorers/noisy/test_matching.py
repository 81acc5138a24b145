"""Matching of entities of texts that differ."""

import numpy as np
import pytest

from nerkit.scorers.noisy import matching


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
