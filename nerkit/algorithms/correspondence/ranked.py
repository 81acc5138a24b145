"""The best correspondence, and among equally good correspondences one with most shared tuples of the first
types.

Tuples have types (concepts, attributes, relations; tops, labels, edges, …), and scores are broken down by
type. Among correspondences with equal totals, nerkit prefers more shared tuples of the first type, then of
the second type, and so on. The number of shared tuples of each type therefore depends neither on the order of
nodes nor on the side that is called gold.

All this is one problem, with one objective below the other, as many as 40 bits hold. For example, the total
is at most 5 and the objective below it at most 9. Then the value 23 = 2 * (9 + 1) + 3 is a total of 2 and a
3 below it. The 40 bits hold all objectives, except in graphs of hundreds of nodes. In graphs with millions of
pairs of edges, the total is the only objective. If a proof of all objectives needs more than half of the
limit, the other half is spent on the total alone.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.batch_solver import settle
from nerkit.algorithms.correspondence.problem import Problem, Tuples

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


class TypedProblems(NamedTuple):
    """Many problems as one: their nodes, tuples and keys follow each other, problem by problem.

    sides    the gold tuples and the system tuples of all problems; no two problems share a key
    sizes    the number of gold nodes and of system nodes of each problem, shape (problems,) each
    types    the problem and the type (from 0) of each key of nodes, and of each key of edges
    most     upper bounds on the shared tuples of each type, shape (problems, types)
    scored   the number of types that are part of the total. Further types decide between correspondences that
             are otherwise equal
    """

    sides: tuple[Tuples, Tuples]
    sizes: tuple[IntArray, IntArray]
    types: tuple[tuple[IntArray, IntArray], tuple[IntArray, IntArray]]
    most: IntArray
    scored: int


def solve_ranked(
    problems: TypedProblems, limit: int, *, ranked: bool = True, order: bool = False, fewest: int = 1
) -> Iterator[RankedCorrespondence]:
    """Yield the correspondence of each problem with most shared tuples, and among equals with most of the
    first types.

    Small problems are solved together, if there are *fewest* or more. Problems that remain open are then
    solved alone. *limit* and *order* are as in `solver.solve`. Without *ranked*, only the total counts.
    """
    joined = _Joined(problems, ranked=ranked)
    heights, widths = problems.sizes
    for begin, end, together in _portions(joined.cost, limit):
        settled = np.zeros(end - begin, bool)
        if together and not order and end - begin >= fewest:
            of_left = np.repeat(np.arange(end - begin), heights[begin:end])
            mapping, values, settled = settle(joined.problem(begin, end), of_left, end - begin)
            first = np.cumsum(heights[begin:end])[:-1], np.cumsum(widths[begin:end]) - widths[begin:end]
            totals = (values.astype(np.int64) // joined.unit[begin:end]).tolist()
            mappings = np.split(np.where(mapping == NONE, NONE, mapping - first[1][of_left]), first[0])
        for place, proved in enumerate(settled.tolist()):
            if proved:
                yield RankedCorrespondence(mappings[place], totals[place], totals[place])
            else:
                unit = int(joined.unit[begin + place])
                alone = joined.problem(begin + place, begin + place + 1)
                best = solver.solve(alone, unit=unit, limit=limit, order=order)
                bound = int(min(best.bound, LARGEST * unit)) // unit
                yield RankedCorrespondence(best.mapping, int(best.value) // unit, bound)


class _Joined:
    """The places at which the nodes, keys and tuples of each problem begin, and what tuples are worth.

    cost   the pairs of nodes and of tuples of each problem, shape (problems,)
    unit   the weight of a shared tuple in the total of each problem, shape (problems,)
    """

    def __init__(self, problems: TypedProblems, *, ranked: bool) -> None:
        self.sides, types = problems.sides, problems.types
        every = np.arange(len(problems.most) + 1)
        self.nodes = [np.append(0, np.cumsum(sizes)) for sizes in problems.sizes]
        self.keys = [np.searchsorted(problem, every) for problem, _ in types]
        used = [(side.node_key, side.edge_key) for side in self.sides]
        self.rows = [
            [np.searchsorted(problem[keys], every) for (problem, _), keys in zip(types, both, strict=True)]
            for both in used
        ]
        tuples = [np.diff(first) for side in self.rows for first in side]
        self.cost = np.multiply(*problems.sizes) + tuples[0] * tuples[2] + tuples[1] * tuples[3]
        of_edge = types[1][0]
        edges = [np.bincount(edge_key, minlength=len(of_edge)) for _, edge_key in used]
        gains = np.bincount(of_edge, np.multiply(*edges), every[-1])
        worth = worths(problems.most, problems.scored)
        worth[gains > AFFORDABLE if ranked else every[:-1]] = np.arange(worth.shape[1]) == 0
        self.unit = worth[:, 0]
        self.weights = [
            np.where(kind < problems.scored, worth[problem, 0], 0) + worth[problem, 1 + kind]
            for problem, kind in types
        ]

    def problem(self, begin: int, end: int) -> Problem:
        """Return consecutive problems as one problem."""
        keys = [slice(first[begin], first[end]) for first in self.keys]
        sides = []
        for side, nodes, rows in zip(self.sides, self.nodes, self.rows, strict=True):
            one, two = (slice(first[begin], first[end]) for first in rows)
            node, node_key, edge_key = nodes[begin], keys[0].start, keys[1].start
            size, columns = int(nodes[end] - node), (side.source[two] - node, side.target[two] - node)
            of_nodes = side.node[one] - node, side.node_key[one] - node_key
            sides.append(Tuples(size, *of_nodes, *columns, side.edge_key[two] - edge_key))
        gold, system = sides
        return solver.problem(gold, system, self.weights[0][keys[0]], self.weights[1][keys[1]])


def _portions(cost: IntArray, limit: int) -> Iterator[tuple[int, int, bool]]:
    """Yield portions of consecutive problems: begin, end, and whether they are solved together.

    cost    the pairs of tuples and of nodes of each problem, shape (problems,)
    limit   as of `solver.solve`: problems that could need more work are solved alone
    """
    small = (cost <= LARGEST_TOGETHER) & (EFFORT * cost <= limit)
    portion = np.cumsum(cost * small) // TOGETHER
    borders = np.flatnonzero(np.diff(small) | (np.diff(portion) > 0)) + 1
    for begin, end in pairwise([0, *borders.tolist(), len(cost)]):
        yield begin, end, end > begin and bool(small[begin])


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
        fits &= ~objective[:, rank] | (room * (most[:, rank] + 1.0) < LARGEST)
        objective[:, rank] &= fits
        room = np.where(objective[:, rank], room * (most[:, rank] + 1), room)
    worth, unit = np.zeros((count, 1 + types), np.int64), np.ones(count, np.int64)
    for rank in reversed(range(types)):
        worth[:, 1 + rank] = np.where(objective[:, rank], unit, 0)
        unit = np.where(objective[:, rank], unit * (most[:, rank] + 1), unit)
    worth[:, 0] = unit
    return worth
