"""Read arguments that are given by their head words, in columns beside a dependency tree.

The formats are CoNLL-2008, CoNLL-2009 and CoNLL-U with further columns.

    line                                   width  id  head  predicate  cells of arguments
    1  Dogs   …  2  SBJ   …  _         A0   15    1   2     -          A0 of predicate 0
    2  chase  …  0  ROOT  …  chase.01  _    15    2   0     0
    3  cats   …  2  OBJ   …  _         A1   15    3   2     -          A1 of predicate 0

A word with a value in the column of predicates is a predicate. The columns of arguments have the order of the
predicates. A cell can hold several labels, `A0|AM-LOC`. Columns are positions in the bytes of the text, and
each distinct text is parsed once.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.keys import listed
from nerkit.corpora.roles import Roles
from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.columns.words import NUMBER, WRONG, ColumnWords, each
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable

SEVERAL = "|"
NO_WORDS = np.empty(0, np.int64)
NO_HEAD = ("_", "-")
SUPPORT = ".SU"  # the end of the senses of support verbs, which CoNLL-2008 does not count as predicates
ARGUMENT = re.compile(r"([^|]+):([0-9]{1,9})(?:-([0-9]{1,9}))?\Z")

IDS = "number the words of a sentence 1, 2, 3 …"
HEADS = "a head is the number of a word of the sentence, or 0 for the root"
LEFT_OUT = f"({SUPPORT}) left out with the words below them"
EVERY = "write one column of arguments per predicate, in the order of predicates"
ARGUMENTS = "arguments are label:word, or label:first-last, numbers of words, separated by |"
COLUMNS = "the comment global.columns names the columns, which are separated by tabs"


@dataclass(frozen=True)
class HeadShape:
    """The 0-based columns of a format with arguments by their head words.

    name       the name of the format in messages
    form       the column of words, or NONE
    head       the column of the numbers of heads, or NONE
    deprel     the column of dependency labels, or NONE
    predicate  the column of the names of predicates, or NONE
    arguments  the first column of arguments; each predicate has one
    flag       the column with Y if a word is a predicate; NONE if the column `predicate` decides
    nothing    the texts of an empty cell
    support    whether support verbs (predicates with the sense SU) are left out
    plus       whether labels can be joined by `+` (`Roles.plus`)
    listed     None if each predicate has a column of arguments; otherwise the column in which predicates list
               their arguments, or NONE without such a column. Then a line has exactly `arguments` columns
    """

    name: str
    form: int
    head: int
    deprel: int
    predicate: int
    arguments: int
    flag: int = NONE
    nothing: tuple[str, ...] = NO_HEAD
    support: bool = False
    plus: bool = False
    listed: int | None = None

    def read(self, sources: Iterable[Source]) -> Roles:
        """Read all sentences of inputs with heads as one corpus of roles.

        Raises InputError (file, line, column, remedy) for wrong columns.
        """
        table = RoleTable(heads=True, plus=self.plus)
        return table.read(sources, lambda _, text: add(table, text, self), ("support verb", LEFT_OUT))

    def reader(self, **more: Any) -> Reader:
        """The `Reader` of the format; *more* are further fields of `Reader`."""
        return Reader(self.read, Roles, heads=True, **more)

    def is_predicate(self, cell: str) -> bool:
        """Whether a word is a predicate, by its cell in the column `telling`."""
        return cell == "Y" if self.flag >= 0 else cell not in self.nothing

    @property
    def telling(self) -> int:
        """The column that decides whether a word is a predicate."""
        return self.flag if self.flag >= 0 else self.predicate

    def head_number(self, cell: str) -> int:
        """The number of a head; NONE for an empty cell, WRONG for a cell that is not a number."""
        no_head = NO_HEAD if self.listed is None else self.nothing
        return int(cell) if NUMBER.match(cell) else NONE if cell in no_head else WRONG


def add(table: RoleTable, text: ColumnText, shape: HeadShape) -> int:
    """Add the sentences of a text to the table; return the number of predicates that are left out.

    Raises InputError for wrong columns.
    """
    words = ColumnWords.of(text, passes=True)
    rows, left_out = _Roles(shape, words).read()
    table.add_text(text, rows, text.marks(words.comments))
    return left_out


@dataclass(frozen=True)
class _Roles:
    """A parser of the roles in the words of a text."""

    shape: HeadShape
    words: ColumnWords

    def read(self) -> tuple[RoleRows, int]:
        """The sentences, and the number of predicates that are left out. Raises InputError for a fault."""
        shape, words = self.shape, self.words
        end = words.regular(shape.arguments, None if shape.listed is None else shape.arguments)
        known = slice(end)
        head = None if shape.head == NONE else each(words.column(shape.head, known), shape.head_number)
        word = np.flatnonzero(each(words.column(shape.telling, known), shape.is_predicate))
        count = np.bincount(words.sentence[word], minlength=len(words.first))
        phrases, wrong = (None, NO_WORDS) if shape.listed is None else self._in_lists(shape.listed, word)
        if head is not None:
            wrong = np.append(wrong, np.flatnonzero((head == WRONG) | (head > words.size[known])))
        self._check(int(min(wrong, default=end)), count)
        stays = np.ones(len(word), bool)
        if shape.support:
            stays = each(words.column(shape.predicate, word), lambda text: text.endswith(SUPPORT)) == 0
        before = (np.cumsum(count) - count)[words.sentence]
        has_tree = NONE not in (shape.head, shape.deprel)
        rows = RoleRows(
            first=words.first,
            line=words.row,
            word=word[stays],
            name=words.column(shape.predicate, word[stays]),
            phrases=self._in_columns(before, stays) if phrases is None else phrases,
            form=None if shape.form == NONE else words.column(shape.form),
            head=head if has_tree else None,
            deprel=words.column(shape.deprel) if has_tree else None,
        )
        return rows, int(np.count_nonzero(~stays))

    def _check(self, end: int, count: IntArray) -> None:
        """Raise InputError for the first fault in the words up to *end*, if there is one.

        The only possible fault of words before *end* is a wrong number of columns of arguments. The array
        *count* has the number of predicates of each sentence, shape (sentences,).
        """
        shape, words = self.shape, self.words
        if shape.listed is None:
            whole = end if end == len(words.row) else int(words.first[words.sentence[end]])
            due = count[words.sentence[:whole]]
            surplus = words.width[:whole] - shape.arguments
            for word in np.flatnonzero(surplus != due)[:1].tolist():
                has, needs = plural(int(surplus[word]), "column"), plural(int(due[word]), "predicate")
                problem = f"{has} of arguments where the sentence has {needs}"
                words.fail(word, problem, EVERY, shape.arguments + int(min(surplus[word], due[word])))
        if end == len(words.row):
            return
        words.check_number(end, IDS)
        cells = words.cells(end)
        self._check_width(end, len(cells))
        size = int(words.size[end])
        head = NONE if shape.head == NONE else shape.head_number(cells[shape.head])
        if head > size or head == WRONG:
            problem = "the head is not a number" if head == WRONG else "the head is not in the sentence"
            words.fail(end, problem, HEADS, shape.head)
        at = shape.listed or NONE
        for part in _parts(cells[at]):
            _, first, last = _argument(part)
            if not 0 < first <= last <= size:
                words.fail(end, f"the argument {part!r} covers no words of the sentence", ARGUMENTS, at)

    def _check_width(self, word: int, has: int) -> None:
        """Raise InputError if a word, which has *has* columns, has another number than the format."""
        shape, needs = self.shape, self.shape.arguments
        if has < needs and shape.listed is None:
            problem = f"{plural(has, 'column')} where {shape.name} has at least {needs}"
            remedy = f"{shape.name} has at least {needs} columns, and one more per predicate"
            self.words.fail(word, problem, remedy, has)
        if has != needs and shape.listed is not None:
            self.words.fail(
                word, f"{plural(has, 'column')} where {needs} are named", COLUMNS, min(has, needs)
            )

    def _in_columns(self, before: IntArray, stays: BoolArray) -> PhraseRows:
        """The arguments in the columns of their predicates.

        before  the number of predicates before the sentence of each word, shape (words,)
        stays   whether each predicate is kept, shape (predicates,)
        """
        shape, words = self.shape, self.words
        cells = words.lines.filled(words.row, shape.arguments, words.width, "".join(shape.nothing))
        predicate = before[cells.row] + cells.column - shape.arguments
        full = np.flatnonzero(stays[predicate])
        text = column_of(words.lines.data, cells.start[full], cells.end[full])
        labels = [[label for label in value.split(SEVERAL) if label] for value in text.values]
        place, label = listed(text.codes, [*map(len, labels)])
        at = cells.row[full][place]
        number = (np.cumsum(stays) - 1)[predicate[full][place]]
        return _phrases(number, Column.of(chain(*labels)).take(label), at, at + 1)

    def _in_lists(self, at: int, word: IntArray) -> tuple[PhraseRows, IntArray]:
        """The arguments that predicates list in the column *at*, and the words with wrong arguments.

        *word* has the word of each predicate, shape (predicates,).
        """
        if at == NONE:
            return PhraseRows.listed(()), NO_WORDS
        words = self.words
        text = words.column(at, word)
        arguments = [[*map(_argument, _parts(value))] for value in text.values]
        number, place = listed(text.codes, [*map(len, arguments)])
        first, last = np.array([one[1:] for one in chain(*arguments)], np.int64).reshape(-1, 2)[place].T
        right = (first > 0) & (first <= last) & (last <= words.size[word][number])
        begin = words.first[words.sentence[word]][number]
        labels = Column.of(argument[0] for argument in chain(*arguments)).take(place)
        return _phrases(number, labels, begin + first - 1, begin + last), word[number[~right]]


def _phrases(predicate: IntArray, label: Column, start: IntArray, end: IntArray) -> PhraseRows:
    """Phrases that are not nested, from their predicates, labels, starts and ends."""
    return PhraseRows(predicate, label, start, end, np.full(len(start), NONE))


def _parts(cell: str) -> list[str]:
    """The texts of the arguments in a cell that lists arguments."""
    return [] if cell == "_" else cell.split(SEVERAL)


def _argument(part: str) -> tuple[str, int, int]:
    """The label, first and last word of an argument in a list; ("", 0, 0) if it is malformed."""
    match = ARGUMENT.match(part)
    return (match[1], int(match[2]), int(match[3] or match[2])) if match else ("", 0, 0)
