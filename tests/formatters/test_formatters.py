"""Every output format is a typed record, and is called with what is known already."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.formatters import FORMATTERS, Formatter, formatter, needs_of
from nerkit.scorers import task_named

GOLD = [["B-PER", "O"], ["B-LOC", "B-PER"]]
SYSTEM = [["B-PER", "O"], ["O", "B-PER"]]


def result(**options):
    return nerkit.evaluate(GOLD, SYSTEM, measures=["chunk", "token"], by=["label", "document"], **options)


TREE = "(S (NP (D the) (N dog)) (VP (V barks)))"
DEMO = Path(__file__).parents[2] / "demo" / "ie"


def result_for(form):
    """A result with what the format shows."""
    needs = needs_of(form)
    sides = {("tree",): (TREE, TREE), ("ie",): (DEMO / "muc4-key.txt", DEMO / "muc4-response.txt")}
    if needs.tasks not in sides:
        return result()
    return nerkit.evaluate(*sides[needs.tasks], task=needs.tasks[0], measures=needs.measures, by=needs.by)


@pytest.mark.parametrize("form", FORMATTERS)
def test_every_format_is_a_record(form):
    """Its module holds a `Formatter`, which turns a result with everything it needs into text."""
    assert isinstance(formatter(form), Formatter)
    assert result_for(form).render(form).endswith("\n")


@pytest.mark.parametrize("form", FORMATTERS)
def test_the_measures_that_a_format_needs_exist(form):
    """Every task that the report is said to be of has them."""
    needs = needs_of(form)
    for task in needs.tasks:
        known = [measure.name for measure in task_named(task).resolve(needs.measures)]
        assert [name for name in known if name in needs.measures] == [*needs.measures]


@pytest.mark.parametrize("form", FORMATTERS)
def test_an_error_of_the_data_is_raised_before_the_formatter_is_called(form, monkeypatch):
    """What is wrong with the rows is found while the view is made; no text has been written by then."""
    broken = result_for(form)
    called = []
    module = sys.modules[FORMATTERS[form]]
    monkeypatch.setattr(module, "FORMATTER", replace(module.FORMATTER, render=lambda *_: called.append(form)))

    def fails(*_, **__):
        raise UsageError("the data is wrong")

    monkeypatch.setattr("nerkit.results.row_table.rows", fails)  # what tables, files and junit show
    monkeypatch.setattr("nerkit.results.counts.Counts.by_document", fails)
    monkeypatch.setattr("nerkit.results.counts.Counts.pooled", fails)  # what the reports of peers show
    with pytest.raises(UsageError, match="the data is wrong"):
        broken.render(form)
    assert called == []


def test_formats_that_do_not_exist():
    """A misspelt format is named with the nearest; a style that is a format without a dictionary is none."""
    with pytest.raises(UsageError, match="did you mean 'latex'"):
        result().render("latec")
    with pytest.raises(UsageError, match=r"unknown style 'table' \(known: seqeval\)"):
        result().to_dict(style="table")


def test_layouts_of_scores_take_results_alone():
    """A list of errors has no scores to lay out, whatever the format is called."""
    errors = result().errors()
    refused = set()
    for form in FORMATTERS:
        try:
            errors.render(form)
        except UsageError as error:
            assert str(error) == f"-f {form} shows scores, but these rows are not scores"  # noqa: PT017
            refused.add(form)
    assert refused == {"junit", "conlleval", "seqeval", "evalb", "muc4"}


def test_decimals():
    """A format has its own number of decimals until another is asked for."""
    assert " 0.80 " in result().render("seqeval")
    assert " 0.8000 " in result().render("seqeval", digits=4)
    assert "0.800" in result().render("table")
