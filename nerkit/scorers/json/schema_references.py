"""References inside a JSON Schema. nerkit resolves them before it looks at any value. Therefore it fetches
nothing and never follows a circle.

    {"$ref": "#/$defs/row"}      a place in the schema
    {"$ref": "#row"}             the part with this "$anchor"
    {"$ref": "rows.json"}        the part with this "$id"; never a file or an address
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn
from urllib.parse import unquote, urldefrag, urljoin

Path = tuple[str | int, ...]  # keys and places that lead from the schema to a part of it
Fail = Callable[..., NoReturn]  # (problem, keys that lead to the part …) -> raises the error

NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
LISTED = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
SINGLE = (
    *("not", "if", "then", "else", "items", "contains", "additionalItems", "additionalProperties"),
    *("propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
)
SAME = (
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
)  # keywords whose parts are about one value
DYNAMIC = ("$dynamicRef", "$recursiveRef")


class SchemaPart(NamedTuple):
    """A schema inside the schema.

    schema   the JSON object
    path     the keys and places that lead to it
    base     the base address of its references
    around   the number of the surrounding part about the same value; -1 without one
    """

    schema: Mapping[str, Any]
    path: Path
    base: str
    around: int


def parts(root: Any, fail: Fail, first: int = 0) -> list[SchemaPart]:
    """Return all schemas in a schema, outer schemas first; the number of the first is *first*."""
    waiting: list[tuple[Any, Path, str, int]] = [(root, (), "", -1)]
    found: list[SchemaPart] = []
    for schema, path, outer, around in waiting:
        if not isinstance(schema, Mapping):
            continue
        base = _joined(outer, schema, path, fail)
        found.append(SchemaPart(schema, path, base, around))
        place = first + len(found) - 1
        waiting.extend(
            (inner, (*path, *keys), base, place if keys[0] in SAME else -1) for keys, inner in _inside(schema)
        )
    return found


def _joined(base: str, schema: Mapping[str, Any], path: Path, fail: Fail) -> str:
    """Return the base address of the references in a schema: *base* changed by the schema's `$id`."""
    own = schema.get("$id")
    if own is None:
        return base
    if not isinstance(own, str):
        fail("$id is text", *path, "$id")
    try:
        return urljoin(base, own)
    except ValueError:
        fail("$id is not an address", *path, "$id")


def _inside(schema: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield the schemas directly inside a schema, with the keys that lead to each."""
    for name in NAMED:
        if isinstance(named := schema.get(name), Mapping):
            yield from (((name, key), inner) for key, inner in named.items())
    for name in LISTED:
        if isinstance(listed := schema.get(name), list):
            yield from (((name, place), inner) for place, inner in enumerate(listed))
    yield from (((name,), schema[name]) for name in SINGLE if isinstance(schema.get(name), Mapping))


class References:
    """The references of a schema, resolved: `target(schema)` is the part that the reference of a schema
    names.

    *fail* is a function that raises the error about a part. It is called for a reference to another document
    or to nothing, and for a reference that depends on the way to it. It is also called for references that
    form a circle without a step into the data.
    """

    def __init__(self, root: Mapping[str, Any], fail: Fail) -> None:
        self.fail = fail
        self.parts = parts(root, fail)
        self._named = self._names()
        known = {id(part.schema) for part in self.parts}
        self._targets: dict[int, Any] = {}
        for part in self.parts:
            for name in DYNAMIC:
                if name in part.schema:
                    fail(f"{name} is a keyword that nerkit does not read; write $ref", *part.path, name)
            if "$ref" in part.schema:
                target = self._targets[id(part.schema)] = self._resolved(part)
                if id(target) not in known:  # the target is at a place where no schema is expected
                    self.parts += parts(target, fail, len(self.parts))
                    known |= {id(one.schema) for one in self.parts}
        self._check_circles()

    def target(self, schema: Mapping[str, Any]) -> Any:
        """Return the part that the reference in a schema names; None without a reference."""
        return self._targets.get(id(schema))

    def _names(self) -> dict[str, Any]:
        """Return the parts that have an address or an anchor, by address."""
        named: dict[str, Any] = {}
        for part in self.parts:
            if not part.path or "$id" in part.schema:
                named.setdefault(urldefrag(part.base)[0], part.schema)
            if part.base.count("#") and "$id" in part.schema:
                named.setdefault(part.base, part.schema)
            for anchor in ("$anchor", "$dynamicAnchor"):
                if isinstance(name := part.schema.get(anchor), str):
                    named.setdefault(f"{urldefrag(part.base)[0]}#{name}", part.schema)
        return named

    def _resolved(self, part: SchemaPart) -> Any:
        reference = part.schema["$ref"]
        if not isinstance(reference, str):
            self.fail("$ref is text", *part.path, "$ref")
        try:
            address, fragment = urldefrag(urljoin(part.base, reference))
        except ValueError:
            self.fail("$ref is not an address", *part.path, "$ref")
        if address not in self._named:
            self.fail(
                f"$ref names another document, {address[:80]!r}, and none is fetched: put it under $defs",
                *part.path,
                "$ref",
            )
        whole = self._named.get(f"{address}#{fragment}") if fragment else None
        target = _at(self._named[address], fragment) if whole is None else whole
        if not isinstance(target, Mapping | bool):
            self.fail(
                f"$ref names no schema; the schema has nothing at {reference[:80]!r}", *part.path, "$ref"
            )
        return target

    def _check_circles(self) -> None:
        """Raise an error if parts about one value lead back to themselves."""
        place = {id(part.schema): number for number, part in enumerate(self.parts)}
        ways: list[list[int]] = [[] for _ in self.parts]
        for number, part in enumerate(self.parts):
            if part.around >= 0:
                ways[part.around].append(number)
            if (target := place.get(id(self.target(part.schema)))) is not None:
                ways[number].append(target)
        state = [0] * len(ways)  # 1: on the way, 2: done
        for first in range(len(ways)):
            stack = [(first, 0)] if not state[first] else []
            while stack:
                number, turn = stack.pop()
                state[number] = 1 if turn < len(ways[number]) else 2
                if turn == len(ways[number]):
                    continue
                following = ways[number][turn]
                stack.append((number, turn + 1))
                if state[following] == 1:
                    part = self.parts[number]
                    self.fail("references go round in a circle, without a step into the data", *part.path)
                if not state[following]:
                    stack.append((following, 0))


def _at(schema: Any, pointer: str) -> Any:
    """Return the part at a JSON pointer; None if the schema has nothing there."""
    if pointer and not pointer.startswith("/"):
        return None
    place = schema
    for step in unquote(pointer).split("/")[1:] if pointer else ():
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, Mapping):
            place = place.get(key)
        elif isinstance(place, list) and key.isdecimal() and len(key) < 7 and int(key) < len(place):
            place = place[int(key)]
        else:
            return None
    return place
