"""Keys of JSON records that hold items which the chosen format does not read.

    {"text": "…", "ents": [{"start": 0, "end": 3}], "relations": [{"head": 0, "tail": 1}]}      read as spacy

A score without these items would be a score of other data, so such a key is an error.
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
PLACED = "spans"  # the key by which formats of start/end pairs are known
TAG = regex(r"O|[BILESU]-.+")


class JsonRecord(Protocol):
    """A JSON value with its place (`json_text.Value`)."""

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
    """The function *read* of a format, which refuses keys that the format does not read."""

    @wraps(read)
    def checked(*positional: Any, **options: Any) -> Any:
        """The corpus; raises InputError for a key with items that the format does not read."""
        with reading_as(name):
            return read(*positional, **options)

    return checked


def check(value: JsonRecord, name: str, keys: Iterable[str]) -> None:
    """Raise InputError for a key of a record with items that the format *name* does not read; *keys* are the
    keys that it reads. No error while nerkit only tests whether the format fits.
    """
    if _read.get() == name:
        _ReadKeys(name, keys).check(value)


def checked(values: Iterator[Read]) -> Iterator[Read]:
    """The values unchanged; raises InputError at a key of a record with items if no reader reads the key."""
    name = _read.get()
    keys = FORMATS[name].keys if name else None
    return values if keys is None else map(_ReadKeys(name, keys).check, values)


class _ReadKeys:
    """The keys that a format reads."""

    def __init__(self, name: str, keys: Iterable[str]) -> None:
        self.name = name
        self.known = TEXT_KEYS.union(keys)

    def check(self, value: Read) -> Read:
        """The value; raises InputError for a key with items that the format does not read."""
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
    """Whether a value is a list of tags, and not of `O` alone."""
    tags = value if isinstance(value, list) else ()
    return all(isinstance(tag, str) and TAG.fullmatch(tag) for tag in tags) and any(
        tag != "O" for tag in tags
    )
