"""What went wrong in MRP graphs, graph by graph: which nodes correspond, and the tuples that only one side has.

Nodes are named by their ids; a missing tuple has those of gold, a surplus one those of the system. Anchors are lists of positions, or of
spans where there is no input.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nerkit.model import Batch
from nerkit.mrp_graphs import MrpGraph, MrpGraphs
from nerkit.scorers import mrp_tuples
from nerkit.scorers.mrp_normal import normalise
from nerkit.scorers.mrp_pairs import Plan, is_flat
from nerkit.scorers.mrp_solution import correspond
from nerkit.scorers.mrp_tuples import ANCHORS, TYPES, TypedTuples

Tuple = tuple[Any, ...]  # ids of nodes, then what the tuple says of them


class Difference(NamedTuple):
    """One pair of graphs: (gold id, system id) of nodes that correspond, and tuples by type, those without any left out."""

    document: str
    framework: str | None
    correspondences: list[tuple[Any, Any]]
    missing: dict[str, list[Tuple]]
    surplus: dict[str, list[Tuple]]


def differences(batch: Batch[MrpGraphs], plan: Plan) -> Iterator[Difference]:
    """The differences of every pair of graphs of the batch, under the correspondence of the measure `mrp`."""
    for name, gold, system in zip(batch.documents, batch.gold.graphs, batch.system.graphs, strict=True):
        yield _difference(name, gold or MrpGraph(name), system or MrpGraph(name), plan)


def _difference(name: str, gold: MrpGraph, system: MrpGraph, plan: Plan) -> Difference:
    ours, theirs = (mrp_tuples.mrp(normalise(side, plan.rules)) for side in (gold, system))
    mapping = correspond(ours, theirs, plan.limit, order=plan.order and is_flat(gold, system)).mapping
    back = [-1] * theirs.size
    for source, target in enumerate(mapping):
        if target >= 0:
            back[target] = source
    pairs = [(gold.nodes[i].id, system.nodes[j].id) for i, j in enumerate(mapping) if j >= 0]
    return Difference(
        name,
        gold.framework or system.framework,
        pairs,
        _without(ours, theirs, mapping, gold),
        _without(theirs, ours, back, system),
    )


def _without(
    one: TypedTuples, other: TypedTuples, mapping: Sequence[int], graph: MrpGraph
) -> dict[str, list[Tuple]]:
    """The tuples of one side that the other does not have, by type, in the order of the nodes."""
    lost = [((node,), key) for node, key in one.nodes if (mapping[node], key) not in other.nodes]
    lost += [
        ((source, target), key)  # type: ignore[misc]
        for source, target, key in one.edges
        if (mapping[source], mapping[target], key) not in other.edges
    ]
    found: dict[str, list[Tuple]] = {}
    for nodes, (kind, *rest) in sorted(lost, key=repr):
        said = [_positions(rest[0])] if kind == ANCHORS else rest
        found.setdefault(TYPES[kind], []).append((*(graph.nodes[node].id for node in nodes), *said))
    return found


def _positions(anchor: Any) -> list[Any]:
    """An anchor as a list of positions, or of spans."""
    if isinstance(anchor, int):
        return [at for at in range(anchor.bit_length()) if anchor >> at & 1]
    return list(anchor)
