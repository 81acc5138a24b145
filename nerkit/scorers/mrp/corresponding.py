"""The measures `mrp` and `smatch`: tuples that agree under the best correspondence of the nodes."""

from collections.abc import Callable, Sequence

from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import NormalGraph
from nerkit.scorers.mrp.tuples import TypedTuples


def all_types(tuples_of: Callable[[NormalGraph], TypedTuples], pair: GraphPair) -> PairNumbers:
    """The tuples of all types."""
    gold, system, best = pair.solved(tuples_of)
    return PairNumbers(sum(gold.counts()), sum(system.counts()), best.total, best.bound)


def some_types(kinds: Sequence[int], pair: GraphPair) -> PairNumbers:
    """The tuples of `mrp` of these types; where their total is not proven, all of them may agree."""
    gold, system, _ = pair.solved(tuples.mrp)
    of_type = pair.once(_shared)
    ours, theirs = gold.counts(), system.counts()
    return unless_proved(pair, *(sum(counts[kind] for kind in kinds) for counts in (ours, theirs, of_type)))


def unlabeled_edges(pair: GraphPair) -> PairNumbers:
    """Edges as source and target, under the correspondence of `mrp`."""
    mapping = pair.solved(tuples.mrp).best.mapping
    ours = {(mapping[edge.source], mapping[edge.target]) for edge in pair.gold.edges}
    size = len({(edge.source, edge.target) for edge in pair.gold.edges})
    theirs = {(edge.source, edge.target) for edge in pair.system.edges}
    return unless_proved(pair, size, len(theirs), len(ours & theirs))


def unless_proved(pair: GraphPair, gold: int, system: int, shared: int) -> PairNumbers:
    """The numbers of what the correspondence of `mrp` lets agree, which is all of it unless that is proved to
    be the best.
    """
    best = pair.solved(tuples.mrp).best
    return PairNumbers(gold, system, shared, shared if best.total == best.bound else min(gold, system))


def _shared(pair: GraphPair) -> list[int]:
    gold, system, best = pair.solved(tuples.mrp)
    return gold.shared(system, best.mapping)
