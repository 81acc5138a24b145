"""What is shown prints itself, and knows nothing of how."""

import ast
from pathlib import Path

import nerkit
from nerkit.evaluation.agreement.pairs import agreement
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.stats.comparison import SystemPairs, compare
from nerkit.stats.correlation import correlations
from nerkit.stats.significance import PairedTest

GOLD = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 4, "PER")]]
SYSTEMS = {"a": GOLD, "b": [[(0, 5, "PER")], []], "c": [[(0, 5, "LOC")], [(3, 4, "PER")]]}


def test_str_is_the_table_and_a_notebook_shows_html():
    """Results, comparisons, pairs, correlations, agreement, errors, their summary and confusion alike."""
    request = Request.of(task="spans", measures=["sets::span", "sets::span+type"])
    result = evaluate_systems(GOLD, SYSTEMS, request)
    compared = compare(result, PairedTest())
    errors = nerkit.evaluate(GOLD, SYSTEMS["b"]).errors()
    shown = [result, compared, SystemPairs(compared), correlations(result), agreement(SYSTEMS, request)]
    for each in (*shown, errors, errors.summary(), errors.confusion()):
        assert str(each) + "\n" == each.render()
        assert each._repr_html_().startswith('<section id="scores"' if each is result else "<table>")


def test_rows_are_a_data_frame():
    """Of results, comparisons and lists of errors: a row each, with the columns of their JSON form."""
    request = Request.of(task="spans", measures=["sets::span"])
    result = evaluate_systems(GOLD, SYSTEMS, request)
    errors = result.errors()
    compared = compare(result, PairedTest())
    for each in (result, compared, errors, errors.summary(), errors.confusion()):
        rows = each.to_dict()["rows"]
        frame = each.to_dataframe()
        assert len(frame) == len(rows) > 0
        assert list(frame.columns) == list(rows[0])


def test_only_what_prints_knows_the_formatters():
    """Results, statistics and agreement import neither views nor formatters, but `Printed` does."""
    folder = Path(nerkit.__file__).parent
    rooms = ("results", "stats", "evaluation/agreement")
    files = [file for room in rooms for file in folder.glob(f"{room}/*.py")]
    importing = {
        path.name
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        if any(name in ast.unparse(node) for name in ("nerkit.views", "nerkit.formatters", "import views"))
    }
    assert importing == {"printable.py"}
