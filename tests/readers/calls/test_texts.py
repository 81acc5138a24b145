"""Calls in what models write: what is read, and how."""

import json
import keyword

import pytest
from growth import exponent
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.corpus import STATUSES
from nerkit.readers.calls import python_calls, tagged
from nerkit.readers.calls.texts import calls_in, untyped

SEARCH = ("search", {"q": "x"})
BROKEN = ("search", {})


def read(text):
    """The calls of a text, and the status of its document."""
    calls = calls_in(text)
    return [(call.name, call.arguments) for call in calls], STATUSES[
        max((c.status for c in calls), default=0)
    ]


CLEAN = [
    '{"name": "search", "arguments": {"q": "x"}}',
    '{"tool": "search", "input": {"q": "x"}}',
    '{"function": {"name": "search", "arguments": "{\\"q\\": \\"x\\"}"}}',
    '[{"name": "search", "args": {"q": "x"}}]',
    'Well. <tool_call>{"name": "search", "arguments": {"q": "x"}}</tool_call> Done.',
    '<tool_call>[{"name": "search", "arguments": {"q": "x"}}]</tool_call>',
    '<tool_call>{"name": "search", "arguments": {"q": "x"}}',
    '<think>{"name": "mail", "arguments": {}}</think>[search(q="x")]',
    "<tool_call><function=search><parameter=q>\nx\n</parameter></function></tool_call>",
    '<function=search>{"q": "x"}</function>',
    '<|python_tag|>{"name": "search", "parameters": {"q": "x"}}<|eom_id|>',
    '[TOOL_CALLS]search{"q": "x"}',
    '[TOOL_CALLS] [{"name": "search", "arguments": {"q": "x"}}]</s>',
    "search(q='x')",
    "[search(q='x')]",
]


WRAPPED = [
    'I call {"name": "search", "arguments": {"q": "x"}} now.',
    'So:\n```json\n{"name": "search", "arguments": {"q": "x"}}\n```',
    "So:\n```python\n[search(q='x')]\n```\n",
    "So I call [search(q='x')].",
]
REPAIRED = [  # what was cut behind a value keeps what stands before it
    "<tool_call>{'name': 'search', 'arguments': {'q': 'x',}}</tool_call>",
    '<tool_call>{"name": "search", "arguments": {"q": "x", "lang": "e',
    '{"name": "search", "arguments": {"q": "x", "lang": "e',
    '{"name": "search", "arguments": "{\\"q\\": \\"x\\", \\"lang\\": \\"e"}',
    "<function=search><parameter=q>x</parameter><parameter=lang>e",
    "[search(q='x', lang='e",
]
STATUS = {"clean": CLEAN, "wrapped": WRAPPED, "repaired": REPAIRED}


@pytest.mark.parametrize(("status", "text"), [(status, one) for status in STATUS for one in STATUS[status]])
def test_a_call_is_clean_wrapped_or_repaired(status, text):
    """Structured text, with prose around its tags at most; in prose or in a fence; damaged."""
    assert read(text) == ([SEARCH], status)


def test_several_values_without_tags_are_wrapped():
    """All of them are calls."""
    assert read("\n".join(CLEAN[:1] * 2)) == ([SEARCH, SEARCH], "wrapped")


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "search", "arguments": {"q": "x',
        '<tool_call>{"name": "search"',
        '<tool_call>{"name": "search", "arguments": "three of them"}</tool_call>',
        '<tool_call>{"name": "search", "arguments": {q: two words}}</tool_call>',
        '{"name": "search", "arguments": [1]}',
        "[search('x')]",
        "[search(q=make())]",
        "search(q='x', *rest)",
        "search(q=f'{x}')",
        "search(q=true)",
        "<function=search>oops</function>",
        '[TOOL_CALLS]search{"q": ',
    ],
)
def test_a_broken_call_keeps_its_name(text):
    """It is a call that agrees with nothing."""
    assert read(text) == ([BROKEN], "unreadable")


@pytest.mark.parametrize("text", ["<tool_call>search for cats</tool_call>", '<tool_call>{"name": "sea'])
def test_a_broken_call_may_have_no_name(text):
    """What stands in a tag is meant as a call."""
    assert read(text) == ([(None, {})], "unreadable")


@pytest.mark.parametrize(
    "text",
    [
        *("", "I cannot do that.", '{"name": "Ann", "age": 3}', 'See {"name": "Ann"}.', "[]", "{}"),
        *("f (see above)", "1+1"),
    ],
)
def test_text_without_a_trace_of_a_call_is_no_error(text):
    """It is a turn without calls."""
    assert read(text) == ([], "clean")


