"""The smallest cases in which other checkers of tool calls differ, as docs/calls.md has them: run by
them, where they are installed, beside nerkit.
"""

import json
import random
import sys
from importlib.metadata import version
from importlib.resources import files
from types import ModuleType, SimpleNamespace

import pytest
from tries import each

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
def checker(monkeypatch):
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

    def verdict(schemas, system, gold, category):
        return ast_checker(schemas, system, gold, Language.PYTHON, category, MODEL)["valid"]

    return verdict


@pytest.fixture
def bfcl(checker):
    """The verdict on calls of tools with one parameter."""

    def verdict(gold, system, kind="integer"):
        schemas = [
            {"name": name, "parameters": {"properties": {"x": {"type": kind}}, "required": ["x"]}}
            for name in dict.fromkeys(name for name, _ in gold)
        ]
        calls = [[{name: given} for name, given in side] for side in (system, gold)]
        return checker(schemas, *calls, "parallel" if len(gold) > 1 else "simple")

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


FLOATS, TEXTS = {"type": "array", "items": {"type": "float"}}, {"type": "array", "items": {"type": "string"}}
OBJECT, OBJECTS = {"type": "dict"}, {"type": "array", "items": {"type": "dict"}}
NOTHING = object()  # the argument is left out
# schema, whether it is required, possible answers, the argument; the verdict, and that without schemas
VERDICTS = [
    (FLOATS, True, [[1.5, 2.0]], [1.5, 2.0], True, True),
    (FLOATS, True, [[1.5, 2.0]], [1.5, 2], False, False),
    (FLOATS, True, [[1.0, 2.0]], [1, 2], False, False),
    (FLOATS, True, [[1, 2]], [1, 2], True, True),  # as the first element of gold
    (FLOATS, True, [[1, 2]], [1.0, 2.0], True, True),
    (FLOATS, False, [[1.5, 2.0], ""], [1.5, 2], True, True),  # what may be left out is not looked into
    (FLOATS, False, [[1.5], [2.5, 1.0]], [2.5, 1], False, False),
    (FLOATS, False, [[1.5], ""], [], True, True),  # "" is read as an empty array
    ({"type": "float"}, True, [7.0], 7, True, True),
    ({"type": "float"}, True, [7], 7.0, True, True),
    ({"type": "integer"}, True, [7], 7.0, False, True),
    ({"type": "integer"}, True, [7], True, False, False),
    ({"type": "boolean"}, True, [True], 1, False, False),
    ({"type": "string"}, False, [""], "", True, True),
    ({"type": "string"}, False, [""], NOTHING, True, True),
    ({"type": "string"}, False, [""], "a", False, False),
    ({"type": "string"}, False, ["a", ""], "-", True, True),  # as ""
    ({"type": "string"}, True, ["a", ""], NOTHING, False, True),
    ({"type": "integer"}, False, [5, ""], "", False, False),
    ({"type": "integer"}, False, [5, ""], None, False, False),
    ({"type": "integer"}, False, ["", None], None, True, True),
    # a variable is as it is written
    ({"type": "integer"}, False, ["", "dontcare"], "Dontcare", False, True),
    ({"type": "integer"}, False, [], 5, False, False),
    (TEXTS, True, [["a b"]], ["A-B"], True, True),
    (TEXTS, True, [["a", "b"]], ["b", "a"], False, False),
    (OBJECT, True, [{"k": ["a", ""], "l": [1]}], {"k": "A.", "l": 1}, True, True),
    (OBJECT, True, [{"k": ["a", ""], "l": [1]}], {"l": 1}, True, True),
    (OBJECT, True, [{"k": ["a", ""]}], {"k": "a", "l": None}, False, False),
    (OBJECT, True, [{"k": ["a", ""]}], NOTHING, False, False),
    (OBJECT, True, [{"k": [["a"]]}], {"k": ["A"]}, False, False),  # what is inside is as it is written
    (OBJECTS, True, [[{"k": [1]}, {"k": [2]}]], [{"k": 1}, {"k": 2}], True, True),
    (OBJECTS, True, [[{"k": [1]}, {"k": [2]}]], [{"k": 2}, {"k": 1}], False, False),
]


def one_call(schema, required, possible, given):
    """The schema of a tool, its possible answers, and the arguments of a call."""
    parameters = {"properties": {"x": schema}, "required": ["x"] * required}
    return (
        [{"name": "f", "parameters": parameters}],
        {"x": possible},
        {} if given is NOTHING else {"x": given},
    )


@pytest.mark.parametrize("case", VERDICTS, ids=range(len(VERDICTS)))
def test_types_and_absence_of_bfcl(case):
    """Types outside and inside, by the schema or by gold; null is a value, and "" may be one."""
    *about, theirs, without = case
    schemas, possible, given = one_call(*about)
    sides = [{"ground_truth": [{"f": possible}]}], [{"result": [{"f": given}]}]
    for tools, wanted in ((schemas, theirs), (None, without)):
        found = nerkit.evaluate(*sides, task="calls", preset="bfcl", measures=["calls/exact"], tools=tools)
        assert found["calls/exact"].value == wanted, tools


@each("case", VERDICTS)
def test_the_checker_says_so(checker, case):
    *about, theirs, _ = case
    schemas, possible, given = one_call(*about)
    assert checker(schemas, [{"f": given}], [{"f": possible}], "simple") is theirs


