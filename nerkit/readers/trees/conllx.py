"""CoNLL-X: the trees of the shared tasks of 2006 and 2007, a word a line.

    1  John   _  N  NNP  _  2  SBJ   _  _
    2  sleeps _  V  VBZ  _  0  ROOT  _  _

- Columns are separated by tabs, in a line without tabs by blanks: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD
  DEPREL, and two more that are not read. Blank lines end sentences, the end of the file does too. Lines
  that begin with `#` are comments; `# newdoc` begins a document.
- Words are numbered 1, 2, 3 …; a head is one of these numbers or 0. Cycles and several roots are no error,
  as for eval.pl.
- CPOSTAG is called upos here, POSTAG xpos.

Differences from eval.pl: heads outside the sentence are an error; files need not have their blank lines in
the same places.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nerkit.corpora.trees import FIELDS, Dependencies
from nerkit.exceptions import plural
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.format import Reader
from nerkit.readers.sample import Sample
from nerkit.readers.trees.dependency_table import (
    BLANK,
    COMMENT,
    HEAD,
    TOKEN,
    TREES,
    DependencyTable,
    Forms,
    Numbers,
    WordRows,
    beginning,
    due,
)

LEAST = 8  # columns
PLACES = dict(zip(FIELDS[:6], (1, 2, 3, 4, 5, 7), strict=True))
ID = 0
ROW = r"1(?:{0}[^{1}\n]+){{5}}{0}[0-9]+{0}[^{1}\n]+(?:(?:{0}[^{1}\n]+){{2}})?"  # of a first word
LINE = regex(rf"(?m)^(?:{ROW.format(chr(9), chr(9))}|{ROW.format(' +', ' ')} *)$")
FORMAT = "columns are: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL [PHEAD PDEPREL]"
IDS = 'words of a sentence are numbered 1, 2, 3 …; trees with multiword tokens are CoNLL-U (form="conllu")'
HEADS = f"a head is the number of a word of the sentence, or 0; {TREES}"


def recognise(sample: Sample) -> bool:
    """True when a line has the columns of a first word with a head."""
    return LINE.search(sample.text) is not None


def read(sources: Iterable[Source], *, skip_invalid: bool = False, **_: Any) -> Dependencies:
    """All trees of CoNLL-X inputs as one corpus; several roots are no fault in any case.

    Raises InputError (file, line, column, remedy) for lines that are no words with heads.
    """
    sources = list(sources)
    reading = ConllxReading(skip_invalid=skip_invalid)
    for source in sources:
        for piece in reading.table.source(source, alone=len(sources) == 1):
            reading.piece(piece)
    return reading.table.finished()


class ConllxReading:
    """Pieces of CoNLL-X on their way into the table."""

    def __init__(self, *, skip_invalid: bool = False) -> None:
        self.table = DependencyTable(HEADS, skip_invalid=skip_invalid, by_position=True)
        self.forms, self.numbers = Forms(), Numbers()

    def piece(self, piece: ColumnText) -> None:
        """Read the sentences of a piece. Raises InputError for too few columns and ids out of order."""
        kinds = np.array([_kind(line) for line in piece.lines], np.int64)
        row = np.flatnonzero(kinds == TOKEN)
        cells = [_split(piece.lines[i]) for i in row.tolist()]
        begins = beginning(np.cumsum(kinds == BLANK)[row])
        for i, (line, number) in enumerate(zip(cells, due(begins).tolist(), strict=True)):
            if len(line) < LEAST:
                problem = f"{plural(len(line), 'column')} where CoNLL-X has at least {LEAST}"
                piece.fail(int(row[i]), problem, FORMAT, len(line))
            if line[ID] != str(number):
                piece.fail(int(row[i]), f"id {line[ID]!r} where word {number} is due", IDS)
        columns = list(zip(*(line[:LEAST] for line in cells), strict=True)) or [()] * LEAST
        texts: dict[str, Sequence[str]] = {name: columns[place] for name, place in PLACES.items()}
        texts["deps"] = ["_"] * len(cells)
        head = np.fromiter(map(self.numbers.__getitem__, columns[HEAD]), np.int64, len(cells))
        surface = [self.forms[form] or form for form in texts["form"]]
        every = np.ones(len(cells), bool)
        self.table.add(piece, kinds, WordRows(row, begins, head, texts, every, surface, ~every))


def _kind(line: str) -> int:
    if not line or line.isspace():
        return BLANK
    return COMMENT if line[0] == "#" else TOKEN


def _split(line: str) -> list[str]:
    """The columns of a line."""
    return line.split("\t") if "\t" in line else line.split()


READER = Reader(recognise, read, Dependencies, cut="documents or sentences: newdoc")
