"""Provenance: the measures that the table names exist, and `explain` and the manual say it."""

from tries import each

from nerkit import scorers
from nerkit.scorers.provenance import address, comparisons, table
from scripts.conformance.__main__ import FOLDERS

ENTRIES = [
    (target, scorer, *key.split(" "), counted)
    for target, scorers_of in table().items()
    for scorer, entries in scorers_of.items()
    for key, counted in entries.items()
    if key != "compared"
]


@each("target, scorer, task, measure, counted", ENTRIES)
def test_every_entry_is_of_a_measure(target, scorer, task, measure, counted):
    """Of the task that is named; the comparison is one of `make conformance`."""
    own = scorers.task_named(task)
    family = measure.removesuffix("::*")
    assert own.describe(f"{family}::span" if family != measure else measure) is not None
    assert target in FOLDERS
    cases, rows = counted
    assert 0 < cases <= rows


def test_explain_says_whose_number_it_is(run):
    """Scorer, version, cases and rows of the measure itself, day, and where the manual has the measure."""
    told = run("explain", "strict").out
    seqeval = next(one for one in comparisons("bio", "strict") if one.scorer == "seqeval 1.2.2")
    equal = f"seqeval 1.2.2: equal in {seqeval.cases} cases ({seqeval.rows:,} rows), {seqeval.compared}"
    assert equal in " ".join(told.split())
    assert address("bio", "strict") in told
    assert "Compared with" not in run("explain", "loss").out


def test_measures_of_a_target_have_counts_of_their_own():
    """Not every case of a target has every measure."""
    counted = {one.scorer: one.cases for one in comparisons("bio", "chunk")}
    assert counted["nervaluate 1.2.1"] < counted["seqeval 1.2.2"]
    assert {one.scorer for one in comparisons("bio", "token")} == {"conlleval of CoNLL-2000", "seqeval 1.2.2"}


def test_a_family_is_compared_as_one():
    """`sets::span` and all others of this form."""
    assert list(comparisons("spans", "sets::span+type")) == list(comparisons("spans", "sets::span"))
    assert next(comparisons("spans", "sets::span")).scorer == "neleval 3.1.1"


def test_a_measure_of_ours_alone_was_compared_with_nothing():
    assert list(comparisons("spans", "loss")) == []
    assert "smatch 1.0.4, at proved optima" in {one.scorer for one in comparisons("amr", "smatch")}
