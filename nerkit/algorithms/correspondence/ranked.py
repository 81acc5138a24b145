"""The best correspondence, and among equally good correspondences one with most shared tuples of the first
types.

Tuples have types (concepts, attributes, relations; tops, labels, edges, …), and scores are broken down by
type. Among correspondences with equal totals, nerkit prefers more shared tuples of the first type, then of
the second type, and so on. The number of shared tuples of each type therefore depends neither on the order of
nodes nor on the side that is called gold.

All this is one problem, with one objective below the other (`problem.lexicographic`), as many as 40 bits
hold. These are all objectives, except in graphs of hundreds of nodes. In graphs with millions of pairs of
edges, the total is the only objective. If a proof of all objectives needs more than half of the limit, the
other half is spent on the total alone.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.problem import Tuples, Weight

LARGEST = 2**40  # values of the solver stay below this
AFFORDABLE = 1_000_000  # with more pairs of edges with equal keys, the total is the only objective


class RankedCorrespondence(NamedTuple):
    """The system node of each gold node (-1 for none), the number of shared tuples, and its upper bound."""

    mapping: IntArray
    total: int
    bound: int


def solve_ranked(
    gold: Tuples,
    system: Tuples,
    types: tuple[IntArray, IntArray],
    most: Sequence[int],
    unscored: int = 0,
    **settings: Any,
) -> RankedCorrespondence:
    """Return the correspondence with most shared tuples, and among equals with most of the first types.

    types      the type (from 0) of each key of nodes, and of each key of edges; keys are places in these
               arrays
    most       for each type an upper bound on its shared tuples
    unscored   an upper bound for one more type, the last; 0 without one. It is not part of the total, and
               decides between correspondences that are otherwise equal
    settings   `limit` and `order` of `solver.solve`
    """
    affordable = _gains(gold, system) <= AFFORDABLE
    ranks, bounds = _ranks(most, unscored) if affordable else ([], [sum(most)])
    node, edge = (_weights(column, ranks, bounds, len(most)) for column in types)
    unit = math.prod(bound + 1 for bound in bounds[1:])
    solved = solver.solve(solver.problem(gold, system, node, edge), unit=unit, **settings)
    total = solver.separated(solved.value, bounds)[0]
    bound = LARGEST if solved.bound == math.inf else min(LARGEST, solver.separated(solved.bound, bounds)[0])
    return RankedCorrespondence(solved.mapping, total, bound)


def _gains(gold: Tuples, system: Tuples) -> int:
    """Return the number of pairs of edges with equal keys."""
    size = 1 + max((int(side.edge_key.max()) for side in (gold, system) if len(side.edge_key)), default=0)
    ours, theirs = (np.bincount(side.edge_key, minlength=size) for side in (gold, system))
    return int(ours @ theirs)


def _ranks(most: Sequence[int], unscored: int = 0) -> tuple[list[int], list[int]]:
    """Return the types that are objectives below the total, and upper bounds of the total and of these types.

    The last type of the total is not an objective: it is the total less the other types.
    """
    ranks, bounds = [], [sum(most)]
    objectives = [(rank, bound) for rank, bound in enumerate(most) if bound][:-1]
    objectives += [(len(most), unscored)] if unscored else []
    for rank, most_of_it in objectives:
        if math.prod(bound + 1 for bound in (*bounds, most_of_it)) >= LARGEST:
            break
        ranks.append(rank)
        bounds.append(most_of_it)
    return ranks, bounds


def worths(most: IntArray) -> IntArray:
    """Return the weights of a shared tuple in many problems, shape (problems, 1 + types).

    The first weight is for the total. Further weights are for the objectives of the types, 0 if a type is not
    an objective. Upper bounds on the shared tuples of each type are in *most*, shape (problems, types).
    """
    count, types = most.shape
    last = types - 1 - np.argmax(most[:, ::-1] > 0, axis=1)  # this type follows from the total
    objective = (most > 0) & (np.arange(types) != last[:, None])
    room, fits = most.sum(axis=1) + 1, np.ones(count, bool)
    for rank in range(types):
        wider = room * (most[:, rank] + 1)
        fits &= ~objective[:, rank] | (wider < LARGEST)
        objective[:, rank] &= fits
        room = np.where(objective[:, rank], wider, room)
    worth, unit = np.zeros((count, 1 + types), np.int64), np.ones(count, np.int64)
    for rank in reversed(range(types)):
        worth[:, 1 + rank] = np.where(objective[:, rank], unit, 0)
        unit = np.where(objective[:, rank], unit * (most[:, rank] + 1), unit)
    worth[:, 0] = unit
    return worth


def _weights(types: IntArray, ranks: Sequence[int], bounds: Sequence[int], scored: int) -> Weight:
    """Return the weight of a shared tuple of each key.

    It is 1 in the total if its type is one of the *scored* first types, and 1 in the objective of its type.
    """
    total = (types < scored).astype(np.int64)
    return solver.lexicographic([total, *((types == rank).astype(np.int64) for rank in ranks)], bounds)
