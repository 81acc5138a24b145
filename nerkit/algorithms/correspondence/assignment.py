"""Assignments for `solver`: the compatible set of pairs of nodes with the largest total profit.

Pairs are compatible if they share no node (`FreeAssignment`). With `order` they must not cross either
(`OrderedAssignment`). For the profits

             x   y                                     free       a-y, b-x: 3 + 2 = 5
         a   4   3                                     in order   a-x, b-y: 4 + 0 = 4, so a-x alone
         b   2   0

`solve` chooses the best assignment. `bounds` gives for each pair an upper bound on the assignments with this
pair, by which the solver drops pairs. A free assignment with b-y has at most 4, an ordered assignment with
b-x at most 2.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching, linear_sum_assignment
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.problem import Problem

TIE = 1e-9
CELLS = 2**25  # the most cells of a matrix: 268 MB
PASSES = 20  # passes over the pairs for a rough assignment


class Prices(NamedTuple):
    """The potentials of a best assignment (`FreeAssignment.prices`).

    wage     for each row
    price    for each column
    excess   for each pair: wage of its row plus price of its column, less its profit
    """

    wage: FloatArray
    price: FloatArray
    excess: FloatArray


class Assignment:
    """The pairs of a problem as cells of a matrix. Rows and columns are the nodes that occur in pairs.

    row, column   the place of each pair, shape (pairs,)
    cell          the number of the pair's cell in the matrix, row after row, shape (pairs,)
    matrix        an array for profits of shape `shape`, made when needed; cells without a pair stay 0
    """

    def __init__(self, problem: Problem) -> None:
        self.row, height = _compact(problem.first)
        self.column, width = _compact(problem.second)
        self.shape = height, width
        self.cell = self.row * width + self.column
        self.cells = height * width

    @cached_property
    def matrix(self) -> FloatArray:
        """The array for the profits."""
        return np.zeros(self.shape)

    def agreeable(self) -> bool:
        """Return whether all pairs are compatible."""
        return self.shape == (len(self.row), len(self.row))

    def rough(self, profit: FloatArray) -> tuple[BoolArray, float]:
        """Return compatible pairs that earn something, as a mask, and an upper bound; nothing is solved."""
        order = np.argsort(-profit, kind="stable")
        at_row = np.unique(self.row[order], return_index=True)[1]
        at_column = np.unique(self.column[order], return_index=True)[1]
        bound = min(profit[order[at_row]].sum(), profit[order[at_column]].sum())
        chosen = np.zeros(len(profit), bool)
        for _ in range(PASSES):
            best = order[np.sort(np.unique(self.row[order], return_index=True)[1])]
            best = best[np.unique(self.column[best], return_index=True)[1]]
            chosen[best] = True
            # the next pass looks at pairs whose nodes are both free
            taken_rows, taken_columns = (np.zeros(size, bool) for size in self.shape)
            taken_rows[self.row[chosen]] = taken_columns[self.column[chosen]] = True
            order = order[~(taken_rows[self.row[order]] | taken_columns[self.column[order]])]
            if not len(order):
                break
        return chosen, float(bound)


class FreeAssignment(Assignment):
    """An assignment with each row and each column at most once."""

    def solve(self, profit: FloatArray) -> BoolArray:
        """Return the best assignment as a mask of pairs, all with positive profit."""
        if self.cells > CELLS:  # a sparse matrix for each connected component
            useful = np.flatnonzero(profit > 0)
            picked = np.zeros(len(profit), bool)
            picked[useful] = best_matching(self.row[useful], self.column[useful], profit[useful])
            return picked
        self.matrix.ravel()[self.cell] = -profit
        rows, columns = linear_sum_assignment(self.matrix)
        partner = np.full(self.shape[0], NONE)
        partner[rows] = columns
        chosen: BoolArray = (partner[self.row] == self.column) & (profit > 0)
        return chosen

    def bounds(self, profit: FloatArray, chosen: BoolArray) -> FloatArray:
        """Return for each pair an upper bound on assignments with it, from the prices of the best,
        *chosen*.
        """
        prices = self.prices(profit, chosen)
        # by rounding, a pair may have more profit than it costs: `total` adds all such differences
        bounds: FloatArray = self.total(*prices) - prices.excess
        return bounds

    def prices(self, profit: FloatArray, chosen: BoolArray) -> Prices:
        """Return the potentials of the best assignment, *chosen*.

        Potentials are prices of rows and columns of at least 0. No pair has more profit than its row and its
        column cost together, and each chosen pair has exactly this profit. So the sum of all prices bounds
        every assignment. The excess of a pair is its cost less its profit. An assignment with this pair is
        below the bound by the excess. Among all such potentials, the prices of columns are the smallest: the
        fixed point of `price[k] = max(price[k], profit[i, k] - wage[i])`. The wage of a row is the profit of
        its chosen pair less the price of the pair's column.
        """
        height, width = self.shape
        earned, partner = np.zeros(height), np.full(height, width)
        earned[self.row[chosen]], partner[self.row[chosen]] = profit[chosen], self.column[chosen]
        order = np.argsort(self.column, kind="stable")
        starts = np.flatnonzero(np.diff(self.column[order], prepend=NONE))
        # profit - wage of a pair is *short* plus the price of column *via*, to which its row is assigned
        short, via = (profit - earned[self.row])[order], partner[self.row[order]]
        price = np.zeros(width + 1)
        for _ in range(width + 1):
            raised = np.maximum(price[:-1], np.maximum.reduceat(short + price[via], starts))
            if (raised <= price[:-1] + TIE).all():
                break
            price[:-1] = raised
        wage = np.maximum(earned - price[partner], 0)
        return Prices(wage, price[:-1], wage[self.row] + price[self.column] - profit)

    def total(self, wage: FloatArray, price: FloatArray, excess: FloatArray) -> Any:
        """Return the sum of all prices, plus the profit of pairs above their prices, which comes from
        rounding.
        """
        return wage.sum() + price.sum() - np.minimum(excess, 0).sum()


class OrderedAssignment(Assignment):
    """An assignment with each row and each column at most once, and no crossing pairs: a heaviest common
    subsequence.
    """

    def agreeable(self) -> bool:
        """Return whether all pairs are compatible. Pairs are sorted by rows."""
        return super().agreeable() and bool((np.diff(self.column) > 0).all())

    def rough(self, profit: FloatArray) -> tuple[BoolArray, float]:
        """Return the pair that earns most, as a mask, and an upper bound."""
        chosen = np.zeros(len(profit), bool)
        chosen[np.argmax(profit)] = True
        return chosen, super().rough(profit)[1]

    def solve(self, profit: FloatArray) -> BoolArray:
        """Return the best assignment without crossing pairs as a mask of pairs, all with positive profit."""
        self.matrix.ravel()[self.cell] = profit
        best = _prefixes(self.matrix)
        row, column = self.shape
        cells = []
        while row and column:
            if best[row, column] == best[row - 1, column]:
                row -= 1
            elif best[row, column] == best[row, column - 1]:
                column -= 1
            else:
                row, column = row - 1, column - 1
                cells.append(row * self.shape[1] + column)
        return np.isin(self.cell, cells) & (profit > 0)

    def bounds(self, profit: FloatArray, chosen: BoolArray) -> FloatArray:
        """Return for each pair the most that an assignment with it can earn."""
        self.matrix.ravel()[self.cell] = profit
        before = _prefixes(self.matrix)
        after = _prefixes(self.matrix[::-1, ::-1])[::-1, ::-1]
        return before[self.row, self.column] + profit + after[self.row + 1, self.column + 1]


def _prefixes(matrix: FloatArray) -> FloatArray:
    """Return the best ordered total over the first i rows and j columns, shape (rows + 1, columns + 1)."""
    best = np.zeros((matrix.shape[0] + 1, matrix.shape[1] + 1))
    for row, profits in enumerate(matrix):
        best[row + 1, 1:] = np.maximum(best[row, 1:], best[row, :-1] + profits)
        np.maximum.accumulate(best[row + 1], out=best[row + 1])
    return best


def _compact(nodes: IntArray) -> tuple[IntArray, int]:
    """Return the rank of each node among the distinct nodes, and the number of distinct nodes."""
    occurs = np.bincount(nodes) > 0
    return (np.cumsum(occurs) - 1)[nodes], int(np.count_nonzero(occurs))
