"""AIDA-CoNLL: the tokens of CoNLL-2003 with links, a token a line.

    -DOCSTART- (1 EU)
    EU      B   EU  --NME--
    rejects
    German  B   German  Germany     http://en.wikipedia.org/wiki/Germany    11867   /m/0345h

Columns are separated by tabs: the token; of tokens in a mention `B` or `I`, the mention, the entity as YAGO
calls it, and where there is one its page, number and Freebase id. A blank line ends a sentence.

- Offsets count characters of the tokens joined by blanks, a sentence a line. The document's id is what stands
  in the parentheses.
- The id is that of the fourth column; `--NME--` (no matching entity) and `--OOE--` are NIL. Escapes of YAGO's
  names (`\\u00e9`) are undone.
"""

import re
from collections.abc import Iterable
from typing import Any, NoReturn

from nerkit.corpora.spans import Spans
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.borders import docstart
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.format import Reader
from nerkit.readers.spans.span_table import SpanTable

BEGINS = regex(r"-DOCSTART-[ \t]+\((.*)\)\s*\Z")
LINKED = regex(r"^[^\t\n]+\tB\t[^\t\n]+\t[^\t\n]+", re.MULTILINE)
LETTERS = ("B", "I")
OUTSIDE = ("--NME--", "--OOE--")
NIL = "NIL"
ESCAPE = regex(r"\\u([0-9A-Fa-f]{4})")
MENTION = 4  # columns of a token in a mention, at least
FORM = "a line is: token, or token, B or I, mention, entity, separated by tabs"


def recognise(head: str) -> bool:
    """True when documents begin with their ids in parentheses, and a mention has an entity."""
    first = head.lstrip().partition("\n")[0]
    return BEGINS.match(first) is not None and LINKED.search(head) is not None


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """All documents of AIDA files as one corpus.

    Raises InputError (file, line, column, remedy) for a token before the first document, a row without one, a
    letter that is neither B nor I, a mention without its columns, and an I where no mention goes on.
    """
    return SpanTable("text").read(sources, lambda source, table: _AidaReading(source, table).all())


class _AidaReading:
    """One file of AIDA."""

    def __init__(self, source: Source, table: SpanTable) -> None:
        self.source, self.table = source, table
        self.at = (0, "")  # the line that is read: number, text
        self.pieces: list[str] = []  # of the text of the document
        self.size = 0
        self.begun = False
        self.mention: tuple[int, int, int, str] | None = None  # line, start, end, entity
        self.mentions: list[tuple[int, int, int, str]] = []

    def all(self) -> None:
        """Read every line: documents begin with -DOCSTART-, sentences end at blank lines."""
        for number, line in self.source.lines():
            self.at = number, line
            if match := BEGINS.match(line):
                self._finish()
                self.table.document(match[1])
                self.begun = True
            elif line.strip():
                self._token(line.rstrip("\t").split("\t"))
            else:
                self._end_mention()
                if self.pieces:
                    self.pieces[-1] = "\n"
        self._finish()

    def _token(self, cells: list[str]) -> None:
        if not self.begun:
            self._fail("a token before the first document", 0, "a document begins with -DOCSTART- (id)")
        if not cells[0]:
            self._fail("a row without a token", 0)
        start, end = self.size, self.size + len(cells[0])
        self.pieces += [cells[0], " "]
        self.size = end + 1
        letter = cells[1] if len(cells) > 1 else ""
        if not letter:
            self._end_mention()
            return
        if letter not in LETTERS:
            self._fail(f"{letter!r} is neither B nor I", 1)
        if len(cells) < MENTION:
            self._fail("a mention without its entity", len(cells) - 1)
        if letter == "B":
            self._end_mention()
            self.mention = self.at[0], start, end, cells[3]
        elif self.mention is None:
            self._fail("an I where no mention goes on", 1)
        else:
            line, first, _, entity = self.mention
            self.mention = line, first, end, entity

    def _end_mention(self) -> None:
        if self.mention is not None:
            self.mentions.append(self.mention)
        self.mention = None

    def _finish(self) -> None:
        """Add the document that has been read."""
        self._end_mention()
        if self.begun:
            text = "".join(self.pieces[:-1])
            self.table.texts[-1] = text
            for line, start, end, entity in self.mentions:
                self.table.span(start, end, line, eid=_id(entity), text=text[start:end])
        self.pieces, self.size, self.mentions = [], 0, []

    def _fail(self, problem: str, cell: int, remedy: str = FORM) -> NoReturn:
        ColumnLine(self.source.name, *self.at).fail(problem, remedy, cell, tabs=True)


def _id(entity: str) -> str:
    if entity in OUTSIDE:
        return NIL
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), entity)


READER = Reader(recognise, read, Spans, characters=True, borders=docstart)
