"""Tab-separated rows with a header, all numbers at full precision, an empty field for one that does not exist."""

from nerkit.formatters import Style
from nerkit.formatters.csv import records
from nerkit.results.result import Result
from nerkit.views.grid import Shown


def render(result: Result | Shown, _: Style) -> str:
    """The lines; tabs and newlines in names become spaces."""
    lines = (
        "\t".join(" ".join(cell.splitlines()).replace("\t", " ") for cell in record)
        for record in records(result)
    )
    return "\n".join(lines) + "\n"
