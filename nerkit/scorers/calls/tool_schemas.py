"""Schemas of tools: the defaults that a tool fills in, the types of its parameters, and the validity of
calls.

    {"type": "function", "function": {"name", "parameters": SCHEMA}}    OpenAI; without the outer object BFCL
    {"name", "input_schema": SCHEMA}   {"name", "inputSchema": SCHEMA}  Anthropic, MCP
    {name: SCHEMA}                                                      a schema for each name

A SCHEMA is a JSON Schema of the arguments. Types are named as in JSON Schema, BFCL (`dict`, `float`, `tuple`)
or Gemini (`OBJECT`).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any

from nerkit.algorithms.scalars.numerals import numeral
from nerkit.corpora.readings import Readings
from nerkit.exceptions import UsageError
from nerkit.ground.containment import admit
from nerkit.io import single
from nerkit.readers.calls.call import Call
from nerkit.readers.json_text import documents, parse
from nerkit.readers.values import model_text
from nerkit.readers.values.tolerant_json import TooDeepError
from nerkit.scorers.json.schema import Schema

INNER = ("function", "toolSpec")  # keys around a name and a schema
LISTS = ("tools", "functions", "functionDeclarations", "function_declarations")
SCHEMAS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema")
TYPES = {  # of others -> of JSON Schema
    "dict": "object",
    "float": "number",
    "tuple": "array",
    "list": "array",
    "bool": "boolean",
    "int": "integer",
    "str": "string",
    "none": "null",
}
ANY_TYPE = "any"
DATA = ("default", "enum", "const", "examples", "example")  # keywords whose values are no schemas
NAMED = ("properties", "$defs", "definitions", "patternProperties")  # keywords that hold schemas by name
BOOLEANS = {"true": True, "false": False}
WRITTEN = '[{"name": "f", "parameters": {"type": "object", "properties": {"x": {"default": 1}}}}]'


class Tools:
    """The schemas of tools by name."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self.schemas: dict[str, Schema] = {}
        for name, schema in schemas.items():
            try:
                self.schemas[name] = Schema(_plain(schema))
            except UsageError as error:
                raise UsageError(f"tool {name}: {error}") from None

    @cached_property
    def underscored(self) -> "Tools":
        """The schemas under their names, and also under these names with dots replaced by underscores."""
        made = Tools({})
        made.schemas = {name.replace(".", "_"): schema for name, schema in self.schemas.items()}
        made.schemas |= self.schemas
        return made

    def types(self, tool: str, parameter: str) -> frozenset[str]:
        """The types that a parameter can have; empty if the schema does not say."""
        schema = self.schemas.get(tool)
        properties = schema.referred(schema.root).get("properties") if schema is not None else None
        part = properties.get(parameter) if isinstance(properties, Mapping) else None
        return _types(schema.referred(part)) if schema is not None else frozenset()


def load(tools: Any) -> Tools | Mapping[str, Any]:
    """The tools in a file or in objects; by document if each record of a file has an id and a list of tools.

    Raises InputError or UsageError for anything else.
    """
    if isinstance(tools, str) or hasattr(tools, "__fspath__"):
        admit(str(tools))
        return _loaded(str(tools))
    return of_objects(tools)


@lru_cache(8)
def _loaded(path: str) -> Tools | Mapping[str, Any]:
    remedy = f"write schemas of tools as {WRITTEN}"
    with single(path) as source:
        values = list(documents(source, remedy))
        if not values:
            parse(source, remedy=remedy)
    records = [one.value for one in values if isinstance(one.value, Mapping)]
    by_id = {
        one["id"]: listed for one in records if isinstance(one.get("id"), str) and (listed := _list(one))
    }
    if len(by_id) == len(values):
        return by_id
    schemas = dict(_named([one.value for one in values]))
    if not schemas:
        values[0].fail("the value is not a schema of a tool", remedy=remedy)
    return Tools(schemas)


def _list(record: Mapping[str, Any]) -> Any:
    """The list of tools of a record; None if it has none."""
    return next((record[key] for key in (*INNER, *LISTS) if isinstance(record.get(key), list)), None)


def of_objects(tools: Any) -> Tools:
    """The tools in objects. Equal objects are parsed only once."""
    try:
        return _of_text(json.dumps(tools, default=str))
    except (RecursionError, ValueError, TypeError):
        raise UsageError(f"write schemas of tools as {WRITTEN}") from None


@lru_cache(256)
def _of_text(text: str) -> Tools:
    return Tools(dict(_named(json.loads(text))))


def _named(value: Any) -> Iterator[tuple[str, Any]]:
    """The tools in a value, as pairs (name, schema)."""
    if isinstance(value, list):
        for one in value:
            yield from _named(one)
        return
    if not isinstance(value, Mapping):
        return
    for key in (*INNER, *LISTS):
        if isinstance(value.get(key), Mapping | list):
            yield from _named(value[key])
            return
    if isinstance(value.get("name"), str):
        schema: Mapping[str, Any] = next(
            (value[key] for key in SCHEMAS if isinstance(value.get(key), Mapping)), {}
        )
        inner = schema.get("json")
        yield value["name"], inner if isinstance(inner, Mapping) else schema
        return
    yield from ((name, schema) for name, schema in value.items() if isinstance(schema, Mapping))


