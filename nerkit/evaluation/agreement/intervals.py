"""Intervals of agreement: a percentile bootstrap over documents."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement.annotators import Annotators
from nerkit.evaluation.agreement.options import EVERYBODY, MEASURES
from nerkit.evaluation.agreement.pair_scores import MeasuredPairs
from nerkit.ground.warnings import Warned
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING, Row
from nerkit.results.signature import extended
from nerkit.stats.units import check_size

CELLS = 1 << 21  # the most weights in memory at once: choices times documents or labels
Resampled = Callable[[FloatArray], FloatArray]  # weights of documents in choices -> a value for each choice


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
    families: list[dict[int, Resampled]] = [{}, {}]
    for place, row in enumerate(result.rows):
        if row.cut[0] != EVERYTHING:
            continue
        if (
            measured is not None
            and row.measure in measured.called
            and (whole is None or row.measure not in MEASURES)
        ):
            families[1][place] = partial(measured.resampled, row)
        elif whole is not None:
            label = None if row.label == "*" else row.label
            pair = None if row.system == EVERYBODY else whole.pairs[row.system]
            families[0][place] = partial(whole.resampled, row.measure, label, pair)
    values: dict[int, FloatArray] = {}
    for size, family in zip(sizes, families, strict=True):
        if size > 1:
            for measure, count in Counter(result.rows[place].measure for place in family).items():
                check_size(measure, count, size, "document")
            values |= _values(family, size, 0 if whole is None else whole.width, how)
    bounds = [_bounds(values.get(place), level) for place in range(len(result.rows))]
    warnings += _undefined(result.rows, values)
    stated = {"confidence": f"{level:g}", "resamples": str(how[0]), "seed": str(how[1]), "unit": "document"}
    stated = {name: value for name, value in stated.items() if f"|{name}:{value}|" not in result.signature}
    told = extended(result.signature, stated)
    return replace(result, added=tuple(bounds), signature=told, warnings=tuple(warnings))


def _values(
    family: Mapping[int, Resampled], size: int, width: int, how: tuple[int, int]
) -> dict[int, FloatArray]:
    """Return index of a row -> the value of the row for each choice of *size* documents, shape
    (resamples,).

    The choices are drawn in pieces, so that the numbers of *width* labels fit in memory.
    """
    resamples, seed = how
    chance, shares = np.random.default_rng(seed), np.full(size, 1 / size)
    step = max(1, CELLS // max(size, width))
    found: dict[int, list[FloatArray]] = {place: [] for place in family}
    for begin in range(0, resamples, step):
        weights = chance.multinomial(size, shares, min(step, resamples - begin)).astype(float)
        for place, resampled in family.items():
            found[place].append(resampled(weights))
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
