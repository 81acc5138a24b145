"""The example that `stats.units` opens with is what comes out."""

import re

import numpy as np
import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.results.rows import EVERYTHING, MACRO
from nerkit.results.scores import score
from nerkit.stats import units
from nerkit.stats.rows import keys_of, units_of

GOLD = {
    "d1": [(0, 1, "PER"), (2, 3, "PER"), (4, 5, "LOC")],
    "d2": [(0, 1, "LOC"), (2, 3, "LOC"), (4, 5, "LOC")],
}
SYSTEM = {"d1": [(0, 1, "PER"), (6, 7, "LOC")], "d2": GOLD["d2"]}
WEIGHTS = np.array([[1.0, 1.0], [2.0, 0.0]])


def sheet(*by):
    result = nerkit.evaluate(GOLD, SYSTEM, measures="sets::span+type", by=by, macro=True)
    (made,) = units_of(result).sheets("system", keys_of(result, "system"))
    return made


def numbers(line):
    """The numbers of a line of the docstring that begins with *line*, LOC first."""
    (found,) = re.findall(rf"^    {re.escape(line)} +(\d[\d ]+)$", units.__doc__, re.MULTILINE)
    return [float(number) for number in found.split()]


def test_the_columns_of_the_example():
    """A line for each unit, and the sums of a resample."""
    columns = sheet("label").columns[:, :8]
    assert columns.tolist() == [numbers("d1"), numbers("d2")]
    assert (WEIGHTS @ columns).tolist() == [numbers("(1, 1)"), numbers("(2, 0)")]


def test_the_scores_of_the_example():
    """Of a label, and of the macro average over labels, for the corpus and for d1 twice."""
    made = sheet("label")
    f1 = dict(zip((cut[1] for cut in made.cuts), made.scores(WEIGHTS @ made.columns)[:, :, 3], strict=True))
    assert f1[("label", "LOC"),] == pytest.approx([3 / 4, 0])
    assert f1[("label", MACRO),] == pytest.approx([(3 / 4 + 2 / 3) / 2, (0 + 2 / 3) / 2])


def test_averages_over_documents_have_eight_columns():
    """Scores times weight, then weights: their sums give the mean of the scores of what was drawn."""
    made = sheet("document")
    place = [cut[0] for cut in made.cuts].index(MACRO)
    first = made.rows[place].first
    assert made.columns.shape[1] == 4 + 2 * 8  # everything, and the averages macro and weighted
    own = score(np.array([[1, 2, 1, 3], [3, 3, 3, 3]], float))
    assert made.columns[:, first : first + 4] == pytest.approx(own)
    assert (made.columns[:, first + 4 : first + 8] == 1).all()
    assert made.scores(WEIGHTS @ made.columns)[place] == pytest.approx(np.stack([own.mean(axis=0), own[0]]))
    assert all(cut[0] in (MACRO, "micro", "weighted", EVERYTHING) for cut in made.cuts)  # no single document


def test_measures_without_units_are_named_in_the_order_in_which_they_were_asked_for():
    """The message is the same at every run."""
    asked = ["sets::type", "muc", "b_cubed", "mention_ceaf"]
    data = {"a": [(0, 1, "X")], "b": [(0, 1, "X")]}
    with pytest.raises(
        UsageError,
        match=r"^nerkit cannot resample documents for sets::type, muc, b_cubed, mention_ceaf, because",
    ):
        nerkit.evaluate(data, data, measures=asked).confidence()


def test_too_many_rows_are_an_error(monkeypatch):
    """Labels of a measure, by themselves and times units; a few rows may have many units."""
    monkeypatch.setattr(units, "FEW_TESTED", 2)
    monkeypatch.setattr(units, "MOST_TESTED", 6)
    assert sheet("label").columns.shape[0] == 2  # units; of six rows
    monkeypatch.setattr(units, "MOST_TESTED_NUMBERS", 5)
    with pytest.raises(UsageError, match="6 rows over 2 documents; at most 6 rows, or 5 rows times"):
        sheet("label")
    monkeypatch.setattr(units, "MOST_TESTED", 5)
    monkeypatch.setattr(units, "MOST_TESTED_NUMBERS", 100)
    with pytest.raises(UsageError, match="at most 5 rows"):
        sheet("label")
    assert len(sheet("document").cuts) == 4  # rows of single documents are not counted
    monkeypatch.setattr(units, "FEW_TESTED", 7)
    assert sheet("label").columns.shape[0] == 2
