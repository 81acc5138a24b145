"""A result in a program: numbers for loggers, gates as assertions, what is printed by accident."""

import json
import sys

import pytest

import nerkit

GOLD = [["B-PER", "O", "B-LOC"]]
SYSTEM = [["B-PER", "O", "B-PER"]]


@pytest.fixture
def result():
    return nerkit.evaluate(GOLD, SYSTEM, by=["label", "document"], macro=True)


def test_flat(result):
    """Keys say what a number is of, and averages over documents and labels have different ones."""
    flat = result.flat()
    assert flat["chunk/f1"] == result.f1
    assert flat["chunk/PER/precision"] == 0.5
    assert flat["chunk/document=1/f1"] == flat["chunk/document=macro/f1"] == 0.5
    assert flat["chunk/macro/recall"] == 0.5
    assert "chunk/r_den" not in flat
    assert result.flat(counts=True)["chunk/cor"] == 1
    assert result.flat(counts=True)["chunk/r_den"] == 2
    assert nerkit.evaluate(GOLD * 12, SYSTEM * 12).confidence().flat()["chunk/value_low"] == 0.5
    assert all(type(value) in (int, float) for value in flat.values())
    two = nerkit.compare(GOLD, {"a": SYSTEM, "b": GOLD}).result
    assert two.flat()["b/chunk/f1"] == 1.0


@pytest.mark.parametrize(
    "gate", ["0.5", "chunk>=50%", "chunk/PER>=0.6", "chunk/PER:recall>=1", "chunk/PER >= 0.6"]
)
def test_a_gate_that_holds(gate):
    """Labels need no rows; the grammar is that of --fail-under. A gate just above what it names fails."""
    result = nerkit.evaluate(GOLD, SYSTEM)
    assert result.check(gate) is None
    name = gate.rpartition(">=")[0]
    with pytest.raises(AssertionError, match=r"below 1$"):
        result.check(f"{name.strip().removesuffix(':recall')}>=1" if name else "1")


def test_a_gate_on_labels_that_no_row_shows():
    """They are counted for it: one of two spans of A is found."""
    result = nerkit.evaluate([[(0, 1, "A"), (2, 3, "A")]], [[(0, 1, "A")]], measures=["sets::span+type"])
    assert result.check("sets::span+type/A:recall>=0.5") is None
    with pytest.raises(AssertionError, match=r"recall of system is 0\.500, below 0\.6$"):
        result.check("sets::span+type/A:recall>=0.6")


def test_a_gate_that_fails():
    """The assertion says what was found and what was asked for."""
    with pytest.raises(AssertionError, match=r"^chunk/PER of system is 0\.667, below 0\.85$"):
        nerkit.evaluate(GOLD, SYSTEM).check("chunk/PER>=0.85")
    with pytest.raises(nerkit.UsageError, match="no row 'chunk/PERS'"):
        nerkit.evaluate(GOLD, SYSTEM).check("chunk/PERS>=0.85")
    with pytest.raises(nerkit.UsageError):
        nerkit.evaluate(GOLD, SYSTEM).check("chunk>0.5")


def test_one_line_each(result):
    """What a notebook or a debugger shows of objects fits a line."""
    errors = result.errors()
    for shown in (repr(result), repr(errors)):
        assert "\n" not in shown
        assert len(shown) < 80
    assert repr(result) == "<Result bio: system chunk=0.500>"
    assert [error.kind for error in errors] == ["label"]
    assert len(errors) == 1


def test_exceptions_are_exported():
    """What files, names or data cause is one of these."""
    for call in (
        lambda: nerkit.evaluate("no such file", GOLD),
        lambda: nerkit.evaluate(GOLD, SYSTEM, measures=["f1"]),
        lambda: nerkit.evaluate(GOLD, [["O"]]),
        lambda: nerkit.evaluate(GOLD, SYSTEM, task="bio", schema="x"),
    ):
        with pytest.raises(nerkit.NerkitError):
            call()
    assert issubclass(nerkit.InputError, nerkit.NerkitError)
    assert issubclass(nerkit.PairingError, nerkit.NerkitError)


def test_a_result_is_a_sequence_of_rows_and_a_dictionary_of_numbers(result):
    """Rows, rows by key, and numbers by name: a label needs no measure, a name with a slash is a number."""
    assert list(result) == result.rows
    assert len(result) == len(result.rows)
    plain = nerkit.evaluate(GOLD, SYSTEM)
    assert plain["PER"] == plain["chunk", "PER"]
    assert plain["chunk"] == plain.head
    assert plain["chunk/PER"] == plain["chunk", "PER"].f1
    numbers = dict(result)
    assert json.loads(json.dumps(numbers)) == numbers
    assert numbers["chunk"] == result.f1
    assert numbers["chunk/PER"] == result["chunk/PER"] == result["PER"].f1
    assert numbers["chunk/document=1/PER"] == result["chunk/document=1/PER"] == result["chunk", "PER", "1"].f1
    assert len(numbers) == len(result)
    several = dict(nerkit.compare(GOLD, {"a": SYSTEM, "b": GOLD}).result)
    assert (several["a/chunk"], several["b/chunk"]) == (0.5, 1.0)
    with pytest.raises(KeyError, match=r"no row with measure or label 'PERS'; did you mean 'PER'\?"):
        plain["PERS"]


def test_names_with_slashes():
    """The measure is the longest name that begins the key, and labels hold slashes too."""
    data = [[(0, 5, "a/b"), (6, 8, "a")]], [[(0, 5, "a/b")]]
    result = nerkit.evaluate(*data, measures=["sets::span+type", "sets::span"])
    assert result["sets::span+type/a/b"] == 1.0
    assert result["sets::span+type/a"] == 0.0
    assert result["a/b"].f1 == 1.0


def test_completions_are_few():
    """What a shell completes after `nerkit.` and `result.` fits a screen, and is there."""
    result = nerkit.evaluate(GOLD, SYSTEM)
    for value, most in ((nerkit, 35), (result, 30)):
        names = dir(value)
        assert len(names) <= most
        assert all(hasattr(value, name) for name in names)


def test_a_data_frame_without_pandas(result, monkeypatch):
    """The error says what to install, and what does without."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"run `pip install pandas`, or .*to_dict\(\)\[\"rows"):
        result.to_dataframe()
