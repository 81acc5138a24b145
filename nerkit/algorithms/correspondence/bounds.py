"""Upper bounds for `solver`: a Lagrangian relaxation, solved by assignments and lowered by subgradient steps.

The gain of two pairs is split into two shares: half plus a multiplier for one pair, half minus the multiplier
for the other. A mapped pair earns its reward and its shares with other mapped pairs. It has at most one share
per left node and at most one per right node. So its profit is at most its reward plus the smaller of two
sums. (The example of `solver` has such profits, with multipliers of 0.) With these profits, the best
assignment is an upper bound on every mapping, whatever the multipliers are.

An assignment may count the share of one pair although the other pair is not mapped: the two disagree. A step
makes the counted share smaller and the other share larger by the same amount, so that the assignment earns
less. At best the bound comes down to the value of the best mapping. A gap may stay.
"""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.assignment import FreeAssignment, OrderedAssignment
from nerkit.algorithms.correspondence.problem import Problem, totals
from nerkit.algorithms.correspondence.symmetry import Orbits

TIE = 1e-9  # added to shares of mapped partners, to prefer them among equal shares
PATIENCE = 4  # steps without progress before they become shorter
SHRINK = 0.6
MOMENTUM = 0.7  # the share of the previous direction in a step
LEAST = 0.3  # the least distance that a step aims at

MOST_ITERATIONS = 2**31 - 1  # the largest limit that HiGHS accepts
PROGRAM = 100_000  # elementary steps for a linear program before its iterations
SIMPLEX = 2500  # up to so many variables the simplex method is faster
ITERATIONS = 2  # simplex iterations that cost one elementary step per variable
SIMPLEX_ITERATIONS = 2000  # the least number of iterations that nerkit counts
INTERIOR_COST = 30  # elementary steps per variable of an iteration of the interior point method,
INTERIOR_GROWTH = 300  # and one more for every so many variables
INTERIOR_ITERATIONS = 30  # the least number of iterations that nerkit counts: few programs take more


class Bound(NamedTuple):
    """An upper bound: its total, the profits behind it, the pairs of its assignment, and its multipliers."""

    total: float
    profit: FloatArray
    chosen: BoolArray
    multipliers: FloatArray


class Relaxation:
    """The relaxation of one problem with gains. *multipliers* may come from a larger problem.

    Shares are in one array: first the shares of the earlier pair of each edge, then of the later pair.
    """

    def __init__(
        self,
        problem: Problem,
        assignment: FreeAssignment | OrderedAssignment,
        multipliers: FloatArray | None,
        length: float,
    ) -> None:
        self.reward, self.half = problem.reward, problem.gain / 2
        self.multipliers = np.zeros(len(self.half)) if multipliers is None else multipliers
        self.owner = np.concatenate((problem.earlier, problem.later))
        self.partner = np.concatenate((problem.later, problem.earlier))
        self.by_left = _Groups(self.owner, problem.first[self.partner], problem.left)
        self.by_right = _Groups(self.owner, problem.second[self.partner], problem.right)
        self.assignment = assignment
        self.best: Bound | None = None
        self.length, self.patience = length, PATIENCE
        self.direction = np.zeros(len(self.half))

    def profit(self) -> FloatArray:
        """Return the most that each pair can earn under the present multipliers, shape (pairs,)."""
        self.shares = np.maximum(
            np.concatenate((self.half + self.multipliers, self.half - self.multipliers)), 0
        )
        left = self.by_left.sums(self.shares, len(self.reward))
        right = self.by_right.sums(self.shares, len(self.reward))
        self.left_is_less = left <= right
        return self.reward + np.minimum(left, right)

    def bound(self) -> Bound:
        """Return the bound under the present multipliers. The best bound so far is kept."""
        profit = self.profit()
        chosen = self.assignment.solve(profit)
        bound = Bound(float(profit[chosen].sum()), profit, chosen, self.multipliers)
        if self.best is None or bound.total < self.best.total - TIE:
            self.best, self.patience = bound, PATIENCE
        else:
            self.patience -= 1
            if not self.patience:
                self.length, self.patience = self.length * SHRINK, PATIENCE
        return bound

    def step(self, bound: Bound, value: float) -> bool:
        """Move the multipliers towards a bound of *value*; return False if all pairs of the assignment
        agree.
        """
        disagreement = self._disagreement(bound.chosen)
        if not disagreement.any():
            return False
        self.direction = disagreement + MOMENTUM * self.direction
        distance = max(bound.total - value, LEAST)
        norm = float(np.square(self.direction).sum())  # a dot product would wake the threads of BLAS
        self.multipliers = self.multipliers - self.length * distance / norm * self.direction
        return True

    def most(self) -> FloatArray:
        """Return for each pair an upper bound on mappings with it, from the best bound."""
        assert self.best is not None
        return self.assignment.bounds(self.best.profit, self.best.chosen)

    def _disagreement(self, chosen: BoolArray) -> IntArray:
        """Return the subgradient by edge: +1 if only the earlier pair counts its share, -1 if only the later
        pair.

        A pair counts the largest share of each group. Groups are by left nodes or by right nodes of partners,
        whichever sum is smaller.
        """
        shares = np.flatnonzero(chosen[self.owner])
        by_right = self.by_right.group[shares] + len(self.by_left.starts)
        group = np.where(self.left_is_less[self.owner[shares]], self.by_left.group[shares], by_right)
        order = np.lexsort((self.shares[shares] + TIE * chosen[self.partner[shares]], group))
        group = group[order]
        largest = shares[order][
            np.append(group[1:] != group[:-1], True)[: len(group)]
        ]  # the last of each group
        counted = largest[self.shares[largest] > 0]
        edges = len(self.half)
        by_earlier = np.bincount(counted[counted < edges], minlength=edges)
        by_later = np.bincount(counted[counted >= edges] - edges, minlength=edges)
        return by_earlier - by_later


