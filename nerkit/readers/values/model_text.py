"""JSON in what a language model answers: read as strictly as possible, and never a crash.

    clean        the text is one JSON value                    {"a": 1}
    wrapped      a strict value inside something               Sure! ```json {"a": 1} ```
    repaired     a value that needed a repair                  {'a': 1, }      {"a": "x", "b": [1,
    unreadable   no value

The text is scanned from left to right. At every `{` or `[` a value is read with a tolerant grammar: trailing
commas, literals of Python and JavaScript (NaN and Infinity become strings), single quotes, keys without
quotes, comments, raw control characters, unknown escapes (kept as two characters). Where the text ends, or a
closing fence stands outside a string, containers are closed and what was unfinished is left out, never
guessed: a string without its quote, a number at the very end, a key without value. Fences inside strings are
text.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from nerkit.algorithms.scalars import numerals
from nerkit.algorithms.scalars.texts import joined_halves
from nerkit.corpora.answer_statuses import CLEAN, REPAIRED, UNREADABLE, WRAPPED
from nerkit.ground.patterns import regex
from nerkit.readers.values.thoughts import without_thoughts

DEEPEST = 1_000  # containers inside one another
FENCED = regex(r"```[^\n`]*+\n(.*?)```", re.DOTALL)
BLANK = regex(r"[ \t\r\n\f\v\u00a0\ufeff]+")
COMMENTS = {"//": "\n", "/*": "*/"}  # how one begins, and what ends it
NUMBER = regex(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
WORD = regex(r"-?[A-Za-z_$][\w$-]*")
PLAIN = {'"': regex(r'[^"\\\x00-\x1f]*'), "'": regex(r"[^'\\\x00-\x1f]*")}
START = regex(r"[{\[]")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
HEX = regex(r"[0-9a-fA-F]{4}")
STRICT = {"true": True, "false": False, "null": None}
LITERALS = {
    **STRICT,
    "True": True,
    "False": False,
    "None": None,
    "undefined": None,
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
}


class TooDeepError(ValueError):
    """A value with more than DEEPEST containers inside one another."""


class ReadText(NamedTuple):
    """What was read of a text: the value, a status of STATUSES, whether an object has a key twice."""

    value: Any
    status: int
    repeated: bool = False


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


class KeyCounter:
    """Makes objects, and counts those that have a key twice."""

    def __init__(self) -> None:
        self.repeated = 0

    def __call__(self, members: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(members)
        self.repeated += len(made) < len(members)
        return made


def decoder(
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    counted: Callable[[dict[str, Any]], Any] | None = None,
    number: Callable[[str], Any] | None = None,
) -> json.JSONDecoder:
    """A decoder of strict JSON whose numbers are integers and decimals, or what *number* makes of a literal
    with a fraction or an exponent; *counted* is given every object.
    """
    return json.JSONDecoder(
        object_hook=counted,
        parse_float=number or numerals.exactly,
        parse_int=None,
        parse_constant=_no_constant,
        object_pairs_hook=pairs,
    )


def strict(text: str, at: int = 0, pairs: KeyCounter | None = None) -> tuple[Any, int]:
    """The JSON value at a place, and where it ends; ValueError where none is, TooDeepError for one that is
    too deep.
    """
    try:
        return decoder(pairs).raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except (RecursionError, ValueError):  # many containers inside one another, or many digits
        parsed = _Parse(text, at).value()
        if parsed is None or parsed.repaired:
            raise ValueError("not valid JSON") from None
        if pairs is not None:
            pairs.repeated += parsed.repeated
        return parsed.value, parsed.end


def read(text: str, choose: str = "largest") -> ReadText:
    """The value in the answer of a model. *choose*: `largest` (most leaves; the last of equals), `first`,
    `last` of several.

    >>> read("Here: {'a': 1,}")
    ReadText(value={'a': 1}, status=2, repeated=False)
    """
    try:
        return _read(text, choose)
    except TooDeepError:
        return ReadText(None, UNREADABLE)


def _read(text: str, choose: str) -> ReadText:
    whole = text.removeprefix("\ufeff").strip()
    pairs = KeyCounter()
    if (value := _whole(whole, pairs)) is not None:
        return ReadText(value[0], CLEAN, pairs.repeated > 0)
    thoughtless = without_thoughts(whole)
    values = list(_values(thoughtless))
    if values:
        chosen = {"first": values[0], "last": values[-1]}.get(choose)
        if chosen is None:
            chosen = max(reversed(values), key=lambda one: leaves(one.value))
        return ReadText(chosen.value, REPAIRED if chosen.repaired else WRAPPED, chosen.repeated)
    for scalar in (
        thoughtless.strip(),
        *(match[1].strip() for match in [FENCED.search(thoughtless)] if match),
    ):
        if (value := _whole(scalar, pairs)) is not None:
            return ReadText(value[0], WRAPPED)
    return ReadText(None, UNREADABLE)


def _whole(text: str, pairs: KeyCounter) -> tuple[Any] | None:
    """The value that is the whole of a text, in a tuple; None where it is none."""
    if not text:
        return None
    try:
        value, end = strict(text, 0, pairs)
    except TooDeepError:
        raise
    except ValueError:
        return None
    return (value,) if end == len(text) else None


def leaves(value: Any) -> int:
    """The number of scalars that say something."""
    count, stack = 0, [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            stack += one.values()
        elif isinstance(one, list):
            stack += one
        else:
            count += one is not None and not (isinstance(one, str) and not one.strip())
    return count


@dataclass
class ParsedValue:
    """A value that was read, where it ends, and what it took."""

    value: Any
    end: int
    repaired: bool
    truncated: bool
    repeated: bool


def _values(text: str) -> Iterator[ParsedValue]:
    """The values of a text, from left to right."""
    at, known = 0, _Known(text)
    while start := START.search(text, at):
        at = start.start()
        if at in known.openings:
            at += 1
            continue
        parse = _Parse(text, at, known)
        parsed = parse.value()
        if parsed is None or (parsed.truncated and not leaves(parsed.value)):
            known.learn(parse, ended=parsed is not None)
            at += 1
            continue
        yield parsed
        at = parsed.end


class _Known:
    """What values that came to nothing have shown of a text, so that each part of it is looked at only a few
    times, however many of its brackets stand in strings and comments of others.

    openings   where containers begin that were not closed: they would fail at the same place
    dead       the places of members, and whether in an object, from which on there is no value: what is read
               there before the container ends does not depend on what stands before it
    empty      the same, from which on the text ends without a scalar
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.openings: set[int] = set()
        self.dead: set[tuple[int, bool]] = set()
        self.empty: set[tuple[int, bool]] = set()
        self.ends: dict[str, tuple[int, int]] = {}  # of comments, by how they begin: where was sought and found
        self.runs: dict[int, int] = {}  # where a comment begins: where the last of those in a row ends

    def learn(self, parse: "_Parse", *, ended: bool) -> None:
        """Remember a parse that failed, or *ended* with the text and without a scalar."""
        places = self.empty if ended else self.dead
        for (container, opening), members in zip(parse.stack, parse.members, strict=True):
            self.openings.add(opening)
            places.update((place, isinstance(container, dict)) for place in members)

    def behind_comments(self, at: int) -> int:
        """The place behind the comments that begin at a place, and the blanks between and behind them."""
        begun = []
        while at not in self.runs and (behind := self._behind_comment(at)) is not None:
            begun.append(at)
            blank = BLANK.match(self.text, behind)
            at = blank.end() if blank else behind
        at = self.runs.get(at, at)
        self.runs.update(dict.fromkeys(begun, at))
        return at

    def _behind_comment(self, at: int) -> int | None:
        """The place behind one comment; None where none begins."""
        mark = self.text[at : at + 2]
        if mark not in COMMENTS:
            return None
        begin, end = self.ends.get(mark, (0, -1))
        if not begin <= at + 2 <= end:  # else what ends the one that was sought before ends this one too
            end = self.text.find(COMMENTS[mark], at + 2)
            end = len(self.text) if end < 0 else end
            self.ends[mark] = at + 2, end
        return min(end + 2, len(self.text)) if mark == "/*" else end


