"""The smallest loss that a gate catches, and how often the gate fails without a loss, on simulated test sets.

To first order, a value or the difference of two systems is a sum with one part per unit. An example: three
units, and a gate that asks whether the second system is worse.

    unit                 d1      d2      d3       sum
    parts             +.010   -.004       0     +.006      difference of the systems, unit by unit
    one test set      +.004   +.004   -.010     -.002      drawn units, each with its sign or the other
    two items lost    +.004       0   -.014     -.010      an item is worth .004, and falls on any unit

Random signs stand for two equally good systems. Therefore the drawn sets show how often the gate fails
without reason. Further items are lost until the gate fails in the wanted share of the sets. Items are lost
one by one at random, as the next version of a system may lose them. A lost item is wrong and no longer right.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.stats.options import ALPHA
from nerkit.stats.units import SIZES, Sheet

TARGET = 0.8  # the wanted probability that a gate catches a loss
SETS = 2000  # drawn test sets
TOGETHER = 4_000_000  # units of test sets in one array
MOST_UNITS = 2000  # more units are put into so many random groups
MOST_LOST = 1500  # more items are lost several at a time
SPREAD = 8  # losses are searched up to so many standard deviations of a sum
VALUE, R_NUM, P_NUM = 0, 2, 0


class Sums(NamedTuple):
    """The sums over units that gates look at, shape (sets,) each.

    total      the sum of the parts, less the lost items
    squares    the sum of the squares of the parts
    differing  the number of parts that are not 0
    smallest   the smallest absolute value of these parts
    """

    total: FloatArray
    squares: FloatArray
    differing: IntArray
    smallest: FloatArray


Fails = Callable[[Sums], "np.ndarray[tuple[int], np.dtype[np.bool_]]"]  # whether a gate fails on test sets


@dataclass(frozen=True)
class UnitParts:
    """The parts of a value or of a difference, for which more is better.

    of_units   the part of each unit, shape (units,)
    items      the number of items that each unit can lose, in any measure, shape (units,)
    item       the cost of one lost item
    turned     whether each unit may have the other sign, because the value is a difference of two systems
    most       the largest possible loss
    """

    of_units: FloatArray
    items: FloatArray
    item: float
    turned: bool
    most: float

    @property
    def squares(self) -> float:
        """The sum of the squares of the parts."""
        return float((self.of_units**2).sum())

    def grouped(self, chance: np.random.Generator) -> "UnitParts":
        """Return the parts of random groups if there are more than MOST_UNITS units. Their sums vary as
        much.
        """
        count = len(self.of_units)
        if count <= MOST_UNITS:
            return self
        signs = chance.integers(0, 2, count) * 2 - 1 if self.turned else np.ones(count)
        group = chance.permutation(count) % MOST_UNITS
        parts = np.bincount(group, self.of_units * signs, MOST_UNITS).astype(float)
        items = np.bincount(group, self.items, MOST_UNITS).astype(float)
        return UnitParts(parts, items, self.item, self.turned, self.most)

    def against_another(self, seed: int) -> "UnitParts":
        """Return the parts of the difference from an equally good system that errs in other documents."""
        other = np.random.default_rng(seed).permutation(self.of_units)
        return UnitParts(self.of_units - other, self.items, self.item, turned=True, most=self.most)


@dataclass(frozen=True)
class Caught:
    """The false alarms of a gate, and the loss that it catches.

    false_alarms   share of the test sets on which the gate fails without a loss
    detectable     the smallest loss with which it fails in the wanted share of the sets; None if no loss does
    """

    false_alarms: float
    detectable: float | None


def parts_of(sheet: Sheet, place: int, *, lower: bool) -> UnitParts:
    """Return the parts of a score, for a sheet with a single row. *lower*: lower values are better."""
    total = sheet.columns.sum(axis=0, keepdims=True)
    value = float(sheet.of_all[0, 0, place])
    without = sheet.scores(total - sheet.columns)[0, :, place]
    change = np.where(np.isnan(without), 0.0, value - without)
    return _parts(sheet, (change - change.mean()) * (-1 if lower else 1), value, lower=lower, turned=False)


def parts_of_difference(first: Sheet, second: Sheet, *, lower: bool) -> UnitParts:
    """Return the parts of the second system's value less the first's, by exchanging one unit at a time."""
    apart = second.columns - first.columns
    totals = [sheet.columns.sum(axis=0) for sheet in (first, second)]
    delta = second.of_all[0, 0, VALUE] - first.of_all[0, 0, VALUE]
    after = (second.scores(totals[1] - apart) - first.scores(totals[0] + apart))[0, :, VALUE]
    change = np.where(apart.any(axis=1) & ~np.isnan(after), (delta - after) / 2, 0.0)
    value = float(second.of_all[0, 0, VALUE])
    return _parts(second, change * (-1 if lower else 1), value, lower=lower, turned=True)


def _parts(sheet: Sheet, change: FloatArray, value: float, *, lower: bool, turned: bool) -> UnitParts:
    """Return the parts with the number and the cost of items, as far as the numbers of a sheet show them."""
    width = math.prod(sheet.shape)
    numbers = sheet.columns[:, :width].reshape(len(sheet.columns), -1, 4)
    right, all_items = (
        numbers[..., [P_NUM, R_NUM]].max(axis=2).sum(axis=1),
        numbers[..., SIZES].sum(axis=(0, 1)),
    )
    parts = max(numbers.shape[1], 1) if sheet.measured.composite is not None else 1
    size = max(float(all_items.max(initial=0)) / parts, float(len(sheet.columns)) if not right.any() else 1.0)
    items = right if right.any() else np.ones(len(sheet.columns))
    return UnitParts(
        np.where(np.abs(change) > 1e-15, change, 0.0), items, 1 / size, turned, math.inf if lower else value
    )


def worse_at(alpha: float = ALPHA) -> Fails:
    """Return a gate that fails if a paired two-sided test is significant and the difference is below 0.

    The test exchanges units. Its sums are nearly normal, up to half the step between two sums. If m units
    differ, p is at least 2^(1 - m).
    """
    z, least = NormalDist().inv_cdf(1 - alpha / 2), fewest(alpha)

    def fails(sums: Sums) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        reach = z * np.sqrt(sums.squares) + sums.smallest
        return (sums.differing >= least) & (sums.total < 0) & (-sums.total >= reach - 1e-12)

    return fails


def fewest(alpha: float) -> int:
    """Return the least number of differing units with which p can be as small as *alpha*."""
    return math.ceil(1 - math.log2(alpha) - 1e-9)


def not_above(margin: float, units: int, alpha: float = ALPHA) -> Fails:
    """Return a gate that fails unless the interval of the difference lies above -*margin*."""
    z = NormalDist().inv_cdf(1 - alpha / 2)

    def fails(sums: Sums) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        spread = np.sqrt(np.maximum(sums.squares - sums.total**2 / units, 0))
        return sums.total - z * spread <= -margin

    return fails


def below(distance: float, reach: float, parts: UnitParts) -> Fails:
    """Return a gate that fails if a value, or a bound of its interval, is below a threshold.

    distance   the value less the threshold
    reach      the bound less the value; 0 for the value itself
    """
    units, spread = len(parts.of_units), math.sqrt(parts.squares) or 1.0

    def fails(sums: Sums) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        wide = np.sqrt(np.maximum(sums.squares - sums.total**2 / units, 0)) / spread
        return distance + sums.total + reach * wide < -1e-12

    return fails


def caught(
    parts: UnitParts, fails: Fails, beyond: float, seed: int, *, target: float = TARGET, sets: int = SETS
) -> Caught:
    """Simulate a gate on test sets that are drawn from these units.

    beyond   the distance of the difference or the value from the point at which the gate fails for certain
    """
    reach = min(parts.most, beyond + SPREAD * math.sqrt(parts.squares) + 40 * parts.item)
    lost = max(parts.item, reach / MOST_LOST)
    chance = np.random.default_rng(seed)
    parts = parts.grouped(chance)
    units = len(parts.of_units)
    steps = max(1, math.ceil(reach / lost))
    verdicts, items = [], []
    for begin in range(0, sets, at_once := max(1, TOGETHER // units)):
        drawn = chance.integers(0, units, (min(at_once, sets - begin), units))
        verdicts.append(_verdicts(parts, fails, chance, drawn, (steps, lost)))
        items.append(parts.items[drawn].sum(axis=1))
    failed, sizes = np.concatenate(verdicts), np.concatenate(items)
    sizes /= sizes.mean()  # a set with more items loses more
    times = np.cumsum(chance.exponential(size=(sets, steps)), axis=1)

    def share(expected: float) -> float:
        """Return the share of the sets on which the gate fails if this many items are lost on average."""
        number = (times <= expected * sizes[:, np.newaxis]).sum(axis=1)
        return float(failed[np.arange(sets), number].mean())

    wanted = min(target + 2 * math.sqrt(target * (1 - target) / sets), 1.0)  # 2 standard errors above
    alarms, low, high = float(failed[:, 0].mean()), 0.0, float(steps)
    if alarms >= wanted:
        return Caught(alarms, 0.0)
    if share(high) < wanted:
        return Caught(alarms, None)
    while high - low > 0.02 and high - low > 0.002 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if share(middle) >= wanted else (middle, high)
    return Caught(alarms, high * lost)


def _verdicts(
    parts: UnitParts, fails: Fails, chance: np.random.Generator, drawn: IntArray, plan: tuple[int, float]
) -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
    """Return whether a gate fails on each test set after 0, 1, 2, … lost items, shape (sets, steps + 1).

    drawn   the units of each test set, shape (sets, units)
    plan    the largest number of lost items, and the cost of each
    """
    sets, (steps, lost) = len(drawn), plan
    of_set = parts.of_units[drawn]
    if parts.turned:
        of_set *= chance.integers(0, 2, of_set.shape) * 2 - 1
    at = _places_of_losses(np.cumsum(parts.items[drawn], axis=1), steps, chance)
    total, squares = of_set.sum(axis=1), (of_set**2).sum(axis=1)
    differing = (of_set != 0).sum(axis=1)
    smallest = np.where(of_set != 0, np.abs(of_set), np.inf).min(axis=1)
    verdicts, line = np.empty((sets, steps + 1), bool), np.arange(sets)
    verdicts[:, 0] = fails(Sums(total, squares, differing, np.where(differing > 0, smallest, 0)))
    smallest = np.minimum(smallest, lost)
    for step in range(steps):
        before = of_set[line, at[:, step]]
        after = before - lost
        after[np.abs(after) < 1e-15] = 0
        of_set[line, at[:, step]] = after
        total, squares = total - lost, squares + after**2 - before**2
        differing = differing + (after != 0) - (before != 0)
        verdicts[:, step + 1] = fails(Sums(total, squares, differing, smallest))
    return verdicts


def _places_of_losses(ends: FloatArray, steps: int, chance: np.random.Generator) -> IntArray:
    """Return the unit of each lost item, shape (sets, steps). With few items, no item is lost twice.

    ends   the running number of items of each test set, shape (sets, units)
    """
    most = int(ends[:, -1].max())
    if most > MOST_LOST:
        items: FloatArray | IntArray = chance.random((len(ends), steps)) * ends[:, -1:]
    else:
        keys = chance.random((len(ends), max(most, steps)))
        keys[np.arange(keys.shape[1]) >= ends[:, -1:]] = 2  # places behind the last item sort to the end
        items = np.argsort(keys, axis=1)[:, :steps]
    at = [np.searchsorted(own, lost, side="right") for own, lost in zip(ends, items, strict=True)]
    places: IntArray = np.minimum(np.stack(at), ends.shape[1] - 1)
    return places
