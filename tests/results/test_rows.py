"""The example that `results.rows` opens with is what comes out."""

import json
import re

import mrp_lines
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import UsageError
from nerkit.results import rows
from nerkit.results.counts import exact_sums
from nerkit.results.rows import MACRO
from nerkit.results.scores import mean
from nerkit.stats.rows import keys_of, units_of

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
        ("d2", "LOC"): (3, 3, 3, 3),
        ("d2", "*"): (3, 3, 3, 3),
    }.items():
        row = by_cell[key]
        assert (row.p_num, row.p_den, row.r_num, row.r_den) == numbers
    assert ("d2", "PER") not in by_cell


def test_a_label_that_a_document_has_keeps_its_row_though_a_measure_counts_nothing_of_it():
    """The label occurs, so the row is there, with 0/0; a label that occurs nowhere in it has none."""
    gold = {"d1": [(0, 1, "PER")], "d2": [(0, 1, "LOC", "Q1")]}
    result = nerkit.evaluate(gold, gold, measures="strong_linked_mention_match", by=("document", "label"))
    cells = {(row.document, row.label): row.r_den for row in result.rows}
    assert {key: cells[key] for key in cells if "*" not in key} == {("d1", "PER"): 0, ("d2", "LOC"): 1}


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("ABC"), st.booleans())),
    st.sampled_from(["zero", "one", "null"]),
)
def test_averages_are_those_of_the_full_table_of_documents_and_labels(items, empty):
    """Each average is the mean over all documents, or labels, those without items among them."""
    gold, system = ({f"d{i}": [] for i in range(4)} for _ in range(2))
    for document, start, label, is_gold in items:
        (gold if is_gold else system)[f"d{document}"].append((start, start + 1, label))
    asked = {"measures": "sets::span+type", "macro": True, "empty": empty}
    both = nerkit.evaluate(gold, system, by=("document", "label"), **asked).rows
    for field, averaged in (("document", ("macro", "micro")), ("label", ("micro", "macro"))):
        alone = nerkit.evaluate(gold, system, by=(field,), **asked).rows
        (expected,) = (row for row in alone if getattr(row, field) == "macro") if alone else (None,)
        row = next((r for r in both if (r.document, r.label) == averaged), None)
        if any(gold.values()) or any(system.values()):
            assert (row.value, row.precision, row.r_den) == (
                expected.value,
                expected.precision,
                expected.r_den,
            )


def test_rows_grow_with_what_occurs():
    """A document with one label of its own has one row: cells grow with n, not with its square."""
    sizes = [50, 100, 200, 400]
    numbers = []
    for size in sizes:
        spans = {f"d{i}": [(0, 1, f"L{i}")] for i in range(size)}
        numbers.append(len(nerkit.evaluate(spans, spans, by=("document", "label")).rows))
    assert np.polyfit(np.log(sizes), np.log(numbers), 1)[0] < 1.1


def test_sums_and_means_are_exact():
    """The order of numbers does not change a bit; nulls are left out, the mean of nulls alone is null, and
    that of nothing is 0/0.
    """
    values = np.array([[1e16, 1.0, -1e16], [0.1, 0.2, 0.3]])
    group, none = np.zeros(3, np.int64), np.zeros(0, np.int64)
    assert all(exact_sums(group, each, 1).tolist() == [[1.0, 0.6]] for each in (values.T, values.T[::-1]))
    assert exact_sums(none, np.zeros((0, 2)), 1).tolist() == [[0, 0]]
    scores = np.array([[0.5, np.nan], [1.0, np.nan]])
    assert mean(scores, "one").tolist() == pytest.approx([0.75, np.nan], nan_ok=True)
    assert mean(scores, "zero", np.array([3.0, 1.0])).tolist() == pytest.approx([0.625, np.nan], nan_ok=True)
    assert mean(scores[:0], "one").tolist() == [1.0, 1.0]


RULES = {  # documents: equal, a wrong answer, a gold item missed, an answer where gold has none, nothing
    "zero": (1 / 5, 1 / 5, 1 / 5),
    "skip": (1 / 3, 1 / 3, 1 / 2),
    "both-empty-one": (2 / 5, 2 / 5, 2 / 5),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("empty", ["zero", "one", "null"])
def test_rules_of_macro_averages(rule, empty):
    """What a document without items is worth; other rows keep the value of 0/0. Intervals agree."""
    gold = {"a": [(0, 1)], "b": [(0, 1)], "c": [(0, 1)], "d": [], "e": []}
    system = {"a": [(0, 1)], "b": [(2, 3)], "c": [], "d": [(0, 1)], "e": []}
    asked = {"measures": "sets::span", "by": "document", "empty": empty}
    result = nerkit.evaluate(gold, system, macro=rule, **asked)
    row = result["sets::span", "*", "macro"]
    assert (row.precision, row.recall, row.f1) == pytest.approx(RULES[rule])
    assert f"macro:{rule}" in result.signature
    plain = nerkit.evaluate(gold, system, macro=True, **asked)
    others = [row for row in result.rows if row.document != "macro"]
    assert others == [row for row in plain.rows if row.document != "macro"]
    assert "macro:yes" in plain.signature
    (sheet,) = units_of(result).sheets("system", keys_of(result, "system"))
    place = [cut[0] for cut in sheet.cuts].index(MACRO)
    once = sheet.scores(sheet.columns.sum(axis=0, keepdims=True))[place, 0]
    assert once[1:].tolist() == pytest.approx(RULES[rule])


def test_a_rule_over_labels():
    """Labels are groups as documents are; `zero` holds whatever 0/0 is elsewhere."""
    gold, system = [[(0, 1, "A")], [(0, 1, "B")]], [[(0, 1, "A")], []]
    asked = {"measures": "sets::span+type", "by": "label", "empty": "one"}
    precisions = {
        rule: nerkit.evaluate(gold, system, macro=rule, **asked)["sets::span+type", "macro"].precision
        for rule in (True, "zero", "skip", "both-empty-one")
    }
    assert precisions == {True: 1.0, "zero": 0.5, "skip": 1.0, "both-empty-one": 0.5}


def test_a_rule_that_is_none():
    """It is a usage error."""
    with pytest.raises(UsageError, match="macro"):
        nerkit.evaluate([[(0, 1)]], [[(0, 1)]], macro="mean")


def test_the_bound_of_the_sum_over_two_fields():
    """Rows of both fields, of each with the other summed, and of everything have that of their numbers."""
    graph = json.loads(mrp_lines.line(**mrp_lines.JOINED))
    other = {**graph, "framework": "eds", "nodes": graph["nodes"][:1], "edges": [], "tops": [0]}
    result = nerkit.evaluate([graph, other], [graph, other], task="mrp", by=["document", "label"], macro=True)
    found = {(row.document, row.label) for row in result.rows if row.measure == "mrp"}
    assert {("*", "*"), ("*", "macro")} <= found
    for row in result.rows:
        if row.measure == "mrp":
            assert (row.to_dict()["optimal"], row.value) == (True, 1)
