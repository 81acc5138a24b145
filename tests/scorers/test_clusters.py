"""Measures that combine the counts of others: their rows, their special cases, their shapes."""

import numpy as np
import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.results import scores
from nerkit.scorers.clusters import BLANC, CONLL

GOLD = {"d1": [(0, 1, "X", "a"), (2, 3, "X", "a"), (4, 5, "Y", "b")], "d2": [(0, 1, "Y", "c")]}
SYSTEM = {"d1": [(0, 1, "X", "a"), (2, 3, "X", "b"), (4, 5, "Y", "b")], "d2": [(0, 1, "Y", "c")]}


def score(*measures, gold=GOLD, system=SYSTEM, **options):
    return nerkit.evaluate(gold, system, task="spans", measures=measures, **options)


def test_rows_have_scores_and_no_counts():
    """`conll` is one row with nulls for counts; `blanc` brings its parts, which have counts."""
    result = score("conll", "blanc", "muc")
    assert [row.measure for row in result.rows] == ["conll", "blanc", "blanc/links", "blanc/non-links", "muc"]
    conll = result["conll"].to_dict()
    assert [conll[name] for name in ("p_num", "p_den", "r_num", "r_den")] == [None] * 4
    parts = [score(name)[name] for name in ("muc", "b_cubed", "entity_ceaf")]
    for name in ("value", "precision", "recall", "f1"):
        assert conll[name] == pytest.approx(sum(getattr(part, name) for part in parts) / 3)
    assert (result["blanc/links"].p_num, result["blanc/links"].r_den) == (0, 1)


def test_every_cut_and_average_is_the_formula_over_its_own_counts():
    """By document and label, and macro averages; the weights of `conll` are the gold items."""
    result = score("conll", "b_cubed", by=["document", "label"], macro=True)
    for label in ("X", "Y", "*"):
        for document in ("d1", "d2", "*"):
            if (label, document) == ("X", "d2"):  # which neither side has
                assert ("conll", label, document) not in {
                    (r.measure, r.label, r.document) for r in result.rows
                }
                continue
            alone = score(
                "conll",
                only=[] if document == "*" else [f"document={document}"],
                labels=None if label == "*" else label,
            )["conll"]
            assert result["conll", label, document].f1 == alone.f1
    by_document = score("conll", by="document", macro=True)
    values = [by_document["conll", "*", name].value for name in ("d1", "d2")]
    assert by_document["conll", "*", "macro"].value == pytest.approx(sum(values) / 2)
    assert by_document["conll", "*", "weighted"].value == pytest.approx((3 * values[0] + values[1]) / 4)
    assert by_document["conll", "*", "micro"].p_num is None


def test_nulls_are_left_out_of_the_mean():
    """MUC is 0/0 where every cluster has one item: null averages the others, with one it counts as 1."""
    alone = {"d": [(0, 1, "X", "a"), (2, 3, "X", "b")]}
    values = {
        empty: score("conll", gold=alone, system=alone, empty=empty).f1 for empty in ("zero", "one", "null")
    }
    assert values == {"zero": pytest.approx(2 / 3), "one": 1.0, "null": 1.0}
    assert score("conll", gold={"d": []}, system={"d": []}, empty="null").f1 is None


BLANC_CASES = [  # links and non-links as (p_num, p_den, r_num, r_den); F1 under both conventions
    ((3, 4, 3, 15), (0, 11, 0, 0), 6 / 19, 3 / 19),  # gold is one entity
    ((0, 4, 0, 0), (11, 11, 11, 15), 11 / 13, 11 / 26),  # gold is all singletons
    ((1, 1, 1, 1), (0, 0, 0, 0), 1.0, 1.0),
    ((0, 0, 0, 0), (0, 0, 0, 0), 0.0, 0.0),
]


@pytest.mark.parametrize(("links", "non_links", "conll", "luo2014"), BLANC_CASES)
def test_blanc_without_links_of_one_kind(links, non_links, conll, luo2014):
    """`conll` looks at gold alone, `luo2014` at both sides."""
    numbers = np.array([links, non_links], float)
    assert BLANC["conll"](numbers, 1.0, "zero")[3] == pytest.approx(conll)
    assert BLANC["luo2014"](numbers, 1.0, "zero")[3] == pytest.approx(luo2014)


@pytest.mark.parametrize("formula", [CONLL, *BLANC.values()])
def test_formulas_take_any_number_of_resamples(formula):
    """Counts of shape (resamples, parts, 4) give scores of shape (resamples, 4), each as if alone."""
    numbers = np.random.default_rng(1).integers(0, 5, (50, 2, 4)).astype(float)
    numbers[..., [1, 3]] += numbers[..., [0, 2]]
    together = formula(numbers, 2.0, "null")
    assert together.shape == (50, 4)
    for i in range(50):
        np.testing.assert_array_equal(together[i], formula(numbers[i], 2.0, "null"))


def test_results_of_shards_add_where_their_parts_do():
    """A composite over counts by document is computed from the sums of both."""
    links = scores.Composite(("sets::span", "sets::span+type"), scores.mean_of_parts)
    one, two = (
        score("sets::span", "sets::span+type", gold={d: GOLD[d]}, system={d: SYSTEM[d][:1]})
        for d in ("d1", "d2")
    )
    for result in (one, two):
        object.__setattr__(result, "measures", ("both",))
        object.__setattr__(result, "composites", {"both": links})
    assert (one + two)["both"].f1 == pytest.approx(2 * 2 / (2 + 4))


def test_a_report_of_counts_is_refused(run, write):
    """seqeval's layout has supports, which a composite lacks."""
    path = write("a.tsv", "d\t0\t1\te\t1\tX\n")
    with pytest.raises(UsageError, match="conll has none"):
        score("conll", by="label").render("seqeval")
    assert run("spans", "-g", path, path, "-m", "conll", "-f", "seqeval").code == 2


def test_every_format_shows_that_there_are_no_counts(run, write):
    """A dash for people, an empty field in TSV, null in JSON."""
    path = write("a.tsv", "d\t0\t1\te\t1\tX\nd\t3\t4\te\t1\tX\n")
    assert ["conll", "1.000", "1.000", "1.000", "-", "-", "-"] in [
        line.split() for line in run("spans", "-g", path, path, "-m", "conll").out.splitlines()
    ]
    assert (
        run("spans", "-g", path, path, "-m", "conll", "-f", "tsv")
        .out.splitlines()[1]
        .endswith("\t1.0\t\t\t\t")
    )
    assert '"p_num": null' in run("spans", "-g", path, path, "-m", "conll", "-f", "jsonl").out
    for form in ("markdown", "latex", "html", "csv"):
        assert run("spans", "-g", path, path, "-m", "conll", "-f", form).code == 0
