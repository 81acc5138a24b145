"""Checks of MRP graphs.

Codes E1… mean unreadable graphs, E2… parts that count in an unexpected way, E3… parts that the framework does
not allow.

A check is a function from a graph to the places and particulars of its findings; its docstring is the
message.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nerkit.checks.checks import Checks, Finding
from nerkit.corpora.mrp import FLAVORS, MrpGraph, base
from nerkit.exceptions import some
from nerkit.io import Source
from nerkit.readers.graphs import mrp

Check = Callable[[MrpGraph], Iterator[str]]

UNREADABLE = "E101"  # a line that is not a graph: the reader's message
REPEATED = "E102"  # the second graph with this language, framework and id
SHOWN = 10  # findings of a kind in a graph that are listed
LABELLED = ("dm", "psd", "eds", "amr", "ptg")  # frameworks whose nodes have labels
ANCHORED = ("dm", "psd", "pas", "ccd", "eds")  # frameworks whose nodes are all anchored
UNANCHORED = ("amr", "drg")
LANGUAGES = ("ces", "deu", "eng", "zho")


def no_input(graph: MrpGraph) -> Iterator[str]:
    """Anchors without an input: they are compared as spans."""
    if not graph.input and any(node.anchors for node in graph.nodes):
        yield ""


def beyond(graph: MrpGraph) -> Iterator[str]:
    """An anchor beyond the input: it is cut."""
    length = len(graph.input or "")
    for node in graph.nodes if length else ():
        if any(start < 0 or end > length for start, end in node.anchors or ()):
            yield f"node {node.id}"


def empty_anchor(graph: MrpGraph) -> Iterator[str]:
    """An anchor that covers nothing: it is left out."""
    for node in graph.nodes:
        if node.anchors is not None and not any(end > start for start, end in node.anchors):
            yield f"node {node.id}"


def bare_attributes(graph: MrpGraph) -> Iterator[str]:
    """Attributes without values: they have no tuple."""
    for edge in graph.edges:
        if edge.bare:
            yield _edge(graph, edge.source, edge.target)


def guessed_inversion(graph: MrpGraph) -> Iterator[str]:
    """A label in -of, or mod, without `normal`: the edge is taken for an inverted one."""
    for edge in graph.edges:
        if edge.normal is None and base(edge.label):
            yield f"{_edge(graph, edge.source, edge.target)} {edge.label}"


def no_tops(graph: MrpGraph) -> Iterator[str]:
    """No top."""
    if graph.nodes and not graph.tops:
        yield ""


def alone(graph: MrpGraph) -> Iterator[str]:
    """A node without edges that is no top."""
    tied = {end for edge in graph.edges for end in edge[:2]} | set(graph.tops)
    for i, node in enumerate(graph.nodes):
        if i not in tied and len(graph.nodes) > 1:
            yield f"node {node.id}"


def wrong_flavor(graph: MrpGraph) -> Iterator[str]:
    """A flavor that is not that of the framework."""
    known = FLAVORS.get(graph.framework or "")
    if known is None or graph.flavor not in known:
        yield f"{graph.framework}, flavor {graph.flavor}"


def out_of_order(graph: MrpGraph) -> Iterator[str]:
    """Nodes of a bi-lexical graph that are not in the order of their words: --order depends on it."""
    if graph.flavor != 0:
        return
    starts = [node.anchors[0][0] for node in graph.nodes if node.anchors]
    if starts != sorted(starts):
        yield ""


def unlabelled(graph: MrpGraph) -> Iterator[str]:
    """A node without label, where the framework has them."""
    if graph.framework in LABELLED:
        yield from (f"node {node.id}" for node in graph.nodes if node.label is None)


def unexpected_label(graph: MrpGraph) -> Iterator[str]:
    """A node with a label or properties, where the framework has none: they count against precision."""
    if graph.framework == "ucca":
        yield from (f"node {node.id}" for node in graph.nodes if node.label is not None or node.properties)


def unanchored(graph: MrpGraph) -> Iterator[str]:
    """A node without anchor, where the framework has them."""
    if graph.framework in ANCHORED:
        yield from (f"node {node.id}" for node in graph.nodes if not node.anchors)


def unexpected_anchor(graph: MrpGraph) -> Iterator[str]:
    """A node with an anchor, where the framework has none: it counts against precision."""
    if graph.framework in UNANCHORED:
        yield from (f"node {node.id}" for node in graph.nodes if node.anchors)


def unknown_language(graph: MrpGraph) -> Iterator[str]:
    """A language that the shared tasks did not have."""
    if graph.language is not None and graph.language not in LANGUAGES:
        yield graph.language


CODES: dict[str, Check] = {
    "E201": no_input,
    "E202": beyond,
    "E203": empty_anchor,
    "E204": bare_attributes,
    "E205": guessed_inversion,
    "E206": no_tops,
    "E207": alone,
    "E208": unknown_language,
    "E301": wrong_flavor,
    "E302": out_of_order,
    "E303": unlabelled,
    "E304": unexpected_label,
    "E305": unanchored,
    "E306": unexpected_anchor,
}


def findings(sources: Sequence[Source], _: str) -> Iterator[Finding]:
    """Yield all findings, with unreadable graphs first."""
    corpus = mrp.read(sources, skip_invalid=True)
    yield from (Finding(skipped.place, UNREADABLE, skipped.problem) for skipped in corpus.skipped)
    seen: set[Any] = set()
    for graph in corpus.graphs:
        if graph is None:
            continue
        key = (graph.language, graph.framework, graph.id)
        if key in seen:
            yield Finding(graph.place, REPEATED, f"a second graph {graph.id!r}")
        seen.add(key)
        for code, check in CODES.items():
            places = list(check(graph))
            named = [place for place in places if place]
            listed = f": {some(named, SHOWN)}" if named else ""
            if places:
                yield Finding(graph.place, code, f"{_message(check)}{listed}")


def _message(check: Check) -> str:
    text = check.__doc__ or ""
    return text[0].lower() + text[1:].rstrip(".")


def _edge(graph: MrpGraph, source: int, target: int) -> str:
    return f"edge {graph.nodes[source].id} -> {graph.nodes[target].id}"


CHECKS = Checks(
    {
        UNREADABLE: "a line that is not a graph",
        REPEATED: "a second graph with this id",
        **{code: _message(check) for code, check in CODES.items()},
    },
    findings,
)
