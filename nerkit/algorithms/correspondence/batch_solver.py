"""Many small problems in one pass: most of them are solved and proved with arrays over all problems.

The problems are one problem whose nodes fall into blocks. Each block has left nodes and right nodes of its
own, and no pair joins two blocks.

    block        0        0        1             two problems side by side; the pairs of block 1 follow the
    pairs     a-x 2    b-y 1    c-z 3            pairs of block 0, and so do the numbers of its nodes
    bound     3                 3                one number for each block

The first two rounds of `solver` are done here with arrays over all blocks. These hold the profits of a step,
the values of assignments, the moves of multipliers, the steps of the local search. Only assignments and
depth-first searches are done block by block. A block is settled when its bound meets its value, and it leaves
the arrays. `solver` starts again on the blocks that stay open.

A block is treated as if it were alone: its answer does not depend on the other blocks.
"""

from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import linear_sum_assignment
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import LEAST, MOMENTUM, PATIENCE, SHRINK, TIE, Relaxation
from nerkit.algorithms.correspondence.depth_first import DepthFirst, Ledger
from nerkit.algorithms.correspondence.problem import Problem, totals
from nerkit.algorithms.correspondence.search import SLACK, Search
from nerkit.algorithms.correspondence.solver import LENGTHEN, TOLERANCE

ROUNDS = (6, 25)  # steps of the ascent per round, as in `solver`
TRIES = (300, 2000)  # steps of the depth-first search in a block, after each round
SEARCHED = 300  # blocks with more pairs are not searched depth-first
PASSES = 100  # the most rounds of the local search, and steps to the canonical mapping


class SettledBlocks(NamedTuple):
    """The mappings of the blocks, their values, and which blocks are proved.

    mapping   the right node of each left node, -1 for none
    value     the value of the mapping of each block
    settled   whether no mapping of the block is proved to earn more; all other blocks are still to be solved
    """

    mapping: IntArray
    value: FloatArray
    settled: BoolArray


def settle(whole: Problem, block_of_left: IntArray, count: int) -> SettledBlocks:
    """Return the best mappings of those blocks that can be proved with arrays.

    *block_of_left* is the block of each left node of *whole*, ascending. A settled mapping is canonical, as
    in `solver`.
    """
    blocks = _Blocks(whole, block_of_left, count)
    blocks.run()
    chosen = blocks.canonical()
    mapping = np.full(whole.left, NONE)
    mapping[whole.first[chosen]] = whole.second[chosen]
    return SettledBlocks(mapping, blocks.value, ~blocks.open)


class _BlockAssignment(FreeAssignment):
    """The best assignment of each block."""

    def __init__(self, problem: Problem, block: IntArray, count: int) -> None:
        super().__init__(problem)
        self.block, self.count = block, count
        self.row_block, self.column_block = (np.empty(size, np.int64) for size in self.shape)
        self.row_block[self.row], self.column_block[self.column] = block, block
        self.heights, self.widths = (
            np.bincount(of, minlength=count) for of in (self.row_block, self.column_block)
        )
        self.first_row, self.first_column, self.first_cell = (
            np.append(0, np.cumsum(sizes))
            for sizes in (self.heights, self.widths, self.heights * self.widths)
        )
        row, column = self.row - self.first_row[block], self.column - self.first_column[block]
        self.cell = self.first_cell[block] + row * self.widths[block] + column

    def solve_blocks(self, profit: FloatArray, wanted: BoolArray) -> BoolArray:
        """Return the best assignments of the *wanted* blocks as a mask of pairs, all with positive profit."""
        cells = np.zeros(int(self.first_cell[-1]))
        cells[self.cell] = -profit
        blocks = np.flatnonzero(wanted & (self.heights > 0))
        shapes = zip(
            *(each[blocks].tolist() for each in (self.first_cell, self.heights, self.widths)), strict=True
        )
        solved = [
            linear_sum_assignment(cells[at : at + height * width].reshape(height, width))
            for at, height, width in shapes
        ]
        partner = np.full(self.shape[0], NONE)
        if solved:
            sizes = [len(rows) for rows, _ in solved]
            rows, columns = (np.concatenate(side) for side in zip(*solved, strict=True))
            at = rows + np.repeat(self.first_row[blocks], sizes)
            partner[at] = columns + np.repeat(self.first_column[blocks], sizes)
        chosen: BoolArray = (partner[self.row] == self.column) & (profit > 0)
        return chosen

    def total(self, wage: FloatArray, price: FloatArray, excess: FloatArray) -> FloatArray:
        """Return for each pair the sum of the prices of its block."""
        sums = totals(self.row_block, wage, self.count) + totals(self.column_block, price, self.count)
        return (sums - totals(self.block, np.minimum(excess, 0), self.count))[self.block]


