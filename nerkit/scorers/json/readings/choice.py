"""The best readings of one document: those of the largest F1, proved.

    gold     any of {x: 1} and {x: 1, y: 2, z: 3}        system  {x: 1, y: 2}, so P = 2
    λ = 0    largest A: the second, A = 2, R = 3         F1 = 4/5
    λ = 4/5  2A - λR: 2 - 4/5 < 4 - 12/5                 the second again: no F1 is larger

A tree of gold against one of the system gives (A, R): the agreeing leaves, and gold's leaves in the readings
that are taken. What is best is worth gain * A - cost * R, whole numbers in which a leaf of gold less decides
between choices of the same F1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.sequences import best_in_order
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.corpora.json_paths import Steps
from nerkit.ground.limits import MOST_ELEMENT_PAIRS
from nerkit.scorers.json.assigning import CELLS
from nerkit.scorers.json.options import BAG, POSITION, SEQUENCE, SET
from nerkit.scorers.json.pairs import check_pairs
from nerkit.scorers.json.readings.elements import Elements
from nerkit.scorers.json.readings.trees import Array, Number, Tree, Trees
from nerkit.scorers.json.readings.wholes import WholeForm, equal_pairs, forms_of, most_equal

LARGE = 100  # pairs of elements above which those of gold are compared with all of the system's at once
EXACT = 2**52  # numbers below it are exact as floats
NEAR = 1e-12  # by which an F1 is larger, where similarities are fractions
Counted = tuple[Number, Number]  # A, R
NOTHING = Tree()


@dataclass(frozen=True)
class Goal:
    """The unit that is counted: leaves, or with *depth* the elements of arrays at that depth as wholes."""

    depth: int | None = None

    def below(self) -> "Goal":
        """The goal inside an element of an array."""
        return self if self.depth is None else Goal(self.depth - 1)

    @property
    def is_whole(self) -> bool:
        """Whether the elements of the arrays here are the unit."""
        return self.depth == 1


LEAVES = Goal()
ITEMS = Goal(1)  # elements of the outermost arrays


def least(tree: Tree, goal: Goal) -> Number:
    """The fewest units of gold that a tree may have."""
    return _extreme(tree, goal, min, lambda one: one.fewest)


def most(tree: Tree, goal: Goal) -> Number:
    """The most units of gold that a tree may have."""
    return _extreme(tree, goal, max, lambda one: one.most)


def _extreme(
    tree: Tree, goal: Goal, chosen: Callable[[list[Number]], Number], leaves: Callable[[Tree], Number]
) -> Number:
    """The units of a tree where of the readings at each choice one is *chosen* by its units; *leaves* are
    those of a tree whose leaves are counted.
    """
    if goal.depth is None:
        return leaves(tree)
    inner = sum(
        int(leaves(each) > 0) if goal.is_whole else _extreme(each, goal.below(), chosen, leaves)
        for array in tree.arrays.values()
        for each in array.trees
    )
    return inner + sum(
        chosen([_extreme(each, goal, chosen, leaves) for each in trees]) for trees in tree.choices
    )


class Choosing:
    """The choice that is worth most, for one worth of what agrees and one cost of gold's units."""

    def __init__(
        self,
        trees: Trees,
        gain: Number,
        cost: Number,
        known: dict[tuple[int, int], Number],
        large: dict[tuple[int, bool], Any] | None = None,
    ) -> None:
        self.trees, self.gain, self.cost, self._known = trees, gain, cost, known
        # of large arrays by their ids: what is known of their elements by leaves, and as wholes
        self.large: dict[tuple[int, bool], Any] = {} if large is None else large
        self.wholes = self if (gain, cost) == (2, 1) else Choosing(trees, 2, 1, known, self.large)

    def worth(self, counted: Counted) -> Number:
        """The worth of A and R."""
        return self.gain * counted[0] - self.cost * counted[1]

    def best(self, gold: Tree, system: Tree, goal: Goal = LEAVES) -> Counted:
        """A and R of the best readings of a tree against one of the system."""
        if gold.is_plain and goal.depth is None:
            return self._plain(gold, system), gold.fewest
        agreeing, units = self._leaves(gold, system) if goal.depth is None else (0, 0)
        parts = [
            self._matched(array, system.arrays.get(path), path, goal)[0]
            for path, array in gold.arrays.items()
        ]
        parts += [self._taken(trees, system, goal)[0] for trees in gold.choices]
        return agreeing + sum(part[0] for part in parts), units + sum(part[1] for part in parts)

    def picks(self, gold: Tree, system: Tree, goal: Goal, made: dict[int, int]) -> None:
        """Add the numbers of the readings that are taken to *made*, by the ids of the readings."""
        for path, array in gold.arrays.items():
            pairs = dict(self._matched(array, system.arrays.get(path), path, goal)[1])
            for place, tree in enumerate(array.trees):
                if tree.is_plain:
                    continue
                if place not in pairs:
                    inside = LEAVES if goal.is_whole else goal.below()
                    twin = self._twin(tree, system.arrays.get(path)) if array.mode == SET else None
                    if twin is None:
                        self.picks(tree, NOTHING, inside, made)
                    else:
                        self.wholes.picks(tree, twin, LEAVES, made)
                    continue
                other = system.arrays[path].trees[pairs[place]]
                keyed = self._of_key(tree, other) if array.mode == "key" else tree
                if goal.is_whole:
                    self.wholes.picks(keyed or tree, other, LEAVES, made)
                else:
                    self.picks(keyed or tree, other, goal.below(), made)
        for trees in gold.choices:
            tree = self._taken(trees, system, goal)[1]
            made |= {id(readings): place for readings, place in tree.picks}
            self.picks(tree, system, goal, made)

    def _twin(self, gold: Tree, system: Array | None) -> Tree | None:
        """An element of the system that equals a reading of an element of gold's set.

        With this reading the element adds nothing to the set, because the set has an equal element.
        """
        for other in system.trees if system is not None and self.trees.has_large_sets else ():
            agreeing, units = self.wholes.best(gold, other)
            if agreeing == units == other.fewest:
                return other
        return None

    def _plain(self, gold: Tree, system: Tree) -> Number:
        """The leaves that agree at the best matching of trees without choices."""
        key = id(gold), id(system)
        if key not in self._known:
            agreeing = self._leaves(gold, system)[0]
            for path, array in gold.arrays.items():
                agreeing += self._matched(array, system.arrays.get(path), path, LEAVES)[0][0]
            self._known[key] = agreeing
        return self._known[key]

    def _leaves(self, gold: Tree, system: Tree) -> Counted:
        agreeing: Number = 0
        units: Number = 0
        for path, (form, weight) in gold.leaves.items():
            units += weight
            other = system.leaves.get(path)
            if other is not None:
                agreeing += weight * self.trees.agree(path, form, other[0])
        return agreeing, units

    def _taken(self, trees: Sequence[Tree], system: Tree, goal: Goal) -> tuple[Counted, Tree]:
        """A and R of the best of some trees, and which it is; of equal ones the first."""
        counted = [self.best(tree, system, goal) for tree in trees]
        worth = list(map(self.worth, counted))
        place = worth.index(max(worth))
        return counted[place], trees[place]

    def _matched(
        self, gold: Array, system: Array | None, path: Steps, goal: Goal
    ) -> tuple[Counted, list[tuple[int, int]]]:
        """A and R of two arrays at the best matching, and the places of its pairs."""
        inside = goal.below()
        alone = [(int(tree.fewest > 0) if goal.is_whole else least(tree, inside)) for tree in gold.trees]
        units = sum(alone)
        if system is None or not gold.trees:
            return (0, units), []
        if gold.mode in (BAG, SET, SEQUENCE) and len(gold.trees) * len(system.trees) > LARGE:
            if goal.depth is None:
                return self._at_once(gold, system)
            wholes = self._wholes(gold, system) if goal.is_whole and not self.trees.has_grades else None
            if wholes is not None:
                return wholes
        found: list[tuple[int, int, Counted, Number]] = []
        for place, other in self._candidates(gold, system, (*path, None)):
            pair = self._pair(gold.trees[place], system.trees[other], gold.mode, goal)
            gained = None if pair is None else self.gain * pair[0] - self.cost * (pair[1] - alone[place])
            if pair is not None and gained is not None and gained > 0:
                found.append((place, other, pair, gained))
        pairs = [found[at] for at in _chosen(found, gold.mode)]
        agreeing = sum(counted[0] for _, _, counted, _ in pairs)
        units += sum(counted[1] - alone[place] for place, _, counted, _ in pairs)
        return (agreeing, units), [(place, other) for place, other, _, _ in pairs]

    def of_arrays(self, gold: Array, system: Array, path: Steps) -> Counted:
        """A and R of two arrays at the best matching of their elements by leaves."""
        return self._matched(gold, system, path, LEAVES)[0]

    def _at_once(self, gold: Array, system: Array) -> tuple[Counted, list[tuple[int, int]]]:
        """A and R of two large arrays, and the places of the pairs: each element of gold is compared with all
        of the system's at once.
        """
        key = id(system), False
        if key not in self.large:
            self.large[key] = Elements(self.trees, system.trees)
        elements = self.large[key]
        columns: list[tuple[IntArray, IntArray, FloatArray, FloatArray, FloatArray]] = []
        count, is_many = 0, len(gold.trees) * len(system.trees) > CELLS
        for place, tree in enumerate(gold.trees):
            agreeing, units = elements.best(tree, self)
            gained = self.gain * agreeing - self.cost * (units - tree.fewest)
            some = np.flatnonzero(gained > 0)
            count += len(some)
            if is_many:
                check_pairs(np.array([count]), MOST_ELEMENT_PAIRS, WHAT)
            more = np.broadcast_to(units - tree.fewest, len(agreeing))[some]
            columns.append((np.full(len(some), place), some, agreeing[some], more, gained[some]))
        ours, theirs, agreeing, more, gained = map(np.concatenate, zip(*columns, strict=True))
        least = sum(tree.fewest for tree in gold.trees)
        if not count:
            return (0, least), []
        chosen = _best(ours, theirs, gained, gold.mode)
        pairs = list(zip(ours[chosen].tolist(), theirs[chosen].tolist(), strict=True))
        return (_number(agreeing[chosen].sum()), _number(least + more[chosen].sum())), pairs

    def _wholes(self, gold: Array, system: Array) -> tuple[Counted, list[tuple[int, int]]] | None:
        """The numbers of pairs of equal elements and of gold's, and the places of the pairs; None where
        elements are compared one by one.
        """
        forms = self._forms(gold), self._forms(system)
        if forms[0] is None or forms[1] is None:
            return None
        says = [tree.fewest > 0 for tree in gold.trees]
        theirs = [next(iter(one)) for one in forms[1]]
        if gold.mode == SEQUENCE:
            pairs = self._in_order(forms[0], theirs, says)
        else:
            pairs = most_equal(forms[0], theirs, says)
        return (len(pairs), sum(says) + sum(not says[place] for place, _ in pairs)), pairs

    def _forms(self, array: Array) -> "list[set[WholeForm]] | None":
        """The forms of the elements of an array; None where one has none."""
        key = id(array), True
        if key not in self.large:
            every = [forms_of(tree) for tree in array.trees]
            self.large[key] = None if None in every else every
        known: list[set[WholeForm]] | None = self.large[key]
        return known

    def _in_order(
        self, gold: "Sequence[set[WholeForm]]", system: "Sequence[WholeForm]", says: Sequence[bool]
    ) -> list[tuple[int, int]]:
        """The pairs of equal elements that are worth most and do not cross."""
        parts = list(equal_pairs(gold, system))
        if not parts:
            return []
        sizes = [len(others) for _, others in parts]
        if len(gold) * len(system) > CELLS:
            check_pairs(np.array([sum(sizes)]), MOST_ELEMENT_PAIRS, WHAT)
        ours = np.repeat([place for place, _ in parts], sizes)
        theirs = np.concatenate([others for _, others in parts])
        gained = np.where(np.array(says)[ours], self.gain, self.gain - self.cost).astype(float)
        some = gained > 0
        ours, theirs = ours[some], theirs[some]
        chosen = _best(ours, theirs, gained[some], SEQUENCE)
        return list(zip(ours[chosen].tolist(), theirs[chosen].tolist(), strict=True))

    def _pair(self, gold: Tree, system: Tree, mode: str, goal: Goal) -> Counted | None:
        """A and R of two elements; None where they cannot be a pair."""
        tree: Tree | None = gold
        if mode == "key":
            tree = self._of_key(gold, system)
        if tree is None:
            return None
        if not goal.is_whole:
            return self.best(tree, system, goal.below())
        agreeing, units = self.wholes.best(tree, system)
        return (1, 1) if agreeing == units == system.fewest else None

    def _of_key(self, gold: Tree, system: Tree) -> Tree | None:
        """The readings of an element with the key of another one; None where there is none."""
        if system.key is None:
            return None
        if not gold.choices or gold.leaves or gold.arrays or gold.key is not None:
            return gold if gold.key == system.key else None
        trees = [tree for tree in gold.choices[0] if tree.key == system.key]
        return Tree(choices=[trees], is_plain=False) if trees else None

    def _candidates(self, gold: Array, system: Array, item: Steps) -> list[tuple[int, int]]:
        """The pairs of elements in which something may agree."""
        if gold.mode == POSITION:
            return [(place, place) for place in range(min(len(gold.trees), len(system.trees)))]
        if gold.mode == "key":
            return _of_equal_keys(gold, system)
        if self.trees.has_grades and any(
            self.trees.rule(path).is_graded for tree in gold.trees for path, _ in tree.features
        ):
            check_pairs(np.array([len(gold.trees) * len(system.trees)]), MOST_ELEMENT_PAIRS, WHAT)
            return [(i, j) for i in range(len(gold.trees)) for j in range(len(system.trees))]
        having: dict[object, list[int]] = {}
        for place, tree in enumerate(system.trees):
            for feature in tree.features:
                having.setdefault(feature, []).append(place)
        pairs: list[tuple[int, int]] = []
        for place, tree in enumerate(gold.trees):
            others = {other for feature in tree.features for other in having.get(feature, ())}
            pairs += [(place, other) for other in sorted(others)]
            check_pairs(np.array([len(pairs)]), MOST_ELEMENT_PAIRS, WHAT)
        return pairs


