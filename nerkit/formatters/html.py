"""An HTML table; what a notebook shows for a result."""

from nerkit.formatters import Style
from nerkit.formatters.cells import alignment, grid
from nerkit.result import Result


def render(result: Result, style: Style) -> str:
    """The `<table>` element alone, names escaped."""
    from tabulate import tabulate

    headers, lines = grid(result, style)
    return tabulate(lines, headers, tablefmt="html", disable_numparse=True, colalign=alignment(headers))
