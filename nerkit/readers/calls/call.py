"""A call of a tool as read, and the values that gold admits in its place."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from nerkit.algorithms.scalars import numerals
from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.corpus import CLEAN, REPAIRED, UNREADABLE
from nerkit.ground.patterns import regex
from nerkit.readers.values import model_text
from nerkit.readers.values.tolerant_json import TolerantParse, TooDeepError, leaves

NAMES = ("name", "tool", "tool_name", "function", "functionName")
ARGUMENTS = ("arguments", "args", "parameters", "input")
LITERAL = regex(r"\s*(?:-?(?:0|[1-9])[\d.eE+-]*|true|false|null|\".*\"|\{.*\}|\[.*\])\s*")
NULL = "null"
ESCAPED = "\\_"  # an underscore as Markdown writes it, which no name has


class Call(NamedTuple):
    """A call: its tool, its arguments, and how it was read (a code into STATUSES).

    A call with the status UNREADABLE is broken: it counts, keeps the readable name, and agrees with nothing.
    The parameters *filled* have defaults that the tool fills in. If arguments have several readings, *admits*
    has all of them. The possible answers of BFCL are in *possible*, by argument, as written.
    """

    name: str | None
    arguments: Mapping[str, Any]
    status: int = CLEAN
    filled: frozenset[str] = frozenset()
    admits: Mapping[str, Any] | None = None
    possible: Mapping[str, list[Any]] | None = None

    @property
    def is_broken(self) -> bool:
        """Whether the call agrees with nothing."""
        return self.status == UNREADABLE


Turn = list[Any]  # calls, or Readings of one
Turns = list[Any]  # turns, or Readings of one


def broken(name: str | None = None) -> Call:
    """A broken call; its name is None if it could not be read."""
    return Call(name, {}, UNREADABLE)


def name_in(value: Mapping[str, Any]) -> str | None:
    """The name of the tool in an object; None without one."""
    return next((value[key] for key in NAMES if isinstance(value.get(key), str) and value[key]), None)


def made(name: str | None, given: Any, status: int = CLEAN) -> Call:
    """The call with these arguments: an object, the text of an object, or nothing. For other arguments, and
    for lists and objects nested too deeply, a broken call.
    """
    if given is None or given == "":
        arguments: Any = {}
    elif isinstance(given, Mapping):
        arguments = given
    elif isinstance(given, str):
        arguments, repaired = _of_text(given)
        status = max(status, repaired)
    else:
        arguments = None
    name = name and name.replace(ESCAPED, "_")
    if arguments is None or name is None or is_deep(arguments):
        return broken(name)
    if any(ESCAPED in key for key in arguments):
        arguments = {key.replace(ESCAPED, "_"): value for key, value in arguments.items()}
    return Call(name, arguments, status)


def of_object(value: Mapping[str, Any], status: int = CLEAN) -> Call:
    """The call in an object with a name and, if there are any, arguments."""
    given = next((value[key] for key in ARGUMENTS if key in value), None)
    return made(name_in(value), given, status)


def has_arguments(value: Mapping[str, Any]) -> bool:
    """Whether an object has a name and arguments, so that it is a call at any place."""
    return name_in(value) is not None and any(key in value for key in ARGUMENTS)


def _of_text(text: str) -> tuple[dict[str, Any] | None, int]:
    """The arguments in a text of JSON, and how it was read; None if it holds no object."""
    text = text.removeprefix("\ufeff").strip()
    if not text or text == NULL:
        return {}, CLEAN
    if not text.startswith("{"):
        return None, UNREADABLE
    try:
        return _object(text)
    except TooDeepError:
        return None, UNREADABLE


def _object(text: str) -> tuple[dict[str, Any] | None, int]:
    """The object that a text is, perhaps after repair. Raises TooDeepError."""
    try:
        value, end = model_text.strict(text)
    except TooDeepError:
        raise
    except ValueError:
        parsed = TolerantParse(text, 0).value()
        if parsed is None or text[parsed.end :].strip() or (parsed.truncated and not leaves(parsed.value)):
            return None, UNREADABLE
        return parsed.value, REPAIRED
    return (value, CLEAN) if end == len(text) else (None, UNREADABLE)


def literal(text: str) -> tuple[Any] | None:
    """The value of a text that is a JSON literal, in a tuple; None for other text."""
    if not LITERAL.fullmatch(text.replace("\n", " ")):
        return None
    try:
        value, end = model_text.strict(text.strip())
    except ValueError:
        return None
    return (value,) if end == len(text.strip()) else None


def typed(text: str, types: frozenset[str]) -> Any:
    """The value of a parameter that is written as text: by the types in its schema; without a schema, as a
    literal.
    """
    if types and types <= {"string"}:
        return text
    known = literal(text)
    if known is None:
        number = numerals.numeral(text) if types & {"number", "integer"} else None
        return text if number is None else number
    return known[0]
