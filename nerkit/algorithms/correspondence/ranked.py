"""The best correspondence where several are equally good: the one with most shared tuples of the first type.

Tuples have types (concepts, attributes, relations; tops, labels, edges, …), which scores are broken down
into. Among correspondences with the same total, the one with most shared tuples of the first type is taken,
then of the second, and so on. So what is shared of each type depends neither on the order of nodes nor on
which side is called gold. It is one problem: one objective below the other (`problem.lexicographic`), as many
as 40 bits hold, which are all of them but for graphs of hundreds of nodes; for graphs with millions of pairs
of edges the total is the only one. Where that is not proven within half of the limit, the other half goes
into the total alone.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.problem import Tuples, Weight

LARGEST = 2**40  # what a value of the solver stays below
AFFORDABLE = 1_000_000  # pairs of edges with equal keys above which the total is the only objective


class RankedCorrespondence(NamedTuple):
    """The system node of each gold node (-1: none), the tuples that are shared, and their upper bound."""

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
    """The correspondence under which most tuples agree, and of these most of the first types.

    types      the type of each key of nodes and of each key of edges, from 0; keys are places in these arrays
    most       for each type what its shared tuples cannot exceed
    unscored   what this cannot exceed for one more type, the last, which is no part of the total and decides
               among correspondences that are equal in all else; 0 where there is none
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
    """The number of pairs of edges with equal keys."""
    size = 1 + max((int(side.edge_key.max()) for side in (gold, system) if len(side.edge_key)), default=0)
    ours, theirs = (np.bincount(side.edge_key, minlength=size) for side in (gold, system))
    return int(ours @ theirs)


def _ranks(most: Sequence[int], unscored: int = 0) -> tuple[list[int], list[int]]:
    """The types that are objectives below the total, and what the total and each of them cannot exceed.

    The last type of the total is what the others leave of it, so it is none.
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
    """The weights of a shared tuple in many problems, shape (problems, 1 + types): 1 in the total, and 1 more
    in the objective of its type, which is 0 where the type is none.

    *most*, shape (problems, types), is what the shared tuples of each type cannot exceed.
    """
    count, types = most.shape
    last = types - 1 - np.argmax(most[:, ::-1] > 0, axis=1)  # which is what the others leave of the total
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
    """The weight of a shared tuple of each key: 1 in the total, if its type is one of those *scored*, and 1
    in the objective of its type.
    """
    total = (types < scored).astype(np.int64)
    return solver.lexicographic([total, *((types == rank).astype(np.int64) for rank in ranks)], bounds)
