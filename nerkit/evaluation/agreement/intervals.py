"""Intervals of agreement: a percentile bootstrap over documents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement.annotators import Annotators
from nerkit.evaluation.agreement.options import MEASURES
from nerkit.evaluation.agreement.pair_scores import MeasuredPairs
from nerkit.ground.warnings import Warned
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING, Row
from nerkit.results.signature import extended
from nerkit.stats.units import check_size

CELLS = 1 << 21  # the most weights in memory at once: choices times documents or labels


def with_intervals(
    parts: tuple[Annotators | None, MeasuredPairs | None],
    result: Result,
    level: float,
    how: tuple[int, int],
) -> Result:
    """Add `value_low` and `value_high` of a percentile bootstrap over documents to the rows of a result.

    *parts* are the annotators and the measures of tasks behind the rows (None: no such rows). *how* is
    the number of resamples and the seed. Rows of a single document have no interval. Raises UsageError if
    a measure has more rows than the limit of resampled statistics.
    """
    whole, measured = parts
    sizes = [0 if whole is None else len(whole.said.documents), 0 if measured is None else measured.size]
    warnings = list(result.warnings)
    if max(sizes) < 2:
        warnings.append(Warned("no-intervals", facts={"documents": max(sizes)}))
    values: dict[int, FloatArray] = {}
    for part, size in zip(parts, sizes, strict=True):
        if part is None or size < 2:
            continue
        rows = {
            place: row
            for place, row in enumerate(result.rows)
            if row.cut[0] == EVERYTHING and (whole is None or (part is whole) == (row.measure in MEASURES))
        }
        for measure, count in Counter(row.measure for row in rows.values()).items():
            check_size(measure, count, size, "document")
        values |= _values(part, rows, (size, 0 if whole is None else whole.width), how)
    bounds = [_bounds(values.get(place), level) for place in range(len(result.rows))]
    warnings += _undefined(result.rows, values)
    stated = {"confidence": f"{level:g}", "resamples": str(how[0]), "seed": str(how[1]), "unit": "document"}
    stated = {name: value for name, value in stated.items() if f"|{name}:{value}|" not in result.signature}
    told = extended(result.signature, stated)
    return replace(result, added=tuple(bounds), signature=told, warnings=tuple(warnings))


def _values(
    part: Annotators | MeasuredPairs, rows: Mapping[int, Row], sizes: tuple[int, int], how: tuple[int, int]
) -> dict[int, FloatArray]:
    """Return index of a row -> the value of the row for each choice of documents, shape (resamples,).

    *sizes* are the numbers of documents and of labels. The choices are drawn in pieces that fit in memory.
    """
    (resamples, seed), size = how, sizes[0]
    chance, step = np.random.default_rng(seed), max(1, CELLS // max(sizes))
    found: dict[int, list[FloatArray]] = {place: [] for place in rows}
    for begin in range(0, resamples, step):
        weights = chance.multinomial(size, np.full(size, 1 / size), min(step, resamples - begin)).astype(
            float
        )
        for place, row in rows.items():
            found[place].append(part.resampled(row, weights))
    return {place: np.concatenate(parts) for place, parts in found.items()}


def _undefined(rows: Sequence[Row], values: Mapping[int, FloatArray]) -> Iterator[str]:
    """Yield a warning that counts the rows with an undefined value in some choices of documents."""
    counts = {place: int(np.isnan(found).sum()) for place, found in values.items()}
    affected = [place for place, count in counts.items() if 0 < count < len(values[place])]
    if affected:
        most = max(affected, key=counts.__getitem__)
        row, number = rows[most], f"{counts[most]:,} of {len(values[most]):,}"
        label = "" if row.label == "*" else f" of {row.label}"
        where = f"most often in {row.measure}{label}: {number}"
        yield Warned("undefined-values", len(affected), where=where)


def _bounds(values: FloatArray | None, level: float) -> dict[str, float | None]:
    """Return the bounds of the interval of resampled values; None for both if no value is defined."""
    known = np.empty(0) if values is None else values[~np.isnan(values)]
    if not len(known):
        return {"value_low": None, "value_high": None}
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return {"value_low": float(low), "value_high": float(high)}
