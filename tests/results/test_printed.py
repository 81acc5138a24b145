"""Whatever the formatters show prints itself."""

import nerkit
from nerkit.evaluation.agreement import agreement
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import request_of
from nerkit.stats.comparison import SystemPairs, compare
from nerkit.stats.correlation import correlations
from nerkit.stats.significance import PairedTest

GOLD = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 4, "PER")]]
SYSTEMS = {"a": GOLD, "b": [[(0, 5, "PER")], []], "c": [[(0, 5, "LOC")], [(3, 4, "PER")]]}


def test_str_is_the_table_and_a_notebook_shows_html():
    """Results, comparisons, pairs, correlations, agreement, errors, their summary and their confusion alike."""
    request = request_of(task="spans", measures=["sets::span", "sets::span+type"])
    result = evaluate_systems(GOLD, SYSTEMS, request)
    compared = compare(result, PairedTest())
    errors = nerkit.evaluate(GOLD, SYSTEMS["b"]).errors()
    shown = [result, compared, SystemPairs(compared), correlations(result), agreement(SYSTEMS, request)]
    for each in (*shown, errors, errors.summary(), errors.confusion()):
        assert str(each) + "\n" == each.render()
        assert each._repr_html_().startswith("<table>")


def test_rows_are_a_data_frame():
    """Of results, comparisons and lists of errors alike: a row each, with the columns of their JSON form."""
    request = request_of(task="spans", measures=["sets::span"])
    result = evaluate_systems(GOLD, SYSTEMS, request)
    errors = result.errors()
    for each in (result, compare(result, PairedTest()), errors, errors.summary()):
        rows = each.to_dict()["rows"]
        frame = each.to_dataframe()
        assert len(frame) == len(rows) > 0
        assert list(frame.columns) == list(rows[0])
