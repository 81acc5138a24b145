"""Tab-separated rows with a header: numbers at full precision, one that does not exist is empty."""

from collections.abc import Sequence

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.formatters.csv import records
from nerkit.views.grid import Style


def render(rows: Sequence[views.ShownRow], _: Style) -> str:
    """The lines; tabs and newlines in names become spaces."""
    lines = (
        "\t".join(" ".join(cell.splitlines()).replace("\t", " ") for cell in record)
        for record in records(rows)
    )
    return "\n".join(lines) + "\n"


FORMATTER = Formatter(render, views.rows)
