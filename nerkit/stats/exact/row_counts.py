"""A row of a sheet by unit, as the exact tests of its system with all other systems take it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.stats.exact.quotients import LARGEST, integers, scale_of
from nerkit.stats.units import DocumentAverage, LabelSums, Sheet


class RowCounts:
    """The counts of a row of a sheet.

    sheet     the sheet with this row alone
    numbers   the counts of the row's labels by unit, shape (units, labels, …, 4)
    """

    def __init__(self, sheet: Sheet, place: int) -> None:
        self.row = sheet.rows[place]
        self.sheet = replace(sheet, cuts=[sheet.cuts[place]], rows=[self.row])
        numbers = sheet.columns[:, : math.prod(sheet.shape)].reshape(len(sheet.columns), *sheet.shape)
        self.numbers: FloatArray = numbers[:, self.labels]
        self._of_scale: dict[int, tuple[IntArray, list[int], int]] = {}  # of the last scale

    @property
    def labels(self) -> IntArray:
        """Return the places of the row's labels among the labels of the sheet."""
        if isinstance(self.row, LabelSums):
            return np.concatenate([np.empty(0, np.int64), *self.row.groups])
        return self.row.places

    @cached_property
    def whole(self) -> bool:
        """Return whether all counts are whole numbers that are known for each unit."""
        return not np.mod(self.numbers, 1).any() and float(np.abs(self.numbers).max(initial=0)) < LARGEST

    @cached_property
    def same(self) -> bool:
        """Return whether p_num = r_num in every unit."""
        sums = self.numbers.sum(axis=1)
        return bool((sums[:, 0] == sums[:, 2]).all())

    def sums(self, scale: int) -> IntArray:
        """Return the counts by unit times a scale that makes them integers, added up over labels, shape
        (units, 4).
        """
        return self._scaled(scale)[0]

    def totals(self, scale: int) -> list[int]:
        """Return the sums of the scaled counts over all units, four integers."""
        return self._scaled(scale)[1]

    def largest(self, scale: int) -> int:
        """Return the largest of the four sums of absolute scaled counts over all units."""
        return self._scaled(scale)[2]

    def _scaled(self, scale: int) -> tuple[IntArray, list[int], int]:
        if scale not in self._of_scale:
            sums = integers(self.numbers.sum(axis=1), scale)
            self._of_scale = {scale: (sums, sums.sum(axis=0).tolist(), int(abs(sums).sum(axis=0).max()))}
        return self._of_scale[scale]


def counts_of_rows(sheet: Sheet) -> list[RowCounts]:
    """Return the counts of every row of a sheet."""
    return [RowCounts(sheet, place) for place in range(len(sheet.rows))]


def common_scale(rows: Sequence[RowCounts]) -> int | None:
    """Return the scale that makes the counts of rows integers; None for formulas and for counts without a
    scale.
    """
    if rows[0].sheet.measured.composite is not None:
        return None
    if all(row.whole for row in rows):
        return 1
    return scale_of(np.concatenate([row.numbers.reshape(-1) for row in rows]))


def apart(first: RowCounts, second: RowCounts) -> IntArray:
    """Return the places of the units in which two rows differ, ascending."""
    differ: BoolArray = (first.numbers != second.numbers).reshape(len(first.numbers), -1).any(axis=1)
    if isinstance(first.row, DocumentAverage):
        own = slice(first.row.first, first.row.first + 8)
        differ |= (first.sheet.columns[:, own] != second.sheet.columns[:, own]).any(axis=1)
    return np.flatnonzero(differ)
