"""A language of conditions on JSON values. A format describes its records with it (`FormatEvidence`).

    {title (vertexSet | h_idx t_idx)}          an object with title, and either vertexSet or h_idx and t_idx
    {relations:[{head:int !id} ...]}           an object whose first relation has an integer head and no id
    {*:[* {text start end}] +:[any ...]}       an object whose values are lists of objects with text, start
                                               and end; at least one list is not empty
    [text, {}]                                 a list of a text and an object

All conditions side by side must hold. `|` separates alternatives, `!` negates a condition, and parentheses
group conditions. Braces contain the keys of an object. A colon and a condition on the value can follow a key.
As a key, `*` means every member, `+` at least one member, and `1` the only member. `<a b>:condition` means
every member except a and b; without the condition, a and b are the only members. A list in brackets has
exactly the given elements, or more elements if `...` follows. In `[* condition]` all elements fulfil the
condition, in `[+ condition]` at least one element does. `=a` is the text a. WORDS lists the other words.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from nerkit.ground.patterns import regex


def holds(value: Any) -> bool:
    """Whether a value is a leaf, or a list or an object with a leaf inside; None and "" are not leaves."""
    if isinstance(value, Mapping):
        return any(map(holds, value.values()))
    if isinstance(value, list):
        return any(map(holds, value))
    return value not in (None, "")


Condition = Callable[[Any], bool]
PARTS = regex(r"\.\.\.|[\w-]+|[^\s\w]")
CLOSING = frozenset((*")]}|,", "..."))
WORDS: Mapping[str, Condition] = {
    "any": lambda _: True,
    "falsy": lambda value: not value,  # null, false, zero, or empty
    "int": lambda value: type(value) is int,
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float),
    "some": holds,  # a nonempty text, a number, or a list or an object with one of these inside
    "text": lambda value: isinstance(value, str),
}
QUANTIFIED: Mapping[str, Callable[[Any], bool]] = {"*": all, "+": any}


@cache
def condition(text: str) -> Condition:
    """The function that tests the condition *text* on a JSON value.

    >>> condition("{id (nodes | edges:[])}")({"id": 1, "edges": []})
    True
    """
    return _Conditions(text).whole()


class _Conditions:
    """A recursive-descent parser of a condition; the parts of its text, in reverse order."""

    def __init__(self, text: str) -> None:
        self.parts = PARTS.findall(text)[::-1]

    def whole(self) -> Condition:
        """Parse the complete text."""
        return self._either(self._value)

    def _takes(self, *parts: str) -> str:
        """Remove and return the next part if it is one of *parts*; otherwise return an empty text."""
        return self.parts.pop() if self.parts and self.parts[-1] in parts else ""

    def _either(self, one: Callable[[], Condition]) -> Condition:
        """Parse alternatives up to a closing bracket; *one* parses a single condition."""
        found = [self._both(one)]
        while self._takes("|"):
            found.append(self._both(one))
        return found[0] if len(found) == 1 else lambda value: any(each(value) for each in found)

    def _both(self, one: Callable[[], Condition]) -> Condition:
        """Parse conditions side by side, which all must hold."""
        found = list[Condition]()
        while self.parts and self.parts[-1] not in CLOSING:
            found.append(self._one(one))
        return found[0] if len(found) == 1 else lambda value: all(each(value) for each in found)

    def _one(self, one: Callable[[], Condition]) -> Condition:
        if self._takes("!"):
            negated = self._one(one)
            return lambda value: not negated(value)
        if self._takes("("):
            return self._closed(self._either(one))
        return one()

    def _closed(self, found: Condition) -> Condition:
        self.parts.pop()
        return found

    def _value(self) -> Condition:
        """Parse a condition on a value."""
        if self._takes("{"):
            inside = self._closed(self._either(self._member))
            return lambda value: isinstance(value, dict) and inside(value)
        if self._takes("="):
            text = self.parts.pop()
            return lambda value: value == text
        return self._list() if self._takes("[") else WORDS[self.parts.pop()]

    def _list(self) -> Condition:
        if sign := self._takes(*QUANTIFIED):
            each, of = self._closed(self._either(self._value)), QUANTIFIED[sign]
            return lambda value: isinstance(value, list) and of(map(each, value))
        found, more = list[Condition](), False
        while not self._takes("]"):
            if self._takes("..."):
                more = True
            elif not self._takes(","):
                found.append(self._either(self._value))
        return lambda value: (
            isinstance(value, list)
            and (len(value) >= len(found) if more else len(value) == len(found))
            and all(each(part) for each, part in zip(found, value, strict=False))
        )

    def _member(self) -> Condition:
        """Parse a condition on an object: a key, and optionally a condition on the value of the key."""
        key = self.parts.pop()
        keys = {*iter(self.parts.pop, ">")} if key == "<" else ()
        held = self._one(self._value) if self._takes(":") else WORDS["any"]
        if key == "<":
            no = held is WORDS["any"]
            return lambda body: all(not no and held(body[each]) for each in body.keys() - keys)
        if key == "1":
            return lambda body: len(body) == 1 and all(map(held, body.values()))
        if key in QUANTIFIED:
            of = QUANTIFIED[key]
            return lambda body: of(map(held, body.values()))
        return lambda body: key in body and held(body[key])
