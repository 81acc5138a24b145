"""The best correspondence of two graphs: solved and proved, not searched.

One question stands behind SMATCH, MRP and every metric with latent variables (Eq. 36 of the paper on unified metrics):
which one-to-one partial mapping of the gold nodes to the system nodes earns most? A pair of nodes that is mapped earns
its reward (the tuples with one variable that then agree), and two pairs that are both mapped earn their gain (the tuples
with two):

    maximise  sum_p reward[p] x[p]  +  sum_e gain[e] x[one[e]] x[other[e]],   x in {0, 1},
    each gold node and each system node in at most one pair

`problem` makes it from tuples, `solve` answers with a mapping, its value, an upper bound, and how the two met:

- `bound`: all pairs go together, or no two pairs have a gain, and one assignment settles it;
- `ascent`: the bound of a Lagrangian relaxation (`latent_bounds`) came down to the value. After each round the pairs are
  dropped that cannot be in a better mapping, by the potentials of the assignment, and the rest goes on;
- `search`: the same after a local search (`latent_search`) had lifted the value;
- `program`: an integer program (`latent_program`) settled the pairs that were still open. Its mapping is scored again
  and its bound compared like any other: a solver's word is not taken;
- `limit`: none of these, within the limit; the bound is an upper bound all the same.

Where all rewards and gains are integers a bound below value + 1 is a proof; else one within `TOLERANCE` of the value.
The tolerance grows with totals above a million, and no total above 2**40 is ever called proved. Nothing is random and
nothing looks at a clock: the mapping is a function of how nodes are numbered and of the tuples as a multiset, not of
their order nor of the numbers of the keys. Of the mappings of the largest value it is one in which every pair earns
something, at which neither a move nor an exchange of equal value gives an earlier gold node an earlier system node.
Whoever needs a certain one puts further objectives below the first: `lexicographic`.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algebra.latent_assignment import FreeAssignment, OrderedAssignment
from nerkit.algebra.latent_bounds import Bound, Relaxation
from nerkit.algebra.latent_problem import Problem, Tuples, lexicographic, problem, separated
from nerkit.algebra.latent_program import program
from nerkit.algebra.latent_search import Search
from nerkit.model import BoolArray, FloatArray, IntArray

__all__ = ["LIMIT", "Correspondence", "Problem", "Tuples", "lexicographic", "problem", "separated", "solve"]

LIMIT = 300_000_000  # elementary steps: some seconds of work on a large pair
TOLERANCE = 1e-6
ROUNDS = (6, *(25,) * 11)  # steps of the ascent in each round
STARTS = 3  # assignments of a round that the local search sets out from
LARGE = 2000  # pairs above which it sets out from one
STAGNANT = 0.95  # a round that keeps more of the pairs than this, late, is the last
NODE_COST = 1000  # steps per entry of the integer program and node of its tree


@dataclass(frozen=True)
class Correspondence:
    """A mapping and what is known about it.

    `mapping` gives the system node of each gold node, -1 for none; `value` what it earns; nothing earns more than
    `bound`; `optimal` says whether that proves the mapping best, and `proof` how (see the module).
    """

    mapping: IntArray
    value: float
    bound: float
    optimal: bool
    proof: str


def solve(problem: Problem, *, limit: int = LIMIT, order: bool = False) -> Correspondence:
    """The best mapping of *problem*, with an upper bound on all mappings.

    *limit* bounds the work, in steps of the ascent times what a step looks at (pairs, gains and cells of the
    assignment); it does not depend on the machine. Past it no program starts, and `optimal` may be false. With *order*
    only mappings count that do not cross: a later gold node is never mapped to an earlier system node.
    """
    solver = _Solver(problem, limit, order)
    solver.run()
    return solver.answer()


class _Solver:
    """The best mapping and the least bound so far, and the part of the problem that is still open."""

    def __init__(self, whole: Problem, limit: int, order: bool) -> None:
        self.whole, self.order, self.budget = whole, order, limit
        self.integral = not ((whole.reward % 1).any() or (whole.gain % 1).any())
        self.chosen = np.zeros(len(whole.first), bool)
        self.value, self.bound, self.proof = 0.0, np.inf, ""
        self.part, self.places = whole, np.arange(len(whole.first))

    def run(self) -> None:
        """Bring bound and value together."""
        multipliers = None
        for number, steps in enumerate(ROUNDS):
            assignment = (OrderedAssignment if self.order else FreeAssignment)(self.part)
            if self.settled(assignment):
                return
            relaxation = Relaxation(self.part, assignment, multipliers)
            found = self.ascend(relaxation, steps)
            if not self.proof:
                self.search(found)
            if self.proof or relaxation.best is None or self.budget <= 0:
                return
            size = len(self.part.first)
            multipliers = self.prune(assignment, relaxation.best)
            if number > len(ROUNDS) // 2 and len(self.part.first) > STAGNANT * size:
                break
        self.finish()

    def settled(self, assignment: FreeAssignment | OrderedAssignment) -> bool:
        """Whether one assignment, or none, settled what is open."""
        proof = "bound" if self.part is self.whole else "ascent"
        if assignment.agreeable():
            every = np.ones(len(self.part.first), bool)
            self.lower(self.part.value(every))
            self.offer(every, proof)
        elif not len(self.part.gain):
            chosen = assignment.solve(self.part.reward)
            self.lower(float(self.part.reward[chosen].sum()))
            self.offer(chosen, proof)
        return bool(self.proof) or not len(self.part.gain)

    def ascend(self, relaxation: Relaxation, steps: int) -> list[tuple[float, BoolArray]]:
        """Some steps of the ascent; the assignments on the way with their values, best first."""
        found: dict[bytes, tuple[float, BoolArray]] = {}
        cost = len(self.part.first) + 4 * len(self.part.gain) + relaxation.assignment.matrix.size
        for _ in range(steps):
            if self.budget < cost:
                if self.part is self.whole and not found:
                    self.roughly(relaxation)
                self.budget = 0
                break
            self.budget -= cost
            bound = relaxation.bound()
            self.lower(bound.total)
            value = self.offer(bound.chosen, "ascent")
            if self.proof:
                break
            found.setdefault(bound.chosen.tobytes(), (value, bound.chosen))
            if not relaxation.step(bound, self.value):
                break
        return sorted(found.values(), key=lambda one: -one[0])

    def roughly(self, relaxation: Relaxation) -> None:
        """A mapping and a bound for what is too large for even one step."""
        chosen, bound = relaxation.assignment.rough(relaxation.profit())
        self.lower(bound)
        self.offer(chosen, "bound")

    def search(self, found: list[tuple[float, BoolArray]]) -> None:
        """Local search from the best assignments of the round (not in order, where steps might cross)."""
        if self.order:
            return
        search = Search(self.part)
        for _, chosen in found[: 1 if len(self.part.first) > LARGE else STARTS]:
            better, cost = search.improved(chosen, self.budget)
            self.budget -= cost
            self.offer(better, "search")
            if self.proof:
                break

    def prune(self, assignment: FreeAssignment | OrderedAssignment, best: Bound) -> FloatArray:
        """Drop the pairs that no better mapping contains; the multipliers of what is left."""
        kept = assignment.bounds(best.profit, best.chosen) >= self.value + self.least_progress()
        self.part, edges = self.part.restricted(kept)
        self.places = self.places[kept]
        if not len(self.places):
            self.lower(self.value)
            self.proof = "ascent"
        return best.multipliers[edges]

    def finish(self) -> None:
        """What is open goes to the integer program, if it is within the budget."""
        cost = NODE_COST * (len(self.part.first) + 4 * len(self.part.gain))
        if not self.proof and self.budget >= cost:
            chosen, bound = program(self.part, nodes=self.budget // cost, order=self.order)
            self.lower(bound)
            self.offer(chosen, "program")

    def offer(self, chosen: BoolArray, proof: str) -> float:
        """Take a mapping of what is open if it is the best so far; its value."""
        value = self.part.value(chosen)
        if value > self.value:
            self.value = value
            self.chosen = np.zeros(len(self.chosen), bool)
            self.chosen[self.places[chosen]] = True
        if not self.proof and self.bound < self.value + self.least_progress():
            self.proof = proof
        return value

    def lower(self, bound: float) -> None:
        """Take a bound on what is open; what is not open earns no more than the value, or is omitted."""
        beyond = max(bound, self.value) + self.whole.omitted
        self.bound = min(self.bound, beyond, self.whole.ceiling)

    def least_progress(self) -> float:
        """A bound below the value and this proves the value."""
        slack = TOLERANCE * max(1.0, self.value / 1e6)
        return 1 - slack if self.integral else slack

    def answer(self) -> Correspondence:
        """The mapping in canonical form."""
        chosen = self.chosen & (self.whole.reward + self.whole.partners(self.chosen) > 0)
        if not self.order and self.budget > 0:
            chosen = Search(self.whole).canonical(chosen)
        mapping = np.full(self.whole.left, -1)
        mapping[self.whole.first[chosen]] = self.whole.second[chosen]
        optimal = bool(self.proof)
        return Correspondence(mapping, self.value, self.reported(), optimal, self.proof or "limit")

    def reported(self) -> float:
        """The bound: an integer where all is integral."""
        if self.integral:
            return max(self.value, float(np.floor(self.bound + TOLERANCE * max(1.0, self.bound / 1e6))))
        return max(self.value, self.bound)
