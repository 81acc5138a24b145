"""One alignment of the calls of each unit that shows the sizes M0 to M6 of `same_calls`.

Equal calls are paired first, and among them calls in order. Then follow calls that lack arguments, that
invent arguments, and that have a wrong value. Broken calls and all other calls come last. Each pair has a
class of LOSSES. Each class has as many pairs as the sizes require.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nerkit.algebra.sequences import best_in_order
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import groups
from nerkit.ground.limits import MOST_LISTED_CALL_PAIRS
from nerkit.scorers.calls.same_calls import (
    BROKEN,
    INVENTED,
    LACKING,
    OTHER,
    SAME,
    WRONG,
    CallPairs,
    Matched,
    ToolGroups,
    pairs_of,
)
from nerkit.scorers.calls.units import ComparedUnits, Side
from nerkit.scorers.json.options import SEQUENCE

MOVED = 0  # a pair of same calls that is not in order
MISSING, UNWANTED = 7, 8
STEPS = 4  # sets of pairs of equal names: SAME to WRONG


class CallAlignment(NamedTuple):
    """Pairs of calls and their classes.

    gold, system   the calls of each pair, NONE for a call without a partner
    kind           the class of each pair: SAME, MOVED, LACKING … OTHER, MISSING or UNWANTED
    """

    gold: IntArray
    system: IntArray
    kind: IntArray


def aligned(compared: ComparedUnits, matched: Matched) -> CallAlignment:
    """The alignment of all units, in the order of units and of gold's calls."""
    gold, system = compared.gold, compared.system
    tools = ToolGroups(gold, system)
    none = np.zeros(0, np.int64)
    rows = [(none, none, none)]
    for pairs in pairs_of(compared, tools, np.ones(len(tools), bool), MOST_LISTED_CALL_PAIRS):
        chosen = _chosen(compared, tools, pairs)
        rows.append((pairs.gold[chosen], pairs.system[chosen], _kinds(compared, pairs, chosen, matched)))
    taken = [np.concatenate([row[side] for row in rows]) for side in (0, 1)]
    rows.append(_leftover(compared, [_left(gold, taken[0]), _left(system, taken[1])]))
    ours, theirs, kinds = (np.concatenate(column) for column in zip(*rows, strict=True))
    alone = [_left(gold, ours), _left(system, theirs)]
    ours = np.concatenate([ours, alone[0], np.full(len(alone[1]), NONE)])
    theirs = np.concatenate([theirs, np.full(len(alone[0]), NONE), alone[1]])
    kinds = np.concatenate([kinds, np.full(len(alone[0]), MISSING), np.full(len(alone[1]), UNWANTED)])
    unit = np.where(ours == NONE, _at(system.unit, theirs), _at(gold.unit, ours))
    order = np.lexsort((theirs, np.where(ours == NONE, len(gold), ours), unit))
    return CallAlignment(ours[order], theirs[order], kinds[order])


def _at(column: IntArray, rows: IntArray) -> IntArray:
    """The values of a column at *rows*; NONE if the row is NONE."""
    values: IntArray = np.append(column, NONE)[rows]
    return values


def _left(side: Side, taken: IntArray) -> IntArray:
    """The calls of a side that are not in *taken*."""
    left = np.ones(len(side), bool)
    left[taken[taken != NONE]] = False
    return np.flatnonzero(left)


def _chosen(compared: ComparedUnits, tools: ToolGroups, pairs: CallPairs) -> IntArray:
    """The pairs of calls with equal names that are taken, as places in *pairs*."""
    fixed = _in_order(compared, pairs) if compared.options.order == SEQUENCE else np.zeros(0, np.int64)
    free = np.ones(len(pairs.gold), bool)
    for side, taken in ((pairs.gold, pairs.gold[fixed]), (pairs.system, pairs.system[fixed])):
        free &= ~np.isin(side, taken)
    rows = np.flatnonzero(free)
    most = int(np.minimum(tools.sizes(tools.gold), tools.sizes(tools.system)).max(initial=0)) + 1
    weight = np.ones(len(rows))  # one pair of a better rank outweighs all worse pairs
    for step, rank in enumerate((INVENTED, LACKING, SAME), 1):
        weight += (pairs.rank[rows] <= rank) * float(most**step)
    weight += pairs.alike[rows] / most
    best = rows[best_matching(pairs.gold[rows], pairs.system[rows], weight)]
    return np.concatenate([fixed, best])


