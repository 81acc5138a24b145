"""The power of a paired test to tell two systems apart, by simulation from the counts of a test set.

nerkit draws test sets of n units with replacement, and takes the difference of the systems on each. How large
a difference must be to be significant comes from the null hypothesis on such sets:

    randomization   the units of a set are exchanged between the systems with probability 1/2
    bootstrap       the differences themselves, moved to mean 0
    exact           each set of up to FEW units is tested by all its exchanges, so that p is never below
                    2^(1 - units). Larger sets are tested as by randomization

Beyond ALONE units times sets, units of equal counts are drawn together. The number of units of each kind in a
set keeps its distribution.

    power        share of the sets on which the observed difference would be significant
    power_se     its standard error, from the number of sets
    detectable   the smallest difference that would be significant with probability *target*, on so many units
    needed       the number of units that give the observed difference the power *target*; None above MOST
    reversal     share of the sets on which the other system is ahead
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.limits import MOST_SIMULATED
from nerkit.results.printable import Printed
from nerkit.results.result import Result
from nerkit.results.signature import extended
from nerkit.stats.confidence import TIE
from nerkit.stats.exact.rows import ExactTest
from nerkit.stats.options import BOOTSTRAP, EXACT, RANDOMIZATION, TESTS, check_fraction
from nerkit.stats.resampling import check_seed
from nerkit.stats.rows import units_of
from nerkit.stats.units import Key, Sheet

SIMULATED = (RANDOMIZATION, BOOTSTRAP, EXACT)
MOST = 1_000_000  # the search for `needed` ends above so many units
ALONE = 4_000_000  # up to so many units times sets, each unit is drawn on its own
FEW = 40  # the most units in a set with an exact test
NULLS = 2  # sets under the null hypothesis for each drawn set
CLOSE = 1.01  # precision of `needed`, as a factor
VALUE = 0


@dataclass(frozen=True)
class PowerTest:
    """The settings of a power analysis: test, level, wanted power, number of sets, seed."""

    method: str = TESTS[0]
    level: float = 0.05
    target: float = 0.8
    simulations: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        if self.method not in SIMULATED:
            raise unknown("test of power", self.method, SIMULATED)
        check_fraction("level", self.level)
        check_fraction("target", self.target)
        if self.simulations < 1:
            raise UsageError("simulations=… must be at least 1")
        check_seed(self.seed)


@dataclass(frozen=True)
class PowerRow:
    """The power of a test of a system against the first system on a measure; None for undefined numbers."""

    system: str
    measure: str
    delta: float | None
    power: float | None
    power_se: float | None
    detectable: float | None
    documents: int
    documents_needed: int | None
    reversal: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, with document and label as `*`."""
        fields = asdict(self)
        names = {name: fields.pop(name) for name in ("system", "measure")}
        return names | {"document": "*", "label": "*"} | fields


