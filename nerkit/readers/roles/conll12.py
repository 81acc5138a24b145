"""Propositions of CoNLL-2011 and CoNLL-2012 (`*_conll` of OntoNotes): predicates and arguments among other
columns.

    #begin document (bc/cctv/00/cctv_0000); part 000
    bc/cctv/00/cctv_0000  0  0  We   PRP  (TOP(S(NP*)  -    -   -  -  *  (ARG0*)  -
    bc/cctv/00/cctv_0000  0  1  run  VBP       (VP*))  run  01  1  -  *     (V*)  -

- Column 7 has the lemma of a predicate, column 8 its frameset: a word is a predicate where that is not `-`.
  The columns of arguments stand between column 11 (names) and the last one (coreference).
- Predicates are compared by their lemmas, as in the props that are made of these files.
- `#begin document` begins a document; its id is what follows. Other lines that begin with `#` are comments.
"""

import re
from collections.abc import Iterable

import numpy as np

from nerkit.corpora.roles import Roles
from nerkit.errors import plural
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_brackets import CELL, Shape, looks_like, read_piece
from nerkit.readers.roles.role_table import RoleTable
from nerkit.readers.trees.dependency_table import Piece

SHAPE = Shape(named=6, marked=7, begin=11, behind=1, form=3)
SAMPLE = 200
BEGIN = re.compile(r"#\s*begin document\b[ \t]*+(.*)")


def recognise(head: str) -> bool:
    """True when every line has columns of CoNLL-2012, those of arguments being cells of brackets."""
    return looks_like(head, _is_row, SAMPLE)


def _is_row(cells: list[str]) -> bool:
    return (
        len(cells) > SHAPE.begin
        and cells[1].isdecimal()
        and cells[2].isdecimal()
        and all(map(CELL.match, cells[SHAPE.begin : -1]))
    )


def read(sources: Iterable[Source]) -> Roles:
    """All sentences of the inputs as one corpus.

    Raises InputError (file, line, column, remedy) for columns and brackets that do not fit.
    """
    sources = list(sources)
    table = RoleTable()
    for source in sources:
        lacking = 0
        for piece in table.source(source, alone=len(sources) == 1):
            lacking += _add(table, piece)
        if lacking:
            without = plural(lacking, "predicate")
            table.warnings.append(f"{source.name}: {without} without a column of arguments, so with none")
    return table.finished()


def _add(table: RoleTable, piece: Piece) -> int:
    blank = np.fromiter((not line or line.isspace() for line in piece.lines), bool, len(piece.lines))
    comment = np.fromiter((line.startswith("#") for line in piece.lines), bool, len(piece.lines))
    marks = [
        (i, match[1].strip()) for i in np.flatnonzero(comment).tolist() if (match := BEGIN.match(piece.lines[i]))
    ]
    words = np.flatnonzero(~(blank | comment))
    if not len(words):
        table.open(words, marks)
        return 0
    rows, lacking = read_piece(piece, words, np.cumsum(blank | comment)[words], SHAPE)
    table.add(piece, rows, table.open(rows.line[rows.first], marks))
    return lacking


# such files hold coreference too
READER = Reader(recognise, read, Roles, by_content=False)
