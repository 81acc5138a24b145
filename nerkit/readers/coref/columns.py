"""Blocks of well-formed lines of CoNLL coreference, all brackets of a block at once.

Each distinct cell is parsed once. Its brackets become events, in the order of the lines and within a cell
those of one word, that end, that begin. The n-th bracket that is open of an id in a document is ended by the
next that ends one while as many are open, so events sorted by document, id and depth alternate.

A block with anything else in it (a malformed cell, a bracket without partner, a token outside a document or
without a second column, columns separated in two ways) is not taken: `conll_coref` reads it line by line, and
tells what is wrong. So is a short one, as this costs some hundred calls of numpy.
"""

import re
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.byte_columns import distinct_pieces
from nerkit.algorithms.columns import BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import expand
from nerkit.ground.patterns import regex
from nerkit.readers.columns.lines import BLANK, TAB, Lines
from nerkit.readers.columns.text import BEGIN_DOCUMENT
from nerkit.readers.coref.cells import NOTHING, brackets_of, is_cell
from nerkit.readers.coref.mention_table import MentionTable

END = re.compile(r"#\s*end document\b")
FEW = 1 << 14  # bytes of a block that is read line by line
HASH = ord("#")
OTHER_BLANKS = b"\x0b\x0c\x1c\x1d\x1e\x1f"  # which separate columns too where blanks do
BLANKS = " \t"
TRAILING = regex(rb"(?<![ \t])[ \t]+$", re.MULTILINE)
WHOLE, CLOSING, OPENING = range(3)


class Opening(NamedTuple):
    """A mention that has begun: its first word, its sentence, the line that begins it, its entity."""

    position: int
    sentence: int
    number: int
    entity: int
    line: str


class Reading:
    """How far the reading of an input is: what is open, and where."""

    def __init__(self, table: MentionTable, word: int) -> None:
        self.table, self.word = table, word
        self.inside = False  # whether a document is open
        self.base = 0  # what to subtract from the number of a line to have the position of its word
        self.sentence, self.broken = 0, 0  # the current sentence, and the position at which it began
        self.open: dict[str, list[Opening]] = {}
        self.comments: list[int] = []
        self.names = Vocabulary()  # of entities
        self.cells: dict[bytes, IntArray | None] = {}  # kinds and names of the brackets of a cell

    def take(self, number: int, raw: bytes) -> bool:
        """Read a block of lines, the first of which has this number.

        False where nothing was read, as it has to be read line by line.
        """
        if len(raw) < FEW:
            return False
        blank = BLANK if b"\t" not in raw else TAB
        if blank == BLANK and any(raw.find(byte) >= 0 for byte in OTHER_BLANKS):
            return False
        lines = Lines.of(raw, blank, whole=blank == TAB)
        if np.isin(lines.data[lines.end - 1], (BLANK, TAB)).any():
            lines = Lines.of(TRAILING.sub(b"", raw), blank, whole=True)
        block = _TokenLines(self, number, lines)
        if not block.is_sound():
            return False
        events = block.events()
        if events is None:
            return False
        mentions = _Mentions(self, block, events)
        if not mentions.are_closed():
            return False
        mentions.add()
        return True

    def events_of(self, cell: bytes) -> IntArray | None:
        """Kind and name of each bracket of a cell, None for a malformed one; remembered."""
        if cell not in self.cells:
            text = cell.decode()
            found = enumerate(brackets_of(text)) if is_cell(text) else None
            self.cells[cell] = (
                None
                if found is None
                else np.array([(kind, self.names[name]) for kind, names in found for name in names], np.int64)
            )
        return self.cells[cell]


