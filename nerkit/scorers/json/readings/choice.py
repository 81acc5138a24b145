"""Choose the readings of the gold side that give a document its largest F1, with a proof.

    gold     any of {x: 1} and {x: 1, y: 2, z: 3}        system  {x: 1, y: 2}, so P = 2
    λ = 0    largest A: the second, A = 2, R = 3         F1 = 4/5
    λ = 4/5  2A - λR: 2 - 4/5 < 4 - 12/5                 the second again: no F1 is larger

A unit is a leaf, or an element as a whole. Each value of a choice is a row of the gold side. It can be paired
with the system row at the place of the choice. A pair has two numbers. The first is A, the agreeing units.
The second is the number of gold units above the smallest number of its row. The best choice has the largest
gain * A - cost * R, where R counts the gold units. For equal F1, fewer gold units are better.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct, expand, first_of_each, join, turns
from nerkit.corpora.json_paths import Kept
from nerkit.ground.limits import MOST_CALL_PAIRS
from nerkit.scorers.json.forms import KEYED, MODE, ORDERED
from nerkit.scorers.json.matching import Matching
from nerkit.scorers.json.nodes import ARRAY
from nerkit.scorers.json.options import SET, Options
from nerkit.scorers.json.pairs import (
    NO_PAIRS,
    NO_WORTH,
    RowPairs,
    WorthPairs,
    at_pairs,
    check_pairs,
    graded_leaves,
    partners,
    summed,
)
from nerkit.scorers.json.readings.expansion import Expansion, alike
from nerkit.scorers.json.rows import Rows

EXACT = 2.0**52  # numbers below this are exact as floats
NEAR = 1e-12  # the least progress of an F1 if similarities are fractions
SAME = 1e-9  # equal sums of fractions may differ by so much
EQUAL = "pairs of elements that may be equal"


@dataclass(frozen=True)
class ChosenReadings:
    """The readings taken in a document.

    picks       id of a `Readings` object -> number of the taken reading, from 0 on
    is_proved   whether no other readings have a larger F1
    slack       how many more units could agree, if the choice is not proved
    """

    picks: dict[int, int]
    is_proved: bool
    slack: float


class Choosing(Matching):
    """The matching and the choices of readings with the largest worth, for given gains and costs per
    document.

    depth   the depth of the arrays whose elements count as wholes; None if leaves count
    """

    def __init__(self, rows: Rows, depth: int | None = None) -> None:
        self.rows, self.nodes, nodes = rows, rows.nodes, rows.nodes
        self.depth = depth
        self.partner = np.full(len(nodes), NONE)
        self.equal = np.zeros(len(nodes), bool)
        self._known: dict[int, RowPairs] = {}
        self.top = int(rows.level[rows.is_row].max(initial=0))
        self.chosen: dict[int, tuple[WorthPairs, WorthPairs]] = {}  # by level; equal units
        self.taken: dict[int, list[WorthPairs]] = {}  # level -> taken pairs, turn by turn from the innermost
        inner = nodes.parent != NONE
        self.is_unit = inner & (nodes.kind[nodes.parent] == ARRAY) & (rows.level == depth)
        self.turn = np.zeros(len(nodes), np.int64)  # choices around each row, within its element
        for level in nodes.levels()[1:]:
            within = ~(nodes.kind[nodes.parent[level]] == ARRAY)
            above = self.turn[nodes.parent[level]] + rows.admitted[level]
            self.turn[level] = np.where(within, above, 0)
        self.fewest, self.most = self._sizes(np.minimum, np.inf), self._sizes(np.maximum, -np.inf)

    def _sizes(self, extreme: np.ufunc, start: float) -> FloatArray:
        """Return the fewest or the most units at and below each node, shape (nodes,).

        extreme   np.minimum or np.maximum, with the value *start* that any number replaces
        """
        rows, nodes = self.rows, self.nodes
        counted = rows.leaf & (rows.level >= (self.depth or 0))
        sums = np.where(counted, rows.weight, 0.0)
        best = np.full(len(nodes), start)
        for level in reversed(nodes.levels()[1:]):
            given = np.where(self.is_unit[level], sums[level] > 0, sums[level])
            parent, admitted = nodes.parent[level], rows.admitted[level]
            np.add.at(sums, parent[~admitted], given[~admitted])
            extreme.at(best, parent[admitted], given[admitted])
            choices = parent[admitted]
            sums[choices] = best[choices]
        return sums

    @property
    def is_whole(self) -> BoolArray:
        """Whether each document can only have whole numbers of agreeing units, shape (documents,)."""
        rows, nodes = self.rows, self.nodes
        whole = np.ones(nodes.border, bool)
        if self.depth is None:
            parts = rows.graded_path[nodes.path] | (rows.weight % 1 > 0)
            whole[nodes.document[rows.leaf & parts]] = False
        return whole

    @cached_property
    def feature(self) -> IntArray:
        """An integer for each leaf, equal for leaves that agree (`Rows.features`)."""
        return self.rows.features(self.rows.leaf)

    def of_documents(self, column: FloatArray, *, system: bool = False) -> FloatArray:
        """Return the values of a node column at the root of each document on one side; 0 without leaves."""
        nodes, values = self.nodes, np.zeros(self.nodes.border)
        roots = np.flatnonzero((nodes.parent == NONE) & (nodes.system == system))
        values[nodes.document[roots]] = column[roots]
        return values

    def _leaf_pairs(self, level: int) -> RowPairs:
        """Return the pairs of rows of a level with agreeing leaves or scalar units, each pair once."""
        if level in self._known:
            return self._known[level]
        rows, weight = self.rows, self.rows.weight
        mine = rows.leaf & (rows.level[rows.owner] == level)
        in_units = self.depth is not None and level >= self.depth
        if in_units:
            mine &= self._inside
        elif self.depth is not None:  # units that are scalars in bags
            mine &= rows.flat & self.is_unit
            weight = (weight > 0).astype(float)
        parts = np.flatnonzero(mine & ~rows.flat), np.flatnonzero(mine & rows.flat)
        if level == self.depth:
            pairs = [*(self._equal_leaves(some) for some in parts), graded_leaves(rows, parts[0])]
        else:
            pairs = self._parts(level, *parts, weight)
        found = summed(pairs)
        if not in_units:  # pairs inside units depend on the compared units
            self._known[level] = found
        return found

    @cached_property
    def _units(self) -> IntArray:
        """The nodes of the units that are rows."""
        rows = self.rows
        units: IntArray = np.flatnonzero(rows.is_row & ~rows.admitted & (rows.level == self.depth))
        return units

    @cached_property
    def _kind(self) -> IntArray:
        """For each unit the first unit that admits equal values, shape (nodes,); NONE for other nodes.

        All units of one kind are equal to the same units of the other side, so nerkit compares one of them.
        """
        rows, nodes = self.rows, self.nodes
        kinds, units = np.full(len(nodes), NONE), self._units
        kinds[units] = units
        if not len(units) or (rows.mode == KEYED).any():  # forms do not show keys that are not scored
            return kinds
        depth = np.searchsorted(nodes.depths, units, "right")  # only forms of one depth can be compared
        place = nodes.document[units], nodes.path[units], rows.block[units], depth
        key = combine(nodes.system[units].astype(np.int64), *place, rows.form[units])
        _, first, number = np.unique(key, return_index=True, return_inverse=True)
        kinds[units] = units[first[number]]
        return kinds

    @cached_property
    def _candidates(self) -> RowPairs:
        """The pairs of kinds of units that may be equal: gold's unit has the rarest leaf of the system's
        unit.

        A system unit without a leaf that must be equal is paired with all gold units.
        """
        rows, nodes = self.rows, self.nodes
        must = rows.leaf & ~rows.flat & (rows.level[rows.owner] == self.depth) & (rows.weight > 0)
        must &= ~rows.graded_path[nodes.path] & (self._kind[rows.element] == rows.element)
        gold, own = np.flatnonzero(must & ~nodes.system), np.flatnonzero(must & nodes.system)
        own = own[np.lexsort((partners(self.feature[own], self.feature[gold]), rows.owner[own]))]
        own = own[first_of_each(rows.owner[own])]
        units = distinct(self._kind[self._units])
        free = units[nodes.system[units] & ~contained(units, np.sort(rows.owner[own]))]
        ours, group = units[~nodes.system[units]], combine(nodes.document, nodes.path)
        count = np.zeros(nodes.border)
        np.add.at(count, nodes.document[own], partners(self.feature[own], self.feature[gold]))
        np.add.at(count, nodes.document[free], partners(group[free], group[ours]))
        check_pairs(count, MOST_CALL_PAIRS, EQUAL)
        i, j = join(self.feature[own], self.feature[gold])
        k, m = join(group[free], group[ours])
        left = np.concatenate([rows.element[gold[j]], ours[m]])
        right = np.concatenate([rows.owner[own[i]], free[k]])
        once = first_of_each(combine(left, right)) if len(left) else left
        return RowPairs(left[once], right[once], np.zeros(len(once)))

    def _equal_leaves(self, leaf: IntArray) -> RowPairs:
        """Return the candidate pairs of rows with equal leaves among *leaf*."""
        rows, pairs = self.rows, self._compared
        system = self.nodes.system[leaf]
        gold, own = leaf[~system], leaf[system]
        own = own[np.argsort(rows.owner[own], kind="stable")]
        first, last = (np.searchsorted(rows.owner[own], pairs.system, side) for side in ("left", "right"))
        pair, place = expand(first, last)
        if not len(gold) or not len(pair):
            return NO_PAIRS
        unit = np.concatenate([pairs.gold[pair], rows.element[gold]])
        key = combine(unit, np.concatenate([self.feature[own[place]], self.feature[gold]]))
        i, j = join(key[: len(pair)], key[len(pair) :])
        return RowPairs(rows.owner[gold[j]], pairs.system[pair[i]], rows.weight[gold[j]])

    def best(self, gain: FloatArray, cost: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return A and R of each document under its best choices."""
        pairs, level = NO_WORTH, self.top
        if self.depth is not None:
            pairs, level = self._matched(self.depth, self._equal_units, gain, cost), self.depth - 1
        for below in range(level, -1, -1):
            pairs = self._folded(below, self._pairs(below, pairs), gain, cost)
            pairs = self._matched(below, pairs, gain, cost) if below else pairs
        totals = np.zeros((2, len(gain)))
        totals[:, self.nodes.document[pairs.gold]] = pairs.agreeing, pairs.second
        return totals[0], totals[1] + self.of_documents(self.fewest)

    @cached_property
    def _equal_units(self) -> WorthPairs:
        """The pairs of units that are equal in some reading."""
        pairs, kind, units = self._compare(self._candidates), self._kind, self._units
        parent = self.nodes.parent
        count = np.bincount(kind[units], minlength=len(kind))
        document = self.nodes.document[pairs.gold]
        check_pairs(np.bincount(document, count[pairs.gold] * count[pairs.system]), MOST_CALL_PAIRS, EQUAL)
        i, j = join(kind[units], pairs.gold)
        gold, system = units[i], pairs.system[j]
        k, m = join(system, kind[units])
        # the n-th equal element of a bag is needed only by the n-th or a later gold element that may equal it
        needed_from = turns(combine(parent[units], kind[units]))
        free = ~np.isin(self.rows.array_mode[gold], ORDERED)
        turn = np.where(free, turns(combine(parent[gold], system)), len(kind))
        needed = needed_from[m] <= turn[k]
        key = gold[k[needed]] * len(kind) + units[m[needed]]  # one number for each pair of units
        key.sort()
        gold, system = np.divmod(key, len(kind))
        unit: FloatArray = np.broadcast_to(1.0, len(key))
        return WorthPairs(gold, system, unit, unit - (self.fewest[gold] > 0))

    def _compare(self, candidates: RowPairs) -> WorthPairs:
        """Return the pairs of units among candidates that are equal in some reading.

        If a gold leaf costs half of the gain of an agreeing leaf, the best readings make units equal if any
        do.
        """
        depth, pairs, nodes = self.depth or 0, NO_WORTH, self.nodes
        units = np.full(len(nodes), NONE)
        units[candidates.gold] = units[candidates.system] = 1
        self._compared, self._inside = candidates, nodes.passed_down(units) == 1
        gain, cost = np.full(nodes.border, 2.0), np.ones(nodes.border)
        for level in range(max(self.top, depth), depth - 1, -1):
            pairs = self._folded(level, self._pairs(level, pairs), gain, cost)
            pairs = self._matched(level, pairs, gain, cost) if level > depth else self._equal(pairs)
        return pairs

    def _equal(self, pairs: WorthPairs) -> WorthPairs:
        """Return the pairs whose elements are equal in some reading."""
        own, theirs = self.fewest[pairs.gold] + pairs.second, self.fewest[pairs.system]
        return pairs.take((abs(pairs.agreeing - own) < SAME) & (abs(pairs.agreeing - theirs) < SAME))

    def _matched(self, level: int, pairs: WorthPairs, gain: FloatArray, cost: FloatArray) -> WorthPairs:
        """Match the elements of a level; return the sums of matched pairs by pair of surrounding rows."""
        depth = self.depth or 0
        equal = pairs if level == self.depth else self._equal(pairs) if level > depth else NO_WORTH
        pairs, weight = self._worth(pairs, gain, cost)
        pairs, around = self._match(pairs, weight)
        self.chosen[level] = pairs, equal
        return around

    def _worth(self, pairs: WorthPairs, gain: FloatArray, cost: FloatArray) -> tuple[WorthPairs, FloatArray]:
        """Return the pairs whose worth, gain * agreeing - cost * second, is above 0, and their worth."""
        document = self.nodes.document[pairs.gold]
        worth = gain[document] * pairs.agreeing
        worth -= cost[document] * pairs.second
        some = worth > 0
        return (pairs, worth) if some.all() else (pairs.take(some), worth[some])

    def _pairs(self, level: int, inner: WorthPairs) -> WorthPairs:
        """Return the pairs of rows of a level that agree in a unit and can be matched."""
        width, own = len(self.nodes), self._leaf_pairs(level)
        found = summed([own, RowPairs(*inner[:3])]) if len(inner.gold) else own
        pairs = WorthPairs(*found, at_pairs(RowPairs(inner.gold, inner.system, inner.second), found, width))
        fits = self._may_meet(pairs.gold, pairs.system) & (pairs.agreeing > 0)
        if level == self.depth and (len(inner.gold) or self.rows.graded_path.any()):
            known = np.sort(self._compared.gold * width + self._compared.system)
            fits &= contained(self.rows.element[pairs.gold] * width + pairs.system, known)
        return pairs.take(fits)

    def _folded(self, level: int, pairs: WorthPairs, gain: FloatArray, cost: FloatArray) -> WorthPairs:
        """Return the pairs of elements and documents after each choice takes its value with the largest
        worth.
        """
        nodes, taken = self.nodes, []
        for turn in range(int(self.turn[pairs.gold].max(initial=0)), 0, -1):
            of_turn = self.turn[pairs.gold] == turn
            some, choice = pairs.take(of_turn), nodes.parent[pairs.gold[of_turn]]
            some = some._replace(second=some.second + self.fewest[some.gold] - self.fewest[choice])
            some, worth = self._worth(some, gain, cost)
            choice = nodes.parent[some.gold]
            key = combine(choice, some.system)
            if not (key[1:] > key[:-1]).all():  # keep the first of the best per choice and system row
                order = np.lexsort((some.gold, -worth, key))
                first = order[np.append(True, np.diff(key[order]) != 0)[: len(order)]]
                some, choice = some.take(first), choice[first]
            taken.append(some)
            rest = pairs.take(~of_turn)
            both = WorthPairs(*(np.concatenate(two) for two in zip(rest, some, strict=True)))
            pairs = both.moved(np.concatenate([rest.gold, self.rows.owner[choice]]), both.system)
        self.taken[level] = taken
        return pairs

    # --- from the documents inwards ---

    def picks(self, with_twins: BoolArray) -> list[dict[int, int]]:
        """Return for each document: id of a `Readings` object -> number of the taken reading.

        with_twins    whether unpaired elements of sets take readings that equal system elements, shape
                      (documents,).
                      Such an element adds nothing to the set
        """
        nodes = self.nodes
        self.partner[:] = NONE
        roots = np.flatnonzero(nodes.parent == NONE)
        self._join(roots, nodes.document[roots])
        of_choice = self._first_of_fewest()
        for level in range(max(self.top, self.depth or 0) + 1):
            pairs, equal = self.chosen.get(level, (NO_WORTH, NO_WORTH))
            self._pair_up(pairs.gold, pairs.system)
            # equal elements of sets become partners if gold's has no partner yet and its document needs one
            twins = (self.partner[equal.gold] == NONE) & with_twins[nodes.document[equal.gold]]
            twins &= self.rows.array_mode[equal.gold] == MODE[SET]
            self._pair_up(equal.gold[twins], equal.system[twins])
            if level == self.depth:
                gold = self._units[(self.partner[self._units] != NONE)]
                gold = gold[~nodes.system[gold]]
                self._compare(RowPairs(gold, self.partner[gold], np.zeros(len(gold))))
            for some in reversed(self.taken[level]):
                choice = nodes.parent[some.gold]
                active = self.partner[self.rows.owner[choice]] == some.system
                of_choice[choice[active]] = some.gold[active]
                self.partner[some.gold[active]] = some.system[active]
        return self._made(of_choice)

    def _first_of_fewest(self) -> IntArray:
        """Return for each choice the first of its values with the fewest units, as nodes; NONE for other
        nodes.
        """
        rows = np.flatnonzero(self.rows.admitted)
        order = rows[np.lexsort((rows, self.fewest[rows], self.nodes.parent[rows]))]
        choice, first = np.unique(self.nodes.parent[order], return_index=True)
        found = np.full(len(self.nodes), NONE)
        found[choice] = order[first]
        return found

    def _made(self, of_choice: IntArray) -> list[dict[int, int]]:
        nodes = self.nodes
        made: list[dict[int, int]] = [{} for _ in range(nodes.border)]
        counts = np.ones(len(nodes), bool)  # mask of the nodes in taken readings
        for level in nodes.levels()[1:]:
            parent = nodes.parent[level]
            own = ~self.rows.admitted[level] | (of_choice[parent] == np.arange(level.start, level.stop))
            counts[level] = counts[parent] & own
        for row in np.flatnonzero(counts & self.rows.admitted).tolist():
            choice = nodes.values[nodes.parent[row]]
            place = next(at for at, one in enumerate(choice.values) if one is nodes.values[row])
            made[int(nodes.document[row])] |= {id(readings): at for readings, at in choice.picks[place]}
        return made


