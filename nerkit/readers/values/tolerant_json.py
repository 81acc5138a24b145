"""Reads JSON values with a tolerant grammar.

`model_text` has the rules for commas, quotes, comments, and texts that end too early.
"""

import re
from dataclasses import dataclass
from typing import Any

from nerkit.algorithms.scalars import numerals
from nerkit.algorithms.scalars.texts import joined_halves
from nerkit.ground.patterns import regex

DEEPEST = 1_000  # containers inside one another
BLANK = regex(r"[ \t\r\n\f\v\u00a0\ufeff]+")
COMMENTS = {"//": "\n", "/*": "*/"}  # beginning of a comment -> its end
NUMBER = regex(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
WORD = regex(r"-?[A-Za-z_$][\w$-]*")
PLAIN = {'"': regex(r'[^"\\\x00-\x1f]*'), "'": regex(r"[^'\\\x00-\x1f]*")}
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
    """Raised for a value with more than DEEPEST nested containers."""


def leaves(value: Any) -> int:
    """The number of scalars in a value, except null and empty texts."""
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
    """The result of a parse: the value, its end, and the repairs that were needed."""

    value: Any
    end: int
    repaired: bool
    truncated: bool
    repeated: bool


class NextPlaces:
    """Finds the next place of a mark in a text. If places only ascend, the text is searched once per mark."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[str, tuple[int, int]] = {}  # mark -> (first place searched, place found)

    def find(self, mark: str, at: int) -> int:
        """The next place of a mark; the length of the text if the mark does not follow."""
        begin, found = self._known.get(mark, (0, -1))
        if not begin <= at <= found:  # otherwise the place found by an earlier search is still the next
            found = self.text.find(mark, at)
            found = len(self.text) if found < 0 else found
            self._known[mark] = at, found
        return found


class KnownFailures:
    """Facts about a text, learned from failed parses.

    With these facts the parser reads each part of the text only a few times, even if many brackets are in
    strings and comments.

    openings   places of containers that were not closed; a parse from there would fail at the same place
    dead       (place of a member, whether in an object): no value can be read from there. The result up to
               the container's end does not depend on the text before the place
    empty      like *dead*: from there the text ends without a scalar
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.openings: set[int] = set()
        self.dead: set[tuple[int, bool]] = set()
        self.empty: set[tuple[int, bool]] = set()
        self.next = NextPlaces(text)
        self.runs: dict[int, int] = {}  # place of a comment -> end of the last comment in its run

    def learn(self, parse: "TolerantParse", *, ended: bool) -> None:
        """Remember a failed parse; *ended* means that it reached the end of the text without a scalar."""
        places = self.empty if ended else self.dead
        for (container, opening), members in zip(parse.stack, parse.members, strict=True):
            self.openings.add(opening)
            places.update((place, isinstance(container, dict)) for place in members)

    def behind_comments(self, at: int) -> int:
        """The place after the comments at a place, and after blanks between and behind them."""
        begun = []
        while at not in self.runs and (behind := self._behind_comment(at)) is not None:
            begun.append(at)
            blank = BLANK.match(self.text, behind)
            at = blank.end() if blank else behind
        at = self.runs.get(at, at)
        self.runs.update(dict.fromkeys(begun, at))
        return at

    def _behind_comment(self, at: int) -> int | None:
        """The place after the comment at *at*; None if no comment begins there."""
        mark = self.text[at : at + 2]
        if mark not in COMMENTS:
            return None
        end = self.next.find(COMMENTS[mark], at + 2)
        return min(end + 2, len(self.text)) if mark == "/*" else end


class _NoValueError(Exception):
    """Raised if no value begins at the current place."""


class _EndOfTextError(Exception):
    """Raised at the end of the text, or at a fence that closes it."""


class TolerantParse:
    """A parse of one value with the tolerant grammar. Open containers are on a list, so nesting needs no
    recursion.
    """

    def __init__(self, text: str, at: int, known: KnownFailures | None = None) -> None:
        self.text, self.at, self.known = text, at, known or KnownFailures(text)
        self.repaired = self.repeated = False
        self.says = False  # whether the value contains a scalar, computed on request
        self.stack: list[tuple[Any, int]] = []
        self.members: list[list[int]] = []  # places of members, for each open container
        self.key: list[str | None] = []
        self.root: Any = None

    def value(self) -> ParsedValue | None:
        """The value at the current place; None if there is no value. Raises TooDeepError."""
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
        """Read one member of the innermost container, or its end."""
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
        """Read the comma behind a value. A comma before the end of its container is a repair."""
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
        """The next character, after blanks and comments."""
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
                raise _EndOfTextError  # the text ends inside a literal
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
