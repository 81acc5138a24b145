"""Gains of F1 if the errors of a class were repaired, from the counts of a measure.

A repaired pair of a gold and a system item is a match, a missed item is found, a spurious one is gone. Of the
counts p_num/p_den and r_num/r_den, with G distinct gold items and S distinct system items in a class:

    p_num + G   p_den + G - S   r_num + G   r_den

Of 6 of 8 and 6 of 9, F1 .706, one missed item and two of another label: without the missed one 7 of 9 and 7
of 9, F1 .778, a gain of .072; then, with those two right as well, 9 of 9 and 9 of 9: together a gain of .294.

That is so only where the measure counts the items that are listed: where p_den - p_num and r_den - r_num are
the numbers of system and gold items that are wrong. Otherwise there are no gains.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.results.errors import Errors
from nerkit.results.scores import f_score

Gain = tuple[float | None, float | None]  # alone, and with all classes before it
GAINS = ("gain", "gain_cumulative")  # as rows call them
NO_GAIN: Gain = (None, None)


class HeadlineCounts(NamedTuple):
    """The measure that gains are of, its counts for each system (None where it has none), and the value of
    0/0.
    """

    measure: Any
    counts: Mapping[str, FloatArray | None]
    empty: str


class Wrong(NamedTuple):
    """The weights of distinct items of gold and of the system."""

    gold: float
    system: float


def gains(headline: HeadlineCounts, system: str, lost: Wrong, classes: Sequence[Wrong]) -> list[Gain]:
    """The gains of classes, in their order, given the items of each that the headline counts.

    *lost* are all items of the system and of gold that it counts as wrong.
    """
    numbers = headline.counts.get(system)
    if numbers is None:
        return [NO_GAIN] * len(classes)
    p_num, p_den, r_num, r_den = numbers.tolist()
    if not np.allclose(lost, (r_den - r_num, p_den - p_num), rtol=1e-12, atol=1e-9):
        return [NO_GAIN] * len(classes)
    was, repaired = _f1(numbers, headline.empty), numbers
    gained: list[Gain] = []
    for items in classes:
        change = _change(items)
        repaired = repaired + change
        alone, together = (_f1(each, headline.empty) for each in (numbers + change, repaired))
        gained.append((alone - was, together - was))
    return gained


def wrong(errors: Errors, pairs: IntArray | BoolArray) -> Wrong:
    """The distinct items of some pairs."""
    rows = errors.gold[pairs], errors.system[pairs]
    return Wrong(*(items.sizes(side) for items, side in zip(errors.items, rows, strict=True)))


def _change(items: Wrong) -> FloatArray:
    """The change of the counts by the repair of these items, shape (4,)."""
    return np.array([items.gold, items.gold - items.system, items.gold, 0], float)


def _f1(numbers: FloatArray, empty: str) -> float:
    """F1 of counts, 0 where there is none."""
    return float(np.nan_to_num(f_score(numbers, 1.0, empty)))
