"""Reads bracketed text as columns of nodes, one piece of whole trees at a time, for `ptb` and `discbracket`.

    (S (NP (DT the) (NN dog)) …      brackets   (   (   (   )   (   )   )
                                     depth      1   2   3   2   3   2   1

An opening bracket is a node. Its label is the word directly after the bracket, and may be empty. A node is a
terminal if it contains only its label, a blank and at most one word: `(DT the)`, `(DT )`. All other nodes are
constituents, also `(NP)`. Words at other places are errors. Only ASCII blanks separate words; other spaces
belong to words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray, Vocabulary
from nerkit.corpora.brackets import enclosing
from nerkit.exceptions import InputError, plural
from nerkit.ground.streams import FIRST
from nerkit.io import Source
from nerkit.readers.columns import brackets
from nerkit.readers.leniency import Forgiveness, forgive

LINES, SEPARATED, ACROSS = "one tree per line", "one tree every second line", "trees run across lines"
SAMPLE = 1000  # nonblank lines that determine the layout
WORD, BLANK, OPEN, CLOSE = range(4)  # kinds of bytes
KINDS = np.full(256, WORD, np.uint8)
KINDS[list(b" \t\n\r\f\v")] = BLANK
KINDS[ord("(")], KINDS[ord(")")] = OPEN, CLOSE
TOKEN = re.compile(rb"[^\s()]+")  # of bytes, \s is ASCII
EMPTY = 0  # the code of the empty label and word

HEADER = re.compile(rb"^\*x\*[^\n]*", re.MULTILINE)  # of files of the Penn Treebank
FIRST_LINES = re.compile(rb"(?:[ \t\r]*+\n|\*x\*[^\n]*+\n)*+")
HEADERS = Forgiveness("line", "of a header (*x*), skipped")
ONE_A_LINE = "most lines of this file are whole trees, so nerkit reads each line as one tree"
ACROSS_LINES = "trees of this file run across lines, so a tree ends where its brackets are closed"
BRACKETS = "put every word in brackets with its tag, (NN dog), and write brackets in words as -LRB- and -RRB-"


@dataclass(frozen=True)
class TreeText:
    """Whole trees of an input: their text, the number of its first line, and the layout of trees on lines.

    *before* is the text on the first line before the trees.
    """

    source: str
    number: int
    data: bytes
    layout: str
    before: bytes = b""

    def fail(self, offset: int, problem: str, remedy: str) -> NoReturn:
        """Raise the InputError at an offset in bytes."""
        text = (self.before + self.data).decode()
        at = len((self.before + self.data[:offset]).decode())
        raise InputError.at(problem, text, at, source=self.source, first=self.number, remedy=remedy)


@dataclass(frozen=True)
class TreeNodes:
    """The nodes of a piece, in the order of the text: constituents and terminals.

    line           0-based line of each sentence
    terminals      number of terminals of each sentence
    label, word, tag   codes in the vocabulary of the reader
    offset         byte offset in the piece of each terminal's opening bracket
    sentence, first, last, level, at, above   as in `Constituents`, counted within the piece
    """

    line: IntArray
    terminals: IntArray
    sentence: IntArray
    label: IntArray
    first: IntArray
    last: IntArray
    level: IntArray
    at: IntArray
    word: IntArray
    tag: IntArray
    above: IntArray
    offset: IntArray


def pieces(source: Source) -> Iterator[TreeText]:
    """Yield the trees of an input, some megabytes at a time; nothing for a blank file."""
    blocks = source.blocks()
    sample, seen = [], 0
    for number, text in blocks:
        sample.append((number, text.encode()))
        seen += sum(not line.isspace() and line != "" for line in text.split("\n"))
        if seen >= SAMPLE:
            break
    beginning = (source.beginning or "").encode()
    if not seen and not beginning.strip():
        return
    layout = _layout(beginning or b"\n".join(data for _, data in sample))
    whole = (
        _without_headers(TreeText(source.name, number, data, layout))
        for number, data in chain(sample, ((number, text.encode()) for number, text in blocks))
    )
    if layout != ACROSS:
        yield from (TreeText(source.name, number, data, layout) for number, data in whole)
        return
    held, first, before = b"", source.first_line, b""
    for number, data in whole:
        held = data if number == source.first_line else held + b"\n" + data
        cut = _end_of_last_tree(held)
        yield TreeText(source.name, first, held[:cut], layout, before)
        before = (before + held[:cut]).rpartition(b"\n")[2]
        held, first = held[cut:], first + held.count(b"\n", 0, cut)
    if held.strip():
        yield TreeText(source.name, first, held, layout, before)


def _without_headers(text: TreeText) -> tuple[int, bytes]:
    """The number of the first line, and the text without header lines.

    If each line is a tree, the headers at the beginning are cut off. Otherwise blanks replace the headers.
    """
    number, data = text.number, text.data
    first = FIRST_LINES.match(data) if text.layout != ACROSS and data.lstrip()[:3] == b"*x*" else None
    within = data if text.layout == ACROSS else first[0] if first else b""
    headers = list(HEADER.finditer(within)) if b"*x*" in within else []
    if not headers:
        return number, data
    fail = partial(text.fail, headers[0].start(), "the word is outside of all brackets", BRACKETS)
    forgive(HEADERS, fail, len(headers))
    if first is not None:
        return number + first[0].count(b"\n"), data[first.end() :]
    return number, HEADER.sub(lambda match: b" " * len(match[0]), data)


def cut_of(head: bytes) -> str:
    """The key of `cuts.WAYS` for cutting a file: at lines if each line is a tree, otherwise before
    brackets that begin lines.

    Empty if the first lines are too few to decide.
    """
    lines = head.split(b"\n")
    if len(lines) >= FIRST and sum(bool(line.strip()) for line in lines) < SAMPLE:
        return ""
    return "lines with brackets" if _layout(head) == ACROSS else "lines"


def scan(piece: TreeText, vocabulary: Vocabulary) -> TreeNodes:
    """The nodes of a piece. Its words are added to *vocabulary* as bytes; b"" has the code EMPTY.

    Raises InputError for unbalanced brackets, and for words outside of brackets.
    """
    events = _Events(piece, vocabulary)
    events.check()
    node, closing = brackets.pairs(events.kinds, events.depth)
    is_terminal = events.is_terminal[node]
    level = events.depth[node] - 1
    spanned = np.cumsum(events.is_terminal, dtype=np.int64)
    line = np.searchsorted(events.newlines, events.at[node])
    sentence, lines = _sentences(piece, level, line)
    outer, inner = node[~is_terminal], node[is_terminal]
    names = {"label": events.label[outer], "tag": events.label[inner], "word": events.word[inner]}
    levels = level[~is_terminal]
    return TreeNodes(
        line=lines + piece.number,
        terminals=np.bincount(sentence[is_terminal], minlength=len(lines)),
        sentence=sentence[~is_terminal],
        first=spanned[outer],
        last=spanned[closing[~is_terminal]],
        level=levels,
        at=line[~is_terminal] + piece.number,
        above=enclosing(levels, outer, level[is_terminal], inner),
        offset=events.at[inner],
        **names,
    )


class _Events:
    """The brackets of a piece in order, with the words directly behind each bracket.

    at       byte offset of each bracket
    opens    whether the bracket opens;  kinds  the same fact as OPEN or CLOSE of `columns.brackets`
    depth    number of open brackets after the bracket
    tokens   number of words up to the next bracket
    label    code of the label of an opening bracket;  word  code of the word behind the label
    """

    def __init__(self, piece: TreeText, vocabulary: Vocabulary) -> None:
        self.piece = piece
        self.kind = KINDS[np.frombuffer(piece.data, np.uint8)]
        self.newlines = np.flatnonzero(np.frombuffer(piece.data, np.uint8) == ord("\n"))
        self.at = np.flatnonzero(self.kind >= OPEN)
        self.opens = self.kind[self.at] == OPEN
        self.kinds = np.where(self.opens, brackets.OPEN, brackets.CLOSE)
        self.depth = np.cumsum(self.kinds)
        is_word = self.kind == WORD
        self.starts = np.flatnonzero(is_word & ~np.append(False, is_word[:-1]))  # of words
        codes = np.append(vocabulary.codes(TOKEN.findall(piece.data)), EMPTY)
        behind = np.searchsorted(self.at, self.starts)  # number of brackets before each word
        counted = np.bincount(behind, minlength=len(self.at) + 1)
        self.outside = int(counted[0])  # words before the first bracket
        self.tokens = counted[1:]
        self.token = np.cumsum(counted)[:-1]  # the first word behind each bracket, if there is one
        labelled = self.opens & (np.append(self.kind, BLANK)[self.at + 1] == WORD)
        self.words = self.tokens - labelled
        self.label = np.where(labelled, codes[self.token], EMPTY)
        rest = np.minimum(self.token + labelled, len(codes) - 1)
        self.word = np.where(self.words > 0, codes[rest], EMPTY)
        closes_next = np.append(~self.opens[1:], False)[: len(self.at)]
        blank_next = np.append(self.kind[self.at[1:] - 1] == BLANK, False)[: len(self.at)]
        self.is_terminal: BoolArray = (
            self.opens & closes_next & ((self.words == 1) | ((self.words == 0) & blank_next))
        )

    def check(self) -> None:
        """Raise the InputError for the first bracket or word that does not fit."""
        wrong = [*self._unbalanced(), *self._stray()]
        if wrong:
            offset, problem, remedy = min(wrong)
            self.piece.fail(offset, problem, remedy)

    def _unbalanced(self) -> Iterator[tuple[int, str, str]]:
        """Yield the first bracket that closes nothing, and the first bracket that is not closed at the end
        of its tree.
        """
        across = self.piece.layout == ACROSS
        where, remedy = ("file", ACROSS_LINES) if across else ("line", ONE_A_LINE)
        of = np.zeros_like(self.at) if across else np.searchsorted(self.newlines, self.at)
        ends = np.flatnonzero(
            np.append(of[1:] != of[:-1], True)[: len(of)]
        )  # the last bracket of each line, or of the piece
        depth = self.depth
        if (depth < 0).any() or depth[ends].any():
            depth = brackets.depths(of, self.kinds)
        for row in np.flatnonzero(depth < 0)[:1].tolist():
            yield int(self.at[row]), "unbalanced: this bracket closes nothing", remedy
        for end in ends[depth[ends] > 0][:1].tolist():
            row = np.flatnonzero(self.opens & (depth == 1) & (of == of[end]))[-1]
            problem = (
                f"unbalanced: {plural(int(depth[end]), 'bracket')} from here on not closed by the end of the"
            )
            yield int(self.at[row]), f"{problem} {where}", remedy

    def _stray(self) -> Iterator[tuple[int, str, str]]:
        """Yield the first word outside of all brackets, and the first word without a bracket pair of its
        own.
        """
        if self.outside:
            yield int(self.starts[0]), "the word is outside of all brackets", BRACKETS
        for row in np.flatnonzero((self.words > 0) & ~(self.is_terminal & (self.words == 1)))[:1]:
            token = int(self.token[row]) + int(self.tokens[row] - self.words[row])
            twice = self.opens[row] and not self.opens[min(row + 1, len(self.opens) - 1)]
            problem = (
                "two words are in one pair of brackets" if twice else "the word has no brackets of its own"
            )
            yield int(self.starts[token + int(twice)]), problem, BRACKETS


def _sentences(piece: TreeText, level: IntArray, line: IntArray) -> tuple[IntArray, IntArray]:
    """The sentence of each node, and the line of each sentence, both 0-based. In the layout LINES, blank
    lines are sentences.
    """
    if piece.layout == ACROSS:
        top = level == 0
        return np.cumsum(top) - 1, line[top]
    if piece.layout == LINES:
        return line, np.arange(piece.data.count(b"\n") + 1)
    lines = np.unique(line)
    return np.searchsorted(lines, line), lines


def _layout(sample: bytes) -> str:
    """The layout of trees on lines: one tree per line if at least half of the lines that are not blank are
    whole trees.

    An indented line inside an open bracket belongs to the tree above it, whether whole or not.
    """
    lines = [line for line in sample.split(b"\n") if not line.startswith(b"*x*")]
    filled = [line for line in lines if line.strip()][:SAMPLE]
    depth = whole = 0
    for line in filled:
        text, balance = line.strip(), line.count(b"(") - line.count(b")")
        indented = depth > 0 and line[:1].isspace()
        whole += balance == 0 and text[:1] == b"(" and text[-1:] == b")" and not indented
        depth = max(depth + balance, 0)
    if 2 * whole < len(filled):
        return ACROSS
    odd, even = lines[::2][:SAMPLE], lines[1::2][:SAMPLE]
    alternate = all(line.strip() for line in odd) and not b"".join(even).strip()
    return SEPARATED if alternate and len(filled) > 1 else LINES


def _end_of_last_tree(data: bytes) -> int:
    """The offset after the last bracket that closes a tree; the length of the text if brackets are out of
    order.
    """
    kind = KINDS[np.frombuffer(data, np.uint8)]
    at = np.flatnonzero(kind >= OPEN)
    depth = np.cumsum(np.where(kind[at] == OPEN, 1, -1))
    if (depth < 0).any():
        return len(data)
    ends = np.flatnonzero(depth == 0)
    return int(at[ends[-1]]) + 1 if len(ends) else 0
