"""Columns that are called by a name, which the first line of a file gives them; commas between cells.

    TOKEN,NE-COARSE-LIT            TOKEN TAB NE-COARSE-LIT
    Bern,B-loc                     Bern TAB B-loc

Cells are separated by tabs if the first line has one, else by commas if it has one (a cell that holds a comma
stands in double quotes), else by blanks. The column of the words is called token, word or form, in upper or
lower case; where none is, it is the first.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from nerkit.errors import InputError, nearest
from nerkit.readers.tags.columns import BLANK, TAB

COMMA = ord(",")
WORDS = ("token", "word", "form")
REMEDY = "the first line names the columns, separated by tabs, commas or blanks"


@dataclass(frozen=True)
class NamedColumns:
    """The first line of a file.

    source, line, text   where it stands: file, 1-based number, itself
    delimiter            what separates its cells
    names                its cells
    """

    source: str
    line: int
    text: str
    delimiter: int
    names: Sequence[str]

    @classmethod
    def of(cls, source: str, text: str) -> "NamedColumns":
        """The names in the first line of a text that is not blank. Raises InputError where there is none."""
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                delimiter = TAB if "\t" in line else COMMA if "," in line else BLANK
                names = [name.strip() for name in cells(line, delimiter)]
                return cls(source, number, line, delimiter, names)
        raise InputError("no line that names the columns", source=source, remedy=REMEDY)

    def place(self, name: str) -> int:
        """The place of a column, from 0. Raises InputError for one that is not there."""
        if name not in self.names:
            known = ", ".join(map(repr, self.names))
            self._fail(f"no column {name!r}{nearest(name, self.names)} (there are: {known})")
        return self.names.index(name)

    @property
    def words(self) -> int:
        """The place of the column of words."""
        known = [name.lower() for name in self.names]
        return next((known.index(name) for name in WORDS if name in known), 0)

    def _fail(self, problem: str) -> NoReturn:
        raise InputError(problem, source=self.source, line=self.line, column=1, text=self.text, remedy=REMEDY)

    def without(self, text: str) -> str:
        """A text that begins with this line, blank in its place."""
        lines = text.split("\n", self.line)
        lines[self.line - 1] = ""
        return "\n".join(lines)

    def tabbed(self, text: str) -> str:
        """A text with tabs between its cells, where they are separated by commas."""
        if self.delimiter != COMMA:
            return text
        return "\n".join("\t".join(cells(line, COMMA)) for line in text.split("\n"))


def cells(line: str, delimiter: int) -> list[str]:
    """The cells of a line."""
    if delimiter == BLANK:
        return line.split()
    if delimiter == TAB or '"' not in line:
        return line.split(chr(delimiter)) if line else []
    return next(csv.reader([line]), [])
