"""Read tables with commas, semicolons or tabs between cells, below a header line that names the columns.

Rows follow Python's csv module: a cell in double quotes can hold commas, doubled quotes and line ends.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, NoReturn

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
# (header, columns by role) -> the columns that the header lacks, for a message
Lacking = Callable[[CsvHeader, Mapping[str, int]], Sequence[str]]


class CsvTable:
    """The rows of a table file, read in chunks."""

    def __init__(self, source: Source, form: str) -> None:
        self.source, self.form = source, form
        self.raw: list[str] = []  # the lines of the current chunk
        self.first = 0  # the number of the chunk's first line
        self.header = CsvHeader(",", [])

    def chunks(self, roles: Roles, lacking: Lacking) -> Iterator[tuple[dict[str, int], list[TextRow]]]:
        """The rows in chunks, each with the number of the column of each role.

        A blank line is a row without cells. Every other row has one cell per column of the header. Raises
        InputError if *lacking* returns columns, for a row of another length, and for wrong quotes.
        """
        header = header_of(self.source.head)
        self.header = header or CsvHeader(",", [next(iter(self.source.head.strip().split("\n")))])
        places = self.header.places(roles)
        lines = self._lines()
        before = csv.field_size_limit(LONGEST_LINE)
        try:
            reader = csv.reader(lines, delimiter=self.header.delimiter, strict=True)
            self._skip_header(reader, lacking(self.header, places))
            while rows := self._chunk(reader):
                yield places, rows
        finally:
            csv.field_size_limit(before)

    def _lines(self) -> Iterator[str]:
        for _, text in self.source.blocks():
            for line in text.split("\n"):
                self.raw.append(line)
                yield line + "\n"

    def _skip_header(self, reader: Any, lacking: Sequence[str]) -> None:
        """Read the first nonblank line; raise InputError if *lacking* names columns."""
        self.first = 1
        try:
            while (row := next(reader, None)) == []:
                pass
        except csv.Error as error:
            self._quotes(1, str(error))
        if row is not None and lacking:
            problem = f"CSV without a column of {some(lacking)} (it has {self.header.said})"
            ColumnLine(self.source.name, reader.line_num, self.raw[-1]).fail_at(0, problem, self.form)

    def _chunk(self, reader: Any) -> list[TextRow]:
        """Read up to CHUNK rows; a blank line gives a row without cells."""
        self.raw, self.first = [], reader.line_num + 1
        begin, rows = self.first, list[TextRow]()
        width = len(self.header.names)
        try:
            for cells in islice(reader, CHUNK):
                rows.append(TextRow(cells, begin, self.raw[begin - self.first], self.source.name))
                begin = reader.line_num + 1
                if len(cells) != width and cells:
                    problem = f"{plural(len(cells), 'cell')} where the first line names {width}"
                    rows[-1].fail(min(len(cells), width), problem, self.form)
        except csv.Error as error:
            self._quotes(begin, str(error))
        return rows

    def _quotes(self, begin: int, problem: str) -> NoReturn:
        """Raise the InputError for a row that cannot be split into cells; *begin* is its line number."""
        text = self.raw[begin - self.first]
        problem = problem if "limit" in problem else "a quote is not closed, or text follows a closing quote"
        ColumnLine(self.source.name, begin, text).fail_at(text.find('"'), problem, QUOTES)
