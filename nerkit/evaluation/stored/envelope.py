"""A stored result as it was written, and its differences from a new run of its command.

`results.read` makes a `Result` from a file and refuses impossible numbers. This module keeps the numbers
unchanged, because the question is whether they are right.
"""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.evaluation.stored.results import NAMED, made
from nerkit.evaluation.stored.value_ranges import check_shape
from nerkit.ground.limits import MOST_ARGUMENTS

GOLD = "gold"
SHAPE = {
    "command": ([str],),
    "rows": [dict.fromkeys(NAMED, str)],
    "versions": {"*": (str,)},
    "nerkit": (str,),
    "signature": str,
    "inputs": [{"role": str, "name": str, "path": (str,), "sha256": (str,)}],
}
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
    return made(path, _envelope)


def _envelope(stored: Mapping[str, Any]) -> Envelope:
    stored = {"versions": {}} | dict(stored)
    check_shape(stored, SHAPE)
    _check_command(stored.get("command") or ())
    return Envelope(
        stored.get("command"),
        stored["signature"],
        [StoredInput(*map(one.get, StoredInput._fields)) for one in stored["inputs"]],
        stored["rows"],
        "counts" in stored,
        {"nerkit": stored.get("nerkit"), **stored["versions"]},
    )


def _check_command(arguments: Sequence[str]) -> None:
    """Raise ValueError for arguments that nobody can have typed."""
    if len(arguments) > MOST_ARGUMENTS:
        raise ValueError(f"the command has more than {MOST_ARGUMENTS:,} arguments")
    for at, text in enumerate(arguments):
        try:
            typed = b"\0" not in os.fsencode(text)
        except UnicodeEncodeError:
            typed = False
        if not typed:
            raise ValueError(f"command[{at}] is not an argument that you can type")


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
            found.append(OtherField(key[: len(NAMED)], "row", _there(one), _there(other)))
            continue
        fields = (name for name in dict.fromkeys((*one, *other)) if name not in NAMED)
        found += [
            OtherField(key[: len(NAMED)], name, one.get(name), other.get(name))
            for name in fields
            if not _equal(one.get(name), other.get(name))
        ]
    return found


def _by_key(rows: Iterable[Mapping[str, Any]]) -> dict[Key, Mapping[str, Any]]:
    """Return the rows by the fields that name them; a repeated name has a number at the end."""
    keyed: dict[Key, Mapping[str, Any]] = {}
    turns: Counter[Key] = Counter()
    for row in rows:
        key = tuple(row[name] for name in NAMED)
        turns[key] += 1
        keyed[key if turns[key] == 1 else (*key, str(turns[key]))] = row
    return keyed


def _there(row: Mapping[str, Any] | None) -> str:
    return "missing" if row is None else "there"


def _equal(one: Any, other: Any) -> bool:
    """Return whether two values of JSON are equal; true is not 1."""
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)
