"""Arguments in brackets, a column for each predicate: what props and CoNLL-2012 have in common.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

A cell opens brackets `(LABEL`, has one `*`, and closes them `)`, or `LABEL)` as in CoNLL-2004. A bracket that
opens is a phrase, and phrases may nest. Each distinct cell that is not `*` alone is read once.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import NONE, Column, IntArray, Vocabulary
from nerkit.corpora.brackets import parents
from nerkit.corpora.roles import Roles
from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.brackets import CLOSE, OPEN, BracketEvents, depths, events, pairs
from nerkit.readers.columns.lines import BLANK, FilledCells, Lines
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.columns.words import HASH, beginning
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable

CELL = re.compile(r"((?:\([^()*\s]+)*)\*((?:[^()*\s]*\))*)\Z")
LABEL = re.compile(r"[^()]+")
CLOSING = re.compile(r"(?<![^()])([^()]*+)\)")
DASH = ord("-")
ANY = NONE  # the label of a closing bracket that has none

COLUMNS = "give all words of a sentence equally many columns"
BRACKETS = "a cell is (LABEL for each phrase that begins, one *, and ) for each that ends: (A0*  *  *)  (V*)"
LACKING = "without a column of arguments, read as without arguments"
CLOSED = "close every bracket in its sentence, in its own column; in CoNLL-2004 with its own label"
EVERY = "write one column of arguments per predicate, in the order of predicates"


@dataclass(frozen=True)
class RoleColumns:
    """The places of the columns of a format.

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
    lines = Lines.of(text.raw, BLANK)
    is_comment = (lines.data[lines.start] == HASH) & (shape.document is not None)
    marks = [] if shape.document is None else text.marks(np.flatnonzero(is_comment).tolist(), shape.document)
    line = np.flatnonzero((lines.width > 0) & ~is_comment)
    if not len(line):
        table.documents.open(line, marks)
        return 0
    rows, lacking = _RoleSentences(text, lines, line, shape).read()
    table.add_text(text, rows, marks)
    return lacking


@dataclass(frozen=True)
class _RoleSentences:
    """The sentences of a text; *line* is the line of each word."""

    text: ColumnText
    lines: Lines
    line: IntArray
    shape: RoleColumns

    def fail(self, word: int, problem: str, remedy: str, column: int) -> NoReturn:
        """Raise the InputError for a word, with the caret at a column."""
        self.text.fail(int(self.line[word]), problem, remedy, int(column))

    def read(self) -> tuple[RoleRows, int]:
        """The sentences, and how many predicates have no column."""
        shape, lines, line = self.shape, self.lines, self.line
        begins = np.append(True, np.diff(line) != 1)  # lines between words are blank, or comments
        first, number = np.flatnonzero(begins), np.cumsum(begins) - 1
        width = lines.width[line]
        self._check_widths(width, width[first][number])
        start, end = lines.cells(line, shape.marked)
        word = np.flatnonzero((lines.data[start] != DASH) | (end - start > 1))
        predicates = np.bincount(number[word], minlength=len(first))
        before = np.cumsum(predicates) - predicates
        cells = lines.filled(line, shape.begin, width - shape.behind, "*")
        surplus = width[first] - shape.begin - shape.behind - predicates
        self._check_surplus(cells, number, predicates, surplus)
        predicate = before[number[cells.row]] + cells.column - shape.begin
        order = np.argsort(predicate, kind="stable")
        brackets = _Brackets(self, FilledCells(*(of[order] for of in cells)), predicate[order])
        rows = RoleRows(
            first=first,
            line=line,
            word=word,
            name=lines.column(line[word], shape.named),
            phrases=brackets.phrases(),
            form=None if shape.form is None else lines.column(line, shape.form),
        )
        return rows, int(np.maximum(-surplus, 0).sum())

    def _check_widths(self, width: IntArray, due: IntArray) -> None:
        """Raise InputError for a line with too few columns, or not as many as its sentence has (*due*)."""
        least = self.shape.begin + self.shape.behind
        for word in np.flatnonzero(width < least)[:1]:
            problem = f"{plural(int(width[word]), 'column')}, but the format needs at least {least}"
            self.fail(int(word), problem, COLUMNS, width[word])
        for word in np.flatnonzero(width != due)[:1]:
            problem = f"{plural(int(width[word]), 'column')} where the sentence has {int(due[word]):,}"
            self.fail(int(word), problem, COLUMNS, min(width[word], due[word]))

    def _check_surplus(
        self, cells: FilledCells, number: IntArray, predicates: IntArray, surplus: IntArray
    ) -> None:
        """Raise InputError for more columns of arguments than there are predicates.

        A sentence without predicates may have a column of `*` alone. *number* is the sentence of each word.
        """
        begin, of = self.shape.begin, number[cells.row]
        beyond = cells.column - begin >= predicates[of]
        holds = np.bincount(of[beyond], minlength=len(predicates)) > 0
        for which in np.flatnonzero((surplus > 0) & ((predicates > 0) | holds | (surplus > 1)))[:1]:
            word, column = int(np.argmax(number == which)), int(predicates[which]) + begin
            for cell in np.flatnonzero(beyond & (of == which))[:1]:
                word, column = int(cells.row[cell]), int(cells.column[cell])
            has = plural(int(surplus[which] + predicates[which]), "column")
            due = plural(int(predicates[which]), "predicate")
            self.fail(word, f"{has} of arguments where the sentence has {due}", EVERY, column)


