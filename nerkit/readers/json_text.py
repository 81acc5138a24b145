"""JSON with positions: values know their places, so that a complaint points at one like a compiler.

One file may hold one value, several behind each other, one a line (JSONL), or a list of documents;
`documents` reads them all. Lines that are complete values are read one by one; from the first that is not one
on, the rest is read as a whole.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from json import JSONDecodeError
from typing import Any, NoReturn

import numpy as np

from nerkit.exceptions import InputError
from nerkit.ground.bad_bytes import stream_too_long
from nerkit.ground.limits import (
    DEEPEST_JSON,
    LARGEST_VALUE,
    LONGEST_LINE,
    MOST_DIGITS,
    MOST_STREAM_VALUES,
    size,
)
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.format import is_json
from nerkit.readers.unread import checked

Path = tuple[str | int, ...]  # the keys and places that lead from a value to a part of it

IDS = ("id", "doc_id", "doc_key", "docid")  # of records of any kind
DECODER = json.JSONDecoder()
scanstring: Any = DECODER.parse_string  # type: ignore[attr-defined]  # (text, offset after the quote) -> string, end
BLANK = regex(r"[ \t\n\r]*")
LIST = regex(r"\s*\[\s*[\[{\]]")  # the beginning of a list of documents, which are objects or lists
# a bracket, or a string, to the end of the text if it is not closed
NESTING = regex(r'[\[\]{}]|"[^"\\]*+(?:\\.[^"\\]*+)*+["\\]?', re.DOTALL)
OTHERS = bytes(code for code in range(256) if chr(code) not in "[]{}")
TOO_DEEP = f"nested too deeply: more than {DEEPEST_JSON} nested lists and objects"
TOO_LONG = f"the integer has more than {MOST_DIGITS:,} digits"
DIGITS = regex(rf"(?<!\d)\d{{{MOST_DIGITS + 1}}}")
CHUNK = 1 << 16  # lines after which it is seen whether what they begin is JSON
TAIL = 16  # characters at the end of a text that is cut off, which may be half a word
SHOWN = 40  # characters of a value that a message quotes


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and its place: offset *at* of *text*, whose first line is line *first* of *source*.

    A part of another value has the place of that value, the *whole*, and its path *inside* it.
    """

    value: Any
    source: str
    line: int
    text: str
    at: int
    first: int
    inside: Path = ()
    whole: "Value | None" = None

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise the InputError for the part of this value at *path*, or for the value that lacks this
        part.
        """
        at = _locate(self.text, self.at, (*self.inside, *path))
        raise _error(problem, self.source, (self.text, self.first, at), remedy)

    def id(self, name: Any, *path: str | int, remedy: str | None = None) -> str:
        """An id, which is at *path*, as text; InputError for one that is neither text nor an integer."""
        if isinstance(name, bool) or not isinstance(name, str | int):
            self.fail(f"the id {shown(name)} is neither text nor an integer", *path, remedy=remedy)
        return str(name)

    def part(self, *path: str | int) -> Any:
        """The value at *path*."""
        value = self.value
        for key in path:
            value = value[key]
        return value

    def within(self, *path: str | int) -> "Value":
        """The value at *path*, with its place."""
        part, inside = self.part(*path), (*self.inside, *path)
        return Value(part, self.source, self.line, self.text, self.at, self.first, inside, self.whole or self)

    def places(self, steps: Sequence[str], *path: str | int) -> Iterator[Path]:
        """The paths of all parts to which keys lead from the part at *path*; `*` is every member.

        Raises InputError for a part without a key, but `key?` leads nowhere from it.
        """
        part = self.part(*path)
        for number, step in enumerate(steps, 1):
            key = step.removesuffix("?")
            if step == "*":
                if not isinstance(part, dict | list):
                    self.fail(f"{shown(part)} is not a list", *path)
                for member in part if isinstance(part, dict) else range(len(part)):
                    yield from self.places(steps[number:], *path, member)
                return
            if not isinstance(part, dict) or key not in part:
                if key == step:
                    self.fail(f"no {step!r}", *path)
                return
            part, path = part[key], (*path, key)
        yield path


def decode(text: str) -> Any:
    """The value of *text*; raises ValueError for text that is not JSON, however deeply nested."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    if too_deep(text, 0, len(text)) is not None:
        raise ValueError(TOO_DEEP)
    return value


