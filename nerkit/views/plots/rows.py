"""Figures of scores by label or by another field, and of labels against labels."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nerkit.errors import UsageError, plural
from nerkit.results.mistakes import MISSED, SPURIOUS
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.scorers.slices import BINS, LENGTH
from nerkit.views.confusions import ConfusionTable, confusion_tables
from nerkit.views.grid import short_names
from nerkit.views.plots.cuts import rows_by
from nerkit.views.plots.paper import (
    FAINT,
    MOST_LINES,
    legend,
    look,
    named_lines,
    share_axis,
    sheet,
    short,
)
from nerkit.views.result import f_name

SCORED = ("precision", "recall", "value")
MOST_LABELS = 24  # of a table of labels
SHADE = "#0b4f8a"


def labels(result: Result, field: str) -> Figure:
    """Precision, recall and F1 of the headline by label, most frequent labels on top."""
    return _dots(result, rows_by(result, field), field)


def slices(result: Result, field: str) -> Figure:
    """The headline by a field: a line over lengths, one dot a value for what has no order."""
    rows = rows_by(result, field)
    return _line(result, rows) if field == LENGTH else _dots(result, rows, field)


def _dots(result: Result, rows: Sequence[Row], field: str) -> Figure:
    """A line for each value of the field; of one system its scores, of several a panel for each score."""
    systems = short_names(result.systems)
    values, left_out = _values(rows)
    scores = [name for name in SCORED if any(_score(row, name) is not None for row in rows)]
    titles = {"precision": "P", "recall": "R", "value": f_name(result) if len(scores) > 1 else "value"}
    panels = [scores] if len(systems) == 1 else [[name] for name in scores]
    names = [titles[name] for name in scores] if len(systems) == 1 else [short(name) for name in systems]
    height = 1 + max(0, len(systems) - 2) / 4  # of a line, in which systems stand one below the other
    beside = len(systems) if len(systems) > 1 else len(scores)
    apart = (0.7 if len(systems) > 1 else 0.3) / beside
    below = len(names) / 2 if len(systems) > 1 else 0
    figure, all_axes = sheet(height * len(values) + 3.4 + below, len(panels), sharey=True)
    by_place = {(row.system, row.label): row for row in rows}
    for axes, shown in zip(all_axes, panels, strict=True):
        for number, system in enumerate(result.systems):
            for score in shown:
                place = scores.index(score) if len(systems) == 1 else number
                points = [
                    (value, line + apart * (place - (beside - 1) / 2))
                    for line, label in enumerate(values)
                    if (row := by_place.get((system, label))) and (value := _score(row, score)) is not None
                ]
                x, y = zip(*points, strict=True) if points else ((), ())
                axes.plot(x, y, linestyle="none", clip_on=False, alpha=0.9, **look(place))
        share_axis(axes, "" if len(panels) == 1 else titles[shown[0]])
        if len(panels) > 1:
            axes.set_xticks([0, 0.5, 1], ["0", ".5", "1"])
            axes.tick_params(axis="y", length=0)
    named_lines(all_axes[0], [f"{short(label)} ({gold:g})" for label, gold in values.items()])
    more = f"; {plural(left_out, 'further value')} left out" if left_out else ""
    figure.suptitle(f"{short(result.headline, 30)} by {short(field)} (gold items){more}", fontsize=7.5)
    legend(figure, names)
    return figure


def _values(rows: Sequence[Row]) -> tuple[dict[str, float], int]:
    """The values with the number of gold items that each has at most, most first; how many are left out."""
    sizes: dict[str, float] = {}
    for row in rows:
        sizes[row.label] = max(sizes.get(row.label, 0.0), row.r_den or 0.0)
    ordered = dict(sorted(sizes.items(), key=lambda one: (-one[1], one[0])))
    kept = dict(list(ordered.items())[:MOST_LINES])
    return kept, len(ordered) - len(kept)


def _score(row: Row, name: str) -> float | None:
    return {"precision": row.precision, "recall": row.recall, "value": row.value}[name]


def _line(result: Result, rows: Sequence[Row]) -> Figure:
    """The headline over lengths, with the number of gold items under each."""
    sizes, _ = _values(rows)
    bins = [name for name in BINS if name in sizes] + [name for name in sizes if name not in BINS]
    systems = short_names(result.systems)
    figure, (axes,) = sheet(11.5 + len(systems) * (len(systems) > 1) / 2)
    by_place = {(row.system, row.label): row for row in rows}
    for number, system in enumerate(result.systems):
        points = [
            (place, row.value)
            for place, name in enumerate(bins)
            if (row := by_place.get((system, name))) and row.value is not None
        ]
        x, y = zip(*points, strict=True) if points else ((), ())
        axes.plot(x, y, clip_on=False, **look(number))
    axes.set_xticks(range(len(bins)), [f"{name}\n({sizes[name]:g})" for name in bins])
    axes.set_xlim(-0.3, len(bins) - 0.7)
    axes.set_xlabel("length (gold items)")
    share_axis(axes, f"{f_name(result)} of {short(result.headline, 30)}", vertical=True)
    if len(systems) > 1:
        legend(figure, [short(name) for name in systems], joined=True)
    return figure


def confusion(result: Result) -> Figure:
    """A shaded table for each system, the number of items in each cell."""
    tables = [table for table in confusion_tables(result.errors()) if table.items]
    if not tables:
        raise UsageError("there are no labels to tabulate")
    cut = [_cut(table) for table in tables]
    heights = [len(table.down) for table, _ in cut]
    widest = max(len(short(name, 14)) for table, _ in cut for name in table.across)
    lines = sum(heights) + len(cut) * (3.2 + 0.62 * widest)
    figure, all_axes = sheet(
        max(lines, 6), rows=len(cut), gridspec_kw={"height_ratios": [height + 1 for height in heights]}
    )
    systems = short_names([table.system for table in tables])
    for axes, (table, left_out), system in zip(all_axes, cut, systems, strict=True):
        _shaded(axes, table)
        more = f" ({plural(left_out, 'rare label')} left out)" if left_out else ""
        axes.set_title(f"{short(system, 40)}{more}")
    return figure


def _shaded(axes: Axes, table: ConfusionTable) -> None:
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
    axes.set_yticks(np.arange(len(table.down)) + 0.5, [short(name, 14) for name in table.down])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.set_ylabel("gold")
    axes.set_xlabel("system")
    for side in axes.spines.values():
        side.set_visible(False)
    for label in [*axes.get_xticklabels(), *axes.get_yticklabels()]:
        if label.get_text() in (MISSED, SPURIOUS):
            label.set_color(FAINT)
            label.set_fontstyle("italic")


def _cut(table: ConfusionTable) -> tuple[ConfusionTable, int]:
    """The table with its most frequent labels alone, and how many labels are left out."""
    number: dict[str, int] = {}
    for (gold, own), count in table.items.items():
        for label in {gold, own} - {SPURIOUS, MISSED}:
            number[label] = number.get(label, 0) + count
    kept = set(sorted(number, key=lambda label: (-number[label], label))[:MOST_LABELS])
    down = [name for name in table.down if name in kept or name == SPURIOUS]
    across = [name for name in table.across if name in kept or name == MISSED]
    return table._replace(down=down, across=across), len(number) - len(kept)
