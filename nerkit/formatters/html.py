"""An HTML table; what a notebook shows for a result."""

from html import escape

from nerkit import views
from nerkit.formatters.format import Formatter
from nerkit.views.grid import Grid, Style


def render(grid: Grid, _: Style) -> str:
    """The `<table>` element alone, names escaped, the best in bold."""
    from tabulate import tabulate

    lines = [
        [f"<b>{escape(cell)}</b>" if (i, j) in grid.best else escape(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(grid.lines)
    ]
    headers = [escape(header) for header in grid.headers]
    return tabulate(lines, headers, tablefmt="unsafehtml", disable_numparse=True, colalign=grid.alignment)


FORMATTER = Formatter(render, views.grid)
