"""Arguments by their heads, read by columns: all words of a part of a text at once.

    line                                   width  id  head  predicate  cells of arguments
    1  Dogs   …  2  SBJ   …  _         A0   15    1   2     -          A0 of predicate 0
    2  chase  …  0  ROOT  …  chase.01  _    15    2   0     0
    3  cats   …  2  OBJ   …  _         A1   15    3   2     -          A1 of predicate 0

That is possible where tabs separate columns and nothing is wrong; other parts are read word by word, which
says what is wrong and where (`role_heads`). Columns are positions in the bytes, and each distinct text is
looked at once.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.keys import expand
from nerkit.readers.columns.lines import TAB, Lines
from nerkit.readers.roles.head_layout import NOTHING, PASSED_OVER, SEVERAL, SUPPORT, HeadRows, Layout
from nerkit.readers.roles.role_table import PhraseRows, RoleRows
from nerkit.readers.trees.dependency_table import NUMBER

HASH = ord("#")
PASSED, WRONG = -2, -3  # what is no number: a word that is passed over, anything else


def by_columns(text: str, layout: Layout) -> HeadRows | None:
    """The sentences of a text of whole ones; None where it is to be read word by word."""
    if "\t\n" in text or text.endswith("\t"):
        return None  # a last column that is empty
    lines = Lines.of(text, TAB)
    blank = lines.width == 0
    comments = np.flatnonzero((lines.data[lines.start] == HASH) & ~blank)
    is_word = ~blank
    is_word[comments] = False
    line = np.flatnonzero(is_word)
    if (lines.width[line] < layout.arguments).any():
        return None
    cells = _WordCells(lines, line)
    number = cells.numbers(0, _word_number)
    if (number == WRONG).any():
        return None
    cells, number = cells.where(number != PASSED), number[number != PASSED]
    read = _read(cells, number, np.cumsum(blank)[cells.line], layout)
    return read and HeadRows(read[0], comments.tolist(), read[1])


@dataclass(frozen=True)
class _WordCells:
    """The lines that are words."""

    lines: Lines
    line: IntArray

    def where(self, chosen: BoolArray) -> "_WordCells":
        """These of the words."""
        return _WordCells(self.lines, self.line[chosen])

    def column(self, at: int, rows: IntArray | slice = slice(None)) -> Column:
        """A column of these words."""
        return self.lines.column(self.line[rows], at)

    def numbers(self, at: int, number_of: Callable[[str], int]) -> IntArray:
        """The numbers that *number_of* gives the texts of a column."""
        column = self.column(at)
        numbers: IntArray = np.array([*map(number_of, column.values), WRONG], np.int64)[column.codes]
        return numbers

    @property
    def width(self) -> IntArray:
        """The number of columns of each word."""
        return self.lines.width[self.line]


def _word_number(cell: str) -> int:
    if NUMBER.match(cell):
        return int(cell)
    return PASSED if PASSED_OVER.match(cell) else WRONG


def _head_number(cell: str) -> int:
    if NUMBER.match(cell):
        return int(cell)
    return NONE if cell in NOTHING else WRONG


def _read(
    cells: _WordCells, number: IntArray, blanks: IntArray, layout: Layout
) -> tuple[RoleRows, int] | None:
    """The columns of words with these numbers, and how many predicates are left out; None for anything wrong.

    *blanks* is the number of blank lines before each word.
    """
    begins = np.append(True, blanks[1:] != blanks[:-1])[: len(blanks)]
    first, sentence = np.flatnonzero(begins), np.cumsum(begins) - 1
    head = cells.numbers(layout.head, _head_number)
    size = np.diff(np.append(first, len(number)))
    flag = cells.column(layout.flag if layout.flag >= 0 else layout.predicate)
    marks = [text == "Y" if layout.flag >= 0 else text not in layout.nothing for text in flag.values]
    word = np.flatnonzero(np.array([*marks, False], bool)[flag.codes])
    count = np.bincount(sentence[word], minlength=len(first))
    due = np.arange(len(number)) - first[sentence] + 1 if len(first) else number
    if (
        (number != due).any()
        or (head == WRONG).any()
        or (head > size[sentence]).any()
        or (cells.width - layout.arguments != count[sentence]).any()
    ):
        return None
    stays = np.ones(len(word), bool)
    if layout.support:
        name = cells.column(layout.predicate, word)
        stays = ~np.array([*(text.endswith(SUPPORT) for text in name.values), False], bool)[name.codes]
    rows = RoleRows(
        first=first,
        line=cells.line,
        word=word[stays],
        name=cells.column(layout.predicate, word[stays]),
        phrases=_phrases(cells, np.append(np.cumsum(count) - count, 0)[sentence], stays, layout),
        form=cells.column(layout.form),
        head=head,
        deprel=cells.column(layout.deprel),
    )
    return rows, int(np.count_nonzero(~stays))


def _phrases(cells: _WordCells, before: IntArray, stays: BoolArray, layout: Layout) -> PhraseRows:
    """The arguments; *before* is the number of predicates before the sentence of each word, *stays* tells
    which predicates are not left out.
    """
    lines = cells.lines
    word, column = expand(np.full(len(cells.line), layout.arguments), cells.width)
    separator = lines.before[cells.line][word] + column - 1
    start = lines.separators[separator] + 1
    is_last = column == cells.width[word] - 1
    after = lines.separators[np.minimum(separator + 1, len(lines.separators) - 1)] if len(word) else start
    end = np.where(is_last, lines.end[cells.line][word], after)
    nothing = (end - start == 1) & np.isin(lines.data[start], [ord(text) for text in layout.nothing])
    predicate = before[word] + column - layout.arguments
    full = np.flatnonzero(~nothing & stays[predicate]) if len(word) else word
    text = column_of(lines.data, start[full], end[full])
    labels = [[label for label in value.split(SEVERAL) if label] for value in text.values]
    sizes = np.array([*map(len, labels), 0], np.int64)
    begin = np.cumsum(sizes) - sizes
    place, label = expand(begin[text.codes], (begin + sizes)[text.codes])
    at = word[full][place]
    return PhraseRows(
        predicate=(np.cumsum(stays) - 1)[predicate[full][place]],
        label=Column.of(label for several in labels for label in several).take(label),
        start=at,
        end=at + 1,
        around=np.full(len(at), NONE),
    )
