"""JSON with positions: values know where they stand, so that a complaint points at one like a compiler.

One file may hold one value, several behind each other, one a line (JSONL), or a list of documents;
`documents` reads them all. Lines that are complete values are read one by one; from the first that is not one
on, the rest is read as a whole.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any, NoReturn

from nerkit.errors import InputError
from nerkit.io import Source

Path = tuple[str | int, ...]  # the keys and places that lead from a value to a part of it

DECODER = json.JSONDecoder()
scanstring: Any = DECODER.parse_string  # type: ignore[attr-defined]  # (text, offset after the quote) -> string, end
BLANK = re.compile(r"[ \t\n\r]*")
LIST = re.compile(r"\s*\[\s*[\[{\]]")  # the beginning of a list of documents, which are objects or lists
MEANT = re.compile(r'\s*(\{|\[\s*[\[{"\]])')  # the beginning of what is meant to be JSON
TOO_DEEP = "nested too deeply"
SHOWN = 40  # characters of a value that a message quotes


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and its place: offset *at* of *text*, whose first line is line *first* of *source*."""

    value: Any
    source: str
    line: int
    text: str
    at: int
    first: int

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise the InputError for the part of this value at *path*, or for what should hold it."""
        raise _error(problem, self.source, (self.text, self.first, _locate(self.text, self.at, path)), remedy)

    def part(self, *path: str | int) -> Any:
        """The value at *path*."""
        value = self.value
        for key in path:
            value = value[key]
        return value


def decode(text: str) -> Any:
    """The value of *text*; raises ValueError for what is not JSON, however deeply nested."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def too_long() -> str:
    """What is said of an integer that Python does not read."""
    return f"an integer of more than {sys.get_int_max_str_digits():,} digits"


