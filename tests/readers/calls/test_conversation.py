"""Turns of records: wire formats, messages, and gold that must be exact."""

import json

import pytest
from tries import each
from wire_formats import RECORDS, TURNS

import nerkit
from nerkit.exceptions import InputError
from nerkit.readers.calls.alternatives import CallError
from nerkit.readers.calls.conversation import SideReading, TurnReader
from nerkit.readers.sample import Sample, recognises

SYSTEM = TurnReader(SideReading(None, 2, exact=False))
GOLD = TurnReader(SideReading("any", 2, exact=True))


def turns(record, reader=SYSTEM):
    """The turns of a record, as names and arguments."""
    return [[(call.name, call.arguments) for call in turn] for turn in reader.turns(record)]


@each("form", RECORDS)
@each("name", TURNS)
def test_every_wire_format_holds_the_same_calls(form, name):
    """As a system has them, and through JSON."""
    record = json.loads(json.dumps(RECORDS[form](name, TURNS[name])))
    assert turns(record) == [TURNS[name]]


@pytest.mark.parametrize("form", [form for form in RECORDS if form != "fenced"])
def test_gold_may_be_in_any_of_them(form):
    """But for what is not exact."""
    assert turns(RECORDS[form]("a", TURNS["a"]), GOLD) == [TURNS["a"]]


def test_logs_are_recognised_by_what_they_hold():
    """The structured ones, and text with tags; other records are none."""
    texts = {form: json.dumps(RECORDS[form]("a", TURNS["a"])) for form in RECORDS}
    assert [form for form, text in texts.items() if not recognises("calls", Sample(text))] == [
        "bfcl",
        "python",
        "bare",
        "fenced",
    ]
    assert not recognises("calls", Sample('{"id": 1, "value": {"name": "Ann"}}'))
    assert not recognises(
        "calls", Sample('{"id": 1, "messages": [{"role": "assistant", "content": "Hello"}]}')
    )


def message(role, *calls, **more):
    """A message of a conversation."""
    listed = [{"function": {"name": name, "arguments": "{}"}} for name in calls]
    return {"role": role, "content": None, **({"tool_calls": listed} if calls else {}), **more}


def test_every_message_of_a_user_opens_a_turn():
    """Calls before the first belong to it; results of tools open none, whoever sends them."""
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]}
    messages = [
        message("assistant", "a"),
        message("user"),
        message("assistant", "b"),
        message("tool"),
        result,
        message("assistant", "c"),
        message("user"),
        message("user"),
        message("assistant", "d"),
    ]
    names = [[name for name, _ in turn] for turn in turns({"id": 1, "messages": messages})]
    assert names == [["a", "b", "c"], [], ["d"]]


@pytest.mark.parametrize(
    "record", [{"error": "x"}, {"response": None}, {"choices": [{"message": {"refusal": "no"}}]}]
)
def test_nothing_answered_is_a_turn_without_calls(record):
    """A refusal, an error and a missing response."""
    assert turns({"id": 1, **record}) == [[]]


def test_a_list_of_calls_stands_before_the_content_beside_it():
    """Else what both repeat would count twice."""
    record = message("assistant", "a") | {"content": '<tool_call>{"name": "a"}</tool_call>'}
    assert turns(record) == [[("a", {})]]


@pytest.mark.parametrize(
    ("record", "problem", "path"),
    [
        (
            {"calls": [{"name": "f"}, {"arguments": {}}]},
            'call 2 has no name (a string under "name")',
            ("calls", 1),
        ),
        (
            {"calls": [{"name": "f", "arguments": [1]}]},
            "arguments of f are not a JSON object",
            ("calls", 0, "arguments"),
        ),
        (
            {"calls": [{"name": "f", "arguments": "{"}]},
            "arguments of f are not a JSON object",
            ("calls", 0, "arguments"),
        ),
        ({"output": "I would search."}, 'gold must hold calls; "I would search." is prose', ("output",)),
        ({"calls": {"any": []}}, '"any" needs a list of at least one admitted value', ("calls", "any")),
        (
            {"calls": [{"name": "f", "arguments": {"x": {"any": 3}}}]},
            '"any" needs a list of at least one admitted value',
            ("calls", 0, "arguments", "x", "any"),
        ),
    ],
)
def test_gold_that_is_not_exact_is_an_error_at_its_place(record, problem, path):
    """So that nothing is guessed."""
    with pytest.raises(CallError) as error:
        GOLD.turns(record)
    assert (error.value.problem, error.value.path) == (problem, path)


def test_gold_of_bfcl_has_readings():
    """Lists of admitted values, in objects inside too; an empty text leaves out."""
    ((call,),) = GOLD.turns(
        {"id": 1, "ground_truth": [{"f": {"x": [1, 2], "o": [{"u": ["", "c"]}], "l": [["a"]]}}]}
    )
    assert call.arguments["x"].values == [1, 2]
    assert call.arguments["o"]["u"].values == [None, "c"]
    assert call.arguments["l"] == ["a"]


@pytest.mark.parametrize("call", [{"arguments": {}}, {"arguments": {"x": [1]}}, {"input": {}}])
def test_arguments_alone_are_no_tool_of_that_name(call):
    """Gold of BFCL has one key a call, which is its tool; a call without a name looks alike."""
    with pytest.raises(InputError, match="call 1 has no name"):
        nerkit.evaluate([{"calls": [call]}], [{"calls": []}], task="calls")
    gold = [{"ground_truth": [{"arguments": {"x": [1]}}]}]
    assert nerkit.evaluate(gold, [{"result": [{"arguments": {"x": 1}}]}], task="calls").rows[0].p_den == 1


