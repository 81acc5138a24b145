"""A LaTeX tabular with the rules of the booktabs package, to be pasted into a paper."""

from nerkit.formatters import Style
from nerkit.formatters.cells import alignment, grid
from nerkit.result import Result


def render(result: Result, style: Style) -> str:
    """The tabular alone, special characters escaped."""
    from tabulate import tabulate

    headers, lines = grid(result, style)
    return tabulate(
        lines, headers, tablefmt="latex_booktabs", disable_numparse=True, colalign=alignment(headers)
    )
