"""The best pairs of rows: the most agreeing leaves, and among equally good pairs the most shared addresses.

Arrays are matched from the innermost level outwards. At each level, rows of the gold side and of the system
are paired sparsely. The value A of a pair is the weight of its agreeing leaves, plus the value of the matched
arrays inside. The pairs of one gold array and one system array are a separate matching problem. The functions
of the algebra solve it: an assignment for bags, sets and keys, a longest common subsequence for sequences,
and no choice for positions. At the end, nerkit derives the partners from the documents inwards.

Equal elements of outermost arrays are paired first. Agreement is an equality there, so a matching that
separates equal elements can be changed to keep them together without a loss. This also holds for elements
that differ only in values that no element of the other side has.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nerkit.algebra.sequences import best_in_order
from nerkit.algorithms.assignment import best_matching, linear_sum_assignment
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct, grouped, groups, join, ranked, turns
from nerkit.ground.limits import MOST_ELEMENT_PAIRS
from nerkit.scorers.json.forms import KEYED, MODE, ORDERED, signatures
from nerkit.scorers.json.options import POSITION, SEQUENCE
from nerkit.scorers.json.pairs import (
    NO_PAIRS,
    NO_WORTH,
    RowPairs,
    WorthPairs,
    at_pairs,
    check_pairs,
    equal_leaves,
    graded_leaves,
    partners,
    summed,
)
from nerkit.scorers.json.rows import Rows

EXACT = 2.0**52  # integers below it are exact as floats
GIVEN = (KEYED, MODE[POSITION])  # modes in which keys or places decide the pairs, not leaves
MANY = 256  # in larger arrays, elements with equal shared leaves are paired first
SMALL, LARGE = 200, 4_000_000  # an assignment is solved on a dense matrix between these numbers of cells
CELLS = 20_000_000  # up to so many pairs of rows of a level are compared in any case
TOGETHER = 3_000  # pairs of distinct sets of addresses that are compared at a time


class Matching:
    """The partner of every row.

    levels   level -> the pairs of rows that can be partners, and the matched pairs

    Given *is_slot*, a mask of the paths of slots, nerkit takes a best matching with the fewest fabricated
    values.
    """

    def __init__(self, rows: Rows, is_slot: BoolArray | None = None) -> None:
        self.rows, self.nodes = rows, rows.nodes
        self.has_slots = is_slot is not None
        self.in_slot = rows.leaf & (False if is_slot is None else is_slot[rows.nodes.path])
        self.partner = np.full(len(self.nodes), NONE)
        self.equal = np.zeros(len(self.nodes), bool)  # rows that were paired first, and all nodes below them
        self._settle()
        self.levels: dict[int, tuple[WorthPairs, WorthPairs]] = {}
        inner = NO_WORTH
        for level in range(int(rows.level[rows.is_row].max(initial=0)), 0, -1):
            inner = self._solve(level, inner)
        self._read_off()

    # --- what is certain beforehand ---

    def _settle(self) -> None:
        """Pair equal elements of outermost arrays first, then elements whose leaves are equal as far as
        both sides have them.
        """
        rows, nodes = self.rows, self.nodes
        by_order = np.isin(rows.array_mode, (MODE[SEQUENCE], MODE[POSITION]))
        usable = rows.is_row & (rows.level == 1) & ~by_order & ~rows.graded_below[nodes.path]
        usable &= rows.block != NONE
        outermost = np.flatnonzero(usable)
        if self.has_slots:
            size = np.bincount(nodes.parent[outermost], minlength=1)
            outermost = outermost[size[nodes.parent[outermost]] > MANY]
        if not len(outermost):
            return
        self._pair_equal(outermost, rows.form[outermost])
        equal = nodes.passed_down(np.where(self.partner != NONE, 1, NONE)) == 1
        self.equal = equal & (rows.level >= 1)
        left = outermost[(self.partner[outermost] == NONE) & ~rows.has_rows_below[outermost]]
        left = left[np.bincount(nodes.parent[left], minlength=1)[nodes.parent[left]] > MANY]
        if len(left):
            matters, shared = self._what_matters(left)
            left = left[shared[left] > 0]  # rows that share nothing with the other side stay alone
            self._pair_equal(left, matters[left])

    def _pair_equal(self, some: IntArray, form: IntArray) -> None:
        nodes = self.nodes
        keys = combine(nodes.document[some], nodes.path[some], form, self.rows.block[some])
        # the n-th of equal elements pairs with the n-th of the other side, so each key occurs once per side
        keys = combine(keys, turns(combine(keys, nodes.parent[some])))
        self._join(some, keys)

    def _join(self, some: IntArray, keys: IntArray) -> None:
        """Make partners of gold rows and system rows with equal keys. Each key occurs at most once per
        side.
        """
        system = self.nodes.system[some]
        gold, own = some[~system], some[system]
        i, j = join(keys[~system], keys[system])
        self.partner[gold[i]], self.partner[own[j]] = own[j], gold[i]

    def _what_matters(self, some: IntArray) -> tuple[IntArray, IntArray]:
        """Return an integer for the shared leaves of each row, and the weight of these leaves, each of shape
        (nodes,).

        Shared leaves are leaves that the other side has, too. Rows with equal integers have equal shared
        leaves. Nodes outside *some* have 0.
        """
        rows, nodes = self.rows, self.nodes
        of_row = np.zeros(len(nodes), bool)
        of_row[some] = True
        leaf = np.flatnonzero(rows.leaf & (rows.level[rows.owner] == 1) & ~self.equal)
        feature, system = self.feature[leaf], nodes.system[leaf]
        sides = distinct(feature[~system]), distinct(feature[system])
        # for each leaf: whether a leaf of the other side has its feature
        there = np.where(system, contained(feature, sides[0]), contained(feature, sides[1]))
        used = of_row[rows.owner[leaf]]
        leaf, there = leaf[used], there[used]
        code = np.where(there, rows.code[leaf], NONE)
        weight = np.where(there, rows.weight[leaf], 0)
        matters = np.zeros(len(nodes), np.int64)
        owners, known = signatures(rows.owner[leaf], nodes.path[leaf], code)
        matters[owners] = known
        return matters, np.bincount(rows.owner[leaf], weight, len(nodes))

    # --- level by level, from the innermost ---

    def _solve(self, level: int, inner: WorthPairs) -> WorthPairs:
        """Match the rows of a level; return the sums that their arrays add to the pairs of surrounding
        rows.
        """
        pairs = self._values(level, inner)
        keyed = self.rows.array_mode[pairs.gold] == KEYED
        weight = self._both(pairs.agreeing, pairs.second, keyed) if len(keyed) else pairs.agreeing
        chosen, around = self._match(pairs, weight)
        self.levels[level] = pairs, chosen
        return around

    def _match(self, pairs: WorthPairs, weight: FloatArray) -> tuple[WorthPairs, WorthPairs]:
        """Return the matched pairs of elements, and the sums of their values by pair of surrounding rows."""
        if not len(weight):
            return pairs, NO_WORTH
        parent = self.nodes.parent
        problem = parent[pairs.gold] * len(parent) + parent[pairs.system]  # a number per pair of arrays
        pairs = pairs.take(self._chosen(pairs, problem, weight))
        return pairs, pairs.moved(self._around(pairs.gold), self._around(pairs.system))

    def _around(self, elements: IntArray) -> IntArray:
        """Return the row around the array of each element."""
        around: IntArray = self.rows.owner[self.nodes.parent[elements]]
        return around

    def _values(self, level: int, inner: WorthPairs) -> WorthPairs:
        """Return the pairs of rows of a level that can be matched, with their values and numbers of
        shared addresses.
        """
        rows, width = self.rows, len(self.nodes)
        # mask of leaves of rows of this level without a partner, shape (nodes,)
        mine = rows.leaf & (rows.level[rows.owner] == level) & (self.partner == NONE)[rows.owner]
        mine &= ~self.equal
        fields = np.flatnonzero(mine & ~rows.flat)
        counted = np.flatnonzero(mine & rows.flat)
        parts = self._parts(level, fields, counted, rows.weight)
        parts.append(RowPairs(inner.gold, inner.system, inner.agreeing))
        values = summed([*parts, self._given(level)])
        possible = (values.value > 0) | np.isin(rows.array_mode, GIVEN)[values.gold]
        possible &= self._may_meet(values.gold, values.system)
        if not possible.all():
            values = RowPairs(values.gold[possible], values.system[possible], values.value[possible])
        shared = self._addresses(fields, values)
        shared += at_pairs(summed([equal_leaves(rows, self.feature, counted, np.ones(width))]), values, width)
        if self.unit:
            shared = shared * self.unit - self._fabricated(fields, values)
        shared += at_pairs(RowPairs(inner.gold, inner.system, inner.second), values, width)
        return WorthPairs(*values, shared)

    def _parts(self, level: int, fields: IntArray, counted: IntArray, weight: FloatArray) -> list[RowPairs]:
        """Return the pairs of rows of a level with agreeing leaves, in several parts. Raises
        TooLargeError for too many.
        """
        agreeing = self._agreeing_pairs(level, fields, counted)
        check_pairs(agreeing, MOST_ELEMENT_PAIRS, "pairs of elements that agree in something")
        parts = [equal_leaves(self.rows, self.feature, some, weight) for some in (fields, counted)]
        return [*parts, graded_leaves(self.rows, fields)]

    def _may_meet(self, gold: IntArray, system: IntArray) -> BoolArray:
        """Return a mask of the pairs whose rows have equal places or keys, or whose arrays need neither,
        shape (pairs,).
        """
        block = self.rows.block
        met: BoolArray = (block[gold] == block[system]) & (block[system] != NONE)
        return met

    def _agreeing_pairs(self, level: int, *leaves: IntArray) -> FloatArray:
        """Return by document an upper bound of the pairs of rows whose *leaves* agree; 0 if all pairs fit
        in a table.
        """
        rows, document, system = self.rows, self.nodes.document, self.nodes.system
        some = np.flatnonzero(rows.is_row & (rows.level == level) & (self.partner == NONE) & ~self.equal)
        group = combine(document[some], self.nodes.path[rows.element[some]]) if len(some) else some
        first, number = np.unique(group, return_index=True, return_inverse=True)[1:]
        sizes = [np.bincount(number[side], minlength=len(first)) for side in (~system[some], system[some])]
        cells = sizes[0] * sizes[1]  # all pairs of rows per group (a path of a document)
        if cells.sum() <= CELLS:
            return np.zeros(1)
        most = np.bincount(document[some[first]], cells)  # all pairs by document
        agreeing = np.zeros(len(most))
        for leaf in leaves:
            gold, own = leaf[~system[leaf]], leaf[system[leaf]]
            of_gold = partners(self.feature[gold], self.feature[own])
            agreeing += np.bincount(document[gold], of_gold, len(most))  # pairs of equal leaves
        return np.minimum(most, agreeing)

    def _given(self, level: int) -> RowPairs:
        """Return the pairs of rows with equal keys or places, with value 0. They are matched even without
        agreeing leaves.
        """
        rows, nodes = self.rows, self.nodes
        some = rows.is_row & (rows.level == level) & np.isin(rows.array_mode, GIVEN) & (rows.block != NONE)
        some &= (self.partner == NONE) & ~self.equal
        given = np.flatnonzero(some)
        if not len(given):
            return NO_PAIRS
        key = combine(nodes.document[given], nodes.path[given], rows.block[given])
        system = nodes.system[given]
        i, j = join(key[~system], key[system])
        return RowPairs(given[~system][i], given[system][j], np.zeros(len(i)))

    def _addresses(self, leaf: IntArray, pairs: RowPairs) -> FloatArray:
        """Return the number of leaf paths that both rows of each pair have, shape (pairs,)."""
        rows, nodes = self.rows, self.nodes
        if not len(pairs.gold) or not len(leaf):
            return np.zeros(len(pairs.gold))
        owner, (places, width) = rows.owner[leaf], ranked(nodes.path[leaf])
        owners, sets = signatures(owner, places, np.zeros(len(leaf), np.int64))
        ranks, count = ranked(sets)
        kind = np.full(len(nodes), count)  # the last kind: rows without leaves of their own
        kind[owners] = ranks
        # shape (kinds of rows, paths): 1 if rows of the kind have a leaf at the path. The product of two rows
        # is the number of paths that both have, exact in float32 below 2**24 paths
        present = np.zeros((count + 1, width), np.float32)
        present[kind[owner], places] = 1
        first, place = grouped(kind[pairs.gold] * (count + 1) + kind[pairs.system])
        gold, system = kind[pairs.gold[first]], kind[pairs.system[first]]
        shared = np.zeros(len(first))
        for begin in range(0, len(first), TOGETHER):
            part = slice(begin, begin + TOGETHER)
            shared[part] = np.einsum("ij,ij->i", present[gold[part]], present[system[part]])
        return shared[place]

    @cached_property
    def unit(self) -> float:
        """The weight of a shared address if a fabricated value weighs 1; 0 if fabricated values do not
        matter.

        It is more than twice the largest possible number of fabricated values of a document. It is also 0 if
        the sums of a document would not be exact.
        """
        if not self.has_slots:
            return 0
        unit = 2.0 ** np.ceil(np.log2(2 * self._most + 4))
        weights = np.bincount(self.nodes.document, np.where(self.rows.leaf, self.rows.weight, 0), 1)
        return unit if 4 * unit * (self._most + 1) * (weights.max() + 1) <= EXACT else 0

    @cached_property
    def _most(self) -> int:
        """The largest number of leaves in a document, both sides together."""
        return int(np.bincount(self.nodes.document[self.rows.leaf], minlength=1).max())

    def _fabricated(self, leaf: IntArray, pairs: RowPairs) -> FloatArray:
        """Return the number of slots that only the system row of each pair fills, shape (pairs,)."""
        used = leaf[self.in_slot[leaf]]
        own = np.bincount(self.rows.owner[used], minlength=len(self.nodes))
        fabricated: FloatArray = own[pairs.system] - self._addresses(used, pairs)
        return fabricated

    def _both(self, value: FloatArray, shared: FloatArray, keyed: BoolArray) -> FloatArray:
        """Return one weight per pair in which the value counts first, then shared addresses, then equal
        keys.
        """
        if self.unit:  # sums of shared addresses stay below the factor of the values
            return value * (2 * self.unit * (self._most + 1)) + shared + keyed * (self.unit / 2)
        most = 2.0 * max(int(np.count_nonzero(self.rows.leaf)), 1)
        base = 2.0 ** np.ceil(np.log2(most))  # sums of shared addresses stay below it: values decide first
        total = float(self.rows.weight[self.rows.leaf].sum()) + 1
        while base > 2 and base * total * 2 > EXACT:  # halve it until sums are exact
            base /= 2
        both: FloatArray = value * base + np.minimum(shared, base - 1)
        return 2 * both + keyed if keyed.any() else both

    def _chosen(self, pairs: WorthPairs, problem: IntArray, weight: FloatArray) -> BoolArray:
        """Return a mask of the matched pairs, shape (pairs,). Each matching problem is solved separately."""
        rows = self.rows
        chosen = np.equal(rows.array_mode, MODE[POSITION])[pairs.gold]
        in_order = np.flatnonzero(np.equal(rows.array_mode, MODE[SEQUENCE])[pairs.gold])
        place, crossing = self.nodes.place, self._crossing(pairs, problem, in_order)
        chosen[in_order] = True
        for group in groups(problem[crossing]):
            at = crossing[group]
            chosen[at] = best_in_order(place[pairs.system[at]], place[pairs.gold[at]], weight[at], "1:1")
        if not len(in_order) and not chosen.any():
            return assigned([self._ranks[side] for side in (pairs.gold, pairs.system)], problem, weight)
        free = np.flatnonzero(~np.isin(rows.array_mode, ORDERED)[pairs.gold])
        if len(free):
            ends = [self._ranks[side[free]] for side in (pairs.gold, pairs.system)]
            chosen[free] = assigned(ends, problem[free], weight[free])
        return chosen

    def _crossing(self, pairs: WorthPairs, problem: IntArray, some: IntArray) -> IntArray:
        """Return the pairs among *some* whose matching problem has pairs that cross, so that not all can
        be chosen.
        """
        ends = self.nodes.place[pairs.gold[some]], self.nodes.place[pairs.system[some]]
        number = problem[some]
        order = np.lexsort((*ends[::-1], number))
        same = number[order][1:] == number[order][:-1]
        crossing = same & ((np.diff(ends[0][order]) < 1) | (np.diff(ends[1][order]) < 1))
        return some[contained(number, distinct(number[order][1:][crossing]))]

    @cached_property
    def feature(self) -> IntArray:
        """An integer for each leaf of rows that are not paired yet, equal for leaves that agree
        (`Rows.features`).
        """
        return self.rows.features(self.rows.leaf & ~self.equal & (self.rows.level[self.rows.owner] > 0))

    @cached_property
    def _ranks(self) -> IntArray:
        """The rank of each row in a sorted order of array elements by their forms, shape (nodes,)."""
        nodes = self.nodes
        some = np.flatnonzero(self.rows.is_row & (self.partner == NONE))
        ranks = np.full(len(nodes), NONE)
        # the order of forms, not of elements, breaks ties, so that shuffled bags have the same matching
        keys = combine(nodes.parent[some], self.rows.form[some], nodes.place[some])
        ranks[some[np.argsort(keys, kind="stable")]] = np.arange(len(some))
        return ranks

    # --- from the documents inwards ---

    def _read_off(self) -> None:
        """Set the partners of rows, from the documents inwards."""
        nodes, rows = self.nodes, self.rows
        roots = np.flatnonzero(nodes.parent == NONE)
        self._join(roots, nodes.document[roots])
        for level in range(1, int(rows.level[rows.is_row].max(initial=0)) + 1):
            _, chosen = self.levels[level]
            self._pair_up(chosen.gold, chosen.system)
            below = np.flatnonzero(self.equal & rows.is_row & (rows.level == level) & (self.partner == NONE))
            if len(below):
                self._pair_inside(below)

    def _pair_up(self, gold: IntArray, system: IntArray) -> None:
        """Make partners of the chosen pairs whose surrounding rows are partners."""
        active = self.partner[self._around(gold)] == self._around(system)
        gold, system = gold[active], system[active]
        self.partner[gold], self.partner[system] = system, gold

    def _pair_inside(self, below: IntArray) -> None:
        """Pair the rows inside pairs of equal rows, by their order or by their forms."""
        nodes, rows = self.nodes, self.rows
        around = rows.owner[nodes.parent[below]]
        around = np.where(nodes.system[below], self.partner[around], around)
        by_order = np.isin(rows.array_mode[below], (MODE[SEQUENCE], MODE[POSITION]))
        form = np.where(by_order, NONE, rows.form[below])
        keys = combine(around, nodes.path[below], form, rows.block[below])
        self._join(below, combine(keys, turns(combine(keys, nodes.parent[below]))))


def assigned(ends: list[IntArray], problem: IntArray, weight: FloatArray) -> BoolArray:
    """Return the best one-to-one matching of each problem, as a mask of the candidate pairs, shape (pairs,).

    ends      the gold and the system element of each pair, as ranks; the list is emptied to free memory
    problem   the number of the matching problem of each pair
    weight    the weight of each pair

    If several matchings are equally good, the choice depends only on the order of the ranks.
    """
    chosen = np.zeros(len(weight), bool)
    if (problem[1:] < problem[:-1]).any():
        order = np.argsort(problem, kind="stable")
        chosen[order] = assigned([end[order] for end in ends], problem[order], weight[order])
        return chosen
    borders = np.flatnonzero(problem[1:] != problem[:-1]) + 1
    begins, ends_at = np.append(0, borders), np.append(borders, len(problem))
    places = [_places(problem, ends.pop(0)) for _ in range(2)]
    together = np.ones(len(begins), bool)
    pairs = ends_at - begins
    lows = [np.minimum.reduceat(place, begins) for place in places]
    highs = [np.maximum.reduceat(place, begins) for place in places]
    shapes = [high.astype(np.int64) - low + 1 for high, low in zip(highs, lows, strict=True)]
    sizes = np.where(pairs < SMALL // 2, 0, shapes[0] * shapes[1])  # cells of the matrices of large problems
    full = pairs > sizes // 8  # sparse pairs would take more room than a matrix
    whole = (sizes > SMALL) & (sizes <= np.where(full, CELLS, LARGE))
    for k in np.flatnonzero(whole).tolist():
        rows = slice(begins[k], ends_at[k])
        height, width = int(shapes[0][k]), int(shapes[1][k])
        together[k] = False
        cells = places[0][rows] - lows[0][k], places[1][rows] - lows[1][k]
        matrix, picked = np.zeros((height, width)), np.zeros((height, width), bool)
        matrix[cells] = weight[rows]
        picked[linear_sum_assignment(matrix, maximize=True)] = True
        chosen[rows] = picked[cells]
    many = np.repeat(together, pairs)
    rest = np.flatnonzero(many)
    by_rank = np.lexsort((places[1][rest], places[0][rest]))  # among equal pairs the first may be chosen
    rest, small = rest[by_rank], np.repeat(sizes <= LARGE, pairs)[many][by_rank]
    for some, parts in ((rest[small], problem), (rest[~small], None)):
        part = None if parts is None else parts[some]
        rows, columns = (place[some].astype(np.int64) for place in places)
        chosen[some] = best_matching(rows, columns, weight[some], part)
    return chosen


def _places(problem: IntArray, end: IntArray) -> NDArray[np.int32]:
    """Return the rank of each (problem, element) among the distinct (problem, element) pairs, as 32-bit
    integers.
    """
    of_end = np.full(int(end.max(initial=NONE)) + 1, NONE)
    of_end[end] = problem
    if not np.array_equal(of_end[end], problem):  # some element is in several problems
        key = combine(problem, end)
        return np.searchsorted(distinct(key), key).astype(np.int32)
    elements = np.flatnonzero(of_end != NONE)
    elements = elements[np.argsort(of_end[elements], kind="stable")]
    place = np.empty(len(of_end), np.int32)
    place[elements] = np.arange(len(elements))
    places: NDArray[np.int32] = place[end]
    return places
