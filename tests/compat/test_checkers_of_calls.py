"""The smallest cases in which other checkers of tool calls differ, as docs/harnesses.md has them: run by
them, where they are installed, beside nerkit.
"""

import json
import sys
from importlib.metadata import version
from types import ModuleType, SimpleNamespace

import pytest

import nerkit

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs
MODEL = "any"


def f(**arguments):
    """A call of one tool."""
    return "f", arguments


def g(**arguments):
    """A call of another one."""
    return "g", arguments


def ours(gold, system, measure="calls", **options):
    """The value of a measure of one turn of calls."""
    sides = [
        [{"calls": [{"name": name, "arguments": given} for name, given in side]}] for side in (gold, system)
    ]
    return nerkit.evaluate(*sides, task="calls", measures=[measure], **options)[measure].value


@pytest.fixture
def bfcl(monkeypatch):
    """The AST checker of BFCL. Its table of models imports the client of each of them, which scoring does not
    need: one model stands in its place, whose names have `_` for `.`.
    """
    pytest.importorskip("bfcl_eval")
    assert version("bfcl-eval") == "2026.3.23"
    table = ModuleType("bfcl_eval.constants.model_config")
    table.MODEL_CONFIG_MAPPING = {MODEL: SimpleNamespace(underscore_to_dot=True)}
    monkeypatch.setitem(sys.modules, table.__name__, table)
    from bfcl_eval.constants.enums import Language
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker

    def verdict(gold, system, kind="integer"):
        schemas = [
            {"name": name, "parameters": {"properties": {"x": {"type": kind}}, "required": ["x"]}}
            for name in dict.fromkeys(name for name, _ in gold)
        ]
        calls = [[{name: given} for name, given in side] for side in (system, gold)]
        category = "parallel" if len(gold) > 1 else "simple"
        return ast_checker(schemas, *calls, Language.PYTHON, category, MODEL)["valid"]

    return verdict


# gold with the values that it admits, calls, type of the parameter; BFCL's verdict, exact turns here, and
# those with the preset
OF_BFCL = [
    ([f(x=[1, 2]), f(x=[1])], [f(x=1), f(x=2)], "integer", False, 1, 1),
    ([f(x=[1]), f(x=[1, 2])], [f(x=1), f(x=2)], "integer", True, 1, 1),
    ([f(x=["1.5"])], [f(x="15")], "string", True, 0, 1),
    ([f(x=["-5"])], [f(x="5")], "string", True, 0, 1),
    ([f(x=[7])], [f(x=7.0)], "integer", False, 1, 1),
    ([f(x=[7.0])], [f(x=7)], "float", True, 1, 1),
    ([f(x=[1])], [f(x=True)], "integer", False, 0, 0),
    ([("m.f", {"x": [1]})], [("m_f", {"x": 1})], "integer", True, 0, 1),
]


@pytest.mark.parametrize("case", OF_BFCL)
def test_the_checker_of_bfcl(bfcl, case):
    """First fit, strings without marks, a whole number that is no integer, dots in names."""
    gold, system, kind, theirs, plain, preset = case
    assert bfcl(gold, system, kind) is theirs
    truth = [{"ground_truth": [{name: given} for name, given in gold]}]
    made = [{"result": [{name: given} for name, given in system]}]
    for value, options in ((plain, {}), (preset, {"preset": "bfcl"})):
        rows = nerkit.evaluate(truth, made, task="calls", **options)
        assert rows["calls/exact"].value == value


@pytest.fixture
def deepeval(monkeypatch):
    """The tool correctness of deepeval with arguments; no model is asked."""
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    pytest.importorskip("deepeval")
    assert version("deepeval") == "4.3.1"
    from deepeval.metrics import ToolCorrectnessMetric
    from deepeval.models import DeepEvalBaseLLM
    from deepeval.test_case import LLMTestCase, ToolCall, ToolCallParams

    class Silent(DeepEvalBaseLLM):
        """A model that says nothing."""

        def load_model(self):
            return self

        def generate(self, *_args, **_options):
            return ""

        async def a_generate(self, *_args, **_options):
            return ""

        def get_model_name(self):
            return "silent"

    def score(gold, system):
        asked = [ToolCallParams.INPUT_PARAMETERS]
        metric = ToolCorrectnessMetric(evaluation_params=asked, async_mode=False, model=Silent())
        sides = [
            [ToolCall(name=name, input_parameters=given) for name, given in one] for one in (gold, system)
        ]
        case = LLMTestCase(input="q", actual_output="a", expected_tools=sides[0], tools_called=sides[1])
        return metric.measure(case, _show_indicator=False)

    return score


def test_the_tool_correctness_of_deepeval(deepeval):
    """Greedy, so that the order of gold counts; equal calls, invented ones and true."""
    gold, system = [f(x=1), f(x=1, y=1)], [f(x=1), f(x=2)]
    assert (deepeval(gold, system), deepeval(gold[::-1], system)) == (0.5, 0.25)
    assert ours(gold, system) == ours(gold[::-1], system) == 0.5
    gold = [f(a=1, b=1, c=2), f(a=1, b=1, c=1)]
    system = [f(a=1, b=1, c=2), f(a=1, b=5, c=5)]
    assert {round(deepeval(one, system), 3) for one in (gold, gold[::-1])} == {0.5, 0.667}
    assert {ours(one, system, "arguments") for one in (gold, gold[::-1])} == {4 / 6}
    assert (deepeval([f(x=1), f(x=1)], [f(x=1), f(x=1)]), ours([f(x=1), f(x=1)], [f(x=1), f(x=1)])) == (
        0.5,
        1,
    )
    assert (deepeval([f(x=1)], [f(x=1), g()]), ours([f(x=1)], [f(x=1), g()])) == (1, pytest.approx(2 / 3))
    assert (deepeval([f(x=1)], [f(x=True)]), ours([f(x=1)], [f(x=True)])) == (1, 0)
    assert ours([("f", None)], [f()]) == 1
    with pytest.raises(AttributeError):
        deepeval([("f", None)], [f()])


@pytest.fixture
def agentevals():
    """The trajectory match of agentevals, of one message with calls."""
    pytest.importorskip("agentevals")
    assert version("agentevals") == "0.0.9"
    from agentevals.trajectory.match import create_trajectory_match_evaluator

    def said(calls):
        made = [
            {"function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)}}
            for name, given in calls
        ]
        return [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", "tool_calls": made}]

    def score(gold, system, mode="unordered", arguments="exact"):
        match = create_trajectory_match_evaluator(trajectory_match_mode=mode, tool_args_match_mode=arguments)
        return match(outputs=said(system), reference_outputs=said(gold))["score"]

    return score


def test_the_trajectory_match_of_agentevals(agentevals):
    """True is 1, arguments that are no JSON end it, and a superset takes the first fit."""
    assert (agentevals([f(x=1)], [f(x=True)]), ours([f(x=1)], [f(x=True)])) == (True, 0)
    with pytest.raises(json.JSONDecodeError):
        agentevals([f(x=1)], [("f", "{x")])
    assert ours([f(x=1)], [("f", "{x")]) == 0
    gold, system = [g(a=1), g(a=1, c=2)], [g(a=1, c=2), g(a=1)]
    found = [agentevals(one, system, "superset", "superset") for one in (gold, gold[::-1])]
    assert found == [False, True]
    assert ours(gold, system) == ours(gold[::-1], system) == 1
