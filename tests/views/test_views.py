"""What is shown has a grid by its type, and numbers stand in it as the style says."""

import math

import numpy as np
import pytest

import nerkit
from nerkit import views
from nerkit.evaluation.agreement.pairs import agreement
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.stats.comparison import SystemPairs, compare
from nerkit.stats.correlation import correlations
from nerkit.stats.significance import PairedTest
from nerkit.views.grid import Grid, Style, count, number, probability, short_names, signed

GOLD = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 4, "PER")]]
SYSTEMS = {"a": GOLD, "b": [[(0, 5, "PER")], []], "c": [[(0, 5, "LOC")], [(3, 4, "PER")]]}
REQUEST = Request.of(task="spans", measures=["sets::span", "sets::span+type"])


def shown():
    """One of everything that has a layout, and the headers by which it is known."""
    result = evaluate_systems(GOLD, SYSTEMS, REQUEST)
    compared = compare(result, PairedTest())
    errors = nerkit.evaluate(GOLD, SYSTEMS["b"]).errors()
    return {
        "one result": (nerkit.evaluate(GOLD, SYSTEMS["b"]), "gold"),
        "several systems": (result, "system"),
        "comparison": (compared, "better than"),
        "pairs": (SystemPairs(compared), "losses"),
        "correlations": (correlations(result), "Kendall"),
        "agreement": (agreement(SYSTEMS, REQUEST), "annotator"),
        "errors": (errors, "gold → system"),
        "summary": (errors.summary(), "share"),
        "confusion": (errors.confusion(), "missed"),
    }


@pytest.mark.parametrize("name", shown())
def test_every_type_has_its_layout(name):
    """The grid has the headers of the type, a cell for each in every line, and cells that are text."""
    thing, header = shown()[name]
    grid = views.grid(thing, Style())
    assert isinstance(grid, Grid)
    assert header in grid.headers
    assert len(grid.lines) > 0
    assert {len(line) for line in grid.lines} == {len(grid.headers)}
    assert all(isinstance(cell, str) for line in grid.lines for cell in line)


def test_what_has_no_layout():
    """A type that nobody has drawn is an error of ours, not an empty table."""
    with pytest.raises(TypeError, match="nerkit has no layout for list"):
        views.grid([], Style())


def test_the_best_of_each_measure_are_marked():
    """In a comparison every system with the highest value of its measure, and no other."""
    compared = compare(evaluate_systems(GOLD, SYSTEMS, REQUEST), PairedTest())
    grid = views.grid(compared, Style())
    marked = [(grid.lines[line][0], grid.lines[line][1], grid.headers[column]) for line, column in grid.best]
    assert sorted(marked) == [("sets::span", "a", "F1"), ("sets::span+type", "a", "F1")]


def test_a_confusion_of_nothing():
    """Without items there are the two border cells, and nothing is counted."""
    grid = views.grid(nerkit.evaluate([[]], [[]], task="spans").errors().confusion(), Style())
    assert (grid.headers, grid.lines) == (["gold", "missed"], [["spurious", "-"]])


def test_numbers():
    """Rounded, in percent, with a sign; `-` where there is no number; short p-values."""
    percent = Style(digits=1, percent=True)
    assert [number(2 / 3, Style()), number(2 / 3, percent), number(math.nan, percent)] == [
        "0.667",
        "66.7",
        "-",
    ]
    assert [signed(0.02, percent), signed(-0.02, percent), signed(None, percent)] == ["+2.0", "-2.0", "-"]
    assert [count(2.0, percent), count(2.55, percent), count(None, percent)] == ["2", "2.5", "-"]
    assert [probability(p) for p in (0.0009, 0.001, 1.0, None)] == ["<0.001", "0.001", "1.000", "-"]


def test_short_names():
    """The last part of paths without its ending, unless two would be the same."""
    assert short_names(["out/a.tsv", "out\\b.tsv", "c"]) == ["a", "b", "c"]
    assert short_names(["x/a.tsv", "y/a.tsv"]) == ["x/a.tsv", "y/a.tsv"]


def test_a_confusion_of_many_labels_lists_what_occurs():
    """Cells grow with the pairs of labels that occur, not with all labels times all labels."""
    sizes, cells = [400, 800, 1600, 3200], []
    for size in sizes:
        gold, system = ({"d": [(i, i + 1, f"L{(i + by) % size}") for i in range(size)]} for by in (0, 1))
        grid = views.grid(nerkit.evaluate(gold, system).errors().confusion(), Style())
        cells.append(sum(map(len, grid.lines)))
    assert grid.headers == ["gold", "system label", "items"]
    assert ["L0", "L1", "1"] in grid.lines
    assert len(grid.lines) == 3200
    assert np.polyfit(np.log(sizes[1:]), np.log(cells[1:]), 1)[0] < 1.1


def test_micro_is_shown_where_it_is_not_that_of_everything():
    """Items of another label match in `*` alone; `*` stays where both are the same, in all systems."""
    gold, swapped = {"d": [(0, 1, "A"), (2, 3, "B")]}, {"d": [(0, 1, "B"), (2, 3, "B")]}

    def labels(measure, **systems):
        request = Request(measures=[measure], by=["label"], macro=True)
        result = evaluate_systems(gold, systems, request)
        assert [row.label for row in result.rows].count("micro") == len(systems)
        return [line[1] for line in views.grid(result, Style()).lines]

    averages = ["macro", "weighted", "*"]
    assert labels("sets::span+type", a=swapped) == ["A", "B", *averages]
    assert labels("sets::span", a=swapped) == ["A", "B", "macro", "micro", "weighted", "*"]
    both = labels("sets::span", a=gold, b=swapped)
    assert both == [name for name in ("A", "B", "macro", "micro", "weighted", "*") for _ in "ab"]


def test_a_row_without_items_has_no_scores():
    """In tables for people, unless the value of 0/0 is asked for; rows for programs keep their numbers."""
    result = nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", measures=["json", "json/item"])
    assert next(line.split() for line in str(result).splitlines() if "json/item" in line) == [
        *("json/item", "-", "-", "-", "0", "0", "0")
    ]
    assert result["json/item"].value == 0
    one = nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", measures=["json/item"], empty="one")
    assert str(one).splitlines()[-1].split()[1:4] == ["1.000"] * 3
