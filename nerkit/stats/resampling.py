"""Weights of units: how often each unit counts in each resample, and which units systems exchange in each
trial.

The weights are matrices, so that sums over units are matrix products. Matrices come in chunks of CHUNK
numbers, so that memory does not grow with the number of resamples. Equal seeds give equal resamples for every
measure and system.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.ground.progress import staged
from nerkit.stats.units import Sheet

CHUNK = 2**17
BATCH = 2**24  # the most numbers in sheets that are resampled together


def check_seed(seed: int) -> None:
    """Raise UsageError for a negative seed."""
    if seed < 0:
        raise UsageError(f"seed=… must be a number of at least 0, not {seed}")


def drawn(units: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """Yield how often each unit is drawn in each resample, in chunks of shape (n, units).

    A resample has as many draws with replacement as there are units.
    """
    generator = np.random.default_rng(seed)
    for rows in staged(list(_chunks(units, resamples)), "resampling"):
        picked = generator.integers(0, units, size=(rows, units))
        # unit numbers of row i begin at i * units, so that one bincount counts all rows
        picked += np.arange(0, rows * units, units)[:, np.newaxis]
        times = np.bincount(picked.ravel(), minlength=rows * units)
        yield times.reshape(rows, units).astype(float)


def sums_of_resamples(tables: Sequence[FloatArray], resamples: int, seed: int) -> list[FloatArray]:
    """Return the sums of the columns of several tables in every resample, shape (resamples, columns) per
    table. The tables have the same units.
    """
    products = [[np.empty((0, table.shape[1]))] for table in tables]
    for weights in drawn(len(tables[0]), resamples, seed):
        for table, own in zip(tables, products, strict=True):
            own.append(weights @ table)
    return [np.concatenate(own) for own in products]


def exchanged(units: int, trials: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """Yield masks of exchanged units, each with probability 1/2, in chunks of shape (n, units) of 0 and 1."""
    generator = np.random.default_rng(seed)
    for rows in staged(list(_chunks(units, trials)), "trying exchanges"):
        yield generator.integers(0, 2, size=(rows, units), dtype=np.uint8)


def every_exchange(units: int) -> Iterator[NDArray[np.uint8]]:
    """Yield all ways to exchange units, in chunks of shape (n, units): the binary digits of 0, 1, 2, …"""
    first = 0
    for rows in _chunks(units, 2**units):
        yield (np.arange(first, first + rows)[:, np.newaxis] >> np.arange(units) & 1).astype(np.uint8)
        first += rows


def batches(sheets: Iterable[Sheet]) -> Iterator[Sequence[Sheet]]:
    """Yield lists of sheets that are resampled together, with up to BATCH numbers in all."""
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
    """Yield numbers of rows that add up to *count*."""
    rows = max(1, CHUNK // max(units, 1))
    for first in range(0, count, rows):
        yield min(rows, count - first)
