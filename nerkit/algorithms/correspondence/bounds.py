"""Upper bounds for `solver`: a Lagrangian relaxation, solved by assignments and lowered by subgradient steps.

The gain of two pairs is split between them: half each, plus a multiplier on one side and minus it on the other. A pair
that is mapped then earns its reward and, of the shares its partners bring, at most one per left node, and at most one
per right node: the smaller of the two sums bounds both. With these profits the best assignment is an upper bound on
every mapping, whatever the multipliers; where its pairs disagree on who is mapped together, the multipliers move.
"""

from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.assignment import FreeAssignment, OrderedAssignment
from nerkit.algorithms.correspondence.problem import Problem, totals

TIE = 1e-9  # in favour of partners that are mapped, among equal shares
PATIENCE = 4  # steps without progress before they become shorter
SHRINK = 0.6
MOMENTUM = 0.7  # of the direction before
LEAST = 0.3  # the distance aimed at when the bound is nearly at the value


class Bound(NamedTuple):
    """An upper bound, the profits behind it, the pairs of its assignment, and the multipliers it was found with."""

    total: float
    profit: FloatArray
    chosen: BoolArray
    multipliers: FloatArray


class Relaxation:
    """The relaxation of one problem with gains; multipliers may be taken over from a larger one."""

    def __init__(
        self,
        problem: Problem,
        assignment: FreeAssignment | OrderedAssignment,
        multipliers: FloatArray | None,
        length: float,
    ) -> None:
        self.reward, self.half = problem.reward, problem.gain / 2
        self.multipliers = np.zeros(len(self.half)) if multipliers is None else multipliers
        self.owner = np.concatenate((problem.one, problem.other))
        self.partner = np.concatenate((problem.other, problem.one))
        self.by_left = _Groups(self.owner, problem.first[self.partner], problem.left)
        self.by_right = _Groups(self.owner, problem.second[self.partner], problem.right)
        self.assignment = assignment
        self.best: Bound | None = None
        self.length, self.patience = length, PATIENCE
        self.direction = np.zeros(len(self.half))

    def profit(self) -> FloatArray:
        """What each pair can earn under the present multipliers."""
        self.shares = np.maximum(
            np.concatenate((self.half + self.multipliers, self.half - self.multipliers)), 0
        )
        left = self.by_left.sums(self.shares, len(self.reward))
        right = self.by_right.sums(self.shares, len(self.reward))
        self.left_is_less = left <= right
        return self.reward + np.minimum(left, right)

    def bound(self) -> Bound:
        """The bound under the present multipliers; the best so far is kept."""
        profit = self.profit()
        chosen = self.assignment.solve(profit)
        found = Bound(float(profit[chosen].sum()), profit, chosen, self.multipliers)
        if self.best is None or found.total < self.best.total - TIE:
            self.best, self.patience = found, PATIENCE
        else:
            self.patience -= 1
            if not self.patience:
                self.length, self.patience = self.length * SHRINK, PATIENCE
        return found

    def step(self, found: Bound, value: float) -> bool:
        """Move the multipliers towards a bound of *value*; false if the pairs of the assignment agree already."""
        disagreement = self._disagreement(found.chosen)
        if not disagreement.any():
            return False
        self.direction = disagreement + MOMENTUM * self.direction
        distance = max(found.total - value, LEAST)
        norm = float(np.square(self.direction).sum())  # a BLAS product would wake its threads
        self.multipliers = self.multipliers - self.length * distance / norm * self.direction
        return True

    def most(self) -> FloatArray:
        """For each pair an upper bound on mappings with it, from the best bound."""
        assert self.best is not None
        return self.assignment.bounds(self.best.profit, self.best.chosen)

    def _disagreement(self, chosen: BoolArray) -> IntArray:
        """The subgradient: +1 where only the first of two pairs takes its share, -1 where only the second does."""
        shares = np.flatnonzero(chosen[self.owner])
        by_right = self.by_right.group[shares] + len(self.by_left.starts)
        group = np.where(self.left_is_less[self.owner[shares]], self.by_left.group[shares], by_right)
        order = np.lexsort((self.shares[shares] + TIE * chosen[self.partner[shares]], group))
        group = group[order]
        taken = shares[order][np.append(group[1:] != group[:-1], True)[: len(group)]]
        taken = taken[self.shares[taken] > 0]
        count = len(self.half)
        first = taken < count
        return np.bincount(taken[first], minlength=count) - np.bincount(
            taken[~first] - count, minlength=count
        )


