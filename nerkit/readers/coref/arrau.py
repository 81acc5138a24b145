"""ARRAU's table of markables, in CoVal's form: one document per file, one word per line.

    TOKEN  MARKABLE                                   MIN                    COREF
    The    B-markable_12=set_3@B-markable_4=set_1     word_2@word_2          old@new
    house  I-markable_12=set_3@I-markable_4=set_1     word_2@word_2          old@new
    .

- Tabs separate columns. `@` separates the markables of a word, and their values in the other columns. A
  markable begins at its `B-` and reaches to its last `I-`; its entity follows `=`. Lines that begin with
  `TOKEN` and blank lines are ignored.
- `MIN` is the smallest span: words counted from 1 in the file, `word_5` or `word_5..word_7`. It is read if a
  line has four columns.
- A markable whose `COREF` (the last of three or four columns) is `non_referring` is not a mention. A warning
  counts such markables.
- In a folder, nerkit reads only the `.CONLL` files, if there are any. A document's id is its file name.

Differences from CoVal: malformed markables are errors; a non-referring markable is left out, but its entity
stays.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from nerkit.corpora.mentions import Mentions
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.coref.mention_table import MentionTable, Ranges
from nerkit.readers.format import Reader

SUFFIX = ".CONLL"
HEADER = "TOKEN"
MARKABLE = re.compile(r"([BI])-(markable_[^=@]+)=([^@]+)\Z")
MINIMUM = re.compile(r"word_([0-9]{1,9})(?:\.\.word_([0-9]{1,9}))?\Z")
NON_REFERRING = "non_referring"
FORM = "a markable is B-markable_1=set_1 at its first word and I-markable_1=set_1 at other words, joined by @"
WORDS = (
    "a smallest span is word_2 or word_2..word_4, words counted from 1 in the file and within the markable"
)


@dataclass(slots=True)
class _Markable:
    """A markable: its entity, its words [start, end) in the document, its smallest span, and its place."""

    entity: str
    start: int
    end: int
    minimum: Ranges
    row: TextRow
    place: int  # its 0-based number among the markables of the row
    has_gap: bool = False


class ArrauShape(LineShape):
    """A format with one word per line, in documents that are files."""

    def read(self, sources: Iterable[Source], **_: Any) -> Mentions:
        """Read ARRAU files as documents of one corpus of mentions; of a folder, only files with SUFFIX."""
        sources, table = list(sources), MentionTable()
        table.has_sentences = False
        chosen = [one for one in sources if not one.listed or one.member.endswith(SUFFIX)] or sources
        verdict = f"not read, because its name does not end in {SUFFIX}"
        table.tally.add("file", verdict, len(sources) - len(chosen))
        return table.read(chosen, self.add_file)

    def add_file(self, source: Source, table: MentionTable) -> None:
        """Add the words and mentions of one file as a document.

        Raises InputError (file, line, column, remedy) for a malformed markable, and a markable that does not
        begin or begins twice. Further errors are a smallest span that is malformed or outside its markable,
        and lists of different lengths in a line.
        """
        forms, lines = list[str](), list[int]()
        markables: dict[str, _Markable | None] = {}  # name -> markable; None if it is non-referring
        for row in self.rows(source):
            if row.cells and not row.text.startswith(HEADER):
                _mark(row, len(forms), markables)
                forms.append(row.cells[0])
                lines.append(row.line)
        table.document(None)
        table.words(forms, np.array(lines, np.int64))
        kept = [markable for markable in markables.values() if markable]
        table.tally.add("markable", "left out as non-referring", len(markables) - len(kept))
        verdict = "with a gap, read from its first word to its last"
        table.tally.add("markable", verdict, sum(one.has_gap for one in kept))
        for one in kept:
            for start, end in one.minimum:
                if not one.start <= start < end <= one.end:
                    problem = "the smallest span of a markable that begins here is not inside the markable"
                    _fail(one.row, 2, one.place, problem, WORDS)
            words = ((one.start, one.end),)
            table.mention(table.entity(one.entity), one.row.line, words, minimum=one.minimum)


def _mark(row: TextRow, word: int, markables: dict[str, _Markable | None]) -> None:
    """Begin or continue the markables of a row, which is word number *word* of the document."""
    for i, (text, smallest, tag) in enumerate(_entries(row)):
        match = MARKABLE.match(text)
        if not match:
            _fail(row, 1, i, f"{text!r} is not a markable", FORM)
        mark, name, entity = match.groups()
        if (mark == "B") == (name in markables):
            what = "begins a second time" if mark == "B" else "has not begun"
            _fail(row, 1, i, f"{name} {what}", FORM)
        if mark == "B":
            markables[name] = None
            if tag.strip() != NON_REFERRING:
                minimum = _minimum(smallest.strip(), row, i)
                markables[name] = _Markable(entity, word, word + 1, minimum, row, i)
        elif (markable := markables[name]) is not None:
            markable.has_gap |= markable.end < word
            markable.end = word + 1


def _entries(row: TextRow) -> Iterable[tuple[str, str, str]]:
    """The markables of a row, each with its smallest span and its COREF; empty texts for blank cells."""
    cells = row.cells
    if len(cells) < 2:
        return ()
    markables = cells[1].split("@")
    columns = [markables]
    for column, least in ((2, 4), (len(cells) - 1, 3)):
        filled = len(cells) >= least and cells[column].strip()
        columns.append(cells[column].split("@") if filled else [""] * len(markables))
        if len(columns[-1]) != len(markables):
            problem = f"the cell has {len(columns[-1])} entries for {len(markables)} markables"
            row.fail(column, problem, FORM)
    return zip(*columns, strict=True)


def _minimum(text: str, row: TextRow, place: int) -> Ranges:
    """The smallest span as half-open 0-based words of the document; no range if *text* is empty."""
    match = MINIMUM.match(text)
    if text and not match:
        _fail(row, 2, place, f"{text!r} is not a smallest span", WORDS)
    return ((int(match[1]) - 1, int(match[2] or match[1])),) if match else ()


def _fail(row: TextRow, column: int, entry: int, problem: str, remedy: str) -> NoReturn:
    """Raise InputError, with the caret at the 0-based *entry* of the list in a 0-based column."""
    before = row.cells[column].split("@")[:entry]
    row.fail(column, problem, remedy, within=sum(len(each) + 1 for each in before))


SHAPE = ArrauShape(trailing="\t ")
READER = Reader(SHAPE.read, Mentions)
