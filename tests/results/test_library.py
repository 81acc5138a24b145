"""A result in a program: numbers for loggers, gates as assertions, what is printed by accident."""

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
    assert flat["chunk/cor"] == 1
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
