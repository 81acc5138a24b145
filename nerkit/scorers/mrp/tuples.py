"""The tuples of MRP graphs that the measures `mrp` and `smatch` compare under a correspondence of nodes.

mrp     tops (node), labels (node, label), properties (node, name, value), anchors (node, positions), edges
        (source, target, label), attributes (source, target, label, name, value)
smatch  instances (node, label), the attributes TOP (node, label of the top), anchor and properties, and
        relations. An attribute of an edge is one more relation, which does not depend on the label of the
        edge. The label of a top is empty if the node has no label. Trailing `_` and `¦` are not compared.

Tuples are sets, so equal tuples count once. Two missing edge labels are equal. A node without a label has no
label tuple.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.correspondence.solver import Tuples
from nerkit.scorers.mrp.normal import NormalGraph

TYPES = range(6)  # types of tuples; ties are broken by the number of tuples in this order
TOPS, LABELS, PROPERTIES, ANCHORS, EDGES, ATTRIBUTES = TYPES
BARE = len(TYPES)  # the type of edges without labels; `edges_apart` adds them, and no score counts them
OF_NODES, OF_EDGES = (TOPS, LABELS, PROPERTIES, ANCHORS), (EDGES, ATTRIBUTES)

Key = tuple[Any, ...]  # the type, and the values that are equal in matching tuples


class TypedTuples(NamedTuple):
    """The tuples of a graph of *size* nodes: (node, key) for nodes and (source, target, key) for edges.

    A key begins with the type of the tuple.
    """

    size: int
    nodes: frozenset[tuple[int, Key]]
    edges: frozenset[tuple[int, int, Key]]

    def counts(self) -> list[int]:
        """The number of tuples of each type."""
        types = [*(key[0] for _, key in self.nodes), *(key[0] for _, _, key in self.edges)]
        counts: list[int] = np.bincount(types, minlength=len(TYPES) + 1).tolist()
        return counts

    def shared(self, partner: "TypedTuples", mapping: Sequence[int]) -> list[int]:
        """The number of tuples of each type that *partner* has, too. *mapping* gives each node's partner node
        or -1.
        """
        nodes = (one for one in self.nodes if (mapping[one[0]], one[1]) in partner.nodes)
        edges = (one for one in self.edges if (mapping[one[0]], mapping[one[1]], one[2]) in partner.edges)
        return self._replace(nodes=frozenset(nodes), edges=frozenset(edges)).counts()


def mrp(graph: NormalGraph) -> TypedTuples:
    """The tuples of a graph for the measure `mrp`."""
    nodes: list[tuple[int, Key]] = [(top, (TOPS,)) for top in graph.tops]
    nodes += [(i, (LABELS, label)) for i, label in enumerate(graph.labels) if label is not None]
    nodes += [(i, (PROPERTIES, *pair)) for i, pairs in enumerate(graph.properties) for pair in pairs]
    nodes += [(i, (ANCHORS, anchor)) for i, anchor in enumerate(graph.anchors) if anchor is not None]
    edges: list[tuple[int, int, Key]] = [(e.source, e.target, (EDGES, e.label)) for e in graph.edges]
    edges += [
        (e.source, e.target, (ATTRIBUTES, e.label, *pair)) for e in graph.edges for pair in e.attributes
    ]
    return TypedTuples(graph.size, frozenset(nodes), frozenset(edges))


def edges_apart(graph: NormalGraph) -> TypedTuples:
    """The tuples of `mrp`, with a further tuple for each edge without its label."""
    whole = mrp(graph)
    bare = {(edge.source, edge.target, (BARE,)) for edge in graph.edges}
    return whole._replace(edges=whole.edges | bare)


def smatch(graph: NormalGraph) -> TypedTuples:
    """The tuples of a graph for the measure `smatch`."""
    labels = [None if label is None else _plain(label) for label in graph.labels]
    nodes: list[tuple[int, Key]] = [(top, (TOPS, labels[top] or "")) for top in graph.tops]
    nodes += [(i, (LABELS, label)) for i, label in enumerate(labels) if label is not None]
    nodes += [
        (i, (PROPERTIES, *map(_plain, pair))) for i, pairs in enumerate(graph.properties) for pair in pairs
    ]
    nodes += [(i, (ANCHORS, anchor)) for i, anchor in enumerate(graph.anchors) if anchor is not None]
    edges: list[tuple[int, int, Key]] = [
        (e.source, e.target, (EDGES, None if e.label is None else _plain(e.label))) for e in graph.edges
    ]
    edges += [(e.source, e.target, (ATTRIBUTES, *pair)) for e in graph.edges for pair in e.attributes]
    return TypedTuples(graph.size, frozenset(nodes), frozenset(edges))


def _plain(text: str) -> str:
    """A text in the form in which SMATCH compares it."""
    return text.rstrip("¦").lower().rstrip("_")


def numbered(gold: TypedTuples, system: TypedTuples) -> tuple[Tuples, Tuples, tuple[IntArray, IntArray]]:
    """Number the keys of both sides, and return the numbered tuples of both and the types of the keys.

    The types are two arrays: types of node keys, and types of edge keys.
    """
    node_keys: dict[Key, int] = {}
    edge_keys: dict[Key, int] = {}
    sides = []
    for side in (gold, system):
        nodes = [(node, node_keys.setdefault(key, len(node_keys))) for node, key in side.nodes]
        edges = [
            (source, target, edge_keys.setdefault(key, len(edge_keys))) for source, target, key in side.edges
        ]
        node, node_key = np.array(nodes, np.int64).reshape(-1, 2).T
        source, target, edge_key = np.array(edges, np.int64).reshape(-1, 3).T
        sides.append(Tuples(side.size, node, node_key, source, target, edge_key))
    node_types, edge_types = (np.array([key[0] for key in keys], np.int64) for keys in (node_keys, edge_keys))
    return sides[0], sides[1], (node_types, edge_types)