def test_tags_inside_strings_are_text():
    """A value ends where it is closed, whatever its strings hold."""
    text = '<tool_call>{"name": "search", "arguments": {"q": "</tool_call><tool_call>"}}</tool_call>'
    assert read(text) == ([("search", {"q": "</tool_call><tool_call>"})], "clean")
    text = '{"name": "search", "arguments": {"q": "<tool_call>"}}'
    assert read(text) == ([("search", {"q": "<tool_call>"})], "clean")
    assert read(f"So: {text}") == ([("search", {"q": "<tool_call>"})], "wrapped")


def test_parameters_in_tags_have_the_types_of_their_schema():
    """Else they are JSON where they are a literal, and text where they are none."""
    inner = "<parameter=a>1</parameter><parameter=b>\n\n1\n</parameter><parameter=c>x y</parameter>"
    text = f"<function=f>{inner}</function>"
    (call,) = calls_in(text)
    assert call.arguments == {"a": 1, "b": 1, "c": "x y"}
    (call,) = calls_in(text, lambda _, name: frozenset({"string"} if name == "a" else ()))
    assert call.arguments["a"] == "1"


def test_literals_of_python_are_values_of_json():
    """Tuples are lists; digits may be grouped; decimals are as they are written."""
    (call,) = calls_in("m.f(a=(1, -3), b=1_000, c=0.10000000000000000001, d=None, e={'k': [True]})")
    assert call.name == "m.f"
    assert {key: str(value) for key, value in call.arguments.items()} == {
        "a": "[1, -3]",
        "b": "1000",
        "c": "0.10000000000000000001",
        "d": "None",
        "e": "{'k': [True]}",
    }


@pytest.mark.parametrize(
    "text", ["f(x=" + "[" * 150 + "]" * 150 + ")", "f(x=" + "-" * 5000 + "1)", "f(x=" + "(" * 100_000]
)
def test_python_has_limits(text):
    """What is too deep or too large is broken, and nothing is run."""
    assert read(text) == ([("f", {})], "unreadable")


CODER = "<tool_call><function=f><parameter=x>{}</parameter></function></tool_call>"


@pytest.mark.parametrize("depth", [150, 500, 900, 5_000])
@pytest.mark.parametrize("form", ["<tool_call>{}</tool_call>", "{}", "[TOOL_CALLS][{}]", CODER])
def test_arguments_that_are_nested_too_deeply_are_a_broken_call(depth, form):
    """As many lists as JSON may have are read, and nothing ends in a traceback, nor do lists of errors."""
    value = "[" * depth + "1" + "]" * depth
    text = form.replace("{}", value if form == CODER else f'{{"name": "f", "arguments": {{"x": {value}}}}}')
    for gold in (
        [{"name": "f", "arguments": {"x": 1}}],
        [{"name": "f", "arguments": {"x": {"any": [1, 2]}}}],
    ):
        result = nerkit.evaluate([gold], [text], task="calls")
        is_broken = result["calls/format"].extra["unreadable"] > 0
        assert result["calls"].p_den == 1
        assert is_broken == (depth > 200) or form == CODER  # of which a text is no literal any more
        assert len(str(result.errors())) > 10


NAMES = st.from_regex(r"[a-z]{1,4}(_[a-z]{1,4}){0,2}", fullmatch=True).filter(
    lambda name: not keyword.iskeyword(name)
)
VALUES = st.one_of(
    st.integers(-99, 99), st.booleans(), st.text("ab_;()[]', \n", max_size=6), st.lists(st.integers(0, 9))
)
CALLS = st.lists(st.tuples(NAMES, st.dictionaries(NAMES, VALUES, max_size=3)), min_size=1, max_size=4)


def python(name, arguments):
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"


WRITTEN = {
    "a list": lambda calls: f"[{', '.join(calls)}]",
    "semicolons": "; ".join,
    "lines": "\n".join,
    "blank lines": "\n\n".join,
    "closed": lambda calls: "".join(f"{call};\n" for call in calls),
    "JSON strings": json.dumps,
    "Python strings": repr,
}


@pytest.mark.parametrize("form", WRITTEN)
@given(CALLS)
def test_calls_between_semicolons_lines_and_quotes(form, calls):
    """However calls are separated, they are Python alone."""
    text = WRITTEN[form]([python(*call) for call in calls])
    assert read(text) == (calls, "clean")


