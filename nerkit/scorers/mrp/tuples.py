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

from nerkit.algorithms.correspondence.problem import Tuples
from nerkit.algorithms.correspondence.ranked import TypedProblems
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


def numbered(pairs: Sequence[tuple[TypedTuples, TypedTuples]]) -> TypedProblems:
    """Number the nodes and the keys of pairs of graphs, one pair after another."""
    nodes: list[list[int]] = [[], []]  # node, key, node, key, … of each side
    edges: list[list[int]] = [[], []]  # source, target, key, …
    types: list[list[tuple[int, int]]] = [[], []]  # pair and type of each key
    first = [0, 0]  # the number of the first node
    for place, pair in enumerate(pairs):
        node_keys: dict[Key, int] = {}
        edge_keys: dict[Key, int] = {}
        of_nodes, of_edges = map(len, types)
        for at, side in enumerate(pair):
            begin = first[at]
            for node, key in side.nodes:
                nodes[at] += begin + node, of_nodes + node_keys.setdefault(key, len(node_keys))
            for source, target, key in side.edges:
                number = of_edges + edge_keys.setdefault(key, len(edge_keys))
                edges[at] += begin + source, begin + target, number
            first[at] += side.size
        for kinds, keys in zip(types, (node_keys, edge_keys), strict=True):
            kinds += [(place, key[0]) for key in keys]
    columns = [
        (*np.array(one, np.int64).reshape(-1, 2).T, *np.array(two, np.int64).reshape(-1, 3).T)
        for one, two in zip(nodes, edges, strict=True)
    ]
    gold, system = (Tuples(size, *of_side) for size, of_side in zip(first, columns, strict=True))
    heights, widths = np.array([[side.size for side in pair] for pair in pairs]).T
    of_node, of_edge = (np.array(kinds, np.int64).reshape(-1, 2).T for kinds in types)
    most = np.array([[side.counts() for side in pair] for pair in pairs]).min(axis=1)
    sides = (gold, system), (heights, widths), ((of_node[0], of_node[1]), (of_edge[0], of_edge[1]))
    return TypedProblems(*sides, most, BARE)
