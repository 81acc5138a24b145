"""Good mappings for `solver`: local search by moves and exchanges, all weighed in one pass over arrays.

A step maps one pair i-k. The pairs that have i or k leave the mapping. The two nodes that are left over are
mapped to each other if they are a pair. For example, with i-m and j-k in the mapping, the step of i-k gives
i-k and j-m.
"""

from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.problem import Problem
from nerkit.algorithms.keys import places

STEP_COST = 20  # elementary steps per pair and gain
SLACK = 1e-9


class Steps(NamedTuple):
    """The step of each pair. The place of a pair that does not exist is the number of pairs.

    earned   the earnings of the step, negative for a loss
    worth    the worth of the pair itself after the step
    left     the place of the pair that gives way at its left node
    right    the place of the pair that gives way at its right node
    last     the place of the pair of the two nodes that are left over
    """

    earned: FloatArray
    worth: FloatArray
    left: IntArray
    right: IntArray
    last: IntArray


class Search:
    """Steps on the mappings of one problem. A mapping is a mask of chosen pairs."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.size = len(problem.first)
        self.code = problem.first * problem.right + problem.second  # ascending
        self.edge = problem.earlier * self.size + problem.later  # ascending

    def improved(self, chosen: BoolArray, budget: int) -> tuple[BoolArray, int]:
        """Return a mapping that no step improves, and the work done. If *budget* ends, the mapping may be
        improvable.

        Each round takes the steps that earn most and share no node. If the best step alone gives a higher
        value, the round takes only this step, because each step was weighed by itself.
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
        """Return the steps in this order, without steps that touch a node of an earlier step."""
        first, second = (
            np.append(self.problem.first, -1),
            np.append(self.problem.second + self.problem.left, -1),
        )
        touching = np.stack(
            (first[order], first[steps.right[order]], second[order], second[steps.left[order]])
        ).T
        touched: set[int] = set()
        apart = []
        for pair, nodes in zip(order.tolist(), touching.tolist(), strict=True):
            if touched.isdisjoint(nodes):
                touched.update(nodes)
                touched.discard(-1)
                apart.append(pair)
        return np.array(apart)

    def canonical(self, chosen: BoolArray, budget: int) -> BoolArray:
        """Return a mapping of equal value in which no step gives an earlier gold node an earlier system node.

        A step is taken only if it gives the first gold node that it moves an earlier system node. The
        mapping, as a list, then becomes lexicographically smaller each time. If *budget* ends, the search
        stops early.
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
        """Return the steps of all pairs."""
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
        """Return the pair of the left node of *right* and the right node of *left*, or the number of pairs
        for none.
        """
        problem, none = self.problem, self.size
        both = np.flatnonzero((left < none) & (right < none))
        last = np.full(none, none)
        code = problem.first[right[both]] * problem.right + problem.second[left[both]]
        place = places(code, self.code)
        last[both] = np.where(place == NONE, none, place)
        return last

    def gain_of(self, pairs: IntArray, partners: IntArray) -> FloatArray:
        """Return the gain of each pair with its partner, 0 without a gain."""
        gain = np.zeros(self.size)
        both = np.flatnonzero((pairs < self.size) & (partners < self.size))
        pair, partner = pairs[both], partners[both]
        edge = np.minimum(pair, partner) * self.size + np.maximum(pair, partner)
        gain[both] = np.append(self.problem.gain, 0.0)[places(edge, self.edge)]
        return gain

    def taken(self, chosen: BoolArray, steps: Steps, pairs: IntArray) -> BoolArray:
        """Return the mapping after the steps of these pairs, which share no node."""
        after = np.append(chosen, False)
        after[steps.left[pairs]] = after[steps.right[pairs]] = False
        after[steps.last[pairs]] = after[pairs] = True
        return after[:-1]
