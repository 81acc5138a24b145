"""The measures of MRP graphs whose nodes are known by their anchors: SDP, EDM and UCCA, as sets of tuples.

Nodes with the same anchor are the same node there, so that no correspondence has to be found.
"""

import itertools
from collections.abc import Callable, Hashable
from typing import Any

from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import Anchor, NormalGraph

TOP = -1  # the other end of the virtual edge to a top

Places = list[Any]  # what each node of a graph is known by
Pick = Callable[[NormalGraph, Places], set[Any]]


def shared_items(ours: set[Any], theirs: set[Any]) -> PairNumbers:
    """The numbers of two sets of items."""
    shared = len(ours & theirs)
    return PairNumbers(len(ours), len(theirs), shared, shared)


def span_places(pair: GraphPair) -> tuple[Places, Places]:
    """The places that identify the nodes of both sides as words: their spans, or anchors under `page`."""
    if pair.rules.anchors == "page":
        return pair.gold.anchors, pair.system.anchors
    return pair.gold.spans, pair.system.spans


def anchored_places(pair: GraphPair) -> tuple[Places, Places]:
    """The places of the nodes of both sides at an anchor: positions if both have a text, spans if not."""
    if (pair.gold.text and pair.system.text) or pair.rules.anchors == "page":
        return _positions(pair.gold), _positions(pair.system)
    return pair.gold.spans, pair.system.spans


def sdp(labeled: bool, pair: GraphPair) -> PairNumbers:
    """Edges between spans, with or without label, tops being edges from nowhere."""
    return pair.once(_sdp, labeled)


def sdp_exact(labeled: bool, pair: GraphPair) -> PairNumbers:
    """One item for the graph, which is shared if all edges and tops agree."""
    gold, system, shared, _ = sdp(labeled, pair)
    right = int(gold == system == shared)
    return PairNumbers(1, 1, right, right)


def _sdp(pair: GraphPair, labeled: bool) -> PairNumbers:
    sides = zip((pair.gold, pair.system), span_places(pair), strict=True)
    ours, theirs = (_edges(graph, places, labeled) for graph, places in sides)
    return shared_items(ours, theirs)


def _edges(graph: NormalGraph, place: Places, labeled: bool) -> set[Any]:
    """Edges and tops as source, target and, if *labeled*, label (None of a top)."""
    edges = {
        (place[edge.source], place[edge.target], edge.label if labeled else None) for edge in graph.edges
    }
    return edges | {(TOP, place[top], None) for top in graph.tops}


def edm(pick: Pick, pair: GraphPair) -> PairNumbers:
    """The triples of one kind, of nodes at an anchor: positions if both sides have a text, spans if not."""
    return pair.once(_edm, pick)


def edm_all(pair: GraphPair) -> PairNumbers:
    """Names, arguments, properties and tops together."""
    return PairNumbers(*map(sum, zip(*(edm(pick, pair) for pick in EDM), strict=True)))


def _edm(pair: GraphPair, pick: Pick) -> PairNumbers:
    sides = zip((pair.gold, pair.system), anchored_places(pair), strict=True)
    ours, theirs = (pick(graph, places) for graph, places in sides)
    return shared_items(ours, theirs)


def _positions(graph: NormalGraph) -> list[Anchor]:
    """The positions of each node, none of one without anchor."""
    return [0 if anchor is None else anchor for anchor in graph.anchors]


def names(graph: NormalGraph, place: Places) -> set[Any]:
    """The labels of nodes."""
    return {(place[i], label) for i, label in enumerate(graph.labels) if label is not None}


def arguments(graph: NormalGraph, place: Places) -> set[Any]:
    """The edges with their labels."""
    return {(place[edge.source], place[edge.target], edge.label) for edge in graph.edges}


def properties(graph: NormalGraph, place: Places) -> set[Any]:
    """The properties of nodes."""
    return {(place[i], *pair) for i, pairs in enumerate(graph.properties) for pair in pairs}


def tops(graph: NormalGraph, place: Places) -> set[Any]:
    """The tops."""
    return {place[top] for top in graph.tops}


EDM: tuple[Pick, ...] = (names, arguments, properties, tops)


def ucca(pair: GraphPair, *, labeled: bool, remote: bool) -> PairNumbers:
    """Edges between yields, primary or remote, with or without label."""
    ours, theirs = (
        {
            (of[edge.source], of[edge.target], edge.label if labeled else None)
            for edge in graph.edges
            if edge.remote == remote
        }
        for graph, of in zip((pair.gold, pair.system), pair.once(_yields), strict=True)
    )
    return shared_items(ours, theirs)


def _yields(pair: GraphPair) -> tuple[list[Hashable], list[Hashable]]:
    return yields(pair.gold), yields(pair.system)


def yields(graph: NormalGraph) -> list[Hashable]:
    """The yield of each node: its own anchor and the anchors of all nodes that it reaches over edges that are
    not remote.

    Positions as bits, or a set of spans without a text. On a cycle, the node that is reached first in file
    order adds only its own anchor to nodes that reach it again. In mtool it is so, too, but edges are ordered
    by a hash.
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
                    # the child once more, whose cover is known when this node goes on
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
    """The anchor of each node, in a form that `|` joins: positions as bits, or a set of spans."""
    if any(isinstance(anchor, tuple) for anchor in graph.anchors):
        return [frozenset(spans) for spans in graph.spans]
    return _positions(graph)
