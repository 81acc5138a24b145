"""Cuts PENMAN text into pieces with one graph and the comments before it."""

import re
from collections.abc import Iterator
from itertools import pairwise

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.io import Source

OPENING = regex(r"\n[ \t]*\(")
COMMENT = regex(r"^[ \t]*#.*", re.MULTILINE)
STRING = r'"(?:[^"\\]|\\.)*+"'
ALIGNMENT = regex(rf'({STRING})|\\["\\]|~(?:[A-Za-z]\.?)?\d+(?:,\d+)*(?=[\s()]|$)', re.DOTALL)
TABS = regex(r"(?<![ \t])[ \t]*\n[ \t]*")


class GraphPiece:
    """A part of a text with comments and a graph. It has several graphs if they share lines."""

    __slots__ = ("_first", "name", "text")

    def __init__(self, name: str, first: int, text: str) -> None:
        self.name, self.text, self._first = name, text, first

    def line(self, at: int) -> int:
        """The 1-based line number of a place in the text."""
        return self._first + self.text.count("\n", 0, at)

    def plain(self, body: int, *, literal: bool) -> str:
        """The text with comments and alignment suffixes replaced by blanks, so that places stay valid.

        The graphs begin at *body*.
        """
        text = self.text
        if text.find("#", body) >= 0:
            text = COMMENT.sub(_blanks, text)
        if literal:
            return TABS.sub(_blanks, text) if "\t" in text else text
        return ALIGNMENT.sub(_blanks_for_suffix, text) if text.find("~", body) >= 0 else text

    def error(self, problem: str, at: int, remedy: str | None) -> InputError:
        """The InputError at a place in the text."""
        line = self.line(at)
        start, stop = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        shown = self.text[start : stop if stop >= 0 else len(self.text)]
        return InputError(
            problem, source=self.name, line=line, column=at - start + 1, text=shown, remedy=remedy
        )


def pieces(source: Source) -> Iterator[GraphPiece]:
    """Yield the pieces of an input. Only one block and the unfinished piece are in memory."""
    held, line = "", source.first_line
    for _, block in source.blocks():
        text = held + block + "\n"
        starts = starts_in(text)
        for begin, end in pairwise(starts):
            yield GraphPiece(source.name, line, text[begin:end])
            line += text.count("\n", begin, end)
        held = text[starts[-1] :]
    yield GraphPiece(source.name, line, held)


def starts_in(text: str) -> list[int]:
    """The places where pieces begin: at the comments before a line whose parenthesis opens a graph.

    Blank lines and metadata before the line also separate pieces.
    """
    starts = [0]
    for opening in OPENING.finditer(text):
        start = end = opening.start()  # the end of the line before
        parted = False
        while end > starts[-1]:
            begin = text.rfind("\n", 0, end) + 1
            line = text[begin:end].strip()
            if line and line[0] != "#":
                parted |= line.rsplit(None, 1)[-1][0] != ":"
                break
            parted |= not line or "::" in line
            start, end = begin - 1, begin - 1
        if parted and start >= starts[-1]:
            starts.append(start + 1)
    return starts


def _blanks(match: "re.Match[str]") -> str:
    """The blanks that replace a comment, a suffix or tabs; line breaks stay."""
    return re.sub(r"[^\n]", " ", match[0])


def _blanks_for_suffix(match: "re.Match[str]") -> str:
    """The blanks that replace an alignment suffix; a quoted string unchanged."""
    return _blanks(match) if match[0][0] == "~" else match[0]
