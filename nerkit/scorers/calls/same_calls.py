"""Pairs of calls, and the sizes of their largest matchings, which divide 1 - F1 into classes of losses.

Take a turn with G gold calls and S system calls. M0 … M6 are the sizes of largest matchings over growing sets
of pairs:

    M0   same call, in the required order                 order              2 (M1 - M0)
    M1   same call, in any order                          missing_argument   2 (M2 - M1)
    M2   also calls that only lack arguments              invented_argument  2 (M3 - M2)
    M3   also calls with invented arguments               wrong_value        2 (M4 - M3)
    M4   also calls with a wrong value: equal names       format             2 (M5 - M4)
    M5   also a broken call, of this name or nameless     wrong_tool         2 (M6 - M5)
    M6   any pair                                         missing_call, unwanted_call   G - M6, S - M6

The sum of the losses is G + S - 2 M0, so divided by G + S it is 1 - F1. Here, an argument is a parameter:
missing, invented, or on both sides and not equal as a whole.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerkit.algebra.sequences import best_in_order
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.common_subsequence import common_subsequence
from nerkit.algorithms.intervals import chunks
from nerkit.algorithms.keys import combine, first_of_each, groups, join, turns
from nerkit.exceptions import TooLargeError
from nerkit.ground.limits import MOST_CALL_PAIRS, MOST_SIMILAR
from nerkit.scorers.calls.units import ComparedUnits, Parameters, Side
from nerkit.scorers.json.options import SEQUENCE
from nerkit.scorers.json.pairs import (
    NO_PAIRS,
    Features,
    RowPairs,
    at_pairs,
    check_pairs,
    common,
    summed,
)
from nerkit.scorers.json.readings.choice import are_equal

LOSSES = (
    *("order", "missing_argument", "invented_argument", "wrong_value"),
    *("format", "wrong_tool", "missing_call", "unwanted_call"),
)
FEW = 50_000  # pairs up to which a largest matching is found without scipy, which needs less memory
AGREEING = 50_000  # pairs of parameters that are compared as values at a time
RANKED = 1_000_000  # pairs of calls whose parameters are compared at a time
SAME, LACKING, INVENTED, WRONG, BROKEN, OTHER = range(1, 7)  # the first set that a pair is in


class CallPairs(NamedTuple):
    """Pairs of calls of one unit and one tool, without broken calls.

    gold, system   the calls of each pair
    rank           the smallest set that holds each pair, SAME to WRONG
    alike          the share of equal parameters of each pair, from 0 to 1
    """

    gold: IntArray
    system: IntArray
    rank: IntArray
    alike: FloatArray


@dataclass(frozen=True)
class Matched:
    """The sizes of the largest matchings.

    sizes          M0 to M6 of each unit, shape (units, 7)
    gold, system   the number of calls of each side in each unit
    """

    sizes: IntArray
    gold: IntArray
    system: IntArray

    def lost(self) -> IntArray:
        """The number of calls that each of LOSSES costs each unit, shape (units, 8)."""
        steps = 2 * np.diff(self.sizes, axis=1)
        last = self.sizes[:, -1]
        lost: IntArray = np.column_stack([steps, self.gold - last, self.system - last])
        return lost

    @property
    def exact(self) -> BoolArray:
        """Whether both sides of each unit have the same calls."""
        exact: BoolArray = (self.sizes[:, 0] == self.gold) & (self.gold == self.system)
        return exact


class ToolGroups:
    """Groups of calls: the calls of one tool in one unit. Broken calls are in no group.

    gold, system   the group of each call, NONE for broken calls
    unit           the unit of each group
    """

    def __init__(self, gold: Side, system: Side) -> None:
        unit = np.concatenate([gold.unit, system.unit])
        name = np.concatenate([gold.name, system.name])
        sound = np.flatnonzero(~np.concatenate([gold.broken, system.broken]))
        group = np.full(len(unit), NONE)
        _, first, group[sound] = np.unique(
            combine(unit[sound], name[sound]) if len(sound) else sound, return_index=True, return_inverse=True
        )
        self.gold, self.system = np.split(group, [len(gold)])
        self.unit = unit[sound][first]

    def __len__(self) -> int:
        return len(self.unit)

    def sizes(self, group: IntArray) -> IntArray:
        """The number of calls in each group, from the *group* of each call."""
        return np.bincount(group[group != NONE], minlength=len(self))


def matched(compared: ComparedUnits) -> Matched:
    """The sizes of the largest matchings of all units."""
    gold, system, count = compared.gold, compared.system, len(compared)
    tools = ToolGroups(gold, system)
    most = np.minimum(tools.sizes(tools.gold), tools.sizes(tools.system))
    # no gold call is broken, so broken calls of the system are in no pair
    columns = ((getattr(gold, name), getattr(system, name)) for name in ("unit", "name", "form", "broken"))
    same = tools.sizes(tools.gold[in_turn(*columns)[0]])
    by_group = np.stack([same, same, same, most])
    unsettled = same < most
    by_group[:3, unsettled] = 0
    for pairs in pairs_of(compared, tools, unsettled):
        for step, rank in enumerate((SAME, LACKING, INVENTED)):
            by_group[step] += tools.sizes(tools.gold[largest(pairs, rank)])
    sizes = np.zeros((count, 7), np.int64)
    for step in range(4):
        sizes[:, step + 1] = np.bincount(tools.unit, by_group[step], count)
    sizes[:, 5] = _with_broken(gold, system, count)
    of_gold, of_system = (np.bincount(side.unit, minlength=count) for side in (gold, system))
    sizes[:, 6] = np.minimum(of_gold, of_system)
    sizes[:, 0] = sizes[:, 1]
    if compared.options.order == SEQUENCE:
        sizes[:, 0] = _in_order(compared, tools, sizes[:, 1])
    return Matched(sizes, of_gold, of_system)


def in_turn(*columns: tuple[IntArray | BoolArray, IntArray | BoolArray]) -> tuple[IntArray, IntArray]:
    """The pairs of places with equal columns: the n-th gold place with the n-th system place."""
    keys = _keys(*columns)
    return join(*_keys(keys, (turns(keys[0]), turns(keys[1]))))


def pairs_of(
    compared: ComparedUnits, tools: ToolGroups, some: BoolArray, most: int | None = None
) -> Iterator[CallPairs]:
    """All pairs of calls inside the groups under the mask *some*, a few documents at a time.

    Raises TooLargeError for a document with more than *most* or MOST_CALL_PAIRS pairs.
    """
    most = MOST_CALL_PAIRS if most is None else min(most, MOST_CALL_PAIRS)
    groups_of = tools.gold, tools.system
    sizes = [tools.sizes(group) for group in groups_of]
    document = compared.units.document[tools.unit]
    each = np.bincount(document, sizes[0] * sizes[1] * some).astype(np.int64)
    check_pairs(each, most, "pairs of calls of one tool", "divide it")
    for documents in chunks(each[: np.flatnonzero(each).max(initial=NONE) + 1]):
        inside = some & (document >= documents.start) & (document < documents.stop)
        listed = np.append(inside, False)  # the last: calls in no group
        sides = [np.flatnonzero(listed[group]) for group in groups_of]
        i, j = join(tools.gold[sides[0]], tools.system[sides[1]])
        yield _all_ranked(compared, sides[0][i], sides[1][j])


def _all_ranked(compared: ComparedUnits, gold: IntArray, system: IntArray) -> CallPairs:
    """The pairs of the calls *gold* and *system* with their ranks, computed in portions that fit into
    memory.
    """
    pairs = CallPairs(gold, system, np.zeros(len(gold), np.int64), np.zeros(len(gold)))
    step = (
        max(len(gold), 1) if compared.is_unclear else RANKED
    )  # the number of similar values is limited by document
    for first in range(0, len(gold), step):
        piece = slice(first, first + step)
        pairs.rank[piece], pairs.alike[piece] = _ranked(compared, gold[piece], system[piece])[2:]
    return pairs


def largest(pairs: CallPairs, rank: int) -> IntArray:
    """The gold calls in a largest matching of the pairs whose rank is at most *rank*."""
    some = np.flatnonzero(pairs.rank <= rank)
    gold, system = pairs.gold[some], pairs.system[some]
    if len(some) <= FEW:
        return gold[best_matching(gold, system, np.ones(len(some)))]
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    ones = np.ones(len(some), np.int8)
    graph = csr_array((ones, (gold.astype(np.int32), system.astype(np.int32))))
    return np.flatnonzero(maximum_bipartite_matching(graph, "column") != NONE)


def _ranked(compared: ComparedUnits, gold: IntArray, system: IntArray) -> CallPairs:
    """The pairs of the calls *gold* and *system*, each with its rank (SAME to WRONG)."""
    ours, theirs = (
        one.take(np.isin(one.call, calls))
        for one, calls in zip(compared.parameters, (gold, system), strict=True)
    )
    wanted, width = RowPairs(gold, system, np.zeros(len(gold))), max(len(compared.system), 1)
    unit = compared.gold.unit[ours.call], compared.system.unit[theirs.call]
    place = _keys(unit, (ours.path, theirs.path))
    forms = _keys(place, (ours.form, theirs.form))
    once = first_of_each(combine(ours.call, ours.path)) if len(ours) else ours.call

    def counted(some: IntArray, key: tuple[IntArray, IntArray]) -> FloatArray:
        """Count, for each pair of calls, the gold parameters *some* whose key the system's call has, too."""
        mine = Features(ours.call[some], key[0][some], np.ones(len(some)))
        return at_pairs(
            summed([common(mine, Features(theirs.call, key[1], np.ones(len(theirs))))]), wanted, width
        )

    always = once[ours.always[once]]
    both = counted(once, place)
    needed = both if len(always) == len(once) else counted(always, place)
    equal = counted(np.flatnonzero(~ours.unclear), forms)
    if compared.is_unclear:
        equal += at_pairs(summed([_agreeing(compared, ours, theirs, place)]), wanted, width)
    own = np.bincount(ours.call[always], minlength=len(compared.gold))[gold]
    other = np.bincount(theirs.call, minlength=len(compared.system))[system]
    rank = np.where(own > needed, LACKING, SAME)
    rank = np.where(other > both, INVENTED, rank)
    rank = np.where(both > equal, WRONG, rank)
    return CallPairs(gold, system, rank, equal / (own + other - needed + 1))


