"""A GitHub pipe table."""

from nerkit.formatters import Style
from nerkit.formatters.cells import Shown, grid
from nerkit.result import Result


def render(shown: Result | Shown, style: Style) -> str:
    """The table; pipes in names are escaped."""
    from tabulate import tabulate

    made = grid(shown, style)
    lines = [
        [f"**{cell}**" if (i, j) in made.best else cell.replace("|", "\\|") for j, cell in enumerate(line)]
        for i, line in enumerate(made.lines)
    ]
    headers = [header.replace("|", "\\|") for header in made.headers]
    return tabulate(lines, headers, tablefmt="pipe", disable_numparse=True, colalign=made.alignment)
