"""The counts of one pair of MRP graphs, and of many pairs in several processes."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from nerkit.corpora.mrp import MrpGraph
from nerkit.ground.progress import staged
from nerkit.parallel import shared_map
from nerkit.scorers.mrp.corresponding import more_edges_possible, unlabeled_edges
from nerkit.scorers.mrp.graph_pair import Conditions, GraphPair, PairNumbers, solve_together
from nerkit.scorers.mrp.tuples import edges_apart

SHARES = 16  # parts of the work for each process, so that none waits long for the last
TOGETHER = 200  # pairs whose correspondences are found together
LEAST = 1000  # what the smallest pair costs, as many pairs of their parts

Pair = tuple[MrpGraph | None, MrpGraph | None]  # gold, system
Computes = Mapping[str, Callable[[GraphPair], PairNumbers]]  # measure -> what computes it
Work = tuple[Sequence[Pair], Computes, Conditions]


class PairCounts(NamedTuple):
    """The numbers of a pair by measure; *changed*: how many more tuples would agree without --order."""

    numbers: dict[str, PairNumbers]
    changed: int = 0


def count_pairs(
    pairs: Sequence[Pair], computes: Computes, conditions: Conditions, workers: int = 1
) -> list[PairCounts]:
    """The counts of all pairs in their order, the costliest being started first."""
    if workers == 1:
        chunks = [pairs[at : at + TOGETHER] for at in range(0, len(pairs), TOGETHER)]
        counts = (one for chunk in chunks for one in _count(chunk, computes, conditions))
        return list(staged(counts, "solving graphs", len(pairs)))
    groups = _groups([_cost(pair) for pair in pairs], workers)
    counted = shared_map(_count_group, (pairs, computes, conditions), groups, workers)
    by_place = {
        place: counts
        for group, of_group in zip(groups, counted, strict=True)
        for place, counts in zip(group, of_group, strict=True)
    }
    return [by_place[place] for place in range(len(pairs))]


def _count(pairs: Sequence[Pair], computes: Computes, conditions: Conditions) -> list[PairCounts]:
    """The counts of pairs whose correspondences are found together; None is a graph without nodes."""
    graphs = [GraphPair(*pair, conditions) for pair in pairs]
    counts = [_numbers(pair, computes) for pair in graphs[:1]]  # which shows the tuples that are needed
    for tuples in graphs[0].solved_tuples() if graphs else ():
        solve_together(graphs[1:], tuples)
    if unlabeled_edges in computes.values():
        solve_together([pair for pair in graphs[1:] if pair.once(more_edges_possible)], edges_apart)
    return counts + [_numbers(pair, computes) for pair in graphs[1:]]


def _numbers(pair: GraphPair, computes: Computes) -> PairCounts:
    return PairCounts({name: compute(pair) for name, compute in computes.items()}, pair.lost_by_order())


def _groups(costs: Sequence[int], workers: int) -> list[list[int]]:
    """The places of pairs in groups of about the same cost, the costliest first."""
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
    return _count([pairs[place] for place in group], computes, conditions)


def _cost(pair: Pair) -> int:
    gold, system = (1 + graph.cost if graph else 1 for graph in pair)
    return LEAST + gold * system
