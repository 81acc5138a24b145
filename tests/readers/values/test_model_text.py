"""What a language model answers: read as strictly as possible, and never a crash."""

import json
import time
from decimal import Decimal

import pytest
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st

from nerkit.corpora.corpus import STATUSES
from nerkit.readers.values import model_text, tolerant_json
from nerkit.readers.values.model_text import read
from nerkit.readers.values.tolerant_json import DEEPEST


@pytest.mark.parametrize(
    ("text", "status", "value"),
    [
        ('{"a": 1}', "clean", {"a": 1}),
        ('\ufeff  {"a": 1}\n', "clean", {"a": 1}),
        ("-1.5e3", "clean", -1500),
        ('"x"', "clean", "x"),
        ('Sure!\n```json\n{"a": 1}\n```', "wrapped", {"a": 1}),
        ('```\n{"a": "``` inside"}\n```', "wrapped", {"a": "``` inside"}),
        ("```\n42\n```", "wrapped", 42),
        ('<think>is it {"a": 2, "b": 3}?</think>{"a": 1}', "wrapped", {"a": 1}),
        ('[1] says {"a": [1, 2]}', "wrapped", {"a": [1, 2]}),
        ("{'a': 'it\\'s', 'b': None,}", "repaired", {"a": "it's", "b": None}),
        ("{a: NaN, b: -Infinity}", "repaired", {"a": "NaN", "b": "-Infinity"}),
        ('{"a": 1, // one\n "b": /* two */ 2}', "repaired", {"a": 1, "b": 2}),
        ('{"a": "\\d"}', "repaired", {"a": "\\d"}),
        ('{"a": "x\ty"}', "repaired", {"a": "x\ty"}),
        ('{"a": "x", "b": "unfin', "repaired", {"a": "x"}),
        ('{"a": "x", "b": 12', "repaired", {"a": "x"}),
        ('{"a": "x", "b":', "repaired", {"a": "x"}),
        ('{"a": [1, {"b": "x"', "repaired", {"a": [1, {"b": "x"}]}),
        ('```json\n{"a": ["x",\n```\nThat is all.', "repaired", {"a": ["x"]}),
        ('{"a": "\\u00e9\\ud83d\\ude00", }', "repaired", {"a": "é😀"}),
        ("", "unreadable", None),
        ("a: 1", "unreadable", None),
        ('{"a": 12', "unreadable", None),
        ("[" * (DEEPEST + 1) + "1" + "]" * (DEEPEST + 1), "unreadable", None),
        ("[" * 100_000, "unreadable", None),
        ('{"a":' * 100_000, "unreadable", None),
    ],
)
def test_texts(text, status, value):
    """The status and the value."""
    found = read(text)
    assert (STATUSES[found.status], found.value) == (status, value)


def test_which_of_several():
    """The largest, the last of equals; or the first, or the last."""
    text = '{"a": 1} {"a": 2, "b": 3} {"a": 4, "b": 5} {"a": 6}'
    assert [read(text, choose).value["a"] for choose in ("largest", "first", "last")] == [4, 1, 6]


def test_numbers_of_many_digits():
    """They are equal to themselves, and to nothing else."""
    digits = "7" * 10_000
    found = read(f'{{"n": {digits}}}')
    assert STATUSES[found.status] == "clean"
    assert found.value["n"] == read(f"{{n: {digits}}}").value["n"]
    assert found.value["n"] != read(f"[{digits}8]").value[0]


@pytest.mark.parametrize("number", ["1e" + "9" * 19, "1E-" + "9" * 19, "0e" + "9" * 19])
def test_an_exponent_that_no_decimal_has(number):
    """It is no number, alone or within a value; one that decimals have is."""
    assert read(number).status == STATUSES.index("unreadable")
    assert read(f'{{"a": {number}}}').value in (None, {})
    assert read("1e999999999999999").value == Decimal("1e999999999999999")


def test_a_key_that_is_given_twice():
    """The last one counts, and it is told."""
    assert read('{"a": 1, "a": 2}') == ({"a": 2}, 0, True)


@pytest.mark.parametrize("text", ["{" * 50_000, '["' * 50_000, "[1,2 " * 50_000, "[[1] " * 50_000])
def test_no_text_takes_long(text):
    """What fails inside an open bracket is not tried again from each of its brackets."""
    begin = time.process_time()
    read(text)
    assert time.process_time() - begin < 10


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda below: st.lists(below) | st.dictionaries(st.text(), below),
    max_leaves=8,
)


@given(VALUES, st.text())
def test_what_is_strict_is_read_as_it_is(value, around):
    """A clean text always; and any text is read without an exception."""
    assert read(json.dumps(value)).value == value
    read(f"{around}{json.dumps(value)}{around}")


@given(st.text(alphabet="{}[]\"':,\\ \n`/*abtrue012.-", max_size=60))
def test_any_text_is_read(text):
    """Without an exception; a clean one is JSON."""
    found = read(text)
    if STATUSES[found.status] == "clean":
        assert json.loads(text.strip(), parse_float=Decimal) == found.value


PIECES = [
    *("{", "[", '"', "'", '{"a":', "/*", "*/", "//", "\n", ",", ":", "1", "}", "]", "a", "null"),
    *("\\", '"x"'),
]
PIECES += ["```", " ", "true", '[1/*"', "{a:", '":', "',", "/**/"]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_what_is_remembered_of_a_text_changes_no_value(text):
    """Against a new look at every bracket behind the value before it."""
    expected, at = [], 0
    while start := model_text.START.search(text, at):
        parsed = tolerant_json.TolerantParse(text, start.start()).value()
        at = start.start() + 1
        if parsed is not None and not (parsed.truncated and not tolerant_json.leaves(parsed.value)):
            expected.append(parsed)
            at = parsed.end
    assert [parsed for _, parsed in model_text.values(text)] == expected


class Sought(str):
    """A text that counts the characters that are passed in search of a string."""

    __slots__ = ("passed",)

    def find(self, sought, at=0):
        """As that of a text."""
        found = super().find(sought, at)
        self.passed += (len(self) if found < 0 else found) - at
        return found


@pytest.mark.parametrize(
    ("begin", "piece", "end"),
    [
        ("", "{/*", ""),
        ("", "{//", ""),
        ("", "/*{", ""),
        ("", '{"a":/*', ""),
        ("", '{"a":[/*<think>\'', ""),
        ("", '/*"{"{/*\n*/', ""),  # comments in rows, which begin in one another
        ("", "/*[:/*[[{\n//", ""),
        ("[", '"[1/*"/**/,', "X"),  # brackets in strings, whose values go on behind these
        ("[", '"[/*"/**/,', ""),
        ("{", '"a":"{\\"b\\":1,/*",/**/', "X"),
    ],
)
def test_openings_that_repeat_are_read_in_linear_time(begin, piece, end, monkeypatch):
    """Members, comments and characters are counted: each is looked at a few times at most."""
    sizes, work = [100, 200, 400, 800], []
    for size in sizes:
        text = Sought(begin + piece * size + end)
        text.passed = 0
        members = counting(monkeypatch, tolerant_json.TolerantParse, "_step", lambda *_: 1)
        comments = counting(monkeypatch, tolerant_json.KnownFailures, "_behind_comment", lambda *_: 1)
        [parsed for _, parsed in model_text.values(text)]
        monkeypatch.undo()
        work.append(len(members) + len(comments) + text.passed)
    assert exponent(sizes, work) < 1.2
