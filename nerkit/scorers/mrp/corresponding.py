"""The measures `mrp` and `smatch`: tuples that agree under the best correspondence of the nodes."""

from collections.abc import Callable, Sequence

from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import NormalGraph
from nerkit.scorers.mrp.solution import correspond
from nerkit.scorers.mrp.tuples import TypedTuples

Pair = tuple[int, int]


def all_types(pair: GraphPair, tuples_of: Callable[[NormalGraph], TypedTuples]) -> PairNumbers:
    """Count the tuples of all types that `tuples_of` makes of both graphs, under their best
    correspondence.
    """
    gold, system, best = pair.solved(tuples_of)
    return PairNumbers(sum(gold.counts()), sum(system.counts()), best.total, best.bound)


def some_types(pair: GraphPair, kinds: Sequence[int]) -> PairNumbers:
    """Count the tuples of some types of the measure `mrp`, under the correspondence of `mrp`.

    *kinds* are numbers of TYPES. If the correspondence is not proved best, the bound is the smaller number of
    tuples of both sides.
    """
    gold, system, _ = pair.solved(tuples.mrp)
    of_type = pair.once(_shared)
    ours, theirs = gold.counts(), system.counts()
    return unless_proved(pair, *(sum(counts[kind] for kind in kinds) for counts in (ours, theirs, of_type)))


def unlabeled_edges(pair: GraphPair) -> PairNumbers:
    """Count edges as pairs of source and target, under the correspondence of `mrp`.

    If several correspondences are best, nerkit takes the correspondence with most agreeing edges.
    """
    ours = {(edge.source, edge.target) for edge in pair.gold.edges}
    theirs = {(edge.source, edge.target) for edge in pair.system.edges}
    most = min(len(ours), len(theirs))
    best = pair.solved(tuples.mrp).best
    shared = _pairs_shared(ours, theirs, best.mapping)
    if best.total == best.bound and shared < most:
        tuples_apart = tuples.edges_apart(pair.gold), tuples.edges_apart(pair.system)
        apart = correspond(*tuples_apart, pair.options.limit, order=pair.ordered)
        if apart.total == best.total:
            shared = _pairs_shared(ours, theirs, apart.mapping)
    return unless_proved(pair, len(ours), len(theirs), shared)


def _pairs_shared(ours: set[Pair], theirs: set[Pair], mapping: Sequence[int]) -> int:
    """The number of gold edges (source, target) that *mapping* maps to a system edge."""
    return sum((mapping[source], mapping[target]) in theirs for source, target in ours)


def unless_proved(pair: GraphPair, gold: int, system: int, shared: int) -> PairNumbers:
    """The counts of *gold* and *system* items; *shared* items agree under the correspondence of `mrp`.

    The bound is *shared* if that correspondence is proved best, otherwise the smaller number of items.
    """
    best = pair.solved(tuples.mrp).best
    return PairNumbers(gold, system, shared, shared if best.total == best.bound else min(gold, system))


def _shared(pair: GraphPair) -> list[int]:
    """The number of agreeing tuples of each type under the correspondence of `mrp`."""
    gold, system, best = pair.solved(tuples.mrp)
    return gold.shared(system, best.mapping)
