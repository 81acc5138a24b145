"""Figures of several systems: intervals and groups, differences by document, critical differences of ranks.

The critical difference is Nemenyi's (Demšar 2006, Statistical Comparisons of Classifiers over Multiple Data
Sets). Mean ranks of k systems over n documents differ if they are more than q √(k (k + 1) / 6n) apart. Here q
is the 95 % point of the studentized range of k means, divided by √2.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError, plural
from nerkit.results.counts import ALL
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.stats.comparison import compare
from nerkit.stats.options import ALPHA, TESTS
from nerkit.stats.rows import units_of
from nerkit.stats.significance import PairedTest
from nerkit.stats.units import Units
from nerkit.views.grid import short_names
from nerkit.views.plots.cuts import alone
from nerkit.views.plots.paper import COLOURS, FAINT, WIDTH, named_lines, sheet, short
from nerkit.views.result import f_name

NAMED = 30  # the largest number of documents that a figure names
LEVEL = 0.95
TIE = 1e-12
NAME_INCHES = 0.058  # inches per character of a name
HALF_NAME = 16  # characters of a name beside an axis of ranks


def systems(result: Result) -> Figure:
    """The figure of all systems with intervals, the best on top, and the letters of their groups.

    If systems are groups of runs, a line is the standard deviation on both sides of the mean, and each run
    has a dot.
    """
    result = alone(result)
    runs, warned = _values_of_runs(result), list[str]()
    try:
        result = result if runs else result.confidence(LEVEL)
        groups = _letters(result) if len(result.systems) > 1 else {}
    except UsageError as error:  # a measure of the whole corpus has values without intervals
        warned, groups = [str(error)], {}
    lower = result.headline in result.lower_is_better
    rows = sorted(result.pooled(result.headline), key=lambda row: (row.value or 0.0) * (1 if lower else -1))
    names = dict(zip(result.systems, short_names(result.systems), strict=True))
    figure, (axes,) = sheet(len(rows) + 4.2 + (1.2 if groups else 0))
    for line, row in enumerate(rows):
        values = runs.get(row.system, [])
        axes.plot(values, [line] * len(values), color=FAINT, marker="o", markersize=2.5, linestyle="none")
        _interval(axes, line, row)
    named_lines(axes, [short(names[row.system]) for row in rows])
    axes.grid(visible=True, axis="x")
    axes.margins(x=0.08)
    what = f"{f_name(result)} of {short(result.headline, 34)}"
    beside = f"{what}, {LEVEL:.0%} bootstrap intervals"
    axes.set_xlabel(
        f"{what}, mean ± deviation, runs" if runs else f"{what}; no interval" if warned else beside
    )
    sentence = (
        "Systems with a common letter cannot be told apart\n"
        f"(p > {ALPHA:g} by {TESTS[0]}, Holm, or an interval with 0)."
        if groups
        else ""
    )
    figure.caption = f"{axes.get_xlabel()}. {sentence}".replace("\n", " ").strip()
    if groups:
        right = axes.secondary_yaxis("right")
        right.set_yticks(range(len(rows)), [groups[row.system] for row in rows])
        right.tick_params(length=0)
        right.spines["right"].set_visible(False)
        figure.sentence = figure.supxlabel(sentence, fontsize=6.5, color=FAINT)
    return figure


def _values_of_runs(result: Result) -> dict[str, list[float]]:
    """Name of a group -> the headline value of each run; empty if systems are not groups."""
    values = {row.system: row.value for row in replace(result, groups={}).pooled(result.headline)}
    return {
        name: [value for run in runs if (value := values.get(run)) is not None]
        for name, runs in result.groups.items()
    }


def _interval(axes: Axes, line: int, row: Row) -> None:
    """Draw the value of a row, and its interval or its standard deviation."""
    low, high = (row.extra.get(f"value_{end}") for end in ("low", "high"))
    deviation = row.extra.get("value_sd")
    if deviation is not None and row.value is not None:
        low, high = row.value - deviation, row.value + deviation
    if low is not None and high is not None:
        axes.plot([low, high], [line, line], color=COLOURS[0], solid_capstyle="butt")
    if row.value is not None:
        axes.plot([row.value], [line], color=COLOURS[0], marker="o")


def _letters(result: Result) -> dict[str, str]:
    """System -> its letters. Two systems share a letter if their difference is not significant.

    At first all systems are one group. Each pair that differs divides every group that contains both.
    """
    comparison = compare(result, PairedTest(TESTS[0]))
    apart = [(pair.first, pair.second) for pair in comparison.pairs if pair.better]
    values = {row.system: row.value or 0.0 for row in result.pooled(result.headline)}
    groups = [frozenset(result.systems)]
    for first, second in apart:
        divided = [
            part
            for group in groups
            for part in ([group - {first}, group - {second}] if {first, second} <= group else [group])
        ]
        groups = [one for one in dict.fromkeys(divided) if not any(one < other for other in divided)]
    groups.sort(
        key=lambda group: [-value for value in sorted((values[name] for name in group), reverse=True)]
    )
    letters = "abcdefghijklmnopqrstuvwxyz"
    named = [letters[i] if len(groups) <= len(letters) else f"{i + 1} " for i in range(len(groups))]
    return {
        system: "".join(name for name, group in zip(named, groups, strict=True) if system in group)
        for system in result.systems
    }


def differences(result: Result) -> Figure:
    """The figure of the difference of each further system from the first, by document, greatest
    loss first.
    """
    result = alone(result.single("there is no difference by document"))
    if len(result.systems) < 2:
        raise UsageError("differences need at least two systems")
    units, scores, documents = _by_unit(result)
    names = [short(name, 20) for name in short_names(result.systems)]
    further = len(names) - 1
    what = f"{f_name(result)} of {short(result.headline, 24)}"
    named = len(documents) <= NAMED
    figure, all_axes = sheet(
        further * (len(documents) + 4 if named else 11 if further == 1 else 8), rows=further
    )
    for axes, own, name in zip(all_axes, scores[1:], names[1:], strict=True):
        delta = own - scores[0]
        order = np.argsort(delta, kind="stable").tolist()
        _bars(axes, delta[order], [documents[place] for place in order] if named else [])
        difference = f"{what}: {name} − {names[0]}"
        (axes.set_xlabel if named else axes.set_ylabel)(
            difference if named or further == 1 else f"{name} − {names[0]}"
        )
        if not named:
            axes.set_xlabel(f"{plural(len(delta), units.name)}, in order")
    figure.caption = (
        f"{what} of each system minus {what} of {names[0]}, by {units.name}, the greatest loss first."
    )
    return figure


def _bars(axes: Axes, delta: FloatArray, names: Sequence[str]) -> None:
    """Draw a named line for each document, or a thin bar if *names* is empty. The title has the numbers."""
    colours = [COLOURS[1] if value < 0 else COLOURS[0] for value in delta.tolist()]
    if names:
        axes.barh(range(len(delta)), delta, color=colours, height=0.7)
        named_lines(axes, [short(name) for name in names])
        axes.axvline(0, color="black", linewidth=0.6)
    else:
        axes.bar(range(len(delta)), delta, color=colours, width=1)
        axes.axhline(0, color="black", linewidth=0.6)
    axes.grid(visible=True, axis="x" if names else "y")
    better, worse = int((delta > TIE).sum()), int((delta < -TIE).sum())
    axes.set_axisbelow(True)
    axes.set_title(f"{better} better, {worse} worse, {len(delta) - better - worse} the same")


def _by_unit(result: Result) -> tuple[Units, FloatArray, list[str]]:
    """The headline of every system in every document (or smaller unit), shape (systems, units), and their
    names.
    """
    units = units_of(result)
    units.check([result.headline])
    aligned = units.aligned()
    rows = []
    for system in result.systems:
        measured = aligned.measured(system, result.headline)
        rows.append(np.nan_to_num(measured.scores(measured.components([ALL]).sum(axis=1))[:, 0]))
    return units, np.array(rows), aligned.counts[result.systems[0]].documents


def ranks(result: Result) -> Figure:
    """The figure of mean ranks. A bar joins systems that are not further apart than the critical
    difference.
    """
    result = alone(result.single("there are no ranks"))
    if len(result.systems) < 2:
        raise UsageError("ranks need at least two systems")
    units, scores, _ = _by_unit(result)
    if result.headline in result.lower_is_better:
        scores = -scores
    means = mean_ranks(scores)
    count = scores.shape[1]
    distance = critical_difference(len(means), count)
    order = np.argsort(means, kind="stable").tolist()
    names = short_names(result.systems)
    joined = _joined(means[order], distance)
    figure, (axes,) = sheet(1.1 * ((len(means) + 1) // 2) + 5.5 + 0.5 * len(joined))
    _draw_ranks(axes, [short(names[place], HALF_NAME) for place in order], means[order], distance)
    axes.set_title(f"{short(result.headline, 30)}: mean ranks over {plural(count, units.name)}")
    return figure


def mean_ranks(scores: FloatArray) -> FloatArray:
    """The mean rank of each system over units, shape (systems,). The best rank is 1; ties share their mean
    rank.

    scores   shape (systems, units)
    """
    higher = (scores[None] > scores[:, None] + TIE).sum(axis=1)
    equal = (abs(scores[None] - scores[:, None]) <= TIE).sum(axis=1)
    return np.asarray((higher + (equal + 1) / 2).mean(axis=1), float)


def critical_difference(systems: int, units: int) -> float:
    """The distance at which mean ranks of *systems* systems over *units* units differ (Nemenyi)."""
    quantile = studentized_range(systems, 1 - ALPHA) / math.sqrt(2)
    return quantile * math.sqrt(systems * (systems + 1) / (6 * units))


def studentized_range(means: int, probability: float) -> float:
    """The point below which the range of *means* standard normal variables lies with this probability.

    The distribution is k ∫ φ(z) (Φ(z) - Φ(z - q))^(k-1) dz. It is integrated on a grid and inverted by
    halving.
    """
    from scipy.special import ndtr

    z = np.linspace(-9, 9, 4001)
    density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    low, high = 0.0, 20.0
    for _ in range(60):
        q = (low + high) / 2
        below = means * np.trapezoid(density * (ndtr(z) - ndtr(z - q)) ** (means - 1), z)
        low, high = (q, high) if below < probability else (low, q)
    return (low + high) / 2


def _joined(means: FloatArray, distance: float) -> list[tuple[int, int]]:
    """The first and the last place of each maximal run of systems within the distance; *means* ascend."""
    runs = [
        (first, int(np.searchsorted(means, means[first] + distance + TIE, "right")) - 1)
        for first in range(len(means))
    ]
    inside = [(a, b) for a, b in runs if b > a]
    return [(a, b) for a, b in inside if not any(c <= a and b <= d and (a, b) != (c, d) for c, d in inside)]


def _draw_ranks(axes: Axes, names: Sequence[str], means: FloatArray, distance: float) -> None:
    """Draw the axis of ranks, with names in two columns: the better half on the left."""
    count = len(means)
    half = (count + 1) // 2
    sides = [max(map(len, part), default=1) * NAME_INCHES for part in (names[:half], names[half:])]
    inches = (count - 1) / max(WIDTH - sum(sides) - 0.4, 1.0)  # ranks per inch
    left, right = 1 - (sides[0] + 0.12) * inches, count + (sides[1] + 0.12) * inches
    axes.set_xlim(left, right)
    axes.plot([1, count], [0, 0], color="black", linewidth=0.8)
    for rank in range(1, count + 1):
        axes.plot([rank, rank], [0, 0.18], color="black", linewidth=0.8)
        axes.text(rank, 0.3, str(rank), ha="center", va="bottom", fontsize=6.5)
    joined = _joined(means, distance)
    for place, (a, b) in enumerate(joined):
        line = -0.4 - 0.35 * place
        axes.plot([means[a] - 0.02, means[b] + 0.02], [line, line], color=COLOURS[1], linewidth=2.2)
    top = -0.6 - 0.35 * len(joined)
    for place, (name, mean) in enumerate(zip(names, means.tolist(), strict=True)):
        on_left = place < half
        line = top - 0.75 * (place if on_left else count - 1 - place)
        end = 1 - 0.1 * inches if on_left else count + 0.1 * inches
        axes.plot([mean, mean, end], [0, line, line], color=COLOURS[0], linewidth=0.8)
        beside = end + (-0.04 if on_left else 0.04) * inches
        axes.text(beside, line, name, ha="right" if on_left else "left", va="center")
    bottom = top - 0.75 * half
    start = 1.0
    axes.plot([start, start + distance], [1.7, 1.7], color="black", linewidth=1)
    for end in (start, start + distance):
        axes.plot([end, end], [1.55, 1.85], color="black", linewidth=1)
    axes.text(start, 2.0, f"critical difference {distance:.2f}", ha="left", va="bottom", fontsize=6.5)
    axes.set_ylim(bottom, 3.0)
    axes.set_axis_off()
