"""The measures `mrp` and `smatch`: tuples that agree under the best correspondence of the nodes."""

from collections.abc import Callable

from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.normal import NormalGraph
from nerkit.scorers.mrp.tuples import TypedTuples


def all_types(tuples_of: Callable[[NormalGraph], TypedTuples], pair: GraphPair) -> PairNumbers:
    """The tuples of all types."""
    gold, system, best = pair.solved(tuples_of)
    return PairNumbers(sum(gold.counts()), sum(system.counts()), best.total, best.bound)


def one_type(kind: int, pair: GraphPair) -> PairNumbers:
    """The tuples of `mrp` of one type; where their total is not proven, all of this type may agree."""
    gold, system, best = pair.solved(tuples.mrp)
    shared = pair.once(_shared)[kind]
    ours, theirs = gold.counts()[kind], system.counts()[kind]
    return PairNumbers(ours, theirs, shared, shared if best.total == best.bound else min(ours, theirs))


def _shared(pair: GraphPair) -> list[int]:
    gold, system, best = pair.solved(tuples.mrp)
    return gold.shared(system, best.mapping)
