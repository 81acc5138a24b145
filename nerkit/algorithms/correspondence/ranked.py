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
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.batch_solver import settle
from nerkit.algorithms.correspondence.problem import Tuples, Weight

LARGEST = 2**40  # values of the solver stay below this
TOGETHER = 2**20  # pairs of tuples of the problems that are solved together
LARGEST_TOGETHER = 2**16  # pairs of tuples of one problem: larger problems are solved alone, as fast
EFFORT = 1000  # steps for each pair of tuples that solving together may take
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


def portions(cost: IntArray, limit: int) -> Iterator[tuple[int, int, bool]]:
    """Yield portions of consecutive problems: begin, end, and whether `settle_ranked` should solve them.

    cost    the pairs of tuples and of nodes of each problem, shape (problems,)
    limit   as of `solver.solve`: problems that could need more work are solved alone
    """
    small = (cost <= LARGEST_TOGETHER) & (EFFORT * cost <= limit)
    portion = np.cumsum(cost * small) // TOGETHER
    borders = np.flatnonzero(np.diff(small) | (np.diff(portion) > 0)) + 1
    for begin, end in pairwise([0, *borders.tolist(), len(cost)]):
        yield begin, end, end > begin and bool(small[begin])


def settle_ranked(
    gold: tuple[Tuples, IntArray],
    system: tuple[Tuples, IntArray],
    types: tuple[tuple[IntArray, IntArray], tuple[IntArray, IntArray]],
    worth: IntArray,
    scored: int,
) -> list[RankedCorrespondence | None]:
    """Return the correspondence of each of many problems, as `solve_ranked` does; None if it is not proved.

    gold, system   the tuples of all problems as one graph, and the number of nodes of each problem; no two
                   problems share a key
    types          the problem and the type of each key, of nodes and of edges
    worth          the weights from `worths`
    scored         the number of types that are part of the total
    """
    (ours, heights), (theirs, widths) = gold, system
    node_weight, edge_weight = (
        np.where(kind < scored, worth[problem, 0], 0) + worth[problem, 1 + kind] for problem, kind in types
    )
    problem = solver.problem(ours, theirs, node_weight, edge_weight)
    settled = settle(problem, np.repeat(np.arange(len(worth)), heights), len(worth))
    totals = (settled.value.astype(np.int64) // worth[:, 0]).tolist()
    mapping = settled.mapping - np.repeat(np.cumsum(widths) - widths, heights)
    mapping[settled.mapping == NONE] = NONE
    mappings = np.split(mapping, np.cumsum(heights)[:-1])
    return [
        RankedCorrespondence(nodes, total, total) if proved else None
        for nodes, total, proved in zip(mappings, totals, settled.settled.tolist(), strict=True)
    ]


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


def worths(most: IntArray, scored: int) -> IntArray:
    """Return the weights of a shared tuple in many problems, shape (problems, 1 + types).

    The first weight is for the total. Further weights are for the objectives of the types, 0 if a type is not
    an objective. Upper bounds on the shared tuples of each type are in *most*, shape (problems, types). The
    *scored* first types are part of the total.
    """
    count, types = most.shape
    last = scored - 1 - np.argmax(most[:, scored - 1 :: -1] > 0, axis=1)  # this type follows from the total
    objective = (most > 0) & (np.arange(types) != last[:, None])
    room, fits = most[:, :scored].sum(axis=1) + 1, np.ones(count, bool)
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
