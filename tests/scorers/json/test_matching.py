"""Pairs of rows in the ways that large arrays are matched, by hand."""

import numpy as np
import pytest

import nerkit
from nerkit.scorers.json import matching


@pytest.mark.parametrize("small", [0, 200])
def test_problems_of_any_shape_are_solved_one_by_one(small, monkeypatch):
    """Three rows and one, one and three, two and two; as matrices, or as sparse pairs."""
    monkeypatch.setattr(matching, "SMALL", small)
    pairs = [  # problem, row of gold, row of the system, weight, whether they are a pair of the best matching
        (0, 0, 0, 1, False),
        (0, 1, 0, 3, True),
        (0, 2, 0, 2, False),
        (1, 3, 1, 5, False),
        (1, 3, 2, 1, False),
        (1, 3, 3, 6, True),
        (2, 4, 4, 3, False),
        (2, 4, 5, 2, True),
        (2, 5, 4, 2, True),
    ]
    for order in (pairs, pairs[::-1], pairs[::3] + pairs[1::3] + pairs[2::3]):
        problem, gold, system, weight, best = (np.array(column) for column in zip(*order, strict=True))
        chosen = matching.assigned([gold, system], problem, weight.astype(float))
        assert chosen.tolist() == best.tolist()


def test_rows_without_anything_in_common_are_no_pair(monkeypatch):
    """Nor in arrays so long that rows are compared by what the other side has: elements are missing."""
    monkeypatch.setattr(matching, "MANY", 0)
    gold, system = {"r": [{"k": 1}, {"v": 5, "w": 1}]}, {"r": [{"k": 2}, {"v": 5, "u": 3}]}
    row = nerkit.evaluate([gold], [system], task="json", measures=["json"]).rows[0]
    kinds = ("agree", "misread", "missing_field", "missing_item", "invented_field", "invented_item")
    assert [row.extra[kind] for kind in kinds] == [1, 0, 1, 1, 1, 1]
