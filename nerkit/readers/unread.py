"""Keys of JSON records that hold items which the chosen format does not read.

    {"text": "…", "ents": [{"start": 0, "end": 3}], "relations": [{"head": 0, "tail": 1}]}      read as spacy

A score without these items would be a score of other data, so such a key is an error.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any

from nerkit.readers.register import FORMATS, ITEM_KEYS, TEXT_KEYS, readers_of

if TYPE_CHECKING:
    from nerkit.readers.json_text import Value

OFFSETS = ({"start", "end"}, {"start_offset", "end_offset"})
PLACED = "spans"  # the key by which formats of start/end pairs are known

_read: ContextVar[str] = ContextVar("read", default="")


@contextmanager
def reading_as(name: str) -> Iterator[None]:
    """Refuse the keys that the format *name* does not read in what is read meanwhile."""
    token = _read.set(name)
    try:
        yield
    finally:
        _read.reset(token)


def checking(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
    """The function *read* of a format, which refuses keys that the format does not read."""

    @wraps(read)
    def checked(*positional: Any, **options: Any) -> Any:
        """The corpus; raises InputError for a key with items that the format does not read."""
        with reading_as(name):
            return read(*positional, **options)

    return checked


def checked(values: "Iterator[Value]") -> "Iterator[Value]":
    """The same values; raises InputError at a key of a record that holds items which nobody reads."""
    name = _read.get()
    return map(_Keys(name).check, values) if name else values


class _Keys:
    """The keys that a format reads."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = TEXT_KEYS.union(FORMATS[name].keys or ())

    def check(self, value: "Value") -> "Value":
        """The value; raises InputError for a key with items that the format does not read."""
        record = value.value
        if type(record) is dict and not record.keys() <= self.known:
            for key in record.keys() - self.known:
                if (key in ITEM_KEYS and _has_parts(record[key])) or _has_offsets(record[key]):
                    self._fail(value, key)
        return value

    def _fail(self, value: "Value", key: str) -> None:
        is_known = key in ITEM_KEYS
        names = ", ".join(one for one in readers_of(key if is_known else PLACED) if one != self.name)
        other = (
            f"name a format that reads it with form=…: {names}"
            if is_known
            else f"call it {PLACED}, as {names} do"
        )
        remedy = f"take the key out of the records, or {other}"
        value.fail(f"{self.name} does not read {key!r}, which holds items", key, remedy=remedy)


def _has_parts(value: Any) -> bool:
    """Whether a value is a list of objects or lists that are not all empty, or an object of such."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(part, list | dict) and part for part in parts)


def _has_offsets(value: Any) -> bool:
    """Whether a value is a list of objects with a start and an end."""
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and any(pair <= first.keys() for pair in OFFSETS)
