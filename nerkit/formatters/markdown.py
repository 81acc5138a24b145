"""A GitHub pipe table."""

import re

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.display import padded, width
from nerkit.views.grid import Grid, Style

PADDING = 2  # blanks beside a header that is the widest cell


def render(grid: Grid, _: Style) -> str:
    """The table; pipes and what would be HTML are escaped, the best in bold."""
    lines = [
        [f"**{cell}**" if (i, j) in grid.best else _escaped(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(grid.lines)
    ]
    headers = [_escaped(header) for header in grid.headers]
    cells = [max(map(width, column)) for column in zip(*lines, strict=True)] or [0] * len(headers)
    widths = [max(width(header) + PADDING, cell) for header, cell in zip(headers, cells, strict=True)]
    rule = [
        f":{'-' * (wide + 1)}" if side == "left" else f"{'-' * (wide + 1)}:"
        for wide, side in zip(widths, grid.alignment, strict=True)
    ]
    head, *body = (
        f"| {' | '.join(map(padded, line, widths, grid.alignment))} |" for line in [headers, *lines]
    )
    return "\n".join([head, f"|{'|'.join(rule)}|", *body])


def _escaped(cell: str) -> str:
    return re.sub(r"\||<(?=[A-Za-z/!?])", r"\\\g<0>", cell)  # a label <s> would not be seen, <0.001 is


FORMATTER = Formatter(render, views.grid)
