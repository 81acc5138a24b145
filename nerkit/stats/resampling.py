"""The number of times each unit counts in each resample, or the units that systems exchange in each trial:
matrices.

Sums over units are then matrix products. Chunks hold CHUNK numbers, so that memory does not grow with the
number of resamples. The same seed gives the same resamples for every measure and system.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError
from nerkit.ground.progress import staged
from nerkit.stats.units import Sheet

CHUNK = 2**17
BATCH = 2**24  # numbers of the sheets that are resampled together
STACKED, EXACT = 2**23, 2**53  # numbers of tables that are one factor; sums of whole numbers below are exact


def check_seed(seed: int) -> None:
    """Raise UsageError for a seed that random numbers cannot begin with."""
    if seed < 0:
        raise UsageError(f"a seed is a number of at least 0, not {seed}")


def drawn(units: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """How often each unit is drawn, of as many draws with replacement as there are units.

    Given in chunks of shape (n, units).
    """
    generator = np.random.default_rng(seed)
    for rows in staged(list(_chunks(units, resamples)), "resampling"):
        picked = generator.integers(0, units, size=(rows, units))
        # units are numbered on from row to row, so that one bincount counts all rows
        picked += np.arange(0, rows * units, units)[:, np.newaxis]
        times = np.bincount(picked.ravel(), minlength=rows * units)
        yield times.reshape(rows, units).astype(float)


def sums_of_resamples(tables: Sequence[FloatArray], resamples: int, seed: int) -> list[FloatArray]:
    """The sums of the columns of several tables of the same units in every resample, each an array of shape
    (resamples, columns).

    Of whole numbers they are one product of all tables, since their sums are exact in any order.
    """
    units = len(tables[0])
    together = sum(table.size for table in tables) <= STACKED and all(
        not np.mod(table, 1).any() and float(np.abs(table).max(initial=0)) * units < EXACT for table in tables
    )
    factors = [np.concatenate(tables, axis=1)] if together else tables
    products: list[list[FloatArray]] = [[np.empty((0, factor.shape[1]))] for factor in factors]
    for weights in drawn(units, resamples, seed):
        for factor, own in zip(factors, products, strict=True):
            own.append(weights @ factor)
    sums = [np.concatenate(own) for own in products]
    if not together:
        return sums
    return np.split(sums[0], np.cumsum([table.shape[1] for table in tables])[:-1], axis=1)


def exchanged(units: int, trials: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """The units that are exchanged, each with probability 1/2: chunks of shape (n, units) of 0 and 1."""
    generator = np.random.default_rng(seed)
    for rows in staged(list(_chunks(units, trials)), "trying exchanges"):
        yield generator.integers(0, 2, size=(rows, units), dtype=np.uint8)


def every_exchange(units: int) -> Iterator[NDArray[np.uint8]]:
    """All ways to exchange units, shape (2 ** units, units): the binary digits of 0, 1, 2, …"""
    yield (np.arange(2**units)[:, np.newaxis] >> np.arange(units) & 1).astype(np.uint8)


def batches(sheets: Iterable[Sheet]) -> Iterator[Sequence[Sheet]]:
    """Sheets that are resampled together, up to BATCH numbers of them."""
    batch: list[Sheet] = []
    size = 0
    for sheet in sheets:
        if batch and size + sheet.columns.size > BATCH:
            yield batch
            batch, size = [], 0
        batch.append(sheet)
        size += sheet.columns.size
    if batch:
        yield batch


def _chunks(units: int, count: int) -> Iterator[int]:
    """Numbers of rows that add up to *count*."""
    rows = max(1, CHUNK // max(units, 1))
    for first in range(0, count, rows):
        yield min(rows, count - first)
