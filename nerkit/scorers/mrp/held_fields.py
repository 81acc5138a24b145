"""The fields of nodes and edges that measures compare. Some frameworks have no labels or no anchors."""

from collections.abc import Callable, Sequence
from typing import Any

from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.scorers.missing_fields import Held, ItemField

WITHOUT_LABELS = ("ucca",)
WITHOUT_ANCHORS = ("amr", "drg")
ANCHORS = "anchors"


def _field(
    noun: str,
    name: str,
    items: Callable[[MrpGraph], Sequence[Any]],
    value: Callable[[Any], Any],
    *,
    without: Sequence[str] = (),
    lack_is_told: bool = False,
) -> ItemField:
    """Describe a field called *name* of the *items* of graphs; *value* reads the field of an item.

    The frameworks in *without* do not have the field and are skipped. *noun* is the word for an item.
    """

    def held(side: MrpGraphs) -> Held:
        """Count the items of a side, and find out whether any of them has the field.

        Anchors are alike only if an anchor does not end before it begins.
        """
        graphs = [graph for graph in side.graphs if graph is not None and graph.framework not in without]
        values = [value(item) for graph in graphs for item in items(graph)]
        like = name != ANCHORS or any(start <= end for anchors in values for start, end in anchors or ())
        return Held(len(values), any(values), is_alike=like)

    return ItemField(noun, name, held, lack_is_told=lack_is_told)


def _nodes(graph: MrpGraph) -> Sequence[Any]:
    return graph.nodes


def _connected(graph: MrpGraph) -> Sequence[MrpGraph]:
    """A list with the graph if it has several nodes, otherwise an empty list."""
    return [graph] if len(graph.nodes) > 1 else []


HELD = {
    "label": _field("node", "a label", _nodes, lambda node: node.label is not None, without=WITHOUT_LABELS),
    "anchors": _field("node", ANCHORS, _nodes, lambda node: node.anchors, without=WITHOUT_ANCHORS),
    # graphs without properties are usual, so nerkit warns only if one side alone has none
    "properties": _field("node", "properties", _nodes, lambda node: node.properties, lack_is_told=True),
    "edges": _field("graph", "edges", _connected, lambda graph: graph.edges),
    "edge label": _field("edge", "a label", lambda graph: graph.edges, lambda edge: edge.label is not None),
    "tops": _field("graph", "a top", _connected, lambda graph: graph.tops),
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