def same_parameters(compared: ComparedUnits, gold: IntArray, system: IntArray) -> list[frozenset[str]]:
    """The names of the equal parameters of each pair of calls; empty if a call is NONE."""
    ours, theirs = compared.parameters
    pair, i = join(gold, ours.call)
    other, j = join(system, theirs.call)
    k, m = join(*_keys((pair, other), (ours.path[i], theirs.path[j])))
    equal = _are_same(compared, ours.take(i[k]), theirs.take(j[m]))
    steps = compared.parameter_rows.rows.paths.steps
    found: list[set[str]] = [set() for _ in gold]
    for at, path in zip(pair[k][equal].tolist(), ours.path[i[k]][equal].tolist(), strict=True):
        found[at].add(str(steps[path][-1]))
    return list(map(frozenset, found))


def _keys(*columns: tuple[IntArray | BoolArray, IntArray | BoolArray]) -> tuple[IntArray, IntArray]:
    """One integer for each row of both sides, equal if all columns are equal."""
    key = combine(*(np.concatenate(both).astype(np.int64, copy=False) for both in columns))
    ours, theirs = np.split(key, [len(columns[0][0])])
    return ours, theirs


def _agreeing(
    compared: ComparedUnits, ours: Parameters, theirs: Parameters, place: tuple[IntArray, IntArray]
) -> RowPairs:
    """The pairs of calls with unclear parameters that agree, one entry per parameter."""
    unclear = np.flatnonzero(ours.unclear)
    i, j = join(place[0][unclear], place[1])
    left, right = ours.take(unclear[i]), theirs.take(j)
    agree = _are_same(compared, left, right)
    call, other, path = left.call[agree], right.call[agree], left.path[agree]
    if not len(call):
        return NO_PAIRS
    once = first_of_each(combine(call, other, path))
    return RowPairs(call[once], other[once], np.ones(len(once)))


