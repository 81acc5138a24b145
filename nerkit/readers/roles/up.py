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

from nerkit.algorithms.columns import NONE
from nerkit.corpora.roles import Roles
from nerkit.errors import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.format import Reader
from nerkit.readers.roles.head_layout import Layout
from nerkit.readers.roles.role_heads import HeadShape, SentenceReading, comments, sentences
from nerkit.readers.roles.role_table import RoleTable

FIRST = HeadShape(
    "CoNLL-U with predicates", form=1, head=6, deprel=7, predicate=10, arguments=11, nothing=("_",), plus=True
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
    """All sentences of UP inputs as one corpus.

    Raises InputError (file, line, column, remedy) for columns and arguments that do not fit.
    """
    sources = list(sources)
    columns = next((names for source in sources if (names := _named(source.head))), None)
    if columns is None:
        return FIRST.read(sources)
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


class _PropositionReading(SentenceReading):
    """Sentences with the arguments of a predicate in its own line."""

    no_head = ("_",)

    def __init__(self, piece: ColumnText, columns: Sequence[str]) -> None:
        places = {name: place for place, name in enumerate(columns)}
        form, head, deprel = (places.get(name, NONE) for name in (FORM, HEAD, DEPREL))
        super().__init__(piece, Layout("", form, head, deprel, places[PRED], len(columns)))
        self.listed = places.get(BY_HEAD, places.get(BY_SPAN, NONE))

    def word(self, line: int, cells: list[str], size: int) -> None:
        """Add a word, and its arguments if it is a predicate. Raises InputError for other columns too."""
        due = self.layout.arguments
        if len(cells) != due:
            problem = f"{plural(len(cells), 'column')} where {due} are named"
            self.piece.fail(line, problem, COLUMNS, min(len(cells), due))
        super().word(line, [*cells, "_"], size)  # at NONE, the last place, is what no column has
        if (name := cells[self.layout.predicate]) != "_":
            self.predicate.append(len(self.line) - 1)
            self.name.append(name)
            self._arguments(line, cells, self.first[-1], size)

    def _arguments(self, line: int, cells: Sequence[str], begin: int, size: int) -> None:
        """Add the arguments of the last predicate."""
        cell = cells[self.listed] if self.listed != NONE else "_"
        for part in cell.split("|") if cell != "_" else ():
            match = ARGUMENT.match(part)
            first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
            if not match or not 1 <= first <= last <= size:
                problem = f"the argument {part!r} is of no words of the sentence"
                self.piece.fail(line, problem, ARGUMENTS, self.listed)
            self.phrases.append((len(self.predicate) - 1, match[1], begin + first - 1, begin + last))


READER = Reader(recognise, read, Roles, heads=True, together=True)