def _plain(schema: Any) -> Any:
    """A copy of a schema that names types as JSON Schema does."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key in NAMED and isinstance(value, Mapping):
            made[key] = {name: _plain(one) for name, one in value.items()}
        elif key == "type" and isinstance(value, str | list):
            kinds = [_type(one) for one in ([value] if isinstance(value, str) else value)]
            if ANY_TYPE not in kinds:
                made[key] = kinds[0] if isinstance(value, str) else kinds
        else:
            made[key] = value if key in DATA else _plain(value)
    return made


def _type(name: Any) -> Any:
    return TYPES.get(name.lower(), name.lower()) if isinstance(name, str) else name


def _types(schema: Any) -> frozenset[str]:
    """The types that a schema allows; empty for any type."""
    kinds = schema.get("type") if isinstance(schema, Mapping) else None
    listed = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    return frozenset(one for one in listed if isinstance(one, str))


class Receiving:
    """The conversion of calls to the arguments that their tools receive.

    nothing   the kinds of values that count as absent (`nerkit json`, option absent)
    fill      whether defaults are filled in
    coerce    whether values are converted to the types of the schemas
    """

    def __init__(self, nothing: frozenset[str], *, fill: bool, coerce: bool) -> None:
        self.nothing, self.fill, self.coerce = nothing, fill, coerce

    def call(self, call: Call, tools: Tools) -> Call:
        """A call as its tool receives it."""
        schema = tools.schemas.get(call.name or "")
        if schema is None or call.is_broken:
            return call
        arguments = self._value(call.arguments, schema.root, schema)
        filled = frozenset(name for name in arguments if call.arguments.get(name) is None)
        return call._replace(arguments=arguments, filled=filled)

    def _value(self, value: Any, part: Any, schema: Schema) -> Any:
        if isinstance(value, Readings):
            return Readings([self._value(one, part, schema) for one in value.values or [None]])
        part = schema.referred(part)
        if not isinstance(part, Mapping):
            return value
        if self.coerce:
            value = _coerced(value, _types(part))
        if isinstance(value, Mapping):
            return self._members(value, part, schema)
        if isinstance(value, list) and isinstance(part.get("items"), Mapping):
            return [self._value(one, part["items"], schema) for one in value]
        return value

    def _members(self, value: Mapping[str, Any], part: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
        properties = part.get("properties")
        if not isinstance(properties, Mapping):
            return dict(value)
        made = {
            name: self._value(one, properties[name], schema) if name in properties else one
            for name, one in value.items()
        }
        for name, below in properties.items() if self.fill else ():
            known = schema.referred(below)
            parts = [one for one in (below, known) if isinstance(one, Mapping)]
            default = next((one["default"] for one in parts if one.get("default") is not None), None)
            if default is not None:
                made[name] = self._filled(made.get(name), default)
        return made

    def _filled(self, value: Any, default: Any) -> Any:
        if isinstance(value, Readings):
            return Readings([self._filled(one, default) for one in value.values or [None]])
        return default if value is None or self._says_nothing(value) else value

    def _says_nothing(self, value: Any) -> bool:
        """Whether a value is absent or holds only absent values."""
        if value is None:
            return "null" in self.nothing
        if isinstance(value, str):
            return "blank" in self.nothing and not value.strip()
        if isinstance(value, Readings):
            return all(map(self._says_nothing, value.values))
        if isinstance(value, Mapping | list):
            inner = list(value.values()) if isinstance(value, Mapping) else value
            return all(map(self._says_nothing, inner)) if inner else "empty" in self.nothing
        return False


def _coerced(value: Any, types: frozenset[str]) -> Any:
    """A value converted to a type of its schema; unchanged if this is not possible."""
    if isinstance(value, str):
        return value if "string" in types else _of_text_value(value, types)
    if "string" not in types or types & {"number", "integer", "boolean"}:
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float | Decimal) else value


def _of_text_value(text: str, types: frozenset[str]) -> Any:
    """A text converted to one of the types; unchanged if this is not possible."""
    number = numeral(text) if types & {"number", "integer"} else None
    if number is not None:
        return number
    if "boolean" in types and text.strip().lower() in BOOLEANS:
        return BOOLEANS[text.strip().lower()]
    if types & {"array", "object"} and text.lstrip()[:1] in ("[", "{"):
        try:
            value, end = model_text.strict(text.strip())
        except (ValueError, TooDeepError):
            return text
        kind = "array" if isinstance(value, list) else "object"
        if end == len(text.strip()) and kind in types:
            return value
    return text


def check_schemas(tools: Iterable[Tools | None]) -> None:
    """Raise UsageError if no document has schemas."""
    if not any(tools):
        raise UsageError("calls-schema needs schemas: give tools=FILE, or tools in the gold records")


def valid_calls(tools: Sequence[Tools | None], calls: Sequence[Call]) -> list[bool]:
    """Whether each call is valid under the schema of its tool. Raises UsageError without the package."""
    from nerkit.scorers.json.validity import valid

    verdicts = [False] * len(calls)
    by_schema: dict[int, tuple[Schema, list[int]]] = {}
    for at, (known, call) in enumerate(zip(tools, calls, strict=True)):
        schema = known.schemas.get(call.name or "") if known is not None and not call.is_broken else None
        if schema is not None:
            by_schema.setdefault(id(schema), (schema, []))[1].append(at)
    for schema, places in by_schema.values():
        found = valid(schema, [calls[at].arguments for at in places])
        for at, verdict in zip(places, found, strict=True):
            verdicts[at] = verdict
    return verdicts
