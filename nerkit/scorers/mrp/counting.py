"""The count rows of pairs of MRP graphs, one per pair; `pairs` defines the counts."""

from collections.abc import Callable, Sequence

import numpy as np

from nerkit.algorithms.columns import Vocabulary
from nerkit.corpora.mrp import MrpGraph
from nerkit.ground.records import record
from nerkit.results.counts import ALL, BOUND, Headline, Label, Part
from nerkit.scorers.measure import Fields
from nerkit.scorers.mrp.documents import value
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers
from nerkit.scorers.mrp.pairs import Pair, PairCounts


@record(frozen=True)
class CountedPairs:
    """The pairs of graphs of a batch, and the numbers of each by measure."""

    pairs: Sequence[Pair]
    counts: Sequence[PairCounts]

    def labels(self, fields: Fields) -> list[Label]:
        """The values of these fields in each pair, from the gold graph if there is one."""
        graphs: list[MrpGraph | None] = [gold or system for gold, system in self.pairs]
        return [tuple((name, value(graph, name)) for name in fields) if graph else ALL for graph in graphs]


@record(frozen=True)
class OfPairs:
    """A measure of pairs of graphs.

    numbers    the numbers of a pair
    left_out   the frameworks that are in no average, as their graphs have no such tuples
    """

    numbers: Callable[[GraphPair], PairNumbers]
    left_out: Sequence[str] = ()

    def __call__(self, counted: CountedPairs, name: str, fields: Fields) -> list[Part]:
        """The count rows, one for each pair."""
        numbers = np.array([pair.numbers[name] for pair in counted.counts], float).reshape(-1, 4)
        gold, system, shared, bound = numbers.T
        columns = np.stack([shared, system, shared, gold, bound > shared, bound - shared], axis=1)
        labels = Vocabulary()
        label = labels.codes(counted.labels(fields))
        headline = Headline(apart=self.left_out) if self.left_out else None
        return [Part(name, np.arange(len(numbers)), list(labels), label, columns, BOUND, headline=headline)]
