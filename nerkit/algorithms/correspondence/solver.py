"""The best correspondence of two graphs: solved and proved, not searched.

An example: "the boy wants to go", and a system's graph of it in which one edge is wrong.

    gold      a / want   b / boy   c / go      ARG0(a, b)   ARG1(a, c)   ARG0(c, b)
    system    x / want   y / go    z / boy     ARG0(x, z)   ARG1(x, y)   ARG0(y, x)

Mapped nodes earn 1 if their labels are equal (the reward of the pair). Two pairs of nodes together earn 1 for
each edge that then agrees (their gain): a-x and b-z do, because ARG0(a, b) becomes ARG0(x, z). Half of a gain
goes to either pair. Six of the nine pairs of nodes are candidates; the other three can earn nothing:

    candidate  reward  shares of gains                                  profit, at most
    a-x        1       1/2 with b-z and 1/2 with c-y                    2
    b-z        1       1/2 with a-x or 1/2 with c-x: both need x        1 1/2
    c-y        1       1/2 with a-x or 1/2 with b-x: both need x        1 1/2
    a-y        0       1/2 with b-x                                     1/2
    b-x        0       1/2 with a-y or 1/2 with c-y: both need y        1/2
    c-x        0       1/2 with b-z                                     1/2

The best assignment of these profits is a-x, b-z, c-y: 2 + 1 1/2 + 1 1/2 = 5 is an upper bound on all
mappings. As a mapping, these pairs earn three rewards and the gains of a-x with b-z and of a-x with c-y,
which is 5. Value and bound meet: the mapping is proved to be the optimum.

The question in general: which one-to-one partial mapping of the gold nodes to the system nodes earns most?
SMATCH, MRP and every metric with latent variables use it (Eq. 36 of the paper on unified metrics). Rewards
come from tuples with one variable, gains from tuples with two:

    maximise  sum_p reward[p] x[p]  +  sum_e gain[e] x[earlier[e]] x[later[e]],   x in {0, 1},
    each gold node and each system node in at most one pair

`problem` makes the problem from tuples. `solve` returns a mapping, its value, an upper bound on all mappings,
and the proof. The proof names the step at which bound and value met:

    bound     All pairs go together, or no two pairs have a gain: one assignment settles the problem.
    ascent    A Lagrangian relaxation (`bounds`) moves the shares of gains between their pairs until the bound
              is as low as the value. After each round the potentials of the assignment exclude pairs that no
              better mapping can have. The next round works on the remaining pairs.
    search    A local search (`search`) lifts the value to the bound.
    program   If many pairs are still open, a linear program (`bounds`) gives a lower bound. One of its
              variables represents all pairs that `symmetry` finds alike.
    tree      If few mappings can still be better, they are tried (`depth_first`). If not, the problem is
              split into mappings with one pair and mappings without it and its equals. Each part is treated
              in the same way. An integer program would do this, too; on hard graphs it takes ten times as
              long, in cuts that no limit reaches.
    limit     The work ended before any of these steps; the bound is still an upper bound.

If all rewards and gains are integers, a bound below value + 1 is a proof; if not, a bound within `TOLERANCE`
of the value. The tolerance grows with totals above a million, and no total above 2**40 is ever called proved.

The solver uses no random numbers and no clock. The mapping is a function of the numbers of nodes and of the
multiset of tuples. It does not depend on the order of tuples or on the numbers of the keys. Of the mappings
with the largest value, the solver returns one in which every pair earns something. No move or exchange of
equal value gives an earlier gold node an earlier system node (as far as the limit goes; not with `order`).
Whoever needs a certain mapping puts more objectives below the first (`ranked`).
"""

from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence import LIMIT
from nerkit.algorithms.correspondence.assignment import CELLS, FreeAssignment, OrderedAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation, relaxed
from nerkit.algorithms.correspondence.depth_first import STEP_COST, DepthFirst, Ledger
from nerkit.algorithms.correspondence.problem import Problem, Tuples, problem
from nerkit.algorithms.correspondence.search import Search
from nerkit.algorithms.correspondence.symmetry import Symmetries
from nerkit.ground.records import record

__all__ = ["LIMIT", "Correspondence", "Problem", "Tuples", "problem", "solve"]