WHAT = "pairs of elements that agree in something"


def _of_equal_keys(gold: Array, system: Array) -> list[tuple[int, int]]:
    """The pairs of elements that may have the same key."""
    having: dict[object, list[int]] = {}
    for place, tree in enumerate(system.trees):
        if tree.key is not None:
            having.setdefault(tree.key, []).append(place)
    pairs: list[tuple[int, int]] = []
    for place, tree in enumerate(gold.trees):
        keys = {one.key for trees in tree.choices for one in trees} | {tree.key}
        others = {other for key in keys for other in having.get(key, ())}
        pairs += [(place, other) for other in sorted(others)]
        check_pairs(np.array([len(pairs)]), MOST_ELEMENT_PAIRS, WHAT)
    return pairs


def _chosen(found: Sequence[tuple[int, int, Counted, Number]], mode: str) -> list[int]:
    """The places of the pairs of the best matching."""
    if mode == POSITION or len(found) < 2:
        return list(range(len(found)))
    gold, system, gained = (np.array([one[at] for one in found]) for at in (0, 1, 3))
    return [int(place) for place in np.flatnonzero(_best(gold, system, gained.astype(float), mode))]


def _best(gold: IntArray, system: IntArray, gained: FloatArray, mode: str) -> BoolArray:
    """The pairs of the best matching, in which those of a sequence do not cross."""
    if not len(gained):
        return np.zeros(0, bool)
    return (
        best_in_order(system, gold, gained, "1:1")
        if mode == SEQUENCE
        else best_matching(gold, system, gained)
    )


