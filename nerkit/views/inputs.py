"""The words for an input: the format that it was read as, and how much it holds."""

from collections.abc import Mapping
from typing import Any

from nerkit.errors import plural

SINGULAR = {"entities": "entity", "leaves": "leaf", "dependencies": "dependency"}  # others end in a plain s


def read_as(one: Mapping[str, Any]) -> str:
    """The format and the size of an input, from its facts: `bio, 1 document, 5,000 tokens, 312 entities`.

    A `note` in the facts, on how the format was found, is at the end.
    """
    note = f"; {one['note']}" if one.get("note") else ""
    return f"{one['format']}, {held(one)}{note}"


def held(one: Mapping[str, Any], document: str = "document") -> str:
    """The size of an input: its documents (called so), its tokens if it has tags, its items."""
    numbers = {one["unit"]: one["items"]}
    if "tokens" in one:
        numbers = {"tokens": one["tokens"]} | numbers
    numbers.pop("documents", None)  # which are told in any case
    return ", ".join([plural(one["documents"], document), *map(amount, numbers.values(), numbers)])


def amount(number: int, unit: str) -> str:
    """A number of items with the word for them, `1 entity` or `841 entities`, given the plural."""
    return f"{number:,} {SINGULAR.get(unit, unit.removesuffix('s')) if number == 1 else unit}"
