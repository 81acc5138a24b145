"""Tab-separated rows with a header. Numbers have full precision; a missing number is empty."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.formatters.csv import records
from nerkit.views.grid import Style

if TYPE_CHECKING:
    from nerkit.results.display import ShownRow

BLANKS = str.maketrans("\t\r\n", "   ")


def render(rows: Sequence["ShownRow"], _: Style) -> Iterator[str]:
    """The lines of TSV. Tabs and newlines in names become spaces, because the format cannot hold them."""
    for record in records(rows):
        line = "\t".join(record)
        if "\n" in line or "\r" in line or line.count("\t") >= len(record):
            line = "\t".join(cell.replace("\r\n", "\n").translate(BLANKS) for cell in record)
        yield f"{line}\n"


FORMATTER = Formatter(render, views.rows)
