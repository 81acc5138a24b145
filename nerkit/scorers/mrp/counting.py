"""Count rows for pairs of MRP graphs, one row per pair. The module `pairs` computes the counts."""

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
    """The pairs of graphs of a batch, with the counts of each pair by measure."""

    pairs: Sequence[Pair]
    counts: Sequence[PairCounts]

    def labels(self, fields: Fields) -> list[Label]:
        """The label of each pair: (field, value) pairs for *fields*, read from the gold graph if there is
        one.
        """
        graphs: list[MrpGraph | None] = [gold or system for gold, system in self.pairs]
        return [tuple((name, value(graph, name)) for name in fields) if graph else ALL for graph in graphs]


@record(frozen=True)
class OfPairs:
    """A measure that is computed for each pair of graphs.

    numbers    function that counts the items of a pair
    left_out   frameworks whose graphs have no such items; averages leave them out
    """

    numbers: Callable[[GraphPair], PairNumbers]
    left_out: Sequence[str] = ()

    def __call__(self, counted: CountedPairs, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of this measure, one for each pair, labelled by *fields*."""
        numbers = np.array([pair.numbers[name] for pair in counted.counts], float).reshape(-1, 4)
        gold, system, shared, bound = numbers.T
        columns = np.stack([shared, system, shared, gold, bound > shared, bound - shared], axis=1)
        labels = Vocabulary()
        label = labels.codes(counted.labels(fields))
        headline = Headline(apart=self.left_out) if self.left_out else None
        return [Part(name, np.arange(len(numbers)), list(labels), label, columns, BOUND, headline=headline)]
