"""Good mappings for `solver`: moves and exchanges on a mapping, all of them weighed at once.

A step maps one pair (i, k). Whoever had i or k gives way, and the two left over are mapped to each other when they may be.
"""

from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.problem import Problem

STEP_COST = 20  # elementary steps per pair and gain
SLACK = 1e-9


class Steps(NamedTuple):
    """What each pair's step earns, what the pair is worth after it, which chosen pairs of its left and of its right
    node give way, and which pair the two left over make. The place after the last pair stands for none.
    """

    earned: FloatArray
    worth: FloatArray
    left: IntArray
    right: IntArray
    last: IntArray


class Search:
    """Steps on the mappings of one problem; a mapping is which pairs are chosen."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.size = len(problem.first)
        self.code = problem.first * problem.right + problem.second  # ascending
        self.edge = problem.one * self.size + problem.other  # ascending

    def improved(self, chosen: BoolArray, budget: int) -> tuple[BoolArray, int]:
        """The mapping at which no step earns more; and its cost. It stops early where the budget ends.

        Each time the steps that earn most and share no node are done together; or the best alone, if that earns more.
        """
        cost, value = 0, self.problem.value(chosen)
        while cost < budget:
            cost += STEP_COST * (self.size + len(self.edge))
            steps = self.steps(chosen)
            better = np.flatnonzero(steps.earned > SLACK)
            if not len(better):
                break
            better = better[np.argsort(-steps.earned[better], kind="stable")]
            least = value + steps.earned[better[0]]
            together = self.taken(chosen, steps, self.disjoint(steps, better))
            value = self.problem.value(together)
            if value < least - SLACK:
                together, value = self.taken(chosen, steps, better[:1]), least
            chosen = together
        return chosen, cost

    def disjoint(self, steps: Steps, order: IntArray) -> IntArray:
        """Those of the steps, in this order, that share no node with one before."""
        first, second = (
            np.append(self.problem.first, -1),
            np.append(self.problem.second + self.problem.left, -1),
        )
        touching = np.stack(
            (first[order], first[steps.right[order]], second[order], second[steps.left[order]])
        ).T
        touched: set[int] = set()
        free = []
        for pair, nodes in zip(order.tolist(), touching.tolist(), strict=True):
            if touched.isdisjoint(nodes):
                touched.update(nodes)
                touched.discard(-1)
                free.append(pair)
        return np.array(free)

    def canonical(self, chosen: BoolArray, budget: int) -> BoolArray:
        """The mapping at which no step of equal value gives an earlier gold node an earlier system node.

        A step counts for the first node that it moves, so that each makes the mapping lexicographically smaller. It
        stops early where the budget ends.
        """
        first, second = self.problem.first, self.problem.second
        for _ in range(budget // (STEP_COST * (self.size + len(self.edge)))):
            step = self.steps(chosen)
            better = (step.earned > -SLACK) & (step.worth > SLACK)
            better &= np.append(second, self.problem.right)[step.left] > second
            better &= np.append(first, self.problem.left)[step.right] > first
            if not better.any():
                break
            chosen = self.taken(chosen, step, np.flatnonzero(better)[:1])
        return chosen & (self.problem.reward + self.problem.partners(chosen) > 0)

    def steps(self, chosen: BoolArray) -> Steps:
        """The steps of all pairs."""
        problem, none = self.problem, self.size
        worth = np.zeros(none + 1)
        worth[:none] = problem.reward + problem.partners(chosen)
        on = np.flatnonzero(chosen)
        of_left, of_right = np.full(problem.left, none), np.full(problem.right, none)
        of_left[problem.first[on]], of_right[problem.second[on]] = on, on
        left, right = of_left[problem.first], of_right[problem.second]
        last = self.between(left, right)
        new = worth[:none] + self.gain_of(np.arange(none), last)
        earned = new + worth[last] - worth[left] - worth[right] + self.gain_of(left, right)
        earned[on] = 0
        return Steps(earned, new, left, right, last)

    def between(self, left: IntArray, right: IntArray) -> IntArray:
        """The pair of the left node of *right* and the right node of *left*, where there is one."""
        problem, none = self.problem, self.size
        both = np.flatnonzero((left < none) & (right < none))
        found = np.full(none, none)
        code = problem.first[right[both]] * problem.right + problem.second[left[both]]
        place = np.minimum(np.searchsorted(self.code, code), none - 1)
        found[both] = np.where(self.code[place] == code, place, none)
        return found

    def gain_of(self, pairs: IntArray, others: IntArray) -> FloatArray:
        """The gain of each two pairs, 0 where there is none."""
        gain = np.zeros(self.size)
        if len(self.edge):
            both = np.flatnonzero((pairs < self.size) & (others < self.size))
            some, rest = pairs[both], others[both]
            edge = np.minimum(some, rest) * self.size + np.maximum(some, rest)
            place = np.minimum(np.searchsorted(self.edge, edge), len(self.edge) - 1)
            gain[both] = np.where(self.edge[place] == edge, self.problem.gain[place], 0)
        return gain

    def taken(self, chosen: BoolArray, steps: Steps, pairs: IntArray) -> BoolArray:
        """The mapping after the steps of some pairs that share no node."""
        after = np.append(chosen, False)
        after[steps.left[pairs]] = after[steps.right[pairs]] = False
        after[steps.last[pairs]] = after[pairs] = True
        return after[:-1]
