"""Read files whose first line names the columns; commas can separate cells.

    TOKEN,NE-COARSE-LIT            TOKEN TAB NE-COARSE-LIT
    Bern,B-loc                     Bern TAB B-loc

Tabs separate cells if the first line has a tab. Otherwise commas separate cells if it has a comma, and blanks
if not. Double quotes enclose a cell with a comma. The column of words has the name token, word or form, in
upper or lower case. Without such a name, it is the first column.
"""

import csv
from collections.abc import Iterator, Sequence

from nerkit.exceptions import InputError, nearest
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.columns.lines import BLANK, TAB
from nerkit.readers.columns.text import ColumnLine

COMMA = ord(",")
WORDS = ("token", "word", "form")
QUOTES = 'put a cell with a comma in double quotes, and double the quotes inside: "a ""b"", c"'
REMEDY = "name the columns in the first line, separated by tabs, commas or blanks"


@record(frozen=True)
class NamedColumns:
    """The header line of a file, if you choose columns by name.

    source     the name of the file
    line       the 1-based number of the line; 0 if you choose no column by name
    text       the line
    delimiter  the code of the character that separates cells: TAB, COMMA or BLANK
    names      the names of the columns
    """

    source: str
    line: int = 0
    text: str = ""
    delimiter: int = TAB
    names: Sequence[str] = ()

    @classmethod
    def of(cls, source: Source, columns: Sequence[int | str]) -> "NamedColumns":
        """The first nonblank line of a file as a header, if one of *columns* is a name.

        Raises InputError if no line in the first text of the file is nonblank.
        """
        if all(isinstance(column, int) for column in columns) or not source.head.strip():
            return cls(source.name)
        for number, line in enumerate((source.beginning or source.head).split("\n"), 1):
            if line.strip():
                delimiter = TAB if "\t" in line else COMMA if "," in line else BLANK
                names = [name.strip() for name in cells((source.name, number, line), delimiter)]
                return cls(source.name, number, line, delimiter, names)
        raise InputError("no line names the columns", source=source.name, remedy=REMEDY)

    def places(self, columns: Sequence[int | str]) -> tuple[list[int], int]:
        """The numbers of *columns* (names become 1-based numbers), and the 0-based column of words.

        Raises InputError for a name that is not in the header.
        """
        known = [name.lower() for name in self.names]
        words = next((known.index(name) for name in WORDS if name in known), 0)
        return [column if isinstance(column, int) else self._place(column) + 1 for column in columns], words

    def _place(self, name: str) -> int:
        if not self.line:  # the file is blank
            return 0
        if name not in self.names:
            known = ", ".join(map(repr, self.names))
            problem = f"no column {name!r}{nearest(name, self.names)} (the columns are {known})"
            ColumnLine(self.source, self.line, self.text).fail_at(0, problem, REMEDY)
        return self.names.index(name)

    def blocks(self, source: Source) -> Iterator[tuple[int, bytes]]:
        """The blocks of a file in UTF-8, with an empty line for the header, and tabs for separating commas.

        Each block has the number of its first line, and ends in a newline.
        """
        if not self.line:
            yield from source.byte_blocks(closed=True)
            return
        for number, text in source.blocks():
            plain = self._plain(text, number, first=number == 1 and source.is_first)
            yield number, f"{plain}\n".encode()

    def beginning(self, source: Source) -> str | None:
        """The first lines of the file, in the form of `blocks`; None if *source* begins with these lines."""
        return None if source.beginning is None else self._plain(source.beginning, 1, first=True)

    def _plain(self, text: str, number: int, *, first: bool) -> str:
        if first and self.line:
            lines = text.split("\n", self.line)
            lines[self.line - 1] = ""
            text = "\n".join(lines)
        if self.delimiter != COMMA:
            return text
        numbered = enumerate(text.split("\n"), number)
        return "\n".join("\t".join(cells((self.source, at, line), COMMA)) for at, line in numbered)


def cells(place: tuple[str, int, str], delimiter: int) -> list[str]:
    """The cells of a line; *place* is (name of the file, number of the line, text of the line).

    Raises InputError for quotes that are not closed.
    """
    line = place[2]
    if delimiter == BLANK:
        return line.split()
    if delimiter == TAB or '"' not in line:
        return line.split(chr(delimiter)) if line else []
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        problem = "quotes are not closed, or text follows them"
        raise ColumnLine(*place).error_at(line.index('"'), problem, QUOTES) from None
