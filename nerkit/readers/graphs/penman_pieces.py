"""Cuts PENMAN text into pieces with one graph and the comments before it."""

import re
from collections.abc import Iterator
from itertools import pairwise

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.io import Source

# a line that begins with a parenthesis, after blank lines and comments; or only blank lines and comments
OPENING = regex(r"\n[ \t]*+(?:(?:[^\S\n]*+(?:#.*+)?+\n[ \t]*+)++\(?+|\()")
BLANK_LINE = regex(r"\n[^\S\n]*+\n")
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

    Blank lines and metadata before the line also separate pieces. So does any line before the comments,
    unless its last word is a role, which expects the parenthesis.
    """
    starts, first_end = [0], text.find("\n")
    for opening in OPENING.finditer(text):
        start, between = opening.start(), opening[0]
        if between[-1] != "(":
            continue
        if start and start == first_end and text[:start].strip()[:1] in ("", "#"):
            continue  # comments at the beginning of the text belong to the first piece
        parted = "::" in between or BLANK_LINE.search(between) is not None
        if not parted and start:
            line = text[text.rfind("\n", 0, start) + 1 : start].strip()
            parted = not line or line.rsplit(None, 1)[-1][0] != ":"
        if parted:
            starts.append(start + 1)
    return starts


def _blanks(match: "re.Match[str]") -> str:
    """The blanks that replace a comment, a suffix or tabs; line breaks stay."""
    return re.sub(r"[^\n]", " ", match[0])


def _blanks_for_suffix(match: "re.Match[str]") -> str:
    """The blanks that replace an alignment suffix; a quoted string unchanged."""
    return _blanks(match) if match[0][0] == "~" else match[0]