class _Groups:
    """The shares of each pair, grouped by the left or by the right node of the partner."""

    def __init__(self, owner: IntArray, node: IntArray, width: int) -> None:
        key = owner * width + node
        self.order = np.argsort(key, kind="stable")
        ordered = key[self.order]
        begins = np.append(True, ordered[1:] != ordered[:-1])
        self.starts = np.flatnonzero(begins)  # the first place of each group among the ordered shares
        self.owners = ordered[self.starts] // width
        self.group = np.empty(len(key), np.int64)
        self.group[self.order] = np.cumsum(begins) - 1

    def sums(self, shares: FloatArray, size: int) -> FloatArray:
        """Return for each pair the sum of the largest shares of its groups."""
        return totals(self.owners, np.maximum.reduceat(shares[self.order], self.starts), size)


# The linear program: a tighter bound for parts that the ascent leaves open.


class Relaxed(NamedTuple):
    """The solution of the linear program.

    taken   how much of each pair it takes, from 0 to 1
    bound   an upper bound on all mappings
    most    for each pair an upper bound on mappings with it
    work    the elementary steps that the solution took
    """

    taken: FloatArray
    bound: float
    most: FloatArray
    work: int


def relaxed(problem: Problem, orbits: Orbits, work: int) -> Relaxed | None:
    """Solve the linear program over the taken parts of pairs and edges, each from 0 to 1, by HiGHS.

    Return None if *work* is too little to begin. If *work* ends before a solution, the bound is infinite.

    Rows of the program: each node is in at most one pair. For each pair and each node, the edges between the
    pair and pairs of the node take at most as much as the pair. (This program is tighter than one with a row
    per edge.) One variable stands for all pairs or edges of an orbit, and one row for all rows that become
    equal. The bounds are computed here from the prices of the rows. Prices of at least 0 always give bounds,
    so the bounds are right even if the solver's solution is not the best.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    size, reward = len(problem.first), np.concatenate((problem.reward, problem.gain))
    owner, variable = np.unique(np.append(orbits.pairs, size + orbits.edges), return_inverse=True)
    program_size = int((owner < size).sum()) + 4 * int((owner >= size).sum())
    method: Any
    method, step, least = _method(program_size, work)
    if work < PROGRAM + least * step:
        return None
    rows, columns, values, most = _rows(problem)
    # scipy's stubs do not know sparse matrices
    matrix: Any = coo_array((values, (rows, columns)), shape=(len(most), len(reward))).tocsr()
    joined: Any = coo_array((values, (rows, variable[columns])), shape=(len(most), len(owner))).tocsr()
    # equal rows have equal numbers; if unequal rows have equal numbers, too, the bound is still valid
    marks = np.random.default_rng(0).integers(2**32, size=len(owner))
    _, one, row, copies = np.unique(
        joined @ marks.astype(float), return_index=True, return_inverse=True, return_counts=True
    )
    options: Any = {"maxiter": min((work - PROGRAM) // step, MOST_ITERATIONS)}
    amounts = totals(variable, reward, len(owner))
    result: Any = linprog(
        -amounts, A_ub=joined[one], b_ub=most[one], bounds=(0, 1), method=method, options=options
    )
    spent = PROGRAM + max(least, result.nit) * step
    if not result.success:
        return Relaxed(np.zeros(size), np.inf, np.full(size, np.inf), spent)
    price = (np.maximum(-result.ineqlin.marginals, 0) / copies)[row]
    left = reward - matrix.T @ price
    bound = float((most * price).sum() + np.maximum(left, 0).sum())
    return Relaxed(result.x[variable[:size]], bound, bound + np.minimum(left[:size], 0), spent)


def _method(size: int, work: int) -> tuple[str, int, int]:
    """Return the method for a program with *size* variables, the work per iteration, and its least
    iterations.
    """
    step = size * (INTERIOR_COST + size // INTERIOR_GROWTH)
    if size > SIMPLEX and work >= INTERIOR_ITERATIONS * step:
        return "highs-ipm", step, INTERIOR_ITERATIONS
    return "highs-ds", max(size // ITERATIONS, 1), SIMPLEX_ITERATIONS


def _rows(problem: Problem) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """Return the entries of the program (row, column, value), and the upper limit of each row."""
    size, wide = len(problem.first), problem.left + problem.right
    pairs, edges = np.arange(size), np.arange(len(problem.gain)) + size
    owner = np.concatenate((problem.earlier, problem.later))
    partner = np.concatenate((problem.later, problem.earlier))
    by_left = owner * wide + problem.first[partner]
    by_right = owner * wide + problem.left + problem.second[partner]
    groups, group = np.unique(np.concatenate((by_left, by_right)), return_inverse=True)
    nodes = np.concatenate((problem.first, problem.left + problem.second))
    rows = np.concatenate((nodes, wide + group, wide + np.arange(len(groups))))
    columns = np.concatenate((pairs, pairs, edges, edges, edges, edges, groups // wide))
    values = np.repeat((1.0, -1.0), (len(rows) - len(groups), len(groups)))
    return rows, columns, values, np.repeat((1.0, 0.0), (wide, len(groups)))
