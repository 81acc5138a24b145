"""What is the same call, what schemas do, and which reading counts."""

import json
import time

import pytest

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.readers.calls.call import Call
from nerkit.scorers.calls.units import TurnUnits

TOOL = [
    {
        "type": "function",
        "function": {
            "name": "f",
            "parameters": {
                "properties": {
                    "n": {"type": "integer", "default": 5},
                    "s": {"type": "string"},
                    "o": {"type": "object", "properties": {"b": {"type": "boolean", "default": False}}},
                }
            },
        },
    }
]


def call(name="f", **arguments):
    """A call as our own lines have it."""
    return {"name": name, "arguments": arguments}


def value(gold, system, measure="calls", **options):
    """The value of a measure for one turn."""
    asked = {"task": "calls", "measures": [measure], **options}
    return nerkit.evaluate([{"calls": gold}], [{"calls": system}], **asked).to_dict()["rows"][0]["value"]


SAME = [
    ({"x": 1}, {"x": 1.0}),
    ({"x": 1}, {"x": 1, "y": None}),
    ({"x": 1}, {"x": 1, "y": {"z": None}}),
    ({"x": '{"a": 1, "b": 2}'}, {"x": '{"b": 2, "a": 1}'}),
]
DIFFERENT = [
    ({"x": 1}, {"x": True}),
    ({"x": 5}, {"x": "5"}),
    ({"x": 1}, {"x": 1, "y": ""}),
    ({"x": 1}, {"x": 1, "y": []}),
    ({"x": [1, 2]}, {"x": [2, 1]}),
    ({"x": 9007199254740993}, {"x": 9007199254740992}),
    ({"x": "A"}, {"x": "a"}),
]


@pytest.mark.parametrize(
    ("gold", "system", "found"), [*((*pair, 1) for pair in SAME[:3]), *((*pair, 0) for pair in DIFFERENT)]
)
def test_what_is_the_same_call(gold, system, found):
    """Null says nothing, and JSON has one number; nothing is coerced, and arrays keep their order."""
    assert value([call(**gold)], [call(**system)]) == found


@pytest.mark.parametrize(
    ("options", "gold", "system"),
    [
        ({"text": "casefold"}, {"x": "A"}, {"x": "a"}),
        ({"array": "**=bag"}, {"x": [1, 2]}, {"x": [2, 1]}),
        ({"array": {"f.x": "bag"}}, {"x": [1, 2]}, {"x": [2, 1]}),
        ({"ignore": "f.x"}, {"x": 1}, {"x": 2}),
        ({"ignore": "f"}, {"x": 1}, {"y": 2}),
        ({"within": "f.x=0.5"}, {"x": 1}, {"x": 1.5}),
        ({"similar": "edit:0.5"}, {"x": "abcd"}, {"x": "abce"}),
        ({"absent": "null,blank,empty"}, {"x": 1}, {"x": 1, "y": "", "z": []}),
    ],
)
def test_options_about_values(options, gold, system):
    """Their paths begin with the tool."""
    assert value([call(**gold)], [call(**system)]) == 0
    assert value([call(**gold)], [call(**system)], **options) == 1


def test_a_path_that_fits_nothing_is_refused():
    """With the nearest one."""
    with pytest.raises(UsageError, match=r"did you mean 'f\.limit'"):
        value([call(limit=1)], [call(limit=1)], ignore="f.limti")


def test_defaults_are_filled_in_on_both_sides():
    """Null takes the default; an object that is there has those inside it, one that is not has none."""
    assert value([call()], [call(n=5)], tools=TOOL) == 1
    assert value([call(n=5)], [call(n=None)], tools=TOOL) == 1
    assert value([call(o={"b": False})], [call(o={})], tools=TOOL) == 1
    assert value([call()], [call(o={})], tools=TOOL) == 0
    assert value([call()], [call(n=5)], tools=TOOL, defaults="off") == 0
    assert value([call()], [call(n=5)]) == 0


@pytest.mark.parametrize(
    ("gold", "system"),
    [({"n": 3}, {"n": "3"}), ({"s": "7"}, {"s": 7}), ({"o": {"b": True}}, {"o": '{"b": "True"}'})],
)
def test_coerced_values_take_the_type_of_their_schema(gold, system):
    """Only where that is asked for."""
    assert value([call(**gold)], [call(**system)], tools=TOOL) == 0
    assert value([call(**gold)], [call(**system)], tools=TOOL, coerce=True) == 1


