"""Counts: sums that are exact and do not depend on the order of merging."""

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.results.counts import (
    ALL,
    Counts,
    Headline,
    Part,
    averages_documents,
    exact_sums,
    joined,
    label_text,
    pooled_counts,
    unlike,
)

number = st.floats(0, 1e6, allow_nan=False) | st.integers(0, 100).map(float)
row = st.tuples(
    st.sampled_from(["d1", "d2", "d3"]), st.sampled_from(["m", "n"]), st.booleans(), number, number
)


def counts(rows):
    """Counts of (document, measure, whether labelled A, p_num, p_den) rows."""
    documents, labels = ["d1", "d2", "d3"], [ALL, (("label", "A"),)]
    parts = [
        Part(
            measure,
            np.array([documents.index(d)]),
            labels,
            np.array([int(labelled)]),
            np.array([[p, q, p, q]]),
        )
        for d, measure, labelled, p, q in rows
    ]
    return Counts.collect(documents, labels, parts)


@given(st.lists(row, max_size=12), st.integers(0, 12), st.randoms(use_true_random=False))
def test_merging_in_any_order_gives_the_same_sums_to_the_last_bit(rows, cut, chance):
    """Addition is associative and commutative."""
    rows = [("d1", "m", True, 1.0, 1.0), ("d1", "n", True, 1.0, 1.0), *rows]
    whole = counts(rows)
    shuffled = chance.sample(rows[2:], len(rows) - 2)
    first, second = rows[:2] + shuffled[:cut], shuffled[cut:]
    for merged in (counts(first) + counts(second), counts(first) + (counts(second) + counts([]))):
        for measure in ("m", "n"):
            i, j = whole.measures.index(measure), merged.measures.index(measure)
            for label in whole.labels:
                a, b = whole.labels.index(label), merged.labels.index(label)
                assert (whole.pooled()[i, a] == merged.pooled()[j, b]).all()


@given(st.lists(st.tuples(st.integers(0, 3), number), max_size=20))
def test_exact_sums_are_correctly_rounded(values):
    """Each sum is math.fsum of its group; groups without rows are 0."""
    groups = np.array([g for g, _ in values], np.int64)
    sums = exact_sums(groups, np.array([v for _, v in values]).reshape(-1, 1), 4)
    assert sums[:, 0].tolist() == [math.fsum(v for g, v in values if g == i) for i in range(4)]


def test_whole_numbers_too_large_for_additions_are_summed_exactly_too():
    """From 2**53 on one more is lost if it is added alone; two are not."""
    values = np.array([[2.0**53], [1.0], [1.0]])
    assert exact_sums(np.zeros(3, np.int64), values, 1).tolist() == [[2.0**53 + 2]]


def test_labels_and_pairs_that_count_something():
    """Of one measure or several; where all numbers are 0 nothing is counted."""
    made = counts([("d1", "m", True, 1.0, 1.0), ("d2", "m", False, 0.0, 0.0), ("d3", "n", False, 0.0, 2.0)])
    label = (("label", "A"),)
    assert made.labels_of(["m"]) == {label}
    assert made.labels_of(["n"]) == {ALL}
    assert made.labels_of(["m", "n"]) == {ALL, label}
    assert made.labels_of([]) == set()


def test_documents_of_several_parts_are_different_ones():
    """Of the same name too; measures and labels are joined by name, and the narrower rows filled up."""
    zero = np.zeros(1, np.int64)
    wide = Part("m", zero, [ALL], zero, np.array([[1.0, 2, 1, 3, 7]]), ("cor",), Headline("p"))
    parts = [
        counts([("d2", "n", True, 4.0, 5.0)]),
        Counts.collect(["d1", "e"], [], [wide]),
        counts([("d1", "m", True, 6.0, 8.0)]),
    ]
    made = joined(parts)
    assert made.documents == ["d1", "d2", "d3", "d1", "e", "d1", "d2", "d3"]
    assert (made.measures, made.labels) == (["n", "m"], [ALL, (("label", "A"),)])
    assert (made.document.tolist(), made.measure.tolist()) == ([1, 3, 5], [0, 1, 1])
    assert made.label.tolist() == [1, 0, 1]
    assert made.numbers.tolist() == [[4, 5, 4, 5, 0], [1, 2, 1, 3, 7], [6, 8, 6, 8, 0]]
    assert (made.extras, made.headlines) == ({"m": ("cor",)}, {"m": Headline("p")})


