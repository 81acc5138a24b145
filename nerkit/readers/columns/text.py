"""Read text of lines and columns in blocks of whole sentences, which know their place in the file.

for text in whole_sentences(source):          ColumnText("a.conllu", 1, "# newdoc id = a\\n1\\tJohn…\\n")
documents.open(…, text.marks(comments))   [(0, "a")]
text.fail(1, "id '1' …", IDS)             a.conllu:2:1: id '1' …, the line, a caret, the remedy
"""

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple, NoReturn

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.columns.documents import Mark

NEWDOC = regex(r"#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
BEGIN_DOCUMENT = regex(r"#\s*begin document\b[ \t]*+(.*)")
SEPARATORS = ("", "\t", ",", ";")  # follow a cell without quotes
HINTS = {NEWDOC: b"newdoc", BEGIN_DOCUMENT: b"begin document"}  # pattern -> text in every line that matches
CELLS = {True: regex(r"[^\t]*(?:\t|\Z)"), False: regex(r"[^ \t]+")}  # whether tabs separate columns -> cell


class ColumnLine(NamedTuple):
    """A line of an input: the name of its file, its 1-based number, and its text."""

    source: str
    number: int
    text: str

    def fail(self, problem: str, remedy: str, column: int = 0, *, tabs: bool | None = None) -> NoReturn:
        """Raise InputError with the caret at a 0-based column, or at the end of the line if it is shorter.

        *tabs* says whether tabs separate columns; None means that they do if the line has a tab.
        """
        cells = list(CELLS["\t" in self.text if tabs is None else tabs].finditer(self.text))
        self.fail_at(cells[column].start() if column < len(cells) else len(self.text), problem, remedy)

    def fail_at(self, offset: int, problem: str, remedy: str) -> NoReturn:
        """Raise InputError with the caret at the 0-based character *offset*."""
        raise self.error_at(offset, problem, remedy)

    def error_at(self, offset: int, problem: str, remedy: str | None = None) -> InputError:
        """The InputError with the caret at the 0-based character *offset*."""
        source, line, text = self
        return InputError(problem, source=source, line=line, column=offset + 1, text=text, remedy=remedy)


class TextRow(NamedTuple):
    """A row of cells.

    cells   the texts of its cells
    line    the 1-based number of its first line
    text    its first line
    source  the name of its file
    """

    cells: list[str]
    line: int
    text: str
    source: str

    def fail(self, column: int, problem: str, remedy: str, *, within: int = 0) -> NoReturn:
        """Raise InputError with the caret *within* characters behind the begin of the 0-based cell *column*,
        or at the end of the line.
        """
        raise self.error(column, problem, remedy, within)

    def fail_whole(self, problem: str, remedy: str | None = None) -> NoReturn:
        """Raise InputError for the row, without a caret."""
        raise InputError(problem, source=self.source, line=self.line, text=self.text, remedy=remedy)

    def error(self, column: int, problem: str, remedy: str | None = None, within: int = 0) -> InputError:
        """The InputError that `fail` raises."""
        offset = 0
        for cell in self.cells[:column]:
            end = offset + len(cell)
            is_plain = self.text[offset:end] == cell and self.text[end : end + 1] in SEPARATORS
            offset = end + 1 + (0 if is_plain else 2 + cell.count('"'))
        place = min(offset + within, len(self.text))
        return ColumnLine(self.source, self.line, self.text).error_at(place, problem, remedy)


@record(frozen=True)
class ColumnText:
    """A block of whole sentences of an input.

    source   the name of the file
    number   the 1-based number of the first line of the block
    written  the text of the block, as bytes or characters
    ends     whether the input ends with the block
    """

    source: str
    number: int
    written: str | bytes
    ends: bool = False

    @cached_property
    def raw(self) -> bytes:
        """The text of the block in UTF-8."""
        return self.written.encode() if isinstance(self.written, str) else self.written

    @cached_property
    def text(self) -> str:
        """The text of the block as characters."""
        return self.written if isinstance(self.written, str) else self.written.decode()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the block."""
        return self.text.split("\n")

    def marks(self, comments: Iterable[int], mark: re.Pattern[str] = NEWDOC) -> list[Mark]:
        """The lines among *comments* that begin documents, because they match *mark*, and the ids in them."""
        wanted, marks, row, counted = set(comments), list[Mark](), 0, 0
        for at in self._places(HINTS.get(mark, b"#")) if wanted else ():
            end = self.raw.find(b"\n", at)
            match = mark.match(self.raw[at : end if end >= 0 else len(self.raw)].decode())
            row, counted = row + self.raw.count(b"\n", counted, at), at
            if match and row in wanted:
                marks.append((row, (match[1] or "").strip() or None))
        return marks

    def _places(self, hint: bytes) -> Iterator[int]:
        """The byte offsets of the lines that contain *hint*."""
        found = self.raw.find(hint)
        while found >= 0:
            yield self.raw.rfind(b"\n", 0, found) + 1
            end = self.raw.find(b"\n", found)
            found = self.raw.find(hint, end) if end >= 0 else -1

    def fail(self, row: int, problem: str, remedy: str, column: int = 0) -> NoReturn:
        """Raise InputError for the 0-based line *row* of the block, with the caret at *column*."""
        self.line(row).fail(problem, remedy, column)

    def line(self, row: int) -> ColumnLine:
        """The 0-based line *row* of the block."""
        return ColumnLine(self.source, self.number + row, self.lines[row])


def lines(source: Source) -> Iterator[ColumnLine]:
    """The lines of an input."""
    for number, text in source.lines():
        yield ColumnLine(source.name, number, text)


def rows(source: Source, separator: str | None = "\t", *, trailing: str = "") -> Iterator[TextRow]:
    """The lines of an input as rows of cells; a blank line has no cells.

    *separator* is between cells; None means any white space. Characters of *trailing* at the end of a line do
    not count.
    """
    name = source.name
    for number, text in source.lines():
        blank = not text or text.isspace()
        yield TextRow([] if blank else text.rstrip(trailing).split(separator), number, text, name)


def whole_sentences(source: Source, most: int = sys.maxsize) -> Iterator[ColumnText]:
    """Read an input in blocks of whole sentences, of about *most* bytes each.

    A blank input has no blocks, but it is read, so that its checksum is known.
    """
    if not source.head.strip():
        source.text()
        return
    held, number = None, source.first_line
    for _, block in source.byte_blocks():
        raw, begin = block if held is None else b"%b\n%b" % (held, block), 0
        while begin < len(raw):
            cut = raw.rfind(b"\n\n", begin, begin + most)
            cut = raw.find(b"\n\n", begin + most) if cut < 0 else cut
            if cut < 0:
                break
            part = ColumnText(source.name, number, raw[begin : cut + 1])
            yield part
            begin, number = cut + 2, number + part.raw.count(b"\n") + 1
        held = raw[begin:]
    if held is not None:
        yield ColumnText(source.name, number, held, ends=True)