class _Groups:
    """The shares of each pair, grouped by the left or by the right node of the partner."""

    def __init__(self, owner: IntArray, node: IntArray, width: int) -> None:
        key = owner * width + node
        self.order = np.argsort(key, kind="stable")
        ordered = key[self.order]
        new = np.append(True, ordered[1:] != ordered[:-1])
        self.starts = np.flatnonzero(new)
        self.owners = ordered[self.starts] // width
        self.group = np.empty(len(key), np.int64)
        self.group[self.order] = np.cumsum(new) - 1

    def sums(self, shares: FloatArray, size: int) -> FloatArray:
        """For each pair, the sum of the largest share of each group."""
        return totals(self.owners, np.maximum.reduceat(shares[self.order], self.starts), size)


# The linear program: a tighter bound for what the ascent leaves open.


class Relaxed(NamedTuple):
    """How much of each pair the solution takes, a bound on all mappings, and for each pair one on mappings with it."""

    taken: FloatArray
    bound: float
    most: FloatArray


def relaxed(problem: Problem) -> Relaxed:
    """The linear program over shares of pairs and of pairs of pairs, each between 0 and 1, by HiGHS.

    Rows: each node is in at most one pair; and for each pair and each node, the pairs of pairs that join the pair with
    pairs of the node come to at most the pair itself (tighter than a row for each pair of pairs).
    The bounds are computed here, from the prices of the rows: any prices that are not negative give bounds, so that
    nothing depends on what the solver says of its solution.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    size, reward = len(problem.first), np.concatenate((problem.reward, problem.gain))
    rows, columns, values, most = _rows(problem)
    matrix = coo_array((values, (rows, columns)), shape=(len(most), len(reward))).tocsr()
    # the stubs know no sparse matrices
    result = linprog(-reward, A_ub=matrix, b_ub=most, bounds=(0, 1), method="highs")  # type: ignore[call-overload]
    if result.x is None:
        return Relaxed(np.zeros(size), np.inf, np.full(size, np.inf))
    price = np.maximum(-result.ineqlin.marginals, 0)
    left = reward - matrix.T @ price
    bound = float((most * price).sum() + np.maximum(left, 0).sum())
    return Relaxed(result.x[:size], bound, bound + np.minimum(left[:size], 0))


def _rows(problem: Problem) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """The rows as entries (row, column, value), and the most that each may come to."""
    size, wide = len(problem.first), problem.left + problem.right
    pairs, edges = np.arange(size), np.arange(len(problem.gain)) + size
    owner = np.concatenate((problem.one, problem.other))
    partner = np.concatenate((problem.other, problem.one))
    by_left = owner * wide + problem.first[partner]
    by_right = owner * wide + problem.left + problem.second[partner]
    groups, group = np.unique(np.concatenate((by_left, by_right)), return_inverse=True)
    nodes = np.concatenate((problem.first, problem.left + problem.second))
    rows = np.concatenate((nodes, wide + group, wide + np.arange(len(groups))))
    columns = np.concatenate((pairs, pairs, edges, edges, edges, edges, groups // wide))
    values = np.repeat((1.0, -1.0), (len(rows) - len(groups), len(groups)))
    return rows, columns, values, np.repeat((1.0, 0.0), (wide, len(groups)))
