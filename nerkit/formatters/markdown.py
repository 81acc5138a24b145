"""A GitHub pipe table."""

from nerkit.formatters import Style
from nerkit.formatters.cells import alignment, grid
from nerkit.result import Result


def render(result: Result, style: Style) -> str:
    """The table; pipes in names are escaped."""
    from tabulate import tabulate

    headers, lines = grid(result, style)
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return tabulate(escaped, headers, tablefmt="pipe", disable_numparse=True, colalign=alignment(headers))
