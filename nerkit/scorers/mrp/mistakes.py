"""What is wrong in MRP graphs: the tuples of the measure `mrp` that only one side has, under the best correspondence of nodes.

    top 3   label 3 / cat   property pos(3, nn)   anchor 3 <4:7>   edge arg1(5, 3)   attribute a(5, 3, remote, true)

Nodes are named by their ids: those of gold in a missed tuple, those of the system in a spurious one; the rest is as it is compared, so
that an inverted edge is turned round. Anchors are ranges of characters that are not blank, or the spans where there is no input. An edge without label is called -.
The text around a tuple is the input around the anchors of its nodes, these in brackets; all of it for nodes without.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.mrp import MrpGraph, MrpGraphs, Node
from nerkit.results.mistakes import Mistakes, excerpt
from nerkit.scorers.graph_mistakes import Said, listed
from nerkit.scorers.mrp import tuples as mrp_tuples
from nerkit.scorers.mrp.normal import normalise
from nerkit.scorers.mrp.pairs import Plan, is_flat
from nerkit.scorers.mrp.solution import correspond
from nerkit.scorers.mrp.tuples import ANCHORS, ATTRIBUTES, EDGES, LABELS, TOPS, Key, TypedTuples

KINDS = ("top", "label", "property", "anchor", "edge", "attribute")  # in the order of TYPES


def find(batch: Batch[MrpGraphs], plan: Plan) -> Mistakes:
    """The tuples of every pair of graphs of the batch, those that agree too."""
    gold, system = [], []
    for name, ours, theirs in zip(batch.documents, batch.gold.graphs, batch.system.graphs, strict=True):
        pair = _pair(ours or MrpGraph(name), theirs or MrpGraph(name), plan)
        gold.append(pair[0])
        system.append(pair[1])
    return listed(batch.documents, gold, system)


def _pair(gold: MrpGraph, system: MrpGraph, plan: Plan) -> tuple[list[Said], list[Said]]:
    ours, theirs = (mrp_tuples.mrp(normalise(side, plan.rules)) for side in (gold, system))
    mapping = correspond(ours, theirs, plan.limit, order=plan.order and is_flat(gold, system)).mapping
    back = [-1] * theirs.size
    for source, target in enumerate(mapping):
        if target >= 0:
            back[target] = source
    return (
        list(_said(ours, theirs, mapping, (gold, gold.input or system.input))),
        list(_said(theirs, ours, back, (system, system.input or gold.input))),
    )


def _said(
    one: TypedTuples, other: TypedTuples, mapping: Sequence[int], written: tuple[MrpGraph, str | None]
) -> Iterator[Said]:
    """The tuples of one side by kind, in the order of the nodes, and whether the other side has them; *written* is the graph and its text."""
    graph, text = written
    found: list[tuple[Key, tuple[int, ...], bool]] = [
        (key, (node,), (mapping[node], key) in other.nodes) for node, key in one.nodes
    ]
    found += [
        (key, (source, target), (mapping[source], mapping[target], key) in other.edges)
        for source, target, key in one.edges
    ]
    for key, nodes, agrees in sorted(found, key=lambda each: (each[0][0], each[1], repr(each[0]))):
        named = [graph.nodes[node] for node in nodes]
        around = None if agrees or not text else _around(text, named)
        yield Said(KINDS[key[0]], _text(key, ", ".join(str(node.id) for node in named)), agrees, around)


def _around(text: str, nodes: Iterable[Node]) -> str:
    """The text around the anchors of nodes; all of it where there are none."""
    anchors = ((max(0, start), min(end, len(text))) for node in nodes for start, end in node.anchors or ())
    return excerpt(text, [(start, end) for start, end in anchors if start < end]) or " ".join(text.split())


def _text(key: Key, nodes: str) -> str:
    kind, *rest = key
    if kind == TOPS:
        return nodes
    if kind == LABELS:
        return f"{nodes} / {rest[0]}"
    if kind == ANCHORS:
        return f"{nodes} <{_ranges(rest[0])}>"
    if kind in (EDGES, ATTRIBUTES):
        label = "-" if rest[0] is None else rest[0]
        return f"{label}({', '.join([nodes, *rest[1:]])})"
    return f"{rest[0]}({nodes}, {rest[1]})"


def _ranges(anchor: Any) -> str:
    """The half-open ranges of an anchor."""
    if not isinstance(anchor, int):
        return " ".join(f"{start}:{end}" for start, end in anchor)
    bits = f"{anchor:b}"[::-1]
    ends = [
        at for at in range(len(bits) + 1) if (bits[at : at + 1] == "1") != (at > 0 and bits[at - 1] == "1")
    ]
    return " ".join(f"{start}:{end}" for start, end in zip(ends[::2], ends[1::2], strict=True))
