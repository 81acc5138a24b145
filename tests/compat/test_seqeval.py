"""seqeval's functions: hand-worked tables, a slow twin of its two readings, and the named differences."""

import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.compat.seqeval import averages, counting
from nerkit.compat.seqeval.metrics import classification_report, f1_score, precision_score, recall_score
from nerkit.compat.seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support
from nerkit.compat.seqeval.metrics.v1 import unique_labels
from nerkit.compat.seqeval.scheme import BILOU, IOB2, IOBES, IOE2, Entities, auto_detect

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


def test_strict_mode_reads_a_scheme():
    """Chunks that are not opened, or in BILOU not closed, as the scheme does are none."""
    gold, system = [["I-A", "B-A", "I-A"]], [["I-A", "B-A", "I-A"]]
    assert unique_labels(gold, system, IOB2) == ["A"]
    assert f1_score(gold, system, average=None, mode="strict", scheme=IOB2).tolist() == [1.0]
    assert len(Entities([["B-A", "I-A"], ["U-A"]], BILOU).filter("A")) == 1
    with pytest.raises(ValueError, match="'S-A' is not of the scheme IOB2"):
        f1_score([["S-A"]], [["S-A"]], mode="strict", scheme=IOB2)


def test_zero_division():
    """0 and 1 without a word, `warn` with a warning of scikit-learn's class where it is loaded."""
    gold, system = [["O", "B-A"]], [["O", "O"]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert precision_score(gold, system, zero_division=1) == 1
        assert precision_score(gold, system, zero_division=0) == 0
        assert recall_score(gold, system) == 0
    with pytest.warns(averages.warning_class(), match="precision is 0/0.*the system side has no chunk"):
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
    with pytest.raises(ValueError, match="fit no scheme; name a scheme, as scheme=IOB2"):
        auto_detect([["O", "I-A"]])


def test_bilou_in_the_default_mode_is_told_and_read():
    """L ends a chunk and U is one, so that a B behind them begins another."""
    gold = [["B-A", "L-A", "B-A", "L-A", "U-A"]]
    with pytest.warns(UserWarning, match="by its scheme"):
        assert get_entities(gold) == [("A", 0, 1), ("A", 2, 3), ("A", 4, 4)]


@pytest.mark.parametrize(
    ("gold", "system", "error", "told"),
    [
        ([()], [()], TypeError, "list of lists"),
        (["B-A"], ["B-A"], TypeError, "list of lists"),
        ([["O"], ["O"]], [["O"], ["O", "O"]], ValueError, "sentence 2 has 1 gold tags, but 2 system tags"),
        ([["O"]], [["O"], ["O"]], ValueError, "1 gold sentences, but 2 system sentences"),
    ],
)
def test_bad_input(gold, system, error, told):
    """The errors of seqeval, which say where."""
    with pytest.raises(error, match=told):
        f1_score(gold, system)


def test_bad_arguments():
    """Averages that do not exist, and a negative beta."""
    with pytest.raises(ValueError, match="average must be one of"):
        f1_score(GOLD, SYSTEM, average="samples")
    with pytest.raises(ValueError, match="beta must be at least 0, not"):
        precision_recall_fscore_support(GOLD, SYSTEM, beta=-1)


def test_the_result_behind_the_numbers():
    """Its errors, intervals and formats; sentences are what statistics draw."""
    result = counting.evaluate(GOLD, SYSTEM)
    assert result["chunk"].f1 == f1_score(GOLD, SYSTEM, zero_division=0)
    assert {error.kind for error in result.errors()} >= {"missed", "boundary"}
    often = counting.evaluate(GOLD * 3, SYSTEM * 3)  # 6 sentences: the fewest of an interval
    assert often.confidence(resamples=20)["chunk"].extra["f1_low"] >= 0
    assert result["chunk", "B"].recall == 1
