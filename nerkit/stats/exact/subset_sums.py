"""The number of ways to choose some of M numbers with a sum of at least, or at most, a value.

The numbers are cut into two halves. The 2^(M/2) sums of each half are sorted. For each sum of the first half,
a binary search counts the sums of the second half that are large enough (Horowitz & Sahni 1974). The count is
exact, with 2^20 sums instead of 2^40.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

SMALL = 2**62  # sums below are added as 64 bits


def ways_at_least(numbers: Sequence[int], least: int) -> int:
    """Return the number of the 2^M sums of some of M integers that are *least* or more."""
    kind: Any = np.int64 if sum(map(abs, numbers)) + abs(least) < SMALL else object
    middle = len(numbers) // 2
    first, second = _sums(numbers[:middle], kind), np.sort(_sums(numbers[middle:], kind))
    below = np.searchsorted(second, kind(least) - first if kind is np.int64 else least - first)
    return int(len(first) * len(second) - below.sum())


def _sums(numbers: Sequence[int], kind: Any) -> "np.ndarray[Any, Any]":
    """Return all sums of some of the numbers, with the sum of no number and of all numbers."""
    sums = np.zeros(1, kind)
    for number in numbers:
        sums = np.concatenate([sums, sums + number])
    return sums
