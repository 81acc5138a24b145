"""The integer program of `latent`, for what bounds and search leave open."""

import numpy as np

from nerkit.algebra.latent_problem import Problem
from nerkit.model import BoolArray, FloatArray, IntArray

WHOLE = 0.5


def program(problem: Problem, *, nodes: int, order: bool) -> tuple[BoolArray, float]:
    """The chosen pairs and an upper bound, by HiGHS with at most *nodes* nodes: pairs whole, pairs of pairs continuous.

    Rows: each node is in at most one pair; for each pair and each node, the pairs of pairs that join the pair with
    pairs of the node come to at most the pair itself (tighter than a row for each pair of pairs); with *order*, of two
    pairs that cross one at most.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    size, count = len(problem.first), len(problem.gain)
    rows, columns, values, most = _rows(problem)
    if order:
        one, other = _crossing(problem)
        rows = np.concatenate((rows, np.tile(np.arange(len(one)) + len(most), 2)))
        columns = np.concatenate((columns, one, other))
        values, most = np.append(values, np.ones(2 * len(one))), np.append(most, np.ones(len(one)))
    result = milp(
        -np.concatenate((problem.reward, problem.gain)),
        integrality=np.repeat((1, 0), (size, count)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(
            coo_array((values, (rows, columns)), shape=(len(most), size + count)).tocsr(), -np.inf, most
        ),
        options={"node_limit": nodes, "mip_rel_gap": 0},
    )
    chosen = np.zeros(size, bool) if result.x is None else result.x[:size] > WHOLE
    bound = result.get("mip_dual_bound")
    return chosen, np.inf if bound is None else -float(bound)


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


def _crossing(problem: Problem) -> tuple[IntArray, IntArray]:
    """The pairs of pairs that cross."""
    first, second = problem.first, problem.second
    one, other = np.nonzero((first[:, None] < first) & (second[:, None] > second))
    return one, other
