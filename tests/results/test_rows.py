"""The example that `results.rows` opens with is what comes out."""

import re

import numpy as np
import pytest

import nerkit
from nerkit.results import rows
from nerkit.results.counts import exact_sum
from nerkit.results.scores import mean

GOLD = {
    "d1": [(0, 1, "PER"), (2, 3, "PER"), (4, 5, "LOC")],
    "d2": [(0, 1, "LOC"), (2, 3, "LOC"), (4, 5, "LOC")],
}
SYSTEM = {"d1": [(0, 1, "PER"), (6, 7, "LOC")], "d2": GOLD["d2"]}


def example(*by):
    return nerkit.evaluate(GOLD, SYSTEM, measures="sets::span+type", by=by, macro=True).rows


def test_the_rows_of_the_example():
    """Names, counts and scores of the rows, as the table in the docstring has them."""
    table = re.search(r" label      p_num.*?\n\n", rows.__doc__, re.DOTALL).group().splitlines()
    written = [[cells[0], *map(float, cells[1:8])] for cells in map(str.split, table[1:7])]
    assert written == [
        [row.label, row.p_num, row.p_den, row.r_num, row.r_den]
        + [round(score, 3) for score in (row.precision, row.recall, row.f1)]
        for row in example("label")
    ]


def test_the_counts_of_the_example():
    """The cells of documents and labels, as p_num/p_den r_num/r_den."""
    by_cell = {(row.document, row.label): row for row in example("document", "label")}
    for document, cells in (("d1", ["1/1 1/2", "0/1 0/1", "1/2 1/3"]), ("d2", ["3/3 3/3", "3/3 3/3"])):
        assert re.search(rf" {document} .*{' +'.join(cells)}\n", rows.__doc__)
    for key, numbers in {
        ("d1", "PER"): (1, 1, 1, 2),
        ("d1", "LOC"): (0, 1, 0, 1),
        ("d1", "*"): (1, 2, 1, 3),
        ("d2", "PER"): (0, 0, 0, 0),
        ("d2", "LOC"): (3, 3, 3, 3),
        ("d2", "*"): (3, 3, 3, 3),
    }.items():
        row = by_cell[key]
        assert (row.p_num, row.p_den, row.r_num, row.r_den) == numbers


def test_sums_and_means_are_exact():
    """The order of numbers does not change a bit; nulls are left out, and the mean of nothing is 0/0."""
    values = np.array([[1e16, 1.0, -1e16], [0.1, 0.2, 0.3]])
    assert exact_sum(values, axis=1).tolist() == exact_sum(values[:, ::-1], axis=1).tolist() == [1.0, 0.6]
    assert exact_sum(np.zeros((0, 2)), axis=0).tolist() == [0, 0]
    scores = np.array([[0.5, np.nan], [1.0, np.nan]])
    assert mean(scores, "one").tolist() == [0.75, 1.0]
    assert mean(scores, "zero", np.array([3.0, 1.0])).tolist() == pytest.approx([0.625, 0.0])
