"""The correlation of measures over the systems of a result: whether two measures rank systems alike.

    pearson    correlation of the values
    spearman   correlation of the ranks; tied systems share their mean rank
    kendall    tau-b: (concordant - discordant pairs) / sqrt of (pairs that the first measure does not tie x
               pairs that the second does not tie)

A measure with the same value for every system has no correlation with any other. The interval of tau-b has
the percentiles over resamples of units, which are the same for all systems and measures. For three systems
tau has only four values, so there is no interval.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError, plural
from nerkit.ground.warnings import Warned
from nerkit.results.counts import ALL
from nerkit.results.printable import Printed
from nerkit.results.rows import EVERYTHING
from nerkit.results.signature import extended
from nerkit.stats.confidence import Bootstrap, quantiles
from nerkit.stats.resampling import drawn
from nerkit.stats.rows import least_units, units_of
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Key

if TYPE_CHECKING:
    from nerkit.results.result import Result

FEWEST_SYSTEMS = 4  # the fewest systems with an interval of tau-b


@dataclass(frozen=True, slots=True)
class Correlation:
    """The correlation of two measures over `systems` systems."""

    first: str
    second: str
    systems: int
    pearson: float | None
    spearman: float | None
    kendall: float | None
    kendall_low: float | None = None
    kendall_high: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Correlations(Printed):
    """The correlations of all pairs of measures of a result."""

    result: "Result"
    rows: list[Correlation]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the result with the correlations."""
        return self.result.to_dict() | {"correlations": [row.to_dict() for row in self.rows]}


def correlations(result: "Result", how: Bootstrap | None = None) -> Correlations:
    """Return the correlations of all pairs of measures, with intervals of tau-b.

    Raises UsageError for fewer than three systems or two measures.
    """
    if len(result.systems) < 3 or len(result.measures) < 2:
        raise UsageError("a correlation needs at least two measures and three systems")
    how = how or Bootstrap()
    ends = _ends(result, how) if len(result.systems) >= FEWEST_SYSTEMS else {}
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
        low, high = ends.get((first, second), (None, None))
        numbers = (pearson(x, y), spearman, kendall(x, y), low, high)
        correlated.append(Correlation(first, second, len(pairs), *numbers))
    stated = {"kendall-interval": f"{how.level:g}", "resamples": how.resamples, "seed": how.seed}
    if ends:
        return Correlations(replace(result, signature=extended(result.signature, stated)), correlated)
    why = "Kendall's tau has no intervals: "
    why += (
        f"{plural(len(result.systems), 'system')}, but intervals need {FEWEST_SYSTEMS}"
        if len(result.systems) < FEWEST_SYSTEMS
        else "nerkit has no counts by document, or too few documents"
    )
    return Correlations(replace(result, notes=(*result.notes, Warned("test", said=why))), correlated)


def _ends(result: "Result", how: Bootstrap) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the interval of tau-b for each pair of measures that are sums over units, from resampled
    units.
    """
    if result.groups or (result.scored is None and result.listed is not None):
        return {}
    units = units_of(result).aligned()
    count = least_units(units)
    measures = [name for name in result.measures if name not in units.no_sums(result.measures)]
    if count < FEWEST or len(measures) < 2:
        return {}
    resampled: dict[str, list[FloatArray]] = {measure: [] for measure in measures}
    for system in result.counts:
        for sheet in units.sheets(system, [Key(measure, (EVERYTHING, ALL)) for measure in measures]):
            chunks = drawn(count, how.resamples, how.seed)
            values = [sheet.scores(weights @ sheet.columns)[0, :, 0] for weights in chunks]
            resampled[sheet.measured.measure].append(np.concatenate(values))
    signs = {}  # measure -> signs of the differences of two systems, shape (pairs, resamples)
    for measure, rows in resampled.items():
        table = np.array(rows)
        signs[measure] = np.nan_to_num(
            np.array([np.sign(table[b] - table[a]) for a, b in combinations(range(len(table)), 2)])
        )
    tail = (1 - how.level) / 2
    ends = {}
    for first, second in combinations(measures, 2):
        x, y = signs[first], signs[second]
        spread = np.sqrt((x**2).sum(axis=0) * (y**2).sum(axis=0))
        with np.errstate(divide="ignore", invalid="ignore"):
            tau = np.sort((x * y).sum(axis=0) / spread)[np.newaxis]
        low, high = quantiles(tau, np.array([[tail, 1 - tail]]))[0].tolist()
        if not np.isnan(low):
            ends[first, second] = (low, high)
    return ends


def pearson(x: FloatArray, y: FloatArray) -> float | None:
    """Return the correlation of two columns; None if one does not vary."""
    x, y = x - x.mean(), y - y.mean()
    spread = float(np.sqrt((x**2).sum() * (y**2).sum()))
    return float((x * y).sum()) / spread if spread > 0 else None


def ranks(values: FloatArray) -> FloatArray:
    """Return the rank of each value, from 1. Tied values share their mean rank."""
    below = (values[:, np.newaxis] > values).sum(axis=1)
    same = (values[:, np.newaxis] == values).sum(axis=1)
    mean_ranks: FloatArray = below + (same + 1) / 2
    return mean_ranks


def kendall(x: FloatArray, y: FloatArray) -> float | None:
    """Return tau-b of two columns; None if one does not vary."""
    # signs of the differences of every two systems, shape (systems, systems)
    signs = [np.sign(values[:, np.newaxis] - values) for values in (x, y)]
    spread = float(np.sqrt((signs[0] ** 2).sum() * (signs[1] ** 2).sum()))
    return float((signs[0] * signs[1]).sum()) / spread if spread > 0 else None
