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
from nerkit.readers.columns.text import TextRow, rows
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
        _add(source, table)
    return table.mentions()


@dataclass(slots=True)
class _Markable:
    """A markable: its entity, its words [start, end) in the document, its smallest span, and its place."""

    entity: str
    start: int
    end: int
    minimum: tuple[int, int] | None
    row: TextRow
    place: int  # its 0-based number among the markables of the row


def _add(source: Source, table: MentionTable) -> None:
    """Add the words and mentions of one file to the current document of the table."""
    forms, lines, gaps = list[str](), list[int](), set[str]()
    markables: dict[str, _Markable | None] = {}  # name -> markable; None if it is non-referring
    for row in rows(source, trailing="\t "):
        cells, line, text, _ = row
        if cells and not text.startswith(HEADER):
            if len(cells) > 1:
                _mark(row, len(forms), markables, gaps)
            forms.append(cells[0])
            lines.append(line)
    table.words(forms, np.array(lines, np.int64))
    kept = [markable for markable in markables.values() if markable]
    table.tally.add("markable", "left out as non-referring", len(markables) - len(kept))
    table.tally.add("markable", "with a gap, read from its first word to its last", len(gaps))
    for one in kept:
        if one.minimum and not one.start <= one.minimum[0] < one.minimum[1] <= one.end:
            problem = "the smallest span of a markable that begins here is not inside the markable"
            _fail(one.row, 2, one.place, problem, WORDS)
        minimum = one.minimum and (one.minimum,)
        table.mention(table.entity(one.entity), one.row.line, ((one.start, one.end),), minimum=minimum)


def _mark(row: TextRow, word: int, markables: dict[str, _Markable | None], gaps: set[str]) -> None:
    """Begin or continue the markables of a row, which is word number *word* of the document.

    Names of markables with gaps are added to *gaps*.
    """
    for i, (text, smallest, tag) in enumerate(_entries(row)):
        match = MARKABLE.match(text)
        if not match:
            _fail(row, 1, i, f"{text!r} is not a markable", FORM)
        mark, name, entity = match.groups()
        if (mark == "B") == (name in markables):
            what = "begins a second time" if mark == "B" else "has not begun"
            _fail(row, 1, i, f"{name} {what}", FORM)
        if mark == "B":
            refers = tag.strip() != NON_REFERRING
            markables[name] = (
                _Markable(entity, word, word + 1, _minimum(smallest.strip(), row, i), row, i)
                if refers
                else None
            )
        elif (markable := markables[name]) is not None:
            gaps |= {name} if markable.end < word else set()
            markable.end = word + 1


def _entries(row: TextRow) -> Iterable[tuple[str, str, str]]:
    """The markables of a row, each with its smallest span and its COREF; empty texts for blank cells."""
    cells = row.cells
    markables = cells[1].split("@")
    nothing, columns = [""] * len(markables), [markables]
    for column, least in ((2, 4), (len(cells) - 1, 3)):
        filled = len(cells) >= least and cells[column].strip()
        columns.append(cells[column].split("@") if filled else nothing)
        if len(columns[-1]) != len(markables):
            problem = f"the cell has {len(columns[-1])} entries for {len(markables)} markables"
            row.fail(column, problem, FORM)
    return zip(*columns, strict=True)


def _minimum(text: str, row: TextRow, place: int) -> tuple[int, int] | None:
    """The smallest span as half-open 0-based words of the document; None if *text* is empty."""
    match = MINIMUM.match(text)
    if text and not match:
        _fail(row, 2, place, f"{text!r} is not a smallest span", WORDS)
    return match and (int(match[1]) - 1, int(match[2] or match[1]))


def _fail(row: TextRow, column: int, entry: int, problem: str, remedy: str) -> NoReturn:
    """Raise InputError, with the caret at the 0-based *entry* of the list in a 0-based column."""
    before = row.cells[column].split("@")[:entry]
    row.fail(column, problem, remedy, within=sum(len(each) + 1 for each in before))


READER = Reader(read, Mentions)
