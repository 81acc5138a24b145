"""The best correspondence of two MRP graphs, found without random choices.

If several correspondences have the largest total, nerkit prefers most tops, then most labels, and so on; see
`algorithms.correspondence.ranked`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.correspondence.problem import Tuples
from nerkit.algorithms.correspondence.ranked import (
    RankedCorrespondence,
    portions,
    settle_ranked,
    solve_ranked,
    worths,
)
from nerkit.algorithms.correspondence.solver import LIMIT
from nerkit.scorers.mrp.tuples import BARE, TypedTuples, numbered


class TypedCorrespondence(NamedTuple):
    """The best correspondence of two graphs.

    mapping   the system node of each gold node, 0-based; -1 for none
    total     the number of agreeing tuples
    bound     the largest total that any correspondence may have; equal to *total* if the search proved it
    """

    mapping: list[int]
    total: int
    bound: int


class _Numbered(NamedTuple):
    """A pair of graphs for the solver.

    gold, system   the tuples, with numbers as keys
    types          the types of the keys of nodes, and of the keys of edges
    most           for each type an upper bound of the shared tuples
    """

    gold: Tuples
    system: Tuples
    types: tuple[IntArray, IntArray]
    most: list[int]

    @property
    def cost(self) -> int:
        """The number of pairs of nodes, and of pairs of tuples."""
        gold, system = self.gold, self.system
        pairs_of_nodes = gold.size * system.size
        return pairs_of_nodes + gold.node.size * system.node.size + gold.source.size * system.source.size


def correspond(
    pairs: Sequence[tuple[TypedTuples, TypedTuples]], limit: int | None = None, *, order: bool = False
) -> list[TypedCorrespondence]:
    """Return the correspondence of each pair (gold, system) under which most tuples agree.

    With *order*, only correspondences that do not cross are looked at. Edges without labels, if the tuples
    have them, decide between correspondences that are otherwise equal.
    """
    limit = LIMIT if limit is None else limit
    problems = []
    for gold, system in pairs:
        ours, theirs, types = numbered(gold, system)
        most = [min(g, s) for g, s in zip(gold.counts(), system.counts(), strict=True)]
        problems.append(_Numbered(ours, theirs, types, most))
    solved: list[TypedCorrespondence] = []
    for begin, end, together in portions(np.array([problem.cost for problem in problems]), limit):
        some = problems[begin:end]
        settled = _together(some) if together and not order and end - begin > 1 else [None] * len(some)
        for (ours, theirs, types, most), proved in zip(some, settled, strict=True):
            best = proved or solve_ranked(
                ours, theirs, types, most[:BARE], most[BARE], limit=limit, order=order
            )
            solved.append(TypedCorrespondence(best.mapping.tolist(), best.total, best.bound))
    return solved


def _together(problems: Sequence[_Numbered]) -> list[RankedCorrespondence | None]:
    """The correspondences that can be proved with arrays over all problems; None for the other problems."""
    node_counts, edge_counts = (np.array([len(problem.types[at]) for problem in problems]) for at in range(2))
    sides = []
    for tuples in ([problem.gold for problem in problems], [problem.system for problem in problems]):
        sizes = np.array([one.size for one in tuples])
        first, first_key, first_edge_key = (
            np.cumsum(counts) - counts for counts in (sizes, node_counts, edge_counts)
        )
        added = first, first_key, first, first, first_edge_key
        columns = [
            np.concatenate([one[1 + at] + number for one, number in zip(tuples, numbers, strict=True)])
            for at, numbers in enumerate(added)
        ]
        sides.append((Tuples(int(sizes.sum()), *columns), sizes))
    types = [
        (np.repeat(np.arange(len(problems)), counts), np.concatenate([one.types[at] for one in problems]))
        for at, counts in enumerate((node_counts, edge_counts))
    ]
    worth = worths(np.array([problem.most for problem in problems]), BARE)
    return settle_ranked(sides[0], sides[1], (types[0], types[1]), worth, BARE)
