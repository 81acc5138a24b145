"""Write MRP JSONL, version 1.1: one graph per line, nonempty fields in the order of the shared tasks."""

import json
from collections.abc import Iterator
from typing import Any

from nerkit.corpora.mrp import Edge, MrpGraph, MrpGraphs, Node, Pairs
from nerkit.writers.format import Writer

VERSION = 1.1
NO_TIME = "1970-01-01"


def write(corpus: MrpGraphs) -> Iterator[str]:
    """The line of each graph; a graph without a time gets a placeholder, because readers require a time."""
    for graph in corpus.graphs:
        if graph is not None:
            yield json.dumps(_graph(graph), ensure_ascii=False) + "\n"


def _graph(graph: MrpGraph) -> dict[str, Any]:
    meta = {"version": VERSION, "time": NO_TIME} | graph.meta
    fields = {
        "id": graph.id,
        "flavor": graph.flavor,
        "framework": graph.framework,
        "language": graph.language,
        **meta,
        "input": graph.input,
        "tops": [graph.nodes[top].id for top in graph.tops] or None,
        "nodes": [_node(node) for node in graph.nodes] or None,
        "edges": [_edge(edge, graph) for edge in graph.edges] or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _node(node: Node) -> dict[str, Any]:
    fields: dict[str, Any] = {"id": node.id}
    if node.label is not None:
        fields["label"] = node.label
    fields |= _lists("properties", node.properties)
    if node.anchors:
        fields["anchors"] = [{"from": start, "to": end} for start, end in node.anchors]
    return fields | (node.rest or {})


def _edge(edge: Edge, graph: MrpGraph) -> dict[str, Any]:
    fields = {
        "source": graph.nodes[edge.source].id,
        "target": graph.nodes[edge.target].id,
        "label": edge.label,
        "normal": edge.normal,
    }
    attributes = {"attributes": [name for name, _ in edge.attributes]} if edge.bare else None
    present = {key: value for key, value in fields.items() if value is not None}
    return present | (attributes or _lists("attributes", edge.attributes)) | (edge.rest or {})


def _lists(name: str, pairs: Pairs) -> dict[str, Any]:
    return {name: [key for key, _ in pairs], "values": [value for _, value in pairs]} if pairs else {}


WRITER = Writer(write, takes=MrpGraphs)
