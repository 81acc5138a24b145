"""The measures of MRP graphs whose nodes are known by their anchors: SDP, EDM and UCCA, as sets of tuples.

Each gives counts (gold, system, shared) by row name. Nodes with the same anchor are the same node there, so that no
correspondence has to be found.
"""

import itertools
from collections.abc import Hashable
from typing import Any

from nerkit.scorers.mrp.normal import Anchor, NormalGraph, Rules

Numbers = tuple[int, int, int]  # gold, system, shared
Sets = dict[str, set[Hashable]]

TOP = -1  # the other end of the virtual edge to a top
NAMES = {
    "sdp": ("sdp/labeled", "sdp/unlabeled", "sdp/labeled/exact", "sdp/unlabeled/exact"),
    "edm": ("edm/all", "edm/names", "edm/arguments", "edm/properties", "edm/tops"),
    "ucca": (
        "ucca/labeled/primary",
        "ucca/labeled/remote",
        "ucca/unlabeled/primary",
        "ucca/unlabeled/remote",
    ),
}


def sdp(gold: NormalGraph, system: NormalGraph, rules: Rules) -> dict[str, Numbers]:
    """Edges between spans, with and without label, tops being edges from nowhere; and whether all of them agree."""
    ours, theirs = (
        _edges(graph, graph.anchors if rules.anchors == "page" else graph.spans) for graph in (gold, system)
    )
    found = {f"sdp/{name}": _shared(ours[name], theirs[name]) for name in ours}
    exact = {f"{name}/exact": (1, 1, int(c == g == s)) for name, (g, s, c) in found.items()}
    return {name: (found | exact)[name] for name in NAMES["sdp"]}


def _edges(graph: NormalGraph, node: list[Any]) -> Sets:
    labelled = {(node[edge.source], node[edge.target], edge.label) for edge in graph.edges}
    tops = {(TOP, node[top], None) for top in graph.tops}
    bare: set[Hashable] = {(source, target) for source, target, _ in labelled | tops}
    return {"labeled": labelled | tops, "unlabeled": bare}


def edm(gold: NormalGraph, system: NormalGraph, rules: Rules) -> dict[str, Numbers]:
    """Names, arguments, properties and tops of the nodes at an anchor; positions where both sides have a text, else spans."""
    positions = (gold.text and system.text) or rules.anchors == "page"
    ours, theirs = (_triples(graph, _places(graph) if positions else graph.spans) for graph in (gold, system))
    found = {f"edm/{name}": _shared(ours[name], theirs[name]) for name in ours}
    columns = zip(*found.values(), strict=True)
    total = {"edm/all": tuple(map(sum, columns))}
    return total | found  # type: ignore[return-value]


def _places(graph: NormalGraph) -> list[Anchor]:
    """The positions of each node, none of one without anchor."""
    return [0 if anchor is None else anchor for anchor in graph.anchors]


def _triples(graph: NormalGraph, node: list[Any]) -> Sets:
    return {
        "names": {(node[i], label) for i, label in enumerate(graph.labels) if label is not None},
        "arguments": {(node[edge.source], node[edge.target], edge.label) for edge in graph.edges},
        "properties": {(node[i], *pair) for i, pairs in enumerate(graph.properties) for pair in pairs},
        "tops": {node[top] for top in graph.tops},
    }


def ucca(gold: NormalGraph, system: NormalGraph, _: Rules) -> dict[str, Numbers]:
    """Edges between yields, primary and remote ones apart, with and without label."""
    ours, theirs = (_yield_edges(graph) for graph in (gold, system))
    return {f"ucca/{name}": _shared(ours[name], theirs[name]) for name in ours}


def _yield_edges(graph: NormalGraph) -> Sets:
    of = yields(graph)
    found: Sets = {name.removeprefix("ucca/"): set() for name in NAMES["ucca"]}
    for edge in graph.edges:
        kind = "remote" if edge.remote else "primary"
        found[f"labeled/{kind}"].add((of[edge.source], of[edge.target], edge.label))
        found[f"unlabeled/{kind}"].add((of[edge.source], of[edge.target]))
    return found


def yields(graph: NormalGraph) -> list[Hashable]:
    """What each node covers: its own anchor and those of all it reaches over edges that are not remote.

    Positions as bits, or a set of spans where there is no text. On a cycle the node that is met first, in the order of the file, gives
    what it reaches through it nothing but its own anchor, as mtool does (whose order of edges is that of a hash).
    """
    below: list[list[int]] = [[] for _ in range(graph.size)]
    for edge in graph.edges:
        if not edge.remote:
            below[edge.source].append(edge.target)
    found = _own(graph)
    met = [False] * graph.size
    for root in range(graph.size):
        path = [] if met[root] else [(root, found[root], iter(below[root]))]
        met[root] = True
        while path:
            node, cover, children = path.pop()
            for child in children:
                if not met[child]:
                    met[child] = True
                    path += [
                        (node, cover, itertools.chain((child,), children)),
                        (child, found[child], iter(below[child])),
                    ]
                    break
                cover |= found[child]
            else:
                found[node] = cover
    return list(found)


def _own(graph: NormalGraph) -> list[Any]:
    """The anchor of each node, as what can be joined."""
    if any(isinstance(anchor, tuple) for anchor in graph.anchors):
        return [frozenset(spans) for spans in graph.spans]
    return _places(graph)


def _shared(ours: set[Hashable], theirs: set[Hashable]) -> Numbers:
    return len(ours), len(theirs), len(ours & theirs)


MEASURES = {"sdp": sdp, "edm": edm, "ucca": ucca}
