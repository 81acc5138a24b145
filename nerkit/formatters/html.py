"""HTML: of a result the section of scores that a report has, else a table; what a notebook shows."""

from dataclasses import dataclass
from html import escape
from typing import Any

from nerkit import views
from nerkit.formatters.format import Formatter
from nerkit.views.grid import Grid, Style


@dataclass(frozen=True)
class ScoredView:
    """A result, whose rows are shown with all their numbers."""

    result: Any


def view(shown: Any, style: Style) -> ScoredView | Grid:
    """A result as it is, with its rows made; the grid of anything else."""
    from nerkit.results.result import Result

    if isinstance(shown, Result) and shown.task != "agree":
        _ = shown.rows
        return ScoredView(shown)
    return views.grid(shown, style)


def render(shown: ScoredView | Grid, style: Style) -> str:
    """The section of scores of a result; the `<table>` element of a grid, names escaped, the best in bold."""
    if isinstance(shown, ScoredView):
        from nerkit.views.report.scores import section

        return section(shown.result, shown.result.rows, style)
    from tabulate import tabulate

    lines = [
        [f"<b>{escape(cell)}</b>" if (i, j) in shown.best else escape(cell) for j, cell in enumerate(line)]
        for i, line in enumerate(shown.lines)
    ]
    headers = [escape(header) for header in shown.headers]
    table = tabulate(lines, headers, tablefmt="unsafehtml", disable_numparse=True, colalign=shown.alignment)
    return "\n".join([table, *(f"<p>{escape(note)}</p>" for note in shown.notes)])


FORMATTER = Formatter(render, view)
