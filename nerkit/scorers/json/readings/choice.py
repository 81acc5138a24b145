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
from itertools import chain

import numpy as np

from nerkit.algebra.sequences import best_in_order
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.corpora.json_paths import Steps
from nerkit.ground.limits import MOST_ELEMENT_PAIRS
from nerkit.scorers.json.options import BAG, POSITION, SEQUENCE, SET
from nerkit.scorers.json.pairs import check_pairs
from nerkit.scorers.json.readings.trees import Array, Number, Tree, Trees
from nerkit.scorers.json.rules import Form

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
        simple: "dict[tuple[int, int, bool], SimplePairs | None] | None" = None,
    ) -> None:
        self.trees, self.gain, self.cost, self._known = trees, gain, cost, known
        self.simple: dict[tuple[int, int, bool], SimplePairs | None] = {} if simple is None else simple
        self.wholes = self if (gain, cost) == (2, 1) else Choosing(trees, 2, 1, known, self.simple)

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
                    self.picks(tree, NOTHING, LEAVES if goal.is_whole else goal.below(), made)
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
        simple = self._simple_pairs(gold, system, is_whole=goal.is_whole)
        if simple is not None:
            return self._of_simple(simple, gold, system, goal)
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

    def _of_simple(
        self, pairs: "SimplePairs", gold: Array, system: Array, goal: Goal
    ) -> tuple[Counted, list[tuple[int, int]]]:
        """A and R of two arrays whose elements have one size, and the places of the pairs."""
        ours, theirs, agreeing = pairs
        units: Number = sum(tree.fewest for tree in gold.trees)
        if goal.is_whole:
            sizes, others = (np.array([tree.most for tree in one.trees]) for one in (gold, system))
            whole = (agreeing == sizes[ours]) & (agreeing == others[theirs])
            ours, theirs, agreeing = ours[whole], theirs[whole], np.ones(np.count_nonzero(whole))
            units = int(np.count_nonzero(sizes))
        weight = agreeing * self.gain
        if not len(weight):
            return (0, units), []
        if gold.mode == SEQUENCE:
            chosen = best_in_order(theirs, ours, weight, "1:1")
        else:
            chosen = best_matching(ours, theirs, weight)
        total = float(agreeing[chosen].sum())
        listed = list(zip(ours[chosen].tolist(), theirs[chosen].tolist(), strict=True))
        return (int(total) if total.is_integer() else total, units), listed

    def _simple_pairs(self, gold: Array, system: Array, *, is_whole: bool) -> "SimplePairs | None":
        """The pairs of elements in which something agrees, or with *is_whole* everything, and how much; None
        where elements are not simple, so that they are compared one by one.
        """
        key = id(gold), id(system), is_whole
        if key not in self.simple:
            usable = gold.mode in (BAG, SET, SEQUENCE, "key") and not self.trees.has_grades
            usable = usable and all(one.is_simple for one in gold.trees)
            joined = _equal if is_whole else _joined
            self.simple[key] = joined(gold, system) if usable else None
        return self.simple[key]

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


def _size(lists: Sequence[Sequence[int]]) -> int:
    """The number of elements of all lists."""
    return sum(len(one) for one in lists)


WHAT = "pairs of elements that agree in something"
SimplePairs = tuple[IntArray, IntArray, FloatArray]  # places of gold's and of the system's elements, and A


def _joined(gold: Array, system: Array) -> SimplePairs:
    """The pairs of simple elements in which something agrees.

    A leaf of the system agrees with one of gold's at its path in some reading, and every path has one leaf:
    so A adds up over leaves.
    """
    having: dict[object, list[int]] = {}
    for place, tree in enumerate(system.trees):
        for path, (form, _) in tree.leaves.items():
            having.setdefault((path, form), []).append(place)
    keys = [tree.key for tree in system.trees]
    parts: list[SimplePairs] = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
    count = 0
    for place, tree in enumerate(gold.trees):
        value = np.zeros(len(keys))
        for path, form, weight in tree.simple_leaves():
            value[having.get((path, form), [])] += weight
        others = np.flatnonzero(value)
        if gold.mode == "key":
            fits = [tree.key is not None and keys[other] == tree.key for other in others.tolist()]
            others = others[np.array(fits, bool)]
        count += len(others)
        check_pairs(np.array([count]), MOST_ELEMENT_PAIRS, WHAT)
        parts.append((np.full(len(others), place), others, value[others]))
    ours, theirs, agreeing = (np.concatenate(column) for column in zip(*parts, strict=True))
    return ours, theirs, agreeing


def _equal(gold: Array, system: Array) -> SimplePairs:
    """The pairs of simple elements that agree in every leaf that has a weight.

    They agree in the leaf of gold's element that the fewest elements of the system have, so that only these
    are looked at.
    """
    leaves = [{path: one[0] for path, one in tree.leaves.items() if one[1]} for tree in system.trees]
    having: dict[object, list[int]] = {}
    for place, forms in enumerate(leaves):
        for leaf in forms.items():
            having.setdefault(leaf, []).append(place)
    ours: list[int] = []
    theirs: list[int] = []
    for place, tree in enumerate(gold.trees):
        admitted: dict[Steps, set[Form]] = {}
        for path, form, weight in tree.simple_leaves():
            if weight:
                admitted.setdefault(path, set()).add(form)
        near = [[having.get((path, form), []) for form in forms] for path, forms in admitted.items()]
        fewest: list[list[int]] = min(near, key=_size) if near else []
        for other in sorted(chain.from_iterable(fewest)):
            fits = gold.mode != "key" or (tree.key is not None and system.trees[other].key == tree.key)
            known = leaves[other]
            if fits and known.keys() == admitted.keys() and all(known[p] in admitted[p] for p in known):
                ours.append(place)
                theirs.append(other)
        check_pairs(np.array([len(ours)]), MOST_ELEMENT_PAIRS, WHAT)
    agreeing = np.array([gold.trees[place].most for place in ours], float)
    return np.array(ours, np.int64), np.array(theirs, np.int64), agreeing


def _chosen(found: Sequence[tuple[int, int, Counted, Number]], mode: str) -> list[int]:
    """The places of the pairs of the best matching."""
    if mode == POSITION or len(found) < 2:
        return list(range(len(found)))
    gold, system, gained = (np.array([one[at] for one in found]) for at in (0, 1, 3))
    weight = gained.astype(float)
    chosen = (
        best_in_order(system, gold, weight, "1:1")
        if mode == SEQUENCE
        else best_matching(gold, system, weight)
    )
    return [int(place) for place in np.flatnonzero(chosen)]


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
        better = Choosing(trees, gain, cost, known, solver.simple)
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
