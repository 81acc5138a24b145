"""Propositions of CoNLL-2004 and CoNLL-2005: a column of predicates, and one of arguments for each of them.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

- Columns are separated by any blanks or tabs; blank lines, any number of them, separate sentences.
- The first column is `-`, or names a predicate. The columns of arguments are those of the predicates from top
  to bottom (`role_brackets` says what a cell is). A predicate without a column has no arguments, and is
  counted in a warning; a column more than there are predicates is an error, but for the column of `*` that
  some programs write for a sentence without any.
- A file is one document, called by its path where several files are read.
"""

from collections.abc import Iterable

import numpy as np

from nerkit.corpora.roles import Roles
from nerkit.errors import plural
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_brackets import CELL, Shape, looks_like, read_piece
from nerkit.readers.roles.role_table import RoleTable
from nerkit.readers.trees.dependency_table import Piece

SHAPE = Shape(named=0, marked=0, begin=1)
SAMPLE = 200  # lines that recognition looks at


def recognise(head: str) -> bool:
    """True when every line is a predicate or `-` with cells of brackets, and there is anything but `-`."""
    return looks_like(head, _is_row, SAMPLE) and any(map(str.strip, head.replace("-", " ").split("\n")))


def _is_row(cells: list[str]) -> bool:
    return not cells[0].startswith(("(", "*")) and all(map(CELL.match, cells[1:])) and (
        len(cells) > 1 or cells[0] == "-"
    )


def _meant(head: str, _: object) -> bool:
    """Whether a text that no format recognises is meant for this one: a first line with a cell of brackets."""
    first = next((line.split() for line in head.split("\n") if line.strip()), [])
    return len(first) > 1 and any(map(CELL.match, first[1:]))


def read(sources: Iterable[Source]) -> Roles:
    """All sentences of the inputs as one corpus.

    Raises InputError (file, line, column, remedy) for columns and brackets that do not fit.
    """
    sources = list(sources)
    table = RoleTable()
    for source in sources:
        lacking = 0
        for piece in table.source(source, alone=len(sources) == 1):
            lacking += add(table, piece)
        if lacking:
            without = plural(lacking, "predicate")
            table.warnings.append(f"{source.name}: {without} without a column of arguments, so with none")
    return table.finished()


def add(table: RoleTable, piece: Piece) -> int:
    """Add the sentences of a piece; gives the number of its predicates without a column."""
    blank = np.fromiter((not line or line.isspace() for line in piece.lines), bool, len(piece.lines))
    words = np.flatnonzero(~blank)
    if not len(words):
        return 0
    rows, lacking = read_piece(piece, words, np.cumsum(blank)[words], SHAPE)
    table.add(piece, rows, table.open(rows.line[rows.first]))
    return lacking


READER = Reader(recognise, read, Roles, guess=_meant)
