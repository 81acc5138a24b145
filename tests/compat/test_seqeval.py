"""seqeval's functions: hand-worked tables, a slow twin of its two readings, and the named differences."""

import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.compat.seqeval import averages, counting
from nerkit.compat.seqeval.metrics import (
    accuracy_score,
    classification_report,
    f1_score,
    performance_measure,
    precision_score,
    recall_score,
)
from nerkit.compat.seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support
from nerkit.compat.seqeval.metrics.v1 import unique_labels
from nerkit.compat.seqeval.scheme import BILOU, IOB2, IOBES, IOE1, IOE2, Entities, Tokens, auto_detect

GOLD = [["B-A", "B-B", "O", "B-A"], ["I-A", "O"]]
SYSTEM = [["O", "B-B", "B-C", "B-A"], ["I-A", "I-A"]]
TAGS = st.sampled_from(["O", "O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "E-B"])


@st.composite
def two_sides(draw):
    """Sentences of the same lengths on both sides, empty ones among them."""
    lengths = draw(st.lists(st.integers(0, 6), min_size=1, max_size=4))
    return [[draw(st.lists(TAGS, min_size=n, max_size=n)) for n in lengths] for _ in range(2)]


def walked(sentences):
    """The chunks tag by tag, as conlleval reads them: (sentence, start, end, type)."""
    found = set()
    for number, tags in enumerate(sentences):
        begin, open_type, before = 0, None, "O"
        for i, tag in enumerate([*tags, "O"]):
            letter, _, kind = tag.partition("-")
            goes_on = letter in "IE" and before in "BI" and kind == open_type
            if open_type is not None and not goes_on:
                found.add((number, begin, i, open_type))
                open_type = None
            if letter != "O" and open_type is None:
                begin, open_type = i, kind
            before = letter
    return found


@given(two_sides())
def test_scores_are_those_of_sets_of_chunks(sides):
    """Types of either side; micro over all, macro over types, weighted by gold's."""
    gold, system = sides
    left, right = walked(gold), walked(system)
    both = left & right
    types = sorted({chunk[3] for chunk in left | right})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert precision_score(gold, system) == (len(both) / len(right) if right else 0)
        assert recall_score(gold, system) == (len(both) / len(left) if left else 0)
        recalls = recall_score(gold, system, average=None, zero_division=0)
        support = precision_recall_fscore_support(gold, system)[3]
    of = {kind: [{c for c in side if c[3] == kind} for side in (left, right)] for kind in types}
    assert support.tolist() == [len(of[kind][0]) for kind in types]
    expected = [len(of[k][0] & of[k][1]) / len(of[k][0]) if of[k][0] else 0 for k in types]
    assert recalls.tolist() == expected
    if types:
        assert recall_score(gold, system, average="macro", zero_division=0) == np.average(expected)


@given(two_sides())
def test_the_report_agrees_with_the_functions(sides):
    """As a dictionary; its text has a line for each row."""
    gold, system = sides
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = classification_report(gold, system, output_dict=True)
        text = classification_report(gold, system, digits=3)
        for average in ("micro", "macro", "weighted"):
            row = report[f"{average} avg"]
            np.testing.assert_equal(row["f1-score"], f1_score(gold, system, average=average))
            np.testing.assert_equal(row["precision"], precision_score(gold, system, average=average))
    assert len(text.split("\n")) == len(report) + 4
    assert text.startswith("              precision    recall  f1-score   support\n\n")


def test_a_report_by_hand():
    """Two decimals; support is gold's; the weighted mean leaves out what gold lacks."""
    with pytest.warns(averages.warning_class()):
        text = classification_report(GOLD, SYSTEM)
    assert text == (
        "              precision    recall  f1-score   support\n"
        "\n"
        "           A       0.50      0.33      0.40         3\n"
        "           B       1.00      1.00      1.00         1\n"
        "           C       0.00      0.00      0.00         0\n"
        "\n"
        "   micro avg       0.50      0.50      0.50         4\n"
        "   macro avg       0.50      0.44      0.47         4\n"
        "weighted avg       0.62      0.50      0.55         4\n"
    )


def test_accuracy_and_kinds_of_tokens():
    """Equal tags of all tags; a token that both tag differently is FP and no FN."""
    assert accuracy_score(GOLD, SYSTEM) == 3 / 6
    assert performance_measure(GOLD, SYSTEM) == {"TP": 3, "FP": 2, "FN": 1, "TN": 0}
    assert accuracy_score(["B-A", "O"], ["B-A", "B-A"]) == 0.5


def test_strict_mode_reads_a_scheme():
    """Chunks that are not opened, or in BILOU not closed, as the scheme does are none."""
    gold, system = [["I-A", "B-A", "I-A"]], [["I-A", "B-A", "I-A"]]
    assert unique_labels(gold, system, IOB2) == ["A"]
    assert f1_score(gold, system, average=None, mode="strict", scheme=IOB2).tolist() == [1.0]
    assert len(Entities([["B-A", "I-A"], ["U-A"]], BILOU).filter("A")) == 1
    with pytest.raises(ValueError, match="'S-A' is not of the scheme IOB2"):
        f1_score([["S-A"]], [["S-A"]], mode="strict", scheme=IOB2)


def test_suffixes():
    """The letter is the last one, the type what stands before the last hyphen."""
    assert get_entities(["X-Y-B", "X-Y-I", "O"], suffix=True) == [("X-Y", 0, 1)]
    assert f1_score([["PER-B", "PER-E"]], [["PER-B", "PER-E"]], suffix=True, mode="strict", scheme=IOBES) == 1


def test_chunks_are_counted_through_sentences():
    """With a place for the end of each; empty sentences have that place too."""
    assert get_entities([["B-A"], [], ["O", "I-B"]]) == [("A", 0, 0), ("B", 4, 4)]


def test_zero_division():
    """0 and 1 without a word, `warn` with a warning of scikit-learn's class where it is loaded."""
    gold, system = [["O", "B-A"]], [["O", "O"]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert precision_score(gold, system, zero_division=1) == 1
        assert precision_score(gold, system, zero_division=0) == 0
        assert recall_score(gold, system) == 0
    with pytest.warns(averages.warning_class(), match="precision is 0/0.*the system has no chunk"):
        precision_score(gold, system)


def test_the_warning_is_scikit_learns_where_it_is_loaded(monkeypatch):
    """So that a program's filter for it goes on to work."""

    class Theirs(UserWarning):
        pass

    monkeypatch.setitem(sys.modules, "sklearn.exceptions", SimpleNamespace(UndefinedMetricWarning=Theirs))
    with pytest.warns(Theirs):
        f1_score([["O"]], [["O"]])
    monkeypatch.delitem(sys.modules, "sklearn.exceptions")
    with pytest.warns(averages.UndefinedMetricWarning):
        f1_score([["O"]], [["O"]])


# each of the following is a difference that nerkit.compat.seqeval names


def test_ioe1_is_read_as_it_is_written():
    """E only where a chunk of its type follows: `I-A E-A I-A` are two chunks."""
    entities = Tokens(["I-A", "E-A", "I-A", "O", "I-B"], IOE1).entities
    assert [entity.to_tuple()[1:] for entity in entities] == [("A", 0, 2), ("A", 2, 3), ("B", 4, 5)]


def test_nothing_at_all_is_a_report():
    """Without labels, and with the averages that there are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = classification_report([["O"]], [["O"]])
    assert "   micro avg       0.00      0.00      0.00         0\n" in text


def test_strict_mode_without_a_scheme_is_told():
    """The functions score as in the default mode; the report finds the scheme."""
    gold, system = [["I-A", "B-A"]], [["I-A", "B-A"]]
    with pytest.warns(UserWarning, match="without a scheme"):
        assert f1_score(gold, [["O", "B-A"]], mode="strict") == 2 / 3
    assert classification_report(gold, system, mode="strict", output_dict=True)["A"]["support"] == 1


@pytest.mark.parametrize(
    ("letters", "scheme"),
    [
        ("SO", IOBES),
        ("BISO", IOBES),
        ("BS", IOBES),
        ("UO", BILOU),
        ("BIO", IOB2),
        ("IEO", IOE2),
        ("BEO", IOBES),
    ],
)
def test_schemes_are_found(letters, scheme):
    """Those of singles too; O and I alone say none."""
    assert auto_detect([[letter if letter == "O" else f"{letter}-A" for letter in letters]]) is scheme
    with pytest.raises(ValueError, match="say no scheme"):
        auto_detect([["O", "I-A"]])


def test_bilou_in_the_default_mode_is_told_and_read():
    """L ends a chunk and U is one, so that a B behind them begins another."""
    gold = [["B-A", "L-A", "B-A", "L-A", "U-A"]]
    with pytest.warns(UserWarning, match="as its scheme means it"):
        assert get_entities(gold) == [("A", 0, 1), ("A", 2, 3), ("A", 4, 4)]


@pytest.mark.parametrize(
    ("gold", "system", "error", "told"),
    [
        ([()], [()], TypeError, "list of lists"),
        (["B-A"], ["B-A"], TypeError, "list of lists"),
        ([["O"], ["O"]], [["O"], ["O", "O"]], ValueError, "sentence 2 has 1 tags in gold, 2 in the system"),
        ([["O"]], [["O"], ["O"]], ValueError, "1 sentences of gold, 2 of the system"),
    ],
)
def test_bad_input(gold, system, error, told):
    """The errors of seqeval, which say where."""
    with pytest.raises(error, match=told):
        f1_score(gold, system)


def test_bad_arguments():
    """Averages that do not exist, and a negative beta."""
    with pytest.raises(ValueError, match="average is one of"):
        f1_score(GOLD, SYSTEM, average="samples")
    with pytest.raises(ValueError, match="beta is at least 0"):
        precision_recall_fscore_support(GOLD, SYSTEM, beta=-1)


def test_the_result_behind_the_numbers():
    """Its errors, intervals and formats; sentences are what statistics draw."""
    result = counting.evaluate(GOLD, SYSTEM)
    assert result["chunk"].f1 == f1_score(GOLD, SYSTEM, zero_division=0)
    assert {error.kind for error in result.errors()} >= {"missed", "boundary"}
    often = counting.evaluate(GOLD * 3, SYSTEM * 3)  # 6 sentences: the fewest of an interval
    assert often.confidence(resamples=20)["chunk"].extra["f1_low"] >= 0
    assert result["chunk", "B"].recall == 1