TOLERANCE = 1e-6
ROUNDS = (6, *(25,) * 7)  # steps of the ascent in each round, on the whole
BRANCH_ROUNDS = (25, 25)  # steps of the ascent in each round, on a part
# A part with at most SMALL pairs and gains is split without a linear program, whose import takes longer.
# Its mappings that can be better are tried one by one, in at most TRIES steps.
SMALL = 200
TRIES = 1000
HALF = 0.5 + 1e-6  # pairs that the linear program takes by more than half are a mapping
PART = 50_000  # elementary steps for a part, in addition to its rounds
LENGTHEN = 3  # factor from the last step length of a round to the first of the next
STARTS = 3  # assignments of a round from which the local search starts
LARGE = 2000  # with more pairs, the local search starts from one assignment


@record(frozen=True)
class Correspondence:
    """A mapping, and the bounds that the solver proved about it.

    mapping   the system node of each gold node, shape (gold nodes,), -1 for none
    value     the earnings of the mapping
    bound     an upper bound on the earnings of all mappings
    optimal   whether the bound proves the mapping best
    proof     the step that proved it (see the module), or `limit`
    """

    mapping: IntArray
    value: float
    bound: float
    optimal: bool
    proof: str


def solve(problem: Problem, *, limit: int = LIMIT, order: bool = False, unit: int = 1) -> Correspondence:
    """Return the best mapping of *problem*, with an upper bound on all mappings.

    limit   the work: steps of the ascent times the pairs, gains and cells of the assignment that a step looks
            at. It does not depend on the machine. If it ends, `optimal` may be false.
    order   whether mappings must not cross: no later gold node has an earlier system node
    unit    the weight of 1 in the first objective (`ranked`). When half of the work is done, the
            solver looks only for mappings that are better in this objective. At least this objective is then
            proved
    """
    solver = _Solver(problem, limit, order, unit)
    solver.run()
    return solver.answer()


class _Part(NamedTuple):
    """A part of the mappings that may still hold a better mapping than the best so far.

    problem       the problem on the pairs that mappings of this part may have
    places        the places of these pairs in the whole problem
    multipliers   the multipliers of gains after the last round of the relaxation; None before the first
    bound         an upper bound on the mappings of the part
    """

    problem: Problem
    places: IntArray
    multipliers: FloatArray | None
    bound: float

    def small(self) -> bool:
        """Return whether the part is split and searched without a linear program."""
        return len(self.places) + len(self.problem.gain) <= SMALL


