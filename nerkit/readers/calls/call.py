"""A tool call after reading, and the values that gold accepts in its place."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nerkit.algorithms.scalars import numerals
from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.corpus import CLEAN, REPAIRED, UNREADABLE
from nerkit.corpora.readings import Readings
from nerkit.ground.patterns import regex
from nerkit.readers.values import model_text
from nerkit.readers.values.tolerant_json import TolerantParse, TooDeepError, leaves

NAMES = ("name", "tool", "tool_name", "function", "functionName")
ARGUMENTS = ("arguments", "args", "parameters", "input")
LITERAL = regex(r"\s*(?:-?(?:0|[1-9])[\d.eE+-]*|true|false|null|\".*\"|\{.*\}|\[.*\])\s*")
NULL = "null"
ESCAPED = "\\_"  # an underscore in Markdown; no name contains it


class Call(NamedTuple):
    """A tool call: the tool's name, the arguments, and a status (a code into STATUSES).

    A call with the status UNREADABLE is broken: it counts, keeps the name if that could be read, and never
    matches. The parameters *filled* have defaults that the tool fills in. If the arguments have several
    readings, *admits* has all of them. *possible* has BFCL's possible answers by argument, as written.
    """

    name: str | None
    arguments: Mapping[str, Any]
    status: int = CLEAN
    filled: frozenset[str] = frozenset()
    admits: Mapping[str, Any] | None = None
    possible: Mapping[str, list[Any]] | None = None

    @property
    def is_broken(self) -> bool:
        """Whether the call is unreadable, so that it never matches."""
        return self.status == UNREADABLE


Turn = list[Any]  # a list of calls, or Readings of such lists
Turns = list[Any]  # a list of turns, or Readings of such lists


def mapped(turns: Any, change: Callable[[Call], Any]) -> Any:
    """Turns, a turn or a call with the function *change* applied to each call, in all readings.

    If *change* returns None, the call leaves its list. A reading of a call becomes None.
    """
    if isinstance(turns, Call):
        return change(turns)
    if isinstance(turns, Readings):
        return Readings([mapped(one, change) for one in turns.values])
    made = (mapped(one, change) for one in turns or ())
    return None if turns is None else [one for one in made if one is not None]


def calls_in(turns: Any) -> list[Call]:
    """All calls in some turns, in every reading."""
    if isinstance(turns, Call):
        return [turns]
    listed = turns.values if isinstance(turns, Readings) else turns or ()
    return [call for one in listed for call in calls_in(one)]


def broken(name: str | None = None) -> Call:
    """A broken call; *name* is None if the name could not be read."""
    return Call(name, {}, UNREADABLE)


def name_in(value: Mapping[str, Any]) -> str | None:
    """The name of the tool in an object; None if it has no name."""
    return next((value[key] for key in NAMES if isinstance(value.get(key), str) and value[key]), None)


def made(name: str | None, given: Any, status: int = CLEAN) -> Call:
    """The call with these arguments: an object, the text of a JSON object, or nothing.

    The call is broken if the arguments are anything else, or are nested too deeply.
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
    """The call in an object with a name and optional arguments."""
    given = next((value[key] for key in ARGUMENTS if key in value), None)
    return made(name_in(value), given, status)


def has_arguments(value: Mapping[str, Any]) -> bool:
    """Whether an object has a name and arguments, so that nerkit reads it as a call anywhere."""
    return name_in(value) is not None and any(key in value for key in ARGUMENTS)


def _of_text(text: str) -> tuple[dict[str, Any] | None, int]:
    """The arguments in a JSON text, and the status of the reading; None if the text holds no object."""
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
    """The object in a text, after repair if needed. Raises TooDeepError."""
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
    """The value of a text that is a JSON literal, as a tuple of one; None for other texts."""
    if not LITERAL.fullmatch(text.replace("\n", " ")):
        return None
    try:
        value, end = model_text.strict(text.strip())
    except ValueError:
        return None
    return (value,) if end == len(text.strip()) else None


def typed(text: str, types: frozenset[str]) -> Any:
    """The value of a parameter written as text: converted to a type in its schema, or without a schema, as
    a literal.
    """
    if types and types <= {"string"}:
        return text
    known = literal(text)
    if known is None:
        number = numerals.numeral(text) if types & {"number", "integer"} else None
        return text if number is None else number
    return known[0]