def too_deep(text: str, begin: int, end: int) -> int | None:
    """The place where JSON from *begin* to *end* is nested more than DEEPEST_JSON levels deep; None if it is
    not.
    """
    if text.count("[", begin, end) + text.count("{", begin, end) <= DEEPEST_JSON:
        return None
    brackets = text[begin:end].encode("utf-8", "surrogatepass").translate(None, OTHERS)
    # of the four brackets those that open have the second bit, those that close have not
    steps = (np.frombuffer(brackets, np.uint8) & 2).astype(np.int8) - np.int8(1)
    if int(np.cumsum(steps, dtype=np.int64).max(initial=0)) <= DEEPEST_JSON:
        return None  # brackets in strings count here, and not below
    depth = 0
    for piece in NESTING.finditer(text, begin, end):
        depth += 1 if piece[0] in "[{" else -1 if piece[0] in "]}" else 0
        if depth > DEEPEST_JSON:
            return piece.start()
    return None


def longest_line(source: Source) -> int:
    """The largest number of bytes of a line in a file that may be one JSON value. The number is large if the
    file begins like JSON.
    """
    if source.is_small:  # no line of it is long
        return LONGEST_LINE
    return LARGEST_VALUE if is_json(source.head) and goes_on(source.head) else LONGEST_LINE


