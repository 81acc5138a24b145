"""Provenance: the measures that the table names exist, and `explain` and the manual say it."""

import fnmatch

import pytest

from nerkit import scorers
from nerkit.scorers.provenance import address, comparisons, table
from scripts.conformance.__main__ import FOLDERS

ENTRIES = [
    (target, scorer, *which.split(maxsplit=1))
    for target, entries in table().items()
    for scorer, which in entries.items()
    if isinstance(which, str)
]


@pytest.mark.parametrize(("target", "scorer", "task", "patterns"), ENTRIES)
def test_every_pattern_stands_for_a_measure(target, scorer, task, patterns):
    """Of the task that is named; the comparison is one of `make conformance`."""
    names = [measure.name for measure in scorers.task_named(task).measures]
    empty = [p for p in patterns.split() if p != "sets::*" and not fnmatch.filter(names, p)]
    assert empty == []
    assert target in FOLDERS
    assert table()[target]["cases"] > 0


def test_explain_says_whose_number_it_is(run):
    """Scorer, version, cases, day, and where the manual has the measure."""
    told = run("explain", "strict").out
    seqeval = next(one for one in comparisons("bio", "strict") if one.scorer == "seqeval 1.2.2")
    assert f"seqeval 1.2.2: equal in {seqeval.cases} cases, {seqeval.compared}" in " ".join(told.split())
    assert address("bio", "strict") in told
    assert "Compared with" not in run("explain", "loss").out


def test_a_measure_of_ours_alone_was_compared_with_nothing():
    assert list(comparisons("spans", "loss")) == []
    assert [one.scorer for one in comparisons("amr", "smatch")] == [
        "smatch 1.0.4, at optima proved by another solver"
    ]
