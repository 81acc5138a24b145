"""Aligned columns for the terminal: text to the left, numbers to the right, no lines.

Written out here because the library that draws the other tables takes 30 ms to load, which a command on small
files would notice.
"""

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.plain_text import inert
from nerkit.views.grid import Grid, Style

PADDING = 2  # blanks between columns, and beside a header that is the widest cell


def render(grid: Grid, style: Style) -> str:
    """A table with a header line, bold in colour; no line of it is a command of a build server."""
    widths = [max((len(line[i]) for line in grid.lines), default=0) for i in range(len(grid.headers))]
    widths = [max(len(header) + PADDING, width) for header, width in zip(grid.headers, widths, strict=True)]
    sides = [str.ljust if side == "left" else str.rjust for side in grid.alignment]
    header, *lines = (
        (" " * PADDING)
        .join(place(cell, width) for place, cell, width in zip(sides, line, widths, strict=True))
        .rstrip()
        for line in [grid.headers, *grid.lines]
    )
    header = inert(header)
    return "\n".join([f"\x1b[1m{header}\x1b[0m" if style.color else header, *map(inert, lines)])


FORMATTER = Formatter(render, views.grid)
