"""A JSON Schema from somebody else: nothing is fetched, nothing goes round, nothing explodes."""

import json
import re
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import NerkitError
from nerkit.scorers.json.schema import load
from nerkit.scorers.json.validity import valid

TREE = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "v": {"type": "integer"}}}


def doubled(count, inner):
    """Definitions each of which leads to the next in two ways."""
    parts = {f"d{i}": inner({"$ref": f"#/$defs/d{i + 1}"}) for i in range(count)}
    return {"$ref": "#/$defs/d0", "$defs": {**parts, f"d{count}": {"type": "object"}}}


def scored(schema, value=None, **asked):
    value = {"left": {"v": 1}} if value is None else value
    return nerkit.evaluate([value], [value], task="json", schema=schema, **asked)


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({"properties": {"left": {"$ref": "http://localhost:9/x"}}}, "names another document"),
        ({"properties": {"left": {"$ref": "file:///etc/passwd"}}}, "names another document"),
        ({"properties": {"left": {"$ref": "other.json#/a"}}}, "names another document"),
        ({"properties": {"left": {"$ref": "#/$defs/x"}}}, "names no schema"),
        ({"properties": {"left": {"$ref": "#nowhere"}}}, "names no schema"),
        ({"properties": {"left": {"$ref": 3}}}, "$ref is text"),
        (
            {"properties": {"left": {"$dynamicRef": "#x"}}},
            "$dynamicRef is a keyword that nerkit does not read",
        ),
        ({"properties": {"left": {"pattern": "(a"}}}, "not a regular expression"),
        ({"properties": {"left": {"pattern": "(a)\\1"}}}, "refers to its groups"),
        ({"patternProperties": {"(" * 300 + ")" * 300: {}}}, "nested groups"),
        ({"$id": 3}, "$id is text"),
        ({"$schema": [1]}, "$schema is text"),
        ({"$ref": "#"}, "go round in a circle"),
        ({"anyOf": [{"not": {"$ref": "#"}}]}, "go round in a circle"),
        (
            {
                "$defs": {"a": {"allOf": [{"$ref": "#/x/y"}]}},
                "x": {"y": {"$ref": "#/$defs/a"}},
                "$ref": "#/x/y",
            },
            "circle",
        ),
    ],
)
def test_what_cannot_be_followed_is_an_error_with_its_place(schema, problem, write):
    """In a file the line and column, in memory the path."""
    path = write("schema.json", json.dumps(schema, indent=1))
    with pytest.raises(NerkitError, match=re.escape(problem)) as error:
        scored(path, measures=["json-schema"])
    assert re.match(rf"{re.escape(str(path))}:\d+:\d+: ", str(error.value))
    with pytest.raises(NerkitError, match=re.escape(problem)):
        scored(schema, measures=["json"])


def test_nothing_is_fetched(monkeypatch):
    """Not for an address that a part of the schema has itself, nor for the draft that it names."""
    monkeypatch.setattr(socket, "socket", None)
    monkeypatch.setattr(socket, "create_connection", None)
    schema = {
        "$schema": "http://localhost:9/draft",
        "$id": "http://localhost:9/root",
        "properties": {"left": {"$ref": "item.json#/$defs/leaf"}, "right": {"$ref": "#it"}},
        "$defs": {
            "item": {"$id": "item.json", "$defs": {"leaf": {"properties": {"v": {"type": "integer"}}}}},
            "it": {"$anchor": "it", "type": "object"},
        },
    }
    for value, right in (({"v": 1}, True), ({"v": "x"}, False)):
        assert valid(load(schema), [{"left": value, "right": {}}]) == [right]


@pytest.mark.parametrize(
    "schema",
    [
        TREE,
        doubled(60, lambda part: {"allOf": [part, part]}),
        doubled(60, lambda part: {"properties": {"left": part, "right": part}}),
        doubled(60, lambda part: {"items": {"anyOf": [part, part]}}),
        doubled(200, lambda part: part),
    ],
)
def test_ways_that_double_are_followed_once(schema):
    """A schema has as many paths as the data have, and a reference one answer for each value."""
    deep = {"v": 1}
    for _ in range(40):
        deep = {"left": deep, "right": {"v": 2}}
    result = scored(schema, deep, measures=["json", "json-schema"])
    assert (result["json"].f1, result["json-schema"].value) == (1, 1)


