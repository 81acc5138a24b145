"""The parameters of the public functions: from the records of options, with a line each in the docstring."""

import inspect

import pytest

import nerkit
from nerkit.evaluation.request import Request
from nerkit.ground.options import options_of, public_name
from nerkit.scorers import SCORERS, task_named

TAGS = [["B-PER", "O", "B-LOC"]]
SHARED = [public_name(*each) for each in options_of(Request)]


@pytest.mark.parametrize("name", ["evaluate", "compare", "errors", "report", "plot", *SCORERS])
def test_each_option_is_a_parameter_with_a_line(name):
    """Of all tasks, and of the task that the function is for."""
    function = getattr(nerkit, name)
    known = inspect.signature(function).parameters
    own = [public_name(*each) for each in options_of(task_named(name).options)] if name in SCORERS else []
    for option in [*SHARED, *own]:
        if option == "task" and name in SCORERS:
            assert option not in known
            continue
        assert known[option].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"\n{option} " in inspect.getdoc(function)


def test_a_function_of_a_task_is_evaluate_with_the_task():
    """With the same options."""
    system = [["B-PER", "O", "O"]]
    asked = {"scheme": "IOB2", "by": "label"}
    assert nerkit.bio(TAGS, system, **asked).rows == nerkit.evaluate(TAGS, system, task="bio", **asked).rows
    assert nerkit.json([{"a": 1}], [{"a": 2}]).task == "json"


@pytest.mark.parametrize(
    ("asked", "old"),
    [
        ({"map": {"LOC": "PER"}}, {"label_map": {"LOC": "PER"}}),
        ({"jobs": 1}, {"workers": 1}),
        ({"from_": "bio"}, {"form": "bio"}),
    ],
)
def test_other_names_of_options(asked, old, tmp_path):
    """The names of the command line, and those before; both together are an error."""
    (tmp_path / "a.bio").write_text("a B-PER\nb B-LOC\n\n", encoding="utf-8")
    sides = str(tmp_path / "a.bio"), str(tmp_path / "a.bio")
    assert nerkit.evaluate(*sides, **asked).rows == nerkit.evaluate(*sides, **old).rows
    with pytest.raises(nerkit.UsageError, match="are one option"):
        nerkit.evaluate(*sides, **asked, **old)


def test_names_of_options_as_on_the_command_line():
    """`documents` is one whose field has another name."""
    assert nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", documents="array").f1 == 1.0
    with pytest.raises(nerkit.UsageError, match="unknown value of shape"):
        nerkit.json([{"a": 1}], [{"a": 1}], documents="rows")


@pytest.mark.parametrize(
    ("name", "meant"), [("mesures", "measures"), ("schem", "scheme"), ("missin", "missing")]
)
def test_misspelt_options(name, meant):
    """The nearest of all, whether of the task or of all tasks."""
    for task in ({}, {"task": "bio"}):
        with pytest.raises(nerkit.UsageError, match=f"unknown option '{name}'; did you mean '{meant}'"):
            nerkit.evaluate(TAGS, TAGS, **{name: "x"}, **task)


def test_intervals_at_once():
    """`confidence=True`, a level, and a percentage that is none."""
    plain = nerkit.evaluate(TAGS * 9, TAGS * 9)
    assert nerkit.evaluate(TAGS * 9, TAGS * 9, confidence=True).rows == plain.confidence().rows
    assert nerkit.bio(TAGS * 9, TAGS * 9, confidence=0.9).rows == plain.confidence(0.9).rows
    with pytest.raises(nerkit.UsageError, match=r"did you mean 0\.95\?"):
        nerkit.evaluate(TAGS, TAGS, confidence=95)