def choose(
    gold: Sequence[Any],
    system: Sequence[Any],
    options: Options,
    kept: Kept,
    depth: int | None = None,
    *,
    soft: bool = False,
    judged: bool = True,
) -> list[ChosenReadings]:
    """Return the readings of each gold document with the largest F1, and among these with the fewest gold
    units.

    depth   the depth of the arrays whose elements count as wholes; None if leaves count

    Raises TooLargeError with the place of the document.
    """
    bags = depth == 1  # outermost elements as wholes have no order
    expansion = Expansion(options, kept, bags=bags)
    sides, has_more = [], np.zeros(len(gold), bool)
    for place, both in enumerate(zip(gold, system, strict=True)):
        sides.append(expansion.sides(*both))
        has_more[place] = expansion.has_more
    ours, theirs = [one for one, _ in sides], [one for _, one in sides]
    of_rows = partial(
        Rows, options=replace(options, wrap=False), kept=kept, soft=soft, bags=bags, judged=judged
    )
    rows = of_rows((ours, theirs))
    equal = alike(rows) if (rows.mode == MODE[SET]).any() else set()
    for place, value in enumerate(ours) if equal else ():
        expansion.has_more = False
        ours[place] = expansion.with_sets(value, (), equal)
        has_more[place] |= expansion.has_more
    return _best(Choosing(of_rows((ours, theirs)) if equal else rows, depth), has_more)


