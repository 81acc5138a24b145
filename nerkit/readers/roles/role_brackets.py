"""Read arguments in brackets, with one column per predicate, for the formats props and conll12.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

A cell has opening brackets `(LABEL`, one `*`, and closing brackets `)`, or `LABEL)` as in CoNLL-2004. Each
opening bracket begins a phrase, and phrases can nest. Each distinct cell other than `*` is parsed once.
"""

import re
from collections.abc import Iterable
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
ANY = NONE  # the label of a closing bracket without a label

COLUMNS = "give all words of a sentence equally many columns"
BRACKETS = "a cell is (LABEL for each phrase that begins, one *, and ) for each that ends: (A0*  *  *)  (V*)"
LACKING = "without a column of arguments, read as without arguments"
CLOSED = "close every bracket in its sentence, in its own column; in CoNLL-2004 with its own label"
EVERY = "write one column of arguments per predicate, in the order of predicates"


@dataclass(frozen=True)
class RoleColumns:
    """The 0-based columns of a format with arguments in brackets.

    named     the column with the names of predicates
    marked    the column that is not `-` if a word is a predicate
    begin     the first column of arguments
    behind    the number of columns after the last column of arguments
    form      the column of words, or None
    document  the pattern of comments that begin documents; None if the format has no comments
    """

    named: int
    marked: int
    begin: int
    behind: int = 0
    form: int | None = None
    document: re.Pattern[str] | None = None

    def read(self, sources: Iterable[Source]) -> Roles:
        """Read all sentences of the inputs as one corpus of roles.

        Raises InputError (file, line, column, remedy) for wrong columns and brackets.
        """
        table = RoleTable()
        return table.read(sources, lambda _, text: add(table, text, self), ("predicate", LACKING))


def add(table: RoleTable, text: ColumnText, shape: RoleColumns) -> int:
    """Add the sentences of a text to the table; return the number of predicates without a column.

    Raises InputError for lines with another number of columns than their sentence, more columns of arguments
    than predicates, and brackets without a partner.
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
    """A parser of the sentences of a text.

    text   the text
    lines  its lines and columns
    line   the line of each word, shape (words,)
    shape  the columns of the format
    """

    text: ColumnText
    lines: Lines
    line: IntArray
    shape: RoleColumns

    def fail(self, word: int, problem: str, remedy: str, column: int) -> NoReturn:
        """Raise InputError for a word, with the caret at a 0-based column."""
        self.text.fail(int(self.line[word]), problem, remedy, int(column))

    def read(self) -> tuple[RoleRows, int]:
        """The sentences, and the number of predicates without a column of arguments."""
        shape, lines, line = self.shape, self.lines, self.line
        begins = np.append(True, np.diff(line) != 1)  # only blank lines and comments are between words
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
        cells, predicate = FilledCells(*(of[order] for of in cells)), predicate[order]
        rows = RoleRows(
            first=first,
            line=line,
            word=word,
            name=lines.column(line[word], shape.named),
            phrases=self._phrases(cells, predicate),
            form=None if shape.form is None else lines.column(line, shape.form),
        )
        return rows, int(np.maximum(-surplus, 0).sum())

    def _check_widths(self, width: IntArray, due: IntArray) -> None:
        """Raise InputError for a line with too few columns, or another number than *due*, shape (words,)."""
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
        """Raise InputError for a sentence with more columns of arguments than predicates.

        A sentence without predicates can have one column with only `*`.

        cells       the nonempty cells of arguments
        number      the sentence of each word, shape (words,)
        predicates  the number of predicates of each sentence, shape (sentences,)
        surplus     the number of columns minus the number of predicates, shape (sentences,)
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

    def _phrases(self, cells: FilledCells, predicate: IntArray) -> PhraseRows:
        """The phrases in the cells of arguments, which are sorted by their predicates, shape (cells,).

        Raises InputError for malformed cells, and brackets without a partner.
        """

        def fail(place: int, problem: str, remedy: str) -> NoReturn:
            """Raise InputError for the cell *place*."""
            self.fail(int(cells.row[place]), problem, remedy, cells.column[place])

        column, labels = column_of(self.lines.data, cells.start, cells.end), Vocabulary()
        place, kind, label, wrong_cells = events(column, partial(_parsed, labels))
        for bad in wrong_cells:
            fail(bad, f"{column.value(bad)!r} is not a cell of arguments", BRACKETS)
        names, of = list(labels), predicate[place]
        depth = depths(of, kind)
        for event in np.flatnonzero(depth < 0)[:1]:
            fail(int(place[event]), "a bracket is closed, but none is open", CLOSED)
        for end in np.flatnonzero(np.append(beginning(of)[1:], True)[: len(of)] & (depth > 0))[:1]:
            opened = np.flatnonzero((of == of[end]) & (kind == OPEN) & (depth == depth[end]))[-1]
            fail(int(place[opened]), f"the bracket ({names[label[opened]]} is never closed", CLOSED)
        opening, closing = pairs(kind, depth, of)
        wrong = np.flatnonzero((label[closing] != ANY) & (label[closing] != label[opening]))
        if len(wrong):
            pair = wrong[np.argmin(closing[wrong])]
            closed, opened = names[label[closing[pair]]], names[label[opening[pair]]]
            fail(int(place[closing[pair]]), f"{closed}) closes the bracket ({opened}", CLOSED)
        return PhraseRows(
            predicate=of[opening],
            label=Column(names, label[opening]),
            start=cells.row[place[opening]],
            end=cells.row[place[closing]] + 1,
            around=parents(depth[opening] - 1),
        )


def _parsed(labels: Vocabulary, text: str) -> BracketEvents | None:
    """The kind (OPEN or CLOSE) and the label code of each bracket in a cell; None for a malformed cell."""
    match = CELL.match(text)
    if not match:
        return None
    opened = [(OPEN, labels[label]) for label in LABEL.findall(match[1])]
    return opened + [(CLOSE, labels[label] if label else ANY) for label in CLOSING.findall(match[2])]