def _are_same(compared: ComparedUnits, ours: Parameters, theirs: Parameters) -> BoolArray:
    """Whether the parameters of each pair are equal: in form, or for unclear parameters in all leaves."""
    same: BoolArray = ours.form == theirs.form
    differ = np.flatnonzero(~same & ours.unclear)
    if len(differ):
        kinds = combine(ours.path[differ], ours.form[differ], theirs.form[differ])
        _, first, number = np.unique(kinds, return_index=True, return_inverse=True)
        some = differ[first]
        document = compared.units.document[compared.gold.unit[ours.call[some]]]
        check_pairs(np.bincount(document), MOST_SIMILAR, "pairs of values that may be similar")
        same[differ] = _agree(compared, ours.node[some], theirs.node[some])[number]
    return same


def _agree(compared: ComparedUnits, gold: IntArray, system: IntArray) -> BoolArray:
    """Whether pairs of parameters, given as nodes, agree in all leaves."""
    nodes = compared.parameter_rows.rows.nodes

    def alone(node: int) -> list[dict[str, object]]:
        _, tool, name = nodes.paths.steps[int(nodes.path[node])]
        return [{str(tool): {str(name): nodes.values[node]}}]

    agree = np.zeros(len(gold), bool)
    for first in range(0, len(gold), AGREEING):
        some = slice(first, first + AGREEING)
        values = list(map(alone, gold[some].tolist())), list(map(alone, system[some].tolist()))
        try:
            agree[some] = are_equal(*values, compared.options.values)
        except TooLargeError as error:  # its document is the number of a pair
            unit = nodes.document[gold[first + error.document]]
            raise error.at(int(compared.units.document[unit])) from None
    return agree