def _best(choosing: Choosing, has_more: BoolArray) -> list[ChosenReadings]:
    """Return the readings with the largest F1.

    Each round weighs units by the largest F1 so far. The search ends when no F1 is larger.
    """
    least, most = choosing.of_documents(choosing.fewest), choosing.of_documents(choosing.most)
    size = choosing.of_documents(choosing.fewest, system=True)
    ties = np.floor(most) + 2  # units of gold decide only between equal whole numbers
    is_whole = choosing.is_whole
    gain, cost = ties.copy(), is_whole.astype(float)
    agreeing, units = choosing.best(gain, cost)
    is_open = (most > least) & (agreeing > 0) & (2 * agreeing < size + units)
    while is_open.any():
        total = size + units
        exact = 2 * total * ties * np.minimum(size, most) < EXACT
        gain = np.where(is_open, 2 * total * np.where(exact, ties, 1), gain)
        tie = np.where(is_whole, 1, SAME * agreeing * ties)  # additional cost of a unit of gold
        cost = np.where(is_open, np.where(exact, 2 * agreeing * ties + tie, 2 * agreeing), cost)
        found, own = choosing.best(gain, cost)
        gained = found * total - agreeing * (size + own)
        near = np.where(gained == np.floor(gained), 0, NEAR * total * total)
        agreeing, units = np.where(is_open, found, agreeing), np.where(is_open, own, units)
        is_open &= gained > near
    slack = np.where(has_more, np.minimum(size, most) - agreeing, 0)
    slack /= choosing.rows.scale if choosing.depth is None else 1
    return [
        ChosenReadings(picks, not more, one)
        for picks, more, one in zip(choosing.picks(has_more), has_more.tolist(), slack.tolist(), strict=True)
    ]


def are_equal(gold: Sequence[Any], system: Sequence[Any], options: Options) -> BoolArray:
    """Return whether each pair of documents agrees in all leaves, for some readings and some matching of
    arrays.
    """
    choosing = Choosing(Rows((gold, system), replace(options, weight=())))
    agreeing, units = choosing.best(np.full(len(gold), 2.0), np.ones(len(gold)))
    size = choosing.of_documents(choosing.fewest, system=True)
    equal: BoolArray = (abs(agreeing - units) < SAME) & (abs(agreeing - size) < SAME)
    return equal
