"""Arguments in brackets, a column for each predicate: what props and CoNLL-2012 have in common.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

A cell opens brackets `(LABEL`, has one `*`, and closes them `)`, or `LABEL)` as in CoNLL-2004. A bracket that
opens is a phrase; it may stand inside another one. Cells are looked at as bytes, those that are not `*` alone
are read once for each distinct text.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import expand
from nerkit.corpora.brackets import parents
from nerkit.errors import plural
from nerkit.readers.roles.role_table import RoleRows
from nerkit.readers.tags.columns import BLANK, Lines
from nerkit.readers.trees.dependency_table import Piece, beginning

CELL = re.compile(r"((?:\([^()*\s]+)*)\*((?:[^()*\s]*\))*)\Z")
LABEL = re.compile(r"[^()]+")
CLOSING = re.compile(r"([^()]*)\)")
STAR, DASH = ord("*"), ord("-")
OPEN, CLOSE = 1, -1
ANY = NONE  # the label of a closing bracket that has none

COLUMNS = "words of a sentence have the same number of columns"
BRACKETS = "a cell is (LABEL for each phrase that begins, one *, and ) for each that ends: (A0*  *  *)  (V*)"
CLOSED = "every bracket is closed in its sentence, in its own column; in CoNLL-2004 by its own label"
EVERY = "there is one column of arguments for each predicate, in their order"


@dataclass(frozen=True)
class Shape:
    """Where the columns of a format stand.

    named   the column that names a predicate;  marked  the column that is other than `-` where there is one
    begin   the first column of arguments;  behind  how many columns stand behind the last
    form    the column of words, None where there is none
    """

    named: int
    marked: int
    begin: int
    behind: int = 0
    form: int | None = None


def read_piece(piece: Piece, words: IntArray, sentence: IntArray, shape: Shape) -> tuple[RoleRows, int]:
    """The sentences of a piece, and how many of its predicates have no column of arguments.

    *words* are the lines that are words, *sentence* a number for the sentence of each. Raises InputError for
    lines with another number of columns than the rest of their sentence, more columns of arguments than there
    are predicates, and brackets that do not fit.
    """
    lines = Lines.of("\n".join(piece.lines), BLANK)
    begins = beginning(sentence)
    first, number = np.flatnonzero(begins), np.cumsum(begins) - 1
    width = _widths(piece, lines.width[words], words, first, shape)
    marks = lines.cells(words, shape.marked)
    word = np.flatnonzero(~_is(lines, marks, DASH))
    predicates = np.bincount(number[word], minlength=len(first))
    before = np.cumsum(predicates) - predicates
    cell_word, column = expand(np.zeros(len(words), np.int64), width[number] - shape.begin - shape.behind)
    cells = _Cells(lines, words[cell_word], column + shape.begin)
    full = np.flatnonzero(~_is(lines, cells.bounds(), STAR))
    cells, column, of = cells.take(full), column[full], cell_word[full]
    _check_surplus(piece, (cells, column, number[of]), predicates, (words[first], width), shape)
    reading = _Brackets(piece, cells, before[number[of]] + column, of)
    phrases = reading.phrases()
    rows = RoleRows(
        first=first,
        line=words,
        word=word,
        name=_texts(lines, lines.cells(words[word], shape.named)),
        form=None if shape.form is None else _texts(lines, lines.cells(words, shape.form)),
        **phrases,
    )
    lacking = np.maximum(predicates - (width - shape.begin - shape.behind), 0)
    return rows, int(lacking.sum())


@dataclass(frozen=True)
class _Cells:
    """Cells of a piece: the line and the column of each, from 0."""

    lines: Lines
    line: IntArray
    column: IntArray

    def bounds(self) -> tuple[IntArray, IntArray]:
        """Start and end of each cell in the bytes of the piece."""
        lines = self.lines
        before = lines.before[self.line] + self.column
        start = lines.start[self.line].copy()
        inner = self.column > 0
        start[inner] = lines.separators[before[inner] - 1] + 1
        end = lines.end[self.line].copy()
        inner = self.column + 1 < lines.width[self.line]
        end[inner] = lines.separators[before[inner]]
        return start, end

    def take(self, rows: IntArray) -> "_Cells":
        """These cells."""
        return _Cells(self.lines, self.line[rows], self.column[rows])


class _Brackets:
    """The brackets of cells, which stand in the order of words; *predicate* and *word* of each cell."""

    def __init__(self, piece: Piece, cells: _Cells, predicate: IntArray, word: IntArray) -> None:
        order = np.argsort(predicate, kind="stable")
        self.piece, self.cells = piece, cells.take(order)
        self.predicate, self.word = predicate[order], word[order]

    def fail(self, cell: int, problem: str, remedy: str) -> NoReturn:
        """Raise the InputError for one of the cells."""
        self.piece.fail(int(self.cells.line[cell]), problem, remedy, int(self.cells.column[cell]))

    def phrases(self) -> dict[str, IntArray | list[str]]:
        """Predicate, label, start, end and phrase around of each phrase. Raises InputError."""
        start, end = self.cells.bounds()
        firsts, code = self.cells.lines.distinct(start, end)
        labels = Vocabulary()
        read = [_parsed(text, labels) for text in _pieces_of(self.cells.lines, start[firsts], end[firsts])]
        if None in read:
            cell = int(np.flatnonzero(np.array([one is None for one in read], bool)[code])[0])
            text = _pieces_of(self.cells.lines, start[cell : cell + 1], end[cell : cell + 1])[0]
            self.fail(cell, f"{text!r} is no cell of arguments", BRACKETS)
        sizes = np.array([len(one or ()) for one in read], np.int64)
        begin = (np.cumsum(sizes) - sizes)[code] if len(read) else code
        cell, event = expand(begin, begin + sizes[code] if len(read) else begin)
        flat = np.array([each for one in read for each in one or ()], np.int64).reshape(-1, 2)
        kind, label = flat[event, 0], flat[event, 1]
        opening, closing = self._paired(cell, kind, label, list(labels))
        level = self._level[opening] - 1
        return {
            "predicate": self.predicate[cell[opening]],
            "label": [list(labels)[one] for one in label[opening].tolist()] if len(labels) else [],
            "start": self.word[cell[opening]],
            "end": self.word[cell[closing]] + 1,
            "around": parents(level),
        }

    def _paired(
        self, cell: IntArray, kind: IntArray, label: IntArray, labels: Sequence[str]
    ) -> tuple[IntArray, IntArray]:
        """The events that open a phrase, in their order, and those that close it. Raises InputError."""
        of = self.predicate[cell]
        fresh = beginning(of)
        total = np.cumsum(kind)
        base = (total - kind)[np.flatnonzero(fresh)]
        depth = total - base[np.cumsum(fresh) - 1] if len(base) else total
        self._level = np.where(kind == OPEN, depth, depth + 1)
        if (depth < 0).any():
            self.fail(int(cell[np.flatnonzero(depth < 0)[0]]), "a bracket is closed that is not open", CLOSED)
        last = np.flatnonzero(np.append(fresh[1:], True)[: len(fresh)])
        for end in last[depth[last] > 0][:1].tolist():
            opened = np.flatnonzero((of == of[end]) & (kind == OPEN) & (self._level == depth[end]))[-1]
            self.fail(int(cell[opened]), f"the bracket ({labels[label[opened]]} is never closed", CLOSED)
        order = np.lexsort((np.arange(len(of)), self._level, of))
        opening, closing = order[0::2], order[1::2]
        written = label[closing] != ANY
        wrong = np.flatnonzero(written & (label[closing] != label[opening]))
        if len(wrong):
            event = closing[wrong[np.argmin(closing[wrong])]]
            meant = labels[label[opening[closing == event][0]]]
            self.fail(int(cell[event]), f"{labels[label[event]]}) closes the bracket ({meant}", CLOSED)
        in_order = np.argsort(opening, kind="stable")
        return opening[in_order], closing[in_order]


def _parsed(text: str, labels: Vocabulary) -> list[tuple[int, int]] | None:
    """The brackets of a cell: OPEN or CLOSE, and the code of the label; None for what is no cell."""
    match = CELL.match(text)
    if not match:
        return None
    opened = [(OPEN, labels[label]) for label in LABEL.findall(match[1])]
    return opened + [(CLOSE, labels[label] if label else ANY) for label in CLOSING.findall(match[2])]


def _widths(piece: Piece, width: IntArray, words: IntArray, first: IntArray, shape: Shape) -> IntArray:
    """The number of columns of each sentence. Raises InputError where its lines differ, or have too few."""
    size = np.diff(np.append(first, len(words)))
    of_sentence = width[first]
    least = shape.begin + shape.behind
    few = np.flatnonzero(width < least)
    if len(few):
        has = plural(int(width[few[0]]), "column")
        piece.fail(int(words[few[0]]), f"{has} where there are at least {least}", COLUMNS, int(width[few[0]]))
    wrong = np.flatnonzero(width != np.repeat(of_sentence, size))
    if len(wrong):
        row, due = int(wrong[0]), int(np.repeat(of_sentence, size)[wrong[0]])
        problem = f"{plural(int(width[row]), 'column')} where the sentence has {due:,}"
        piece.fail(int(words[row]), problem, COLUMNS, min(int(width[row]), due))
    return of_sentence


def _check_surplus(
    piece: Piece,
    full: tuple[_Cells, IntArray, IntArray],
    predicates: IntArray,
    sentences: tuple[IntArray, IntArray],
    shape: Shape,
) -> None:
    """Raise InputError for more columns of arguments than there are predicates.

    A sentence without predicates may have a column of `*` alone. *full* are the cells that are not `*`, with
    their column among those of arguments and their sentence; *sentences* first line and width of each.
    """
    cells, column, sentence = full
    first, width = sentences
    surplus = width - shape.begin - shape.behind - predicates
    holds = np.bincount(sentence[column >= predicates[sentence]], minlength=len(first)) > 0
    wrong = np.flatnonzero((surplus > 0) & ((predicates > 0) | holds | (surplus > 1)))
    if not len(wrong):
        return
    which = int(wrong[0])
    beyond = np.flatnonzero((sentence == which) & (column >= predicates[which]))
    line, at = (cells.line[beyond[0]], cells.column[beyond[0]]) if len(beyond) else (
        first[which],
        shape.begin + predicates[which],
    )
    has = plural(int(width[which]) - shape.begin - shape.behind, "column")
    problem = f"{has} of arguments where the sentence has {plural(int(predicates[which]), 'predicate')}"
    piece.fail(int(line), problem, EVERY, int(at))


def _is(lines: Lines, bounds: tuple[IntArray, IntArray], byte: int) -> BoolArray:
    """Whether each cell is this byte alone."""
    start, end = bounds
    same: BoolArray = (end - start == 1) & (lines.data[start] == byte)
    return same


def _texts(lines: Lines, bounds: tuple[IntArray, IntArray]) -> list[str]:
    """The texts of cells, each distinct one decoded once."""
    start, end = bounds
    firsts, code = lines.distinct(start, end)
    distinct = _pieces_of(lines, start[firsts], end[firsts])
    return [distinct[one] for one in code.tolist()]


def _pieces_of(lines: Lines, start: IntArray, end: IntArray) -> list[str]:
    data = bytes(lines.data)
    return [data[begin:until].decode() for begin, until in zip(start.tolist(), end.tolist(), strict=True)]


def looks_like(head: str, kind: Callable[[list[str]], bool], sample: int) -> bool:
    """Whether the first lines that are no comments are all of a kind, given their cells; the last may be cut."""
    lines = head.split("\n")
    whole = lines[:-1] if len(lines) > 1 else lines
    rows = [line.split() for line in whole if line.strip() and not line.startswith("#")][:sample]
    return bool(rows) and all(map(kind, rows))
