"""Formats of JSON: a document a line, or one value with all of them.

    documents = "dialogues.*.turns.*"         the way from a value to documents (default: the value)
    id = "form"                               its key, or a list of keys: the first that is there counts
    fields = { state = "belief.values" }      the ways from a document to fields, one or several that are
                                              tried; default: all members
    defaults = { state = {} }                 of fields that a document lacks
    split = { keyphrases = ";" }              fields that may be one text, and what parts it

A way is keys behind dots; `*` is every member or element.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nerkit.ground.toml_text import Toml
from nerkit.io import Source
from nerkit.readers.described import ReadDocument, TableFormat
from nerkit.readers.json_text import Value, documents, parse, shown

KEYS = ("documents", "id", "fields", "defaults", "split")
IDS = ("id", "doc_id", "doc_key", "docid")
Place = tuple[str | int, ...]


def described(
    toml: Toml, at: tuple[str, str], table: Mapping[str, Any], finish: Callable[[Any], Any]
) -> TableFormat:
    """The format of JSON that a table describes; InputError for a table that describes none."""
    fields, defaults, split = _checked(toml, at, table)
    ids = table.get("id", {})
    ids = [ids] if isinstance(ids, str) else ids or list(IDS)
    if not isinstance(ids, list) or not all(isinstance(key, str) for key in ids):
        toml.fail("id is a key, or a list of keys", *at, "id")
    way = table.get("documents", "")
    if not isinstance(way, str):
        toml.fail("documents is a way of keys behind dots", *at, "documents")
    steps = way.split(".") if way else []
    ways = {name: [path.split(".") for path in paths] for name, paths in fields.items()}

    def parted(fields: dict[str, Any]) -> Any:
        for name, mark in split.items():
            if isinstance(fields.get(name), str):
                fields[name] = [part.strip() for part in fields[name].split(mark) if part.strip()]
        return finish(fields)

    def read(source: Source) -> Iterator[ReadDocument]:
        values = [parse(source)] if table["kind"] == "json" and steps else documents(source)
        for value in values:
            for place in _places(value, value.value, steps, ()):
                yield _item(value, place, ids, (ways, defaults, parted))

    return TableFormat(at[1], table, "{[", read)


def _checked(
    toml: Toml, at: tuple[str, str], table: Mapping[str, Any]
) -> tuple[dict[str, list[str]], dict[str, Any], dict[str, str]]:
    """Fields with the ways that are tried, defaults, and what parts texts; InputError for what are none."""
    fields, defaults, split = (table.get(key, {}) for key in ("fields", "defaults", "split"))
    for key, value in (("fields", fields), ("defaults", defaults), ("split", split)):
        if not isinstance(value, dict):
            toml.fail(f"{key} is a table, {{ name = … }}", *at, key)
    ways = {name: way if isinstance(way, list) and way else [way] for name, way in fields.items()}
    if not all(isinstance(way, str) and all(way.split(".")) for tried in ways.values() for way in tried):
        toml.fail("a field is a way of keys behind dots", *at, "fields")
    if not all(isinstance(one, str) and one for one in split.values()):
        toml.fail("split says what parts a text", *at, "split")
    return ways, defaults, split


def _places(value: Value, part: Any, steps: list[str], place: Place) -> Iterator[Place]:
    """The places of all parts that a way leads to. Raises InputError where there is no such key."""
    if not steps:
        yield place
        return
    step, *others = steps
    if step == "*":
        if not isinstance(part, dict | list):
            value.fail(f"{shown(part)} is no list", *place)
        members = part.items() if isinstance(part, dict) else enumerate(part)
        for key, one in members:
            yield from _places(value, one, others, (*place, key))
    elif not isinstance(part, dict) or step not in part:
        value.fail(f"no {step!r}", *place)
    else:
        yield from _places(value, part[step], others, (*place, step))


def _item(
    value: Value,
    place: Place,
    ids: list[str],
    made: tuple[dict[str, list[list[str]]], Any, Callable[[Any], Any]],
) -> ReadDocument:
    """The document at a place of a value."""
    ways, defaults, finish = made
    body = value.part(*place)
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not an object", *place)
    own = value if not place else None
    fields: dict[str, Any] = {} if ways else dict(body)
    for name, tried in ways.items():
        steps = next((steps for steps in tried if steps[0] in body), tried[0])
        if name in defaults and steps[0] not in body:
            continue
        if len(steps) == 1 and steps[0] in body and steps[0] != "*":
            fields[name] = body[steps[0]]
            continue
        found = [value.part(*at) for at in _places(value, body, steps, place)] if "*" in steps else None
        if found is None:
            (at,) = _places(value, body, steps, place)
            found = value.part(*at)
        fields[name] = found
    for name, default in defaults.items():
        fields.setdefault(name, default)
    return ReadDocument(_id(value, body, place, ids), finish(fields), own)


def _id(value: Value, body: Mapping[str, Any], place: Place, ids: list[str]) -> str | None:
    key = next((key for key in ids if key in body), None)
    if key is None:
        return None
    name = body[key]
    if isinstance(name, bool) or not isinstance(name, str | int):
        value.fail(f"the id {shown(name)} is neither text nor an integer", *place, key)
    return str(name)
