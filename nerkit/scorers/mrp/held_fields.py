"""The fields of nodes and edges that measures compare; some frameworks lack labels, or anchors."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.scorers.held import Held, ItemField

WITHOUT_LABELS = ("ucca",)
WITHOUT_ANCHORS = ("amr", "drg")
ONE_NODE = 1


def _held(
    of_graph: Callable[[MrpGraph], Iterable[Any]],
    without: tuple[str, ...],
    size: Callable[[MrpGraph], int],
    side: MrpGraphs,
) -> Held:
    """The presence of a field in the graphs of a side.

    *of_graph* gives for each node or edge of a graph whether it has the field, *size* how many could have it.

    Frameworks *without* it are not looked at.
    """
    graphs = [graph for graph in side.graphs if graph is not None and graph.framework not in without]
    return Held(sum(map(size, graphs)), any(any(of_graph(graph)) for graph in graphs))


def _nodes(graph: MrpGraph) -> int:
    return len(graph.nodes)


def _edges(graph: MrpGraph) -> int:
    return len(graph.edges)


def _one(graph: MrpGraph) -> int:
    return int(len(graph.nodes) > ONE_NODE)


def _of_nodes(what: Callable[[Any], Any], graph: MrpGraph) -> Iterable[bool]:
    return (bool(what(node)) for node in graph.nodes)


def _labelled(graph: MrpGraph) -> Iterable[bool]:
    return (edge.label is not None for edge in graph.edges)


def _label(node: Any) -> bool:
    return node.label is not None


def _anchors(node: Any) -> Any:
    return node.anchors


def _of_anchors(side: MrpGraphs) -> Held:
    """The presence of anchors in nodes, where one that ends before it begins is not like an anchor."""
    held = _held(partial(_of_nodes, _anchors), WITHOUT_ANCHORS, _nodes, side)
    nodes = (node for graph in side.graphs if graph is not None for node in graph.nodes)
    return held._replace(is_alike=any(start <= end for node in nodes for start, end in node.anchors or ()))


def _properties(node: Any) -> Any:
    return node.properties


def _some_edges(graph: MrpGraph) -> Iterable[bool]:
    return [bool(graph.edges)]


def _tops(graph: MrpGraph) -> Iterable[bool]:
    return [bool(graph.tops)]


def _field(noun: str, name: str, *how: Any, lack_is_told: bool = False) -> ItemField:
    return ItemField(noun, name, partial(_held, *how), lack_is_told=lack_is_told)


HELD = {
    "label": _field("node", "a label", partial(_of_nodes, _label), WITHOUT_LABELS, _nodes),
    "anchors": ItemField("node", "anchors", _of_anchors),
    # graphs without properties are usual, so that only a side which alone lacks them is told of
    "properties": _field(
        "node", "properties", partial(_of_nodes, _properties), (), _nodes, lack_is_told=True
    ),
    "edges": _field("graph", "edges", _some_edges, (), _one),
    "edge label": _field("edge", "a label", _labelled, (), _edges),
    "tops": _field("graph", "a top", _tops, (), _one),
}
EDGES = ("edges", "edge label")
LOOKS = {  # measure -> fields
    "mrp": ("label", "anchors", "properties", "tops", *EDGES),
    "smatch": ("label", "anchors", "properties", *EDGES),
    "sembleu": ("label", *EDGES),
    "mrp/labels": ("label",),
    "mrp/properties": ("properties",),
    "mrp/anchors": ("anchors",),
    "mrp/tops": ("tops",),
    "mrp/nodes": ("label", "anchors", "properties", "tops"),
    "mrp/edges": EDGES,
    "mrp/edges-all": EDGES,
    "mrp/edges/unlabeled": ("edges",),
    "predications": (*EDGES, "label"),
    "predications/frames": EDGES,
    **dict.fromkeys(("sdp/labeled", "sdp/labeled/exact"), (*EDGES, "anchors", "tops")),
    **dict.fromkeys(("sdp/unlabeled", "sdp/unlabeled/exact"), ("edges", "anchors", "tops")),
    "edm/all": ("label", "anchors", "properties", *EDGES),
    "edm/names": ("label", "anchors"),
    "edm/arguments": (*EDGES, "anchors"),
    "edm/properties": ("properties", "anchors"),
    "edm/tops": ("tops", "anchors"),
    **dict.fromkeys(("ucca/labeled/primary", "ucca/labeled/remote"), (*EDGES, "anchors")),
    **dict.fromkeys(("ucca/unlabeled/primary", "ucca/unlabeled/remote"), ("edges", "anchors")),
}
