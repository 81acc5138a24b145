"""Figures of scores by label or by another field, and of gold labels against system labels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nerkit.exceptions import UsageError, plural
from nerkit.results.errors import MISSED, SPURIOUS
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.scorers.slices import BINS, LENGTH
from nerkit.views.errors import ConfusionTable, confusion_tables
from nerkit.views.grid import short_names
from nerkit.views.plots.cuts import LEVEL, rows_by
from nerkit.views.plots.paper import (
    FAINT,
    MOST_LINES,
    interval,
    legend,
    look,
    named_lines,
    share_axis,
    sheet,
    short,
)
from nerkit.views.result import f_name

SCORED = ("precision", "recall", "value")
MOST_LABELS = 24  # the largest number of labels of a table
FEW_LABELS = 8  # the largest number of labels of tables side by side


def labels(result: Result, field: str) -> Figure:
    """The figure of F1 of the headline by label, with intervals, the most frequent labels on top.

    For a single system, the figure also shows precision and recall.
    """
    return _dots(result, rows_by(result, field), field)


def slices(result: Result, field: str) -> Figure:
    """The figure of the headline by a field, with intervals. Lengths run from left to right, other values
    down.
    """
    rows = rows_by(result, field)
    return _lengths(result, rows) if field == LENGTH else _dots(result, rows, field)


def _dots(result: Result, rows: Sequence[Row], field: str) -> Figure:
    """A figure with a line for each value of the field: the scores of one system, or the values
    of several.
    """
    systems = short_names(result.systems)
    values, left_out = _values(rows)
    scores = [name for name in SCORED if any(_score(row, name) is not None for row in rows)]
    titles = {"precision": "P", "recall": "R", "value": f_name(result) if len(scores) > 1 else "value"}
    looks = [("value", system) for system in result.systems]
    names = [short(name) for name in systems]
    if len(systems) == 1:
        looks = [(name, result.systems[0]) for name in scores]
        names = [titles[name] for name in scores]
    height = 1 + max(0, len(systems) - 2) / 4  # the height of a line with the systems one below another
    apart = (0.7 if len(systems) > 1 else 0.3) / len(looks)
    below = len(names) / 2 if len(systems) > 1 else 0
    figure, (axes,) = sheet(height * len(values) + 3.4 + below)
    _points(axes, rows, list(values), looks, apart, alpha=0.9)
    share_axis(axes, titles["value"] if len(systems) > 1 else "", lowest=_lowest(rows, scores))
    named_lines(axes, [f"{short(label)} ({gold:g})" for label, gold in values.items()])
    more = f"; {plural(left_out, 'further value')} left out" if left_out else ""
    figure.suptitle(f"{short(result.headline, 30)} by {short(field)} (gold items){more}", fontsize=7.5)
    legend(figure, names)
    figure.caption = _caption(result, rows, field)
    return figure


def _points(
    axes: Axes,
    rows: Sequence[Row],
    values: Sequence[str],
    series: Sequence[tuple[str, str]],
    apart: float,
    *,
    vertical: bool = False,
    **how: Any,
) -> None:
    """Draw a point with its interval for each value of the field, and for each series (score, system).

    *apart* is the distance between two series at a value.
    """
    by_place = {(row.system, row.label): row for row in rows}
    for place, (score, system) in enumerate(series):
        points = [
            (value, line + apart * (place - (len(series) - 1) / 2), row)
            for line, label in enumerate(values)
            if (row := by_place.get((system, label))) and (value := _score(row, score)) is not None
        ]
        scores, lines, drawn = zip(*points, strict=True) if points else ((), (), ())
        ends = (lines, scores) if vertical else (scores, lines)
        axes.plot(*ends, linestyle="none", clip_on=False, **look(place), **how)
        for at, row in zip(lines, drawn, strict=True):
            if score == "value":
                interval(axes, row, at, vertical=vertical, color=look(place)["color"])


def _caption(result: Result, rows: Sequence[Row], field: str) -> str:
    """A sentence about a figure by a field, with its intervals and its numbers in brackets."""
    known = any(row.extra.get("value_low") is not None for row in rows)
    ends = f", with {LEVEL:.0%} bootstrap intervals" if known else ""
    what = f"{f_name(result)} of {result.headline} by {field}"
    return f"{what}{ends}; the numbers in brackets are gold items."


def _lowest(rows: Sequence[Row], scores: Sequence[str]) -> float:
    """The lowest of all drawn values."""
    drawn = [_score(row, name) for row in rows for name in scores]
    drawn += [row.extra.get("value_low") for row in rows]
    return min((value for value in drawn if value is not None), default=0.0)


def _values(rows: Sequence[Row]) -> tuple[dict[str, float], int]:
    """Value of the field -> its largest number of gold items, most first; and how many values are
    left out.
    """
    sizes: dict[str, float] = {}
    for row in rows:
        sizes[row.label] = max(sizes.get(row.label, 0.0), row.r_den or 0.0)
    ordered = dict(sorted(sizes.items(), key=lambda one: (-one[1], one[0])))
    kept = dict(list(ordered.items())[:MOST_LINES])
    return kept, len(ordered) - len(kept)


def _score(row: Row, name: str) -> float | None:
    """The score *name* of a row."""
    return {"precision": row.precision, "recall": row.recall, "value": row.value}[name]


def _lengths(result: Result, rows: Sequence[Row]) -> Figure:
    """The figure of the headline by length, with the number of gold items below each length."""
    sizes, _ = _values(rows)
    bins = [name for name in BINS if name in sizes] + [name for name in sizes if name not in BINS]
    systems = short_names(result.systems)
    figure, (axes,) = sheet(11.5 + len(systems) * (len(systems) > 1) / 2)
    _points(axes, rows, bins, [("value", name) for name in result.systems], 0.6 / len(systems), vertical=True)
    axes.set_xticks(range(len(bins)), [f"{name}\n({sizes[name]:g})" for name in bins])
    axes.set_xlim(-0.5, len(bins) - 0.5)
    axes.set_xlabel("length (gold items)")
    what = f"{f_name(result)} of {short(result.headline, 30)}"
    share_axis(axes, what, vertical=True, lowest=_lowest(rows, ["value"]))
    if len(systems) > 1:
        legend(figure, [short(name) for name in systems])
    figure.caption = _caption(result, rows, LENGTH)
    return figure


def confusion(result: Result) -> Figure:
    """The figure with a shaded table for each system, and the number of items in each cell.

    If there are few labels, several tables form a grid.
    """
    tables = [table for table in confusion_tables(result.errors()) if table.items]
    if not tables:
        raise UsageError("there are no labels to tabulate")
    cut = _with_common_labels([_cut(table) for table in tables])
    columns = 2 if len(cut) > 1 and len(cut[0][0].across) <= FEW_LABELS else 1
    rows = [cut[place : place + columns] for place in range(0, len(cut), columns)]
    heights = [max(len(table.down) for table, _ in row) for row in rows]
    widest = max(len(short(name, 14)) for table, _ in cut for name in table.across)
    lines = sum(heights) + len(rows) * (3.2 + 0.62 * widest)
    figure, all_axes = sheet(
        max(lines, 6),
        columns,
        len(rows),
        gridspec_kw={"height_ratios": [height + 1 for height in heights]},
    )
    systems = short_names([table.system for table in tables])
    for place, axes in enumerate(all_axes):
        if place >= len(cut):
            axes.set_axis_off()
            continue
        table, left_out = cut[place]
        _shaded(axes, table, first=place % columns == 0)
        more = f" ({plural(left_out, 'rare label')} left out)" if left_out else ""
        axes.set_title(f"{short(systems[place], 40 // columns)}{more}")
    figure.caption = "Numbers of items by their gold label (rows) and system label (columns)."
    return figure


def _with_common_labels(cut: Sequence[tuple[ConfusionTable, int]]) -> list[tuple[ConfusionTable, int]]:
    """The tables with the rows and columns of all tables, if there are few labels."""
    down = [*sorted({name for table, _ in cut for name in table.down} - {SPURIOUS}), SPURIOUS]
    across = [*sorted({name for table, _ in cut for name in table.across} - {MISSED}), MISSED]
    if len(across) > FEW_LABELS:
        return list(cut)
    return [(table._replace(down=down, across=across), left_out) for table, left_out in cut]


def _shaded(axes: Axes, table: ConfusionTable, *, first: bool) -> None:
    """Draw a table. The *first* table in a row of tables has names at its sides."""
    items = np.array([[table.items.get((gold, own), 0) for own in table.across] for gold in table.down])
    shade = np.sqrt(items / max(table.most, 1))
    axes.pcolormesh(shade, cmap="Blues", vmin=0, vmax=1.15, edgecolors="white", linewidth=0.8)
    size = min(6.5, 130 / len(table.across))
    for line, column in zip(*np.nonzero(items), strict=True):
        colour = "white" if shade[line, column] > 0.75 else "#1a1a1a"
        text = str(items[line, column])
        axes.text(column + 0.5, line + 0.5, text, ha="center", va="center", color=colour, fontsize=size)
    axes.set_xticks(
        np.arange(len(table.across)) + 0.5, [short(name, 14) for name in table.across], rotation=90
    )
    names = [short(name, 14) if first else "" for name in table.down]
    axes.set_yticks(np.arange(len(table.down)) + 0.5, names)
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.set_ylabel("gold" if first else "")
    axes.set_xlabel("system")
    for side in axes.spines.values():
        side.set_visible(False)
    for label in [*axes.get_xticklabels(), *axes.get_yticklabels()]:
        if label.get_text() in (MISSED, SPURIOUS):
            label.set_color(FAINT)
            label.set_fontstyle("italic")


def _cut(table: ConfusionTable) -> tuple[ConfusionTable, int]:
    """The table with only its most frequent labels, and the number of labels left out."""
    number: dict[str, int] = {}
    for (gold, own), count in table.items.items():
        for label in {gold, own} - {SPURIOUS, MISSED}:
            number[label] = number.get(label, 0) + count
    kept = set(sorted(number, key=lambda label: (-number[label], label))[:MOST_LABELS])
    down = [name for name in table.down if name in kept or name == SPURIOUS]
    across = [name for name in table.across if name in kept or name == MISSED]
    return table._replace(down=down, across=across), len(number) - len(kept)
