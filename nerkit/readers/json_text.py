"""Read JSON and keep the place of each value, so that an error can point at the line and column.

A file can hold one value, several values in a row, one value per line (JSONL), or a list of documents. The
function `documents` reads all of these. Lines that are complete values are read one by one. From the first
other line on, the rest of the file is read as one text.
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

Path = tuple[str | int, ...]  # the keys and list indices that lead from a value to a part of it

IDS = ("id", "doc_id", "doc_key", "docid")  # of records of any kind
DECODER = json.JSONDecoder()
scanstring: Any = DECODER.parse_string  # type: ignore[attr-defined]  # (text, offset after the quote) -> string, end
BLANK = regex(r"[ \t\n\r]*")
LIST = regex(r"\s*\[\s*[\[{\]]")  # the beginning of a list of documents, which are objects or lists
# a bracket, or a string, which can be unclosed
NESTING = regex(r'[\[\]{}]|"[^"\\]*+(?:\\.[^"\\]*+)*+["\\]?', re.DOTALL)
OTHERS = bytes(code for code in range(256) if chr(code) not in "[]{}")
TOO_DEEP = f"nested too deeply: more than {DEEPEST_JSON} nested lists and objects"
TOO_LONG = f"the integer has more than {MOST_DIGITS:,} digits"
DIGITS = regex(rf"(?<!\d)\d{{{MOST_DIGITS + 1}}}")
CHUNK = 1 << 16  # lines that are read before a test whether they begin a JSON value
TAIL = 16  # characters at the end of a cut-off text in which an error does not count
SHOWN = 40  # characters of a value that a message quotes


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and its place.

    value   the decoded value
    source  the name of the file
    line    the line where the value begins, 1-based
    text    the text that holds the value
    at      the offset in *text* where the value begins, or where *whole* begins
    first   the line of the file where *text* begins, 1-based
    inside  the path from *whole* to this value; empty for a value that is not a part of another value
    whole   the value that this value is a part of, or None
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
        """Raise InputError at the part of this value at *path*, or at the value that lacks this part."""
        at = _locate(self.text, self.at, (*self.inside, *path))
        raise _error(problem, self.source, (self.text, self.first, at), remedy)

    def id(self, name: Any, *path: str | int, remedy: str | None = None) -> str:
        """The id *name* as text. Raises InputError at *path* if it is neither a text nor an integer."""
        if isinstance(name, bool) or not isinstance(name, str | int):
            self.fail(f"the id {shown(name)} is neither text nor an integer", *path, remedy=remedy)
        return str(name)

    def part(self, *path: str | int) -> Any:
        """The part of the value at *path*."""
        value = self.value
        for key in path:
            value = value[key]
        return value

    def within(self, *path: str | int) -> "Value":
        """The part of the value at *path*, with its place."""
        part, inside = self.part(*path), (*self.inside, *path)
        return Value(part, self.source, self.line, self.text, self.at, self.first, inside, self.whole or self)

    def places(self, steps: Sequence[str], *path: str | int) -> Iterator[Path]:
        """The paths of all parts that *steps* lead to, from the part at *path*.

        A step is a key, `*` for every member or element, or `key?` for an optional key. Raises InputError for
        a missing key that is not optional.
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
    """The JSON value of *text*; raises ValueError if it is not JSON, or nested too deeply."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    if too_deep(text, 0, len(text)) is not None:
        raise ValueError(TOO_DEEP)
    return value


def too_deep(text: str, begin: int, end: int) -> int | None:
    """The first offset between *begin* and *end* that is nested deeper than DEEPEST_JSON; None if none is."""
    if text.count("[", begin, end) + text.count("{", begin, end) <= DEEPEST_JSON:
        return None
    brackets = text[begin:end].encode("utf-8", "surrogatepass").translate(None, OTHERS)
    # in ASCII, the second-lowest bit is set in [ and {, and not in ] and }: so a bracket becomes +1 or -1
    steps = (np.frombuffer(brackets, np.uint8) & 2).astype(np.int8) - np.int8(1)
    if int(np.cumsum(steps, dtype=np.int64).max(initial=0)) <= DEEPEST_JSON:
        return None  # this count includes brackets in strings; the exact count below does not
    depth = 0
    for piece in NESTING.finditer(text, begin, end):
        depth += 1 if piece[0] in "[{" else -1 if piece[0] in "]}" else 0
        if depth > DEEPEST_JSON:
            return piece.start()
    return None


def longest_line(source: Source) -> int:
    """The largest allowed line of a file in bytes; larger if the file may be one JSON value on one line."""
    if source.is_small:  # all lines are short
        return LONGEST_LINE
    return LARGEST_VALUE if is_json(source.head) and goes_on(source.head) else LONGEST_LINE


def shown(value: Any) -> str:
    """A value for a message: JSON of at most SHOWN characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "a deeply nested value"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def parse(source: Source, remedy: str | None = None) -> Value:
    """The JSON value of a file. Raises InputError if the file is not JSON or holds more than one value."""
    text = source.text(longest_line(source), LARGEST_VALUE)
    at = skip(text, 0)
    value, end = _decoded(source.name, text, at, 1, remedy)
    if skip(text, end) < len(text):
        raise _error("more than one value", source.name, (text, 1, skip(text, end)), remedy)
    return Value(value, source.name, 1 + text.count("\n", 0, at), text, at, 1)


