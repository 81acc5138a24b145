"""A GitHub pipe table."""

import re

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Grid, Style


def render(grid: Grid, _: Style) -> str:
    """The table; pipes and what would be HTML are escaped, the best in bold."""
    from tabulate import tabulate

    lines = [
        [f"**{cell}**" if (i, j) in grid.best else _escaped(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(grid.lines)
    ]
    headers = [_escaped(header) for header in grid.headers]
    return tabulate(lines, headers, tablefmt="pipe", disable_numparse=True, colalign=grid.alignment)


def _escaped(cell: str) -> str:
    return re.sub(r"\||<(?=[A-Za-z/!?])", r"\\\g<0>", cell)  # a label <s> would not be seen, <0.001 is


FORMATTER = Formatter(render, views.grid)