@dataclass(frozen=True)
class _Brackets:
    """The brackets of cells by their predicates."""

    sentences: _RoleSentences
    cells: FilledCells
    predicate: IntArray

    def fail(self, place: int, problem: str, remedy: str) -> NoReturn:
        """Raise the InputError for one of the cells."""
        self.sentences.fail(int(self.cells.row[place]), problem, remedy, self.cells.column[place])

    def phrases(self) -> PhraseRows:
        """The phrases. Raises InputError for cells that are none, and brackets that do not fit."""
        column, labels = column_of(self.sentences.lines.data, self.cells.start, self.cells.end), Vocabulary()
        place, kind, label, wrong_cells = events(column, partial(_parsed, labels))
        for bad in wrong_cells:
            self.fail(bad, f"{column.value(bad)!r} is not a cell of arguments", BRACKETS)
        names = list(labels)
        depth = depths(self.predicate[place], kind)
        self._check_closed(place, kind, depth, label, names)
        opening, closing = pairs(kind, depth, self.predicate[place])
        wrong = np.flatnonzero((label[closing] != ANY) & (label[closing] != label[opening]))
        if len(wrong):
            pair = wrong[np.argmin(closing[wrong])]
            closed, opened = names[label[closing[pair]]], names[label[opening[pair]]]
            self.fail(int(place[closing[pair]]), f"{closed}) closes the bracket ({opened}", CLOSED)
        return PhraseRows(
            predicate=self.predicate[place[opening]],
            label=Column(names, label[opening]),
            start=self.cells.row[place[opening]],
            end=self.cells.row[place[closing]] + 1,
            around=parents(depth[opening] - 1),
        )

    def _check_closed(
        self, place: IntArray, kind: IntArray, depth: IntArray, label: IntArray, names: Sequence[str]
    ) -> None:
        """Raise the InputError for the first bracket that closes nothing, or that is not closed."""
        for event in np.flatnonzero(depth < 0)[:1]:
            self.fail(int(place[event]), "a bracket is closed, but none is open", CLOSED)
        of = self.predicate[place]
        for end in np.flatnonzero(np.append(beginning(of)[1:], True)[: len(of)] & (depth > 0))[:1]:
            opened = np.flatnonzero((of == of[end]) & (kind == OPEN) & (depth == depth[end]))[-1]
            self.fail(int(place[opened]), f"the bracket ({names[label[opened]]} is never closed", CLOSED)


def _parsed(labels: Vocabulary, text: str) -> BracketEvents | None:
    """The brackets of a cell: OPEN or CLOSE, and the code of the label; None for what is no cell."""
    match = CELL.match(text)
    if not match:
        return None
    opened = [(OPEN, labels[label]) for label in LABEL.findall(match[1])]
    return opened + [(CLOSE, labels[label] if label else ANY) for label in CLOSING.findall(match[2])]
