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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from nerkit.corpora.mentions import Mentions
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.coref.mention_table import MentionTable
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


def read(sources: Iterable[Source], **_: Any) -> Mentions:
    """Read ARRAU files as documents of one corpus of mentions.

    Raises InputError (file, line, column, remedy) for a malformed markable, and a markable that does not
    begin or begins twice. Further errors are a smallest span that is malformed or outside its markable, and
    lists of different lengths in a line.
    """
    table = MentionTable()
    table.has_sentences = False
    sources = list(sources)
    chosen = [source for source in sources if not source.listed or source.member.endswith(SUFFIX)] or sources
    table.tally.add(
        "file", f"not read, because its name does not end in {SUFFIX}", len(sources) - len(chosen)
    )
    for source in chosen:
        table.source(source)
        table.document(None)
        _ArrauFile(table).read(source)
    return table.mentions()


@dataclass(slots=True)
class _Markable:
    """A markable: its entity, its words [start, end) in the document, its smallest span, and its place."""

    entity: str
    start: int
    end: int
    minimum: tuple[int, int] | None
    line: ColumnLine
    place: int  # its 0-based number among the markables of the line


class _ArrauFile:
    """A parser of one ARRAU document, which adds its words and mentions to the table."""

    def __init__(self, table: MentionTable) -> None:
        self.table = table
        self.markables: dict[str, _Markable | None] = {}  # name -> markable; None if it is non-referring
        self.gaps: set[str] = set()  # the names of markables with gaps

    def read(self, source: Source) -> None:
        """Read all lines, then add the words and mentions."""
        forms, numbers = list[str](), list[int]()
        for line in lines(source):
            if not line.text.strip() or line.text.startswith(HEADER):
                continue
            row = line.text.rstrip("\t ").split("\t")
            if len(row) > 1:
                self._line(row, line, len(forms))
            forms.append(row[0])
            numbers.append(line.number)
        self.table.words(forms, np.array(numbers, np.int64))
        markables = [markable for markable in self.markables.values() if markable]
        ignored = len(self.markables) - len(markables)
        self.table.tally.add("markable", "left out as non-referring", ignored)
        self.table.tally.add("markable", "with a gap, read from its first word to its last", len(self.gaps))
        for markable in markables:
            self._add(markable)

    def _line(self, row: Sequence[str], line: ColumnLine, word: int) -> None:
        """Parse the markables of word number *word* of the document."""
        markables = row[1].split("@")
        minima = self._parallel(row, 2, markables, line) if len(row) >= 4 else []
        tags = self._parallel(row, len(row) - 1, markables, line) if len(row) >= 3 else []
        for i, text in enumerate(markables):
            match = MARKABLE.match(text)
            if not match:
                self._fail(line, (1, i), f"{text!r} is not a markable")
            mark, name, entity = match.groups()
            if (mark == "B") == (name in self.markables):
                self._fail(
                    line, (1, i), f"{name} {'begins a second time' if mark == 'B' else 'has not begun'}"
                )
            if mark == "B" and tags and tags[i].strip() == NON_REFERRING:
                self.markables[name] = None
            elif mark == "B":
                smallest = self._minimum(minima[i].strip(), line, i) if minima else None
                self.markables[name] = _Markable(entity, word, word + 1, smallest, line, i)
            elif (markable := self.markables[name]) is not None:
                self.gaps |= {name} if markable.end < word else set()
                markable.end = word + 1

    def _parallel(
        self, row: Sequence[str], column: int, markables: Sequence[str], line: ColumnLine
    ) -> list[str]:
        """The list in a column, with one entry per markable; empty if the cell is blank."""
        entries = row[column].split("@") if row[column].strip() else []
        if entries and len(entries) != len(markables):
            problem = f"the cell has {len(entries)} entries for {len(markables)} markables"
            self._fail(line, (column, 0), problem)
        return entries

    def _minimum(self, text: str, line: ColumnLine, place: int) -> tuple[int, int] | None:
        """The smallest span as half-open 0-based words of the document; None if *text* is empty."""
        if not text:
            return None
        match = MINIMUM.match(text)
        if not match:
            self._fail(line, (2, place), f"{text!r} is not a smallest span", WORDS)
        return int(match[1]) - 1, int(match[2] or match[1])

    def _add(self, markable: _Markable) -> None:
        smallest = markable.minimum
        if smallest and not markable.start <= smallest[0] < smallest[1] <= markable.end:
            problem = "the smallest span of a markable that begins here is not inside the markable"
            self._fail(markable.line, (2, markable.place), problem, WORDS)
        self.table.mention(
            self.table.entity(markable.entity),
            markable.line.number,
            ((markable.start, markable.end),),
            minimum=smallest and (smallest,),
        )

    def _fail(self, line: ColumnLine, place: tuple[int, int], problem: str, remedy: str = FORM) -> NoReturn:
        """Raise InputError, with the caret at *place*, which is (0-based column, entry in the column)."""
        column, entry = place
        row = line.text.split("\t")
        before = [*row[:column], *row[column].split("@")[:entry]]
        line.fail_at(sum(len(each) + 1 for each in before), problem, remedy)


READER = Reader(read, Mentions)
