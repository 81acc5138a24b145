"""An HTML table; what a notebook shows for a result."""

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Grid, Style


def render(grid: Grid, _: Style) -> str:
    """The `<table>` element alone, names escaped."""
    from tabulate import tabulate

    return tabulate(grid.lines, grid.headers, tablefmt="html", disable_numparse=True, colalign=grid.alignment)


FORMATTER = Formatter(render, views.grid)
