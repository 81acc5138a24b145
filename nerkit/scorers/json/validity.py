"""Validity of values under a JSON Schema: the package jsonschema, with bounds.

nerkit fetches nothing. It follows a reference once for each value that the reference is about. Patterns take
time linear in the text. Items that must differ are compared by their contents and not pair by pair.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from importlib import import_module
from typing import Any

from nerkit.exceptions import UsageError
from nerkit.scorers.json.schema import Schema

Check = Callable[[Any, Any, Any, Any], Iterator[Any]]  # (validator, keyword's value, value, schema) -> errors


def valid(schema: Schema | None, values: Sequence[Any]) -> list[bool]:
    """Return whether each value is valid under the schema.

    Raises UsageError without a schema or without the package jsonschema.
    """
    if schema is None:
        raise UsageError("json-schema needs a schema: schema=FILE")
    try:
        package: Any = import_module("jsonschema")
        referencing: Any = import_module("referencing")
    except ImportError:
        raise UsageError("json-schema needs the package jsonschema: pip install jsonschema") from None
    kind = package.validators.validator_for(schema.root, default=package.Draft202012Validator)
    try:
        kind.check_schema(schema.root)
        return _Checked(schema, kind, package, referencing.Registry()).all(values)
    except package.exceptions.SchemaError as error:
        schema.fail(f"the schema is not valid: {error.message[:200]}", *error.absolute_path)
    except referencing.exceptions.Unresolvable as error:
        raise UsageError(f"a reference of the schema names nothing in it: {str(error.ref)[:80]!r}") from None
    except RecursionError:
        raise UsageError("the schema, or a value, is nested too deeply for json-schema") from None
    except OverflowError:
        raise UsageError("a number of a value is too large for the schema's multipleOf") from None


class _Checked:
    """A validator of jsonschema in which nerkit replaces the keywords that can take unbounded time."""

    def __init__(self, schema: Schema, kind: Any, package: Any, registry: Any) -> None:
        self.schema, self.error = schema, package.ValidationError
        self.known: dict[tuple[int, int], Any] = {}  # (part with a reference, value) -> an error, if any
        self.follow: Check = kind.VALIDATORS["$ref"]
        own = {
            "$ref": self._reference,
            "pattern": self._pattern,
            "patternProperties": self._pattern_properties,
            "uniqueItems": self._unique,
        }
        formats = package.FormatChecker()
        formats.checkers = {
            name: one for name, one in kind.FORMAT_CHECKER.checkers.items() if name != "regex"
        }
        extended = package.validators.extend(kind, own)
        self.validator = extended(schema.root, registry=registry, format_checker=formats)

    def all(self, values: Sequence[Any]) -> list[bool]:
        """Return whether each value is valid."""
        return [self._one(_plain(value)) for value in values]

    def _one(self, value: Any) -> bool:
        self.known.clear()  # identities of parts of the previous value may be used again
        verdict: bool = self.validator.is_valid(value)
        return verdict

    def _reference(self, validator: Any, reference: Any, value: Any, part: Any) -> Iterator[Any]:
        key = id(part), id(value)
        if key not in self.known:
            self.known[key] = next(iter(self.follow(validator, reference, value, part) or ()), None)
        if self.known[key] is not None:
            yield self.known[key]

    def _pattern(self, validator: Any, pattern: str, value: Any, _: Any) -> Iterator[Any]:
        if validator.is_type(value, "string") and not self.schema.patterns[pattern].search(value):
            yield self.error(f"does not match {pattern}")

    def _pattern_properties(self, validator: Any, patterns: Any, value: Any, _: Any) -> Iterator[Any]:
        if not validator.is_type(value, "object"):
            return
        for pattern, part in patterns.items():
            for name, inner in value.items():
                if self.schema.patterns[pattern].search(name):
                    yield from validator.descend(inner, part, path=name, schema_path=pattern)

    def _unique(self, validator: Any, wanted: Any, value: Any, _: Any) -> Iterator[Any]:
        if wanted and validator.is_type(value, "array") and len(set(map(_frozen, value))) < len(value):
            yield self.error("has an item twice")


def _frozen(value: Any) -> Any:
    """Return a hashable value that is equal for values that JSON Schema treats as equal."""
    if isinstance(value, Mapping):
        return frozenset((name, _frozen(inner)) for name, inner in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    return (bool, value) if isinstance(value, bool) else value


def _plain(value: Any) -> Any:
    """Return a value with int and float in place of decimals, as jsonschema expects."""
    if isinstance(value, Decimal):
        return (
            int(value) if value == value.to_integral_value() and abs(value.adjusted()) < 300 else float(value)
        )
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
