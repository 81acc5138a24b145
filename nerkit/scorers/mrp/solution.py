"""The best correspondence of two MRP graphs, found without random choices.

If several correspondences have the largest total, nerkit prefers most tops, then most labels, and so on; see
`algorithms.correspondence.ranked`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from nerkit.algorithms.correspondence.ranked import solve_ranked
from nerkit.algorithms.correspondence.solver import LIMIT
from nerkit.scorers.mrp.tuples import TypedTuples, numbered


class TypedCorrespondence(NamedTuple):
    """The best correspondence of two graphs.

    mapping   the system node of each gold node, 0-based; -1 for none
    total     the number of agreeing tuples
    bound     the largest total that any correspondence may have; equal to *total* if the search proved it
    """

    mapping: list[int]
    total: int
    bound: int


def correspond(
    pairs: Sequence[tuple[TypedTuples, TypedTuples]], limit: int | None = None, *, order: bool = False
) -> list[TypedCorrespondence]:
    """Return the correspondence of each pair (gold, system) under which most tuples agree.

    With *order*, only correspondences that do not cross are looked at. Edges without labels, if the tuples
    have them, decide between correspondences that are otherwise equal.
    """
    if not pairs:
        return []
    solved = solve_ranked(numbered(pairs), LIMIT if limit is None else limit, order=order, fewest=2)
    return [TypedCorrespondence(best.mapping.tolist(), best.total, best.bound) for best in solved]
