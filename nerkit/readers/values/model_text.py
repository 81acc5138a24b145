"""JSON in the answer of a language model, read as strictly as possible and without crashes.

    clean        the text is one JSON value                    {"a": 1}
    wrapped      a strict value inside something               Sure! ```json {"a": 1} ```
    repaired     a value that needed a repair                  {'a': 1, }      {"a": "x", "b": [1,
    unreadable   no value

The text is scanned from left to right. At every `{` or `[` nerkit reads a value with a tolerant grammar. It
allows trailing commas, literals of Python and JavaScript (NaN and Infinity become strings), single quotes,
and keys without quotes. It also allows comments, raw control characters, and unknown escapes (kept as two
characters). If the text ends, or a closing fence is outside a string, nerkit closes containers and drops the
unfinished part, never guessing. Unfinished are a string without its quote, a number at the very end, and a
key without a value. Fences inside strings are text.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from nerkit.algorithms.scalars import numerals
from nerkit.corpora.corpus import CLEAN, REPAIRED, UNREADABLE, WRAPPED
from nerkit.ground.patterns import regex
from nerkit.readers.values.thoughts import without_thoughts
from nerkit.readers.values.tolerant_json import (
    KnownFailures,
    ParsedValue,
    TolerantParse,
    TooDeepError,
    leaves,
)

FENCED = regex(r"```[^\n`]*+\n(.*?)```", re.DOTALL)
# where a container may begin: a key or a value may follow
START = regex(r"""\{(?=[\s\ufeff"'A-Za-z_$}/`-]|\Z)|\[(?=[\s\ufeff"'\w$\[\]{/`-]|\Z)""")


class ReadText(NamedTuple):
    """The result of reading a text: the value, its status (a code into STATUSES), and whether an object
    repeats a key.
    """

    value: Any
    status: int
    repeated: bool = False


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


class KeyCounter:
    """Builds objects from pairs, and counts the objects with a repeated key."""

    def __init__(self) -> None:
        self.repeated = 0

    def __call__(self, members: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(members)
        self.repeated += len(made) < len(members)
        return made


def decoder(
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    number: Callable[[str], Any] | None = None,
) -> json.JSONDecoder:
    """A decoder of strict JSON.

    Numbers become integers and decimals. If given, *number* converts the literals with a fraction or an
    exponent instead, and *pairs* builds objects from their pairs.
    """
    return json.JSONDecoder(
        parse_float=number or numerals.exactly,
        parse_int=None,
        parse_constant=_no_constant,
        object_pairs_hook=pairs,
    )


def strict(text: str, at: int = 0, pairs: KeyCounter | None = None) -> tuple[Any, int]:
    """The JSON value at a place, and its end.

    Raises ValueError if there is no value, and TooDeepError for a value that is nested too deeply.
    """
    try:
        return decoder(pairs).raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except (RecursionError, ValueError):  # many containers inside one another, or many digits
        parsed = TolerantParse(text, at).value()
        if parsed is None or parsed.repaired:
            raise ValueError("not valid JSON") from None
        if pairs is not None:
            pairs.repeated += parsed.repeated
        return parsed.value, parsed.end


def read(text: str, choose: str = "largest") -> ReadText:
    """The value in the answer of a model.

    choose   the value that counts if there are several: `largest` (most leaves, the last of equals), `first`
             or `last`

    >>> read("Here: {'a': 1,}")
    ReadText(value={'a': 1}, status=2, repeated=False)
    """
    try:
        return _read(text, choose)
    except TooDeepError:
        return ReadText(None, UNREADABLE)


def _read(text: str, choose: str) -> ReadText:
    whole = text.removeprefix("\ufeff").strip()
    pairs = KeyCounter()
    if (value := _whole(whole, pairs)) is not None:
        return ReadText(value[0], CLEAN, pairs.repeated > 0)
    thoughtless = without_thoughts(whole)
    found = [parsed for _, parsed in values(thoughtless)]
    if found:
        chosen = {"first": found[0], "last": found[-1]}.get(choose)
        if chosen is None:
            chosen = max(reversed(found), key=lambda one: leaves(one.value))
        return ReadText(chosen.value, REPAIRED if chosen.repaired else WRAPPED, chosen.repeated)
    for scalar in (
        thoughtless.strip(),
        *(match[1].strip() for match in [FENCED.search(thoughtless)] if match),
    ):
        if (value := _whole(scalar, pairs)) is not None:
            return ReadText(value[0], WRAPPED)
    return ReadText(None, UNREADABLE)


def _whole(text: str, pairs: KeyCounter) -> tuple[Any] | None:
    """The value of a text that is exactly one JSON value, as a tuple of one; None for other texts."""
    if not text:
        return None
    try:
        value, end = strict(text, 0, pairs)
    except TooDeepError:
        raise
    except ValueError:
        return None
    return (value,) if end == len(text) else None


def values(text: str) -> Iterator[tuple[TolerantParse, ParsedValue]]:
    """Yield the values in a text from left to right, and the status of each. Raises TooDeepError."""
    at, known = 0, KnownFailures(text)
    while start := START.search(text, at):
        at = start.start()
        if at in known.openings:
            at += 1
            continue
        parse = TolerantParse(text, at, known)
        parsed = parse.value()
        if parsed is None or (parsed.truncated and not leaves(parsed.value)):
            known.learn(parse, ended=parsed is not None)
            at += 1
            continue
        yield parse, parsed
        at = parsed.end