class _Ascent(Relaxation):
    """The relaxation of all blocks, with a total, a step length and a patience for each block."""

    def __init__(
        self, part: "_OpenPairs", multipliers: FloatArray, length: FloatArray, open_blocks: BoolArray
    ) -> None:
        self.blocks = _BlockAssignment(part.problem, part.block, part.blocks)
        super().__init__(part.problem, self.blocks, multipliers, 1.0)
        self.part, self.running = part, open_blocks.copy()
        self.edge_block = part.block[part.problem.earlier]
        self.lengths, self.patiences = length, np.full(part.blocks, PATIENCE)
        self.totals = np.full(part.blocks, np.inf)
        self.best_profit, self.best_chosen = np.zeros(len(part.block)), np.zeros(len(part.block), bool)
        self.best_multipliers = multipliers

    def next(self) -> tuple[FloatArray, BoolArray]:
        """Return the bound of each running block under the present multipliers, and the pairs behind the
        bounds.
        """
        part, running = self.part, self.running
        profit = self.profit()
        chosen = self.blocks.solve_blocks(profit, running)
        total = totals(part.block[chosen], profit[chosen], part.blocks)
        better = running & (total < self.totals - TIE)
        self.totals = np.where(better, total, self.totals)
        self.patiences = np.where(better, PATIENCE, self.patiences - running)
        tired = self.patiences == 0
        self.lengths = np.where(tired, self.lengths * SHRINK, self.lengths)
        self.patiences[tired] = PATIENCE
        pairs, edges = better[part.block], better[self.edge_block]
        self.best_profit = np.where(pairs, profit, self.best_profit)
        self.best_chosen = np.where(pairs, chosen, self.best_chosen)
        self.best_multipliers = np.where(edges, self.multipliers, self.best_multipliers)
        return total, chosen

    def move(self, total: FloatArray, chosen: BoolArray, value: FloatArray) -> None:
        """Move the multipliers of the running blocks. A block whose pairs all agree stops running."""
        disagreement = self._disagreement(chosen)
        count = self.part.blocks
        self.running &= totals(self.edge_block, np.abs(disagreement), count) > 0
        self.direction = disagreement + MOMENTUM * self.direction
        norm = totals(self.edge_block, np.square(self.direction), count)
        distance = np.maximum(total - value, LEAST)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = np.where(self.running & (norm > 0), self.lengths * distance / norm, 0.0)
        self.multipliers = self.multipliers - step[self.edge_block] * self.direction


class _OpenPairs(NamedTuple):
    """Pairs that better mappings of open blocks may have.

    problem   the problem on these pairs
    places    the places of these pairs in the whole problem
    block     the block of each pair
    blocks    the number of all blocks, including blocks without pairs
    """

    problem: Problem
    places: IntArray
    block: IntArray
    blocks: int

    def restricted(self, pairs: BoolArray) -> tuple["_OpenPairs", BoolArray]:
        """Return the part on some of its pairs, and a mask of the edges that stay."""
        problem, edges = self.problem.restricted(pairs)
        return _OpenPairs(problem, self.places[pairs], self.block[pairs], self.blocks), edges

    def values(self, chosen: BoolArray) -> FloatArray:
        """Return the value of the chosen pairs of each block, shape (blocks,)."""
        problem = self.problem
        together = chosen[problem.earlier] & chosen[problem.later]
        rewards = totals(self.block[chosen], problem.reward[chosen], self.blocks)
        return rewards + totals(self.block[problem.earlier[together]], problem.gain[together], self.blocks)


