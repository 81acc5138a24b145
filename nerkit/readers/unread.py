"""Refuse keys of JSON records that hold items which the chosen format does not read.

    {"text": "…", "ents": [{"start": 0, "end": 3}], "relations": [{"head": 0, "tail": 1}]}      read as spacy

The format spacy does not read relations, and a score without them would be misleading. So the key
`relations` is an error.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, NoReturn, Protocol, TypeVar

from nerkit.ground.patterns import regex
from nerkit.readers.conditions import condition
from nerkit.readers.register import FORMATS, ITEM_KEYS, TEXT_KEYS, readers_of

OFFSETS = condition("[{start end | start_offset end_offset} ...]")
PARTS = condition("[+ ([any ...] | {+:any})] | {+:([any ...] | {+:any})}")  # objects or lists, not all empty
PLACED = "spans"  # the key whose readers are suggested for an unknown key with start/end pairs
TAG = regex(r"O|[BILESU]-.+")


class JsonRecord(Protocol):
    """A JSON value that knows its place in a file (`json_text.Value`)."""

    @property
    def value(self) -> Any: ...
    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn: ...


Read = TypeVar("Read", bound=JsonRecord)
_read: ContextVar[str] = ContextVar("read", default="")


@contextmanager
def reading_as(name: str) -> Iterator[None]:
    """A context in which readers refuse keys that the format *name* does not read."""
    token = _read.set(name)
    try:
        yield
    finally:
        _read.reset(token)


def checking(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the reading function *read* of the format *name* so that it refuses keys that it does not read."""

    @wraps(read)
    def checked(*positional: Any, **options: Any) -> Any:
        """Read the corpus; raises InputError for a key with items that the format does not read."""
        with reading_as(name):
            return read(*positional, **options)

    return checked


def check(value: JsonRecord, name: str, keys: Iterable[str]) -> None:
    """Raise InputError if a record has a key with items that the format *name* does not read.

    *keys* are the keys that the format reads. While nerkit only tests whether a format fits, nothing is
    raised.
    """
    if _read.get() == name:
        _ReadKeys(name, keys).check(value)


def checked(values: Iterator[Read]) -> Iterator[Read]:
    """Pass on the values; raises InputError for a key with items that the chosen format does not read."""
    name = _read.get()
    keys = FORMATS[name].keys if name else None
    return values if keys is None else map(_ReadKeys(name, keys).check, values)


class _ReadKeys:
    """The keys of JSON records that a format reads."""

    def __init__(self, name: str, keys: Iterable[str]) -> None:
        self.name = name
        self.known = TEXT_KEYS.union(keys)

    def check(self, value: Read) -> Read:
        """Return *value*; raises InputError if it has a key with items that the format does not read."""
        record = value.value
        if type(record) is dict and not record.keys() <= self.known:
            for key in record:
                if key in self.known:
                    continue
                held = record[key]
                if (key in ITEM_KEYS and (PARTS(held) or _has_tags(held))) or OFFSETS(held):
                    self._fail(value, key)
        return value

    def _fail(self, value: JsonRecord, key: str) -> None:
        is_known = key in ITEM_KEYS
        names = [one for one in readers_of(key if is_known else PLACED) if one != self.name]
        own = FORMATS[self.name].corpora
        alike = ", ".join(one for one in names if not {*own}.isdisjoint(FORMATS[one].corpora))
        other = f", or name the key {PLACED}, as {', '.join(names)} do"
        if is_known:
            other = f", or name a format that reads the key with form=…: {alike}" if alike else ""
        remedy = f"take the key out of the records{other}"
        value.fail(f"{self.name} does not read {key!r}, which holds items", key, remedy=remedy)


def _has_tags(value: Any) -> bool:
    """Whether a value is a list of tags that are not all `O`."""
    tags = value if isinstance(value, list) else ()
    return all(isinstance(tag, str) and TAG.fullmatch(tag) for tag in tags) and any(
        tag != "O" for tag in tags
    )
