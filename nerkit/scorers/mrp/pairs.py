"""The counts of one pair of MRP graphs, and of many pairs in several processes."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from nerkit.corpora.mrp import MrpGraph
from nerkit.ground.progress import staged
from nerkit.parallel import shared_map
from nerkit.scorers.mrp.graph_pair import Conditions, GraphPair, PairNumbers

SHARES = 16  # groups of pairs per process, so that no process waits long for the last group
LEAST = 1000  # the cost of the smallest pair, in pairs of parts of both graphs

Pair = tuple[MrpGraph | None, MrpGraph | None]  # gold, system
Computes = Mapping[str, Callable[[GraphPair], PairNumbers]]  # measure -> function that computes it
Work = tuple[Sequence[Pair], Computes, Conditions]


class PairCounts(NamedTuple):
    """The counts of a pair of graphs by measure.

    *changed* is the number of further tuples that would agree without --order.
    """

    numbers: dict[str, PairNumbers]
    changed: int = 0


def count_pairs(
    pairs: Sequence[Pair], computes: Computes, conditions: Conditions, workers: int = 1
) -> list[PairCounts]:
    """The counts of all pairs, in the order of the pairs. Several processes start with the
    costliest pairs.
    """
    if workers == 1:
        return [count_pair(pair, computes, conditions) for pair in staged(pairs, "solving graphs")]
    groups = _groups([_cost(pair) for pair in pairs], workers)
    counted = shared_map(_count_group, (pairs, computes, conditions), groups, workers)
    by_place = {
        place: counts
        for group, of_group in zip(groups, counted, strict=True)
        for place, counts in zip(group, of_group, strict=True)
    }
    return [by_place[place] for place in range(len(pairs))]


def count_pair(pair: Pair, computes: Computes, conditions: Conditions) -> PairCounts:
    """The counts of one pair. A graph that is None has no nodes."""
    graphs = GraphPair(*pair, conditions)
    numbers = {name: compute(graphs) for name, compute in computes.items()}
    return PairCounts(numbers, graphs.lost_by_order())


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
    pairs, computes, conditions = work
    return [count_pair(pairs[place], computes, conditions) for place in group]


def _cost(pair: Pair) -> int:
    """An estimate of the work on a pair, in pairs of parts of both graphs."""
    gold, system = (1 + graph.cost if graph else 1 for graph in pair)
    return LEAST + gold * system
