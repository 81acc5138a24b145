"""Gains: the F1 that repairing all errors of a class would add, from the counts of a measure.

To repair a pair makes it a match. To repair a missed item finds it, and to repair a spurious item deletes it.
If a class has G distinct gold items and S distinct system items, its repair changes the counts to

    p_num + G   p_den + G - S   r_num + G   r_den

An example: 6 of 8 system items and 6 of 9 gold items are right, so F1 is .706. The errors are one missed item
and two items with a wrong label. If the missed item is found, 7 of 9 and 7 of 9 are right: F1 is .778, a gain
of .072. If the two labels are repaired, too, 9 of 9 and 9 of 9 are right: the two gains together are .294.

This holds only if the measure counts the listed items. The number of wrong system items must be p_den -
p_num, and the number of wrong gold items r_den - r_num. Otherwise nerkit gives no gains.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.results.errors import Errors
from nerkit.results.scores import f_score

Gain = tuple[float | None, float | None]  # gain of a class alone, and with all classes before it
GAINS = ("gain", "gain_cumulative")  # the names of both gains in rows
NO_GAIN: Gain = (None, None)


class HeadlineCounts(NamedTuple):
    """The counts of the headline measure.

    measure   the headline measure
    counts    system -> its counts, shape (4,), or None
    empty     the name of the value of 0/0
    """

    measure: Any
    counts: Mapping[str, FloatArray | None]
    empty: str


class Wrong(NamedTuple):
    """The total weights of the distinct wrong gold items and system items."""

    gold: float
    system: float


def gains(headline: HeadlineCounts, system: str, lost: Wrong, classes: Sequence[Wrong]) -> list[Gain]:
    """Return the gain of each class: alone, and together with all classes before it.

    *classes* holds for each class the weights of the items that the headline counts as wrong. The weights of
    all wrong items of the system are in *lost*.
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
        change = np.array([items.gold, items.gold - items.system, items.gold, 0], float)
        repaired = repaired + change
        alone, together = (_f1(each, headline.empty) for each in (numbers + change, repaired))
        gained.append((alone - was, together - was))
    return gained


def wrong(errors: Errors, pairs: IntArray | BoolArray) -> Wrong:
    """Return the weights of the distinct items of *pairs*, which are places or a mask."""
    rows = errors.gold[pairs], errors.system[pairs]
    return Wrong(*(items.sizes(side) for items, side in zip(errors.items, rows, strict=True)))


def _f1(numbers: FloatArray, empty: str) -> float:
    """Return F1 of counts; 0 if F1 is null."""
    return float(np.nan_to_num(f_score(numbers, 1.0, empty)))