class _TokenLines:
    """The lines of a block that are tokens, each with its document (from 0), position and sentence."""

    def __init__(self, reading: Reading, number: int, lines: Lines) -> None:
        self.reading, self.number, self.lines = reading, number, lines
        data = lines.data
        token = (lines.end > lines.start) & (data[lines.start] != HASH)
        blank = np.flatnonzero(lines.end == lines.start)
        hashes = np.flatnonzero(data[lines.start] == HASH)
        marks: list[tuple[int, str | None]] = []  # lines that begin documents, and those that end them
        self.comments: list[int] = []
        for row, text in zip(hashes.tolist(), lines.written(hashes.tolist()), strict=True):
            if "\t" in text and is_cell(text.rsplit("\t", 1)[1]):
                token[row] = True
            elif begin := BEGIN_DOCUMENT.match(text):
                marks.append((row, begin[1].strip()))
            elif END.match(text):
                marks.append((row, None))
            else:
                self.comments.append(row + number)
        self.rows = np.flatnonzero(token)
        self.names = [name for _, name in marks if name is not None]
        self._place(np.array([row for row, _ in marks], np.int64), [name is not None for _, name in marks])
        self._number(blank)

    def _place(self, marks: IntArray, begins: list[bool]) -> None:
        """The document of each token: 0 for the one that is open where the block begins."""
        begun = np.concatenate([[0], np.cumsum(begins)]).astype(np.int64)
        place = np.searchsorted(marks, self.rows)
        self.document: IntArray = begun[place]
        inside = np.array([self.reading.inside, *begins])
        self.inside: BoolArray = inside[place]
        self.ends_inside = bool(inside[-1])
        self.last = len(self.names)  # the document in which the block ends
        self.after = int(marks[-1]) if len(marks) else -1  # the line behind which it goes on

    def _number(self, blank: IntArray) -> None:
        """The position and the sentence of each token, and those that the next block begins with."""
        reading, rows, document = self.reading, self.rows, self.document
        before = self.number - reading.base if reading.inside else 0  # tokens of the open document so far
        fresh = np.append(True, document[1:] != document[:-1])[: len(rows)]
        starts = np.flatnonzero(fresh)
        passed = np.searchsorted(blank, rows)  # blank lines before each token
        gap = np.append(0, passed[1:] > passed[:-1])[: len(rows)]
        gap[starts] = 0
        if len(rows) and not document[0]:
            gap[0] = passed[0] > 0 and before > reading.broken
        sizes = np.diff(np.append(starts, len(rows)))
        self.position = np.arange(len(rows)) - np.repeat(starts, sizes)
        sentence = np.cumsum(gap)
        self.sentence: IntArray = sentence - np.repeat(sentence[starts] - gap[starts], sizes)
        self.position[document == 0] += before
        self.sentence[document == 0] += reading.sentence
        ended = before if not self.last else 0, reading.sentence if not self.last else 0
        last_row = self.after
        if len(rows) and document[-1] == self.last:
            ended, last_row = (int(self.position[-1]) + 1, int(self.sentence[-1])), int(rows[-1])
        self.length, self.last_sentence = ended
        broken = reading.broken if last_row < 0 else 0
        self.broken = broken
        if len(blank) and blank[-1] > last_row and self.length > broken:
            self.broken, self.last_sentence = self.length, self.last_sentence + 1

    def is_sound(self) -> bool:
        """Whether all tokens are in documents and have two columns at least."""
        return bool(self.inside.all()) and bool((self.lines.width[self.rows] > 1).all())

    def cells(self) -> tuple[IntArray, IntArray]:
        """Start and end of the last column of each token."""
        lines, rows = self.lines, self.rows
        return lines.separators[lines.before[rows] + lines.width[rows] - 2] + 1, lines.end[rows]

    def words(self) -> bytes:
        """The words, each ended by a newline: their column, or the one before the last."""
        lines, rows = self.lines, self.rows
        column = np.minimum(self.reading.word - 1, lines.width[rows] - 2)
        at = lines.before[rows] + column
        start = np.where(column == 0, lines.start[rows], lines.separators[at - 1] + 1)
        return lines.copied(start, lines.separators[at])

    def events(self) -> tuple[IntArray, IntArray] | None:
        """The token of each bracket, and its kind and name; None where a cell is malformed."""
        start, end = self.cells()
        data = self.lines.data
        nothing = np.isin(data[start], np.frombuffer("".join(NOTHING).encode(), np.uint8))
        some = np.flatnonzero(~(nothing & (end == start + 1)))
        firsts, codes = distinct_pieces(data, start[some], end[some])
        pieces = zip(start[some[firsts]].tolist(), end[some[firsts]].tolist(), strict=True)
        found = [self.reading.events_of(data[begin:until].tobytes()) for begin, until in pieces]
        if any(each is None for each in found):
            return None
        parts = [each.reshape(-1, 2) for each in found if each is not None]
        border = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
        token, event = expand(border[codes], border[codes + 1])
        kinds = np.concatenate([np.empty((0, 2), np.int64), *parts])
        return some[token], kinds[event]