def test_rows_without_document_are_the_pooled_counts():
    """A corpus-wide measure may also have rows by document, which do not add to its total."""
    part = Part(
        "m", np.array([-1, 0, 1]), [ALL], np.zeros(3, np.int64), np.array([[1.0] * 4, [1.0] * 4, [1.0] * 4])
    )
    made = Counts.collect(["d1", "d2"], [], [part])
    assert made.pooled()[0, 0].tolist() == [1, 1, 1, 1]
    assert made.by_document("m", [ALL])[:, 0].tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]
    assert made.corpus_wide == ["m"]


def test_further_numbers_are_summed_like_the_four():
    """A measure with extras beside one without: the columns are as wide as the widest."""
    zero = np.zeros(1, np.int64)
    parts = [
        Part("m", zero, [ALL], zero, np.array([[1.0, 2, 1, 3, 7]]), ("cor",)),
        Part("n", zero, [ALL], zero, np.ones((1, 4))),
    ]
    both = Counts.collect(["d"], [], parts) + Counts.collect(["e"], [], parts)
    assert both.pooled()[:, 0].tolist() == [[2, 4, 2, 6, 14], [2, 2, 2, 2, 0]]
    assert both.extras == {"m": ("cor",)}


def test_labels_as_text():
    """A label stands as it is, other fields with their name, several joined."""
    assert label_text(ALL) == "*"
    assert label_text((("label", "PER"), ("is_nil", "true"))) == "PER;is_nil=true"


def test_pooled_counts_keep_the_groups_of_nothing():
    """A label with zeros alone is a row still; of fractions each part of an exact sum is one."""
    zeros, tenths = [("d1", "m", True, 0.0, 0.0)], [(f"d{i}", "m", False, 0.1, 0.1) for i in (1, 2, 3)]
    for made, rows in ((counts(zeros), 1), (counts(zeros + tenths), 3)):
        lean = pooled_counts(made)
        assert (made.is_pooled, lean.is_pooled, lean.documents) == (False, True, ["*"])
        assert len(lean.numbers) == rows
        assert sorted(set(lean.label.tolist())) == sorted(set(made.label.tolist()))
        assert lean.pooled().tolist() == made.pooled().tolist()


def test_counts_of_which_one_lacks_a_label_that_all_documents_are_counted_by():
    """Their sum would lack these documents."""
    whole = Headline(throughout=("label",))

    def counted(labels, headline):
        label = np.arange(len(labels))
        numbers = np.ones((len(labels), 4))
        part = Part("m", label * 0, [(("label", name),) for name in labels], label, numbers, (), headline)
        return Counts.collect(["d"], (), [part])

    assert unlike(counted("ab", whole), counted("ba", whole)) is None
    assert unlike(counted("ab", None), counted("a", None)) is None
    assert (
        unlike(counted("a", whole), counted("ab", whole))
        == "m counts documents without b, but a part has no such label"
    )


def test_documents_with_labels_that_a_measure_counts():
    """Only labels of the fields that are asked for, and only where the measure has a number that is not 0."""
    label = (("label", "A"),)
    made = counts([("d1", "m", True, 1.0, 1.0), ("d2", "m", True, 0.0, 0.0), ("d3", "m", False, 1.0, 1.0)])
    places = [(made.documents.index(name), made.labels.index(label)) for name in ("d1", "d2")]
    assert list(zip(*made.occurring(["label"]), strict=True)) == places
    assert list(zip(*made.occurring(["label"], ["m"]), strict=True)) == places[:1]


def test_pooled_counts_of_fractions_have_one_document_and_their_exact_sum():
    """Of every measure and label, also where no number is whole."""
    made = counts([(f"d{i}", m, i == 1, 0.1 * i, 0.7) for i in (1, 2, 3) for m in ("m", "n")])
    lean = pooled_counts(made)
    assert set(lean.document.tolist()) == {0}
    for group in {*zip(made.measure.tolist(), made.label.tolist(), strict=True)}:
        totals = [
            sum(map(Fraction, one.numbers[(one.measure == group[0]) & (one.label == group[1]), 0].tolist()))
            for one in (made, lean)
        ]
        assert totals[0] == totals[1]


def test_measures_that_are_averages_over_documents():
    """One is enough."""
    zero = np.zeros(1, np.int64)
    parts = [
        Part(name, zero, [ALL], zero, np.ones((1, 4)), (), Headline("f1", name))
        for name in ("micro", "macro")
    ]
    assert [averages_documents(Counts.collect(["d"], [], parts[:n])) for n in (0, 1, 2)] == [0, 0, 1]
