"""HTML for notebooks: the section of scores from the report for a result, a table for other values."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Grid, PartedCell, Style

COLOURS = {"31": "#f6c4c0", "32": "#c5e8c5", "33": "#f7e3a5", "36": "#bfe3ee"}  # by ANSI code


@dataclass(frozen=True)
class ScoredView:
    """A result whose rows are shown with all their numbers."""

    result: Any


def view(shown: Any, style: Style) -> ScoredView | Grid:
    """The view of a value: a result with its rows computed, or the grid of any other value."""
    from nerkit.results.result import Result

    if isinstance(shown, Result) and shown.task != "agree":
        _ = shown.rows
        return ScoredView(shown)
    return views.grid(shown, style)


def render(shown: ScoredView | Grid, style: Style) -> str:
    """The HTML of a view: the section of scores, or a `<table>` element with escaped names and the best
    values in bold.
    """
    if isinstance(shown, ScoredView):
        from nerkit.views.report.scores import section

        return section(shown.result, shown.result.rows, style)
    from tabulate import tabulate

    lines = [
        [f"<b>{escape(cell)}</b>" if (i, j) in shown.best else escape(cell) for j, cell in enumerate(line)]
        if not style.color
        else _coloured(shown, i, line)
        for i, line in enumerate(shown.lines)
    ]
    headers = [escape(header) for header in shown.headers]
    table = tabulate(lines, headers, tablefmt="unsafehtml", disable_numparse=True, colalign=shown.alignment)
    above, below = ([f"<p>{escape(one)}</p>" for one in some] for some in (shown.lead, shown.notes))
    return "\n".join([*above, table, *below])


def _coloured(grid: Grid, place: int, line: Sequence[str]) -> list[str]:
    """The HTML of the cells in a line, with their colours. In a text, the part in brackets has the colour of
    the line.
    """
    tints = [grid.tints.get((place, column)) for column in range(len(line))]
    colour = next((COLOURS[tint] for tint in tints if tint in COLOURS), None)
    items = [text for cell in line if isinstance(cell, PartedCell) for text in cell.parts[1::2] if text]
    cells = []
    for header, cell, tint in zip(grid.headers, line, tints, strict=True):
        item = next((text for text in items if f"[{text}]" in cell), None) if header == grid.prose else None
        if tint in COLOURS:
            cells.append(_mark(cell, COLOURS[tint]))
        elif item is not None and colour is not None:
            before, _, after = cell.partition(f"[{item}]")
            cells.append(f"{escape(before)}{_mark(item, colour)}{escape(after)}")
        else:
            cells.append(escape(cell))
    return cells


def _mark(text: str, colour: str) -> str:
    return f'<mark style="background:{colour};color:#000">{escape(text)}</mark>'


FORMATTER = Formatter(render, view)
