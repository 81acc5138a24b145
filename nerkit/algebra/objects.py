"""Plain Python objects as records: their fields, their values as keys, and how messages quote them.

Objects are mappings, dataclasses, tuples (fields are positions), named tuples, or anything with attributes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, NoReturn

from nerkit.exceptions import nearest

Name = str | int  # the name of a field: a key, an attribute, or a position in a tuple

ATOMS = {str, int, float, bool, type(None), bytes}  # compared as they are
LISTS = {list, tuple}
METHODS = frozenset(
    chain.from_iterable(map(dir, (*ATOMS, *LISTS, dict, set)))
)  # attributes that are not fields
SHOWN = 60  # characters of a value that a message quotes
FEW = 12  # fields that a message lists


def frozen(value: Any) -> Any:
    """A hashable form of a value. Two forms are equal exactly if the values are equal, also in nested
    values.
    """
    if type(value) in ATOMS:
        return value
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    if isinstance(value, Mapping):
        return Mapping, frozenset((key, frozen(part)) for key, part in value.items())
    if isinstance(value, set | frozenset):
        return frozenset(map(frozen, value))
    if is_dataclass(value):
        return type(value), *(frozen(getattr(value, name)) for name in _compared(type(value)))
    return value


def field_names(value: Any) -> list[str]:
    """The names of the fields of an object; an empty list for an object without fields."""
    if isinstance(value, Mapping):
        return [str(key) for key in value]
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    if isinstance(value, tuple | list):
        return [*getattr(value, "_fields", map(str, range(len(value))))]
    return [name for name in getattr(value, "__dict__", ()) if not name.startswith("_")]


def without_field(name: Name, value: Any) -> str:
    """The message that a value lacks a field, with the names of its fields."""
    known = field_names(value)
    if not known and not isinstance(value, Mapping):
        return f"no field {name!r}: {quoted(value)} is not a record"
    listed = f" (the fields are {', '.join(known) or 'none'})" if len(known) <= FEW else ""
    return f"no field {name!r}{nearest(str(name), known)}{listed}"


def quoted(value: Any) -> str:
    """A value as messages quote it, cut after SHOWN characters."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


@lru_cache(256)
def getter(name: Name, kinds: frozenset[type]) -> Callable[[Any], Any]:
    """The function that returns the field *name* of an object whose type is in *kinds*."""
    if isinstance(name, int):
        return _no_field if kinds & {str, bytes} else itemgetter(name)  # a character of a text is not a field
    if all(issubclass(kind, Mapping) for kind in kinds):
        return itemgetter(name)
    plain = {kind for kind in kinds if issubclass(kind, list | tuple) and not hasattr(kind, "_fields")}
    if plain or kinds & ATOMS or any(issubclass(kind, Mapping) for kind in kinds):
        return _no_field  # the methods of a list are not its fields; mixed rows are looked at one by one
    return attrgetter(name)


def _no_field(_: Any) -> NoReturn:
    raise TypeError


def hashable(values: list[Any], kinds: set[type]) -> Sequence[Any]:
    """The values in hashable form; fast if all values have one flat type."""
    if kinds <= ATOMS:
        return values
    if kinds <= LISTS:
        return list(map(tuple, values))
    kind = next(iter(kinds))
    if len(kinds) == 1 and is_dataclass(kind) and (names := _compared(kind)):
        return list(map(attrgetter(*names), values))
    if kinds == {dict} and set(map(len, values)) == {len(values[0])} != {0}:
        try:
            return list(map(itemgetter(*values[0]), values))  # all objects have equal keys
        except KeyError:
            pass
    return list(map(frozen, values))


def _compared(kind: Any) -> list[str]:
    return [field.name for field in fields(kind) if field.compare]
