"""The best correspondence of two graphs: solved and proved, not searched.

One question stands behind SMATCH, MRP and every metric with latent variables (Eq. 36 of the paper on unified metrics):
which one-to-one partial mapping of the gold nodes to the system nodes earns most? A pair of nodes that is mapped earns
its reward (the tuples with one variable that then agree), and two pairs that are both mapped earn their gain (the tuples
with two):

    maximise  sum_p reward[p] x[p]  +  sum_e gain[e] x[one[e]] x[other[e]],   x in {0, 1},
    each gold node and each system node in at most one pair

`problem` makes it from tuples, `solve` answers with a mapping, its value, an upper bound, and how the two met:

- `bound`: all pairs go together, or no two pairs have a gain, and one assignment settles it;
- `ascent`: the bound of a Lagrangian relaxation (`bounds`) came down to the value. After each round the pairs are
  dropped that cannot be in a better mapping, by the potentials of the assignment, and the rest goes on;
- `search`: the same after a local search (`search`) had lifted the value;
- `program`: the bound of a linear program (`bounds`) on the pairs that were still open did, where they are many;
- `tree`: what was still open was split, into mappings with and without one pair, and each part treated in the same way.
  An integer program would do as much; on hard graphs it takes ten times as long, in cuts that no limit reaches;
- `limit`: none of these, within the limit; the bound is an upper bound all the same.

Where all rewards and gains are integers a bound below value + 1 is a proof; else one within `TOLERANCE` of the value.
The tolerance grows with totals above a million, and no total above 2**40 is ever called proved. Nothing is random and
nothing looks at a clock: the mapping is a function of how nodes are numbered and of the tuples as a multiset, not of
their order nor of the numbers of the keys. Of the mappings of the largest value it is one in which every pair earns
something, at which neither a move nor an exchange of equal value gives an earlier gold node an earlier system node (as far
as the limit goes; not sought with `order`). Whoever needs a certain one puts more objectives below the first:
`lexicographic`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.assignment import FreeAssignment, OrderedAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation, relaxed
from nerkit.algorithms.correspondence.problem import Problem, Tuples, lexicographic, problem, separated
from nerkit.algorithms.correspondence.search import Search

__all__ = ["LIMIT", "Correspondence", "Problem", "Tuples", "lexicographic", "problem", "separated", "solve"]

LIMIT = 200_000_000  # elementary steps: some seconds of work; two graphs of 300 nodes take up to half of it
TOLERANCE = 1e-6
ROUNDS = (6, *(25,) * 7)  # steps of the ascent in each round, on the whole
BRANCH_ROUNDS = (25, 25)  # and on a part
SMALL = 200  # pairs and gains up to which a part is split at once: to load the solver of linear programs takes longer
PROGRAM_COST = 1000  # steps per pair and gain of a linear program
HALF = 0.5 + 1e-6  # pairs of which more is taken go together
LENGTHEN = 3  # steps become longer again from round to round
STARTS = 3  # assignments of a round that the local search sets out from
LARGE = 2000  # pairs above which it sets out from one


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
    assignment); it does not depend on the machine. Where it ends, `optimal` may be false. With *order* only mappings
    count that do not cross: a later gold node is never mapped to an earlier system node.
    """
    solver = _Solver(problem, limit, order)
    solver.run()
    return solver.answer()


class _Part(NamedTuple):
    """Pairs among which a better mapping may still be found: their places, and multipliers and bound so far."""

    problem: Problem
    places: IntArray
    multipliers: FloatArray | None
    bound: float


