"""Universal Propositions: CoNLL-U with further columns for predicates and arguments.

    # global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC UP:PRED UP:ARGHEADS UP:ARGSPANS
    1  John    …  2  nsubj  _  _  _       _          _
    2  bought  …  0  root   _  _  buy.01  A0:1|A1:3  A0:1-1|A1:3-3
    3  cars    …  2  obj    _  _  _       _          _

- Release 2 names its columns, those of the tree may be missing. UP:ARGHEADS holds `label:word`; where there
  is no such column, UP:ARGSPANS holds `label:first-last`, and arguments are spans.
- Release 1 has ten columns of CoNLL-U, one for the sense of a predicate, and one of arguments for each
  predicate, as CoNLL-2009.
- Multiword tokens (`1-2`) and empty nodes (`1.1`) are passed over. Lines that begin with `#` are comments;
  `# newdoc` begins a document.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.roles import Roles
from nerkit.errors import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.format import Reader
from nerkit.readers.roles import role_heads
from nerkit.readers.roles.head_layout import Layout
from nerkit.readers.roles.role_heads import HEADS, IDS, comments, sentences
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable
from nerkit.readers.trees.dependency_table import NUMBER

FIRST = Layout(
    "CoNLL-U with predicates", form=1, head=6, deprel=7, predicate=10, arguments=11, nothing=("_",)
)
ROW = re.compile(r"(?m)^[0-9]+(?:\t[^\t\n]*){5}\t[0-9]+(?:\t[^\t\n]*){3}\t[^\t\n]+(?:\t[^\t\n]*)*$")
NAMES = re.compile(r"(?m)^#\s*global\.columns\s*=\s*(.*)$")
ID, FORM, HEAD, DEPREL, PRED = "ID", "FORM", "HEAD", "DEPREL", "UP:PRED"
BY_HEAD, BY_SPAN = "UP:ARGHEADS", "UP:ARGSPANS"
UNNAMED = (
    ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"],
    [PRED, BY_HEAD, BY_SPAN],
)
ARGUMENT = re.compile(r"([^|]+):([0-9]{1,9})(?:-([0-9]{1,9}))?\Z")
LISTED = re.compile(
    r"(?m)^[0-9]+(?:\t[^\t\n]*){9}\t[^\t\n]+\t[^\t\n|:]+:[0-9]+(?:\|[^\t\n]*)?(?:\t[^\t\n]*)?$"
)
ARGUMENTS = "arguments are label:word, or label:first-last, numbers of words, separated by |"
COLUMNS = "the comment global.columns names the columns, which are separated by tabs"


def recognise(head: str) -> bool:
    """True when columns are named so, or a line has more columns than CoNLL-U."""
    return _named(head) is not None or ROW.search(head) is not None


def _named(head: str) -> list[str] | None:
    """The names of the columns of release 2, None for a file of release 1."""
    match = NAMES.search(head)
    if match and PRED in match[1].split():
        return match[1].split()
    return [*UNNAMED[0], *UNNAMED[1]] if LISTED.search(head) else None


def read(sources: Iterable[Source]) -> Roles:
    """All sentences of the inputs as one corpus.

    Raises InputError (file, line, column, remedy) for columns and arguments that do not fit.
    """
    sources = list(sources)
    columns = next((names for source in sources if (names := _named(source.head))), None)
    if columns is None:
        return role_heads.read(sources, FIRST, plus=True)
    table = RoleTable(heads=BY_HEAD in columns, plus=True)
    for source in sources:
        for piece in table.source(source, alone=len(sources) == 1):
            _add(table, piece, _named(source.head) or columns)
    return table.finished()


def _add(table: RoleTable, piece: ColumnText, columns: Sequence[str]) -> None:
    reading = _PropositionReading(piece, columns)
    for words in sentences(piece):
        reading.sentence(words)
    table.add_text(piece, reading.rows(), piece.marks(comments(piece)))


@dataclass
class _Word:
    """A word on its way into columns: its line, text, head and label."""

    line: int
    form: str
    head: int
    deprel: str


class _PropositionReading:
    """The sentences of a piece, one after the other, on their way into columns."""

    def __init__(self, piece: ColumnText, columns: Sequence[str]) -> None:
        self.piece, self.columns = piece, {name: i for i, name in enumerate(columns)}
        self.listed = self.columns.get(BY_HEAD, self.columns.get(BY_SPAN, NONE))
        self.first: list[int] = []
        self.words: list[_Word] = []
        self.predicates: list[tuple[int, str]] = []
        self.phrases: list[tuple[int, str, int, int]] = []  # predicate, label, start, end

    def sentence(self, words: Sequence[tuple[int, list[str]]]) -> None:
        """Add a sentence. Raises InputError."""
        begin = len(self.words)
        self.first.append(begin)
        for number, (line, cells) in enumerate(words, 1):
            if cells[0] != str(number):
                self.piece.fail(line, f"id {cells[0]!r} where word {number} is due", IDS)
            if len(cells) != len(self.columns):
                problem = f"{plural(len(cells), 'column')} where {len(self.columns)} are named"
                self.piece.fail(line, problem, COLUMNS, min(len(cells), len(self.columns)))
            self.words.append(self._word(line, cells, len(words)))
            if (name := cells[self.columns[PRED]]) != "_":
                self.predicates.append((begin + number - 1, name))
                self._arguments(line, cells, begin, len(words))

    def _word(self, line: int, cells: Sequence[str], size: int) -> _Word:
        form, head, deprel = (
            cells[self.columns[name]] if name in self.columns else "_" for name in (FORM, HEAD, DEPREL)
        )
        number = int(head) if NUMBER.match(head) else NONE
        if number > size or (number == NONE and head != "_"):
            problem = "the head is not in the sentence" if number > size else "the head is not a number"
            self.piece.fail(line, problem, HEADS, self.columns[HEAD])
        return _Word(line, form, number, deprel)

    def _arguments(self, line: int, cells: Sequence[str], begin: int, size: int) -> None:
        """Add the arguments of the last predicate."""
        cell = cells[self.listed] if self.listed != NONE else "_"
        for part in cell.split("|") if cell != "_" else ():
            match = ARGUMENT.match(part)
            first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
            if not match or not 1 <= first <= last <= size:
                problem = f"the argument {part!r} is of no words of the sentence"
                self.piece.fail(line, problem, ARGUMENTS, self.listed)
            self.phrases.append((len(self.predicates) - 1, match[1], begin + first - 1, begin + last))

    def rows(self) -> RoleRows:
        """The columns."""
        has_tree = HEAD in self.columns and DEPREL in self.columns
        return RoleRows(
            first=np.array(self.first, np.int64),
            line=np.array([word.line for word in self.words], np.int64),
            word=np.array([word for word, _ in self.predicates], np.int64),
            name=Column.of(name for _, name in self.predicates),
            phrases=PhraseRows.listed(self.phrases),
            form=Column.of(word.form for word in self.words) if FORM in self.columns else None,
            head=np.array([word.head for word in self.words], np.int64) if has_tree else None,
            deprel=Column.of(word.deprel for word in self.words) if has_tree else None,
        )


READER = Reader(recognise, read, Roles, heads=True, together=True)
