"""Layouts: the shape of a result, a comparison or a list of errors, for every output format.

    grid       headers and rows of cells, for the formats that people read; each type of result has a layout
    rows       one object per row with every number, for the formats that programs read
    envelope   the JSON form: the rows, the conditions of the run, the inputs, all warnings

The results (`Result`, `Comparison`, `ErrorList`, …) do not know the layouts. The layouts are functions of
(result, style) in the modules of this folder: `result`, `comparison`, `errors`. The modules `alignment`,
`graph_alignment` and `nerval` make drawings that do not depend on an output format.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nerkit.ground.plain_text import visible
from nerkit.views.grid import Grid, LazyLines, PartedCell, Style

if TYPE_CHECKING:
    from nerkit.results.display import Shown, ShownRow


def rows(shown: "Shown", _: Style) -> Sequence["ShownRow"]:
    """The row objects of a result, a comparison or a list."""
    return shown.rows


def heads(rows: Sequence["ShownRow"]) -> Sequence["ShownRow"]:
    """A few rows that together have the field names of all rows; all rows if the list has no
    shorter choice.
    """
    few: Sequence[ShownRow] = getattr(rows, "heads", rows)
    return few


def envelope(shown: "Shown", _: Style) -> dict[str, Any]:
    """The JSON form, with row objects that become dictionaries when they are written."""
    streamed: Callable[[], dict[str, Any]] = getattr(shown, "streamed", shown.to_dict)
    return streamed()


def grid(shown: "Shown", style: Style) -> Grid:
    """The cells of a result in the layout of its type. Control and bidirectional characters are replaced by
    codes.

    Raises TypeError for a type without a layout.
    """
    from nerkit.results.result import Result
    from nerkit.views import result

    # scores come first, because they need no module of another type
    if isinstance(shown, Result) and shown.task == "agree":
        from nerkit.views import annotators

        laid_out = annotators.rows(shown, style)
    elif isinstance(shown, Result) and result.stated(shown.signature, "estimate"):
        from nerkit.views import estimates

        laid_out = estimates.rows(shown, style)
    else:
        laid_out = result.scores(shown, style) if isinstance(shown, Result) else _grid_of_others(shown, style)
    sentences = (laid_out.headers, laid_out.texts, laid_out.notes, laid_out.lead)
    headers, texts, notes, lead = ([_visible_cell(text) for text in some] for some in sentences)
    lines = _visible(laid_out.lines)
    return replace(laid_out, headers=headers, lines=lines, texts=texts, notes=notes, lead=lead)


def _visible(lines: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The lines with codes in place of control and bidirectional characters."""
    if isinstance(lines, LazyLines):
        return LazyLines(lambda: map(_visible_line, lines))
    return list(map(_visible_line, lines))


def _visible_line(line: Sequence[str]) -> list[str]:
    whole = "".join(line)  # most lines have no such character, so one look at the whole line is enough
    return list(line) if visible(whole) == whole else list(map(_visible_cell, line))


def _visible_cell(cell: str) -> str:
    return cell.map(visible) if isinstance(cell, PartedCell) else visible(cell)


LAYOUTS = {  # type of a result -> the module in this folder, and its function
    "Comparison": ("comparison", "systems"),
    "SystemPairs": ("comparison", "pairs"),
    "Correlations": ("comparison", "correlations"),
    "Discrimination": ("comparison", "discrimination"),
    "Agreement": ("comparison", "annotators"),
    "Power": ("power", "rows"),
    "GatePower": ("gate_power", "rows"),
    "Disagreements": ("annotators", "listed"),
    "DisagreementSummary": ("annotators", "confusion"),
    "ErrorList": ("errors", "listed"),
    "ErrorSummary": ("errors", "classes"),
    "Confusion": ("errors", "matrix"),
}


def _grid_of_others(shown: "Shown", style: Style) -> Grid:
    """The cells of a result whose type is in LAYOUTS. No layout of another type is loaded."""
    for kind in type(shown).__mro__:
        if kind.__name__ in LAYOUTS and kind.__module__.startswith("nerkit."):
            module, function = LAYOUTS[kind.__name__]
            laid_out: Grid = getattr(import_module(f"nerkit.views.{module}"), function)(shown, style)
            return laid_out
    raise TypeError(f"nerkit has no layout for {type(shown).__name__}")