class _Blocks:
    """The best mapping so far of each block, its value, and which blocks are open."""

    def __init__(self, whole: Problem, block_of_left: IntArray, count: int) -> None:
        self.whole = _OpenPairs(whole, np.arange(len(whole.first)), block_of_left[whole.first], count)
        fraction = totals(self.whole.block, whole.reward % 1, count)
        fraction += totals(self.whole.block[whole.earlier], whole.gain % 1, count)
        self.integral = fraction == 0
        self.chosen = np.zeros(len(whole.first), bool)
        self.value, self.open = np.zeros(count), np.ones(count, bool)

    def run(self) -> None:
        """Settle as many blocks as two rounds can."""
        part = self.whole
        multipliers, length = np.zeros(len(part.problem.gain)), np.ones(part.blocks)
        for steps, tries in zip(ROUNDS, TRIES, strict=True):
            part, edges = self.without_settled(part)
            multipliers = multipliers[edges]
            self.settle_at_once(part)
            part, edges = self.without_settled(part)
            if not len(part.block):
                self.open[:] = False
                return
            ascent, tried = self.ascend(part, multipliers[edges], length, steps)
            part, ascent_multipliers = ascent.part, ascent.best_multipliers
            if not self.open.any():
                return
            self.search(part, tried)
            self.close(part, ascent.totals)
            most = ascent.blocks.bounds(ascent.best_profit, ascent.best_chosen)
            possible = (most >= (self.value + self.least_progress())[part.block]) & self.open[part.block]
            self.open &= np.bincount(part.block[possible], minlength=part.blocks) > 0
            part, edges = part.restricted(possible)
            multipliers, length = ascent_multipliers[edges], np.minimum(1.0, LENGTHEN * ascent.lengths)
            behind = ascent.best_profit[possible], ascent.best_chosen[possible]
            self.depth_first(part, behind, multipliers, tries)

    def without_settled(self, part: _OpenPairs) -> tuple[_OpenPairs, BoolArray]:
        """Return the part without the pairs of settled blocks, and a mask of its edges. Settle blocks
        without pairs.
        """
        self.open &= np.bincount(part.block, minlength=part.blocks) > 0
        return part.restricted(self.open[part.block])

    def settle_at_once(self, part: _OpenPairs) -> None:
        """Settle blocks whose pairs are all compatible, and blocks without gains."""
        assignment = _BlockAssignment(part.problem, part.block, part.blocks)
        pairs = np.bincount(assignment.block, minlength=assignment.count)
        together: BoolArray = (assignment.heights == pairs) & (assignment.widths == pairs)
        gains = np.bincount(part.block[part.problem.earlier], minlength=part.blocks)
        alone = ~together & (gains == 0) & self.open
        chosen = together[part.block]
        if alone.any():
            chosen = chosen | assignment.solve_blocks(part.problem.reward, alone) & alone[part.block]
        self.offer(part, chosen)
        self.open &= ~(together | alone)

    def ascend(
        self, part: _OpenPairs, multipliers: FloatArray, length: FloatArray, steps: int
    ) -> tuple[_Ascent, BoolArray]:
        """Make some steps of the ascent; return it, and the assignments that earned most in their blocks.

        When most of the blocks are settled, the arrays are cut down to the other blocks.
        """
        ascent = _Ascent(part, multipliers, length, self.open)
        tried, earned = np.zeros(len(part.block), bool), np.full(part.blocks, -1.0)
        for _ in range(steps):
            total, chosen = ascent.next()
            value = part.values(chosen)
            better = ascent.running & (value > earned)
            earned = np.where(better, value, earned)
            tried = np.where(better[part.block], chosen, tried)
            self.offer(part, chosen)
            self.close(part, ascent.totals)
            ascent.running &= self.open
            if not ascent.running.any():
                break
            ascent.move(total, chosen, self.value)
            if 2 * np.count_nonzero(self.open[part.block]) < len(part.block):
                kept = self.open[part.block]
                part, edges = part.restricted(kept)
                ascent, tried = _narrowed(ascent, part, kept, edges), tried[kept]
        return ascent, tried

    def search(self, part: _OpenPairs, chosen: BoolArray) -> None:
        """Search locally from these pairs in all open blocks, as `Search.improved` does.

        When most of the blocks have come to rest, the arrays are cut down to the other blocks.
        """
        whole, result, places = part, chosen.copy(), np.arange(len(chosen))
        for _ in range(PASSES):
            chosen, moving = self.improved(part, chosen)
            result[places] = chosen
            moving_pairs = moving[part.block]
            if not moving_pairs.any():
                break
            if 2 * np.count_nonzero(moving_pairs) < len(moving_pairs):
                part, _ = part.restricted(moving_pairs)
                chosen, places = chosen[moving_pairs], places[moving_pairs]
        self.offer(whole, result)

    def improved(self, part: _OpenPairs, chosen: BoolArray) -> tuple[BoolArray, BoolArray]:
        """Return the mappings after one round of the local search, and a mask of the open blocks with
        steps.
        """
        search = Search(part.problem)
        steps = search.steps(chosen)
        better = np.flatnonzero(steps.earned > SLACK)
        better = better[self.open[part.block[better]]]
        moving = np.zeros(part.blocks, bool)
        moving[part.block[better]] = True
        if not len(better):
            return chosen, moving
        better = better[np.argsort(-steps.earned[better], kind="stable")]
        alone = better[np.unique(part.block[better], return_index=True)[1]]  # the best of each block
        least = part.values(chosen)
        least[part.block[alone]] += steps.earned[alone]
        together = search.taken(chosen, steps, search.disjoint(steps, better))
        worse = part.values(together) < least - SLACK
        if worse.any():
            one_by_one = search.taken(chosen, steps, alone)
            together = np.where(worse[part.block], one_by_one, together)
        return together, moving

    def depth_first(
        self, part: _OpenPairs, behind: tuple[FloatArray, BoolArray], multipliers: FloatArray, tries: int
    ) -> None:
        """Settle the open blocks in which few mappings can be better, by trying these mappings.

        *behind* holds the profits and the pairs behind the bounds. *tries* limits the steps per block.
        """
        problem, block = part.problem, part.block
        solved = _BlockAssignment(problem, block, part.blocks)
        prices = solved.prices(*behind)
        edge_block, blocks = block[problem.earlier], np.arange(part.blocks + 1)
        first_pair, first_edge = np.searchsorted(block, blocks), np.searchsorted(edge_block, blocks)
        nodes = solved.row - solved.first_row[block], solved.column - solved.first_column[block]
        ends = problem.earlier - first_pair[edge_block], problem.later - first_pair[edge_block]
        ledger = Ledger.of(problem, nodes, ends, (behind[0], prices, multipliers))
        firsts = first_pair, first_edge, solved.first_row, solved.first_column
        bound, ended, better = np.zeros(part.blocks), np.zeros(part.blocks, bool), np.zeros(len(block), bool)
        bound[block] = solved.total(*prices)
        bounds, values, least = (each.tolist() for each in (bound, self.value, self.least_progress()))
        for k in np.flatnonzero(self.open & (np.diff(first_pair) <= SEARCHED)).tolist():
            one = ledger.part(*(slice(*first[k : k + 2].tolist()) for first in firsts))
            search = DepthFirst(one, bounds[k], values[k], least[k], tries)
            if search.best is not None:
                better[first_pair[k] + np.array(search.best)] = True
            ended[k] = search.ended
        self.offer(part, better)
        self.open &= ~ended

    def offer(self, part: _OpenPairs, chosen: BoolArray) -> None:
        """Take these pairs as the mapping of each open block in which they are better than the best so
        far.
        """
        value = part.values(chosen)
        better = self.open & (value > self.value)
        self.value = np.where(better, value, self.value)
        self.chosen[better[self.whole.block]] = False
        self.chosen[part.places[chosen & better[part.block]]] = True

    def close(self, part: _OpenPairs, bound: FloatArray) -> None:
        """Settle the blocks in which no mapping is better than the best so far."""
        ceiling = part.problem.ceiling
        self.open &= np.minimum(bound, ceiling) >= self.value + self.least_progress()

    def least_progress(self) -> FloatArray:
        """Return for each block the least difference of a better mapping from the value, shape (blocks,)."""
        slack = TOLERANCE * np.maximum(1.0, self.value / 1e6)
        return np.where(self.integral, 1 - slack, slack)

    def canonical(self) -> BoolArray:
        """Return the chosen pairs in canonical form in all settled blocks, as `Search.canonical` does."""
        part, chosen = self.whole, self.chosen
        lacking = np.bincount(part.block[~chosen], minlength=part.blocks) > 0  # blocks with other pairs
        moving = lacking & ~self.open
        result = chosen & ~self.open[part.block]
        for _ in range(PASSES):
            part, _edges = part.restricted(moving[part.block])
            if not len(part.block):
                break
            chosen, moving = self.nearer(part, result[part.places])
            result[part.places] = chosen
        return result

    def nearer(self, part: _OpenPairs, chosen: BoolArray) -> tuple[BoolArray, BoolArray]:
        """Return the mappings after one step towards the canonical form, and a mask of the blocks with a
        step.
        """
        problem = part.problem
        search = Search(problem)
        chosen = chosen & (problem.reward + problem.partners(chosen) > 0)
        step = search.steps(chosen)
        better = (step.earned > -SLACK) & (step.worth > SLACK)
        better &= np.append(problem.second, problem.right)[step.left] > problem.second
        better &= np.append(problem.first, problem.left)[step.right] > problem.first
        places = np.flatnonzero(better)
        blocks, first = np.unique(part.block[places], return_index=True)
        moving = np.zeros(part.blocks, bool)
        moving[blocks] = True
        return search.taken(chosen, step, places[first]) if len(places) else chosen, moving


def _narrowed(ascent: _Ascent, part: _OpenPairs, pairs: BoolArray, edges: BoolArray) -> _Ascent:
    """Return the ascent on some of its pairs, in the same state."""
    narrow = _Ascent(part, ascent.multipliers[edges], ascent.lengths, ascent.running)
    narrow.direction, narrow.patiences = ascent.direction[edges], ascent.patiences
    narrow.totals, narrow.best_multipliers = ascent.totals, ascent.best_multipliers[edges]
    narrow.best_profit, narrow.best_chosen = ascent.best_profit[pairs], ascent.best_chosen[pairs]
    return narrow