DEEP = {
    "arguments": '{"id": "x", "calls": [{"name": "f", "arguments": {"v": %s}}]}',
    "text": '{"id": "x", "calls": [{"name": "f", "arguments": "{\\"v\\": %s}"}]}',
    "reading": '{"id": "x", "calls": [{"name": "f", "arguments": {"v": {"any": [%s, 1]}}}]}',
    "openai": '{"id": "x", "tool_calls": [{"function": {"name": "f", "arguments": {"v": %s}}}]}',
    "bfcl": '{"id": "x", "ground_truth": [{"f": {"v": [%s, 1]}}]}',
}
READINGS_OF_READINGS = '{"any": [' * 90 + '{"name": "f", "arguments": {}}' + "]}" * 90


@pytest.mark.parametrize("depth", [300, 900])
@pytest.mark.parametrize("brackets", ["[]", ["{\\u0022a\\u0022: ", "}"]])
@pytest.mark.parametrize("form", DEEP)
def test_gold_that_is_nested_too_deeply_is_an_error_at_its_place(tmp_path, form, brackets, depth):
    """In arguments and in what gold admits; of a system such a call is broken, in any format."""
    first, last = (one.replace("\\u0022", '\\"' if form == "text" else '"') for one in brackets)
    path, plain = tmp_path / "deep.jsonl", tmp_path / "plain.jsonl"
    path.write_text(DEEP[form] % (first * depth + "1" + last * depth))
    plain.write_text('{"id": "x", "calls": [{"name": "f", "arguments": {"v": 1}}]}')
    with pytest.raises(InputError, match=r"nested too deeply|not a JSON object") as refused:
        nerkit.evaluate(path, plain, task="calls")
    assert str(refused.value).startswith(f"{path}:1:")
    if form != "bfcl":
        result = nerkit.evaluate(plain, path, task="calls")
        assert result["calls"].p_den == result["calls/format"].extra["unreadable"] == 1


def test_readings_of_readings_that_are_nested_too_deeply_are_an_error(tmp_path):
    """Calls in readings of readings have the limit of all JSON."""
    for times, is_read in ((1, True), (2, False)):
        text = READINGS_OF_READINGS.replace('{"name": "f", "arguments": {}}', READINGS_OF_READINGS, times - 1)
        gold, system = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
        gold.write_text(f'{{"id": "x", "calls": {text}}}')
        system.write_text('{"id": "x", "calls": [{"name": "f", "arguments": {}}]}')
        if is_read:
            assert nerkit.evaluate(gold, system, task="calls")["calls"].value == 1
        else:
            with pytest.raises(InputError, match=r"gold.jsonl:1:\d+: readings are nested too deeply"):
                nerkit.evaluate(gold, system, task="calls")


@pytest.mark.parametrize(
    "answer", ["[f(x=1)]", 'So: ```json\n[{"name": "f", "arguments": {"x": 1}}]\n```', "None."]
)
def test_beside_gold_of_calls_any_answer_is_read_as_calls(tmp_path, answer):
    """The task is that of gold, as texts of models have any shape."""
    gold, system = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
    gold.write_text('{"id": "x", "calls": [{"name": "f", "arguments": {"x": 1}}]}\n')
    system.write_text(json.dumps({"id": "x", "output": answer}) + "\n")
    result = nerkit.evaluate(gold, system)
    assert result.task == "calls"
    assert result["calls"].p_num == (answer != "None.")


WRITTEN = ["get_time(city='Rome')", "f(x=1); g()", "[h(y=[2])]"]
CALLED = [[("get_time", {"city": "Rome"}), ("f", {"x": 1}), ("g", {}), ("h", {"y": [2]})]]


@pytest.mark.parametrize("reader", [SYSTEM, GOLD])
@pytest.mark.parametrize(
    "key", ["calls", "tool_calls", "function_calls", "result", "output", "response", "actions", None]
)
def test_lists_of_texts(reader, key):
    """Each text is a call, or several, as a record or under a key, which may be any."""
    assert turns(WRITTEN if key is None else {"id": "a", key: WRITTEN}, reader) == CALLED
    inside = {"role": "assistant", "content": WRITTEN if key is None else None, "tool_calls": WRITTEN}
    assert turns({"messages": [inside]}, reader) == CALLED


def test_texts_that_are_parts_of_one():
    """Pieces of an answer are put together where none is a call by itself; prose between calls is nothing."""
    assert turns({"content": ["[f(x=1),", " g()]"]}) == [[("f", {"x": 1}), ("g", {})]]
    assert turns({"content": ["First:", "f(x=1)", "Then:", "g()"]}) == [[("f", {"x": 1}), ("g", {})]]
    assert SYSTEM.turns({"id": "a", "notes": ["f(x=1)", "see above"]}) is None


def test_names_have_no_escapes():
    """In objects too, with further keys or without."""
    escaped = {"name": "get\\_time", "arguments": {"city\\_name": "a\\_b"}}
    for record in ({"calls": [escaped]}, {"calls": [{**escaped, "id": "c"}]}):
        assert turns(record) == [[("get_time", {"city_name": "a\\_b"})]]
