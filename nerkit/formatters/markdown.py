"""A GitHub pipe table."""

import re

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.views.grid import Shown, grid


def render(shown: Result | Shown, style: Style) -> str:
    """The table; pipes and what would be HTML are escaped."""
    from tabulate import tabulate

    made = grid(shown, style)
    lines = [
        [f"**{cell}**" if (i, j) in made.best else _escaped(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(made.lines)
    ]
    headers = [_escaped(header) for header in made.headers]
    return tabulate(lines, headers, tablefmt="pipe", disable_numparse=True, colalign=made.alignment)


def _escaped(cell: str) -> str:
    return re.sub(r"\||<(?=[A-Za-z/!?])", r"\\\g<0>", cell)  # a label <s> would not be seen, <0.001 is