class _Solver:
    """The best mapping so far as chosen pairs, its value, and the lowest bound so far."""

    def __init__(self, whole: Problem, limit: int, order: bool, unit: int) -> None:
        self.whole, self.order, self.budget = whole, order, limit
        self.unit, self.half = unit, limit // 2
        self.rough = False  # whether only units of the first objective count now
        self.integral = not ((whole.reward % 1).any() or (whole.gain % 1).any())
        self.chosen = np.zeros(len(whole.first), bool)
        self.value, self.bound, self.proof = 0.0, np.inf, ""
        self.symmetries: Symmetries | None = None  # searched for when the ascent was not enough

    def run(self) -> None:
        """Bring bound and value together: first on the whole, then, while parts are open, on each part."""
        whole = _Part(self.whole, np.arange(len(self.whole.first)), None, np.inf)
        halves = self.close(whole, ROUNDS)
        parts = list(halves)
        self.bound = max([self.bound_of_closed(), *(part.bound for part in parts)])
        while parts and self.budget > 0:
            self.proof = "tree"
            self.budget -= PART
            halves = self.close(parts.pop() if halves else self.highest(parts), BRANCH_ROUNDS)
            parts += halves
        self.bound = min(self.bound, max([self.bound_of_closed(), *(part.bound for part in parts)]))

    def bound_of_closed(self) -> float:
        """Return an upper bound on the mappings of the closed parts."""
        return self.value + self.least_progress() - 1 if self.rough else self.value

    def highest(self, parts: list[_Part]) -> _Part:
        """Remove and return the part whose bound is the highest in units of the first objective; the last
        of several.
        """
        return parts.pop(max(range(len(parts)), key=lambda place: (parts[place].bound // self.unit, place)))

    def close(self, part: _Part, rounds: tuple[int, ...]) -> list[_Part]:
        """Work on a part. Return no part if it holds no better mapping, otherwise the part, split in two."""
        length = 1.0
        for steps in rounds:
            self.rough = self.unit > 1 and self.integral and self.budget < self.half
            assignment = (OrderedAssignment if self.order else FreeAssignment)(part.problem)
            if assignment.agreeable() or not len(part.problem.gain):
                return self.settle(part, assignment)
            relaxation = Relaxation(part.problem, assignment, part.multipliers, length)
            part, tried = self.ascend(part, relaxation, steps)
            if self.closed(part.bound):
                return self.done("ascent")
            self.search(part, tried)
            if self.closed(part.bound):
                return self.done("search")
            if relaxation.best is None or self.budget <= 0:
                return [part]
            possible = relaxation.most() >= self.value + self.least_progress()  # in a better mapping
            possible &= self.unlike(part, ~possible)
            best = relaxation.best
            part = _restricted(part._replace(multipliers=best.multipliers), possible)
            if not possible.any() or self.depth_first(part, best.profit[possible], best.chosen[possible]):
                return self.done("tree" if possible.any() else "ascent")
            taken = np.mean([chosen for _, chosen in tried], axis=0)
            undecided = np.minimum(taken, 1 - taken)[possible]  # from 0 to 1/2
            length = min(1.0, LENGTHEN * relaxation.length)
        return self.branches(part, undecided) if part.small() else self.program(part)

    def program(self, part: _Part) -> list[_Part]:
        """Solve the linear program of a part. Return no part if this closes it, otherwise the part, split
        in two.
        """
        if self.symmetries is None:  # the part is the whole, less pairs that no better mapping has
            self.symmetries = Symmetries(self.whole, seek=not self.order)
            self.budget -= self.symmetries.work
            part = _restricted(part, self.symmetries.whole_orbits(part.places))
            if not len(part.places):
                return self.done("ascent")
        orbits = self.symmetries.orbits_with_edges(part.problem, part.places)
        solution = relaxed(part.problem, orbits, self.budget)
        if solution is None:
            self.budget = 0
            return [part]
        self.budget -= solution.work
        part = part._replace(bound=min(part.bound, solution.bound))
        if not self.closed(part.bound):
            self.search(part, [(0.0, solution.taken > HALF)])
        possible = solution.most >= self.value + self.least_progress()
        possible &= self.unlike(part, ~possible)
        if self.closed(part.bound) or not possible.any():
            return self.done("program")
        undecided = np.minimum(solution.taken, 1 - solution.taken)[possible]
        return self.branches(_restricted(part, possible), undecided)

    def done(self, proof: str) -> list[_Part]:
        """Return no part. If the closed part was the whole, *proof* names the step that proved it."""
        self.proof = self.proof or proof
        return []

    def settle(self, part: _Part, assignment: FreeAssignment | OrderedAssignment) -> list[_Part]:
        """Settle a part by one assignment, or by taking all its pairs if they are compatible."""
        together = assignment.agreeable()
        chosen = np.ones(len(part.places), bool) if together else assignment.solve(part.problem.reward)
        self.offer(part, chosen)
        return self.done("bound" if part.problem is self.whole else "ascent")

    def ascend(
        self, part: _Part, relaxation: Relaxation, steps: int
    ) -> tuple[_Part, list[tuple[float, BoolArray]]]:
        """Make some steps of the ascent.

        Return the part with its bound, and the assignments on the way with their values, the best first.
        """
        tried: dict[bytes, tuple[float, BoolArray]] = {}
        cells = relaxation.assignment.cells
        cost = len(part.places) + 4 * len(part.problem.gain) + cells
        for _ in range(steps):
            if self.budget < cost or cells > CELLS:
                if part.bound == np.inf:  # the part is too large for a single step: a rough bound and mapping
                    chosen, rough = relaxation.assignment.rough(relaxation.profit())
                    self.offer(part, chosen)
                    part = part._replace(bound=rough)
                self.budget = 0
                break
            self.budget -= cost
            bound = relaxation.bound()
            part = part._replace(bound=min(part.bound, bound.total))
            value = self.offer(part, bound.chosen)
            tried.setdefault(bound.chosen.tobytes(), (value, bound.chosen))
            if self.closed(part.bound) or not relaxation.step(bound, self.value):
                break
        return part, sorted(tried.values(), key=lambda valued: -valued[0])

    def search(self, part: _Part, tried: list[tuple[float, BoolArray]]) -> None:
        """Search locally from the best assignments of the round (not with `order`, because steps might
        cross).
        """
        if self.order:
            return
        search = Search(part.problem)
        for _, chosen in tried[: 1 if len(part.places) > LARGE or self.proof == "tree" else STARTS]:
            better, cost = search.improved(chosen, self.budget)
            self.budget -= cost
            self.offer(part, better)
            if self.closed(part.bound):
                break

    def depth_first(self, part: _Part, profit: FloatArray, chosen: BoolArray) -> bool:
        """Try all mappings of a small part that can be better. Return whether none is left.

        *profit* and *chosen* are behind the bound of the part.
        """
        if self.order or self.rough or not part.small():
            return False
        assert part.multipliers is not None
        assignment = FreeAssignment(part.problem)
        prices = assignment.prices(profit, chosen)
        ends = part.problem.earlier, part.problem.later
        ledger = Ledger.of(
            part.problem, (assignment.row, assignment.column), ends, (profit, prices, part.multipliers)
        )
        bound = float(assignment.total(*prices))
        search = DepthFirst(ledger, bound, self.value, self.least_progress(), TRIES)
        self.budget -= STEP_COST * (len(ledger.pairs) + len(ledger.edges) + search.steps)
        if search.best is not None:
            better = np.zeros(len(part.places), bool)
            better[search.best] = True
            self.offer(part, better)
        return search.ended

    def branches(self, part: _Part, undecided: FloatArray) -> list[_Part]:
        """Return the part in two: mappings without the *pivot* and pairs like it, and mappings with the
        pivot.

        The pivot is the least decided pair among the pairs that are not compatible with all other pairs.
        """
        first, second = part.problem.first, part.problem.second
        doubtful = (np.bincount(first)[first] > 1) | (np.bincount(second)[second] > 1)
        if self.order:
            crossing = np.flatnonzero(np.diff(second) < 0)
            doubtful[crossing] = doubtful[crossing + 1] = True
        if not doubtful.any():
            return [part]
        pivot = int(np.argmax(np.where(doubtful, undecided, -np.inf)))
        not_pivot = np.arange(len(first)) != pivot
        apart = (first != first[pivot]) & (second != second[pivot])
        if self.order:
            apart &= (first < first[pivot]) == (second < second[pivot])
        return [_restricted(part, self.unlike(part, ~not_pivot)), _restricted(part, apart | ~not_pivot)]

    def unlike(self, part: _Part, pairs: BoolArray) -> BoolArray:
        """Return a mask of the pairs of a part that are not like any of *pairs*."""
        if not self.symmetries:
            return ~pairs
        orbits = self.symmetries.orbits(part.places)
        return ~np.isin(orbits, orbits[pairs])

    def offer(self, part: _Part, chosen: BoolArray) -> float:
        """Take a mapping of a part if it is the best so far, and return its value."""
        value = part.problem.value(chosen)
        if value > self.value:
            self.value = value
            self.chosen = np.zeros(len(self.chosen), bool)
            self.chosen[part.places[chosen]] = True
        return value

    def closed(self, bound: float) -> bool:
        """Return whether no mapping with this bound is better than the best so far."""
        return min(bound, self.whole.ceiling) < self.value + self.least_progress()

    def least_progress(self) -> float:
        """Return the least difference of a better mapping from the value."""
        if self.rough:
            return self.unit - self.value % self.unit - self.slack()
        return self.least_difference()

    def least_difference(self) -> float:
        """Return the difference of bound and value below which the value is proved to be the best."""
        return 1 - self.slack() if self.integral else self.slack()

    def slack(self) -> float:
        """Return the largest error of rounding in a bound."""
        return TOLERANCE * max(1.0, self.value / 1e6)

    def answer(self) -> Correspondence:
        """Return the mapping in canonical form, and the bound on all mappings."""
        chosen = self.chosen
        if not chosen.all():
            chosen = chosen & (self.whole.reward + self.whole.partners(chosen) > 0)
            if not self.order:
                chosen = Search(self.whole).canonical(chosen, self.budget)
        mapping = np.full(self.whole.left, -1)
        mapping[self.whole.first[chosen]] = self.whole.second[chosen]
        bound = min(self.bound + self.whole.omitted, self.whole.ceiling)
        optimal = min(bound, self.whole.ceiling) < self.value + self.least_difference()
        if self.integral:
            bound = float(np.floor(bound + 1 - self.least_difference()))
        return Correspondence(
            mapping, self.value, max(bound, self.value), optimal, self.proof if optimal else "limit"
        )


def _restricted(part: _Part, pairs: BoolArray) -> _Part:
    """Return the part on some of its pairs."""
    problem, edges = part.problem.restricted(pairs)
    multipliers = None if part.multipliers is None else part.multipliers[edges]
    return part._replace(problem=problem, places=part.places[pairs], multipliers=multipliers)
