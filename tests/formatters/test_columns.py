"""Rows that are written from columns: the text is that of row objects."""

import json

import numpy as np
import pytest

import nerkit
from nerkit.formatters import formatter
from nerkit.results.row_blocks import BlockRows, RowBlock, ScoredLine
from nerkit.results.rows import EVERYTHING
from nerkit.views.grid import Style

FORMS = ("tsv", "csv", "jsonl", "json")


def written(form, rows):
    """The text of rows in a format."""
    view = {"rows": rows, "warnings": []} if form == "json" else rows
    return "".join(formatter(form).render(view, Style()))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("empty", ["zero", "null"])
def test_columns_are_written_as_rows(form, empty):
    """Several systems and measures, of which one has further numbers; names with signs of every format."""
    gold = {'d%s "1"\t\r\n': [(0, 5, "PER%d")], "é,2": [(0, 3, "LOC"), (4, 9, "a|b")], "nothing": []}
    half = {'d%s "1"\t\r\n': [(0, 4, "PER%d")], "é,2": [(0, 3, "LOC")], "nothing": []}
    asked = {"by": ["document", "label"], "macro": True, "empty": empty}
    one = nerkit.evaluate(gold, half, measures=["partial", "strict", "overlap-maxmax::span"], **asked)
    two = nerkit.evaluate(gold, gold, measures=["b_cubed"], **asked)
    for result in (one, two):
        shown = result.shown_rows
        assert isinstance(shown, BlockRows)
        assert shown.columns is not None
        assert written(form, shown) == written(form, result.rows)
        assert [row.to_dict() for row in shown] == [row.to_dict() for row in result.rows]
        assert len(shown) == len(result.rows)
        assert shown[-1] == result.rows[-1]


def block(scores, numbers, extras=()):
    """A block of one line."""
    return RowBlock(
        "s", "m", [ScoredLine(EVERYTHING, (), np.array(scores, float), np.array(numbers, float))], extras
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "one",
    [
        block([0.5, 1, np.nan, 0.25], [[1, 2, 3, 4, 7.5], [0, 0, 0, 0, 0.5]], ("more",)),  # a composite one
        block([0.5, 1, 1, 0.25], [2.0**60, 1.5, -0.0, 1e300]),
        block([0.5, 1, 1, 0.25, 1], [1, 2, 3, 4, 0, 0], ("unproven", "slack")),  # with a bound
    ],
)
def test_numbers_of_columns_are_those_of_rows(one, form):
    """Whole ones as integers, also very large; none of a composite measure; bounds take rows."""
    rows = BlockRows([one, block([1, 1, 1, 1], [1, 1, 1, 1])])
    assert written(form, rows) == written(form, list(rows))


def test_numbers_that_are_none_of_json_are_refused_as_in_rows():
    """JSON has no infinity, and text that had one would not be read."""
    rows = BlockRows([block([np.inf, 1, 1, 1], [1, 1, 1, 1])])
    assert rows.columns is None
    with pytest.raises(ValueError, match="JSON"):
        written("jsonl", rows)


def test_a_result_with_further_numbers_is_written_from_rows():
    """Intervals are numbers of rows."""
    result = nerkit.evaluate([[(0, 5, "PER")]] * 8, [[(0, 5, "PER")]] * 8).confidence(resamples=10)
    assert result.shown_rows is result.rows
    assert json.loads(result.render("json"))["rows"] == [row.to_dict() for row in result.rows]
