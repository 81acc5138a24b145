"""What a row of agreement says, and means of what is known."""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray


class AgreementValue(NamedTuple):
    """What a row says: value, and further numbers by name."""

    value: float | None
    extra: dict[str, Any]
    counts: tuple[float, float, float] | None = None  # equal, of the second, of the first


def nan_mean(values: FloatArray) -> FloatArray:
    """The mean over the first axis of what is no nan; nan where nothing is."""
    known = ~np.isnan(values)
    total = known.sum(axis=0)
    sums = np.where(known, values, 0.0).sum(axis=0)
    mean: FloatArray = np.divide(sums, total, where=total > 0, out=np.full(sums.shape, np.nan))
    return mean
