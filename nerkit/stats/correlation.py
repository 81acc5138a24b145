"""The correlation of measures over the systems of a result: whether they rank systems alike.

    pearson    of the values          spearman   of their ranks, ties sharing the mean rank
    kendall    tau-b: (concordant - discordant pairs) / sqrt of (pairs not tied in the one x pairs not tied in
               the other)

A measure with the same value for every system has no correlation with any.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError
from nerkit.results.printed import Printed

if TYPE_CHECKING:
    from nerkit.results.result import Result


@dataclass(frozen=True, slots=True)
class Correlation:
    """Two measures over `systems` systems."""

    first: str
    second: str
    systems: int
    pearson: float | None
    spearman: float | None
    kendall: float | None

    def to_dict(self) -> dict[str, Any]:
        """All fields."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Correlations(Printed):
    """All pairs of measures of a result."""

    result: "Result"
    rows: list[Correlation]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form with the rows of correlations."""
        return self.result.to_dict() | {"correlations": [row.to_dict() for row in self.rows]}


def correlations(result: "Result") -> Correlations:
    """The correlation of all pairs of measures.

    Raises UsageError for fewer than three systems or two measures.
    """
    if len(result.systems) < 3 or len(result.measures) < 2:
        raise UsageError("a correlation takes at least two measures and three systems")
    values = {measure: [row.value for row in result.pooled(measure)] for measure in result.measures}
    correlated = []
    for first, second in combinations(result.measures, 2):
        pairs = [
            (a, b)
            for a, b in zip(values[first], values[second], strict=True)
            if a is not None and b is not None
        ]
        x, y = np.array(pairs, float).reshape(-1, 2).T
        spearman = pearson(ranks(x), ranks(y))
        correlated.append(Correlation(first, second, len(pairs), pearson(x, y), spearman, kendall(x, y)))
    return Correlations(result, correlated)


def pearson(x: FloatArray, y: FloatArray) -> float | None:
    """The correlation of two columns; None where one does not vary."""
    x, y = x - x.mean(), y - y.mean()
    spread = float(np.sqrt((x**2).sum() * (y**2).sum()))
    return float((x * y).sum()) / spread if spread > 0 else None


def ranks(values: FloatArray) -> FloatArray:
    """The rank of each value, ties sharing the mean of theirs."""
    below = (values[:, np.newaxis] > values).sum(axis=1)
    same = (values[:, np.newaxis] == values).sum(axis=1)
    mean_ranks: FloatArray = below + (same + 1) / 2
    return mean_ranks


def kendall(x: FloatArray, y: FloatArray) -> float | None:
    """Tau-b of two columns; None where one does not vary."""
    # the sign of the difference of every pair of systems, shape (systems, systems)
    signs = [np.sign(values[:, np.newaxis] - values) for values in (x, y)]
    spread = float(np.sqrt((signs[0] ** 2).sum() * (signs[1] ** 2).sum()))
    return float((signs[0] * signs[1]).sum()) / spread if spread > 0 else None