def shown(value: Any) -> str:
    """A value as a message quotes it: as JSON, cut to a few words."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "a deeply nested value"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def parse(source: Source, remedy: str | None = None) -> Value:
    """The one value of a file. Raises InputError if it is not JSON or more than one value."""
    text = source.text(longest_line(source), LARGEST_VALUE)
    at = skip(text, 0)
    value, end = _decoded(source.name, text, at, 1, remedy)
    if skip(text, end) < len(text):
        raise _error("more than one value", source.name, (text, 1, skip(text, end)), remedy)
    return Value(value, source.name, 1 + text.count("\n", 0, at), text, at, 1)


def documents(source: Source, remedy: str | None = None) -> Iterator[Value]:
    """The documents of a file: its values; a value that is a list of objects or of lists gives its elements.

    Raises InputError (line, column) for text that is not JSON or too deeply nested.
    """
    if (text := source.small_text(LONGEST_LINE)) is not None:
        return values(source.name, enumerate(text.split("\n"), 1), remedy, apart=True)
    return _counted(source, values(source.name, source.lines(longest_line(source)), remedy, apart=True))


def _counted(source: Source, values: Iterator[Value]) -> Iterator[Value]:
    """The values of a source; raises InputError if it is a stream that goes on for too long."""
    for count, value in enumerate(values, 1):
        if source.endless and count > MOST_STREAM_VALUES:
            raise stream_too_long(source.name, f"has more than {MOST_STREAM_VALUES:,} JSON values")
        yield value


def values(
    name: str, lines: Iterator[tuple[int, str]], remedy: str | None = None, *, apart: bool = False
) -> Iterator[Value]:
    """The values of numbered lines; lists of documents are taken *apart*, or are values.

    Raises InputError for a record with items that the format which is read does not read (`unread`).
    """
    return checked(_values(name, lines, remedy, apart=apart))


def _values(
    name: str, lines: Iterator[tuple[int, str]], remedy: str | None = None, *, apart: bool = False
) -> Iterator[Value]:
    for number, line in lines:
        if not line.strip():
            continue
        whole = None if apart and LIST.match(line) else _complete(line)
        if whole is None:
            text = _rest(name, (number, line), lines)
            yield from _several(name, (text, number), remedy, apart=apart)
            return
        yield Value(whole[0], name, number, line, whole[1], number)


def _rest(name: str, first: tuple[int, str], lines: Iterator[tuple[int, str]]) -> str:
    """The text of the first line and all lines after it. If they do not begin JSON, only as many lines as it
    takes to see this.
    """
    text = first[1]
    chunks, count = [text], len(text)
    while chunk := "\n".join(["", *(line for _, line in islice(lines, CHUNK))]):
        chunks.append(chunk)
        count += len(chunk)
        if len(chunks) == 2:  # the first chunk
            text += chunk
            if not goes_on(text):
                return text
        if count > LARGEST_VALUE:
            problem = f"the text is larger than {size(LARGEST_VALUE)}, and nerkit reads it as a whole"
            raise InputError(problem, source=name, line=first[0], remedy="split the file")
    return "".join(chunks)


def goes_on(text: str) -> bool:
    """Whether JSON begins in a text that may be cut off: it holds a value, or is wrong at its end only."""
    at = skip(text, 0)
    try:
        DECODER.raw_decode(text, at)
    except RecursionError:
        return False
    except JSONDecodeError as error:
        return error.pos >= len(text) - TAIL or error.msg.startswith("Unterminated")
    except ValueError:
        return False
    return True


def is_broken(head: str) -> bool:
    """Whether a text is meant to be JSON, and its first document is damaged or does not end in it."""
    if not is_json(head):
        return False
    at = skip(head, 0)
    try:
        DECODER.raw_decode(head, skip(head, at + 1) if LIST.match(head) else at)
    except (RecursionError, ValueError):
        return True
    return False


def beginning(head: str) -> Any:
    """The first document of a text that may be cut off; an empty list is one, and None is for other texts.

    Of an object that is cut off there are the members that are whole.
    """
    at = skip(head, 0)
    if LIST.match(head):
        at = skip(head, at + 1)
        if head[at:].rstrip() == "]":
            return []
    try:
        return DECODER.raw_decode(head, at)[0]
    except RecursionError:
        return None
    except ValueError:
        return _members(head, at) if head[at : at + 1] == "{" else None


def text_key(body: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    """The first of these keys that has a text in an object; None without any."""
    for key in keys:
        if isinstance(body.get(key), str):
            return key
    return None


def text_at(body: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    """The text at this key."""
    key = text_key(body, keys)
    return None if key is None else body[key]


def _members(head: str, at: int) -> dict[str, Any] | None:
    """The members of an object whose text is cut off. The last member is None if its value is cut."""
    members: dict[str, Any] = {}
    try:
        while head[at] in "{,":
            name, at = scanstring(head, skip(head, at + 1) + 1)
            members[name] = None
            at = skip(head, skip(head, at) + 1)
            members[name], at = DECODER.raw_decode(head, at)
            at = skip(head, at)
    except (ValueError, IndexError, RecursionError):
        pass
    return members or None


def _complete(line: str) -> tuple[Any, int] | None:
    """The one value of a line and its place; None if it is not one."""
    at = skip(line, 0)
    try:
        value, end = DECODER.raw_decode(line, at)
    except (ValueError, RecursionError):
        return None
    whole = skip(line, end) >= len(line) and too_deep(line, at, end) is None
    return (value, at) if whole else None


def _several(source: str, lines: tuple[str, int], remedy: str | None, *, apart: bool) -> Iterator[Value]:
    """The values behind each other of a text and the number of its first line.

    Lists of documents are taken apart if asked.
    """
    text, first = lines
    at, line, counted = skip(text, 0), first, 0
    inside = False
    while at < len(text):
        if apart and not inside and LIST.match(text, at):
            inside, at = True, skip(text, at + 1)
            if text[at] == "]":
                inside, at = False, skip(text, at + 1)
            continue
        value, end = _decoded(source, text, at, first, remedy)
        line, counted = line + text.count("\n", counted, at), at
        yield Value(value, source, line, text, at, first)
        at = skip(text, end)
        if inside:
            inside, at = _after(source, text, at, first)
    if inside:
        raise _error("the list is not closed", source, (text, first, len(text.rstrip())), remedy)


def _after(source: str, text: str, at: int, first: int) -> tuple[bool, int]:
    """Whether the list goes on after an element, and where."""
    mark = text[at : at + 1]
    following = skip(text, at + 1)
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
        value, end = DECODER.raw_decode(text, at)
        place = too_deep(text, at, end)
        if place is None:
            return value, end
        problem = TOO_DEEP
    except JSONDecodeError as error:
        problem, place = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.pos
    except RecursionError:
        deep = too_deep(text, at, len(text))
        problem, place = TOO_DEEP, at if deep is None else deep
    except ValueError:
        number = DIGITS.search(text, at)
        problem, place = TOO_LONG, number.start() if number else at
    raise _error(problem, source, (text, first, place), remedy) from None


def _error(problem: str, source: str, place: tuple[str, int, int], remedy: str | None = None) -> InputError:
    """The error at *place*: a text, the number of its first line, an offset."""
    text, first, at = place
    return InputError.at(problem, text, at, source=source, first=first, remedy=remedy)


def _locate(text: str, at: int, path: Path) -> int:
    """The offset of the part at *path* of the value at *at*, or of its nearest existing parent."""
    for key in path:
        inner = _member(text, at, key)
        if inner is None:
            break
        at = inner
    return at


def _member(text: str, at: int, key: str | int) -> int | None:
    """The offset of a member of the object, or an element of the list, that begins at *at*."""
    if text[at] not in "{[":
        return None
    named, place = text[at] == "{", 0
    member = None
    at = skip(text, at + 1)
    while text[at] not in "]}":
        name: str | int = place
        if named:
            name, at = scanstring(text, at + 1)
            at = skip(text, skip(text, at) + 1)
        if name == key:
            member = at  # of a repeated key the last one counts
        at = skip(text, DECODER.raw_decode(text, at)[1])
        at = skip(text, at + 1) if text[at] == "," else at
        place += 1
    return member


def skip(text: str, at: int) -> int:
    """The next offset that is not blank."""
    return BLANK.match(text, at).end()  # type: ignore[union-attr]
