"""Strings that hold a JSON object or array, for example arguments of tools and stored payloads.

{"to": "Bern", "n": 1.0}    holds an object
[1, 2                       is text, because the array is not closed
5   "a"   null              are text, because they are scalars
[NaN]                       is text, because JSON does not have NaN
"""

import json
from typing import Any

from nerkit.algorithms.scalars import numerals
from nerkit.ground.limits import DEEPEST_JSON

OPENINGS = ("{", "[", " ", "\t", "\n", "\r")  # the possible first characters of such a string


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


DECODER = json.JSONDecoder(
    parse_float=numerals.exactly, parse_int=numerals.integer, parse_constant=_no_constant
)


def held(text: str) -> dict[str, Any] | list[Any] | None:
    """Return the object or array that is the whole of a text, with numbers as integers and decimals.

    Return None for every other text, and for one with more than DEEPEST_JSON nested containers. If an object
    repeats a key, the last value counts.

    >>> held('{"n": 1.50}')
    {'n': Decimal('1.50')}
    >>> held("[1, 2") is None
    True
    """
    if not text.startswith(OPENINGS) or text.lstrip(" \t\n\r")[:1] not in ("{", "["):
        return None
    try:
        value: dict[str, Any] | list[Any] = DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return None if is_deep(value) else value


def is_deep(value: Any) -> bool:
    """Return whether more than DEEPEST_JSON containers are nested."""
    level = [value]
    for _ in range(DEEPEST_JSON):
        inside = (one.values() if isinstance(one, dict) else one for one in level)
        level = [each for one in inside for each in one if isinstance(each, dict | list)]
        if not level:
            return False
    return True
