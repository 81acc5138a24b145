"""The discrimination of measures: how well each measure tells the systems apart, on this gold.

    told_apart        pairs of systems whose exact p is at most the level (discriminative power, Sakai 2006)
    told_apart_holm   such pairs if Holm corrects p over the pairs of the measure
    swap              share of (pair, split) in which the two halves of the units order the pair differently;
                      a tie, a difference of 0 in either half, counts half (Voorhees & Buckley 2002)
    ties              share of (pair, split) with a tie

The swap rate is about test sets of *half* the size. If there are at most MOST choices of a half, nerkit takes
all splits (of an even number of units, each split once). Otherwise it draws DRAWN splits.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError, plural
from nerkit.ground.warnings import Warned
from nerkit.results.printable import Printed
from nerkit.results.signature import extended
from nerkit.stats.confidence import SEED, TIE
from nerkit.stats.exact.formatting import fraction_text
from nerkit.stats.options import EXACT, check_fraction
from nerkit.stats.rows import any_sampled, keys_of, least_units, units_of
from nerkit.stats.significance import PairedTest, differences, holm
from nerkit.stats.units import Key, Units

if TYPE_CHECKING:
    from nerkit.results.result import Result

MOST, DRAWN = 20_000, 1_000  # up to MOST choices of a half, all are taken; otherwise DRAWN splits
FEWEST_UNITS = 4
VALUE = 0


@dataclass(frozen=True)
class DiscriminationRow:
    """The discrimination of one measure. Numbers are None if the measure is not a sum over units."""

    measure: str
    systems: int
    units: int
    pairs: int
    told_apart: int | None
    told_apart_holm: int | None
    swap: float | None
    swap_exact: str | None
    swap_se: float | None
    ties: float | None
    splits: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields; None for a measure that is not a sum."""
        return asdict(self)


@dataclass(frozen=True)
class Discrimination(Printed):
    """The rows of all measures, and the result behind them."""

    rows: Sequence[DiscriminationRow]
    result: "Result"
    unit: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the result with the rows of measures."""
        return self.result.to_dict() | {"rows": [row.to_dict() for row in self.rows]}


def discrimination(
    result: "Result", level: float = 0.05, *, seed: int = SEED, resamples: int | None = None
) -> Discrimination:
    """Return the discrimination of every measure of a result, everything pooled.

    Raises UsageError for fewer than two systems or four units, and if no measure is a sum over units.
    """
    check_fraction("level", level)
    how = PairedTest(EXACT, resamples, seed)
    systems, units = list(result.counts), units_of(result)
    if len(systems) < 2:
        raise UsageError("discrimination compares systems; give at least two")
    together = units.aligned()
    count = least_units(together)
    if count < FEWEST_UNITS:
        raise UsageError(f"{plural(count, units.name)}: discrimination needs at least {FEWEST_UNITS}")
    keys = [key for key in keys_of(result, systems[0]) if key.cut == ("*", ())]
    left_out = units.no_sums(result.measures)
    tested = [key for key in keys if key.measure not in left_out]
    if not tested:
        units.check(result.measures)
    pairs = list(combinations(systems, 2))
    p = {pair: differences(units, pair, tested, how) for pair in pairs}
    halves, drawn = _halves(count, seed)
    rows = []
    for key in keys:
        if key not in tested:
            rows.append(DiscriminationRow(key.measure, len(systems), count, len(pairs), *(None,) * 7))
            continue
        own = [p[pair][key].p[VALUE] for pair in pairs]
        told, told_holm = (sum(value <= level for value in values) for values in (own, holm(own)))
        swaps = _swaps(_values(together, systems, key, halves))
        rows.append(
            _row(key.measure, (len(systems), count, len(pairs)), (told, told_holm), swaps, drawn=drawn)
        )
    sampled = any_sampled(difference for one in p.values() for difference in one.values())
    splits = {"splits": DRAWN, "seed": seed} if drawn else {}
    stated = how.stated(sampled=sampled) | {"level": f"{level:g}"} | splits | {"unit": units.name}
    notes = tuple(result.warnings)
    if left_out and tested:
        notes += (Warned("no-sum", measures=", ".join(left_out), unit=units.name, so="nerkit leaves it out"),)
    shown = replace(result, signature=extended(result.signature, stated), warnings=notes)
    return Discrimination(rows, shown, units.name)


def _row(
    measure: str, sizes: tuple[int, int, int], told: tuple[int, int], swaps: FloatArray, *, drawn: bool
) -> DiscriminationRow:
    """Return the row of one measure. *swaps* holds 1, 1/2 or 0 for every pair and split, shape (pairs,
    splits).
    """
    splits = swaps.shape[1]
    swap = Fraction(int(2 * swaps.sum()), 2 * swaps.size)
    error = float(swaps.mean(axis=0).std(ddof=1)) / splits**0.5 if drawn else None
    exact = None if drawn else fraction_text(swap)
    ties = float((swaps == 0.5).mean())
    return DiscriminationRow(measure, *sizes, *told, float(swap), exact, error, ties, splits)


def _halves(count: int, seed: int) -> tuple[FloatArray, bool]:
    """Return masks of the first half of each split, shape (splits, units), and whether the splits are
    drawn.
    """
    half = count // 2
    if comb(count, half) > MOST:
        order = np.random.default_rng(seed).random((DRAWN, count)).argsort(axis=1)
        return (order < half).astype(float), True
    fixed = 1 if count % 2 == 0 else 0  # with equal halves, unit 0 is always in the first half
    chosen = np.array(list(combinations(range(fixed, count), half - fixed)), np.int64)
    masks = np.zeros((len(chosen), count))
    masks[:, :fixed] = 1
    np.put_along_axis(masks, chosen, 1.0, axis=1)
    return masks, False


def _values(units: Units, systems: Sequence[str], key: Key, halves: FloatArray) -> FloatArray:
    """Return the value of every system on both halves of each split, shape (systems, 2, splits)."""
    values = []
    for system in systems:
        (sheet,) = units.sheets(system, [key])
        values.append(
            [sheet.scores(weights @ sheet.columns)[0, :, VALUE] for weights in (halves, 1 - halves)]
        )
    return np.asarray(np.nan_to_num(np.array(values)))


def _swaps(values: FloatArray) -> FloatArray:
    """Return 1 if the halves of a split order a pair differently, 1/2 for ties, otherwise 0, shape (pairs,
    splits).
    """
    signs = []
    for first, second in combinations(range(len(values)), 2):
        delta = values[second] - values[first]
        signs.append(np.where(np.abs(delta) <= TIE, 0, np.sign(delta)))
    product = np.prod(np.array(signs), axis=1)
    return np.asarray((1 - product) / 2)
