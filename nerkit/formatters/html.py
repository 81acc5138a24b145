"""An HTML table; what a notebook shows for a result."""

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.views.grid import Shown, grid


def render(shown: Result | Shown, style: Style) -> str:
    """The `<table>` element alone, names escaped."""
    from tabulate import tabulate

    made = grid(shown, style)
    return tabulate(made.lines, made.headers, tablefmt="html", disable_numparse=True, colalign=made.alignment)