def test_settings_of_a_schema_without_end():
    """They hold as deep as the data go; the signature tells the schema by its checksum."""
    number = {"properties": {**TREE["properties"], "v": {"x-nerkit": {"within": 1}}}}
    gold, system = ({"left": {"left": {"v": value}}} for value in (1, 2))
    result = nerkit.evaluate([gold], [system], task="json", schema=number)
    assert result.f1 == 1
    assert f"schema:{load(number).digest}" in result.signature


@given(
    st.recursive(
        st.just({}),
        lambda inner: st.fixed_dictionaries(
            {},
            optional={
                "properties": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
                "allOf": st.lists(inner, max_size=2),
                "items": inner,
                "x-nerkit": st.sampled_from([{"weight": 2}, {"weight": 3}, {"within": 1}]),
            },
        ),
        max_leaves=8,
    )
)
def test_settings_of_paths_are_those_of_the_list(schema):
    """In its order, those of the paths that there are, of several alike at least the last."""
    loaded = load(schema)
    every = loaded.settings()
    assert every is not None
    paths = {one.steps for one in every}
    there = {prefix[:end] for prefix in paths for end in range(len(prefix) + 1)}
    found = loaded.settings(there)
    assert found == every
    some = [path for path in there if len(path) < 2]
    assert loaded.settings(some) == [one for one in every if one.steps in some]


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * 5_000 + "!"}),
        ({"patternProperties": {"^(a+)+$": {"type": "null"}}}, {"a" * 5_000 + "!": 1}),
        ({"properties": {"a": {"format": "regex"}}}, {"a": "(" * 5_000}),
        ({"properties": {"a": {"uniqueItems": True}}}, {"a": [{"x": i} for i in range(20_000)]}),
    ],
)
def test_values_cost_what_their_length_says(schema, values):
    """Patterns, names and items that the package tries two by two, or way by way."""
    (verdict,) = valid(load(schema), [values])
    assert verdict == ("pattern" not in str(schema.get("properties")))


@pytest.mark.parametrize(
    ("items", "right"),
    [([1, True], True), ([1, 1.0], False), ([{"a": [1]}, {"a": [1]}], False), ([[], {}], True)],
)
def test_items_that_are_the_same(items, right):
    """A boolean is no number, and 1.0 is 1."""
    assert valid(load({"uniqueItems": True}), [items]) == [right]


def test_a_schema_that_contains_itself():
    """An object in memory that never ends is no schema; a value too deep for the package is told."""
    endless = {}
    endless["not"] = endless
    with pytest.raises(NerkitError, match="which does not contain itself"):
        scored(endless)


@given(
    st.dictionaries(
        st.from_regex(r"[xX]-[a-z-]{1,8}", fullmatch=True),
        st.sampled_from([1, "a", {"ignore": True}]),
        max_size=3,
    ),
    st.sampled_from(["properties", "items", "allOf"]),
)
def test_words_that_nerkit_does_not_read_are_named(words, place):
    """At any depth; a property of this name is no word, and `x-nerkit` is read."""
    inner = {**words, "x-nerkit": {"weight": 2}}
    part = {"properties": {"left": inner, "x-of-data": {}}, "items": inner, "allOf": [inner]}[place]
    whole = {"properties": {"left": {}}, place: part}
    told = [one for one in scored(whole).warnings if one.key == "schema-words-unknown"]
    assert len(told) == bool(words.keys() - {"x-nerkit"})
    assert all(repr(word) in "".join(told) for word in words.keys() - {"x-nerkit"})
    assert "x-of-data" not in "".join(told)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("x-nerkti", "'x-nerkit'"),
        ("X-Nerkit", "'x-nerkit'"),
        ("x-ignore", '"x-nerkit": {"ignore": …}'),
        ("x-nerkit-wieght", '"x-nerkit": {"weight": …}'),
        ("x-order", None),
    ],
)
def test_the_word_that_may_be_meant(run, write, word, meant):
    write("schema.json", json.dumps({"properties": {"v": {word: True}}}))
    write("gold.json", '{"v": 1}')
    done = run("json", "-g", "gold.json", "-s", "gold.json", "--schema", "schema.json", "-f", "json")
    (told,) = json.loads(done.out)["warnings"]
    assert (done.code, told["key"]) == (0, "schema-words-unknown")
    question = f" (did you mean {meant}?)" if meant else ""
    assert told["text"] == f"--schema: nerkit does not know the keywords {word!r}{question}"
