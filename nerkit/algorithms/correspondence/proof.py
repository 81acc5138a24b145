"""Proofs that others can check: a tree of upper bounds, each a few multiplications away from its numbers.

The bound of a leaf is that of `bounds`: multipliers that say how unequally two pairs share their gain, and
potentials of nodes that no pair's profit exceeds. Multipliers are rounded to 1/64 (any are valid), so that
profits are whole 64ths and the potentials, found again for them, are exact. Where the bound of a leaf,
rounded down, is above the value, the mappings are split into those with a pair and those without it. Of pairs
with a pair only those that share no node with it are left.

    value 5, bound 6 1/2        a tree {"pair": [a, x], "with": leaf, bound 5 1/2, "without": leaf, bound 4}

Unlike the solver nothing is deduced from symmetries or linear programs, whose proofs would be no shorter than
the programs; where so many leaves as are allowed do not do, there is no tree, and the bound of the solver
stands alone.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence import LIMIT
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import Relaxation
from nerkit.algorithms.correspondence.problem import Problem

LEAVES = 10_000  # of a tree, where nothing else is said
DEPTH = 300  # of a tree: readers of nested JSON go no deeper than a thousand
PARTS = 64  # of 1 that multipliers are rounded to,
ROUNDED = (2, PARTS)  # to halves where these do, which are shorter
FIRST_STEPS, STEPS = 400, 40  # of the ascent, of the whole and of its parts
WORK = 3 * LIMIT  # elementary steps, as the solver counts them; no clock is looked at
STEP = 30_000  # of these that any step takes
TIE = 1e-6  # of a bound in floats; the rounded one is exact


class LeafBound(NamedTuple):
    """A bound: edges with a multiplier other than 0, these multipliers, and the potentials of left and right
    nodes.

    Multipliers and potentials are in 64ths.
    """

    edges: IntArray
    shifts: IntArray
    left: IntArray
    right: IntArray


class Split(NamedTuple):
    """Mappings with a pair, and those without it."""

    pair: int
    inside: "LeafBound | Split"
    outside: "LeafBound | Split"


def tree(problem: Problem, value: int, leaves: int = LEAVES) -> LeafBound | Split | None:
    """A tree that bounds all mappings of a *problem* with whole weights by *value*; None where *leaves* do
    not do.
    """
    if leaves < 1 or problem.omitted or (problem.reward % 1).any() or (problem.gain % 1).any():
        return None
    return _Prover(problem, value, leaves).proved()


class _Prover:
    """A tree while it grows: what is open stands on a stack, each with the place that it fills."""

    def __init__(self, problem: Problem, value: int, leaves: int) -> None:
        self.problem, self.value, self.allowed = problem, value, leaves
        self.budget = WORK

    def proved(self) -> LeafBound | Split | None:
        """The whole tree, or None."""
        whole = np.ones(len(self.problem.first), bool)
        built: list[Any] = []  # finished trees, of which a split takes the last two
        # (pairs, multipliers, depth) of an open part, or the pivot of a split whose parts are finished
        work: list[tuple[BoolArray, FloatArray, int] | int] = [(whole, np.zeros(len(self.problem.gain)), 0)]
        open_parts = 1
        while work:
            part = work.pop()
            if isinstance(part, int):
                inside, outside = built.pop(), built.pop()
                built.append(Split(part, inside, outside))
                continue
            pairs, multipliers, depth = part
            closed = self.close(pairs, multipliers, FIRST_STEPS if not depth else STEPS)
            if isinstance(closed, LeafBound):
                built.append(closed)
                continue
            open_parts += 1
            if closed is None or open_parts > self.allowed or depth >= DEPTH or self.budget < 0:
                return None
            pivot, multipliers = closed
            work += [pivot, *((some, multipliers, depth + 1) for some in self.halves(pairs, pivot))]
        whole_tree: LeafBound | Split = built.pop()
        return whole_tree

    def halves(self, pairs: BoolArray, pivot: int) -> tuple[BoolArray, BoolArray]:
        """The pairs that mappings with the pivot may have, and those that mappings without it may have."""
        first, second = self.problem.first, self.problem.second
        apart = (first != first[pivot]) & (second != second[pivot])
        itself = np.arange(len(first)) == pivot
        return pairs & (apart | itself), pairs & ~itself

    def close(
        self, pairs: BoolArray, multipliers: FloatArray, steps: int
    ) -> LeafBound | tuple[int, FloatArray] | None:
        """The leaf that closes a part; or the pair to split it by and the multipliers of its best bound; None
        where no split is left.
        """
        part, edges = self.problem.restricted(pairs)
        if not len(part.gain):  # one assignment settles it
            return self.leaf(part, pairs, np.zeros(len(multipliers)))
        assignment = FreeAssignment(part)
        relaxation = Relaxation(part, assignment, multipliers[edges], 1.0)
        cost = STEP + len(part.first) + 4 * len(part.gain) + assignment.cells
        taken, tried = np.zeros(len(part.first)), 0
        while tried < steps and (self.budget >= cost or not tried):
            self.budget -= cost
            bound = relaxation.bound()
            taken, tried = taken + bound.chosen, tried + 1
            if bound.total < self.value + 1 - TIE:
                spread = np.zeros(len(multipliers))
                spread[edges] = bound.multipliers
                if (leaf := self.leaf(part, pairs, spread)) is not None:
                    return leaf
            if not relaxation.step(bound, self.value):
                break
        assert relaxation.best is not None
        spread = multipliers.copy()
        spread[edges] = relaxation.best.multipliers
        pivot = _undecided(part, taken / tried)
        return None if pivot is None else (int(np.flatnonzero(pairs)[pivot]), spread)

    def leaf(self, part: Problem, pairs: BoolArray, multipliers: FloatArray) -> LeafBound | None:
        """The leaf of a part with these multipliers, rounded as far as its bound allows; None where that is
        above the value.
        """
        edges = np.flatnonzero(pairs[self.problem.earlier] & pairs[self.problem.later])
        rounded = (self.rounded(part, edges, multipliers[edges], parts) for parts in ROUNDED)
        return next((leaf for leaf in rounded if leaf is not None), None)

    def rounded(
        self, part: Problem, edges: IntArray, multipliers: FloatArray, parts: int
    ) -> LeafBound | None:
        """The leaf of a part with the multipliers of its *edges* rounded to so many parts of 1."""
        shifts = np.rint(multipliers * parts) * (PARTS // parts)
        left, right = np.zeros(self.problem.left, np.int64), np.zeros(self.problem.right, np.int64)
        if len(part.first):
            assignment = FreeAssignment(part)
            relaxed = Relaxation(part, assignment, shifts / PARTS, 1.0) if len(edges) else None
            profit = (part.reward if relaxed is None else relaxed.profit()) * PARTS
            prices = assignment.prices(profit, assignment.solve(profit))
            bound = prices.wage.sum() + prices.price.sum()
            if bound >= PARTS * (self.value + 1) or prices.excess.min() < 0:
                return None
            left[np.unique(part.first)] = np.rint(prices.wage)
            right[np.unique(part.second)] = np.rint(prices.price)
        used = shifts != 0
        return LeafBound(edges[used], shifts[used].astype(np.int64), left, right)


def _undecided(part: Problem, taken: FloatArray) -> int | None:
    """The pair that the assignments of an ascent agreed least about, of those that clash with another one."""
    clashing = (np.bincount(part.first)[part.first] > 1) | (np.bincount(part.second)[part.second] > 1)
    if not clashing.any():
        return None
    doubt = np.minimum(taken, 1 - taken)
    return int(np.argmax(np.where(clashing, doubt, -np.inf)))


def instance(problem: Problem) -> dict[str, Any]:
    """The problem as certificates state it: whole rewards of pairs, and gains of two pairs."""
    first, second = problem.first.tolist(), problem.second.tolist()
    pairs = list(zip(first, second, strict=True))
    edges = zip(problem.earlier.tolist(), problem.later.tolist(), problem.gain.tolist(), strict=True)
    return {
        "left": problem.left,
        "right": problem.right,
        "rewards": [
            [*pair, int(worth)] for pair, worth in zip(pairs, problem.reward.tolist(), strict=True) if worth
        ],
        "gains": [[*pairs[p], *pairs[q], int(worth)] for p, q, worth in edges],
    }


def node(problem: Problem, proof: LeafBound | Split) -> dict[str, Any]:
    """A tree as certificates state it."""
    if isinstance(proof, Split):
        pair = [int(problem.first[proof.pair]), int(problem.second[proof.pair])]
        return {"pair": pair, "with": node(problem, proof.inside), "without": node(problem, proof.outside)}
    shifts = zip(proof.edges.tolist(), proof.shifts.tolist(), strict=True)
    return {
        "shift": [[edge, _text(shift)] for edge, shift in shifts],
        "u": [_text(one) for one in proof.left.tolist()],
        "v": [_text(one) for one in proof.right.tolist()],
    }


def _text(parts: int) -> int | str:
    fraction = Fraction(parts, PARTS)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)
