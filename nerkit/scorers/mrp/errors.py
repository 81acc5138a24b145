"""The errors in MRP graphs: tuples of the measure `mrp` that only one side has.

    top 3   label 3 / cat   property pos(3, nn)   anchor 3 <4:7>   edge arg1(5, 3)
    attribute a(5, 3, remote, true)

A node is named by its id: a gold id in a missed tuple, a system id in a spurious tuple. All other values are
written in their normalised form, so inverted edges are turned round. Anchors are ranges of characters that
are not blank, or the spans if the graph has no input. An edge without a label is written with `-`. The text
around a tuple is the input around the anchors of its nodes, with the anchored text in brackets. For nodes
without anchors it is the whole input.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraph, MrpGraphs, Node
from nerkit.ground.patterns import regex
from nerkit.results.errors import Errors, excerpt, shortened
from nerkit.scorers.graph_errors import GraphTuple, listed
from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import GraphPair
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.tuples import ANCHORS, ATTRIBUTES, EDGES, LABELS, TOPS, Key, TypedTuples
from nerkit.scorers.task import Measure

KINDS = ("top", "label", "property", "anchor", "edge", "attribute")  # in the order of TYPES
ONES = regex("1+")
NOWHERE = MrpGraph("")  # stands in for a graph that one side does not have


def find(batch: Batch[MrpGraphs], _: Sequence[Measure], options: Options) -> Errors:
    """The tuples of each pair of graphs, with the agreeing tuples, under the correspondence of `mrp`."""
    gold, system, corresponding = [], [], []
    for ours, theirs in zip(batch.gold.graphs, batch.system.graphs, strict=True):
        missed, spurious, nodes = _pair(ours, theirs, options)
        gold.append(missed)
        system.append(spurious)
        corresponding.append(nodes)
    return listed(batch.documents, gold, system, corresponding)


def _pair(
    gold: MrpGraph | None, system: MrpGraph | None, options: Options
) -> tuple[list[GraphTuple], list[GraphTuple], dict[str, str]]:
    """The gold tuples and the system tuples of a pair, and gold node id -> corresponding system node id."""
    ours, theirs, best = GraphPair(gold, system, options).solved(tuples.mrp)
    backwards = [-1] * theirs.size
    for source, target in enumerate(best.mapping):
        if target >= 0:
            backwards[target] = source
    gold, system = gold or NOWHERE, system or NOWHERE
    return (
        list(_written(ours, theirs, best.mapping, (gold, gold.input or system.input))),
        list(_written(theirs, ours, backwards, (system, system.input or gold.input))),
        {
            str(gold.nodes[source].id): str(system.nodes[target].id)
            for source, target in enumerate(best.mapping)
            if 0 <= target < len(system.nodes) and source < len(gold.nodes)
        },
    )


def _written(
    side: TypedTuples, partner: TypedTuples, mapping: Sequence[int], written: tuple[MrpGraph, str | None]
) -> Iterator[GraphTuple]:
    """Yield the tuples of one side by kind, then in the order of their nodes. Each tuple says whether it
    agrees.

    *mapping* gives the partner's node of each node. *written* is the graph as it was read, and its text.
    """
    graph, text = written
    place = (graph.source, graph.line) if graph.source and graph.line else None
    whole = shortened(" ".join(text.split())) if text else None
    typed: list[tuple[Key, tuple[int, ...], bool]] = [
        (key, (node,), (mapping[node], key) in partner.nodes) for node, key in side.nodes
    ]
    typed += [
        (key, (source, target), (mapping[source], mapping[target], key) in partner.edges)
        for source, target, key in side.edges
    ]
    for key, nodes, agrees in sorted(typed, key=lambda one: (one[0][0], one[1], repr(one[0]))):
        named = [graph.nodes[node] for node in nodes]
        around = None if agrees or not text else _around(text, named) or whole
        names = tuple(str(node.id) for node in named)
        yield GraphTuple(KINDS[key[0]], _text(key, ", ".join(names)), agrees, around, place, names)


def _around(text: str, nodes: Iterable[Node]) -> str | None:
    """The text around the anchors of nodes; None for nodes without anchors."""
    anchors = ((max(0, start), min(end, len(text))) for node in nodes for start, end in node.anchors or ())
    return excerpt(text, [(start, end) for start, end in anchors if start < end])


def _text(key: Key, nodes: str) -> str:
    """A tuple as text for the list of errors; *nodes* are the ids of its nodes."""
    kind, *values = key
    if kind == TOPS:
        return nodes
    if kind == LABELS:
        return f"{nodes} / {values[0]}"
    if kind == ANCHORS:
        return f"{nodes} <{_ranges(values[0])}>"
    if kind in (EDGES, ATTRIBUTES):
        label = "-" if values[0] is None else values[0]
        return f"{label}({', '.join([nodes, *values[1:]])})"
    return f"{values[0]}({nodes}, {values[1]})"


def _ranges(anchor: Any) -> str:
    """The half-open ranges of an anchor as text, for example `4:7 9:12`."""
    if not isinstance(anchor, int):
        return " ".join(f"{start}:{end}" for start, end in anchor)
    runs = ONES.finditer(f"{anchor:b}"[::-1])  # the lowest bit is the first position
    return " ".join(f"{run.start()}:{run.end()}" for run in runs)