def test_what_gold_does_not_have(checker):
    """Null is an argument, and one that the schema requires is not there."""
    schemas, _, _ = one_call(FLOATS, False, [], NOTHING)
    required, _, _ = one_call(FLOATS, True, [], NOTHING)
    for tools, given in ((schemas, {"x": None}), (required, {}), (schemas, {"y": None})):
        assert checker(tools, [{"f": given}], [{"f": {}}], "simple") is False
        sides = [{"ground_truth": [{"f": {}}]}], [{"result": [{"f": given}]}]
        assert nerkit.evaluate(*sides, task="calls", preset="bfcl", tools=tools)["calls/exact"].value == 0


def test_names_with_dots_are_right_for_every_model(checker):
    """The checker allows none to some models, and nerkit does not ask for the model."""
    schemas = [{"name": "m.f", "parameters": {"properties": {}, "required": []}}]
    assert checker(schemas, [{"m.f": {}}], [{"m.f": {}}], "simple") is False
    found = nerkit.evaluate([{"ground_truth": [{"m.f": {}}]}], [{"result": [{"m.f": {}}]}], preset="bfcl")
    assert found["calls/exact"].value == 1


def test_a_tuple_is_an_array(checker):
    """The checker takes one for a parameter of this type alone; nerkit reads both alike."""
    schemas, possible, _ = one_call(FLOATS, True, [[1.5, 2.5]], NOTHING)
    assert checker(schemas, [{"f": {"x": (1.5, 2.5)}}], [{"f": possible}], "simple") is False
    sides = [{"ground_truth": [{"f": possible}]}], [{"result": "[f(x=(1.5, 2.5))]"}]
    assert nerkit.evaluate(*sides, preset="bfcl", tools=schemas)["calls/exact"].value == 1


def test_possible_answers_of_another_type_end_the_checker(checker):
    """Here the call is wrong."""
    schemas, possible, given = one_call(OBJECTS, True, [["a"]], ["a"])
    with pytest.raises(AttributeError):
        checker(schemas, [{"f": given}], [{"f": possible}], "simple")
    sides = [{"ground_truth": [{"f": possible}]}], [{"result": [{"f": given}]}]
    assert nerkit.evaluate(*sides, preset="bfcl", tools=schemas)["calls/exact"].value == 0


@pytest.mark.parametrize("name", ["simple_java_0", "simple_javascript_3", "java_12"])
def test_literals_of_other_languages_are_refused(name):
    """Their categories are not compared as texts."""
    sides = [{"id": name, "ground_truth": [{"f": {"x": [5]}}]}], [{"id": name, "result": [{"f": {"x": "5"}}]}]
    with pytest.raises(
        nerkit.exceptions.UsageError, match=f"document '{name}' are written as literals of Java"
    ):
        nerkit.evaluate(*sides, task="calls", preset="bfcl")


def answer(rng, possible):
    """One of the possible answers, perhaps NOTHING, and often a little wrong."""
    value = rng.choice(possible) if possible else NOTHING
    if value == "" and rng.random() < 0.7:
        return NOTHING
    if isinstance(value, list):
        value = [given(rng, one) if isinstance(one, dict) else one for one in value]
    value = given(rng, value) if isinstance(value, dict) else value
    return changed(rng, value) if rng.random() < 0.15 else value


def given(rng, possible):
    """Arguments, or an object, of possible answers."""
    made = {
        name: answer(rng, listed) if isinstance(listed, list) else listed for name, listed in possible.items()
    }
    made = {name: value for name, value in made.items() if value is not NOTHING}
    return {**made, "new": rng.choice([None, 1])} if rng.random() < 0.03 else made


def changed(rng, value):
    """A value of another type, another writing, or another one."""
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [changed(rng, one) if place == at else one for place, one in enumerate(value)]
    number = isinstance(value, int | float)
    others = [int(value), float(value), str(value)] if number else [f"{value}.", str(value).upper(), [value]]
    return rng.choice([*others, None, "", "-", [], True])


def is_right(check, schemas, system, gold, category):
    """The verdict; of parallel calls whether any order of them is right: the checker takes the first fit."""
    if "parallel" not in category or len(system) != len(gold):
        return check(schemas, system, gold, category)
    fits = [[check(schemas, [made], [one], category) for made in system] for one in gold]

    def matched(row, free):
        return row == len(gold) or any(matched(row + 1, free - {at}) for at in free if fits[row][at])

    return matched(0, frozenset(range(len(system))))


CATEGORIES = [
    f"{live}{kind}"
    for live in ("", "live_")
    for kind in ("simple", "multiple", "parallel", "parallel_multiple")
]


@pytest.mark.parametrize("category", ["simple_python", *CATEGORIES[1:]])
def test_the_categories_of_bfcl(checker, tmp_path, category):
    """The verdicts on answers that are drawn from the possible ones of each category, many of them wrong."""
    data, name = files("bfcl_eval") / "data", f"BFCL_v4_{category}.json"
    asked, gold = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (data / name, data / "possible_answer" / name)
    )
    rng = random.Random(category)
    made, verdicts = [], {}
    for question, one in zip(asked, gold, strict=True):
        calls = [
            {tool.replace(".", "_"): given(rng, possible)}
            for call in one["ground_truth"]
            for tool, possible in call.items()
        ]
        try:
            verdict = is_right(checker, question["function"], calls, one["ground_truth"], category)
        except (AttributeError, TypeError):  # an object where the checker wants another value
            calls = []
            verdict = False
        made.append({"id": one["id"], "result": calls})
        verdicts[one["id"]] = verdict
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")
    paths = (str(data / "possible_answer" / name), str(answers))
    options = {"measures": ["calls/exact"], "by": ["document"], "tools": str(data / name)}
    rows = nerkit.evaluate(*paths, task="calls", preset="bfcl", **options).rows
    assert {row.document: row.value == 1 for row in rows if row.document != "*"} == verdicts
    assert len(set(verdicts.values())) == 2


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