def _in_order(compared: ComparedUnits, pairs: CallPairs) -> IntArray:
    """The places in *pairs* of a largest set of pairs of same calls that do not cross, in each unit."""
    same = np.flatnonzero(pairs.rank == SAME)
    taken = [np.zeros(0, np.int64)]
    for group in groups(compared.gold.unit[pairs.gold[same]]):
        some = same[group]
        taken.append(some[best_in_order(pairs.system[some], pairs.gold[some], np.ones(len(some)), "1:1")])
    return np.concatenate(taken)


def _kinds(compared: ComparedUnits, pairs: CallPairs, chosen: IntArray, matched: Matched) -> IntArray:
    """The class of each pair of equal names; each class has as many pairs per unit as the sizes require."""
    kind = pairs.rank[chosen].copy()
    unit = compared.gold.unit[pairs.gold[chosen]]
    in_order = np.zeros(len(compared), np.int64)
    for group in groups(unit):
        at = int(unit[group[0]])
        sizes = matched.sizes[at]
        in_order[at] = sizes[0]
        ranked = group[np.argsort(kind[group], kind="stable")]
        wanted = np.repeat((MOVED, LACKING, INVENTED, WRONG), np.diff(sizes[: STEPS + 1]))
        kind[ranked] = np.concatenate([np.full(sizes[0], SAME), wanted])
    return kind


def _leftover(compared: ComparedUnits, left: list[IntArray]) -> tuple[IntArray, IntArray, IntArray]:
    """Pairs of the calls that are *left*: broken calls with gold calls of their name, nameless calls,
    then any calls.
    """
    gold, system = compared.gold, compared.system
    rows: list[tuple[int, int, int]] = []
    theirs = defaultdict(list)
    for own in left[1].tolist():
        theirs[int(system.unit[own])].append(own)
    ours = defaultdict(list)
    for one in left[0].tolist():
        if int(gold.unit[one]) in theirs:
            ours[int(gold.unit[one])].append(one)
    for unit, calls in ours.items():
        others = theirs[unit]
        for kind, key in (
            (BROKEN, lambda side, row: int(side.name[row]) if side is gold or side.broken[row] else None),
            (BROKEN, lambda side, row: NONE if side is gold else int(side.name[row])),
            (OTHER, lambda _side, _row: NONE),
        ):
            rows += _paired(calls, others, kind, key, (gold, system))
    columns = np.array(rows, np.int64).reshape(-1, 3)
    return columns[:, 0], columns[:, 1], columns[:, 2]


def _paired(
    calls: list[int],
    others: list[int],
    kind: int,
    key: Callable[[Side, int], int | None],
    sides: tuple[Side, Side],
) -> list[tuple[int, int, int]]:
    """Pairs of calls with equal keys. Both lists lose the paired calls.

    key   function (side, call) -> the key of the call; None for a gold call that cannot be paired
    """
    waiting: dict[int | None, list[int]] = defaultdict(list)
    for own in reversed(others):
        waiting[key(sides[1], own)].append(own)
    rows = []
    for one in calls:
        own_key = key(sides[0], one)
        if own_key is not None and waiting.get(own_key):
            rows.append((one, waiting[own_key].pop(), kind))
    gone = {row[0] for row in rows}, {row[1] for row in rows}
    calls[:] = [one for one in calls if one not in gone[0]]
    others[:] = [own for own in others if own not in gone[1]]
    return rows
