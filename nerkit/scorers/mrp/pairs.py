"""The counts of pairs of MRP graphs, computed in several processes, and count rows with one row per pair."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import Vocabulary
from nerkit.corpora.mrp import MrpGraph
from nerkit.ground.progress import staged
from nerkit.ground.records import record
from nerkit.parallel import shared_map
from nerkit.results.counts import ALL, BOUND, Headline, Label, Part
from nerkit.scorers.measure import Fields
from nerkit.scorers.mrp.corresponding import more_edges_possible, unlabeled_edges
from nerkit.scorers.mrp.documents import value
from nerkit.scorers.mrp.graph_pair import GraphPair, PairNumbers, solve_together
from nerkit.scorers.mrp.options import Options
from nerkit.scorers.mrp.tuples import edges_apart

SHARES = 16  # groups of pairs per process, so that no process waits long for the last group
TOGETHER = 200  # pairs whose correspondences are searched together
LEAST = 1000  # the cost of the smallest pair, in pairs of parts of both graphs

Pair = tuple[MrpGraph | None, MrpGraph | None]  # gold, system
Computes = Mapping[str, Callable[[GraphPair], PairNumbers]]  # measure -> function that computes it
Work = tuple[Sequence[Pair], Computes, Options]


class PairCounts(NamedTuple):
    """The counts of a pair of graphs by measure.

    *changed* is the number of further tuples that would agree without --order.
    """

    numbers: dict[str, PairNumbers]
    changed: int = 0


def count_pairs(pairs: Sequence[Pair], computes: Computes, options: Options) -> list[PairCounts]:
    """The counts of all pairs, in the order of the pairs. Several processes start with the
    costliest pairs.
    """
    if options.workers == 1:
        chunks = [pairs[at : at + TOGETHER] for at in range(0, len(pairs), TOGETHER)]
        counts = (one for chunk in chunks for one in _count(chunk, computes, options))
        return list(staged(counts, "solving graphs", len(pairs)))
    groups = _groups([_cost(pair) for pair in pairs], options.workers)
    counted = shared_map(_count_group, (pairs, computes, options), groups, options.workers)
    by_place = {
        place: counts
        for group, of_group in zip(groups, counted, strict=True)
        for place, counts in zip(group, of_group, strict=True)
    }
    return [by_place[place] for place in range(len(pairs))]


def _count(pairs: Sequence[Pair], computes: Computes, options: Options) -> list[PairCounts]:
    """The counts of some pairs, whose correspondences are searched together. A graph that is None has no
    nodes.
    """
    graphs = [GraphPair(*pair, options) for pair in pairs]
    counts = [_numbers(pair, computes) for pair in graphs[:1]]  # the first pair shows which tuples are needed
    for first in graphs[:1]:
        for tuples in first.solved_tuples():
            solve_together(graphs[1:], tuples)
        if first.computed(unlabeled_edges):
            solve_together([pair for pair in graphs[1:] if more_edges_possible(pair)], edges_apart)
    return counts + [_numbers(pair, computes) for pair in graphs[1:]]


def _numbers(pair: GraphPair, computes: Computes) -> PairCounts:
    return PairCounts({name: compute(pair) for name, compute in computes.items()}, pair.lost_by_order())


def _groups(costs: Sequence[int], workers: int) -> list[list[int]]:
    """The places of pairs in groups of about equal cost, the costliest pairs first."""
    total, share = sum(costs), 0
    groups: list[list[int]] = [[]]
    for place in sorted(range(len(costs)), key=lambda place: -costs[place]):
        if share * SHARES * workers > total:
            groups.append([])
            share = 0
        groups[-1].append(place)
        share += costs[place]
    return groups


def _count_group(work: Work, group: list[int]) -> list[PairCounts]:
    pairs, computes, options = work
    return _count([pairs[place] for place in group], computes, options)


def _cost(pair: Pair) -> int:
    """An estimate of the work on a pair, in pairs of parts of both graphs."""
    gold, system = (1 + graph.cost if graph else 1 for graph in pair)
    return LEAST + gold * system


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

    function, arguments    `function(pair, *arguments)` counts the items of a pair
    left_out               frameworks whose graphs have no such items; averages leave them out
    """

    function: Callable[..., PairNumbers]
    arguments: tuple[Any, ...] = ()
    left_out: Sequence[str] = ()

    def numbers(self, pair: GraphPair) -> PairNumbers:
        """Count the items of a pair."""
        return pair.once(self.function, *self.arguments)

    def __call__(self, counted: CountedPairs, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of this measure, one for each pair, labelled by *fields*."""
        numbers = np.array([pair.numbers[name] for pair in counted.counts], float).reshape(-1, 4)
        gold, system, shared, bound = numbers.T
        columns = np.stack([shared, system, shared, gold, bound > shared, bound - shared], axis=1)
        labels = Vocabulary()
        label = labels.codes(counted.labels(fields))
        headline = Headline(apart=self.left_out) if self.left_out else None
        return [Part(name, np.arange(len(numbers)), list(labels), label, columns, BOUND, headline=headline)]
