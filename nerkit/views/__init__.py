"""How a result, a comparison, a list of mistakes looks: three shapes that know no output format.

    grid       headers and lines of cells, for the formats that people read; a layout for each type of what is
               shown
    rows       one object a row with every number, for the formats that programs read
    envelope   the JSON form: the rows, how they were made, what was read, all warnings

What is shown (`Result`, `Comparison`, `MistakeList`, …) knows none of this. The layouts are functions of
(shown, style) in the modules beside this one: `result`, `comparison`, `mistakes`. Drawings, which no output
format knows: `alignment`, `graph_alignment`, `nerval`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from nerkit.ground.plain_text import visible
from nerkit.views.display import PartedCell
from nerkit.views.grid import Grid, Style


class ShownRow(Protocol):
    """A row of anything that is shown."""

    def to_dict(self) -> dict[str, Any]:
        """The fields of the row by name, in the order of the columns."""


class Shown(Protocol):
    """What can be shown: a result, a comparison, a list of mistakes, whatever has rows and a JSON form."""

    @property
    def rows(self) -> Sequence[ShownRow]:
        """All rows, in the order in which they are printed."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""


def rows(shown: Shown, _: Style) -> Sequence[ShownRow]:
    """The rows, computed."""
    return shown.rows


def envelope(shown: Shown, _: Style) -> dict[str, Any]:
    """The JSON form."""
    return shown.to_dict()


def grid(shown: Shown, style: Style) -> Grid:
    """The cells of what is shown, laid out by its type, control and bidirectional characters by their codes.

    Raises TypeError for a type without a layout.
    """
    from nerkit.results.result import Result
    from nerkit.views import result

    # scores first, as they need none of the modules that the others need
    if isinstance(shown, Result) and shown.task == "agree":
        from nerkit.views import annotators

        laid_out = annotators.rows(shown, style)
    else:
        laid_out = result.scores(shown, style) if isinstance(shown, Result) else _grid_of_others(shown, style)
    headers, *lines = ([_visible(cell) for cell in line] for line in [laid_out.headers, *laid_out.lines])
    texts, notes = ([visible(text) for text in some] for some in (laid_out.texts, laid_out.notes))
    return replace(laid_out, headers=headers, lines=lines, texts=texts, notes=notes)


def _visible(cell: str) -> str:
    return cell.map(visible) if isinstance(cell, PartedCell) else visible(cell)


def _grid_of_others(shown: Shown, style: Style) -> Grid:
    from nerkit.evaluation.agreement.disagreements import Disagreements, DisagreementSummary
    from nerkit.evaluation.agreement.pairs import Agreement
    from nerkit.results.mistake_list import Confusion, MistakeList, MistakeSummary
    from nerkit.stats.comparison import Comparison, SystemPairs
    from nerkit.stats.correlation import Correlations
    from nerkit.stats.power import Power
    from nerkit.views import annotators, comparison, mistakes, power

    layouts: dict[type, Callable[[Any, Style], Grid]] = {
        Comparison: comparison.systems,
        SystemPairs: comparison.pairs,
        Correlations: comparison.correlations,
        Agreement: comparison.annotators,
        Power: power.rows,
        Disagreements: annotators.listed,
        DisagreementSummary: annotators.confusion,
        MistakeList: mistakes.listed,
        MistakeSummary: mistakes.classes,
        Confusion: mistakes.matrix,
    }
    for kind, layout in layouts.items():
        if isinstance(shown, kind):
            return layout(shown, style)
    raise TypeError(f"no layout for {type(shown).__name__}")
