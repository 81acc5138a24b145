"""Intervals of agreement: a percentile bootstrap over documents."""

from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement.annotators import Annotators
from nerkit.evaluation.agreement.measured import MeasuredPairs
from nerkit.evaluation.agreement.options import EVERYBODY, MEASURES
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING
from nerkit.results.signature import extended


def with_intervals(
    parts: tuple[Annotators | None, MeasuredPairs | None],
    result: Result,
    level: float,
    how: tuple[int, int],
) -> Result:
    """The result with `value_low` and `value_high` of a percentile bootstrap over documents; *how* is the
    number of resamples and the seed. Rows of one document have none.
    """
    resamples, seed = how
    whole, measured = parts
    sizes = [0 if whole is None else len(whole.said.documents), 0 if measured is None else measured.size]
    drawn = [_drawn(size, resamples, seed) for size in sizes]
    warnings = list(result.warnings)
    if max(sizes) < 2:
        warnings.append(f"{max(sizes)} document: nothing to resample, so there are no intervals")
    bounds: list[dict[str, float | None]] = []
    for row in result.rows:
        ends: tuple[float | None, float | None] = None, None
        own = (
            measured is not None
            and row.measure in measured.called
            and (whole is None or row.measure not in MEASURES)
        )
        if row.cut[0] == EVERYTHING and sizes[own] > 1:
            if own and measured is not None:
                values_of = measured.resampled(row, drawn[1])
            elif whole is not None:
                label = None if row.label == "*" else row.label
                pair = None if row.system == EVERYBODY else whole.pairs[row.system]
                values_of = whole.resampled(row.measure, label, pair, drawn[0])
            ends = _ends(values_of, level)
        bounds.append(dict(zip(("value_low", "value_high"), ends, strict=True)))
    stated = {"confidence": f"{level:g}", "resamples": str(resamples), "seed": str(seed), "unit": "document"}
    stated = {name: value for name, value in stated.items() if f"|{name}:{value}|" not in result.signature}
    told = extended(result.signature, stated)
    return replace(result, added=tuple(bounds), signature=told, warnings=tuple(warnings))


def _drawn(size: int, resamples: int, seed: int) -> FloatArray:
    """How often each of some documents is drawn, shape (resamples, documents)."""
    if not size:
        return np.zeros((resamples, 0))
    drawn = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), resamples)
    return drawn.astype(float)


def _ends(values_of: FloatArray, level: float) -> tuple[float | None, float | None]:
    """The ends of the interval of resampled values; None where none is defined."""
    known = values_of[~np.isnan(values_of)]
    if not len(known):
        return None, None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
