"""The distribution of a sum of integer steps, with each step taken or not with probability 1/2.

Steps are vectors of D integers, turned so that the first number other than 0 is above 0. Cells are the
integer vectors that a sum may be. An example with D = 1, steps 1, 1 and 2:

    cell    0    1    2    3    4
    ways    1    2    2    2    1       of 8

A cell of an array is `origin` steps of each axis from its beginning, so that negative components have room.
Steps off the first cell lie behind it in the order of the array. So one large integer with a field of bits
for each cell is its own convolution: shifted and added to itself (`ways_in_an_integer`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray

DEVIATIONS = 9  # standard deviations on either side of the mean that a window has
MOST_CODES = 2**62  # steps that are told apart by one number each
FEW = 2**14  # units of which a transform is wrong by no more than FEWEST_ERROR
FEWEST_ERROR = 1e-12  # of a share: rounding, and the tails outside the window


def transform_error(units: int) -> float:
    """Return the largest possible error of a share by `shares_by_transform`.

    Rounding errors grow with the powers that are multiplied, and so with the units. With 200,000 units
    tails beyond 14 standard deviations were 2e-12.
    """
    return FEWEST_ERROR * max(1, -(-units // FEW))


class ExchangeSteps:
    """The steps of M units, none of them zero.

    listed     the steps unit by unit, shape (M, D)
    distinct   the distinct steps in their order, shape (V, D)
    counts     the number of units with each step, shape (V,)
    """

    def __init__(self, listed: IntArray) -> None:
        self.listed = listed
        self.distinct, self.counts = distinct_rows(listed)

    @property
    def axes(self) -> int:
        """Return D, the number of components of a step."""
        return int(self.distinct.shape[1])

    @property
    def units(self) -> int:
        """Return M, the number of units."""
        return int(self.counts.sum())

    @property
    def ordered(self) -> IntArray:
        """Return the steps of all units in their order, shape (M, D)."""
        return np.repeat(self.distinct, self.counts, axis=0)

    @property
    def totals(self) -> IntArray:
        """Return the sum of all steps, shape (D,)."""
        return np.asarray(self.counts @ self.distinct)

    @cached_property
    def sizes(self) -> list[int]:
        """Return the number of cells on each axis: 1 + the sum of the absolute components."""
        return [1 + total for total in (self.counts @ np.abs(self.distinct)).tolist()]

    @property
    def origin(self) -> list[int]:
        """Return the place of the empty sum on each axis."""
        return [-total for total in (self.counts @ np.minimum(self.distinct, 0)).tolist()]

    @property
    def cells(self) -> int:
        """Return the number of cells."""
        return int(np.prod([float(size) for size in self.sizes]))

    @cached_property
    def window(self) -> list[int]:
        """Return the number of cells within DEVIATIONS of the mean on each axis, at most all."""
        deviations = np.sqrt(self.counts @ self.distinct.astype(float) ** 2 / 4)
        near = (2 * np.ceil(DEVIATIONS * deviations) + 1).astype(np.int64).tolist()
        return [min(size, cells) for size, cells in zip(self.sizes, near, strict=True)]


def distinct_rows(rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct rows of an array in their order, shape (V, D), and how often each occurs."""
    if not len(rows):
        return rows, np.zeros(0, np.int64)
    lowest = rows.min(axis=0)
    spans = rows.max(axis=0) - lowest + 1
    if np.prod(spans.astype(float)) < MOST_CODES and rows.size:
        # a row is one number of as many digits as it has axes: sorted as the rows are, and faster
        codes, counts = np.unique(np.ravel_multi_index((rows - lowest).T, spans), return_counts=True)
        return np.stack(np.unravel_index(codes, spans), axis=1) + lowest, counts
    return np.unique(rows, axis=0, return_counts=True)