@pytest.mark.parametrize("form", ["a list", "semicolons", "lines"])
@given(CALLS)
def test_escapes_of_markdown(form, calls):
    """Underscores with a backslash before them, in names of tools and of arguments; values go with them."""
    text = WRITTEN[form]([python(*call) for call in calls])
    escaped = any("_" in name for call in calls for name in (call[0], *call[1]))
    assert read(text.replace("_", "\\_")) == (calls, "repaired") or not escaped


@pytest.mark.parametrize(
    "text",
    [
        r'{"name": "get\_time", "arguments": {"city\_name": "Rome"}}',
        r'{"name": "get\\_time", "arguments": {"city\\_name": "Rome"}}',
        r'Well. <tool_call>{"name": "get\_time", "arguments": {"city\_name": "Rome"}}</tool_call>',
        "```\nget\\_time(city\\_name='Rome')\n```",
    ],
)
def test_escapes_of_markdown_in_json(text):
    """Names have none, whatever they are written in."""
    assert read(text)[0] == [("get_time", {"city_name": "Rome"})]


def test_a_backslash_in_a_value_stays():
    """Where the text can be read as it stands."""
    assert read(r"search(q='a\_b')") == ([("search", {"q": r"a\_b"})], "clean")


def test_the_last_of_several_calls_is_cut():
    """What is whole before it stays."""
    assert read("f(x=1); g(y=2, z='a") == ([("f", {"x": 1}), ("g", {"y": 2})], "repaired")
    assert read("f(x=1)\ng(y=") == ([("f", {"x": 1}), ("g", {})], "unreadable")


class Sought(str):
    """A text that counts the characters that are passed in search of a string."""

    __slots__ = ("passed",)

    def find(self, sought, at=0):
        """As that of a text."""
        found = super().find(sought, at)
        self.passed += (len(self) if found < 0 else found) - at
        return found


@pytest.mark.parametrize(
    "piece",
    [
        *("<tool_call>", "<tool_call>{", "<tool_call>[/*", "<|python_tag|>f(", "[TOOL_CALLS]", "<function="),
        *("<function=f>", "<function=f><parameter=x>", "<function=f></parameter><parameter=x>1"),
    ],
)
def test_tags_that_nothing_closes_are_read_in_linear_time(piece):
    """What ends one of them is sought once."""
    sizes, work = [100, 200, 400, 800], []
    for size in sizes:
        text = Sought(piece * size)
        text.passed = 0
        tagged.calls_in(text, untyped)
        work.append(text.passed + len(text))
    assert exponent(sizes, work) < 1.2


def test_a_name_between_signs_of_a_tag():
    """Up to the `>` of its line; where there is none, the tag is text."""
    assert read("<function=<function=f>{}")[0] == [("<function=f", {})]
    assert read("<function=f\n><function=g>{}")[0] == [("g", {})]
    assert read("<function=f\n>") == ([], "clean")


@pytest.mark.parametrize("piece", ["[f(", '["[f(\\"",', "g(```\n[f(", "# ```\nx=(1)\n", "a\\_b."])
def test_python_that_nothing_closes_is_sought_in_bounded_time(piece):
    """This test would take minutes if each bracket, fence or name were read to the end of the text."""
    assert read(piece * (400_000 // len(piece)))[0] == []


@pytest.mark.parametrize("between", ["\n", ",\n", "; "])
def test_many_calls_before_a_damaged_one(between):
    """However many there are, all are read; recursion would end in an error."""
    calls = [("f", {"x": at}) for at in range(2_000)]
    text = between.join(f"f(x={at})" for at in range(2_000))
    assert read(f"{text}{between}g(y=") == ([*calls, ("g", {})], "unreadable")
    assert read(f"{text}{between}  g(y=1)")[0] == [*calls, ("g", {"y": 1})]


def test_characters_that_are_read_in_vain_have_a_limit(monkeypatch):
    """What stands behind them is text; a call before is read."""
    tries = "".join('"[f(\\"",' for _ in range(50))
    assert read(f"{tries}[g(y=1)]'")[0] == [("g", {"y": 1})]
    monkeypatch.setattr(python_calls, "MOST_TRIED", 2_000)
    assert read(f"{tries}[g(y=1)]'")[0] == []
    assert read(f"See [g(y=1)] {tries}'")[0] == [("g", {"y": 1})]