class _NoValueError(Exception):
    """There is no value here."""


class _EndOfTextError(Exception):
    """The text is over, or a fence closes it."""


class _Parse:
    """One value at a place, read by the tolerant grammar; containers are a list, so nesting costs nothing."""

    def __init__(self, text: str, at: int, known: _Known | None = None) -> None:
        self.text, self.at, self.known = text, at, known or _Known(text)
        self.repaired = self.repeated = False
        self.says = False  # whether there is a scalar in it, once this is asked
        self.stack: list[tuple[Any, int]] = []
        self.members: list[list[int]] = []  # of each container of the stack, where its members begin
        self.key: list[str | None] = []
        self.root: Any = None

    def value(self) -> ParsedValue | None:
        """The value; None where there is none. Raises TooDeepError."""
        try:
            self._open()
            while self.stack:
                self._step()
        except _NoValueError:
            return None
        except _EndOfTextError:
            return ParsedValue(self.root, len(self.text), True, True, self.repeated)
        return ParsedValue(self.root, self.at, self.repaired, False, self.repeated)

    def _step(self) -> None:
        """Read a member of the innermost container, or its end."""
        container, _ = self.stack[-1]
        here = self.at, isinstance(container, dict)
        if here in self.known.dead:
            raise _NoValueError
        if here in self.known.empty and not self.says:
            self.says = leaves(self.root) > 0
            if not self.says:
                raise _EndOfTextError
        self.members[-1].append(self.at)
        closing = "}" if isinstance(container, dict) else "]"
        mark = self._peek()
        if mark == closing:
            self.at += 1
            self.stack.pop()
            self.members.pop()
            self.key.pop()
            self._behind_value()
            return
        if isinstance(container, dict):
            self.key[-1] = self._name()
            if self._peek() != ":":
                raise _NoValueError
            self.at += 1
        self._member()

    def _member(self) -> None:
        mark = self._peek()
        if mark in "{[":
            self._open()
            return
        self._add(self._scalar(mark))
        self._behind_value()

    def _open(self) -> None:
        new: Any = {} if self.text[self.at] == "{" else []
        if self.stack:
            self._add(new)
        else:
            self.root = new
        self.stack.append((new, self.at))
        self.members.append([])
        self.key.append(None)
        if len(self.stack) > DEEPEST:
            raise TooDeepError
        self.at += 1

    def _add(self, value: Any) -> None:
        container, _ = self.stack[-1]
        if isinstance(container, list):
            container.append(value)
        else:
            name = self.key[-1]
            self.repeated |= name in container
            container[name] = value

    def _behind_value(self) -> None:
        """A comma behind a value; one before the end of its container is a repair."""
        if not self.stack:
            return
        closing = "}" if isinstance(self.stack[-1][0], dict) else "]"
        mark = self._peek()
        if mark == ",":
            self.at += 1
            if self._peek() == closing:
                self.repaired = True
        elif mark != closing:
            raise _NoValueError

    def _peek(self) -> str:
        """The next character that is not blank and in no comment."""
        if blank := BLANK.match(self.text, self.at):
            self.at = blank.end()
        mark = self.text[self.at : self.at + 1]
        if mark == "/" and (behind := self.known.behind_comments(self.at)) > self.at:
            self.at, self.repaired = behind, True
            mark = self.text[behind : behind + 1]
        if not mark or self.text.startswith("```", self.at):
            raise _EndOfTextError
        return mark

    def _name(self) -> str:
        mark = self._peek()
        if mark in "\"'":
            return self._string(mark)
        word = WORD.match(self.text, self.at)
        if word is None:
            raise _NoValueError
        if word.end() == len(self.text):
            raise _EndOfTextError
        self.at, self.repaired = word.end(), True
        return word[0]

    def _scalar(self, mark: str) -> Any:
        if mark in "\"'":
            return self._string(mark)
        if number := NUMBER.match(self.text, self.at):
            return self._number(number)
        word = WORD.match(self.text, self.at)
        if word is None or word[0] not in LITERALS:
            if word is not None and word.end() == len(self.text):
                raise _EndOfTextError  # half a literal
            raise _NoValueError
        self.at = word.end()
        self.repaired |= word[0] not in STRICT
        return LITERALS[word[0]]

    def _number(self, number: "re.Match[str]") -> Any:
        if number.end() == len(self.text):
            raise _EndOfTextError  # there may be more digits
        if WORD.match(self.text, number.end()) or self.text[number.end()] == ".":
            if number.end() + 1 == len(self.text):
                raise _EndOfTextError
            raise _NoValueError
        self.at = number.end()
        try:
            return numerals.exactly(number[0]) if number[1] or number[2] else numerals.integer(number[0])
        except ValueError:
            raise _NoValueError from None

    def _string(self, quote: str) -> str:
        self.repaired |= quote == "'"
        pieces: list[str] = []
        self.at += 1
        while True:
            plain = PLAIN[quote].match(self.text, self.at)
            if plain is not None:
                pieces.append(plain[0])
                self.at = plain.end()
            mark = self.text[self.at : self.at + 1]
            if not mark:
                raise _EndOfTextError
            self.at += 1
            if mark == quote:
                return joined_halves("".join(pieces))
            if mark != "\\":  # a raw control character
                self.repaired = True
                pieces.append(mark)
                continue
            pieces.append(self._escape())

    def _escape(self) -> str:
        mark = self.text[self.at : self.at + 1]
        if not mark:
            raise _EndOfTextError
        self.at += 1
        if mark in ESCAPES:
            return ESCAPES[mark]
        if mark == "u" and (digits := HEX.match(self.text, self.at)):
            self.at = digits.end()
            return chr(int(digits[0], 16))
        self.repaired = True
        return mark if mark == "'" else f"\\{mark}"
