"""The tuples of MRP graphs that can agree under a correspondence of nodes: the tuples of `mrp` and of
`smatch`.

mrp     tops (node), labels (node, label), properties (node, name, value), anchors (node, positions), edges
        (source, target, label), attributes (source, target, label, name, value)
smatch  instance (node, label) and the attributes TOP (node, label of the top), anchor and properties;
        relations. An attribute of an edge is one more relation, whatever the label of the edge. The label of
        a top is empty if there is none. Trailing `_` and `¦` are not compared.

Sets: what repeats counts once. Two missing edge labels are equal; a node without a label has no label tuple.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.correspondence.solver import Tuples
from nerkit.scorers.mrp.normal import NormalGraph

TYPES = range(6)  # in the order in which more of them is preferred
TOPS, LABELS, PROPERTIES, ANCHORS, EDGES, ATTRIBUTES = TYPES
BARE = len(TYPES)  # edges without labels, which no score counts and `edges_apart` adds
OF_NODES, OF_EDGES = (TOPS, LABELS, PROPERTIES, ANCHORS), (EDGES, ATTRIBUTES)

Key = tuple[Any, ...]  # the type, and what is equal in matching tuples


class TypedTuples(NamedTuple):
    """The tuples of a graph of *size* nodes: (node, key) and (source, target, key).

    A key begins with the type.
    """

    size: int
    nodes: frozenset[tuple[int, Key]]
    edges: frozenset[tuple[int, int, Key]]

    def counts(self) -> list[int]:
        """The number of tuples of each type."""
        counts = [0] * (len(TYPES) + 1)
        for _, key in self.nodes:
            counts[key[0]] += 1
        for _, _, key in self.edges:
            counts[key[0]] += 1
        return counts

    def shared(self, partner: "TypedTuples", mapping: Sequence[int]) -> list[int]:
        """The number of tuples of each type that *partner* has, too; node i is its node mapping[i] (-1:
        none).
        """
        counts = [0] * (len(TYPES) + 1)
        for node, key in self.nodes:
            if (mapping[node], key) in partner.nodes:
                counts[key[0]] += 1
        for source, target, key in self.edges:
            if (mapping[source], mapping[target], key) in partner.edges:
                counts[key[0]] += 1
        return counts


def mrp(graph: NormalGraph) -> TypedTuples:
    """The tuples of the measure `mrp`."""
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
    """The tuples of `mrp`, and each edge once more without its label."""
    whole = mrp(graph)
    bare = {(edge.source, edge.target, (BARE,)) for edge in graph.edges}
    return whole._replace(edges=whole.edges | bare)


def smatch(graph: NormalGraph) -> TypedTuples:
    """The tuples of the measure `smatch`."""
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
    """A text as SMATCH compares it."""
    return text.rstrip("¦").lower().rstrip("_")


def numbered(gold: TypedTuples, system: TypedTuples) -> tuple[Tuples, Tuples, tuple[IntArray, IntArray]]:
    """Both sides as tuples for the solver, with common numbers as keys; and the types of these keys.

    The types are two arrays: keys of nodes, and keys of edges.
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
