"""Documents of well-formed lines of CoNLL coreference, all brackets of a block of them at once.

Each distinct cell is parsed once. Its brackets become events, in the order of the lines and within a cell
those of one word, that end, that begin. The n-th bracket that is open of an id in a document is ended by the
next that ends one while as many are open, so events sorted by document, id and depth alternate.

A block with anything else in it (a malformed cell, a bracket without partner, a token outside a document or
without a second column, columns separated in two ways) is not taken: `conll_coref` reads it line by line, and
tells what is wrong. So is a short one, as this costs some hundred calls of numpy.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.byte_columns import distinct_pieces
from nerkit.algorithms.columns import BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import listed
from nerkit.ground.patterns import regex
from nerkit.readers.columns.lines import BLANK, TAB, Lines
from nerkit.readers.columns.text import BEGIN_DOCUMENT
from nerkit.readers.columns.words import beginning
from nerkit.readers.coref.mention_table import MentionTable

NOTHING = ("-", "_", "*")
BRACKET = re.compile(r"(\()?([^()|\s]+)(\))?\|*")
CELL = re.compile(r"\|*(?:\([^()|\s]++\)?\|*|[^()|\s]++\)\|*)+\Z")

END = re.compile(r"#\s*end document\b")
FEW = 1 << 14  # bytes of a block that is read line by line
HASH = ord("#")
OTHER_BLANKS = b"\x0b\x0c\x1c\x1d\x1e\x1f"  # which separate columns too where blanks do
TRAILING = regex(rb"(?<![ \t])[ \t]+$", re.MULTILINE)
WHOLE, CLOSING, OPENING = range(3)
NO_EVENTS = np.empty((0, 2), np.int64)


class CellBrackets(NamedTuple):
    """The ids in a cell: of mentions of one word, of those that end, of those that begin."""

    whole: tuple[str, ...]
    closing: tuple[str, ...]
    opening: tuple[str, ...]


def is_cell(text: str) -> bool:
    """Whether a text is a cell of the column of coreference."""
    return text in NOTHING or CELL.match(text) is not None


def brackets_of(cell: str) -> CellBrackets:
    """The brackets of a well-formed cell."""
    brackets = [] if cell in NOTHING else BRACKET.findall(cell)
    return CellBrackets(
        tuple(name for opens, name, closes in brackets if opens and closes),
        tuple(name for opens, name, closes in brackets if closes and not opens),
        tuple(name for opens, name, closes in brackets if opens and not closes),
    )


class DocumentBlocks:
    """The table that blocks of whole documents are added to, the column of words, and the cells so far."""

    def __init__(self, table: MentionTable, word: int) -> None:
        self.table, self.word = table, word
        self.names = Vocabulary()  # of entities
        self.cells: dict[bytes, IntArray | None] = {}  # kinds and names of the brackets of a cell

    def take(self, number: int, raw: bytes) -> list[int] | None:
        """Add the documents of a block, whose first line has this number; gives the lines of comments.

        None where nothing was added, as the block has to be read line by line.
        """
        if len(raw) < FEW:
            return None
        blank = BLANK if b"\t" not in raw else TAB
        if blank == BLANK and any(raw.find(byte) >= 0 for byte in OTHER_BLANKS):
            return None
        lines = Lines.of(raw, blank, whole=blank == TAB)
        if np.isin(lines.data[lines.end - 1], (BLANK, TAB)).any():
            lines = Lines.of(TRAILING.sub(b"", raw), blank, whole=True)
        tokens = _TokenLines.of(lines)
        events = self._events(tokens) if tokens.are_sound() else None
        if events is None:
            return None
        mentions = _Mentions(tokens, *events, len(self.names))
        if not mentions.are_closed:
            return None
        self._add(number, tokens, mentions)
        return [row + number for row in tokens.comments]

    def _events(self, tokens: "_TokenLines") -> tuple[IntArray, IntArray] | None:
        """The token of each bracket, and its kind and name; None where a cell is malformed."""
        start, end = tokens.cells()
        data = tokens.lines.data
        nothing = np.isin(data[start], np.frombuffer("".join(NOTHING).encode(), np.uint8))
        full = np.flatnonzero(~(nothing & (end == start + 1)))
        firsts, codes = distinct_pieces(data, start[full], end[full])
        pieces = zip(start[full[firsts]].tolist(), end[full[firsts]].tolist(), strict=True)
        parts = [self._events_of(data[begin:until].tobytes()) for begin, until in pieces]
        sound = [part for part in parts if part is not None]
        if len(sound) < len(parts):
            return None
        token, event = listed(codes, [*map(len, sound)])
        return full[token], np.concatenate([NO_EVENTS, *sound])[event]

    def _events_of(self, cell: bytes) -> IntArray | None:
        """Kind and name of each bracket of a cell, None for a malformed one; remembered."""
        if cell not in self.cells:
            text = cell.decode()
            events = [
                (kind, self.names[name])
                for kind, names in enumerate(brackets_of(text) if is_cell(text) else ())
                for name in names
            ]
            self.cells[cell] = np.array(events, np.int64).reshape(-1, 2) if is_cell(text) else None
        return self.cells[cell]

    def _add(self, number: int, tokens: "_TokenLines", mentions: "_Mentions") -> None:
        """Add documents, words and mentions to the table."""
        table, names = self.table, list(self.names)
        before = np.searchsorted(tokens.document, np.arange(len(tokens.names)))
        current = len(table.ids)
        for name, ahead in zip(tokens.names, before.tolist(), strict=True):
            table.document(name or None, ahead=ahead)
        table.words(tokens.words(self.word), tokens.rows + number)
        begin, end = mentions.begin, mentions.end
        # the entity of each event but those that end: distinct keys, in the order of their first brackets
        made = np.flatnonzero(mentions.kind != CLOSING)
        keys, first, place = np.unique(mentions.key[made], return_index=True, return_inverse=True)
        order = np.argsort(first)
        entity = np.zeros(len(mentions.kind), np.int64)
        entity[made] = np.argsort(order)[place] + len(table.entities)
        table.entities += [names[i] for i in (keys[order] % max(len(names), 1)).tolist()]
        table.columns(
            document=tokens.document[mentions.token[end]] + current,
            entity=entity[begin],
            line=tokens.rows[mentions.token[begin]] + number,
            sentence=tokens.sentence[mentions.token[begin]],
            start=tokens.position[mentions.token[begin]],
            end=tokens.position[mentions.token[end]] + 1,
        )


@dataclass(frozen=True)
class _TokenLines:
    """The lines of a block that are tokens.

    rows       their lines;  document  that of each, from 0;  is_inside  whether it is open there
    names      the ids of the documents;  blank, comments  lines
    """

    lines: Lines
    rows: IntArray
    document: IntArray
    is_inside: BoolArray
    names: list[str]
    blank: IntArray
    comments: list[int]

    @classmethod
    def of(cls, lines: Lines) -> "_TokenLines":
        """The tokens of some lines."""
        is_hash = lines.data[lines.start] == HASH
        is_token = (lines.end > lines.start) & ~is_hash
        hashes = np.flatnonzero(is_hash).tolist()
        marks: dict[int, str | None] = {}  # lines that begin documents, and those that end them
        comments = list[int]()
        for row, text in zip(hashes, lines.written(hashes), strict=True):
            if "\t" in text and is_cell(text.rsplit("\t", 1)[1]):
                is_token[row] = True
            elif (begin := BEGIN_DOCUMENT.match(text)) or END.match(text):
                marks[row] = begin[1].strip() if begin else None
            else:
                comments.append(row)
        rows = np.flatnonzero(is_token)
        begins = np.array([False, *(name is not None for name in marks.values())])
        place = np.searchsorted(np.array([*marks], np.int64), rows)
        blank = np.flatnonzero(lines.end == lines.start)
        names = [name for name in marks.values() if name is not None]
        document = (np.cumsum(begins) - 1)[place]
        return cls(lines, rows, document, begins[place], names, blank, comments)

    def are_sound(self) -> bool:
        """Whether all tokens are in documents and have two columns at least."""
        return bool(self.is_inside.all()) and bool((self.lines.width[self.rows] > 1).all())

    @cached_property
    def position(self) -> IntArray:
        """The place of each token in its document, from 0."""
        starts = np.flatnonzero(beginning(self.document))
        sizes = np.diff(np.append(starts, len(self.rows)))
        return np.arange(len(self.rows)) - np.repeat(starts, sizes)

    @cached_property
    def sentence(self) -> IntArray:
        """The sentence of each token in its document, from 0: blank lines are between sentences."""
        fresh = beginning(np.searchsorted(self.blank, self.rows)) & (self.position > 0)
        total = np.cumsum(fresh)
        sentence: IntArray = total - total[np.arange(len(self.rows)) - self.position]
        return sentence

    def cells(self) -> tuple[IntArray, IntArray]:
        """Start and end of the last column of each token."""
        lines, rows = self.lines, self.rows
        return lines.separators[lines.before[rows] + lines.width[rows] - 2] + 1, lines.end[rows]

    def words(self, word: int) -> bytes:
        """The words, each ended by a newline: column *word* (from 1), or the one before the last."""
        lines, rows = self.lines, self.rows
        column = np.minimum(word - 1, lines.width[rows] - 2)
        at = lines.before[rows] + column
        start = np.where(column == 0, lines.start[rows], lines.separators[at - 1] + 1)
        return lines.copied(start, lines.separators[at])


class _Mentions:
    """The mentions of a block: the events that begin and end each.

    token, kind   of each event;  key  its document and name
    begin, end    the events of each mention, by those that end
    """

    def __init__(self, tokens: _TokenLines, token: IntArray, kinds: IntArray, names: int) -> None:
        self.token, self.kind = token, kinds[:, 0]
        self.key = tokens.document[token] * max(names, 1) + kinds[:, 1]
        self.end = np.flatnonzero(self.kind != OPENING)
        brackets = np.flatnonzero(self.kind != WHOLE)
        order = brackets[np.argsort(self.key[brackets], kind="stable")]
        opens, key = self.kind[order] == OPENING, self.key[order]
        depth = np.cumsum(np.where(opens, 1, -1))
        fresh = np.flatnonzero(beginning(key))
        depth -= np.repeat(np.append(0, depth)[fresh], np.diff(np.append(fresh, len(key))))
        level = depth + ~opens  # how many were open with the one that ends
        last = np.append(fresh[1:], len(key))[: len(fresh)] - 1
        self.are_closed = bool((level > 0).all() and not depth[last].any())
        if level.max(initial=1) > 1:
            order = order[np.lexsort((level, key))]  # which keeps the order of the lines
        if self.are_closed:  # then events that open and that end alternate
            of = np.arange(len(self.kind))  # the event that begins what each one ends
            of[order[1::2]] = order[::2]
            self.begin = of[self.end]