@dataclass(frozen=True)
class Ways:
    """The ways that lead to each cell.

    sums      for each axis the sum at every cell; broadcast together they have the shape of the cells
    fields    the number of ways of each cell, as its bytes, shape (cells, width), the lowest first; or
    shares    the share of the ways of each cell, in the shape of the cells
    """

    sums: Sequence[IntArray]
    fields: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None" = None
    shares: FloatArray | None = None

    def reached(self, cells: IntArray) -> BoolArray:
        """Return whether any way leads to each of some cells, given by their places."""
        if self.fields is not None:
            return np.asarray(self.fields[cells].any(axis=1))
        assert self.shares is not None  # one of the two is there
        return np.asarray(self.shares.ravel()[cells] > 0)

    def among(self, cells: BoolArray) -> Fraction | float:
        """Return the number of ways that lead to the cells of a mask: an integer as a fraction, or a
        share.
        """
        if self.fields is None:
            assert self.shares is not None  # one of the two is there
            return float(self.shares.ravel()[cells.ravel()].sum())
        columns = self.fields[cells.ravel()].sum(axis=0, dtype=np.int64).tolist()
        return Fraction(sum(column << 8 * place for place, column in enumerate(columns)))


def turned(steps: IntArray) -> IntArray:
    """Return steps turned so that the first component that is not 0 is above 0; zero steps are left out."""
    steps = steps[steps.any(axis=1)]
    if not len(steps):
        return steps
    first = steps[np.arange(len(steps)), (steps != 0).argmax(axis=1)]
    return np.asarray(steps * np.sign(first)[:, np.newaxis])


def all_ways(steps: ExchangeSteps) -> Ways:
    """Return each of the 2^M ways as a cell of its own."""
    sums = np.zeros((1, steps.axes), np.int64)
    for step in steps.ordered:
        sums = np.concatenate([sums, sums + step])
    return Ways(list(sums.T), fields=np.ones((len(sums), 1), np.uint8))


def ways_in_an_integer(steps: ExchangeSteps) -> Ways:
    """Return the exact numbers of ways, from one integer that has a field of bits for each cell.

    A field has room for 2^M ways, so nothing is carried into the next.
    """
    sizes, width = steps.sizes, (steps.units + 8) // 8
    strides = _strides(sizes)
    begin = sum(place * stride for place, stride in zip(steps.origin, strides, strict=True))
    table = 1 << 8 * width * begin
    for step in sorted((steps.ordered @ np.array(strides, np.int64)).tolist()):
        table += table << 8 * width * step
    data = np.frombuffer(table.to_bytes(steps.cells * width, "little"), np.uint8)
    return Ways(_sums(sizes, steps.origin), fields=data.reshape(steps.cells, width))


def shares_in_a_table(steps: ExchangeSteps) -> Ways:
    """Return the shares of the ways by adding shifted tables.

    The numbers are not negative, so errors are relative, at most (M + 40) 2^-52 of any sum of cells. Small
    steps come first, while the part of the table that is not 0 is small.
    """
    sizes, origin = steps.sizes, steps.origin
    table = np.zeros(sizes)
    table[tuple(origin)] = 1
    room = np.empty(table.size)  # for half of the part, so that none is allocated for each step
    low, high = list(origin), [place + 1 for place in origin]  # the part that may differ from 0
    listed = steps.listed
    order = np.argsort(np.abs(listed).sum(axis=1), kind="stable")
    for step in listed[order].tolist():
        part = tuple(slice(begin, end) for begin, end in zip(low, high, strict=True))
        whole = table[part]
        half = np.multiply(whole, 0.5, out=room[: whole.size].reshape(whole.shape))
        whole[...] = half
        moved = (slice(b + move, e + move) for b, e, move in zip(low, high, step, strict=True))
        table[tuple(moved)] += half
        low = [begin + min(move, 0) for begin, move in zip(low, step, strict=True)]
        high = [end + max(move, 0) for end, move in zip(high, step, strict=True)]
    return Ways(_sums(sizes, origin), shares=table)


def _strides(sizes: Sequence[int]) -> list[int]:
    """Return the distance of neighbours of each axis in the order of the array; 1 on the last axis."""
    strides = [1]
    for size in reversed(sizes[1:]):
        strides.insert(0, strides[0] * size)
    return strides


def _sums(sizes: Sequence[int], origin: Sequence[int]) -> list[IntArray]:
    """Return the sum at each place of each axis, to be broadcast."""
    return along([np.arange(size) - place for size, place in zip(sizes, origin, strict=True)])


def along(columns: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Return a column for each axis, each turned along its own axis: together they broadcast to a grid."""
    return [
        column.reshape([-1 if own == axis else 1 for own in range(len(columns))])
        for axis, column in enumerate(columns)
    ]
