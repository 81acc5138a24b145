"""Read words in columns: one word per line, with its number in the first column, as in CoNLL-X.

    # newdoc           comments [0]
    1   Dogs    2      row [1, 2, 4]    number [1, 2, 1]    first [0, 2]    sentence [0, 0, 1]
    2   bark    0
                       one or more blank lines separate sentences
    1   Yes     0

Tabs separate columns. In a line without tabs, blanks separate them. A cell is a position in the bytes of the
text.
"""

from collections.abc import Callable
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.readers.columns.lines import TAB, Lines
from nerkit.readers.columns.text import ColumnText

NUMBER = regex(r"(?:0|[1-9][0-9]{0,8})\Z")
PASSED_OVER = regex(r"[0-9]+[-.][0-9]+\Z")  # multiword tokens and empty nodes of CoNLL-U
PASSED, WRONG = -2, -3  # stand for the number of a line to skip, and for a cell that is not a number
HASH = ord("#")


@record(frozen=True)
class ColumnWords:
    """The words of a text of whole sentences; all line, word and sentence numbers are 0-based.

    text      the text
    lines     the lines and columns of the text
    row       the line of each word, shape (words,)
    number    the number in the first column of each word, or WRONG, shape (words,)
    first     the first word of each sentence, shape (sentences,)
    sentence  the sentence of each word, shape (words,)
    comments  the lines that begin with #
    """

    text: ColumnText
    lines: Lines
    row: IntArray
    number: IntArray
    first: IntArray
    sentence: IntArray
    comments: list[int]

    @classmethod
    def of(cls, text: ColumnText, *, passes: bool = False) -> "ColumnWords":
        """The words of a text; with *passes*, multiword tokens and empty nodes are skipped."""
        words = cls._of(text, text.raw, passes=passes)
        if not (words.number == WRONG).any() and (words.width > 1).all():
            return words
        return cls._of(text, "\n".join(map(_tabbed, text.lines)).encode(), passes=passes)

    @classmethod
    def _of(cls, text: ColumnText, raw: bytes, *, passes: bool) -> "ColumnWords":
        lines = Lines.of(raw, TAB, whole=True)
        blank, comment = lines.width == 0, lines.data[lines.start] == HASH
        row = np.flatnonzero(~blank & ~comment)
        number = each(lines.column(row, 0), lambda cell: _number(cell, passes=passes))
        row, number = row[number != PASSED], number[number != PASSED]
        begins = beginning(np.cumsum(blank)[row])
        comments = np.flatnonzero(comment).tolist()
        return cls(text, lines, row, number, np.flatnonzero(begins), np.cumsum(begins) - 1, comments)

    @property
    def width(self) -> IntArray:
        """The number of columns of each word, shape (words,)."""
        return self.lines.width[self.row]

    @property
    def due(self) -> IntArray:
        """The number that each word must have, 1-based in its sentence, shape (words,)."""
        return due(beginning(self.sentence))

    @property
    def size(self) -> IntArray:
        """The length of the sentence of each word, shape (words,)."""
        size: IntArray = np.diff(np.append(self.first, len(self.row)))[self.sentence]
        return size

    def column(self, at: int, words: IntArray | slice = slice(None)) -> Column:
        """The 0-based column *at* of the given words."""
        return self.lines.column(self.row[words], at)

    def regular(self, least: int, most: int | None = None) -> int:
        """The number of words before the first word with a wrong number or a wrong number of columns.

        *least* and *most* are the allowed numbers of columns.
        """
        strange = (self.number != self.due) | (self.width < least)
        strange |= False if most is None else self.width > most
        return int(np.append(np.flatnonzero(strange), len(self.row))[0])

    def cells(self, word: int) -> list[str]:
        """The cells of a word as texts."""
        line: str = self.text.lines[self.row[word]]
        return line.split("\t") if "\t" in line else line.split()

    def fail(self, word: int, problem: str, remedy: str, column: int = 0) -> NoReturn:
        """Raise InputError for a word, with the caret at a 0-based column."""
        self.text.fail(int(self.row[word]), problem, remedy, column)

    def check_number(self, word: int, remedy: str) -> None:
        """Raise InputError if a word has a wrong number in its first column."""
        if self.number[word] != self.due[word]:
            self.fail(word, f"id {self.cells(word)[0]!r}, but word {self.due[word]} comes next", remedy)


def each(column: Column, number_of: Callable[[str], int]) -> IntArray:
    """Apply *number_of* to each distinct text of a column; return the number of each row, shape (rows,)."""
    numbers: IntArray = np.array([*map(number_of, column.values), WRONG], np.int64)[column.codes]
    return numbers


def beginning(sentence: IntArray) -> BoolArray:
    """Whether each row is the first of its sentence, shape (rows,); *sentence* has the number per row."""
    return np.append(True, sentence[1:] != sentence[:-1])[: len(sentence)]


def due(begins: BoolArray) -> IntArray:
    """The number that each word must have, 1-based in its sentence; *begins* marks the first words."""
    first = np.flatnonzero(begins)
    return np.arange(len(begins)) - np.repeat(first, np.diff(np.append(first, len(begins)))) + 1


def _number(cell: str, *, passes: bool) -> int:
    return int(cell) if NUMBER.match(cell) else PASSED if passes and PASSED_OVER.match(cell) else WRONG


def _tabbed(line: str) -> str:
    """A line with its blanks replaced by tabs, unless it has tabs or is a comment; empty for a blank line."""
    if line.startswith("#") or ("\t" in line and not line.isspace()):
        return line
    cells = "\t".join(line.split())
    return f" {cells}" if cells.startswith("#") else cells  # a line is only a comment if it begins with #