def shown(value: Any) -> str:
    """A value as a message quotes it: as JSON, cut to a few words."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def parse(source: Source, remedy: str | None = None) -> Value:
    """The one value of a file. Raises InputError where it is not JSON or more than one value."""
    text = source.text()
    at = _skip(text, 0)
    value, end = _decoded(source.name, text, at, 1, remedy)
    if _skip(text, end) < len(text):
        raise _error("more than one value", source.name, (text, 1, _skip(text, end)), remedy)
    return Value(value, source.name, 1 + text.count("\n", 0, at), text, at, 1)


def documents(source: Source, remedy: str | None = None) -> Iterator[Value]:
    """The documents of a file: its values, and the elements of those that are lists of objects or of lists.

    Raises InputError (line, column) for what is not JSON or too deeply nested.
    """
    return _values(source.name, source.lines(), remedy, apart=True)


def values(name: str, lines: Iterator[tuple[int, str]], remedy: str | None = None) -> Iterator[Value]:
    """The values of numbered lines, lists being values too."""
    return _values(name, lines, remedy, apart=False)


def _values(
    name: str, lines: Iterator[tuple[int, str]], remedy: str | None, *, apart: bool
) -> Iterator[Value]:
    """The values of numbered lines; lists of documents are taken *apart*, or are values."""
    for number, line in lines:
        if not line.strip():
            continue
        whole = None if apart and LIST.match(line) else _complete(line)
        if whole is None:
            text = "\n".join([line, *(text for _, text in lines)])
            yield from _several(name, (text, number), remedy, apart=apart)
            return
        yield Value(whole[0], name, number, line, whole[1], number)


def is_json(head: str) -> bool:
    """Whether a text is meant to be JSON, by its beginning."""
    return MEANT.match(head) is not None


def is_broken(head: str) -> bool:
    """Whether a text is meant to be JSON, and its first document is damaged or does not end in it."""
    if not is_json(head):
        return False
    at = _skip(head, 0)
    try:
        DECODER.raw_decode(head, _skip(head, at + 1) if LIST.match(head) else at)
    except (RecursionError, ValueError):
        return True
    return False


def beginning(head: str) -> Any:
    """The first document of a text that may be cut off; None if it is not JSON.

    Of an object that is cut off there are the members that are whole.
    """
    at = _skip(head, 0)
    if LIST.match(head):
        at = _skip(head, at + 1)
    try:
        return DECODER.raw_decode(head, at)[0]
    except RecursionError:
        return None
    except ValueError:
        return _members(head, at) if head[at : at + 1] == "{" else None


def is_cut(members: dict[str, Any]) -> bool:
    """Whether the last member of what `beginning` found may be cut off, with others behind it."""
    return bool(members) and next(reversed(members.values())) is None


def _members(head: str, at: int) -> dict[str, Any] | None:
    """The members of an object up to where it is cut off; the last one is None if it is not whole."""
    members: dict[str, Any] = {}
    try:
        while head[at] in "{,":
            name, at = scanstring(head, _skip(head, at + 1) + 1)
            members[name] = None
            at = _skip(head, _skip(head, at) + 1)
            members[name], at = DECODER.raw_decode(head, at)
            at = _skip(head, at)
    except (ValueError, IndexError, RecursionError):
        pass
    return members or None


def _complete(line: str) -> tuple[Any, int] | None:
    """The one value of a line and its place; None if it is not one."""
    at = _skip(line, 0)
    try:
        value, end = DECODER.raw_decode(line, at)
    except (ValueError, RecursionError):
        return None
    return None if _skip(line, end) < len(line) else (value, at)


def _several(source: str, lines: tuple[str, int], remedy: str | None, *, apart: bool) -> Iterator[Value]:
    """The values behind each other of a text and the number of its first line.

    Lists of documents are taken apart if asked.
    """
    text, first = lines
    at, line, counted = _skip(text, 0), first, 0
    inside = False
    while at < len(text):
        if apart and not inside and LIST.match(text, at):
            inside, at = True, _skip(text, at + 1)
            if text[at] == "]":
                inside, at = False, _skip(text, at + 1)
            continue
        value, end = _decoded(source, text, at, first, remedy)
        line, counted = line + text.count("\n", counted, at), at
        yield Value(value, source, line, text, at, first)
        at = _skip(text, end)
        if inside:
            inside, at = _after(source, text, at, first)
    if inside:
        raise _error("the list is not closed", source, (text, first, len(text.rstrip())), remedy)


def _after(source: str, text: str, at: int, first: int) -> tuple[bool, int]:
    """Whether the list goes on after an element, and where."""
    mark = text[at : at + 1]
    following = _skip(text, at + 1)
    if mark == "]":
        return False, following
    if mark != "," or text[following : following + 1] in ("]", ""):
        place = at if mark != "," else following
        raise _error(
            "expected ',' or ']'" if mark != "," else "expected a value", source, (text, first, place)
        )
    return True, following


def _decoded(source: str, text: str, at: int, first: int, remedy: str | None) -> tuple[Any, int]:
    """The value at *at* and where it ends."""
    try:
        return DECODER.raw_decode(text, at)
    except JSONDecodeError as error:
        problem, place = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.pos
    except RecursionError:
        problem, place = TOO_DEEP, at
    except ValueError:  # an integer of thousands of digits
        digits = re.compile(f"[0-9]{{{sys.get_int_max_str_digits() + 1},}}").search(text, at)
        problem, place = too_long(), digits.start() if digits else at
    raise _error(problem, source, (text, first, place), remedy) from None


def _error(problem: str, source: str, place: tuple[str, int, int], remedy: str | None = None) -> InputError:
    """The error at *place*: a text, the number of its first line, an offset."""
    text, first, at = place
    return InputError.at(problem, text, at, source=source, first=first, remedy=remedy)


def _locate(text: str, at: int, path: Path) -> int:
    """The offset of the part at *path* of the value at *at*, as far as there is one."""
    for key in path:
        inner = _member(text, at, key)
        if inner is None:
            break
        at = inner
    return at


def _member(text: str, at: int, key: str | int) -> int | None:
    """The offset of a member of the object, or an element of the list, that begins at *at*."""
    named, place = text[at] == "{", 0
    member = None
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        name: str | int = place
        if named:
            name, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
        if name == key:
            member = at  # of a repeated key the last one counts
        at = _skip(text, DECODER.raw_decode(text, at)[1])
        at = _skip(text, at + 1) if text[at] == "," else at
        place += 1
    return member


def _skip(text: str, at: int) -> int:
    """The next offset that is not blank."""
    return BLANK.match(text, at).end()  # type: ignore[union-attr]
