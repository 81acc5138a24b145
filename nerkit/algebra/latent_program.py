"""The linear program of `latent`: a tighter bound for what the ascent leaves open."""

from typing import NamedTuple

import numpy as np

from nerkit.algebra.latent_problem import Problem
from nerkit.model import FloatArray, IntArray


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
