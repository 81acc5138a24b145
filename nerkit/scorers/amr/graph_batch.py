"""A batch of graphs during scoring. Values that several measures need are computed once.

A measure turns a `GraphBatch` into one row per document: p_num, p_den, r_num, r_den, and the bound. The bound
is two numbers: whether the correspondence lacks a proof (1 or 0), and how many more triples could agree.
"""

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.algorithms.correspondence import LIMIT
from nerkit.corpora.amr import Graphs
from nerkit.corpora.corpus import Batch
from nerkit.ground.records import record
from nerkit.ground.warnings import counted
from nerkit.results.counts import ALL, BOUND, NUMBERS, Part, numbers_of
from nerkit.scorers.amr.matching import MatchedGraphs, PairSolving, TripleSide, match
from nerkit.scorers.amr.options import Options
from nerkit.scorers.amr.rules import SMATCH, SMATCH_1_0_4, STANDARD_RULES, Keys, TripleRules
from nerkit.scorers.amr.triples import triples
from nerkit.scorers.measure import Computed, Fields

UNPROVEN = len(NUMBERS)  # the column that says whether a document lacks a proof


def rules_of(options: Options) -> TripleRules:
    """The rules that make triples under these options."""
    if options.standardise:
        return STANDARD_RULES[options.standardise]
    return SMATCH_1_0_4 if options.smatch_1_0_4 else SMATCH


class GraphBatch(Computed):
    """The graphs of both sides, the rules that compare them, and the values computed so far."""

    def __init__(self, batch: Batch[Graphs], options: Options) -> None:
        self.batch, self.options = batch, options
        self.keys, self.rules = Keys(), rules_of(options)
        self.values = {}

    @cached_property
    def smatch(self) -> MatchedGraphs:
        """The correspondences for all triples, or for triples of the kind that --just names."""
        return self.match_by(self.rules, self.options.just, ranked=True)

    def match_by(self, rules: TripleRules, kind: str | None = None, *, ranked: bool = False) -> MatchedGraphs:
        """The best correspondences for the triples that *rules* make; with *kind*, for triples of this kind
        only.

        *ranked* breaks ties by the kinds of triples (see `matching`). It is needed if more than the total is
        used.
        """
        sides = (
            TripleSide(triples(graphs, self.keys, rules), graphs.graph)
            for graphs in (self.batch.gold, self.batch.system)
        )
        gold, system = (side.only(kind) if kind else side for side in sides)
        return self.match(gold, system, ranked=ranked)

    def match(self, gold: TripleSide, system: TripleSide, *, ranked: bool = False) -> MatchedGraphs:
        """The best correspondences for the triples of two sides, within the limit of steps."""
        limit = LIMIT if self.options.limit is None else self.options.limit
        how = PairSolving(limit, ranked, products=self.options.smatch_1_0_4)
        return match(gold, system, how, self.options.workers)

    def numbers(self, matched: MatchedGraphs) -> FloatArray:
        """The counts and the bound of each document for *matched* triples, shape (documents, 6)."""
        gold, system = matched.gold.count(), matched.system.count()
        # smatch 1.0.4 counts products of copies, so that more can agree than there are triples on a side
        largest = matched.bound if self.options.smatch_1_0_4 else np.minimum(gold, system)
        slack = np.maximum(np.minimum(matched.bound, largest) - matched.value, 0)
        return np.column_stack([numbers_of(matched.value, system, gold), slack > 0, slack])

    def part_numbers(self, numbers: FloatArray) -> FloatArray:
        """Add the bound to the counts of a part of the triples: shape (documents, 4) to (documents, 6).

        The part is counted under the correspondence of all triples. If that correspondence is not proved, all
        triples of the part may agree under a better correspondence.
        """
        p_num, p_den, _, r_den = numbers.T
        unproven = self.smatch.unproven
        slack = np.where(unproven, np.maximum(np.minimum(p_den, r_den) - p_num, 0), 0)
        return np.column_stack([numbers, unproven, slack])

    def warnings(self, numbers: Iterable[FloatArray]) -> list[str]:
        """Warnings about repeated triples and about pairs not proved optimal, given the *numbers* of all
        measures.

        A graph that lacks a proof for several measures counts once.
        """
        unproven = np.zeros(len(self.batch.documents), bool)
        for of_measure in numbers:
            unproven |= of_measure[:, UNPROVEN] > 0
        said: list[str] = []
        if "smatch" in vars(self):  # if the cached property has been computed
            for side, graphs in (("gold", self.smatch.gold), ("system", self.smatch.system)):
                said += counted("triples-repeated", graphs.triples.dropped, side=side)
            unproven |= self.smatch.unproven
        return [*said, *counted("not-proved", int(unproven.sum()), noun="graph")]


@record(frozen=True)
class OfGraphs:
    """A measure of graphs. *numbers* returns p_num, p_den, r_num, r_den and the bound of each document."""

    numbers: Callable[[GraphBatch], FloatArray]

    def __call__(self, graphs: GraphBatch, name: str, _: Fields) -> list[Part]:
        """Return the count rows of the measure, one for each document."""
        documents = np.arange(len(graphs.batch.documents))
        return [Part(name, documents, [ALL], np.zeros_like(documents), self.numbers(graphs), BOUND)]


def all_triples(graphs: GraphBatch) -> FloatArray:
    """The counts of all triples, for each document."""
    return graphs.numbers(graphs.smatch)


def one_kind(kind: str, graphs: GraphBatch) -> FloatArray:
    """The counts of the triples of one kind under the correspondence of all triples, for each document."""
    matched = graphs.smatch
    gold, system = (side.only(kind).count() for side in (matched.gold, matched.system))
    return graphs.part_numbers(numbers_of(matched.agreeing()[kind], system, gold))


def proved(numbers: FloatArray) -> FloatArray:
    """Add a bound of 0 to counts that need no search: shape (documents, 4) to (documents, 6)."""
    return np.hstack([numbers, np.zeros((len(numbers), len(BOUND)))])
