"""How many ways of taking numbers or not give a sum of at least, or at most, some value.

The numbers are cut into two halves. The 2^(M/2) sums of each half are sorted, and for each sum of one half
those of the other that are large enough are counted by binary search (Horowitz & Sahni 1974): exact, in 2^20
sums instead of 2^40.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

SMALL = 2**62  # sums below are added as 64 bits


def ways_at_least(numbers: Sequence[int], least: int) -> int:
    """The number of the 2^M sums of some of M integers that are *least* or more."""
    kind: Any = np.int64 if sum(map(abs, numbers)) + abs(least) < SMALL else object
    middle = len(numbers) // 2
    first, second = _sums(numbers[:middle], kind), np.sort(_sums(numbers[middle:], kind))
    below = np.searchsorted(second, kind(least) - first if kind is np.int64 else least - first)
    return int(len(first) * len(second) - below.sum())


def _sums(numbers: Sequence[int], kind: Any) -> "np.ndarray[Any, Any]":
    """All sums of some of the numbers, those of nothing and of all among them."""
    sums = np.zeros(1, kind)
    for number in numbers:
        sums = np.concatenate([sums, sums + number])
    return sums