@dataclass(frozen=True)
class Power(Printed):
    """The rows of all systems but the first, the result behind them, and the wanted power."""

    rows: Sequence[PowerRow]
    result: Result
    unit: str
    target: float

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the result with the rows of power."""
        return self.result.to_dict() | {"task": "power", "rows": [row.to_dict() for row in self.rows]}


def power(result: Result, how: PowerTest) -> Power:
    """Return the power of every measure of a result, for each system against the first.

    Raises UsageError for fewer than two systems or two units, and for a measure that is not a sum over units.
    """
    first, *others = result.counts
    if not others:
        raise UsageError("power needs a difference; give two systems")
    units = units_of(result)
    rows = []
    for other in others:
        both = replace(units, counts={name: units.counts[name] for name in (first, other)}).aligned()
        both.check(result.measures)
        count = len(both.counts[first].documents)
        if count < 2:
            raise UsageError(f"{count} {units.name}: power draws test sets from them and needs at least two")
        keys = [
            Key(row.measure, row.cut)
            for row in result.rows
            if row.system == first and row.label == row.document == "*"
        ]
        for left, right in zip(both.sheets(first, keys), both.sheets(other, keys), strict=True):
            rows.append(_row(other, left, right, count, how))
    stated = {"paired": how.method, "level": f"{how.level:g}", "target": f"{how.target:g}"}
    stated |= {"simulations": str(how.simulations), "seed": str(how.seed), "unit": units.name}
    return Power(rows, replace(result, signature=extended(result.signature, stated)), units.name, how.target)


@dataclass(frozen=True)
class KindsOfUnits:
    """The source of test sets: kinds of units of both systems, and the share of each kind."""

    first: Sheet
    second: Sheet
    shares: FloatArray

    @classmethod
    def of(cls, first: Sheet, second: Sheet, simulations: int) -> "KindsOfUnits":
        """Make each unit a kind of its own, or, if there are many, all units with equal counts one kind.

        Raises UsageError for too many kinds.
        """
        count = len(first.columns)
        if count * simulations <= ALONE:
            return cls(first, second, np.full(count, 1 / count))
        both = np.column_stack([first.columns, second.columns])
        kinds, numbers = np.unique(both, axis=0, return_counts=True)
        if len(kinds) * simulations > MOST_SIMULATED:
            measure, fewer = first.measured.measure, MOST_SIMULATED // len(kinds)
            raise UsageError(
                f"{measure}: {simulations:,} test sets of {len(kinds):,} different units are more than "
                f'{MOST_SIMULATED:,} numbers; simulations="{fewer}" draws fewer sets'
            )
        left, right = np.split(kinds, [first.columns.shape[1]], axis=1)
        return cls(replace(first, columns=left), replace(second, columns=right), numbers / count)


def _row(system: str, first: Sheet, second: Sheet, count: int, how: PowerTest) -> PowerRow:
    """Return the row of one measure."""
    whole = np.ones((1, count))
    delta = float(_differences(first, second, whole)[0])
    measure = first.measured.measure
    if np.isnan(delta):
        return PowerRow(system, measure, None, None, None, None, count, None, None)
    drawn = KindsOfUnits.of(first, second, how.simulations)
    sets, null, share = _simulated(drawn, count, how)
    sign = 1.0 if delta >= 0 else -1.0
    noise = sign * (sets - delta)
    critical = float(np.quantile(null, 1 - how.level, method="higher"))
    detectable = critical - float(np.quantile(noise, 1 - how.target))
    # two exchanges are always as extreme as the observed difference, so few units cannot be significant
    reachable = how.method != EXACT or 2.0 ** (1 - count) <= how.level
    return PowerRow(
        system,
        measure,
        delta,
        share,
        (share * (1 - share) / len(sets)) ** 0.5,
        max(detectable, 0.0) if reachable else None,
        count,
        _needed(drawn, count, how) if delta else None,
        float((sign * sets < 0).mean()) if delta else None,
    )


def _differences(first: Sheet, second: Sheet, weights: FloatArray) -> FloatArray:
    """Return the second system's value less the first's on sets of units, shape (sets,)."""
    values: FloatArray = (second.scores(weights @ second.columns) - first.scores(weights @ first.columns))[
        0, :, VALUE
    ]
    return values


def _simulated(drawn: KindsOfUnits, size: int, how: PowerTest) -> tuple[FloatArray, FloatArray, float]:
    """Return differences on sets of *size* units, absolute null differences (ascending), and the power.

    The power is the share of the sets with p below the level.
    """
    chance = np.random.default_rng(how.seed)
    first, second = drawn.first, drawn.second
    sets, nulls, exact = [], [], []
    chunk = max(1, 2_000_000 // len(drawn.shares))
    for begin in range(0, how.simulations, chunk):
        number = min(chunk, how.simulations - begin)
        weights = chance.multinomial(size, drawn.shares, number)
        sets.append(_differences(first, second, weights.astype(float)))
        if how.method == EXACT and size <= FEW:
            exact += [_exact_p(first, second, one) for one in weights]
        if how.method != BOOTSTRAP:
            for _ in range(NULLS):
                swapped = chance.binomial(weights, 0.5).astype(float)
                kept = weights - swapped
                one = first.scores(kept @ first.columns + swapped @ second.columns)
                other = second.scores(kept @ second.columns + swapped @ first.columns)
                nulls.append((other - one)[0, :, VALUE])
    found = np.concatenate(sets)
    found = found[~np.isnan(found)]
    null = np.concatenate(nulls) if nulls else found - found.mean()
    null = np.sort(np.abs(null[~np.isnan(null)]))
    if exact:
        p = np.array(exact)
        significant = p[~np.isnan(p)] <= how.level
    else:
        as_large = len(null) - np.searchsorted(null, np.abs(found) - TIE)
        significant = (as_large + 1) / (len(null) + 1) < how.level
    return found, null, float(significant.mean()) if len(significant) else 0.0


def _exact_p(first: Sheet, second: Sheet, weights: IntArray) -> float:
    """Return p of a set in which each unit counts *weights* times; 1 if p would have to be sampled."""
    left, right = (replace(s, columns=np.repeat(s.columns, weights, axis=0)) for s in (first, second))
    delta = float(_differences(left, right, np.ones((1, int(weights.sum()))))[0])
    one = ExactTest.of(left, right).value(delta)
    return 1.0 if one is None else one.p


def _needed(drawn: KindsOfUnits, count: int, how: PowerTest) -> int | None:
    """Return the least number of units with the wanted power, within CLOSE; None above MOST."""

    def enough(size: int) -> bool:
        return _simulated(drawn, size, how)[2] >= how.target

    high = count
    if enough(count):
        low = 1
    else:
        low = count
        while not enough(high := high * 2):
            low = high
            if high > MOST:
                return None
    while high > low + 1 and high > low * CLOSE:
        middle = int((low * high) ** 0.5) if low > 1 else (low + high) // 2
        middle = min(max(middle, low + 1), high - 1)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
