"""Arguments by their heads, in columns beside a dependency tree: what CoNLL-2008, CoNLL-2009 and CoNLL-U with
further columns have in common.

    line                                   width  id  head  predicate  cells of arguments
    1  Dogs   …  2  SBJ   …  _         A0   15    1   2     -          A0 of predicate 0
    2  chase  …  0  ROOT  …  chase.01  _    15    2   0     0
    3  cats   …  2  OBJ   …  _         A1   15    3   2     -          A1 of predicate 0

A word with anything in the column of predicates is one; the columns behind are those of the predicates from
top to bottom. A cell may hold several labels, `A0|AM-LOC`. Columns are positions in the bytes of all lines
at once, and each distinct text is looked at once. Where anything is wrong, the words are gone through one by
one, for the place of the fault.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.byte_columns import column_of
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.keys import expand, listed
from nerkit.corpora.roles import Roles
from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.lines import TAB, Lines
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable
from nerkit.readers.trees.dependency_table import NUMBER, beginning, due

HASH = ord("#")
SEVERAL = "|"
PASSED_OVER = re.compile(r"[0-9]+[-.][0-9]+\Z")  # multiword tokens and empty nodes of CoNLL-U
PASSED, WRONG = -2, -3  # what is no number: a word that is passed over, anything else
NO_HEAD = ("_", "-")
SUPPORT = ".SU"  # how senses of support verbs end, which are no predicates of CoNLL-2008
ARGUMENT = re.compile(r"([^|]+):([0-9]{1,9})(?:-([0-9]{1,9}))?\Z")

IDS = "words of a sentence are numbered 1, 2, 3 …"
HEADS = "a head is the number of a word of the sentence, or 0 for the root"
LEFT_OUT = f"({SUPPORT}) left out with what depends on them"
EVERY = "there is one column of arguments for each predicate, in their order"
ARGUMENTS = "arguments are label:word, or label:first-last, numbers of words, separated by |"
COLUMNS = "the comment global.columns names the columns, which are separated by tabs"


@dataclass(frozen=True)
class HeadShape:
    """Where the columns of a format stand, from 0.

    name         what the format is called in messages
    form, head, deprel, predicate   the columns of these; NONE where there is none
    arguments    the first column of arguments, of which there is one for each predicate
    flag         the column that says Y where there is a predicate; NONE where its own column says so
    nothing      what stands in a cell without anything
    support      whether predicates whose sense is SU (support verbs) are left out
    plus         whether labels may be joined by `+`, as `Roles.plus` says
    listed       the column where a predicate lists its arguments itself, NONE where nothing does; lines have
                 no columns behind `arguments` then. None where predicates have columns of arguments
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
        """All sentences of inputs with heads as one corpus.

        Raises InputError (file, line, column, remedy) for columns that do not fit.
        """
        table = RoleTable(heads=True, plus=self.plus)
        return table.read(sources, lambda _, text: add(table, text, self), ("support verb", LEFT_OUT))

    def reader(self, **more: Any) -> Reader:
        """The reader of the format; *more* are further parts of it."""
        return Reader(self.read, Roles, heads=True, **more)

    def is_predicate(self, cell: str) -> bool:
        """Whether a cell of the column that tells says that its word is a predicate."""
        return cell == "Y" if self.flag >= 0 else cell not in self.nothing

    @property
    def telling(self) -> int:
        """The column that tells whether a word is a predicate."""
        return self.flag if self.flag >= 0 else self.predicate

    def head_number(self, cell: str) -> int:
        """The number of a head, NONE for a word without one, WRONG for anything else."""
        no_head = NO_HEAD if self.listed is None else self.nothing
        return int(cell) if NUMBER.match(cell) else NONE if cell in no_head else WRONG


HeadRows = tuple[RoleRows, list[int], int]  # sentences, lines that are comments, predicates that are left out


def add(table: RoleTable, text: ColumnText, shape: HeadShape) -> int:
    """Add the sentences of a text; gives the number of predicates that are left out.

    Raises InputError for columns that do not fit.
    """
    read = by_columns(text.text, shape) or by_columns("\n".join(map(_tabbed, text.lines)), shape)
    if read is None:
        _fail(text, shape)
    rows, comments, left_out = read
    table.add_text(text, rows, text.marks(comments))
    return left_out