class _Mentions:
    """The mentions of a block: its brackets, behind those that were open where it begins, and their pairs."""

    def __init__(self, reading: Reading, block: _TokenLines, events: tuple[IntArray, IntArray]) -> None:
        self.reading, self.block = reading, block
        token, kinds = events
        held = [
            (reading.names[name], *opening[:4]) for name, stack in reading.open.items() for opening in stack
        ]
        self.before = len(held)  # the first events, of mentions that are open
        first = np.array(held, np.int64).reshape(-1, 5)
        self.kind = np.concatenate([np.full(len(held), OPENING), kinds[:, 0]])
        self.name = np.concatenate([first[:, 0], kinds[:, 1]])
        self.document = np.concatenate([np.zeros(len(held), np.int64), block.document[token]])
        self.position = np.concatenate([first[:, 1], block.position[token]])
        self.sentence = np.concatenate([first[:, 2], block.sentence[token]])
        self.number = np.concatenate([first[:, 3], block.rows[token] + block.number])
        self.key = self.document * max(len(reading.names), 1) + self.name
        self._pair()

    def _pair(self) -> None:
        """Find the bracket that begins the mention that each other one ends, and those that nothing ends."""
        some = np.flatnonzero(self.kind != WHOLE)
        order = some[np.argsort(self.key[some], kind="stable")]
        opens, key = self.kind[order] == OPENING, self.key[order]
        depth = np.cumsum(np.where(opens, 1, -1))
        fresh = np.flatnonzero(np.append(True, key[1:] != key[:-1])[: len(key)])
        before = np.append(0, depth)[fresh]
        depth -= np.repeat(before, np.diff(np.append(fresh, len(key))))
        level = depth + ~opens  # how many were open with the one that ends
        self.all_begun = bool((level > 0).all())
        if level.max(initial=1) > 1:
            order = order[np.lexsort((level, key))]  # which keeps the order of the lines
            opens = self.kind[order] == OPENING
        ends = np.flatnonzero(~opens)
        self.beginning = np.arange(len(self.kind))  # of the mention that each event ends
        self.beginning[order[ends]] = order[ends - 1]
        alone = np.ones(len(order), bool)
        alone[ends] = alone[ends - 1] = False
        self.unclosed = np.sort(order[alone & opens])

    def are_closed(self) -> bool:
        """Whether all mentions begin and end, apart from those of a document that goes on."""
        goes_on = self.document[self.unclosed] == self.block.last
        return self.all_begun and bool(goes_on.all()) and (self.block.ends_inside or not len(self.unclosed))

    def add(self) -> None:
        """Add all to the table, and go to the end of the block."""
        reading, block, table = self.reading, self.block, self.reading.table
        current = len(table.ids) - 1
        entity = self._entities()
        ending = np.flatnonzero(self.kind != OPENING)
        begin = self.beginning[ending]
        for before, name in zip(
            np.searchsorted(block.document, np.arange(block.last) + 1), block.names, strict=True
        ):
            table.document(name or None, ahead=int(before))
        table.codes = self.codes
        table.words(block.words(), block.rows + block.number)
        table.columns(
            document=self.document[ending] + current,
            entity=entity[begin],
            line=self.number[begin],
            sentence=self.sentence[begin],
            start=self.position[begin],
            end=self.position[ending] + 1,
        )
        reading.open = self._opened(entity)
        reading.comments += block.comments
        reading.inside, reading.sentence, reading.broken = (
            block.ends_inside,
            block.last_sentence,
            block.broken,
        )
        reading.base = block.number + len(block.lines.start) - block.length

    def _entities(self) -> IntArray:
        """The entity of each event that does not end one, those of a document by their first brackets."""
        table, names = self.reading.table, list(self.reading.names)
        made = np.flatnonzero(self.kind != CLOSING)
        keys, first, place = np.unique(self.key[made], return_index=True, return_inverse=True)
        document, name = np.divmod(keys, max(len(names), 1))
        known = dict(table.codes)
        code = np.array([known.get(names[i], -1) for i in name[document == 0].tolist()], np.int64)
        code = np.append(code, np.full(len(keys) - len(code), -1))
        new = np.flatnonzero(code < 0)
        new = new[np.argsort(first[new])]
        code[new] = np.arange(len(new)) + len(table.entities)
        table.entities += [names[i] for i in name[new].tolist()]
        last = np.flatnonzero(document == self.block.last)
        pairs = zip((names[i] for i in name[last].tolist()), code[last].tolist(), strict=True)
        self.codes = (known if not self.block.last else {}) | dict(pairs)
        entity = np.zeros(len(self.kind), np.int64)
        entity[made] = code[place]
        return entity

    def _opened(self, entity: IntArray) -> dict[str, list[Opening]]:
        """The mentions that are open at the end, with the lines that begin them."""
        reading, names = self.reading, list(self.reading.names)
        held = [opening.line for stack in reading.open.values() for opening in stack]
        opened: dict[str, list[Opening]] = {}
        for event in self.unclosed.tolist():
            number = int(self.number[event])
            own = event < self.before
            line = (
                held[event]
                if own
                else self.block.lines.written([number - self.block.number])[0].rstrip(BLANKS)
            )
            opening = Opening(
                int(self.position[event]), int(self.sentence[event]), number, int(entity[event]), line
            )
            opened.setdefault(names[self.name[event]], []).append(opening)
        return opened
