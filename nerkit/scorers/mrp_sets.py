"""The measures of MRP graphs whose nodes are known by their anchors: SDP, EDM and UCCA, as sets of tuples.

Each gives counts (gold, system, shared) by row name. Nodes with the same anchor are the same node there, so that no
correspondence has to be found.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from nerkit.scorers.mrp_normal import Anchor, NormalGraph, Rules

Numbers = tuple[int, int, int]  # gold, system, shared
Sets = dict[str, set[Hashable]]

TOP = -1  # the other end of the virtual edge to a top
NAMES = {
    "sdp": ("sdp/labeled", "sdp/labeled/exact", "sdp/unlabeled", "sdp/unlabeled/exact"),
    "edm": ("edm/all", "edm/names", "edm/arguments", "edm/properties", "edm/tops"),
    "ucca": ("ucca/labeled/primary", "ucca/labeled/remote", "ucca/unlabeled/primary", "ucca/unlabeled/remote"),
}


def sdp(gold: NormalGraph, system: NormalGraph, rules: Rules) -> dict[str, Numbers]:
    """Edges between spans, with and without label, tops being edges from nowhere; and whether all of them agree."""
    ours, theirs = (_edges(graph, graph.anchors if rules.anchors == "page" else graph.spans) for graph in (gold, system))
    found = {f"sdp/{name}": _shared(ours[name], theirs[name]) for name in ours}
    exact = {f"{name}/exact": (1, 1, int(c == g == s)) for name, (g, s, c) in found.items()}
    return {name: (found | exact)[name] for name in NAMES["sdp"]}


def _edges(graph: NormalGraph, node: list[Any]) -> Sets:
    labelled = {(node[edge.source], node[edge.target], edge.label) for edge in graph.edges}
    tops = {(TOP, node[top], None) for top in graph.tops}
    bare = {(source, target) for source, target, _ in labelled | tops}
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

    Positions as bits, or a set of spans where there is no text. Nodes on a cycle cover the same.
    """
    below: list[list[int]] = [[] for _ in range(graph.size)]
    for edge in graph.edges:
        if not edge.remote:
            below[edge.source].append(edge.target)
    own, join = _own(graph)
    found: list[Any] = list(own)
    for component in _components(below):
        cover = found[component[0]]
        for node in component:
            cover = join(cover, found[node])
            for child in below[node]:
                cover = join(cover, found[child])
        for node in component:
            found[node] = cover
    return found


def _own(graph: NormalGraph) -> tuple[list[Any], Callable[[Any, Any], Any]]:
    """The anchor of each node, and how two are joined."""
    if any(isinstance(anchor, tuple) for anchor in graph.anchors):
        return [frozenset(spans) for spans in graph.spans], lambda one, other: one | other
    return _places(graph), lambda one, other: one | other


def _components(below: list[list[int]]) -> Iterable[list[int]]:
    """Strongly connected components, each after all that it reaches (Tarjan, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    done: set[int] = set()
    for root in range(len(below)):
        work = [(root, iter(below[root]))] if root not in order else []
        while work:
            node, children = work[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                stack.append(node)
            for child in children:
                if child not in order:
                    work.append((child, iter(below[child])))
                    break
                if child not in done:
                    low[node] = min(low[node], order[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    cut = stack.index(node)
                    yield stack[cut:]
                    done.update(stack[cut:])
                    del stack[cut:]


def _shared(ours: set[Hashable], theirs: set[Hashable]) -> Numbers:
    return len(ours), len(theirs), len(ours & theirs)


MEASURES = {"sdp": sdp, "edm": edm, "ucca": ucca}
