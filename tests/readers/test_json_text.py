"""JSON with positions."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.json_text import beginning, decode, documents, parse

DEEP = "[" * 100_000


def source(text):
    return Source(io.BytesIO(text.encode()), "x.json")


def read(text):
    return [(value.value, value.line) for value in documents(source(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}\n\n{"a": 2}\n', [({"a": 1}, 1), ({"a": 2}, 3)]),
        ('[{"a": 1},\n {"a": 2}]', [({"a": 1}, 1), ({"a": 2}, 2)]),
        ('{\n"a": 1\n}\n{"a":\n2}', [({"a": 1}, 1), ({"a": 2}, 4)]),
        ('["x", {"a": 1}]\n["y", {}]', [(["x", {"a": 1}], 1), (["y", {}], 2)]),
        ('[["x", {}], ["y", {}]]', [(["x", {}], 1), (["y", {}], 1)]),
        ('[{"a": 1}]\n[{"a": 2}]', [({"a": 1}, 1), ({"a": 2}, 2)]),
        ("[]", []),
        ("[ ]\n", []),
        (" \n", []),
        ("17", [(17, 1)]),
    ],
)
def test_documents_are_values_or_elements_of_lists_of_them(text, found):
    """JSONL, one object, objects behind each other, lists: all give the same documents with their lines."""
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ('{"a": 1}\n{"a": }\n', (2, 7), "expecting value"),
        ('{"a": 1}\n{"a": 1\n', (2, 8), "expecting ',' delimiter"),
        ('[{"a": 1}\n {"a": 2}]', (2, 2), "expected ',' or ']'"),
        ('[{"a": 1},\n]', (2, 1), "expected a value"),
        ('[{"a": 1}', (1, 10), "expected ',' or ']'"),
        ("[", (1, 2), "expecting value"),
        ("{'a': 1}", (1, 2), "property name"),
        ('{"a": "b\n', (1, 7), "terminated string"),
        ('{"a": 1}\n' + DEEP, (2, 202), "nested too deeply"),
        ('[{"a":' + DEEP, (1, 206), "nested too deeply"),
        ("1" * 5000, (1, 1), "more than 4,300 digits"),
    ],
)
def test_what_is_not_json_is_an_error_with_its_place(text, place, problem):
    """Line and column point at the first character that cannot be."""
    with pytest.raises(InputError, match=problem) as raised:
        read(text)
    assert (raised.value.line, raised.value.column) == place


def test_a_complaint_points_at_the_part_of_a_value():
    """Paths through objects and lists, escaped and repeated keys, and line breaks lead to line and column."""
    text = '[\n {"x": [0, {"b": 1}],\n  "k\\u0065y" : { "b" : [ 1,\n\n  22 ] , "b": [3, 44]}}]'
    (value,) = documents(source(text))
    for path, place in [
        ((), (2, 2)),
        (("x", 1, "b"), (2, 18)),
        (("key", "b", 1), (5, 19)),
        (("key", "missing"), (3, 16)),
    ]:
        with pytest.raises(InputError) as raised:
            value.fail("wrong", *path)
        assert (raised.value.line, raised.value.column) == place


@given(
    st.recursive(
        st.integers() | st.text(max_size=3), lambda x: st.lists(x) | st.dictionaries(st.text(max_size=2), x)
    )
)
def test_every_part_is_found_where_its_text_stands(value):
    """At the place of each part of any value, that part can be decoded."""
    text = json.dumps({"all": value}, indent=1)
    (document,) = documents(source(text))

    def check(part, path):
        with pytest.raises(InputError) as raised:
            document.fail("here", *path)
        lines = text.split("\n")[raised.value.line - 1 :]
        lines[0] = lines[0][raised.value.column - 1 :]
        assert json.JSONDecoder().raw_decode("\n".join(lines))[0] == part
        for key, inner in (
            part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        ):
            check(inner, (*path, key))

    check({"all": value}, ())


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ('{"a": 1, "b": 2}\n{"c"', {"a": 1, "b": 2}),
        ('[ {"a": 1}, {"b"', {"a": 1}),
        ('{"a": 1, "b": "cut', {"a": 1, "b": None}),
        ('[{"a": [1, {"x": 2}], "b', {"a": [1, {"x": 2}]}),
        ("a b", None),
        (DEEP, None),
        ("", None),
        ("{x", None),
    ],
)
def test_the_first_document_is_seen_even_if_cut_off(head, found):
    """Recognition sees the members of a document that are whole in the first text of a file."""
    assert beginning(head) == found


def test_one_value_is_one():
    """A file that should hold one value must not go on."""
    assert parse(source(' {"a": 1}\n ')).value == {"a": 1}
    with pytest.raises(InputError, match=r"x\.json:2:1: more than one value"):
        parse(source('{"a": 1}\n{}'))


def test_deep_nesting_is_a_value_error():
    """Nesting beyond what the machine can follow is bad input, not a crash."""
    with pytest.raises(ValueError, match="nested too deeply"):
        decode(DEEP)