def _number(total: float) -> Number:
    """A sum of numbers, whole where it can be."""
    return int(total) if float(total).is_integer() else float(total)


@dataclass(frozen=True)
class ChosenReadings:
    """The readings of a document: `picks` has the number of the one that is taken by the id of the readings.

    is_proved   whether no readings have a larger F1
    slack       how much more might agree, where that is not proved
    """

    picks: dict[int, int]
    is_proved: bool
    slack: Number


def choose(trees: Trees, gold: object, system: object, goal: Goal = LEAVES) -> ChosenReadings:
    """The readings of a document with the largest F1 against the system's; of these the fewest leaves."""
    ours, theirs = trees.of_document(gold, system)
    size, spread = most(theirs, goal), most(ours, goal) - least(ours, goal)
    known: dict[tuple[int, int], Number] = {}
    ties = int(most(ours, goal)) + 2  # so that a unit of gold decides, and no more
    solver = Choosing(trees, ties, 1, known)
    agreeing, units = solver.best(ours, theirs, goal)
    while spread and agreeing:
        total = size + units
        gain, cost = 2 * total * ties, 2 * agreeing * ties + 1
        if gain * min(size, most(ours, goal)) >= EXACT:
            gain, cost = 2 * total, 2 * agreeing
        better = Choosing(trees, gain, cost, known, solver.large)
        found = better.best(ours, theirs, goal)
        gained = found[0] * total - agreeing * (size + found[1])
        is_larger = gained > (0 if isinstance(gained, int) else NEAR * total * total)
        solver, (agreeing, units) = better, found
        if not is_larger:
            break
    picks: dict[int, int] = {}
    solver.picks(ours, theirs, goal, picks)
    slack = min(size, most(ours, goal)) - agreeing if trees.has_large_sets else 0
    return ChosenReadings(
        picks, not trees.has_large_sets, slack / trees.scale if goal.depth is None else slack
    )