def _tabbed(line: str) -> str:
    """A line with tabs between its columns where blanks were; one of blanks alone is empty."""
    whole = ("\t" in line and not line.isspace()) or line.lstrip()[:1] == "#"
    return line if whole else "\t".join(line.split())


def by_columns(text: str, shape: HeadShape) -> HeadRows | None:
    """The sentences of a text of whole ones with tabs between columns; None where anything is wrong."""
    lines = Lines.of(text, TAB, whole=True)
    blank, comment = lines.width == 0, lines.data[lines.start] == HASH
    line = np.flatnonzero(~blank & ~comment)
    number = _each(lines.column(line, 0), _word_number)
    line, number = line[number != PASSED], number[number != PASSED]
    begins = beginning(np.cumsum(blank)[line])
    words = _Words(shape, lines, line, np.flatnonzero(begins), np.cumsum(begins) - 1)
    if (number != due(begins)).any() or (lines.width[line] < shape.arguments).any():
        return None
    read = words.read()
    return read and (read[0], np.flatnonzero(comment).tolist(), read[1])


@dataclass(frozen=True)
class _Words:
    """The words of a text: their lines, the first of each sentence, the sentence of each."""

    shape: HeadShape
    lines: Lines
    line: IntArray
    first: IntArray
    sentence: IntArray

    @property
    def size(self) -> IntArray:
        """How many words the sentence of each word has."""
        return np.diff(np.append(self.first, len(self.line)))[self.sentence]

    def column(self, at: int, words: IntArray | slice = slice(None)) -> Column:
        """A column of these words."""
        return self.lines.column(self.line[words], at)

    def read(self) -> tuple[RoleRows, int] | None:
        """The sentences, and how many predicates are left out; None for anything wrong."""
        shape = self.shape
        word = np.flatnonzero(_each(self.column(shape.telling), shape.is_predicate))
        count = np.bincount(self.sentence[word], minlength=len(self.first))
        surplus = self.lines.width[self.line] - shape.arguments
        if (surplus != (count[self.sentence] if shape.listed is None else 0)).any():
            return None
        head = None if shape.head == NONE else _each(self.column(shape.head), shape.head_number)
        if head is not None and ((head == WRONG) | (head > self.size)).any():
            return None
        stays = np.ones(len(word), bool)
        if shape.support:
            support = _each(self.column(shape.predicate, word), lambda text: text.endswith(SUPPORT))
            stays = support == 0
        before = (np.cumsum(count) - count)[self.sentence]
        if shape.listed is None:
            phrases: PhraseRows | None = self._in_columns(before, stays)
        else:
            phrases = self._in_lists(shape.listed, word)
        if phrases is None:
            return None
        has_tree = NONE not in (shape.head, shape.deprel)
        rows = RoleRows(
            first=self.first,
            line=self.line,
            word=word[stays],
            name=self.column(shape.predicate, word[stays]),
            phrases=phrases,
            form=None if shape.form == NONE else self.column(shape.form),
            head=head if has_tree else None,
            deprel=self.column(shape.deprel) if has_tree else None,
        )
        return rows, int(np.count_nonzero(~stays))

    def _in_columns(self, before: IntArray, stays: BoolArray) -> PhraseRows:
        """The arguments in columns of their own; *before* is the number of predicates before the sentence of
        each word, *stays* tells which predicates are not left out.
        """
        shape, lines = self.shape, self.lines
        width = lines.width[self.line]
        word, column = expand(np.full(len(width), shape.arguments), width)
        separator = lines.before[self.line][word] + column - 1
        start = lines.separators[separator] + 1
        after = np.append(lines.separators, 0)[separator + 1]
        end = np.where(column == width[word] - 1, lines.end[self.line][word], after)
        nothing = (end - start == 1) & np.isin(lines.data[start], [ord(text) for text in shape.nothing])
        predicate = before[word] + column - shape.arguments
        full = np.flatnonzero(~nothing & stays[predicate])
        text = column_of(lines.data, start[full], end[full])
        labels = [[label for label in value.split(SEVERAL) if label] for value in text.values]
        place, label = listed(text.codes, [*map(len, labels)])
        at = word[full][place]
        number = (np.cumsum(stays) - 1)[predicate[full][place]]
        return _phrases(number, Column.of(chain(*labels)).take(label), at, at + 1)

    def _in_lists(self, at: int, word: IntArray) -> PhraseRows | None:
        """The arguments that predicates, these words, list in a column; None for some of no words."""
        if at == NONE:
            return PhraseRows.listed(())
        text = self.column(at, word)
        arguments = [[*map(_argument, _parts(value))] for value in text.values]
        number, place = listed(text.codes, [*map(len, arguments)])
        ends = np.array([argument[1:] for argument in chain(*arguments)], np.int64).reshape(-1, 2)[place].T
        if not ((ends[0] > 0) & (ends[0] <= ends[1]) & (ends[1] <= self.size[word][number])).all():
            return None
        begin = self.first[self.sentence[word]][number]
        labels = Column.of(argument[0] for argument in chain(*arguments)).take(place)
        return _phrases(number, labels, begin + ends[0] - 1, begin + ends[1])


