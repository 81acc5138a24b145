"""Figures of precision against recall, with a point for each system.

If predictions have a confidence, a curve shows the scores for every threshold of confidence.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nerkit.algorithms.columns import FloatArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError
from nerkit.results.result import Result
from nerkit.views.grid import short_names
from nerkit.views.plots.cuts import alone
from nerkit.views.plots.paper import FAINT, LINE, WIDTH, legend, look, sheet, short

SCORE = "score"  # the field of spans that is the confidence of a prediction
STEPS = 100  # the largest number of thresholds of a curve
LEVELS = (0.2, 0.4, 0.6, 0.7, 0.8, 0.9)  # the F1 of each line of equal F1

Point = tuple[float, float]  # recall and precision


def pr(result: Result) -> Figure:
    """The figure of precision against recall of the headline, with lines of equal F1.

    Predictions without a score are kept at every threshold. Raises UsageError for a measure without precision
    and recall.
    """
    result = alone(result)
    points = {
        row.system: (row.recall, row.precision)
        for row in result.pooled(result.headline)
        if row.recall is not None and row.precision is not None
    }
    if not points:
        raise UsageError(f"{result.headline} has no precision and recall")
    curves = {system: list(curve(result, system)) for system in result.counts}
    names = short_names(result.systems)
    figure, (axes,) = sheet(WIDTH / LINE + (1.2 if len(names) > 1 else 0))
    everything = [*points.values(), *(point for line in curves.values() for point in line)]
    low = max(0.0, np.floor(10 * min(min(point) for point in everything) - 0.5) / 10)
    _equal_f1(axes, low)
    for place, system in enumerate(result.systems):
        line = curves.get(system, [])
        if line:
            recall, precision = zip(*line, strict=True)
            axes.plot(recall, precision, color=look(place)["color"], drawstyle="default", clip_on=False)
        if system in points:
            axes.plot(*points[system], linestyle="none", clip_on=False, markersize=5, **look(place))
    for limits in (axes.set_xlim, axes.set_ylim):
        limits(low, 1)
    axes.set_aspect("equal")
    axes.set_xlabel(f"recall ({short(result.headline, 30)})")
    axes.set_ylabel("precision")
    if len(names) > 1:
        legend(figure, [short(name) for name in names])
    return figure


def _equal_f1(axes: Axes, low: float) -> None:
    """Draw lines of equal F1, each with its value at the right border: F = 2 P R / (P + R)."""
    recall = np.linspace(max(low, 0.01), 1, 200)
    for level in LEVELS:
        with np.errstate(divide="ignore"):
            precision = level * recall / (2 * recall - level)
        inside = (precision >= low) & (precision <= 1) & (2 * recall > level)
        if not inside.any():
            continue
        axes.plot(recall[inside], precision[inside], color="#c4c4c4", linewidth=0.5, zorder=0)
        at_border = level / (2 - level)
        if low + 0.03 * (1 - low) < at_border < 1 - 0.03 * (1 - low):
            axes.annotate(
                f"F1 {level:.1f}",
                (1, at_border),
                xytext=(2, 0),
                textcoords="offset points",
                va="center",
                fontsize=6,
                color=FAINT,
            )


def curve(result: Result, system: str) -> Iterator[Point]:
    """Yield recall and precision of a system for each threshold of confidence, the highest threshold first.

    A threshold keeps the predictions whose score is at least as high. The thresholds are the scores of the
    predictions, at most STEPS. Without scores there is no curve.
    """
    result = alone(result)
    scored = result.scored
    batch: Batch[Any] | None = scored.batches.get(system) if scored else None
    if scored is None or batch is None or not isinstance(batch.system, Spans):
        return
    confidence = _confidence(batch.system)
    thresholds = np.unique(confidence[~np.isnan(confidence)])[::-1]
    if len(thresholds) < 2:  # equal scores of all predictions make no curve
        return
    if len(thresholds) > STEPS:
        thresholds = thresholds[np.linspace(0, len(thresholds) - 1, STEPS).round().astype(int)]
    measure = next(one for one in scored.measures if one.name == result.headline)
    for threshold in thresholds.tolist():
        rows = np.isnan(confidence) | (confidence >= threshold)
        kept = replace(batch, system=batch.system.take(rows))
        counts = replace(scored, batches={system: kept}, measures=[measure]).counts()
        row = replace(result, counts=counts, groups={}).head
        if row.recall is not None and row.precision is not None:
            yield row.recall, row.precision


def _confidence(spans: Spans) -> FloatArray:
    """The score of each span, shape (spans,); nan for a span without a score."""
    column = spans.fields.get(SCORE)
    if column is None:
        return np.full(len(spans), np.nan)
    values = [np.nan if value is None else float(value) for value in column.values]
    return np.append(values, np.nan)[column.codes]