def test_schemas_of_a_record_come_before_those_of_all():
    """A record of gold may bring its own."""
    other = [{"name": "f", "input_schema": {"properties": {"n": {"default": 6}}}}]
    gold, system = [{"calls": [call()], "tools": other}], [{"calls": [call(n=6)]}]
    assert nerkit.evaluate(gold, system, task="calls", tools=TOOL).f1 == 1


def test_valid_calls():
    """Those of a tool without a schema, and broken ones, are not valid."""
    pytest.importorskip("jsonschema")
    system = [call(n=1), call(n="x"), call("g"), {"name": "f", "arguments": "x"}]
    assert value([call()], system, "calls-schema", tools=TOOL) == 0.25


def test_parallel_calls_with_readings_are_no_first_fit():
    """Gold f(x in {1, 2}), f(x in {1}) is f(1), f(2), whatever stands first."""
    gold = [call(x={"any": [1, 2]}), call(x={"any": [1]})]
    for side in (gold, gold[::-1]):
        assert value(side, [call(x=1), call(x=2)], "calls/exact") == 1


@pytest.mark.parametrize(
    ("gold", "system", "f1"),
    [
        ([{"any": [call("f"), call("g")]}], [call("g")], 1),
        ([call("f"), {"any": [call("g"), None]}], [call("f")], 1),
        ([call("f"), {"any": [call("g"), None]}], [call("f"), call("g")], 1),
        ({"any": [[call("f")], [call("g"), call("g", x=1)]]}, [call("g", x=1), call("g")], 1),
        ({"any": [[call("f")], [call("g"), call("g", x=1)]]}, [call("f")], 1),
        ([call(x={"any": [None, 1]})], [call()], 1),
        ([call(x={"any": [None, 1]})], [call(x=2)], 0),
    ],
)
def test_readings_of_calls_plans_and_arguments(gold, system, f1):
    """The reading with the largest F1 counts."""
    assert value(gold, system) == f1


def test_a_further_reading_never_lowers_the_f1_of_a_document():
    """Here of plans of other sizes."""
    plans = [[call("f")], [call("g"), call("h")], [call("f"), call("g"), call("h")]]
    for system in ([call("f")], [call("g")], [call("f"), call("h")], [call("x")]):
        values = [value({"any": plans[:end]}, system) for end in (1, 2, 3)]
        assert values == sorted(values)


def test_gold_without_calls_names_irrelevance():
    """Precision and recall are 0/0 then."""
    result = nerkit.evaluate([{"calls": []}], [{"calls": []}], task="calls", measures=["irrelevance"])
    assert result.to_dict()["rows"][0]["value"] == 1
    assert any("irrelevance" in warning for warning in result.warnings)


def test_calls_in_python_are_documents_as_in_a_file(write):
    """Each call of a list is a document; a list of calls in a list is one."""
    gold, system = [call(x=1), call(x=2)], [call(x=2), call(x=1)]
    paths = [write(name, json.dumps(side)) for name, side in (("gold.json", gold), ("system.json", system))]
    files = nerkit.evaluate(*map(str, paths), task="calls")
    assert nerkit.evaluate(gold, system, task="calls").f1 == files.f1 == 0
    assert nerkit.evaluate([gold], [system], task="calls").f1 == 1


def test_gold_must_hold_calls():
    """Prose is refused."""
    with pytest.raises(InputError, match="gold must hold calls"):
        nerkit.evaluate([{"output": "I would."}], [{"calls": []}], task="calls")


def _listed(gold, system, **options):
    """The counts of `calls` and `arguments` of one document where arrays of gold list readings."""
    sides = [[{"name": "f", "arguments": each}] for each in (gold, system)]
    result = nerkit.evaluate([sides[0]], [sides[1]], task="calls", measures=["calls", "arguments"], **options)
    return [(row.r_num, row.p_den, row.r_den) for row in result.rows if row.measure in ("calls", "arguments")]


