"""Alternatives (readings) of gold values, calls and turns, in all notations.

    {"any": [1, 2]}                    a value with two readings; with null among them, it can be left out
    {"any": [call, null]}              a call that can be left out
    [{"f": {"x": [1, 2], "u": ["", "c"]}}]    BFCL: every value is the list of its readings; "": optional

All of these become `Readings`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.json_paths import PathPattern
from nerkit.corpora.readings import Readings, with_readings
from nerkit.readers.calls.call import Call, mapped
from nerkit.readers.json_text import TOO_DEEP

NONE_GIVEN = '"{}" needs a list of at least one admitted value'
CONTAINERS = frozenset((dict, list))  # of values of JSON
Path = tuple[str | int, ...]


class CallError(Exception):
    """Raised for a gold value that is not a call; *path* leads from the record to the value."""

    def __init__(self, problem: str, path: Path) -> None:
        super().__init__(problem)
        self.problem, self.path = problem, path


def readings_in(value: Any, key: str | None, path: Path) -> list[Any] | None:
    """The readings that an object lists under *key*; None for other values.

    Raises CallError for an empty list, and for readings that are nested too deeply.
    """
    if key is None or not isinstance(value, Mapping) or len(value) != 1 or key not in value:
        return None
    listed = value[key]
    if not isinstance(listed, list | tuple) or not listed:
        raise CallError(NONE_GIVEN.format(key), (*path, key))
    if is_deep(listed):
        raise CallError(f"readings are {TOO_DEEP}", (*path, key))
    return list(listed)


def marked(value: Any, key: str | None, path: Path) -> Any:
    """A value whose readings are under *key*, as Readings; a value without readings is unchanged."""
    listed = readings_in(value, key, path)
    if listed is not None:
        return Readings([marked(one, key, (*path, str(key), place)) for place, one in enumerate(listed)])
    if type(value) is dict and not any(map(CONTAINERS.__contains__, map(type, value.values()))):
        return value
    if isinstance(value, Mapping):
        parts = {name: marked(one, key, (*path, name)) for name, one in value.items()}
        return parts if any(parts[name] is not one for name, one in value.items()) else value
    if isinstance(value, list | tuple):
        elements = [marked(one, key, (*path, place)) for place, one in enumerate(value)]
        return elements if any(a is not b for a, b in zip(elements, value, strict=True)) else value
    return value


def with_listed(turns: Any, patterns: Sequence[PathPattern]) -> Any:
    """Gold turns, in which arrays at the paths *patterns* become readings of one value. Paths begin with
    the tool.

    Raises CallError for arguments that are nested too deeply.
    """

    def listed(call: Call) -> Call:
        tool = str(call.name)
        return call._replace(arguments=with_readings({tool: call.arguments}, None, patterns, _fail)[tool])

    return mapped(turns, listed)


def _fail(problem: str) -> NoReturn:
    raise CallError(problem, ())


def is_bfcl(value: Any) -> bool:
    """Whether a list is BFCL gold: objects with one tool each, whose values are all lists."""
    return isinstance(value, Sequence) and all(
        isinstance(one, Mapping)
        and len(one) == 1
        and all(
            isinstance(parameters, Mapping) and all(isinstance(each, list) for each in parameters.values())
            for parameters in one.values()
        )
        for one in value
    )


def of_bfcl(value: Mapping[str, Any], path: Path, *, empty: bool = False) -> Call:
    """A gold call of BFCL with its readings.

    Raises CallError for a parameter without readings. If *empty* is true, such a parameter is an empty array
    instead.
    """
    ((name, parameters),) = value.items()
    if is_deep(parameters):
        raise CallError(f"arguments of {name} are {TOO_DEEP}", (*path, name))
    return Call(name, _parameters(parameters, (*path, name), empty), possible=parameters)


def _parameters(parameters: Mapping[str, Any], path: Path, empty: bool) -> dict[str, Any]:
    return {name: _listed(listed, (*path, name), empty) for name, listed in parameters.items()}


def _listed(listed: Any, path: Path, empty: bool) -> Any:
    """The value with the readings that a list gives."""
    if not isinstance(listed, list):
        return _reading(listed, path, empty)
    if not listed:
        if empty:
            return []
        raise CallError("a parameter needs a list of at least one admitted value", path)
    readings = [
        None if isinstance(one, str) and not one else _reading(one, (*path, place), empty)
        for place, one in enumerate(listed)
    ]
    return readings[0] if len(readings) == 1 else Readings(readings)


def _reading(value: Any, path: Path, empty: bool) -> Any:
    """One reading of a BFCL value. In an object, each value is again a list of readings."""
    if isinstance(value, Mapping):
        return _parameters(value, path, empty)
    if isinstance(value, list):
        return [
            _reading(one, (*path, place), empty) if isinstance(one, Mapping) else one
            for place, one in enumerate(value)
        ]
    return value


def of_arguments(name: str, arguments: Mapping[str, Any], key: str | None, path: Path) -> Call | Readings:
    """The call with these arguments, or one call per reading if the arguments as a whole have readings."""
    listed = readings_in(arguments, key, path)
    if listed is None:
        return Call(name, marked(arguments, key, path))
    readings: list[Any] = []
    for place, one in enumerate(listed):
        if one is not None and not isinstance(one, Mapping):
            raise CallError(f"arguments of {name} are not a JSON object", (*path, str(key), place))
        made = of_arguments(name, one or {}, key, (*path, str(key), place))
        readings.extend(made.values if isinstance(made, Readings) else [made])
    return Readings(readings)
