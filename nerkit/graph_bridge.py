"""MRP graphs as the graphs of AMR, and back.

An AMR graph in MRP has a concept as the label of each node, constants as its properties, roles as edge labels, and one top. What an
AMR graph cannot have is left out and counted: anchors, attributes of edges, further tops.
"""

from typing import Any

from nerkit.errors import plural
from nerkit.graphs import Builder, Graphs
from nerkit.model import NONE
from nerkit.mrp_graphs import Edge, MrpGraph, MrpGraphs, Node, base


def as_amr(corpus: MrpGraphs) -> Graphs:
    """The graphs as AMR graphs. Unlabelled nodes have an empty concept; a node is called by its id, after a letter."""
    built = Builder()
    lost = {"anchor": 0, "attribute of an edge": 0, "further top": 0}
    for graph in corpus.graphs:
        if graph is None:
            continue
        _add(graph, built)
        lost["anchor"] += sum(bool(node.anchors) for node in graph.nodes)
        lost["attribute of an edge"] += sum(len(edge.attributes) for edge in graph.edges)
        lost["further top"] += max(len(set(graph.tops)) - 1, 0)
    notes = [f"{plural(count, noun)} not taken into an AMR graph" for noun, count in lost.items() if count]
    return built.graphs(corpus.origins, [*corpus.warnings, *notes])


def _add(graph: MrpGraph, built: Builder) -> None:
    for i, node in enumerate(graph.nodes):
        built.name.append(built.names[f"n{node.id}" if not isinstance(node.id, str) else node.id])
        built.label.append(built.labels["" if node.label is None else str(node.label)])
        for name, value in node.properties:
            built.attribute += (i, built.roles[str(name)], built.values[str(value)])
    for edge in graph.edges:
        role = "" if edge.label is None else str(edge.label)
        built.edge += (edge.source, built.roles[role], edge.target)
    built.finish(graph.id, graph.tops[0] if graph.tops else NONE)


def as_mrp(corpus: Graphs) -> MrpGraphs:
    """AMR graphs as MRP graphs of the framework `amr`; quotes are taken off constants, inverted edges have their `normal`."""
    graphs = []
    for document in range(len(corpus.documents)):
        found = corpus.of(document)
        properties: list[list[tuple[str, str]]] = [[] for _ in found.names]
        for node, role, value in found.attributes:
            properties[node].append((role, _unquoted(value)))
        nodes = [Node(i, label or None, tuple(properties[i])) for i, label in enumerate(found.labels)]
        edges = [Edge(source, target, role, base(role)) for source, role, target in found.edges]
        tops = [found.top] if found.top != NONE else []
        meta: dict[str, Any] = {}
        graphs.append(MrpGraph(found.id, nodes, edges, tops, "amr", 2, meta=meta))
    return MrpGraphs(corpus.documents, list(graphs), corpus.origins, corpus.warnings)


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value
