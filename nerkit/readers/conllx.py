"""CoNLL-X: the trees of the shared tasks of 2006 and 2007, a word a line.

    1  John   _  N  NNP  _  2  SBJ   _  _
    2  sleeps _  V  VBZ  _  0  ROOT  _  _

- Columns are separated by tabs, in a line without tabs by blanks: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL, and two more that are
  not read. Blank lines end sentences, the end of the file does too. Lines that begin with `#` are comments; `# newdoc` begins a document.
- Words are numbered 1, 2, 3 …; a head is one of these numbers or 0. Cycles and several roots are no error, as for eval.pl.
- CPOSTAG is called upos here, POSTAG xpos.

Differences from eval.pl: heads outside the sentence are an error; files need not have their blank lines in the same places.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from nerkit.dependencies import FIELDS, Dependencies
from nerkit.errors import plural
from nerkit.io import Source
from nerkit.model import BoolArray, IntArray
from nerkit.readers.dependency_table import (
    BLANK,
    PROBLEMS,
    TOKEN,
    TREES,
    DependencyTable,
    Forms,
    Numbers,
    Piece,
    Words,
    problems_of_trees,
)

LEAST = 8  # columns
PLACES = dict(zip(FIELDS[:6], (1, 2, 3, 4, 5, 7), strict=True))
ID, FORM, HEAD = 0, 1, 6
ROW = r"1(?:{0}[^{1}\n]+){{5}}{0}[0-9]+{0}[^{1}\n]+(?:(?:{0}[^{1}\n]+){{2}})?"  # of a first word
LINE = re.compile(rf"(?m)^(?:{ROW.format(chr(9), chr(9))}|{ROW.format(' +', ' ')} *)$")
FORMAT = "columns are: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL [PHEAD PDEPREL]"
IDS = "words of a sentence are numbered 1, 2, 3 …; trees with multiword tokens are CoNLL-U (--from conllu)"
HEADS = f"a head is the number of a word of the sentence, or 0; {TREES}"


def recognise(head: str) -> bool:
    """True when a line has the columns of a first word with a head."""
    return LINE.search(head) is not None


def read(
    sources: Iterable[Source],
    *,
    skip_invalid: bool = False,
    multiple_roots_okay: bool = True,  # noqa: ARG001  (they always are)
) -> Dependencies:
    """All trees of the inputs as one corpus; raises InputError (file, line, column, remedy) for lines that are no words with heads."""
    sources = list(sources)
    table = DependencyTable(skip_invalid=skip_invalid, by_position=True)
    numbers, invalid = Numbers(), [np.empty(0, bool)]
    for source in sources:
        for piece in table.source(source, alone=len(sources) == 1):
            found = read_piece(table, piece, numbers)
            invalid.append(found)
    return table.finished(invalid)


def read_piece(table: DependencyTable, piece: Piece, numbers: Numbers) -> BoolArray:
    """Read the sentences of a piece; whether each is invalid."""
    kinds = piece.kinds()
    kinds[[i for i, line in enumerate(piece.lines) if line.isspace()]] = BLANK
    lines = np.flatnonzero(kinds == TOKEN)
    cells = [_split(piece.lines[i]) for i in lines.tolist()]
    for i, row in enumerate(cells):
        if len(row) < LEAST:
            problem = f"{plural(len(row), 'column')} where CoNLL-X has at least {LEAST}"
            piece.fail(int(lines[i]), problem, FORMAT, len(row))
    sentence = np.cumsum(kinds == BLANK)[lines]
    begins = np.append(True, sentence[1:] != sentence[:-1])[: len(lines)]
    words = _words(piece, cells, (lines, begins), numbers)
    wrong, found = problems_of_trees(words, graphs=True, several=True)
    invalid = np.zeros(int(begins.sum()), bool)
    place = np.cumsum(begins) - 1
    for word, kind in zip(wrong.tolist(), found.tolist(), strict=True):
        if not table.skip_invalid:
            piece.fail(int(lines[word]), PROBLEMS[kind], HEADS, HEAD)
        invalid[place[word]] = True
        table.skipped.append(f"line {piece.number + int(lines[word])}: {PROBLEMS[kind]}")
    table.add(piece, kinds, words)
    return invalid


def _words(
    piece: Piece, cells: Sequence[Sequence[str]], where: tuple[IntArray, BoolArray], numbers: Numbers
) -> Words:
    """The words of the lines; raises InputError for ids out of order."""
    lines, begins = where
    first = np.flatnonzero(begins)
    due = np.arange(len(cells)) - (first[np.cumsum(begins) - 1] if len(cells) else 0) + 1
    for i, (row, number) in enumerate(zip(cells, due.tolist(), strict=True)):
        if row[ID] != str(number):
            piece.fail(int(lines[i]), f"id {row[ID]!r} where word {number} is due", IDS, ID)
    columns = list(zip(*(row[:LEAST] for row in cells), strict=True)) or [()] * LEAST
    found: dict[str, Sequence[str]] = {name: columns[place] for name, place in PLACES.items()}
    found["deps"] = ["_"] * len(cells)
    head = np.fromiter(map(numbers.__getitem__, columns[HEAD]), np.int64, len(cells))
    every = np.ones(len(cells), bool)
    forms = Forms()
    surface = [forms[form] or form for form in found["form"]]
    return Words(lines, begins, head, found, every, surface, ~every)


def _split(line: str) -> list[str]:
    """The columns of a line."""
    return line.split("\t") if "\t" in line else line.split()
