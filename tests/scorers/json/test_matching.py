"""Pairs of rows in the ways that large arrays are matched, by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.algorithms.scalars import texts
from nerkit.exceptions import UsageError
from nerkit.scorers.json import matching
from nerkit.scorers.json import pairs as row_pairs


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


def test_too_many_pairs_are_an_error(monkeypatch):
    """Of elements that agree in something, where not all are looked at; of values that may be similar."""
    gold = [{"a": f"g{at}", "b": at % 2} for at in range(12)]
    system = [{"a": f"s{at}", "b": at % 2} for at in range(12)]
    few, many = [[{"x": 1}], gold], [[{"x": 1}], system]
    whole = nerkit.evaluate(few, many, task="json", measures=["json"])
    monkeypatch.setattr(matching, "MOST_ELEMENT_PAIRS", 71)
    assert nerkit.evaluate(few, many, task="json", measures=["json"]).rows == whole.rows
    monkeypatch.setattr(matching, "CELLS", 143)
    too_many = (
        "^document 2 has more than 71 pairs of elements that agree in something; divide "
        "the array, or name the "
    )
    with pytest.raises(UsageError, match=f'{too_many}fields that pair its elements: key="PATH=FIELD"$'):
        nerkit.evaluate(few, many, task="json", measures=["json"])
    keyed = nerkit.evaluate([{"r": gold}], [{"r": system}], task="json", key="r=a", measures=["json"])
    assert keyed.rows[0].p_num == 0
    monkeypatch.setattr(matching, "MOST_ELEMENT_PAIRS", 72)
    assert nerkit.evaluate(few, many, task="json", measures=["json"]).rows == whole.rows
    monkeypatch.setattr(row_pairs, "MOST_SIMILAR", 147)  # 12 times 12 names, 2 times 2 numbers
    with pytest.raises(UsageError, match="document 2 has more than 147 pairs of values"):
        nerkit.evaluate(few, many, task="json", measures=["json-soft"])
    monkeypatch.setattr(row_pairs, "MOST_SIMILAR", 148)
    assert nerkit.evaluate(few, many, task="json", measures=["json-soft"]).rows


@given(st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_edit_distance_is_that_of_the_table(left, right):
    """Row by row."""
    row = list(range(len(left) + 1))
    for i, wanted in enumerate(right, 1):
        corner, row[0] = row[0], i
        for j, there in enumerate(left, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (there != wanted))
    assert texts.edit_distance(left, right) == row[-1]


def test_too_long_for_an_edit_distance(monkeypatch):
    """What differs counts, not what both begin and end with."""
    monkeypatch.setattr(texts, "MOST_EDITS", 12)
    same = "x" * 10**5
    assert texts.edit_distance(f"{same}abc{same}", f"{same}defg{same}") == 4
    with pytest.raises(UsageError, match="units are too long for an edit"):
        texts.edit_distance("abcd", "efgh")
