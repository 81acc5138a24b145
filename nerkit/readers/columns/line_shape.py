"""A format of lines with cells as one record: what separates cells, and which lines belong together.

    class Mine(LineShape):                            # doc a        LineUnit(mark, 1, rows)
        def table(self): return SpanTable()           Ada  PER       rows[0].cells == ["Ada", "PER"]
        def add(self, unit, table): …                 # doc b        the next unit

    SHAPE = Mine(begins=regex(r"# doc (.*)"))
    READER = Reader(SHAPE.read, Spans)

A unit is a document, a sentence or a graph. The patterns say which lines begin and end a unit. Each table has
a method `read`, which notes the inputs and makes the corpus.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow, rows

BLANK = regex(r"\A\s*+\Z")


@dataclass(slots=True)
class LineUnit:
    """The lines of a unit.

    mark    the match of the line that begins the unit; None if there is no such line
    line    the 1-based number of this line
    rows    the further lines; a blank line has no cells
    closed  whether a further line ends the unit, and not the end of the file
    """

    mark: re.Match[str] | None = None
    line: int = 0
    rows: list[TextRow] = field(default_factory=list)
    closed: bool = False


@record(frozen=True)
class LineShape:
    """A format of lines with cells.

    separator  the text between cells; None means any white space
    trailing   characters at the end of a line that do not count
    begins     the pattern of a line that begins a unit, or None
    ends       the pattern of a line that ends a unit, or None; then no unit begins inside another unit
    """

    separator: str | None = "\t"
    trailing: str = ""
    begins: re.Pattern[str] | None = None
    ends: re.Pattern[str] | None = None

    def table(self, **options: Any) -> Any:
        """An empty table for a corpus. Subclasses override this method."""
        raise NotImplementedError

    def add(self, unit: LineUnit, table: Any) -> None:
        """Add a unit to the table. Subclasses override this method, or `add_file`."""
        raise NotImplementedError

    def read(self, sources: Iterable[Source], **options: Any) -> Any:
        """The corpus of all inputs. Raises InputError (file, line, column, remedy) for wrong lines."""
        return self.table(**options).read(sources, self.add_file)

    def add_file(self, source: Source, table: Any) -> Any:
        """Add the units of an input to the table."""
        for unit in self.units(self.rows(source)):
            self.add(unit, table)

    def rows(self, source: Source) -> Iterator[TextRow]:
        """The lines of an input as rows of cells."""
        return rows(source, self.separator, trailing=self.trailing)

    def units(self, lines: Iterable[TextRow]) -> Iterator[LineUnit]:
        """The units of lines, in order. Lines outside of all marked units are units without a mark."""
        unit = LineUnit()
        for row in lines:
            mark = self.begins.match(row.text) if self.begins and not (self.ends and unit.mark) else None
            if mark or (self.ends and self.ends.match(row.text)):
                if unit.rows or unit.mark:
                    unit.closed = True
                    yield unit
                unit = LineUnit(mark, row.line)
            else:
                unit.rows.append(row)
        if unit.rows or unit.mark:
            yield unit
