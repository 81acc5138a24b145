"""Matching of graphs: the best matching of nodes that preserves reachability.

This is Eq. 37 with a preorder (appendix A.2). Pairs (u, v) and (u', v') are compatible if u reaches u'
exactly when v reaches v'. The same must hold in the other direction, from u' to u and from v' to v. Every
node reaches itself. So in graphs without cycles every matching is one-to-one. The best set of compatible
pairs is computed exactly. Pairs without a conflict are taken. Each connected component of conflicts is one
small integer program. Its rows are cliques: sets of pairs that exclude each other.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level, Missing
from nerkit.algebra.matching import BOUNDED, CollectionMatching, checked, sequence_codes
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.objects import Name, quoted
from nerkit.algebra.similarity import Similarity, SparsePairs, similarity
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, groups


@dataclass(frozen=True, eq=False, repr=False)
class GraphMatching(CollectionMatching):
    """A matching of nodes that keeps reachability."""

    nodes: Name
    edges: Name

    symbol = "Σ→"

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.bounds & BOUNDED[self.constraint]

    def elements(self, level: Level) -> Level:
        return level.field(self.nodes).elements()

    def choose(self, level: Level, candidates: SparsePairs, outer: IntArray) -> BoolArray:
        """The candidates in the best sets of compatible pairs, as a mask."""
        chosen = np.zeros(len(candidates), bool)
        for rows in groups(outer):
            gold = self._reached(level, candidates.gold[rows])
            system = self._reached(level, candidates.system[rows])
            chosen[rows] = best_together(gold, system, candidates.value[rows], self.constraint)
        return chosen

    def _reached(self, level: Level, nodes: IntArray) -> "ReachableNodes":
        """The positions of these nodes in their graph, and which node reaches which, shape (nodes, nodes)."""
        field = level.above
        assert field is not None
        assert field.above is not None
        assert level.place is not None
        graph = int(level.parent[nodes[0]])
        reach = field.above.once(("reach", self, graph), lambda: self._reach(field, graph))
        return level.place[nodes], reach

    def _reach(self, nodes: Level, graph: int) -> BoolArray:
        """The matrix of reachable pairs of a graph, computed by repeated squaring."""
        assert nodes.above is not None
        size = len(nodes.values[graph])
        reach = np.eye(size, dtype=bool)
        column = nodes.above.field(self.edges)
        edges = column.values[graph]
        for edge in edges if isinstance(edges, list | tuple | set | frozenset) else [edges]:
            is_pair = isinstance(edge, list | tuple) and len(edge) == 2
            if not is_pair or not all(type(node) is int and 0 <= node < size for node in edge):
                column.fail(
                    (
                        f"{quoted(edge)} is not an edge; an edge is two positions of nodes, from 0 "
                        f"to {size - 1}"
                    ),
                    graph,
                )
            reach[edge[0], edge[1]] = True
        for _ in range(max(size - 1, 1).bit_length()):
            reach = reach @ reach
        return reach

    def identity(self, level: Level) -> IntArray:
        below = self.elements(level)
        nodes = sequence_codes(below.parent, self.inner.identity(below), len(level), ordered=True)
        return combine(nodes, level.field(self.edges).codes)

    def empty(self) -> Any:
        return Missing({self.nodes: [], self.edges: []})


def match_graphs(
    inner: Any,
    constraint: str = "1:1",
    normalize: str | None = None,
    *,
    nodes: Name = "nodes",
    edges: Name = "edges",
) -> Similarity:
    """The score of the best matching of two graphs that preserves reachability; options as in `match_sets`.

    A graph is a record. Its field *nodes* lists the nodes, which *inner* compares. Its field *edges* lists
    pairs of positions of nodes.
    """
    matching = GraphMatching(similarity(inner), checked(constraint), nodes, edges)
    return matching if normalize is None else normalize_by(matching, normalize)


ReachableNodes = tuple[
    IntArray, BoolArray
]  # of one side: the node of each pair, and which node reaches which


def best_together(
    gold: ReachableNodes, system: ReachableNodes, value: FloatArray, constraint: str
) -> BoolArray:
    """The best set of compatible pairs, as a mask of the pairs."""
    (u, u_reach), (v, v_reach) = gold, system
    apart = u_reach[np.ix_(u, u)] != v_reach[np.ix_(v, v)]
    if constraint in ("1:1", "N:1"):
        apart |= v[:, None] == v
    if constraint in ("1:1", "1:N"):
        apart |= u[:, None] == u
    conflict = (apart | apart.T) & ~np.eye(len(value), dtype=bool)
    chosen: BoolArray = ~conflict.any(axis=1)
    for component in _components(conflict, np.flatnonzero(~chosen)):
        chosen[component] = _independent(conflict[np.ix_(component, component)], value[component])
    return chosen


def _components(conflict: BoolArray, rows: IntArray) -> list[IntArray]:
    """The connected components of the conflicts among these pairs, as numbers of pairs."""
    if not len(rows):
        return []
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = len(rows)
    edges = np.nonzero(conflict[np.ix_(rows, rows)])
    graph = coo_array((np.ones(len(edges[0])), edges), shape=(size, size))
    count, label = connected_components(graph, directed=False)
    return [rows[label == k] for k in range(count)]


def _independent(conflict: BoolArray, value: FloatArray) -> BoolArray:
    """The set of pairs without conflict that has the largest total value, as a mask."""
    degrees = conflict.sum(axis=1)
    if (degrees == len(value) - 1).all():  # one clique
        return np.equal(np.arange(len(value)), np.argmax(value))
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    cliques = _cliques(conflict)
    row = np.repeat(np.arange(len(cliques)), list(map(len, cliques)))
    rows = csr_array((np.ones(len(row)), (row, np.concatenate(cliques))), shape=(len(cliques), len(value)))
    solution = milp(
        -value,
        integrality=np.ones(len(value), np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(rows, ub=1),
        options={"mip_rel_gap": 0},
    )
    assert solution.x is not None, solution.message
    return np.asarray(solution.x > 0.5)


def _cliques(conflict: BoolArray) -> list[IntArray]:
    """Sets of pairs that all conflict with each other. Each conflict is inside one of the sets."""
    uncovered = np.triu(conflict)
    cliques = []
    for first in range(len(conflict)):
        while uncovered[first].any():
            members = [first, int(np.argmax(uncovered[first]))]
            common = conflict[members[0]] & conflict[members[1]]
            while common.any():
                fresh = common & uncovered[first]
                members.append(int(np.argmax(fresh if fresh.any() else common)))
                common &= conflict[members[-1]]
            clique = np.sort(members)
            uncovered[np.ix_(clique, clique)] = False
            cliques.append(clique)
    return cliques
