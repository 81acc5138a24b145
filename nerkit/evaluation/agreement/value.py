"""The value of a row of agreement, and means of defined values."""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray


class AgreementValue(NamedTuple):
    """The numbers of a row: its value, and further numbers by name."""

    value: float | None
    extra: dict[str, Any]
    counts: tuple[float, float, float] | None = None  # equal spans, spans of the second, of the first


def nan_mean(values: FloatArray) -> FloatArray:
    """Return the mean of the defined values over the first axis; nan if all values are nan."""
    known = ~np.isnan(values)
    total = known.sum(axis=0)
    sums = np.where(known, values, 0.0).sum(axis=0)
    mean: FloatArray = np.divide(sums, total, where=total > 0, out=np.full(sums.shape, np.nan))
    return mean
