"""Read tables with commas, semicolons or tabs between cells, below a header line that names the columns.

Rows follow Python's csv module: a cell in double quotes can hold commas, doubled quotes and line ends.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from nerkit.exceptions import plural, some
from nerkit.ground.limits import LONGEST_LINE
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, TextRow

DELIMITERS = (",", ";", "\t")
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
CHUNK = 1 << 16  # rows that are converted at a time
LONGEST_NAME = 4  # words
SAMPLE = 20  # lines that `table_of` compares
SIGNS = regex(r"[\W_]+")
QUOTES = "put a cell with commas, quotes or line ends in double quotes, and double the quotes inside"


def spelling(name: str) -> str:
    """The name of a column in lower case, with letters and digits only: `Sentence #` gives `sentence`."""
    return SIGNS.sub("", name.strip("\ufeff").lower())


class CsvHeader(NamedTuple):
    """The header line of a table: its separator, and the names of the columns."""

    delimiter: str
    names: list[str]

    def places(self, roles: "Roles") -> dict[str, int]:
        """The column of each role, by 0-based number. Roles without a column are missing.

        *roles* gives the possible names of the column of each role. A column has only one role, and earlier
        names are preferred.
        """
        spelt = [spelling(name) for name in self.names]
        found: dict[str, int] = {}
        for role, names in roles.items():
            free = [name for name in names if name in spelt and spelt.index(name) not in found.values()]
            if free:
                found[role] = spelt.index(free[0])
        return found

    @property
    def said(self) -> str:
        """The names of the columns as a list for messages."""
        return some([name.strip() or "(without name)" for name in self.names], 12)


def header_of(head: str) -> CsvHeader | None:
    """The first nonblank line of a text, read as a header; None if the line has one cell or open quotes."""
    line = next((line for line in head.split("\n", 1000)[:1000] if line.strip()), "")
    counts = {sign: line.count(sign) for sign in DELIMITERS}
    delimiter = "\t" if counts["\t"] else max(DELIMITERS[:2], key=counts.__getitem__)
    if not counts[delimiter]:
        return None
    try:
        names = next(csv.reader([line], delimiter=delimiter, strict=True))
    except (csv.Error, StopIteration):
        return None
    return CsvHeader(delimiter, names)


def table_of(head: str) -> CsvHeader | None:
    """The header of a text that looks like a table; None for other texts.

    The first lines of a table have equally many cells, at least two.
    """
    header = header_of(head)
    if header is None:
        return None
    lines = [line for line in head.split("\n", 2 * SAMPLE)[: 2 * SAMPLE] if line.strip()][:SAMPLE]
    if not head.endswith("\n") and len(lines) > 2:
        lines.pop()  # the last line may be cut off
    try:
        widths = [len(row) for row in csv.reader(lines, delimiter=header.delimiter)]
    except csv.Error:
        return None
    if any(len(name.split()) > LONGEST_NAME for name in header.names):  # prose
        return None
    several = len(lines) > 1 or header.delimiter == "\t"
    return header if several and set(widths) == {len(header.names)} else None


Roles = Mapping[str, Sequence[str]]  # role of a column -> names that the column can have


class CsvTable:
    """The rows of a table file.

    header  the first line
    places  the 0-based number of the column of each role
    """

    def __init__(self, source: Source, form: str, roles: Roles) -> None:
        self.source, self.form = source, form
        self.header = header_of(source.head) or CsvHeader(",", source.head.strip().split("\n")[:1])
        self.places = self.header.places(roles)

    def chunks(self, lacking: Sequence[str] = ()) -> Iterator[list[TextRow]]:
        """The rows below the header, in chunks; a blank line is a row without cells.

        Every other row has one cell per column of the header. Raises InputError if the header is *lacking*
        columns, for a row of another length, and for wrong quotes.
        """
        before = csv.field_size_limit(LONGEST_LINE)
        try:
            rows = self._rows(lacking)
            while chunk := list(islice(rows, CHUNK)):
                yield chunk
        finally:
            csv.field_size_limit(before)

    def _rows(self, lacking: Sequence[str]) -> Iterator[TextRow]:
        name, width = self.source.name, len(self.header.names)
        raw = list[str]()  # the lines of the current row, and the blank lines before the header
        reader = csv.reader(self._lines(raw), delimiter=self.header.delimiter, strict=True)
        begin, is_header = 1, True
        try:
            for cells in reader:
                row = TextRow(cells, begin, raw[0], name)
                if is_header and not cells:
                    continue
                if is_header and lacking:
                    problem = f"CSV without a column of {some(lacking)} (it has {self.header.said})"
                    ColumnLine(name, reader.line_num, raw[-1]).fail_at(0, problem, self.form)
                if not is_header and cells and len(cells) != width:
                    problem = f"{plural(len(cells), 'cell')} where the first line names {width}"
                    row.fail(min(len(cells), width), problem, self.form)
                if not is_header:
                    yield row
                raw.clear()
                begin, is_header = reader.line_num + 1, False
        except csv.Error as error:
            problem = "a quote is not closed, or text follows a closing quote"
            problem = str(error) if "limit" in str(error) else problem
            ColumnLine(name, begin, raw[0]).fail_at(raw[0].find('"'), problem, QUOTES)

    def _lines(self, raw: list[str]) -> Iterator[str]:
        """The lines of the file, which are also added to *raw*."""
        for _, line in self.source.lines():
            raw.append(line)
            yield line + "\n"