def _with_broken(gold: Side, system: Side, count: int) -> IntArray:
    """M5 of each unit, shape (units,): all calls are paired by tool, remaining gold calls with nameless
    calls.
    """
    named = equal_names(gold, system, count)
    nameless = np.bincount(system.unit[system.name == NONE], minlength=count)
    left = np.bincount(gold.unit, minlength=count) - named
    sizes: IntArray = named + np.minimum(nameless, left)
    return sizes


def equal_names(gold: Side, system: Side, count: int) -> IntArray:
    """The size of a largest matching of calls with equal names in each unit."""
    ours, theirs = (np.flatnonzero(side.name != NONE) for side in (gold, system))
    both = (gold.unit[ours], system.unit[theirs]), (gold.name[ours], system.name[theirs])
    return np.bincount(gold.unit[ours[in_turn(*both)[0]]], minlength=count)


def names_in_order(gold: Side, system: Side, count: int) -> IntArray:
    """The largest number of pairs of equal names that do not cross, in each unit."""
    most = equal_names(gold, system, count)
    name = gold.name, np.where(system.name == NONE, NONE - 1, system.name)
    return _subsequences((gold.unit, system.unit), name, most)


def _in_order(compared: ComparedUnits, tools: ToolGroups, most: IntArray) -> IntArray:
    """M0 of each unit: the largest number of pairs of same calls that do not cross. *most* is M1."""
    gold, system = compared.gold, compared.system
    if not compared.has_grades:
        sides = [(gold.name, system.name), (gold.form, system.form)]
        return _subsequences((gold.unit, system.unit), _keys(*sides, (gold.broken, system.broken)), most)
    sizes = np.zeros(len(compared), np.int64)
    for pairs in pairs_of(compared, tools, np.ones(len(tools), bool)):
        sizes += np.bincount(gold.unit[pairs.gold[same_in_order(compared, pairs)]], minlength=len(sizes))
    return sizes


def same_in_order(compared: ComparedUnits, pairs: CallPairs) -> IntArray:
    """The places in *pairs* of a largest set of pairs of same calls that do not cross, in each unit."""
    same = np.flatnonzero(pairs.rank == SAME)
    taken = [np.zeros(0, np.int64)]
    for group in groups(compared.gold.unit[pairs.gold[same]]):
        some = same[group]
        taken.append(some[best_in_order(pairs.system[some], pairs.gold[some], np.ones(len(some)), "1:1")])
    return np.concatenate(taken)


def _subsequences(
    unit: tuple[IntArray, IntArray], key: tuple[IntArray, IntArray], most: IntArray
) -> IntArray:
    """The length of the longest common subsequence of keys in each unit. *most* is an upper bound of it."""
    lengths = np.minimum(most, 1)
    count = np.arange(len(most) + 1)
    borders = [np.searchsorted(side, count).tolist() for side in unit]
    listed = [side.tolist() for side in key]
    for at in np.flatnonzero(most > 1).tolist():
        ours, theirs = (
            side[border[at] : border[at + 1]] for side, border in zip(listed, borders, strict=True)
        )
        lengths[at] = len(ours) if ours == theirs else len(common_subsequence(ours, theirs))
    return lengths
