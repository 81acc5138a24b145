"""A JSON Schema: what it says of how values are compared, and whether documents are valid under it.

    "format": "date", "date-time"    --dates iso
    "type": "number", "integer"      --numbers strings
    "x-nerkit": {"ignore": true, "weight": 2, "array": "sequence", "key": "sku", "within": "1%",
                 "similar": "edit:0.9", "text": "casefold"}

A property that the schema lacks is still an invented field.
"""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from nerkit.algorithms.scalars.numerals import numeral
from nerkit.corpora.json_paths import Step, path_text
from nerkit.errors import InputError, UsageError, some, unknown
from nerkit.io import single

OWN = "x-nerkit"
KEYWORDS = ("ignore", "weight", "array", "key", "within", "similar", "text", "numbers", "booleans", "dates")
TYPES = {  # of a schema -> those of values that are allowed
    "string": ("string", "number in quotes"),
    "number": ("number", "integer", "number in quotes"),
    "integer": ("integer", "number in quotes"),
    "boolean": ("boolean",),
    "object": ("object",),
    "array": ("array",),
    "null": (),
}
KINDS: Sequence[tuple[str, Any]] = (  # of values, a boolean being an int too
    ("", type(None)),
    ("boolean", bool),
    ("string", str),
    ("integer", int),
    ("number", float | Decimal),
    ("object", Mapping),
)
DATES = ("date", "date-time")
NUMBERS = ("number", "integer")
DEEPEST = 50  # references inside one another


class PathSetting(NamedTuple):
    """What is said of a path: the option, and its value as it is typed."""

    path: str
    name: str
    value: str


def read(schema: Any) -> dict[str, Any]:
    """The schema in a file, or the schema itself. Raises InputError for a file that holds none."""
    if isinstance(schema, Mapping):
        return dict(schema)
    return _read(str(schema))


@lru_cache(8)
def _read(path: str) -> dict[str, Any]:
    with single(path) as source:
        text, name = source.text(), source.name
    try:
        schema = json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise InputError.at(
            problem, text, error.pos, source=name, remedy="a schema is a JSON object"
        ) from None
    except (RecursionError, ValueError):
        raise InputError("not valid JSON", source=name) from None
    if not isinstance(schema, dict):
        raise InputError("a schema is a JSON object", source=name, line=1)
    return schema


def settings(schema: Any) -> list[PathSetting]:
    """The settings that a schema gives, outermost first."""
    root = read(schema)
    made: list[PathSetting] = []
    _collect(root, root, (), made, 0)
    return made


def _collect(
    schema: Any, root: dict[str, Any], steps: tuple[Step, ...], made: list[PathSetting], depth: int
) -> None:
    if not isinstance(schema, Mapping) or depth > DEEPEST:
        return
    if isinstance(reference := schema.get("$ref"), str):
        _collect(_referred(root, reference), root, steps, made, depth + 1)
    for name in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(name, ()) if isinstance(schema.get(name), list) else ():
            _collect(part, root, steps, made, depth + 1)
    path = path_text(steps)
    types = schema.get("type")
    kinds = types if isinstance(types, list) else [types]
    if schema.get("format") in DATES:
        made.append(_setting(path, "dates", "iso"))
    if any(kind in NUMBERS for kind in kinds):
        made.append(_setting(path, "numbers", "strings"))
    _keywords(schema.get(OWN), path, made)
    properties = schema.get("properties")
    for name, below in properties.items() if isinstance(properties, Mapping) else ():
        _collect(below, root, (*steps, str(name)), made, depth + 1)
    items = schema.get("items")
    for below in items if isinstance(items, list) else [items]:
        _collect(below, root, (*steps, None), made, depth + 1)


def _keywords(given: Any, path: str, made: list[PathSetting]) -> None:
    if given is None:
        return
    if not isinstance(given, Mapping):
        raise UsageError(f"{OWN} of {path} in the schema is an object, with some of {', '.join(KEYWORDS)}")
    for name, value in given.items():
        if name not in KEYWORDS:
            raise unknown(f"keyword of {OWN}", str(name), KEYWORDS)
        made.append(_setting(path, name, value))


