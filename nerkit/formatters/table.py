"""Aligned columns for the terminal: text to the left, numbers to the right, no lines.

Written out here because the library that draws the other tables takes 30 ms to load, which a command on small files would notice.
"""

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.views.grid import Shown, grid

PADDING = 2  # blanks between columns, and beside a header that is the widest cell


def render(shown: Result | Shown, style: Style) -> str:
    """A table with a header line, bold in colour."""
    made = grid(shown, style)
    headers, lines = made.headers, made.lines
    widths = [
        max(len(header) + PADDING, *(len(line[i]) for line in lines)) if lines else len(header) + PADDING
        for i, header in enumerate(headers)
    ]
    sides = [str.ljust if side == "left" else str.rjust for side in made.alignment]
    head, *rest = (
        (" " * PADDING)
        .join(place(cell, width) for place, cell, width in zip(sides, line, widths, strict=True))
        .rstrip()
        for line in [headers, *lines]
    )
    return "\n".join([f"\x1b[1m{head}\x1b[0m" if style.color else head, *rest])
