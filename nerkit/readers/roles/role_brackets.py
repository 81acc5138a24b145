"""Arguments in brackets, a column for each predicate: what props and CoNLL-2012 have in common.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

A cell opens brackets `(LABEL`, has one `*`, and closes them `)`, or `LABEL)` as in CoNLL-2004. A bracket that
opens is a phrase; it may stand inside another one. Cells are found as positions in bytes, and those that are
not `*` alone are read once for each distinct text.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary
from nerkit.algorithms.keys import listed
from nerkit.corpora.brackets import parents
from nerkit.corpora.roles import Roles
from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.columns.words import beginning
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable

CELL = re.compile(r"((?:\([^()*\s]+)*)\*((?:[^()*\s]*\))*)\Z")
LABEL = re.compile(r"[^()]+")
CLOSING = re.compile(r"(?<![^()])([^()]*+)\)")
STAR, DASH, HASH, NEWLINE = (ord(letter) for letter in "*-#\n")
BLANK = 32  # bytes up to it separate cells
OPEN, CLOSE = 1, -1
ANY = NONE  # the label of a closing bracket that has none

COLUMNS = "give all words of a sentence equally many columns"
BRACKETS = "a cell is (LABEL for each phrase that begins, one *, and ) for each that ends: (A0*  *  *)  (V*)"
LACKING = "without a column of arguments, read as without arguments"
CLOSED = "close every bracket in its sentence, in its own column; in CoNLL-2004 with its own label"
EVERY = "write one column of arguments per predicate, in the order of predicates"


@dataclass(frozen=True)
class RoleColumns:
    """Where the columns of a format stand.

    named   the column that names a predicate;  marked  the column that is other than `-` where there is one
    begin   the first column of arguments;  behind  how many columns stand behind the last
    form    the column of words, None where there is none
    document  what a comment says that begins a document, None where there are no comments
    """

    named: int
    marked: int
    begin: int
    behind: int = 0
    form: int | None = None
    document: re.Pattern[str] | None = None

    def read(self, sources: Iterable[Source]) -> Roles:
        """All sentences of inputs with brackets as one corpus.

        Raises InputError (file, line, column, remedy) for columns and brackets that do not fit.
        """
        table = RoleTable()
        return table.read(sources, lambda _, text: add(table, text, self), ("predicate", LACKING))


def add(table: RoleTable, text: ColumnText, shape: RoleColumns) -> int:
    """Add the sentences of a text; gives how many of its predicates have no column of arguments.

    Raises InputError for lines with another number of columns than the rest of their sentence, more columns
    of arguments than there are predicates, and brackets that do not fit.
    """
    cells = _BracketCells.of(text, comments=shape.document is not None)
    marks = [] if shape.document is None else text.marks(cells.comments.tolist(), shape.document)
    if not len(cells.line):
        table.documents.open(cells.line, marks)
        return 0
    rows, lacking = _read(cells, shape)
    table.add_text(text, rows, marks)
    return lacking


@dataclass(frozen=True)
class _BracketCells:
    """The cells of a text, and the lines that are words.

    Cells and the ends of lines are one list of events, so that the cells of a line have consecutive numbers,
    and there are as many ends before a cell as lines.

    place        position of every event in the bytes;  end  position behind every cell, events not counted
    line         line of each word;  first  its first cell;  width  how many it has
    cell, word   the cells of words that are not one `*` nor in the first column, ascending, and the word of
                 each
    comments     lines that begin with #
    """

    text: ColumnText
    data: NDArray[np.uint8]
    place: IntArray
    end: IntArray
    line: IntArray
    first: IntArray
    width: IntArray
    cell: IntArray
    word: IntArray
    comments: IntArray

    @classmethod
    def of(cls, text: ColumnText, *, comments: bool) -> "_BracketCells":
        """The cells of a text, any blanks or tabs between them."""
        data = np.frombuffer(text.raw + b"\n\n", np.uint8)
        space = data <= BLANK
        begins = ~space
        begins[1:] &= space[:-1]
        newline = data == NEWLINE
        star = begins & (data == STAR)
        star[:-1] &= space[1:]
        place = np.flatnonzero(begins | newline)
        is_newline = newline[place]
        newlines = np.flatnonzero(is_newline)
        count = np.diff(newlines, prepend=-1) - 1  # cells of each line
        line = np.flatnonzero(count)
        first = (newlines - count)[line]
        is_comment = (data[place[first]] == HASH) & comments
        plain = star[place] | is_newline
        plain[0] = True
        plain[1:] |= is_newline[:-1]
        cell = np.flatnonzero(~plain)
        word_of = np.full(len(newlines), NONE)
        word_of[line[~is_comment]] = np.arange(len(line) - np.count_nonzero(is_comment))
        word = word_of[np.cumsum(is_newline)[cell]]
        return cls(
            text,
            data,
            place,
            np.flatnonzero(space[1:] & ~space[:-1]) + 1,
            line[~is_comment],
            first[~is_comment],
            count[line[~is_comment]],
            cell[word != NONE],
            word[word != NONE],
            line[is_comment],
        )

    def are(self, cells: IntArray, byte: int) -> BoolArray:
        """Whether each cell is this byte alone."""
        start = self.place[cells]
        same: BoolArray = (self.data[start] == byte) & (self.data[start + 1] <= BLANK)
        return same

    def column(self, word: IntArray, cells: IntArray) -> Column:
        """The texts of cells of these words, each distinct one decoded once."""
        return column_of(self.data, self.place[cells], self.end[cells - self.line[word]])


def _read(cells: _BracketCells, shape: RoleColumns) -> tuple[RoleRows, int]:
    """The sentences of a text, and how many of its predicates have no column."""
    begins = np.append(True, np.diff(cells.line) != 1)  # lines between words are blank, or comments
    first, number = np.flatnonzero(begins), np.cumsum(begins) - 1
    width = _widths(cells, first, shape)
    word = np.flatnonzero(~cells.are(cells.first + shape.marked, DASH))
    predicates = np.bincount(number[word], minlength=len(first))
    before = np.cumsum(predicates) - predicates
    of, cell = cells.word, cells.cell
    column = cell - cells.first[of] - shape.begin
    inside = (column >= 0) & (column < (cells.width - shape.begin - shape.behind)[of])
    of, cell, column = of[inside], cell[inside], column[inside]
    surplus = width - shape.begin - shape.behind - predicates
    _check_surplus(cells, (of, column, number), predicates, surplus, shape)
    every = np.arange(len(cells.first))
    rows = RoleRows(
        first=first,
        line=cells.line,
        word=word,
        name=cells.column(word, cells.first[word] + shape.named),
        phrases=_Brackets(cells, cell, before[number[of]] + column, of).phrases(),
        form=None if shape.form is None else cells.column(every, cells.first + shape.form),
    )
    return rows, int(np.maximum(-surplus, 0).sum())


class _Brackets:
    """The brackets of cells; *predicate* and *word* of each cell, which stand in the order of words."""

    def __init__(self, cells: _BracketCells, cell: IntArray, predicate: IntArray, word: IntArray) -> None:
        order = np.argsort(predicate, kind="stable")
        self.cells, self.cell = cells, cell[order]
        self.predicate, self.word = predicate[order], word[order]

    def fail(self, place: int, problem: str, remedy: str) -> NoReturn:
        """Raise the InputError for one of the cells."""
        word = self.word[place]
        column = self.cell[place] - self.cells.first[word]
        self.cells.text.fail(int(self.cells.line[word]), problem, remedy, int(column))

    def phrases(self) -> PhraseRows:
        """The phrases. Raises InputError for cells that are none, and brackets that do not fit."""
        column = self.cells.column(self.word, self.cell)
        texts, code = column.values, column.codes
        labels = Vocabulary()
        read = [_parsed(text, labels) for text in texts]
        if None in read:
            wrong = int(np.flatnonzero(np.array([one is None for one in read], bool)[code])[0])
            self.fail(wrong, f"{texts[code[wrong]]!r} is not a cell of arguments", BRACKETS)
        place, event = listed(code, [len(one or ()) for one in read])
        flat = np.array([each for one in read for each in one or ()], np.int64).reshape(-1, 2)
        kind, label = flat[event, 0], flat[event, 1]
        names = list(labels)
        opening, closing, level = self._paired(place, kind, label, names)
        return PhraseRows(
            predicate=self.predicate[place[opening]],
            label=Column(names, label[opening]),
            start=self.word[place[opening]],
            end=self.word[place[closing]] + 1,
            around=parents(level[opening] - 1),
        )

    def _paired(
        self, place: IntArray, kind: IntArray, label: IntArray, labels: Sequence[str]
    ) -> tuple[IntArray, IntArray, IntArray]:
        """The events that open a phrase, in their order, those that close it, and the level of every event.

        Raises InputError for brackets that do not fit.
        """
        of = self.predicate[place]
        fresh = beginning(of)
        total = np.cumsum(kind)
        base = (total - kind)[np.flatnonzero(fresh)]
        depth = total - base[np.cumsum(fresh) - 1] if len(base) else total
        level = np.where(kind == OPEN, depth, depth + 1)
        if (depth < 0).any():
            event = int(np.flatnonzero(depth < 0)[0])
            self.fail(int(place[event]), "a bracket is closed, but none is open", CLOSED)
        last = np.flatnonzero(np.append(fresh[1:], True)[: len(fresh)])
        for end in last[depth[last] > 0][:1].tolist():
            opened = int(np.flatnonzero((of == of[end]) & (kind == OPEN) & (level == depth[end]))[-1])
            self.fail(int(place[opened]), f"the bracket ({labels[label[opened]]} is never closed", CLOSED)
        order = np.lexsort((level, of))  # of one level they open and close in turn
        opening, closing = order[0::2], order[1::2]
        wrong = np.flatnonzero((label[closing] != ANY) & (label[closing] != label[opening]))
        if len(wrong):
            pair = int(wrong[np.argmin(closing[wrong])])
            names = [labels[label[events[pair]]] for events in (closing, opening)]
            self.fail(int(place[closing[pair]]), f"{names[0]}) closes the bracket ({names[1]}", CLOSED)
        in_order = np.argsort(opening, kind="stable")
        return opening[in_order], closing[in_order], level


def _parsed(text: str, labels: Vocabulary) -> list[tuple[int, int]] | None:
    """The brackets of a cell: OPEN or CLOSE, and the code of the label; None for what is no cell."""
    match = CELL.match(text)
    if not match:
        return None
    opened = [(OPEN, labels[label]) for label in LABEL.findall(match[1])]
    return opened + [(CLOSE, labels[label] if label else ANY) for label in CLOSING.findall(match[2])]


def _widths(cells: _BracketCells, first: IntArray, shape: RoleColumns) -> IntArray:
    """The number of columns of each sentence. Raises InputError where its lines differ, or have too few."""
    width, least = cells.width, shape.begin + shape.behind
    few = np.flatnonzero(width < least)
    if len(few):
        row = int(few[0])
        problem = f"{plural(int(width[row]), 'column')} where there are at least {least}"
        cells.text.fail(int(cells.line[row]), problem, COLUMNS, int(width[row]))
    of_sentence = width[first]
    due = np.repeat(of_sentence, np.diff(np.append(first, len(width))))
    wrong = np.flatnonzero(width != due)
    if len(wrong):
        row = int(wrong[0])
        problem = f"{plural(int(width[row]), 'column')} where the sentence has {int(due[row]):,}"
        cells.text.fail(int(cells.line[row]), problem, COLUMNS, int(min(width[row], due[row])))
    return of_sentence


def _check_surplus(
    cells: _BracketCells,
    full: tuple[IntArray, IntArray, IntArray],
    predicates: IntArray,
    surplus: IntArray,
    shape: RoleColumns,
) -> None:
    """Raise InputError for more columns of arguments than there are predicates.

    A sentence without predicates may have a column of `*` alone. *full* are the word and the column of cells
    that are not `*`, and the sentence of every word.
    """
    of, column, number = full
    beyond = column >= predicates[number[of]]
    holds = np.bincount(number[of[beyond]], minlength=len(predicates)) > 0
    wrong = np.flatnonzero((surplus > 0) & ((predicates > 0) | holds | (surplus > 1)))
    if not len(wrong):
        return
    which = int(wrong[0])
    cell = np.flatnonzero(beyond & (number[of] == which))
    word = int(of[cell[0]]) if len(cell) else int(np.flatnonzero(number == which)[0])
    at = int(column[cell[0]]) if len(cell) else int(predicates[which])
    has = plural(int(surplus[which] + predicates[which]), "column")
    problem = f"{has} of arguments where the sentence has {plural(int(predicates[which]), 'predicate')}"
    cells.text.fail(int(cells.line[word]), problem, EVERY, shape.begin + at)