@pytest.mark.parametrize(
    ("gold", "system", "options", "expected"),
    [
        ({"q": ["a", "b"]}, {"q": "b"}, {"any": "f.q"}, [(1, 1, 1), (1, 1, 1)]),
        ({"q": ["a", "b"]}, {"q": "b"}, {}, [(0, 1, 1), (0, 1, 2)]),
        ({"q": ["a", "b"]}, {"q": ["a", "b"]}, {"any": "f.q"}, [(0, 1, 1), (0, 2, 1)]),
        ({"q": [["a"], ["b", "c"]]}, {"q": ["b", "c"]}, {"any": "f.q"}, [(1, 1, 1), (2, 2, 2)]),
        ({"x": 1, "q": []}, {"x": 1}, {"any": "f.q"}, [(1, 1, 1), (1, 1, 1)]),
        ({"x": 1, "q": []}, {"x": 1, "q": "b"}, {"any": "f.q"}, [(0, 1, 1), (1, 2, 1)]),
        ({"o": {"any": [1, {"q": ["a", "b"]}]}}, {"o": {"q": "b"}}, {"any": "f.o.q"}, [(1, 1, 1), (1, 1, 1)]),
        (
            {"o": {"any": [1, {"q": ["a", "b"]}]}},
            {"o": {"any": [1, {"q": "b"}]}},
            {"any": "f.o.any[].q", "any_key": "none"},
            [(1, 1, 1), (2, 2, 2)],
        ),
        (
            {"x": 1, "q": []},
            {"x": 1, "q": 5},
            {
                "any": "f.q",
                "tools": {"f": {"type": "object", "properties": {"q": {"type": "integer", "default": 5}}}},
            },
            [(1, 1, 1), (2, 2, 2)],
        ),
    ],
)
def test_arrays_of_gold_that_list_readings_of_one_argument(gold, system, options, expected):
    """As in nerkit json: one of them is right, an empty one admits that nothing is said, or its default."""
    assert _listed(gold, system, **options) == expected


def test_a_path_of_readings_that_no_array_of_gold_has():
    """It is refused, with the arrays that there are."""
    with pytest.raises(
        UsageError, match=r'any="f\.p": the gold documents have no such array; did you mean .f\.q.'
    ):
        _listed({"q": ["a", "b"], "p": 1}, {"q": "b"}, any="f.p")


def test_schemas_by_document(write):
    """Records with an id and a list of tools have the schemas of the documents of these ids alone."""
    line = '{"id": "%s", "function": [{"name": "f", "parameters": {"properties": {"x": {"default": %d}}}}]}\n'
    tools = str(write("tools.jsonl", line % ("a", 1) + line % ("b", 2)))
    sides = [
        [{"id": name, "calls": [{"name": "f", "arguments": given}]} for name, given in one] for one in SIDES
    ]
    found = nerkit.evaluate(*sides, task="calls", tools=tools, by=["document"], measures=["calls/exact"])
    assert {row.document: row.value for row in found.rows} == {"a": 1, "b": 0, "*": 0.5}
    sides[0][1]["id"] = sides[1][1]["id"] = "c"
    with pytest.raises(
        UsageError, match="tools=… has no schemas for document 'c'; its first document is 'a'"
    ):
        nerkit.evaluate(*sides, task="calls", tools=tools)


SIDES = [("a", {}), ("b", {})], [("a", {"x": 1}), ("b", {"x": 1})]


def test_an_argument_without_possible_answers_is_never_right():
    """BFCL's own gold has some: with its preset they are read, else they are an error of gold."""
    gold, system = [{"ground_truth": [{"f": {"x": []}}]}], [{"result": [{"f": {"x": []}}]}]
    for made in (system, [{"result": [{"f": {}}]}]):
        assert nerkit.evaluate(gold, made, preset="bfcl")["calls/exact"].value == 0
    with pytest.raises(InputError, match="a parameter needs a list of at least one admitted value"):
        nerkit.evaluate(gold, system, task="calls")


def test_many_calls_of_one_tool_have_their_verdicts_at_once():
    """Values are looked up by what they may be equal to, so that time grows with the calls."""
    many = range(1_500)
    gold = [{"ground_truth": [{"f": {"x": [[one, 0.5]], "y": [f"t {one}", ""]}} for one in many]}]
    system = [{"result": [{"f": {"x": [one, 0.5], "y": f"T{one}"}} for one in many]}]
    begin = time.process_time()
    assert nerkit.evaluate(gold, system, preset="bfcl", measures=["calls/exact"])["calls/exact"].value == 1
    assert time.process_time() - begin < 15


def test_a_tool_has_one_unit_in_each_turn_that_calls_it():
    """Not one unit for each tool and turn, which would be 90,000 here."""
    turns = [[Call(f"tool{i}", {})] for i in range(300)]
    units = TurnUnits.of([turns], [turns]).by_tool()
    assert (len(units), len(set(units.tool))) == (300, 300)
