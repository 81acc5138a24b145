"""The measures SDP, EDM and UCCA, which compare sets of tuples. Anchors identify the nodes of MRP graphs.

Nodes with equal anchors are one node here. Therefore nerkit does not look for a correspondence.
"""

import itertools
from collections.abc import Callable, Hashable
from typing import Any

from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import Anchor, NormalGraph

TOP = -1  # the other end of the virtual edge to a top

Places = list[Any]  # the identity of each node of a graph
Pick = Callable[[NormalGraph, Places], set[Any]]


def shared_items(ours: set[Any], theirs: set[Any]) -> PairNumbers:
    """Count two sets of items, and the items in both."""
    shared = len(ours & theirs)
    return PairNumbers(len(ours), len(theirs), shared, shared)


def span_places(pair: GraphPair) -> tuple[Places, Places]:
    """The identity of each node of both sides as a word: its spans, or under `page` its anchor."""
    if pair.options.anchors == "page":
        return pair.gold.anchors, pair.system.anchors
    return pair.gold.spans, pair.system.spans


def anchored_places(pair: GraphPair) -> tuple[Places, Places]:
    """The identity of each node of both sides at its anchor: positions, or spans if a graph has no text."""
    if (pair.gold.text and pair.system.text) or pair.options.anchors == "page":
        return _positions(pair.gold), _positions(pair.system)
    return pair.gold.spans, pair.system.spans


def sdp(pair: GraphPair, labeled: bool) -> PairNumbers:
    """Count the edges between spans, with labels if *labeled*. A top counts as an edge from TOP."""
    sides = zip((pair.gold, pair.system), span_places(pair), strict=True)
    return shared_items(*(_edges(graph, places, labeled) for graph, places in sides))


def sdp_exact(pair: GraphPair, labeled: bool) -> PairNumbers:
    """Count the graph as one item, which is shared if all edges and tops agree."""
    gold, system, shared, _ = pair.once(sdp, labeled)
    right = int(gold == system == shared)
    return PairNumbers(1, 1, right, right)


def _edges(graph: NormalGraph, place: Places, labeled: bool) -> set[Any]:
    """Edges and tops as (source, target, label); the label is None for tops and unless *labeled*."""
    edges = {
        (place[edge.source], place[edge.target], edge.label if labeled else None) for edge in graph.edges
    }
    return edges | {(TOP, place[top], None) for top in graph.tops}


def edm(pair: GraphPair, pick: Pick) -> PairNumbers:
    """Count the triples of one kind between nodes at anchors; *pick* collects the triples of a graph."""
    sides = zip((pair.gold, pair.system), anchored_places(pair), strict=True)
    return shared_items(*(pick(graph, places) for graph, places in sides))


def edm_all(pair: GraphPair) -> PairNumbers:
    """Count names, arguments, properties and tops together."""
    return PairNumbers(*map(sum, zip(*(pair.once(edm, pick) for pick in EDM), strict=True)))


def _positions(graph: NormalGraph) -> list[Anchor]:
    """The positions of each node as bits; 0 for a node without an anchor."""
    return [0 if anchor is None else anchor for anchor in graph.anchors]


def names(graph: NormalGraph, place: Places) -> set[Any]:
    """The labels of nodes, as (place, label)."""
    return {(place[i], label) for i, label in enumerate(graph.labels) if label is not None}


def arguments(graph: NormalGraph, place: Places) -> set[Any]:
    """The edges with their labels, as (place of source, place of target, label)."""
    return {(place[edge.source], place[edge.target], edge.label) for edge in graph.edges}


def properties(graph: NormalGraph, place: Places) -> set[Any]:
    """The properties of nodes, as (place, name, value)."""
    return {(place[i], *pair) for i, pairs in enumerate(graph.properties) for pair in pairs}


def tops(graph: NormalGraph, place: Places) -> set[Any]:
    """The places of the tops."""
    return {place[top] for top in graph.tops}


EDM: tuple[Pick, ...] = (names, arguments, properties, tops)


def ucca(pair: GraphPair, labeled: bool, remote: bool) -> PairNumbers:
    """Count edges between yields: remote or primary edges, with or without labels."""
    ours, theirs = (
        {
            (of[edge.source], of[edge.target], edge.label if labeled else None)
            for edge in graph.edges
            if edge.remote == remote
        }
        for graph, of in pair.once(_with_yields)
    )
    return shared_items(ours, theirs)


def _with_yields(pair: GraphPair) -> list[tuple[NormalGraph, list[Hashable]]]:
    return [(graph, yields(graph)) for graph in (pair.gold, pair.system)]


def yields(graph: NormalGraph) -> list[Hashable]:
    """The yield of each node: its anchor and the anchors of all nodes that primary edges lead to from the
    node.

    A yield is an integer with a bit for each position, or a set of spans if there is no text. On a cycle, one
    node is reached first in file order. It adds only its own anchor to nodes that reach it again. mtool does
    so, too, but orders edges by a hash.
    """
    below: list[list[int]] = [[] for _ in range(graph.size)]
    for edge in graph.edges:
        if not edge.remote:
            below[edge.source].append(edge.target)
    covers = _own_anchors(graph)
    met = [False] * graph.size
    for root in range(graph.size):
        path = [] if met[root] else [(root, covers[root], iter(below[root]))]
        met[root] = True
        while path:
            node, cover, children = path.pop()
            for child in children:
                if not met[child]:
                    met[child] = True
                    # the chain begins with the child again, because its cover is known then
                    path += [
                        (node, cover, itertools.chain((child,), children)),
                        (child, covers[child], iter(below[child])),
                    ]
                    break
                cover |= covers[child]
            else:
                covers[node] = cover
    return list(covers)


def _own_anchors(graph: NormalGraph) -> list[Any]:
    """The anchor of each node in a form that `|` joins: positions as bits, or a set of spans."""
    if any(isinstance(anchor, tuple) for anchor in graph.anchors):
        return [frozenset(spans) for spans in graph.spans]
    return _positions(graph)
