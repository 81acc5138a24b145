"""The best correspondence of two MRP graphs, found without random choices.

If several correspondences have the largest total, nerkit prefers most tops, then most labels, and so on; see
`algorithms.correspondence.ranked`.
"""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.correspondence.ranked import solve_ranked
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


def correspond(
    gold: TypedTuples, system: TypedTuples, limit: int | None = None, *, order: bool = False
) -> TypedCorrespondence:
    """The correspondence under which most tuples agree; with *order*, only correspondences without crossings.

    If the tuples contain edges without labels, these break the last ties.
    """
    settings: dict[str, Any] = {"order": order} | ({} if limit is None else {"limit": limit})
    ours, theirs, (node_types, edge_types) = numbered(gold, system)
    most = [min(g, s) for g, s in zip(gold.counts(), system.counts(), strict=True)]
    types = np.array(node_types, np.int64), np.array(edge_types, np.int64)
    best = solve_ranked(ours, theirs, types, most[:BARE], most[BARE], **settings)
    return TypedCorrespondence(best.mapping.tolist(), best.total, best.bound)