class _Solver:
    """The best mapping and the least bound so far."""

    def __init__(self, whole: Problem, limit: int, order: bool) -> None:
        self.whole, self.order, self.budget = whole, order, limit
        self.integral = not ((whole.reward % 1).any() or (whole.gain % 1).any())
        self.chosen = np.zeros(len(whole.first), bool)
        self.value, self.bound, self.proof = 0.0, np.inf, ""

    def run(self) -> None:
        """Bring bound and value together: on the whole, then on what is open in two parts, and so on."""
        whole = _Part(self.whole, np.arange(len(self.whole.first)), None, np.inf)
        parts = self.close(whole, ROUNDS)
        self.bound = max([self.value, *(part.bound for part in parts)])
        while parts and self.budget > 0:
            self.proof = "tree"
            parts += self.close(parts.pop(), BRANCH_ROUNDS)
        self.bound = min(self.bound, max([self.value, *(part.bound for part in parts)]))

    def close(self, part: _Part, rounds: tuple[int, ...]) -> list[_Part]:
        """Work on a part: nothing if it holds no better mapping than is known now, else what is left of it, in two."""
        length = 1.0
        for steps in rounds:
            assignment = (OrderedAssignment if self.order else FreeAssignment)(part.problem)
            if assignment.agreeable() or not len(part.problem.gain):
                return self.settle(part, assignment)
            relaxation = Relaxation(part.problem, assignment, part.multipliers, length)
            part, found = self.ascend(part, relaxation, steps)
            if self.closed(part.bound):
                return self.done("ascent")
            self.search(part, found)
            if self.closed(part.bound):
                return self.done("search")
            if relaxation.best is None or self.budget <= 0:
                return [part]
            kept = relaxation.most() >= self.value + self.least_progress()
            if not kept.any():
                return self.done("ascent")
            part = _kept(part._replace(multipliers=relaxation.best.multipliers), kept)
            undecided = _undecided(found)[kept]
            length = min(1.0, LENGTHEN * relaxation.length)
        small = len(part.places) + len(part.problem.gain) <= SMALL
        return self.branches(part, undecided) if small else self.program(part)

    def program(self, part: _Part) -> list[_Part]:
        """The linear program on a part: nothing if that closes it, else what is left of it, in two."""
        cost = PROGRAM_COST * (len(part.places) + 4 * len(part.problem.gain))
        if self.budget < cost:
            self.budget = 0
            return [part]
        self.budget -= cost
        solution = relaxed(part.problem)
        part = part._replace(bound=min(part.bound, solution.bound))
        if not self.closed(part.bound):
            self.search(part, [(0.0, solution.taken > HALF)])
        kept = solution.most >= self.value + self.least_progress()
        if self.closed(part.bound) or not kept.any():
            return self.done("program")
        undecided = np.minimum(solution.taken, 1 - solution.taken)[kept]
        return self.branches(_kept(part, kept), undecided)

    def done(self, proof: str) -> list[_Part]:
        """Nothing is left of a part; what that proves of the whole, if it was the whole."""
        self.proof = self.proof or proof
        return []

    def settle(self, part: _Part, assignment: FreeAssignment | OrderedAssignment) -> list[_Part]:
        """A part that one assignment settles, or none."""
        together = assignment.agreeable()
        chosen = np.ones(len(part.places), bool) if together else assignment.solve(part.problem.reward)
        self.offer(part, chosen)
        return self.done("bound" if part.problem is self.whole else "ascent")

    def ascend(
        self, part: _Part, relaxation: Relaxation, steps: int
    ) -> tuple[_Part, list[tuple[float, BoolArray]]]:
        """Some steps of the ascent: the part with its bound, and the assignments on the way with their values, best first."""
        found: dict[bytes, tuple[float, BoolArray]] = {}
        cost = len(part.places) + 4 * len(part.problem.gain) + relaxation.assignment.matrix.size
        for _ in range(steps):
            if self.budget < cost:
                if part.bound == np.inf:
                    part = self.roughly(part, relaxation)
                self.budget = 0
                break
            self.budget -= cost
            bound = relaxation.bound()
            part = part._replace(bound=min(part.bound, bound.total))
            value = self.offer(part, bound.chosen)
            if self.closed(part.bound):
                break
            found.setdefault(bound.chosen.tobytes(), (value, bound.chosen))
            if not relaxation.step(bound, self.value):
                break
        return part, sorted(found.values(), key=lambda one: -one[0])

    def roughly(self, part: _Part, relaxation: Relaxation) -> _Part:
        """A mapping and a bound for what is too large for even one step."""
        chosen, bound = relaxation.assignment.rough(relaxation.profit())
        self.offer(part, chosen)
        return part._replace(bound=bound)

    def search(self, part: _Part, found: list[tuple[float, BoolArray]]) -> None:
        """Local search from the best assignments of the round (not in order, where steps might cross)."""
        if self.order:
            return
        search = Search(part.problem)
        for _, chosen in found[: 1 if len(part.places) > LARGE or self.proof == "tree" else STARTS]:
            better, cost = search.improved(chosen, self.budget)
            self.budget -= cost
            self.offer(part, better)
            if self.closed(part.bound):
                break

    def branches(self, part: _Part, undecided: FloatArray) -> list[_Part]:
        """The part without one pair, and the part without what does not go with it: the least decided of those in doubt."""
        first, second = part.problem.first, part.problem.second
        doubtful = (np.bincount(first)[first] > 1) | (np.bincount(second)[second] > 1)
        if self.order:
            crossing = np.flatnonzero(np.diff(second) < 0)
            doubtful[crossing] = doubtful[crossing + 1] = True
        if not doubtful.any():
            return [part]
        pivot = int(np.argmax(np.where(doubtful, undecided, -np.inf)))
        other = np.arange(len(first)) != pivot
        apart = (first != first[pivot]) & (second != second[pivot])
        if self.order:
            apart &= (first < first[pivot]) == (second < second[pivot])
        return [_kept(part, other), _kept(part, apart | ~other)]

    def offer(self, part: _Part, chosen: BoolArray) -> float:
        """Take a mapping of a part if it is the best so far; its value."""
        value = part.problem.value(chosen)
        if value > self.value:
            self.value = value
            self.chosen = np.zeros(len(self.chosen), bool)
            self.chosen[part.places[chosen]] = True
        return value

    def closed(self, bound: float) -> bool:
        """Whether nothing with this bound is better than what is known."""
        return min(bound, self.whole.ceiling) < self.value + self.least_progress()

    def least_progress(self) -> float:
        """A bound below the value and this proves the value."""
        slack = TOLERANCE * max(1.0, self.value / 1e6)
        return 1 - slack if self.integral else slack

    def answer(self) -> Correspondence:
        """The mapping in canonical form, and the bound on everything."""
        chosen = self.chosen
        if not chosen.all():
            chosen = chosen & (self.whole.reward + self.whole.partners(chosen) > 0)
            if not self.order:
                chosen = Search(self.whole).canonical(chosen, self.budget)
        mapping = np.full(self.whole.left, -1)
        mapping[self.whole.first[chosen]] = self.whole.second[chosen]
        bound = min(self.bound + self.whole.omitted, self.whole.ceiling)
        optimal = self.closed(bound)
        if self.integral:
            bound = float(np.floor(bound + 1 - self.least_progress()))
        return Correspondence(
            mapping, self.value, max(bound, self.value), optimal, self.proof if optimal else "limit"
        )


def _undecided(found: list[tuple[float, BoolArray]]) -> FloatArray:
    """How far the assignments of a round are from agreeing about each pair."""
    taken = np.mean([chosen for _, chosen in found], axis=0)
    doubt: FloatArray = np.minimum(taken, 1 - taken)
    return doubt


def _kept(part: _Part, kept: BoolArray) -> _Part:
    """The part on some of its pairs."""
    problem, edges = part.problem.restricted(kept)
    multipliers = None if part.multipliers is None else part.multipliers[edges]
    return part._replace(problem=problem, places=part.places[kept], multipliers=multipliers)
