"""Converts MRP graphs to AMR graphs, and back.

An AMR graph in MRP has concepts as node labels, constants as properties, roles as edge labels, and one top.
In MRP, a property has no quotes. In AMR, its constant gets quotes if it is not one word or equals the name of
a node. Parts that an AMR graph cannot have are left out and counted: anchors, attributes of edges, further
tops.
"""

import re
from collections.abc import Collection
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import NAME, WORD, Builder, Graphs
from nerkit.corpora.mrp import Edge, MrpGraph, MrpGraphs, Node, base
from nerkit.ground.warnings import Warned

MARKS = 2  # quotes around a string


def as_amr(corpus: MrpGraphs) -> Graphs:
    """MRP graphs as AMR graphs. Nodes without a label get an empty concept; node 7 gets the name n7."""
    built = Builder()
    lost = {"anchor": 0, "attribute of an edge": 0, "further top": 0}
    for graph in corpus.graphs:
        if graph is None:
            continue
        built.line = graph.line
        _add(graph, built)
        lost["anchor"] += sum(bool(node.anchors) for node in graph.nodes)
        lost["attribute of an edge"] += sum(len(edge.attributes) for edge in graph.edges)
        lost["further top"] += max(len(set(graph.tops)) - 1, 0)
    notes = [Warned("not-in-amr", count, noun=noun) for noun, count in lost.items() if count]
    return built.graphs(corpus.origins, [*corpus.warnings, *notes])


def _add(graph: MrpGraph, built: Builder) -> None:
    names = [node.id if isinstance(node.id, str) else f"n{node.id}" for node in graph.nodes]
    if not all(map(NAME.fullmatch, names)):
        names = [f"n{i}" for i in range(len(names))]
    for i, node in enumerate(graph.nodes):
        built.name.append(built.names[names[i]])
        built.label.append(built.labels[_quoted(str(node.label)) if node.label else ""])
        for name, value in node.properties:
            constant = _quoted(str(value), names)
            built.attribute.extend((i, built.roles[str(name)], built.values[constant]))
    for edge in graph.edges:
        role = "" if edge.label is None else str(edge.label)
        built.edge.extend((edge.source, built.roles[role], edge.target))
    built.finish(graph.id, graph.tops[0] if graph.tops else NONE, text=graph.input)


def as_mrp(corpus: Graphs) -> MrpGraphs:
    """AMR graphs as MRP graphs of the framework `amr`.

    Constants lose their quotes and escapes. Inverted edges get a `normal` label.
    """
    graphs = []
    for document in range(len(corpus.documents)):
        graph = corpus.of(document)
        properties: list[list[tuple[str, str]]] = [[] for _ in graph.names]
        for node, role, value in graph.attributes:
            properties[node].append((role, _unquoted(value)))
        nodes = [Node(i, label or None, tuple(properties[i])) for i, label in enumerate(graph.labels)]
        edges = [Edge(source, target, role, base(role)) for source, role, target in graph.edges]
        tops = [graph.top] if graph.top != NONE else []
        meta: dict[str, Any] = {}
        graphs.append(MrpGraph(graph.id, nodes, edges, tops, "amr", 2, meta=meta))
    return MrpGraphs(corpus.documents, list(graphs), corpus.origins, corpus.warnings)


def _unquoted(value: str) -> str:
    if len(value) < MARKS or not value[0] == value[-1] == '"':
        return value
    return re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL)


def _quoted(value: str, names: Collection[str] = ()) -> str:
    """A constant or concept in AMR notation, in quotes if it is not one word or equals a node's name."""
    if WORD.fullmatch(value) and value not in names:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
