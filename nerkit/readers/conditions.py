"""Conditions on JSON values, which describe the records of a format (`register.FormatEvidence`).

    {title (vertexSet | h_idx t_idx)}          an object with title, and with vertexSet or both others
    {relations:[{head:int !id} ...]}           its relations begin with one that has a number as head, no id
    {*:[* {text start end}] +:[any ...]}       members are lists of such objects, and one is not empty
    [text, {}]                                 a list of a text and an object

These are conditions on a JSON value. All conditions side by side must hold. `|` separates alternatives, `!`
negates one condition, and parentheses group. Braces contain the keys that an object has. A colon and a
condition on the value may follow a key. `*` means every member, `+` at least one, and `1` the only member.
`<a b>` means every member but a and b. Without a condition there is no other member. A list in brackets has
exactly these elements, or more if `...` follows them. `[* …]` has only such elements, `[+ …]` at least one.
`=a` is the text a. WORDS lists the other words.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from nerkit.ground.patterns import regex


def holds(value: Any) -> bool:
    """Whether a value has a leaf: it is a leaf, or a list or an object with one inside."""
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
    "some": holds,  # a text, a number, or a list or an object with one somewhere inside
    "text": lambda value: isinstance(value, str),
}
QUANTIFIED: Mapping[str, Callable[[Any], bool]] = {"*": all, "+": any}


@cache
def condition(text: str) -> Condition:
    """The condition on a JSON value that a text is.

    >>> condition("{id (nodes | edges:[])}")({"id": 1, "edges": []})
    True
    """
    return _Conditions(text).whole()


class _Conditions:
    """The conditions in a text, from left to right."""

    def __init__(self, text: str) -> None:
        self.parts = PARTS.findall(text)[::-1]

    def whole(self) -> Condition:
        """The condition that the text is."""
        return self._either(self._value)

    def _takes(self, *parts: str) -> str:
        """Take the next part if it is one of *parts*. Return an empty text if it is not."""
        return self.parts.pop() if self.parts and self.parts[-1] in parts else ""

    def _either(self, one: Callable[[], Condition]) -> Condition:
        """Read alternatives up to a closing part."""
        found = [self._both(one)]
        while self._takes("|"):
            found.append(self._both(one))
        return found[0] if len(found) == 1 else lambda value: any(each(value) for each in found)

    def _both(self, one: Callable[[], Condition]) -> Condition:
        """Read conditions side by side: all must hold."""
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
        """Read a condition on a value."""
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
        """Read a condition on an object: a key, and perhaps a condition on its value."""
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