def _setting(path: str, name: str, value: Any) -> PathSetting:
    if isinstance(value, bool):
        return PathSetting(path, name, "true" if value else "")
    return PathSetting(path, name, ",".join(map(str, value)) if isinstance(value, list) else str(value))


def _referred(root: dict[str, Any], reference: str) -> Any:
    """What a reference inside the schema names; None for any other."""
    place: Any = root
    if not reference.startswith("#"):
        return None
    for step in filter(None, reference[1:].split("/")):
        key = step.replace("~1", "/").replace("~0", "~")
        place = place.get(key) if isinstance(place, Mapping) else None
    return place


def check_fits(schema: Any, values: Sequence[Any]) -> None:
    """Raise UsageError where the schema lists properties, and no object among the values has one of them."""
    properties = read(schema).get("properties")
    objects = [value for value in values if isinstance(value, Mapping)]
    if not isinstance(properties, Mapping) or not properties or not objects:
        return
    if not any(name in value for value in objects for name in properties):
        has = some([repr(str(name)) for name in properties])
        raise UsageError(f"no document of gold has a property of the schema ({has}): is it of other data?")


def contradictions(schema: Any, value: Any) -> list[tuple[str, str, str]]:
    """Where a value is of another type than the schema says: the path, the type, and that of the schema.

    Null is absent, and a number may be in quotes, as that is how values are compared under a schema. What
    stands under `anyOf`, `oneOf` or `not` is not looked at. Raises UsageError for a type that is none.
    """
    root = read(schema)
    found: list[tuple[str, str, str]] = []
    _contradict(root, root, value, (), found)
    return found


def _contradict(
    schema: Any, root: dict[str, Any], value: Any, steps: tuple[Step, ...], found: list[tuple[str, str, str]]
) -> None:
    for _ in range(DEEPEST):
        if not isinstance(schema, Mapping) or not isinstance(reference := schema.get("$ref"), str):
            break
        schema = _referred(root, reference)
    if not isinstance(schema, Mapping) or len(steps) > DEEPEST:
        return
    types = schema.get("type")
    allowed = [str(kind) for kind in types] if isinstance(types, list) else [str(types)] if types else []
    for kind in allowed:
        if kind not in TYPES:
            raise unknown("type of a schema", kind, list(TYPES))
    own = _type_of(value)
    if allowed and own and not any(own in TYPES[kind] for kind in allowed):
        found.append((path_text(steps), own, " or ".join(allowed)))
        return
    if isinstance(value, Mapping) and isinstance(properties := schema.get("properties"), Mapping):
        for name, below in properties.items():
            if name in value:
                _contradict(below, root, value[name], (*steps, str(name)), found)
    elif isinstance(value, list | tuple) and isinstance(items := schema.get("items"), Mapping):
        for element in value:
            _contradict(items, root, element, (*steps, None), found)


def _type_of(value: Any) -> str:
    """What a schema calls a value; empty for null."""
    kind = next((name for name, types in KINDS if isinstance(value, types)), "array")
    if kind == "string" and numeral(value) is not None:
        kind = "number in quotes"
    if kind == "number" and value == (value // 1 if isinstance(value, float) else value.to_integral_value()):
        kind = "integer"
    return kind


def valid(schema: Any, values: Sequence[Any]) -> list[bool]:
    """Whether each value is valid under the schema. Raises UsageError without a schema or the package."""
    if schema is None:
        raise UsageError("json-schema needs a schema: schema=FILE")
    try:
        validators: Any = import_module("jsonschema.validators")
        exceptions: Any = import_module("jsonschema.exceptions")
    except ImportError:
        raise UsageError("json-schema needs the package jsonschema: pip install jsonschema") from None
    root = read(schema)
    kind = validators.validator_for(root)
    try:
        kind.check_schema(root)
    except exceptions.SchemaError as error:
        raise UsageError(f"the schema is not valid: {error.message}") from None
    validator = kind(root, format_checker=kind.FORMAT_CHECKER)
    return [validator.is_valid(_plain(value)) for value in values]


def _plain(value: Any) -> Any:
    """A value with the numbers that Python's checks expect."""
    if isinstance(value, Decimal):
        return (
            int(value) if value == value.to_integral_value() and abs(value.adjusted()) < 300 else float(value)
        )
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
