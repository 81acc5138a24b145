"""A pair of MRP graphs while it is scored; values that several measures need are computed once.

The function of a measure takes a `GraphPair` and returns its `PairNumbers`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nerkit.corpora.mrp import FLAVORS, MrpGraph
from nerkit.scorers.measure import Computed
from nerkit.scorers.mrp.normal import NormalGraph, NormalRules, normalise
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.solution import TypedCorrespondence, correspond
from nerkit.scorers.mrp.tuples import TypedTuples, edges_apart

FLAT = [name for name, flavors in FLAVORS.items() if flavors == (0,)]  # bi-lexical frameworks

TuplesOf = Callable[[NormalGraph], TypedTuples]


class PairNumbers(NamedTuple):
    """Counts of one measure for a pair of graphs: gold, system and shared items, and a bound of
    shared items.
    """

    gold: int
    system: int
    shared: int
    bound: int


class SolvedTuples(NamedTuple):
    """The tuples of both sides and their best correspondence."""

    gold: TypedTuples
    system: TypedTuples
    best: TypedCorrespondence


class GraphPair(Computed):
    """A gold graph and a system graph, normalised. A missing graph is a graph without nodes.

    framework  the framework of the graphs; empty if both graphs are missing
    flat       whether the nodes are ordered words, as in a bi-lexical graph
    ordered    whether nodes must correspond in their order
    """

    def __init__(self, gold: MrpGraph | None, system: MrpGraph | None, options: Options) -> None:
        self.options = options
        rules = NormalRules(options.anchors, options.parts, labelled=not options.unlabeled)
        self.gold, self.system = normalise(gold, rules), normalise(system, rules)
        graph = gold or system
        self.framework = (graph.framework if graph else None) or ""
        self.flat = graph is not None and (graph.flavor == 0 or graph.framework in FLAT)
        self.ordered = options.order and self.flat
        self.values = {}

    def solved(self, tuples: TuplesOf) -> SolvedTuples:
        """Return the tuples that *tuples* makes of both graphs, and their best correspondence."""
        if (SolvedTuples, tuples) not in self.values:
            solve_together([self], tuples)
        solved: SolvedTuples = self.values[SolvedTuples, tuples]
        return solved

    def keep(self, solved: SolvedTuples, tuples: TuplesOf) -> None:
        """Keep the best correspondence of these tuples."""
        self.values[SolvedTuples, tuples] = solved

    def solved_tuples(self) -> list[TuplesOf]:
        """The tuples whose best correspondence is kept, without `edges_apart`, which is a second step."""
        made = [tuples for kind, *tuples in self.values if kind is SolvedTuples]
        return [tuples for (tuples,) in made if tuples is not edges_apart]

    def lost_by_order(self) -> int:
        """The number of further tuples that would agree if nodes did not have to keep their order."""
        if not self.ordered:
            return 0
        solutions = [self.solved(tuples) for tuples in self.solved_tuples()]
        free = correspond([(ours, theirs) for ours, theirs, _ in solutions], self.options.limit)
        return sum(better.total - solved.best.total for better, solved in zip(free, solutions, strict=True))


def solve_together(pairs: Sequence[GraphPair], tuples: TuplesOf) -> None:
    """Find the best correspondence for these tuples in each pair. Each pair keeps its correspondence."""
    for ordered in (False, True):
        some = [pair for pair in pairs if pair.ordered is ordered]
        sides = [(tuples(pair.gold), tuples(pair.system)) for pair in some]
        best = correspond(sides, some[0].options.limit, order=ordered) if some else []
        for pair, (ours, theirs), solution in zip(some, sides, best, strict=True):
            pair.keep(SolvedTuples(ours, theirs, solution), tuples)
