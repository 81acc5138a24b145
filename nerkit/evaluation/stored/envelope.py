"""A stored result as it was written, and its differences from a new run of its command.

`results.read` makes a `Result` from a file and refuses impossible numbers. This module keeps the numbers
unchanged, because the question is whether they are right.
"""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.evaluation.stored.results import REMEDY, read_json
from nerkit.exceptions import InputError
from nerkit.ground.limits import MOST_ARGUMENTS

KEY = ("system", "measure", "document", "label")  # the fields that name a row
GOLD = "gold"
Key = tuple[str, ...]


class StoredInput(NamedTuple):
    """An input of a stored result; *path* is None for a stream or an object, *sha256* is None without a
    digest.
    """

    role: str
    name: str
    path: str | None
    sha256: str | None


class Envelope(NamedTuple):
    """A stored result.

    command     the arguments as typed; None for a result without arguments
    rows        the rows, or the counts of --counts-only
    has_counts  whether the rows are counts
    versions    of nerkit, Python and the libraries; None for an unknown version
    """

    command: list[str] | None
    signature: str
    inputs: list[StoredInput]
    rows: list[dict[str, Any]]
    has_counts: bool
    versions: dict[str, str | None]


class OtherField(NamedTuple):
    """A field of a row with different values; for a row that only one side has, the field is `row`."""

    row: Key
    field: str
    stored: Any
    now: Any


def read_envelope(path: str) -> Envelope:
    """Read the stored result in a file. Raises InputError, which names the damaged part, for a damaged
    result.
    """
    stored, source = read_json(path)
    try:
        return _envelope(stored)
    except _WrongTypeError as error:
        raise InputError(f"the stored result is damaged ({error})", source=source, remedy=REMEDY) from None


class _WrongTypeError(Exception):
    """A part of a stored result has the wrong type; the message names the part."""


def _envelope(stored: Mapping[str, Any]) -> Envelope:
    command = stored.get("command")
    if command is not None:
        _check_command(_list(command, "command"))
    rows = _list(stored["rows"], "rows")
    for at, row in enumerate(rows):
        for name in KEY:
            _text(_object(row, f"rows[{at}]").get(name), f"rows[{at}].{name}")
    versions = _object(stored.get("versions", {}), "versions")
    for name, value in versions.items():
        _text(value, f"versions.{name}", optional=True)
    return Envelope(
        command,
        _text(stored["signature"], "signature") or "",
        [_input(one, f"inputs[{at}]") for at, one in enumerate(_list(stored.get("inputs"), "inputs"))],
        rows,
        "counts" in stored,
        {"nerkit": _text(stored.get("nerkit"), "nerkit", optional=True), **versions},
    )


def _check_command(arguments: Sequence[Any]) -> None:
    """Raise _WrongTypeError for arguments that nobody can have typed."""
    if len(arguments) > MOST_ARGUMENTS:
        raise _WrongTypeError(f"the command has more than {MOST_ARGUMENTS:,} arguments")
    for at, one in enumerate(arguments):
        text = _text(one, f"command[{at}]") or ""
        try:
            typed = b"\0" not in os.fsencode(text)
        except UnicodeEncodeError:
            typed = False
        if not typed:
            raise _WrongTypeError(f"command[{at}] is not an argument that you can type")


def _input(one: Any, at: str) -> StoredInput:
    fields = _object(one, at)
    role, name = (_text(fields.get(field), f"{at}.{field}") or "" for field in ("role", "name"))
    path, sha256 = (_text(fields.get(field), f"{at}.{field}", optional=True) for field in ("path", "sha256"))
    return StoredInput(role, name, path, sha256)


def _list(value: Any, at: str) -> list[Any]:
    if not isinstance(value, list):
        raise _WrongTypeError(f"{at} must be a list")
    return value


def _object(value: Any, at: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _WrongTypeError(f"{at} must be an object")
    return value


def _text(value: Any, at: str, *, optional: bool = False) -> str | None:
    if not isinstance(value, str) and not (optional and value is None):
        raise _WrongTypeError(f"{at} must be a text")
    return value


def differing_inputs(stored: Iterable[StoredInput], now: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of inputs with different bytes, or on one side only, in the order of the stored
    result.

    now   the `inputs` of the new result, whose gold may have another name
    """
    before = {_place(one.role, one.name): (one.name, one.sha256) for one in stored}
    after = {_place(one["role"], one["name"]): (one["name"], one["sha256"]) for one in now}
    return [
        (before.get(place) or after[place])[0]
        for place in dict.fromkeys((*before, *after))
        if place not in before or place not in after or before[place][1] != after[place][1]
    ]


def _place(role: str, name: str) -> tuple[str, str]:
    """Return the key of an input: its role, and its name if it is a system."""
    return (role, "") if role == GOLD else (role, name)


def differing_rows(stored: Iterable[Mapping[str, Any]], now: Iterable[Mapping[str, Any]]) -> list[OtherField]:
    """Return the fields that differ, row by row in the order of the stored result; numbers must be
    exactly equal.
    """
    before, after = _by_key(stored), _by_key(now)
    found = []
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        if one is None or other is None:
            found.append(OtherField(key[: len(KEY)], "row", _there(one), _there(other)))
            continue
        fields = (name for name in dict.fromkeys((*one, *other)) if name not in KEY)
        found += [
            OtherField(key[: len(KEY)], name, one.get(name), other.get(name))
            for name in fields
            if not _equal(one.get(name), other.get(name))
        ]
    return found


def _by_key(rows: Iterable[Mapping[str, Any]]) -> dict[Key, Mapping[str, Any]]:
    """Return the rows by the fields that name them; a repeated name has a number at the end."""
    keyed: dict[Key, Mapping[str, Any]] = {}
    turns: Counter[Key] = Counter()
    for row in rows:
        key = tuple(row[name] for name in KEY)
        turns[key] += 1
        keyed[key if turns[key] == 1 else (*key, str(turns[key]))] = row
    return keyed


def _there(row: Mapping[str, Any] | None) -> str:
    return "missing" if row is None else "there"


def _equal(one: Any, other: Any) -> bool:
    """Return whether two values of JSON are equal; true is not 1."""
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)