def _phrases(predicate: IntArray, label: Column, start: IntArray, end: IntArray) -> PhraseRows:
    """Phrases none of which is inside another one."""
    return PhraseRows(predicate, label, start, end, np.full(len(start), NONE))


def _each(column: Column, number_of: Callable[[str], int]) -> IntArray:
    """The number that each text of a column stands for."""
    numbers: IntArray = np.array([*map(number_of, column.values), WRONG], np.int64)[column.codes]
    return numbers


def _word_number(cell: str) -> int:
    return int(cell) if NUMBER.match(cell) else PASSED if PASSED_OVER.match(cell) else WRONG


def _parts(cell: str) -> list[str]:
    """The arguments in a cell that lists them."""
    return [] if cell == "_" else cell.split(SEVERAL)


def _argument(part: str) -> tuple[str, int, int]:
    """The label of an argument in a list, and its first and last word, 0 for what is no argument."""
    match = ARGUMENT.match(part)
    return (match[1], int(match[2]), int(match[3] or match[2])) if match else ("", 0, 0)


def _fail(text: ColumnText, shape: HeadShape) -> NoReturn:
    """Raise the InputError for the first word, or sentence, that does not fit."""
    for words in _sentences(text):
        for number, (line, cells) in enumerate(words, 1):
            if cells[0] != str(number):
                text.fail(line, f"id {cells[0]!r} where word {number} is due", IDS)
            _check(text, shape, line, cells, size=len(words))
        predicates = sum(shape.is_predicate(cells[shape.telling]) for _, cells in words)
        for line, cells in words if shape.listed is None else ():
            count = len(cells) - shape.arguments
            if count != predicates:
                has, needs = plural(count, "column"), plural(predicates, "predicate")
                problem = f"{has} of arguments where the sentence has {needs}"
                text.fail(line, problem, EVERY, min(len(cells), shape.arguments + predicates))
    raise AssertionError(text)


def _sentences(text: ColumnText) -> Iterator[list[tuple[int, list[str]]]]:
    """The words of each sentence: the line and the cells of each."""
    for blank, lines in groupby(enumerate(text.lines), lambda line: not line[1] or line[1].isspace()):
        rows = [] if blank else [(i, line) for i, line in lines if not line.startswith("#")]
        words = ((i, line.split("\t") if "\t" in line else line.split()) for i, line in rows)
        yield [(i, cells) for i, cells in words if not PASSED_OVER.match(cells[0])]


def _check(text: ColumnText, shape: HeadShape, line: int, cells: list[str], *, size: int) -> None:
    """Raise the InputError for a word, of a sentence of so many, with other columns, head or arguments."""
    has, needs = len(cells), shape.arguments
    if has < needs if shape.listed is None else has != needs:
        problem, remedy = f"{plural(has, 'column')} where {needs} are named", COLUMNS
        if shape.listed is None:
            problem = f"{plural(has, 'column')} where {shape.name} has at least {needs}"
            remedy = f"{shape.name} has at least {needs} columns, and one more for each predicate"
        text.fail(line, problem, remedy, min(has, needs))
    head = NONE if shape.head == NONE else shape.head_number(cells[shape.head])
    if head > size or head == WRONG:
        problem = "the head is not a number" if head == WRONG else "the head is not in the sentence"
        text.fail(line, problem, HEADS, shape.head)
    at = NONE if shape.listed is None else shape.listed
    lists = at != NONE and shape.is_predicate(cells[shape.predicate])
    for part in _parts(cells[at]) if lists else ():
        _, first, last = _argument(part)
        if not 0 < first <= last <= size:
            text.fail(line, f"the argument {part!r} is of no words of the sentence", ARGUMENTS, at)
