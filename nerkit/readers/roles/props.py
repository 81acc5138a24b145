"""Propositions of CoNLL-2004 and CoNLL-2005: a column of predicates, and one column of arguments for each.

    -      (A0*)     *
    say     (V*)     *
    -      (A1*    (A0*)
    run      *)     (V*)

- Blanks or tabs separate columns, and one or more blank lines separate sentences.
- The first column is `-`, or names a predicate. The columns of arguments have the order of the predicates
  (`role_brackets` describes the cells). A predicate without a column has no arguments, and a warning counts
  such predicates. A column without a predicate is an error, except for the column of `*` that some programs
  write for a sentence without predicates.
- A file is one document. If there are several files, its id is the path of the file.
"""

from nerkit.corpora.roles import Roles
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_brackets import CELL, RoleColumns

SHAPE = RoleColumns(named=0, marked=0, begin=1)


def _meant(head: str, _: object) -> bool:
    """Guess whether an unrecognised text was meant for props: its first line has a cell of brackets."""
    first = next((line.split() for line in head.split("\n") if line.strip()), [])
    return len(first) > 1 and any(map(CELL.match, first[1:]))


READER = Reader(SHAPE.read, Roles, guess=_meant, cut="sentences")
