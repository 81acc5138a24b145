"""Scores: 0/0, F-beta, groupings, averages, the order of rows."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.results import scores
from nerkit.results.counts import Headline
from nerkit.results.rows import Grouping, Scoring
from nerkit.results.scores import f_score, mean, mean_of_parts, score

ZEROES = [  # (counts, empty, precision, recall, f1)
    ((0, 0, 0, 0), "zero", 0, 0, 0),
    ((0, 0, 0, 0), "one", 1, 1, 1),
    ((0, 0, 0, 0), "null", None, None, None),
    ((0, 0, 0, 5), "zero", 0, 0, 0),
    ((0, 0, 0, 5), "one", 1, 0, 0),
    ((0, 0, 0, 5), "null", None, 0, 0),
    ((0, 5, 0, 0), "one", 0, 1, 0),
    ((0, 5, 0, 5), "one", 0, 0, 0),
    ((0, 5, 0, 5), "null", 0, 0, 0),
    ((6, 8, 6, 7), "null", 0.75, 6 / 7, 0.8),
]


@pytest.mark.parametrize(("counts", "empty", "precision", "recall", "f1"), ZEROES)
def test_the_table_of_zeroes(counts, empty, precision, recall, f1):
    """0/0 is what --empty says; F is 0/0 only when both denominators are zero."""
    found = [None if math.isnan(x) else x for x in scores.score(np.array(counts, float), 1.0, empty)]
    assert found == [f1, precision, recall, f1]


def test_one_where_both_sides_are_empty():
    """And zero where one is; a headline that is a sum stays the sum, which is no quotient."""
    neither, one = np.zeros(4), np.array([0.0, 0, 0, 5])
    assert (f_score(neither, 1.0, "both-empty-one"), f_score(one, 1.0, "both-empty-one")) == (1, 0)
    for headline, value in ((None, 1), (Headline("p"), 1), (Headline("sum"), 0)):
        found = score(np.stack([neither, one]), 1.0, "both-empty-one", headline)
        assert found[:, 0].tolist() == [value, 0]


def test_f1_is_what_is_not_said_otherwise():
    """Three of four, and of five: 6/9."""
    numbers = np.array([3.0, 4, 3, 5])
    assert f_score(numbers) == score(numbers)[0] == 6 / 9


@pytest.mark.parametrize("normalizer", ["f1", "f2", "p", "r", "j", "sum"])
def test_counts_of_any_shape(normalizer):
    """Numbers stand on the last axis, however many there are before it."""
    numbers = np.arange(1.0, 25.0).reshape(2, 3, 4)
    found = score(numbers, 1.0, "zero", Headline(normalizer))
    for i, j in np.ndindex(2, 3):
        assert found[i, j].tolist() == score(numbers[i, j], 1.0, "zero", Headline(normalizer)).tolist()


def test_the_mean_of_nulls_is_null():
    """Of one too; that of nothing is the value of 0/0."""
    for rows in (1, 2):
        assert math.isnan(mean(np.full((rows, 1), math.nan), "zero")[0])
    assert mean(np.zeros((0, 1)), "one").tolist() == [1]


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 1000), st.floats(0.1, 10))
def test_f_beta_is_the_weighted_harmonic_mean(matched, more, missed, beta):
    """(1 + b²) P R / (b² P + R), from counts."""
    numbers = np.array([matched, matched + more, matched, matched + missed], float)
    value, precision, recall, f1 = scores.score(numbers, beta)
    bottom = beta**2 * precision + recall
    assert value == pytest.approx((1 + beta**2) * precision * recall / bottom if bottom else 0)
    assert f1 == (2 * matched / (2 * matched + more + missed) if matched else 0)


def test_groupings():
    """Everything, each field, their product; averages alone when nothing is cut."""
    assert Scoring(by=("label", "document", "label")).plan == [
        Grouping((), shown=True),
        Grouping(("label",), shown=True),
        Grouping(("document",), shown=True),
        Grouping(("label", "document"), shown=True),
    ]
    assert [g.fields for g in Scoring(macro=True).plan if not g.shown] == [("document",), ("label",)]
    assert [tuple(grouping) for grouping in Scoring(by=("label",), macro=True).plan] == [
        ((), True, False),
        (("label",), True, False),
    ]


def test_rows_are_made_of_the_whole_with_f1_where_nothing_is_said():
    """No average and no cut."""
    assert ([tuple(one) for one in Scoring().plan], Scoring().beta) == ([((), True, False)], 1)


def test_labels_come_before_averages_and_the_whole_last():
    """Whatever their letters are."""
    gold = [[(0, 4, "zone"), (5, 9, "area")]]
    found = nerkit.evaluate(gold, gold, measures=["sets::span+type"], by=["label"], macro=True).rows
    assert [row.label for row in found] == ["area", "zone", "macro", "micro", "weighted", "*"]


def test_the_counts_of_a_row():
    """An array, or None of a measure that has scores alone."""
    result = nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span+type"], extra="spurious")
    assert result.head.numbers.tolist() == [1, 3, 1, 3]
    assert replace(result.head, p_num=None).numbers is None


GOLD = {"b": [(0, 4, "PER"), (5, 9, "LOC")], "a": [(0, 4, "PER")], "macro": []}
SYSTEM = {"b": [(0, 4, "PER")], "a": [(0, 4, "LOC")], "c": [(0, 4, "PER")]}


def rows(**options):
    result = nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span+type"], extra="spurious", **options)
    return [(r.document, r.label, r.value, r.p_num, r.p_den, r.r_num, r.r_den) for r in result.rows]


def test_ranked_groupings_have_their_macro_average():
    """Rows of a field that is ranked by are always shown, with the macro average and no other."""
    assert Scoring(ranked=("label",)).plan == [
        Grouping((), shown=True),
        Grouping(("label",), shown=True, ranked=True),
    ]
    gold = [{"framework": name, "id": "1", "nodes": [{"id": 0, "label": "x"}]} for name in ("dm", "eds")]
    rows = nerkit.evaluate(gold, gold[:1], task="mrp", measures="mrp").rows
    assert [(row.label, row.f1) for row in rows[:4]] == [("dm", 1), ("eds", 0), ("macro", 0.5), ("*", 2 / 3)]


def test_order_and_averages_of_rows():
    """Documents in gold order then system-only ones, labels in code-point order, averages, `*` last."""
    assert rows(by=["document"], macro=True) == [
        ("b", "*", 2 / 3, 1, 1, 1, 2),
        ("a", "*", 0, 0, 1, 0, 1),
        ("document=macro", "*", 0, 0, 0, 0, 0),
        ("c", "*", 0, 0, 1, 0, 0),
        ("macro", "*", pytest.approx(1 / 6), 0.25, 0.75, 0.25, 0.75),
        ("micro", "*", 1 / 3, 1, 3, 1, 3),
        ("weighted", "*", pytest.approx(4 / 9), 1, 3, 1, 3),
        ("*", "*", 1 / 3, 1, 3, 1, 3),
    ]
    assert [r[1] for r in rows(by=["label"], macro=True)] == ["LOC", "PER", "macro", "micro", "weighted", "*"]


def test_averages_without_cuts():
    """--macro alone averages over documents and over labels and shows no group."""
    assert [r[:2] for r in rows(macro=True)] == [
        ("macro", "*"),
        ("micro", "*"),
        ("weighted", "*"),
        ("*", "macro"),
        ("*", "micro"),
        ("*", "weighted"),
        ("*", "*"),
    ]


def test_products_have_the_rows_that_occur():
    """A document has rows of the labels it has on either side; averages are over one field, others summed."""
    found = rows(by=["document", "label"], macro=True)
    cells = [r[:2] for r in found if r[0] in GOLD | SYSTEM and r[1] in ("LOC", "PER")]
    assert cells == [("b", "LOC"), ("b", "PER"), ("a", "LOC"), ("a", "PER"), ("c", "PER")]
    averages = {r[:2]: r[2] for r in found}
    assert averages["macro", "micro"] == pytest.approx(1 / 6)
    assert averages["micro", "macro"] == pytest.approx((0 + 1 / 2) / 2)
    assert averages["micro", "micro"] == averages["*", "*"] == 1 / 3


def test_nulls_are_left_out_of_averages():
    """With --empty null a group without items does not count in the mean."""
    found = {r[:2]: r[2] for r in rows(by=["document"], macro=True, empty="null")}
    assert found["macro", "*"] == pytest.approx((2 / 3 + 0 + 0) / 3)


def test_too_many_rows_are_refused(monkeypatch):
    """A product that nobody could read says so instead of filling the memory."""
    monkeypatch.setattr("nerkit.results.row_table.ROW_LIMIT", 4)
    with pytest.raises(nerkit.exceptions.UsageError, match="would be 5 rows;"):
        rows(by=["document", "label"])


def test_the_headline_is_f_beta_and_f1_stays_f1():
    """`value` follows --beta."""
    row = nerkit.evaluate(GOLD, SYSTEM, measures=["sets::span+type"], extra="spurious", beta=2.0).head
    assert (row.value, row.f1) == (1 / 3, 1 / 3)
    row = nerkit.evaluate([[(0, 1), (2, 3)]], [[(0, 1)]], measures=["sets::span"], beta=2.0).head
    assert (row.value, row.f1) == (pytest.approx(5 / 9), 2 / 3)


HEADLINES = [  # headline, value of 3 of 4 right and 3 of 5 found
    (None, 2 / 3),
    (Headline("f1"), 2 / 3),
    (Headline("p"), 3 / 4),
    (Headline("r"), 3 / 5),
    (Headline("j"), 3 / 6),
    (Headline("f2"), 5 * 3 / (4 * 5 + 4)),
    (Headline("f0.5"), 1.25 * 3 / (0.25 * 5 + 4)),
    (Headline("sum"), 3),
]


@pytest.mark.parametrize(("headline", "value"), HEADLINES)
def test_headlines(headline, value):
    """What the value of a measure is; precision, recall and F1 are the same whatever it is."""
    numbers = np.array([[3.0, 4.0, 3.0, 5.0], [0.0, 0.0, 0.0, 0.0]])
    scored = score(numbers, 1.0, "one", headline)
    assert scored[0] == pytest.approx([value, 3 / 4, 3 / 5, 2 / 3])
    assert scored[1].tolist() == [0.0 if headline == Headline("sum") else 1.0, 1.0, 1.0, 1.0]
    with_beta = score(numbers, 2.0, "one", headline)[0, 0]
    assert with_beta == pytest.approx(15 / 24 if headline in (None, Headline("f1")) else value)


def test_numbers_that_are_not_alike_on_both_sides():
    """F is of products of counts: matches for precision and for recall may differ."""
    numbers = np.array([2.0, 4.0, 3.0, 5.0])  # P 1/2, R 3/5
    assert f_score(numbers) == pytest.approx(2 * 0.5 * 0.6 / 1.1)
    assert f_score(numbers, 2.0) == pytest.approx(5 * 0.5 * 0.6 / (4 * 0.5 + 0.6))
    assert score(numbers)[0] == f_score(numbers)


@pytest.mark.parametrize(
    ("numbers", "f1"),
    [([0, 0, 0, 3], 0.0), ([0, 3, 0, 0], 0.0), ([0, 0, 0, 0], 1.0), ([0, 1, 0, 1], 0.0), ([1, 1, 1, 1], 1.0)],
)
def test_sides_without_items(numbers, f1):
    """F is 0/0 only where both sides are empty."""
    assert f_score(np.array(numbers, float), 1.0, "one") == f1


def test_means():
    """Exact, without nulls, weighted; of nothing the value of 0/0."""
    columns = np.array([[0.5, np.nan], [1.0, 0.25], [0.0, 0.75]])
    assert mean(columns, "zero").tolist() == [0.5, 0.5]
    assert mean(columns, "zero", np.array([1.0, 2.0, 1.0])).tolist() == [0.625, pytest.approx(1.25 / 3)]
    assert mean(columns[:0], "one").tolist() == [1.0, 1.0]
    assert mean(columns, "one", np.zeros(3)).tolist() == [1.0, 1.0]


def test_means_of_parts():
    """Parts that count, and only what they have; a part without items is null, or its 0/0."""
    numbers = np.array([[[1.0, 2.0, 1.0, 4.0], [0.0, 0.0, 0.0, 0.0]]])  # P 1/2, R 1/4, F 1/3
    assert mean_of_parts(numbers, 1.0, "null")[0].tolist() == pytest.approx([1 / 3, 1 / 2, 1 / 4, 1 / 3])
    assert mean_of_parts(numbers, 1.0, "one")[0].tolist() == pytest.approx([2 / 3, 3 / 4, 5 / 8, 2 / 3])
    used = np.array([[True, False]])
    assert mean_of_parts(numbers, 1.0, "one", used)[0].tolist() == pytest.approx([1 / 3, 1 / 2, 1 / 4, 1 / 3])
    assert mean_of_parts(numbers, 1.0, "one", ~used | used & False)[0].tolist() == [1.0, 1.0, 1.0, 1.0]
