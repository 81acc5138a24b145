"""Coreference as brackets in the last column: CoNLL-2011, CoNLL-2012, and shorter tables like them.

    #begin document (bc/cctv/00/cctv_0000); part 000
    bc/cctv/00/cctv_0000  0  0  The    DT  (TOP(S(NP*  -  -  -  -  *  (5|(0
    bc/cctv/00/cctv_0000  0  1  house  NN  *)          -  -  -  -  *  0)
    …
    #end document

- A document's id is what follows `#begin document`, the part included. `#end document`, the next document
  or the end of the file ends it. A blank line ends a sentence; a mention may cross sentences. Lines that
  begin with `#` are comments and are skipped, unless they have tabs and a cell of coreference behind the
  last.
- Columns are separated by tabs, in lines without a tab by blanks; coreference is the last one. The word is
  column 4, or the one before the last where there are fewer than five.
- In a cell, `(id` opens a mention of that entity, `id)` closes the one opened last, `(id)` is a mention of
  one word; `|` may stand between them. An id is any text without brackets, blanks and `|`. `-`, `_` and `*`
  alone say that there is nothing. On one token what closes goes before what opens, in whatever order it is
  written, so `3)|(3` and `(3|3)` end a mention that is open and begin another one. `(3|3)` with none open
  is a mention of one word.
- Mentions come in the order in which they close, entities in that of their first brackets; of a token those
  of one word first. Repeated mentions are kept.

With *minimum*, words keep their parts of speech and parse bits (columns 5 and 6), and each mention has the
smallest span that its own parse gives (`minimum_spans`), where lines have these columns.

Differences from scorer.pl 8.01: comments are no tokens; ids are any text; columns may be separated by
blanks; `3)|(3`; tokens outside a document are an error.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, NoReturn

import numpy as np

from nerkit.corpora.mentions import Mentions
from nerkit.exceptions import InputError
from nerkit.ground.warnings import listed
from nerkit.io import Source
from nerkit.readers.columns.text import BEGIN_DOCUMENT
from nerkit.readers.coref.columns import (
    END,
    NOTHING,
    CellBrackets,
    DocumentBlocks,
    brackets_of,
    is_cell,
)
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.format import Reader
from nerkit.readers.sample import Sample

CUT = b"\n#begin document "  # what a document begins with, most often
SAMPLE = 100  # lines that recognition looks at
START_OF_ID, END_OF_ID = r"(?<![^()|\s])", r"(?![^()|\s])"
BLANKS = re.compile(r"[ \t]+")
WORD = 4  # the column of the word
PARSE = (5, 6)  # the columns of the part of speech and the parse bit
FORM = "a cell must be -, or brackets that open, close or enclose an entity's id: (5  5)  (5)  (5|(0"
DOCUMENT = "begin a document with a line #begin document (name); part 000"


def recognise(sample: Sample) -> bool:
    """True when a document begins in it whose lines end in cells of brackets and are not numbered."""
    return has_cells(sample.text) and not numbered(sample.text)


def read(sources: Iterable[Source], *, minimum: bool = False) -> Mentions:
    """All documents of CoNLL inputs as one corpus.

    Raises InputError (file, line, column, remedy) for a malformed cell, a bracket without a partner, a
    token outside a document or without a second column.
    """
    return read_brackets(sources, WORD, minimum=minimum)


def read_brackets(sources: Iterable[Source], word: int, *, minimum: bool = False) -> Mentions:
    """The documents of inputs in which words stand in column *word* (from 1)."""
    table = MentionTable()
    bits: list[tuple[str, str]] | None = [] if minimum else None
    for source in sources:
        table.source(source)
        blocks, comments = DocumentBlocks(table, word), list[int]()
        for number, raw in _documents(source):
            taken = blocks.take(number, raw) if bits is None else None
            comments += (
                _ConllLines(source.name, table, word, bits).read(number, raw) if taken is None else taken
            )
        table.warnings += listed("comment-lines-skipped", list(map(str, comments)), side=source.name)
    mentions = table.mentions()
    if not bits or len(bits) != table.word_count:
        return mentions
    from nerkit.readers.coref.minimum_spans import with_parses

    return with_parses(mentions, bits)


def _documents(source: Source) -> Iterator[tuple[int, bytes]]:
    """The whole documents of about a block of an input each, and the number of their first line."""
    held, first = list[bytes](), source.first_line
    for number, block in source.byte_blocks():
        cut = held[-1].rfind(CUT) + 1 if held else 0
        if cut and b"\t" not in held[-1][cut:].partition(b"\n")[0]:
            *before, last = held
            yield first, b"\n".join([*before, last[: cut - 1]])
            held, first = [last[cut:]], number - 1 - last.count(b"\n", cut)
        held.append(block)
    yield first, b"\n".join(held)


def has_cells(head: str) -> bool:
    """Whether a text has a document half of whose lines at least end in a cell of brackets or nothing."""
    lines = head.split("\n")[:SAMPLE]
    begin = next((i for i, line in enumerate(lines) if BEGIN_DOCUMENT.match(line)), None)
    if begin is None:
        return False
    tokens = [line for line in lines[begin:] if line.strip() and not line.startswith("#")]
    return sum(is_cell(line.split()[-1]) for line in tokens) * 2 >= len(tokens)


def numbered(head: str) -> bool:
    """Whether the first tab-separated column numbers the words of each sentence from 1."""
    last, seen = 0, 0
    for line in head.split("\n")[:SAMPLE]:
        if not line.strip() or line.startswith("#"):
            last = 0
            continue
        if line.split("\t", 1)[0] != str(last + 1) or "\t" not in line:
            return False
        last, seen = last + 1, seen + 1
    return seen > 0


class Opening(NamedTuple):
    """A mention that has begun: its first word, its sentence, the line that begins it, its entity."""

    position: int
    sentence: int
    number: int
    entity: int
    line: str


class _ConllLines:
    """Documents on their way into the table, line by line."""

    def __init__(self, name: str, table: MentionTable, word: int, bits: list[tuple[str, str]] | None) -> None:
        self.name, self.table, self.word, self.bits = name, table, word, bits
        self.inside = False  # whether a document is open
        self.base = 0  # what to subtract from the number of a line to have the position of its word
        self.sentence, self.broken = 0, 0  # the current sentence, and the position at which it began
        self.open: dict[str, list[Opening]] = {}
        self.comments: list[int] = []
        self.parsed: dict[str, CellBrackets] = {}  # cells that have been met

    def read(self, number: int, raw: bytes) -> list[int]:
        """Read whole documents, the first line of which has this number; gives the lines of comments."""
        text = raw.decode()
        if " \n" in text or "\t\n" in text or text[-1:] in (" ", "\t"):
            text = "\n".join(line.rstrip(" \t") for line in text.split("\n"))
        lines = text.split("\n")
        blank = " " if "\t" not in text else "\t"
        plain = frozenset(blank + cell for cell in NOTHING)
        wordless: list[int] = []  # lines of the document without words
        start = 0  # where the words of the document begin
        for i in [i for i, line in enumerate(lines) if line[-2:] not in plain or line[0] == "#"]:
            line = lines[i]
            if line and not (line[0] == "#" and not self._is_token(line)):
                if self.inside:
                    self._brackets(line, number + i)
                continue
            begin = BEGIN_DOCUMENT.match(line)
            if begin or END.match(line):
                self._add_words(lines, (start, i), wordless, number)
                start, wordless = i, []
                self._end()
            elif line:
                self.comments.append(number + i)
            if begin:
                self._begin(begin[1], number + i)
            self._skip(line, number + i)
            wordless.append(i)
        self._add_words(lines, (start, len(lines)), wordless, number)
        self._end()
        return self.comments

    def _is_token(self, line: str) -> bool:
        """Whether a line that begins with # is a token."""
        return "\t" in line and is_cell(line.rsplit("\t", 1)[1])

    def _skip(self, line: str, number: int) -> None:
        """Pass over a line without a word; a blank one ends the sentence."""
        position = number - self.base
        if not line and position > self.broken:
            self.sentence += 1
            self.broken = position
        self.base += 1

    def _begin(self, name: str, number: int) -> None:
        self.table.document(name.strip() or None)
        self.inside, self.base = True, number
        self.sentence, self.broken, self.open = 0, 0, {}

    def _end(self) -> None:
        """Close the document; raises InputError for a mention that is still open."""
        unclosed = [(*stack[0][2:], name) for name, stack in self.open.items() if stack]
        if unclosed:
            number, _, line, name = min(unclosed)
            problem = f"the mention of {name} that begins here does not end in its document"
            self._fail(problem, number, line, re.escape(f"({name}") + END_OF_ID)
        self.inside = False

    def _brackets(self, line: str, number: int) -> None:
        """Read the last cell of a line."""
        cell = line.rpartition("\t")[2]
        if len(cell) == len(line):
            cell = line.rpartition(" ")[2]
        whole, closing, opening = self.parsed.get(cell) or self._parsed(cell, line, number)
        table, position = self.table, number - self.base
        for name in whole:
            table.mention(table.entity(name), number, ((position, position + 1),), sentence=self.sentence)
        for name in closing:
            if stack := self.open.get(name):
                start, sentence, first, entity, _ = stack.pop()
                table.mention(entity, first, ((start, position + 1),), sentence=sentence)
            elif name in opening:
                at = opening.index(name)
                opening = opening[:at] + opening[at + 1 :]
                table.mention(table.entity(name), number, ((position, position + 1),), sentence=self.sentence)
            else:
                pattern = START_OF_ID + re.escape(f"{name})")
                self._fail(f"no mention of {name} is open here", number, line, pattern)
        for name in opening:
            opened = Opening(position, self.sentence, number, table.entity(name), line)
            self.open.setdefault(name, []).append(opened)

    def _parsed(self, cell: str, line: str, number: int) -> CellBrackets:
        """The brackets of a cell, which are remembered. Raises InputError for a malformed one."""
        if not is_cell(cell):
            self._fail(f"{cell!r} is not a cell of coreference", number, line, re.escape(cell))
        brackets = self.parsed[cell] = brackets_of(cell)
        return brackets

    def _add_words(
        self, lines: list[str], between: tuple[int, int], wordless: list[int], number: int
    ) -> None:
        """Add the words of the lines [start, end) to the open document; *wordless* lines have none."""
        start, end = between
        rows = np.delete(np.arange(start, end), np.array(wordless, np.int64) - start)
        if not len(rows):
            return
        at = int(rows[0])
        if not self.inside:
            self._fail("the token is outside a document", number + at, lines[at], remedy=DOCUMENT)
        tokens = [lines[i] for i in rows.tolist()] if wordless else lines[start:end]
        word = self.word
        cells = _split(tokens, word if self.bits is None else max(word, *PARSE))
        try:
            self.table.words([row[word - 1] if len(row) > word else row[-2] for row in cells], rows + number)
        except IndexError:
            i = next(i for i, row in enumerate(cells) if len(row) < 2)
            remedy = "write lines of word, any other columns, coreference; separated by tabs or blanks"
            self._fail(
                "the line has one column, but needs at least 2",
                number + int(rows[i]),
                tokens[i],
                remedy=remedy,
            )
        if self.bits is not None:
            pos, parse = PARSE
            self.bits += [(row[pos - 1], row[parse - 1]) for row in cells if len(row) > parse]

    def _fail(
        self, problem: str, number: int, line: str, pattern: str = r"\S", *, remedy: str = FORM
    ) -> NoReturn:
        """Raise the InputError, with the caret at what matches *pattern*.

        Of several matches it is the last one, since brackets stand in the last column; by default the first.
        """
        places = [match.start() + 1 for match in re.finditer(pattern, line)] or [1]
        column = places[0 if pattern == r"\S" else -1]
        raise InputError(problem, source=self.name, line=number, column=column, text=line, remedy=remedy)


def _split(lines: list[str], columns: int) -> list[list[str]]:
    """The first columns of each line, and the rest in one piece."""
    rows = [line.split("\t", columns) for line in lines] if "\t" in lines[0] else []
    if rows and len(min(rows, key=len)) > 1:
        return rows
    whole = "".join(lines)
    if "\t" not in whole and whole.isascii():
        return [line.split(None, columns) for line in lines]
    return [
        line.split("\t", columns) if "\t" in line else BLANKS.split(line.strip(" "), columns)
        for line in lines
    ]


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Whether a text that no format recognises is meant for this one: with a document's mark, not of tags."""
    return "#begin document" in head and "bio" not in formats


READER = Reader(read, Mentions, guess=_meant, cut="documents: begin document")
