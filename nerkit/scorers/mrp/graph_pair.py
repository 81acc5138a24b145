"""A pair of MRP graphs while it is scored; values that several measures need are computed once.

The function of a measure takes a `GraphPair` and returns its `PairNumbers`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from nerkit.corpora.mrp import FLAVORS, MrpGraph
from nerkit.scorers.mrp.normal import NormalGraph, NormalRules, normalise
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.solution import TypedCorrespondence, correspond
from nerkit.scorers.mrp.tuples import TypedTuples

FLAT = [name for name, flavors in FLAVORS.items() if flavors == (0,)]  # bi-lexical frameworks

Value = TypeVar("Value")


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


class GraphPair:
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
        self._values: dict[tuple[Any, ...], Any] = {}

    def once(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """Return `function(self, *arguments)`. The value is computed at the first call and kept."""
        key = (function, *arguments)
        if key not in self._values:
            self._values[key] = function(self, *arguments)
        value: Value = self._values[key]
        return value

    def solved(self, tuples: Callable[[NormalGraph], TypedTuples]) -> SolvedTuples:
        """Return the tuples that *tuples* makes of both graphs, and their best correspondence."""
        return self.once(_solved, tuples)

    def lost_by_order(self) -> int:
        """The number of further tuples that would agree if nodes did not have to keep their order."""
        if not self.ordered:
            return 0
        solutions = [value for value in self._values.values() if isinstance(value, SolvedTuples)]
        return sum(
            correspond(ours, theirs, self.options.limit).total - best.total
            for ours, theirs, best in solutions
        )


def _solved(pair: GraphPair, tuples: Callable[[NormalGraph], TypedTuples]) -> SolvedTuples:
    ours, theirs = tuples(pair.gold), tuples(pair.system)
    return SolvedTuples(ours, theirs, correspond(ours, theirs, pair.options.limit, order=pair.ordered))
