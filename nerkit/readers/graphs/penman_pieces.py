"""Text in PENMAN cut into pieces, each with a graph and the comments before it."""

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
    """A stretch of text at whose ends no graph is open: comments and a graph, several if they share lines."""

    __slots__ = ("_first", "name", "text")

    def __init__(self, name: str, first: int, text: str) -> None:
        self.name, self.text, self._first = name, text, first

    def line(self, at: int) -> int:
        """The number of the line of a place in the text."""
        return self._first + self.text.count("\n", 0, at)

    def plain(self, body: int, *, literal: bool) -> str:
        """The text with blanks for comments and alignment suffixes, so that places stay what they are; the
        graphs begin at *body*.
        """
        text = self.text
        if text.find("#", body) >= 0:
            text = COMMENT.sub(_blanks, text)
        if literal:
            return TABS.sub(_blanks, text) if "\t" in text else text
        return ALIGNMENT.sub(_blanks_for_suffix, text) if text.find("~", body) >= 0 else text

    def error(self, problem: str, at: int, remedy: str | None) -> InputError:
        """The error at a place in the text."""
        line = self.line(at)
        start, stop = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        shown = self.text[start : stop if stop >= 0 else len(self.text)]
        return InputError(
            problem, source=self.name, line=line, column=at - start + 1, text=shown, remedy=remedy
        )


def pieces(source: Source) -> Iterator[GraphPiece]:
    """The pieces of an input; of its text no more is held than a block and the piece at its end."""
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
    """Where pieces begin: with the comments before a line that opens a parenthesis after no role.

    Blank lines and metadata before it part them too.
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
    """Blanks in place of a comment, a suffix or tabs, lines kept."""
    return re.sub(r"[^\n]", " ", match[0])


def _blanks_for_suffix(match: "re.Match[str]") -> str:
    """The same in place of an alignment suffix; a quoted string as it is."""
    return _blanks(match) if match[0][0] == "~" else match[0]
