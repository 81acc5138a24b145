"""Semantic n-grams: SemBLEU's paths (`scorers.graph_paths`) in MRP graphs of any framework.

A node is called by its label. A node without a label, as in UCCA, is called by its anchor, so that words at
different places differ. Each property is a node, and an edge with the property's name leads to it. The edges
are the normalised edges: inverted edges are turned round, and attributes are left out.

    gold   sleep --arg1--> cat          paths of 1 node    sleep  cat
                                        paths of 2 nodes   sleep :arg1 cat
"""

from nerkit.algorithms.columns import NONE
from nerkit.scorers.graph_paths import PathCounts, PathGraph, path_counts
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import NormalGraph


def paths(pair: GraphPair, nodes: int, longest: int) -> PairNumbers:
    """Count the paths with *nodes* nodes. *longest* is the number of nodes of the longest path of the
    measure.
    """
    counts = pair.once(_counts, longest)[nodes - 1]
    return PairNumbers(counts.gold, counts.system, counts.shared, counts.shared)


def sizes(pair: GraphPair) -> PairNumbers:
    """Count the nodes and edges of both graphs; no item is shared."""
    gold, system = (graph.size for graph in pair.once(_graphs))
    return PairNumbers(gold, system, 0, 0)


def _counts(pair: GraphPair, longest: int) -> list[PathCounts]:
    return path_counts(*pair.once(_graphs), longest)


def _graphs(pair: GraphPair) -> tuple[PathGraph, PathGraph]:
    return path_graph(pair.gold), path_graph(pair.system)


def path_graph(graph: NormalGraph) -> PathGraph:
    """The graph as SemBLEU sees it, with each property as a node."""
    names = zip(graph.labels, graph.anchors, strict=True)
    labels = [label if label is not None else f"<{anchor}>" for label, anchor in names]
    edges: list[list[tuple[str, int]]] = [[] for _ in labels]
    for node, pairs in enumerate(graph.properties):
        for name, value in pairs:
            edges[node].append((f":{name}", len(labels)))
            labels.append(value)
            edges.append([])
    for edge in graph.edges:
        edges[edge.source].append((f":{edge.label or ''}", edge.target))
    return PathGraph(labels, edges, graph.tops[0] if graph.tops else NONE)
