"""Propositions of CoNLL-2004 and CoNLL-2005: a column of predicates, and one of arguments for each of them.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

- Columns are separated by any blanks or tabs; blank lines, any number of them, separate sentences.
- The first column is `-`, or names a predicate. The columns of arguments follow the order of the predicates
  (`role_brackets` says what a cell is). A predicate without a column has no arguments, and is counted in a
  warning; a column more than there are predicates is an error, but for the column of `*` that some programs
  write for a sentence without any.
- A file is one document, called by its path where several files are read.
"""

from nerkit.corpora.roles import Roles
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_brackets import CELL, RoleColumns

SHAPE = RoleColumns(named=0, marked=0, begin=1)


def _meant(head: str, _: object) -> bool:
    """Whether what no format recognises is meant for this one: its first line has a cell of brackets."""
    first = next((line.split() for line in head.split("\n") if line.strip()), [])
    return len(first) > 1 and any(map(CELL.match, first[1:]))


READER = Reader(SHAPE.read, Roles, guess=_meant, cut="sentences")
