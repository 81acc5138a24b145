"""The measures `mrp` and `smatch`: tuples that agree under the best correspondence of the nodes."""

from collections.abc import Sequence

from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers, TuplesOf
from nerkit.scorers.mrp.normal import NormalGraph


def all_types(tuples_of: TuplesOf, pair: GraphPair) -> PairNumbers:
    """The tuples of all types."""
    gold, system, best = pair.solved(tuples_of)
    ours, theirs = (len(side.nodes) + len(side.edges) for side in (gold, system))
    return PairNumbers(ours, theirs, best.total, best.bound)


def some_types(kinds: Sequence[int], pair: GraphPair) -> PairNumbers:
    """The tuples of `mrp` of these types; if their total is not proved, the bound is that all may agree."""
    counts_of_types = pair.once(_counts_of_types)
    return unless_proved(pair, *(sum(counts[kind] for kind in kinds) for counts in counts_of_types))


def unlabeled_edges(pair: GraphPair) -> PairNumbers:
    """Edges as source and target, under the correspondence of `mrp`; among several, the correspondence with
    most agreeing edges.
    """
    gold, system, shared = pair.once(_bare_edges)
    if pair.once(more_edges_possible):
        apart, best = pair.solved(tuples.edges_apart).best, pair.solved(tuples.mrp).best
        if apart.total == best.total:
            shared = _pairs_shared(pair, apart.mapping)
    return unless_proved(pair, gold, system, shared)


def more_edges_possible(pair: GraphPair) -> bool:
    """Whether another correspondence with as many tuples of `mrp` could share more edges without labels."""
    gold, system, shared = pair.once(_bare_edges)
    best = pair.solved(tuples.mrp).best
    return best.total == best.bound and shared < min(gold, system)


def _bare_edges(pair: GraphPair) -> tuple[int, int, int]:
    """The numbers of gold, system and shared edges without labels, under the correspondence of `mrp`."""
    shared = _pairs_shared(pair, pair.solved(tuples.mrp).best.mapping)
    return len(_ends(pair.gold)), len(_ends(pair.system)), shared


def _ends(graph: NormalGraph) -> set[tuple[int, int]]:
    return {(edge.source, edge.target) for edge in graph.edges}


def _pairs_shared(pair: GraphPair, mapping: Sequence[int]) -> int:
    theirs = _ends(pair.system)
    return sum((mapping[source], mapping[target]) in theirs for source, target in _ends(pair.gold))


def unless_proved(pair: GraphPair, gold: int, system: int, shared: int) -> PairNumbers:
    """The numbers of items, *shared* under the correspondence of `mrp`. If that correspondence is not proved
    best, the bound is the number of items of the smaller side.
    """
    best = pair.solved(tuples.mrp).best
    return PairNumbers(gold, system, shared, shared if best.total == best.bound else min(gold, system))


def _counts_of_types(pair: GraphPair) -> tuple[list[int], list[int], list[int]]:
    """The numbers of gold, system and shared tuples of `mrp` by type."""
    gold, system, best = pair.solved(tuples.mrp)
    return gold.counts(), system.counts(), gold.shared(system, best.mapping)
