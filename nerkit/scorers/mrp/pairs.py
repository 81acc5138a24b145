"""The counts of one pair of MRP graphs, and of many pairs in several processes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nerkit.corpora.mrp import FLAVORS, MrpGraph
from nerkit.parallel import shared_map
from nerkit.scorers.mrp import sets as mrp_sets
from nerkit.scorers.mrp import tuples as mrp_tuples
from nerkit.scorers.mrp.normal import Rules, normalise
from nerkit.scorers.mrp.solution import Matched, correspond
from nerkit.scorers.mrp.tuples import TYPES, TypedTuples

FLAT = [name for name, flavors in FLAVORS.items() if flavors == (0,)]  # bi-lexical frameworks
SHARES = 16  # parts of the work for each process, so that none waits long for the last
LEAST = 1000  # what the smallest pair costs, as many pairs of their parts

Pair = tuple[MrpGraph | None, MrpGraph | None]  # gold, system


@dataclass(frozen=True)
class Plan:
    """What is computed of every pair: *families* of measures, and how."""

    families: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    order: bool = False
    limit: int | None = None


class Found(NamedTuple):
    """Counts (gold, system, shared, upper bound of shared) by row name; *changed* by --order: what it cost in tuples."""

    numbers: dict[str, tuple[int, int, int, int]]
    changed: int = 0


def count_pairs(pairs: Sequence[Pair], plan: Plan, workers: int = 1) -> list[Found]:
    """The counts of all pairs in their order, the costliest being started first."""
    if workers == 1:
        return [count_pair(gold, system, plan) for gold, system in pairs]
    order = sorted(range(len(pairs)), key=lambda i: -_cost(pairs[i]))
    total, share = sum(map(_cost, pairs)), 0
    groups: list[list[int]] = [[]]
    for i in order:
        if share * SHARES * workers > total:
            groups.append([])
            share = 0
        groups[-1].append(i)
        share += _cost(pairs[i])
    done = shared_map(_count_group, (pairs, plan), groups, workers)
    found = {
        i: one for group, made in zip(groups, done, strict=True) for i, one in zip(group, made, strict=True)
    }
    return [found[i] for i in range(len(pairs))]


def _count_group(work: tuple[Sequence[Pair], Plan], group: list[int]) -> list[Found]:
    pairs, plan = work
    return [count_pair(*pairs[i], plan) for i in group]


def _cost(pair: Pair) -> int:
    gold, system = (1 + graph.cost if graph else 1 for graph in pair)
    return LEAST + gold * system


def count_pair(gold: MrpGraph | None, system: MrpGraph | None, plan: Plan) -> Found:
    """The counts of a pair; None is a graph without nodes."""
    sides = normalise(gold, plan.rules), normalise(system, plan.rules)
    numbers: dict[str, tuple[int, int, int, int]] = {}
    changed = 0
    for family in plan.families:
        if family in mrp_sets.MEASURES:
            found = mrp_sets.MEASURES[family](*sides, plan.rules)
            numbers |= {name: (g, s, c, c) for name, (g, s, c) in found.items()}
            continue
        ours, theirs = map(mrp_tuples.MEASURES[family], sides)
        order = plan.order and is_flat(gold, system)
        solved = correspond(ours, theirs, plan.limit, order=order)
        numbers |= _by_type(family, ours, theirs, solved)
        if order:
            changed += correspond(ours, theirs, plan.limit).total - solved.total
    return Found(numbers, changed)


def _by_type(
    family: str, gold: TypedTuples, system: TypedTuples, solved: Matched
) -> dict[str, tuple[int, int, int, int]]:
    """The counts of a family in all and, of `mrp`, by type; where the total is not proven, nothing is known of the parts' bounds."""
    ours, theirs = gold.counts(), system.counts()
    shared = gold.shared(system, solved.mapping)
    total = {family: (sum(ours), sum(theirs), solved.total, solved.bound)}
    if family == "smatch":
        return total
    proven = solved.bound == solved.total
    return total | {
        f"{family}/{name}": (g, s, c, c if proven else min(g, s))
        for name, g, s, c in zip(TYPES, ours, theirs, shared, strict=True)
    }


def is_flat(gold: MrpGraph | None, system: MrpGraph | None) -> bool:
    """Whether nodes have an order: that of the words they stand for."""
    graph = gold or system
    return graph is not None and (graph.flavor == 0 or graph.framework in FLAT)
