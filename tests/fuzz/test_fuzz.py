"""The fuzzer itself, and every failure that it has ever found (`make fuzz` runs it for long)."""

import random

import click
import pytest
from fuzz import cases
from fuzz.__main__ import TARGETS, drawn
from fuzz.inputs import (
    COMMANDS,
    FILES,
    FORMATS,
    INPUTS,
    LEFT_OUT,
    OUTPUTS,
    SIDE_FILES,
    WORDS,
    Case,
    command_of,
)
from fuzz.judge import Done, carried_out, problem_of
from fuzz.mutations import DAMAGES, mutate
from fuzz.smaller import smaller
from tries import TIMES, each

KEPT = sorted(cases.FOLDER.glob("*.json"))
PARAMETERS = {parameter.name: parameter for name in COMMANDS for parameter in command_of(name).params}


@each("path", KEPT)
def test_past_failures(path):
    """What once went wrong does not any more."""
    case = cases.read(path)
    assert problem_of(case, carried_out(case)) is None


@each("target", TARGETS)
def test_a_few_inputs_for_every_reader_and_command(target):
    """A result, or an error that is one, for inputs that are the same on every machine."""
    for number in range(2 * TIMES):
        case = drawn("the suite", *target, number)
        assert problem_of(case, carried_out(case)) is None, case.arguments


def test_every_reader_has_a_seed():
    """And every option that names a file has files as they should be: nothing new is left unfuzzed."""
    assert set(FILES) == set(FORMATS)
    paths = {
        name
        for name, parameter in PARAMETERS.items()
        if isinstance(parameter, click.Option) and isinstance(parameter.type, click.Path)
    }
    assert paths - LEFT_OUT - INPUTS - set(OUTPUTS) - set(WORDS) <= set(SIDE_FILES)


@each("target", TARGETS)
def test_an_input_is_its_seed(target):
    """The same seed, target and number draw the same case; another number another."""
    drawings = [drawn("x", *target, number) for number in (3, 3, *range(4, 9))]
    assert drawings[0] == drawings[1]
    assert any(drawing != drawings[0] for drawing in drawings[2:])


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damages_change_something(damage):
    """Of twenty tries most give another text."""
    text = '{"a": [1, 2]}\nx\t1\ny z\n'
    chance = random.Random(1)
    assert sum(damage(chance, text, "other\n") != text for _ in range(20)) > 10
    assert isinstance(mutate(chance, text.encode()), bytes)


LINE = Case(["spans", "-g", "gold"], {})
BAD = [
    (LINE, Done(None, "", "", "KeyError: 'x' at nerkit/x.py:1")),
    (LINE, Done(1, "", "failed: x")),
    (LINE, Done(2, "", "oh no")),
    (LINE, Done(2, "0.5\n", "error: x")),
    (LINE, Done(3, "", "")),
    (LINE, Done(0, "", "Traceback (most recent call last)")),
    (LINE, Done(2, "", "error: out of memory")),
    (Case(["spans", "--format=json"], {}), Done(0, '{"a": NaN}', "")),
    (Case(["spans", "--format=junit"], {}), Done(0, "<a>", "")),
]


@pytest.mark.parametrize(("case", "done"), BAD)
def test_what_is_a_failure(case, done):
    """Each of these is told; a score, an error and a failed gate are none."""
    assert problem_of(case, done) is not None
    assert problem_of(LINE, Done(0, "0.5\n", "warning: x")) is None
    assert problem_of(LINE, Done(2, "", "error: x")) is None
    assert problem_of(Case([*LINE.arguments, "--fail-under=1"], {}), Done(1, "0.5\n", "failed: x")) is None


def test_an_exception_that_gets_through(monkeypatch):
    """It is told with its place, once, whatever it is; and the case is made smaller."""

    def broken(text):
        raise ZeroDivisionError(text)

    monkeypatch.setattr("nerkit.cli.scoring.say", broken)
    case = Case(
        ["spans", "--quiet", "-g", "gold", "system"], {"gold": b"d\t0\t1\n" * 9, "system": b"d\t0\t1\n"}
    )
    problem = problem_of(case, carried_out(case))
    assert problem.startswith("TypeError")
    small = smaller(case, problem)
    assert "--quiet" not in small.arguments
    assert len(small.files["gold"]) < len(case.files["gold"])


def test_cases_are_kept_whole(tmp_path, monkeypatch):
    """Bytes that are no text come back as they were."""
    monkeypatch.setattr(cases, "FOLDER", tmp_path)
    case = Case(["spans", "-g", "é"], {"é": bytes(range(256)), "-": "\u2028".encode()})
    assert cases.read(tmp_path / cases.keep(case, "x")) == case
