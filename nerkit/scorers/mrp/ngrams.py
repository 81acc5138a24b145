"""Semantic n-grams: SemBLEU's paths (`scorers.graph_paths`) of MRP graphs of any framework.

The label names a node. Without a label, as in UCCA, the anchor names the node, so that words differ by their
places. Properties are nodes of their own that edges of their names lead to. Edges are the edges that all
measures compare: inverted edges are turned round, and attributes are left out.

    gold   sleep --arg1--> cat          paths of 1 node    sleep  cat
                                        paths of 2 nodes   sleep :arg1 cat
"""

from nerkit.algorithms.columns import NONE
from nerkit.scorers.graph_paths import PathCounts, PathGraph, path_counts
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import NormalGraph


def paths(nodes: int, longest: int, pair: GraphPair) -> PairNumbers:
    """The numbers of paths with this number of nodes: gold, system, shared."""
    counts = pair.once(_counts, longest)[nodes - 1]
    return PairNumbers(counts.gold, counts.system, counts.shared, counts.shared)


def sizes(pair: GraphPair) -> PairNumbers:
    """The numbers of nodes and edges of both sides."""
    gold, system = (graph.size for graph in pair.once(_graphs))
    return PairNumbers(gold, system, 0, 0)


def _counts(pair: GraphPair, longest: int) -> list[PathCounts]:
    return path_counts(*pair.once(_graphs), longest)


def _graphs(pair: GraphPair) -> tuple[PathGraph, PathGraph]:
    return path_graph(pair.gold), path_graph(pair.system)


def path_graph(graph: NormalGraph) -> PathGraph:
    """A graph with its properties as nodes."""
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
