"""Arguments by their heads, in columns beside a dependency tree: what CoNLL-2008, CoNLL-2009 and CoNLL-U with
further columns have in common.

    1  Dogs   …  2  SBJ   …  _         A0
    2  chase  …  0  ROOT  …  chase.01  _
    3  cats   …  2  OBJ   …  _         A1

A word with anything in the column of predicates is one; the columns behind are those of the predicates from
top to bottom. A cell may hold several labels, `A0|AM-LOC`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.roles import Roles
from nerkit.errors import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.format import Reader
from nerkit.readers.roles.head_columns import by_columns
from nerkit.readers.roles.head_layout import NOTHING, PASSED_OVER, SEVERAL, SUPPORT, HeadRows, Layout
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable
from nerkit.readers.spans.span_table import counted
from nerkit.readers.trees.dependency_table import NUMBER

IDS = "words of a sentence are numbered 1, 2, 3 …"
HEADS = "a head is the number of a word of the sentence, or 0 for the root"
LEFT_OUT = f"({SUPPORT}) left out with what depends on them"
EVERY = "there is one column of arguments for each predicate, in their order"


class HeadShape(Layout):
    """A format of which a layout says everything."""

    def read(self, sources: Iterable[Source]) -> Roles:
        """All sentences of inputs with heads as one corpus.

        Raises InputError (file, line, column, remedy) for columns that do not fit.
        """
        sources = list(sources)
        table = RoleTable(heads=True, plus=self.plus)
        for source in sources:
            left_out = 0
            for text in table.source(source, alone=len(sources) == 1):
                left_out += add(table, text, self)
            if left_out:
                table.warnings.append(counted(source.name, "support verb", LEFT_OUT, left_out))
        return table.finished()

    def reader(self, recognise: Callable[[str], bool], **more: Any) -> Reader:
        """The reader of the format; *more* are further parts of it."""
        return Reader(recognise, self.read, Roles, heads=True, **more)


def add(table: RoleTable, text: ColumnText, layout: Layout) -> int:
    """Add the sentences of a text; gives the number of predicates that are left out.

    Raises InputError for columns that do not fit.
    """
    read = by_columns(text.text, layout) or by_words(text, layout)
    table.add_text(text, read.rows, text.marks(read.comments))
    return read.left_out


def by_words(piece: ColumnText, layout: Layout) -> HeadRows:
    """The sentences of a piece, read word by word. Raises InputError for columns that do not fit."""
    reading = _HeadReading(piece, layout)
    for words in sentences(piece):
        reading.sentence(words)
    return HeadRows(reading.rows(), comments(piece), reading.left_out)


def comments(piece: ColumnText) -> list[int]:
    """The lines that begin with #."""
    return [i for i, line in enumerate(piece.lines) if line.startswith("#")]


def sentences(piece: ColumnText) -> Iterator[list[tuple[int, list[str]]]]:
    """The words of each sentence of a piece: the line and the cells of each."""
    words: list[tuple[int, list[str]]] = []
    for i, line in enumerate(piece.lines):
        if not line or line.isspace():
            if words:
                yield words
            words = []
        elif not line.startswith("#"):
            cells = line.split("\t") if "\t" in line else line.split()
            if not PASSED_OVER.match(cells[0]):
                words.append((i, cells))
    if words:
        yield words


class SentenceReading:
    """The sentences of a piece, one after the other, on their way into columns; `word` adds a word of them.

    phrases    predicate, label, start and end of each argument
    no_head    what stands where a word has no head
    """

    no_head: tuple[str, ...] = NOTHING

    def __init__(self, piece: ColumnText, layout: Layout) -> None:
        self.piece, self.layout = piece, layout
        self.first: list[int] = []
        self.line: list[int] = []
        self.form: list[str] = []
        self.head: list[int] = []
        self.deprel: list[str] = []
        self.predicate: list[int] = []
        self.name: list[str] = []
        self.phrases: list[tuple[int, str, int, int]] = []

    def sentence(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Add a sentence. Raises InputError."""
        self.first.append(len(self.line))
        for number, (line, cells) in enumerate(rows, 1):
            if cells[0] != str(number):
                self.piece.fail(line, f"id {cells[0]!r} where word {number} is due", IDS)
            self.word(line, cells, len(rows))

    def word(self, line: int, cells: list[str], size: int) -> None:
        """Add a word of a sentence of so many. Raises InputError."""
        head = cells[self.layout.head]
        number = int(head) if NUMBER.match(head) else NONE
        if number > size or (number == NONE and head not in self.no_head):
            problem = "the head is not in the sentence" if number > size else "the head is not a number"
            self.piece.fail(line, problem, HEADS, self.layout.head)
        self.line.append(line)
        self.form.append(cells[self.layout.form])
        self.head.append(number)
        self.deprel.append(cells[self.layout.deprel])

    def rows(self) -> RoleRows:
        """The columns."""
        layout = self.layout
        has_tree = NONE not in (layout.head, layout.deprel)
        return RoleRows(
            first=np.array(self.first, np.int64),
            line=np.array(self.line, np.int64),
            word=np.array(self.predicate, np.int64),
            name=Column.of(self.name),
            phrases=PhraseRows.listed(self.phrases),
            form=None if layout.form == NONE else Column.of(self.form),
            head=np.array(self.head, np.int64) if has_tree else None,
            deprel=Column.of(self.deprel) if has_tree else None,
        )


class _HeadReading(SentenceReading):
    """Sentences with a column of arguments for each predicate."""

    left_out = 0  # predicates

    def word(self, line: int, cells: list[str], size: int) -> None:
        """Add a word. Raises InputError for too few columns too."""
        if len(cells) < self.layout.arguments:
            has = plural(len(cells), "column")
            problem = f"{has} where {self.layout.name} has at least {self.layout.arguments}"
            self.piece.fail(line, problem, self.layout.columns, len(cells))
        super().word(line, cells, size)

    def sentence(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Add a sentence and what its predicates have. Raises InputError."""
        layout, begin = self.layout, len(self.line)
        super().sentence(rows)
        names = [
            (i, cells[layout.predicate]) for i, (_, cells) in enumerate(rows) if self._is_predicate(cells)
        ]
        for line, cells in rows:
            count = len(cells) - layout.arguments
            if count != len(names):
                has, due = plural(count, "column"), plural(len(names), "predicate")
                problem = f"{has} of arguments where the sentence has {due}"
                at = min(len(cells), layout.arguments + len(names))
                self.piece.fail(line, problem, EVERY, at)
        for column, (i, name) in enumerate(names, layout.arguments):
            if layout.support and name.endswith(SUPPORT):
                self.left_out += 1
                continue
            predicate = len(self.predicate)
            self.predicate.append(begin + i)
            self.name.append(name)
            for word, (_, cells) in enumerate(rows, begin):
                if (cell := cells[column]) not in layout.nothing:
                    labels = filter(None, cell.split(SEVERAL))
                    self.phrases += [(predicate, label, word, word + 1) for label in labels]

    def _is_predicate(self, cells: list[str]) -> bool:
        if self.layout.flag >= 0:
            return cells[self.layout.flag] == "Y"
        return cells[self.layout.predicate] not in self.layout.nothing
