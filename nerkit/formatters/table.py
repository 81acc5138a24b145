"""Aligned columns for the terminal."""

from nerkit.formatters import Style
from nerkit.formatters.cells import alignment, grid
from nerkit.result import Result


def render(result: Result, style: Style) -> str:
    """A table with a header line, bold in colour."""
    from tabulate import tabulate

    headers, lines = grid(result, style)
    table = tabulate(lines, headers, tablefmt="plain", disable_numparse=True, colalign=alignment(headers))
    head, newline, rest = table.partition("\n")
    return (f"\x1b[1m{head}\x1b[0m" if style.color else head) + newline + rest
