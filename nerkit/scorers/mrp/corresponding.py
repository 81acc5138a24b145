"""The measures `mrp` and `smatch`: tuples that agree under the best correspondence of the nodes."""

from collections.abc import Sequence

from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers, TuplesOf
from nerkit.scorers.mrp.normal import NormalGraph


def all_types(pair: GraphPair, tuples_of: TuplesOf) -> PairNumbers:
    """Count the tuples of all types that `tuples_of` makes of both graphs, under their best
    correspondence.
    """
    gold, system, best = pair.solved(tuples_of)
    ours, theirs = (len(side.nodes) + len(side.edges) for side in (gold, system))
    return PairNumbers(ours, theirs, best.total, best.bound)


def some_types(pair: GraphPair, kinds: Sequence[int]) -> PairNumbers:
    """Count the tuples of some types of the measure `mrp`, under the correspondence of `mrp`.

    *kinds* are numbers of TYPES. If the correspondence is not proved best, the bound is the smaller number of
    tuples of both sides.
    """
    counts_of_types = pair.once(_counts_of_types)
    return unless_proved(pair, *(sum(counts[kind] for kind in kinds) for counts in counts_of_types))


def unlabeled_edges(pair: GraphPair) -> PairNumbers:
    """Count edges as pairs of source and target, under the correspondence of `mrp`.

    If several correspondences are best, nerkit takes the correspondence with most agreeing edges.
    """
    gold, system, shared = pair.once(_bare_edges)
    if more_edges_possible(pair):
        apart, best = pair.solved(tuples.edges_apart).best, pair.solved(tuples.mrp).best
        if apart.total == best.total:
            shared = _pairs_shared(pair, apart.mapping)
    return unless_proved(pair, gold, system, shared)


def more_edges_possible(pair: GraphPair) -> bool:
    """Return whether another best correspondence of `mrp` could share more edges without labels."""
    gold, system, shared = pair.once(_bare_edges)
    best = pair.solved(tuples.mrp).best
    return best.total == best.bound and shared < min(gold, system)


def _bare_edges(pair: GraphPair) -> tuple[int, int, int]:
    """Count the gold, system and shared edges without labels, under the correspondence of `mrp`."""
    shared = _pairs_shared(pair, pair.solved(tuples.mrp).best.mapping)
    return len(_ends(pair.gold)), len(_ends(pair.system)), shared


def _ends(graph: NormalGraph) -> set[tuple[int, int]]:
    return {(edge.source, edge.target) for edge in graph.edges}


def _pairs_shared(pair: GraphPair, mapping: Sequence[int]) -> int:
    """The number of gold edges (source, target) that *mapping* maps to a system edge."""
    theirs = _ends(pair.system)
    return sum((mapping[source], mapping[target]) in theirs for source, target in _ends(pair.gold))


def unless_proved(pair: GraphPair, gold: int, system: int, shared: int) -> PairNumbers:
    """The counts of *gold* and *system* items; *shared* items agree under the correspondence of `mrp`.

    The bound is *shared* if that correspondence is proved best, otherwise the smaller number of items.
    """
    best = pair.solved(tuples.mrp).best
    return PairNumbers(gold, system, shared, shared if best.total == best.bound else min(gold, system))


def _counts_of_types(pair: GraphPair) -> tuple[list[int], list[int], list[int]]:
    """The numbers of gold, system and shared tuples of `mrp` by type."""
    gold, system, best = pair.solved(tuples.mrp)
    return gold.counts(), system.counts(), gold.shared(system, best.mapping)
