"""A JSON Schema: the settings that it gives the comparison, and whether documents are valid under it.

    "format": "date", "date-time"    --dates iso
    "type": "number", "integer"      --numbers strings
    "x-nerkit": {"ignore": true, "weight": 2, "array": "sequence", "key": "sku", "within": "1%",
                 "similar": "edit:0.9", "text": "casefold"}

A property that the schema lacks is still an invented field.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple, NoReturn

from nerkit.algorithms.linear_pattern import LinearPattern
from nerkit.algorithms.scalars.numerals import numeral
from nerkit.corpora.json_paths import ITEM, Step, Steps, path_text
from nerkit.exceptions import UsageError, some, unknown
from nerkit.ground.containment import admit
from nerkit.ground.limits import DEEPEST_JSON
from nerkit.io import single
from nerkit.readers.json_text import Value, parse
from nerkit.scorers.json.schema_references import References, SchemaPart

FURTHER = "x-"  # the beginning of words that no standard defines
OWN = "x-nerkit"
KEYWORDS = ("ignore", "weight", "array", "key", "within", "similar", "text", "numbers", "booleans", "dates")
TYPES = {  # type in a schema -> the types of values that it allows
    "string": ("string", "number in quotes"),
    "number": ("number", "integer", "number in quotes"),
    "integer": ("integer", "number in quotes"),
    "boolean": ("boolean",),
    "object": ("object",),
    "array": ("array",),
    "null": (),
}
KINDS: Sequence[
    tuple[str, Any]
] = (  # type of a value -> its classes; a boolean is an int, too, and comes first
    ("", type(None)),
    ("boolean", bool),
    ("string", str),
    ("integer", int),
    ("number", float | Decimal),
    ("object", Mapping),
)
DATES = ("date", "date-time")
NUMBERS = ("number", "integer")
CLOSE = 0.75  # a word is misspelt if it is at least so similar to a known word
MOST_PLACES = 10_000  # the most parts of a schema that give settings


class PathSetting(NamedTuple):
    """A setting of a path: the option, and its value as a user types it."""

    steps: Steps
    name: str
    value: str


class Schema:
    """A JSON Schema that is safe to follow: references stay inside it and end, and patterns take linear time.

    place   the place of the schema in a file; None for an object in memory

    Raises InputError with the place, or UsageError, for any other schema.
    """

    def __init__(self, root: dict[str, Any], place: Value | None = None) -> None:
        self.root, self.place = root, place
        self.references = References(root, self.fail)
        self.patterns: dict[str, LinearPattern] = {}
        for part in self.references.parts:
            self._check(part)

    def fail(self, problem: str, *path: str | int) -> NoReturn:
        """Raise the error about the part at *path*."""
        if self.place is not None:
            self.place.fail(problem, *path)
        raise UsageError(f"the schema, {path_text(path)}: {problem}")

    @property
    def digest(self) -> str:
        """The first twelve hexadecimal digits of the schema's SHA-256, which identify it."""
        return sha256(json.dumps(self.root, sort_keys=True).encode()).hexdigest()[:12]

    def _check(self, part: SchemaPart) -> None:
        """Raise an error for an invalid pattern or an invalid `x-nerkit` keyword in a part."""
        if not isinstance(part.schema.get("$schema", ""), str):
            self.fail("$schema is text", *part.path, "$schema")
        named = part.schema.get("patternProperties")
        for pattern, path in (
            (part.schema.get("pattern"), (*part.path, "pattern")),
            *(
                (name, (*part.path, "patternProperties", name))
                for name in named or ()
                if isinstance(named, Mapping)
            ),
        ):
            if isinstance(pattern, str) and pattern not in self.patterns:
                try:
                    self.patterns[pattern] = LinearPattern(pattern)
                except re.error as error:
                    self.fail(f"not a regular expression: {error.msg}", *path)
                except UsageError as error:
                    self.fail(str(error), *path)
        _keywords(part.schema.get(OWN), tuple(map(str, part.path)), [])

    @property
    def unknown_words(self) -> dict[str, str]:
        """The words `x-…` that nerkit does not read, each with a suggestion or an empty text."""
        words = (
            name
            for part in self.references.parts
            for name in part.schema
            if name.casefold().startswith(FURTHER)
        )
        return {name: _meant(name) for name in words if name != OWN}

    def settings(self, paths: Iterable[Steps] | None = None) -> list[PathSetting] | None:
        """Return the settings of the schema for these paths and the paths above them, outermost first.

        Without *paths* return all settings; None for an endless schema or more than MOST_PLACES parts.
        """
        made: list[PathSetting] = []
        present, seen = set[Steps](), set[tuple[int, Steps]]()
        for above in paths or ():
            while above and above not in present:
                present.add(above)
                above = above[:-1]  # noqa: PLW2901
        stack: list[tuple[Any, Steps, bool]] = [(self.root, (), False)]
        for turn in count():  # from the last setting to the first
            if not stack:
                break
            schema, steps, is_own = stack.pop()
            if paths is None and (turn == MOST_PLACES or len(steps) > DEEPEST_JSON):
                return None
            if is_own:
                own: list[PathSetting] = []
                _own(schema, steps, own)
                made += reversed(own)
            elif isinstance(schema, Mapping) and (id(schema), steps) not in seen:
                if paths is not None:
                    seen.add((id(schema), steps))
                stack += ((one, steps, False) for one in self.same(schema))
                stack.append((schema, steps, True))
                below = ((one, (*steps, step), False) for step, one in steps_below(schema))
                stack += (one for one in below if paths is None or one[1] in present)
        return made[::-1]

    def contradictions(self, value: Any) -> list[tuple[str, str, str]]:
        """Return the places where the type of a value contradicts the schema: (path, type of the value, type
        in the schema).

        Null counts as absent, and numbers may be in quotes, as in the comparison of values. nerkit does not
        look at `anyOf`, `oneOf` and `not`. Raises UsageError for an unknown type.
        """
        found: list[tuple[str, str, str]] = []
        waiting: list[tuple[Any, Any, Steps]] = [(self.root, value, ())]
        while waiting:
            part, one, steps = waiting.pop()
            schema = self.referred(part)
            if not isinstance(schema, Mapping):
                continue
            types = schema.get("type")
            allowed = list(map(str, types if isinstance(types, list) else [types] if types else []))
            for kind in allowed:
                if kind not in TYPES:
                    raise unknown("type of a schema", kind, list(TYPES))
            own = _type_of(one) if allowed else ""
            if own and not any(own in TYPES[kind] for kind in allowed):
                found.append((path_text(steps), own, " or ".join(allowed)))
                continue
            below: list[tuple[Any, Any, Step]] = []
            if isinstance(one, Mapping) and isinstance(named := schema.get("properties"), Mapping):
                below = [(each, one.get(name), name) for name, each in named.items()]
            elif isinstance(one, list | tuple) and isinstance(items := schema.get("items"), Mapping):
                below = [(items, each, ITEM) for each in one]
            waiting += [
                (each, held, (*steps, step)) for each, held, step in reversed(below) if held is not None
            ]
        return found

    def same(self, schema: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the other parts about a part's value: the target of a reference, the members of allOf,
        anyOf and oneOf.
        """
        if "$ref" in schema:
            yield self.references.target(schema)
        for name in ("allOf", "anyOf", "oneOf"):
            if isinstance(listed := schema.get(name), list):
                yield from listed

    def referred(self, schema: Any) -> Any:
        """Return the part at the end of a chain of references; a part without a reference unchanged."""
        while isinstance(schema, Mapping) and "$ref" in schema:
            schema = self.references.target(schema)
        return schema


def load(schema: Any) -> Schema:
    """Read the schema from a file or an object. Raises InputError or UsageError for an invalid schema."""
    if not isinstance(schema, Mapping):
        admit(str(schema))
        path = str(schema)
        return _loaded(path, os.stat(path).st_mtime_ns if os.path.isfile(path) else 0)
    try:
        return Schema(json.loads(json.dumps(schema, default=str)))
    except (RecursionError, ValueError, TypeError):
        raise UsageError("a schema is a JSON object, which does not contain itself") from None


@lru_cache(8)
def _loaded(path: str, _: int) -> Schema:
    with single(path) as source:
        value = parse(source, remedy="a schema is a JSON object")
    if not isinstance(value.value, dict):
        value.fail("a schema is a JSON object")
    return Schema(value.value, value)


def _meant(word: str) -> str:
    """Return the keyword of nerkit that a word `x-…` resembles, or an empty text."""
    own = OWN.removeprefix(FURTHER)
    name = word.casefold().removeprefix(FURTHER).removeprefix(f"{own}-")
    keyword = "".join(get_close_matches(name, [own, *KEYWORDS], n=1, cutoff=CLOSE))
    return f'"{OWN}": {{"{keyword}": …}}' if keyword in KEYWORDS else keyword and repr(OWN)


def steps_below(schema: Mapping[str, Any]) -> Iterator[tuple[Step, Any]]:
    """Yield the parts about the members and elements of a value, as pairs (step, part)."""
    if isinstance(properties := schema.get("properties"), Mapping):
        yield from ((str(name), below) for name, below in properties.items())
    items = schema.get("items")
    yield from ((None, below) for below in (items if isinstance(items, list) else [items]))


def _own(schema: Mapping[str, Any], steps: Steps, made: list[PathSetting]) -> None:
    """Add the settings that a part gives to its path to *made*."""
    types = schema.get("type")
    kinds = types if isinstance(types, list) else [types]
    if schema.get("format") in DATES:
        made.append(_setting(steps, "dates", "iso"))
    if any(kind in NUMBERS for kind in kinds):
        made.append(_setting(steps, "numbers", "strings"))
    _keywords(schema.get(OWN), steps, made)


def _keywords(given: Any, steps: Steps, made: list[PathSetting]) -> None:
    if given is None:
        return
    if not isinstance(given, Mapping):
        raise UsageError(
            f"{OWN} of {path_text(steps)} in the schema is an object, with some of {', '.join(KEYWORDS)}"
        )
    for name, value in given.items():
        if name not in KEYWORDS:
            raise unknown(f"keyword of {OWN}", str(name), KEYWORDS)
        made.append(_setting(steps, name, value))


def _setting(steps: Steps, name: str, value: Any) -> PathSetting:
    if isinstance(value, bool):
        return PathSetting(steps, name, "true" if value else "")
    return PathSetting(steps, name, ",".join(map(str, value)) if isinstance(value, list) else str(value))


def check_fits(schema: Schema, values: Sequence[Any]) -> None:
    """Raise UsageError if the schema lists properties and none of the objects has a listed property."""
    properties = schema.root.get("properties")
    objects = [value for value in values if isinstance(value, Mapping) and value]
    if not isinstance(properties, Mapping) or not properties or not objects:
        return
    if not any(name in value for value in objects for name in properties):
        has = some([repr(str(name)) for name in properties])
        raise UsageError(
            f"no gold document has a property of the schema ({has}); check that the schema is for this data"
        )


def _type_of(value: Any) -> str:
    """Return the JSON Schema type of a value, `number in quotes` for such a text, or an empty text for
    null.
    """
    kind = next((name for name, types in KINDS if isinstance(value, types)), "array")
    if kind == "string" and numeral(value) is not None:
        kind = "number in quotes"
    if kind == "number" and value == (value // 1 if isinstance(value, float) else value.to_integral_value()):
        kind = "integer"
    return kind