def documents(source: Source, remedy: str | None = None) -> Iterator[Value]:
    """The documents of a JSON file: its values, or the elements of a list of objects or lists.

    *remedy* is the advice in error messages. Raises InputError (line, column) for text that is not JSON or is
    nested too deeply.
    """
    return _counted(source, values(source.name, source.lines(longest_line(source)), remedy, apart=True))


def _counted(source: Source, values: Iterator[Value]) -> Iterator[Value]:
    """Pass on the values of a source. Raises InputError for an endless stream of too many values."""
    for count, value in enumerate(values, 1):
        if source.endless and count > MOST_STREAM_VALUES:
            raise stream_too_long(source.name, f"has more than {MOST_STREAM_VALUES:,} JSON values")
        yield value


def values(
    name: str, lines: Iterator[tuple[int, str]], remedy: str | None = None, *, apart: bool = False
) -> Iterator[Value]:
    """The JSON values in numbered lines. With *apart*, the elements of a list of documents are the values.

    Raises InputError for text that is not JSON, and for items that the format does not read (`unread`).
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
    """The text of the line *first* and of all *lines* after it.

    If they do not begin a JSON value, the text ends after the first chunk of lines.
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
    """Whether a text begins with a JSON value that can be cut off: decoding succeeds, or fails at the end."""
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
    """Whether a text is meant to be JSON, but its first document is damaged or cut off."""
    if not is_json(head):
        return False
    at = skip(head, 0)
    try:
        DECODER.raw_decode(head, skip(head, at + 1) if LIST.match(head) else at)
    except (RecursionError, ValueError):
        return True
    return False


def beginning(head: str) -> Any:
    """The first JSON document of a text, which may be cut off; None if the text does not begin with JSON.

    An empty list counts as a document. A cut-off object is returned with its complete members.
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
    """The first of *keys* whose value in an object is a text; None if there is none."""
    for key in keys:
        if isinstance(body.get(key), str):
            return key
    return None


def text_at(body: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    """The value of the first of *keys* whose value in an object is a text; None if there is none."""
    key = text_key(body, keys)
    return None if key is None else body[key]


def _members(head: str, at: int) -> dict[str, Any] | None:
    """The members of a cut-off object that begins at *at*; the last value is None if it is cut off."""
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
    """The JSON value of a line and its offset; None if the line is not one JSON value."""
    at = skip(line, 0)
    try:
        value, end = DECODER.raw_decode(line, at)
    except (ValueError, RecursionError):
        return None
    whole = skip(line, end) >= len(line) and too_deep(line, at, end) is None
    return (value, at) if whole else None


def _several(source: str, lines: tuple[str, int], remedy: str | None, *, apart: bool) -> Iterator[Value]:
    """The JSON values in a text; *lines* is the text and the number of its first line.

    With *apart*, the elements of a list of documents are the values.
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
    """Whether a list continues after an element, and the offset of the next value."""
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
    """The JSON value at offset *at*, and its end offset. Raises InputError if it cannot be decoded."""
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
    """The InputError at *place*, which is (text, number of its first line, offset)."""
    text, first, at = place
    return InputError.at(problem, text, at, source=source, first=first, remedy=remedy)


def _locate(text: str, at: int, path: Path) -> int:
    """The offset of the part at *path* of the value that begins at *at*, or of the deepest existing part."""
    for key in path:
        inner = _member(text, at, key)
        if inner is None:
            break
        at = inner
    return at


def _member(text: str, at: int, key: str | int) -> int | None:
    """The offset of the member *key* in the object or list that begins at *at*; None if there is none."""
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
            member = at  # the last occurrence of a repeated key counts
        at = skip(text, DECODER.raw_decode(text, at)[1])
        at = skip(text, at + 1) if text[at] == "," else at
        place += 1
    return member


def skip(text: str, at: int) -> int:
    """The offset of the first nonblank character from *at* on."""
    return BLANK.match(text, at).end()  # type: ignore[union-attr]
