"""Coreference as brackets in the last column: CoNLL-2011, CoNLL-2012, and shorter tables like them.

    #begin document (bc/cctv/00/cctv_0000); part 000
    bc/cctv/00/cctv_0000  0  0  The    DT  (TOP(S(NP*  -  -  -  -  *  (5|(0
    bc/cctv/00/cctv_0000  0  1  house  NN  *)          -  -  -  -  *  0)
    …
    #end document

- A document's id is the text after `#begin document`, including the part. The document ends at
  `#end document`, at the next document or at the end of the file. A blank line ends a sentence; a mention can
  cross sentences. Lines that begin with `#` are comments, which nerkit skips, unless a cell of coreference
  follows their last tab.
- Tabs separate columns; in lines without a tab, blanks do. Coreference is the last column. The word is column
  4, or the second-last column if there are fewer than five columns.
- In a cell, `(id` opens a mention of an entity, `id)` closes its last open mention, and `(id)` is a mention
  of one word. `|` can separate brackets. An id is any text without brackets, blanks and `|`. A single `-`,
  `_` or `*` means an empty cell. On a token, closing brackets count before opening brackets, in any order of
  writing. So `3)|(3` and `(3|3)` end an open mention and begin another. If no mention is open, `(3|3)` is a
  mention of one word.
- Mentions are in the order in which they close; on one token, one-word mentions come first. Entities are in
  the order of their first brackets. nerkit keeps repeated mentions.

With *minimum*, words keep their parts of speech and parse bits (columns 5 and 6). If all lines have these
columns, each mention has the smallest span by its parse (`minimum_spans`).

Differences from scorer.pl 8.01: comments are not tokens. Ids are any text. Blanks may separate columns.
`3)|(3` is allowed. Tokens outside a document are an error.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.algorithms.keys import combine, grouped
from nerkit.corpora.mentions import Mentions
from nerkit.ground import warnings
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.columns.brackets import CLOSE, OPEN, BracketEvents, depths, events, pairs
from nerkit.readers.columns.lines import BLANK, TAB, Lines
from nerkit.readers.columns.text import BEGIN_DOCUMENT, ColumnText
from nerkit.readers.columns.words import HASH, beginning, due
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.format import Reader
from nerkit.readers.register import CELL

NOTHING = ("-", "_", "*")
BRACKET = regex(r"(\()?([^()|\s]+)(\))?\|*")
WHOLE_CELL = regex(rf"{CELL}\Z")
END = regex(r"#\s*end document\b")
TRAILING = regex(rb"(?<![ \t])[ \t]+$", re.MULTILINE)
BLANKS = regex(r"[ \t]+")
WHOLE = 0  # the kind of a mention of one word; other brackets have the kind OPEN or CLOSE
CUT = b"\n#begin document "  # the most frequent first line of a document
START_OF_ID, END_OF_ID = r"(?<![^()|\s])", r"(?![^()|\s])"
WORD = 4  # the column of the word
PARSE = (5, 6)  # the columns of the part of speech and the parse bit
FORM = "a cell must be -, or brackets that open, close or enclose an entity's id: (5  5)  (5)  (5|(0"
DOCUMENT = "begin a document with a line #begin document (name); part 000"
FIRST = r"\S.*"  # the line from its first nonblank character
COLUMNS = "write lines of word, any other columns, coreference; separated by tabs or blanks"
CELLS, OUTSIDE, NARROW, OPENED = range(4)  # kinds of faults, in the order in which they are reported
REMEDIES = (FORM, DOCUMENT, COLUMNS, FORM)
Fault = tuple[int, int, str, str]  # the kind, the token, the problem, a pattern for the place of the caret


@record(frozen=True)
class BracketShape:
    """A format with coreference as brackets in the last column.

    word   the 1-based column of the word
    parse  whether columns 5 and 6 have the part of speech and the parse bit, for *minimum*
    """

    word: int
    parse: bool = False

    def read(self, sources: Iterable[Source], *, minimum: bool = False, **_: Any) -> Mentions:
        """Read all documents of the inputs as one corpus of mentions.

        With *minimum*, mentions have their smallest spans. Raises InputError (file, line, column, remedy) for
        a malformed cell, and a bracket without its partner. Further errors are a token outside a document,
        and a token without a second column.
        """
        table, cells, bits = MentionTable(), _CellBrackets(), list[tuple[str, str]]()
        for source in sources:
            table.source(source)
            comments = list[int]()
            for text in _documents(source):
                block = _DocumentBlock(text, cells)
                block.check()
                block.add(table, self.word)
                comments += block.comments
                bits += block.parses() if minimum and self.parse else ()
            examples = list(map(str, comments))
            table.warnings += warnings.listed("comment-lines-skipped", examples, side=source.name)
        mentions = table.mentions()
        if not bits or len(bits) != table.word_count:
            return mentions
        from nerkit.readers.coref.minimum_spans import with_parses

        return with_parses(mentions, bits)

    def reader(self, **more: Any) -> Reader:
        """The `Reader` of the format; *more* are further fields of `Reader`."""
        return Reader(self.read, Mentions, cut="documents: begin document", **more)


def _documents(source: Source) -> Iterator[ColumnText]:
    """An input as texts of about one block, cut between documents."""
    held, first = list[bytes](), source.first_line
    for number, block in source.byte_blocks():
        cut = held[-1].rfind(CUT) + 1 if held else 0
        if cut and b"\t" not in held[-1][cut:].partition(b"\n")[0]:
            *before, last = held
            yield ColumnText(source.name, first, b"\n".join([*before, last[: cut - 1]]))
            held, first = [last[cut:]], number - 1 - last.count(b"\n", cut)
        held.append(block)
    yield ColumnText(source.name, first, b"\n".join(held), ends=True)


def is_cell(text: str) -> bool:
    """Whether a text is a well-formed cell of the column of coreference."""
    return text in NOTHING or WHOLE_CELL.match(text) is not None


class _CellBrackets(dict[str, BracketEvents | None]):
    """A cache: cell -> the kind (OPEN, CLOSE or WHOLE) and the entity of each bracket.

    Mentions of one word come first, then mentions that end. The value is None for a malformed cell.
    """

    def __init__(self) -> None:
        self.names = Vocabulary()  # the names of entities

    def __missing__(self, cell: str) -> BracketEvents | None:
        found = [] if cell in NOTHING else BRACKET.findall(cell)
        parts = [(bool(opens) - bool(closes), self.names[name]) for opens, name, closes in found]
        parts.sort(key=lambda part: (part[0] != WHOLE, part[0]))
        self[cell] = parts if is_cell(cell) else None
        return self[cell]


class _DocumentBlock:
    """A block of whole documents, with arrays per token and per bracket.

    row, width        the line of each token, and its number of columns, shape (tokens,)
    segment           the number of document marks before each token, shape (tokens,)
    inside, document  whether each token is in a document, and its document, shape (tokens,)
    token, kind       the token of each bracket, and its kind OPEN, CLOSE or WHOLE, shape (brackets,)
    key               the document and entity of each bracket as one number, shape (brackets,)
    depth             the number of open mentions with the key after each bracket, shape (brackets,)
    alone, used       whether each bracket is the closing or the opening bracket of `(3|3)` while no mention
                      is open. Then the brackets are a mention of one word
    malformed         a list with the first token with a malformed cell, and the cell; can be empty
    """

    def __init__(self, text: ColumnText, cells: _CellBrackets) -> None:
        self.text, self.lines, self.names = text, _lines(text), cells.names
        lines, self.comments = self.lines, list[int]()
        marks = dict[int, str | None]()  # line -> id of the document that begins there; None if one ends
        is_token = lines.end > lines.start
        hashes = np.flatnonzero(lines.data[lines.start] == HASH).tolist()
        for row, line in zip(hashes, lines.written(hashes), strict=True):
            if not line.startswith("#") or ("\t" in line and is_cell(line.rsplit("\t", 1)[1])):
                continue
            is_token[row] = False
            if (begin := BEGIN_DOCUMENT.match(line)) or END.match(line):
                marks[row] = begin[1].strip() if begin else None
            else:
                self.comments.append(row + text.number)
        self.ids = [name for name in marks.values() if name is not None]
        self.row = np.flatnonzero(is_token)
        self.width = lines.width[self.row]
        begins = np.array([False, *(name is not None for name in marks.values())])
        self.segment = np.searchsorted(np.array([*marks], np.int64), self.row)
        self.inside, self.document = begins[self.segment], (np.cumsum(begins) - 1)[self.segment]
        self._read(cells)

    def _read(self, cells: _CellBrackets) -> None:
        """Find the brackets in the last column of the tokens in documents."""
        lines = self.lines
        start, end = lines.cells(self.row, self.width - 1)
        nothing = np.isin(lines.data[start], [ord(cell) for cell in NOTHING]) & (end == start + 1)
        full = np.flatnonzero(self.inside & ~nothing)
        column = column_of(lines.data, start[full], end[full])
        token, self.kind, name, bad = events(column, cells.__getitem__)
        self.malformed = [(int(full[at]), str(column.value(at))) for at in bad]
        self.token = full[token]
        self.key = self.document[self.token] * max(len(self.names), 1) + name
        self.depth = depths(self.key, self.kind)
        self.alone = (self.kind == CLOSE) & (self.depth < 0)
        self.used = (self.kind == OPEN) & (self.depth <= 0)

    def check(self) -> None:
        """Raise InputError for the first fault, if any; within a document, faults in cells come first."""
        faults = [*self._wrong_tokens(), *self._unpaired()]
        if faults:
            _, kind, token, problem, pattern = min((self.segment[fault[1]], *fault) for fault in faults)
            line = self.text.line(int(self.row[token]))
            *_, at = [0, *(match.start() for match in re.finditer(pattern, line.text))]
            line.fail_at(at, problem, REMEDIES[kind])

    def _wrong_tokens(self) -> Iterator[Fault]:
        for token, cell in self.malformed:
            yield CELLS, token, f"{cell!r} is not a cell of coreference", re.escape(cell)
        for token in np.flatnonzero(~self.inside)[:1].tolist():
            yield OUTSIDE, token, "the token is outside a document", FIRST
        for token in np.flatnonzero(self.inside & (self.width < 2))[:1].tolist():
            yield NARROW, token, "the line has one column, but needs at least 2", FIRST

    def _unpaired(self) -> Iterator[Fault]:
        """The first closing and the first opening bracket without a partner, as faults."""
        if not (self.kind.sum() or self.alone.any()):
            return
        names, every = list(self.names), np.arange(len(self.kind))
        # on one token, brackets that open an entity can end surplus brackets that close it
        first, group = grouped(combine(self.key, self.token))
        last = np.empty_like(first)
        last[group] = every
        for event in np.sort(first[self.depth[last] < 0])[:1].tolist():
            name = names[self.key[event] % len(names)]
            problem, pattern = f"no mention of {name} is open here", START_OF_ID + re.escape(f"{name})")
            yield CELLS, int(self.token[event]), problem, pattern
        # the last bracket that opens the outermost mention of an entity, and the last bracket of the entity
        outermost = np.flatnonzero((self.kind == OPEN) & (self.depth == 1))
        opening, ends = (
            dict(zip(self.key[rows].tolist(), rows.tolist(), strict=True)) for rows in (outermost, every)
        )
        unclosed = [opening[key] for key, event in ends.items() if self.depth[event] > 0]
        for event in sorted(unclosed, key=self.token.item)[:1]:
            name = names[self.key[event] % len(names)]
            problem = f"the mention of {name} that begins here does not end in its document"
            yield OPENED, int(self.token[event]), problem, re.escape(f"({name}") + END_OF_ID

    @cached_property
    def position(self) -> IntArray:
        """The 0-based position of each token in its document, shape (tokens,)."""
        return due(beginning(self.document)) - 1

    @property
    def sentence(self) -> IntArray:
        """The 0-based sentence of each token in its document, shape (tokens,)."""
        blank = np.flatnonzero(self.lines.end == self.lines.start)
        total = np.cumsum(beginning(np.searchsorted(blank, self.row)) & (self.position > 0))
        sentence: IntArray = total - total[np.arange(len(self.row)) - self.position]
        return sentence

    def add(self, table: MentionTable, word: int) -> None:
        """Add documents, words and mentions to the table; *word* is the 1-based column of words."""
        current, line = len(table.ids), self.row + self.text.number
        firsts = np.searchsorted(self.document, np.arange(len(self.ids))).tolist()
        for name, ahead in zip(self.ids, firsts, strict=True):
            table.document(name or None, ahead=ahead)
        # the word is before the last column
        words = self.lines.cells(self.row, np.minimum(word, self.width - 1) - 1)
        table.words(self.lines.copied(*words), line)
        brackets = np.flatnonzero((self.kind != WHOLE) & ~self.alone & ~self.used)
        opening, closing = pairs(self.kind[brackets], self.depth[brackets], self.key[brackets])
        begin = np.arange(len(self.kind))  # for each closing bracket, its opening bracket
        begin[brackets[closing]] = brackets[opening]
        made = np.flatnonzero(((self.kind != CLOSE) | self.alone) & ~self.used)
        # entities are the distinct keys, in the order of their first brackets
        keys, names, entity = Vocabulary(), list(self.names), np.zeros(len(self.kind), np.int64)
        entity[made] = keys.codes(self.key[made].tolist()) + len(table.entities)
        table.entities += [names[key % len(names)] for key in keys]
        ends = np.flatnonzero(self.kind != OPEN)
        first, last = self.token[begin[ends]], self.token[ends]
        table.columns(
            document=self.document[last] + current,
            entity=entity[begin[ends]],
            line=line[first],
            sentence=self.sentence[first],
            start=self.position[first],
            end=self.position[last] + 1,
        )

    def parses(self) -> list[tuple[str, str]]:
        """The part of speech and the parse bit of each token; empty if a line lacks these columns."""
        if not (self.width > max(PARSE)).all():
            return []
        pos, bit = (self.lines.texts(*self.lines.cells(self.row, column - 1)) for column in PARSE)
        return list(zip(pos, bit, strict=True))


def _lines(text: ColumnText) -> Lines:
    """The lines of a text without blanks at their ends; tabs (if there are none, blanks) separate cells."""
    if b"\t" not in text.raw:
        return Lines.of(text.raw, BLANK)
    lines = Lines.of(text.raw, TAB, whole=True)
    if np.isin(lines.data[lines.end - 1], (BLANK, TAB)).any():
        lines = Lines.of(TRAILING.sub(b"", text.raw), TAB, whole=True)
    without = np.flatnonzero((lines.width == 1) & (lines.data[lines.start] != HASH)).tolist()
    if any(" " in line for line in lines.written(without)):
        lines = Lines.of("\n".join(map(_tabbed, text.lines)), TAB, whole=True)
    return lines


def _tabbed(line: str) -> str:
    """A line without blanks at its end; if it has no tabs and is not a comment, its blanks become tabs."""
    line = line.rstrip(" \t")
    if "\t" in line or line.startswith("#"):
        return line
    cells = BLANKS.sub("\t", line.strip(" "))
    return f" {cells}" if cells.startswith("#") else cells  # a line is only a comment if it begins with #


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Guess whether an unrecognised text was meant for conll-coref: it marks documents, and is not bio."""
    return "#begin document" in head and "bio" not in formats


SHAPE = BracketShape(WORD, parse=True)
READER = SHAPE.reader(guess=_meant)
