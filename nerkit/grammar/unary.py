"""Chains of unit rules. For example, `S -> VP` and `VP -> Verb` make the chains S VP, VP Verb and S VP Verb.

If unit rules form a cycle (A -> B, B -> A), a sentence could have infinitely many parses. A chain does not
repeat a nonterminal, so the number of chains is finite. The best parse never repeats a nonterminal in a chain
either.

    pairs        arrays top and bottom: all pairs of symbols with a chain between them, and (symbol, symbol)
                 for each symbol
    best         log2 probability of the best chain of each pair
"""

import heapq
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count, islice
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray

LARGEST = 100_000  # maximum number of chains within cycles that are enumerated, over all pairs


class Step(NamedTuple):
    """A unit rule as a step of a chain: the number of the rule, and the symbol on its right side."""

    rule: int
    symbol: int


class TooManyChains(Exception):  # noqa: N818  (it ends the counting, and is told in a row)
    """Cycles of unit rules have more than LARGEST chains."""


class Chains:
    """All chains in a grammar of *size* symbols. *units* lists the unit rules as (left, right, number of the
    rule).
    """

    def __init__(self, size: int, units: Sequence[tuple[int, int, int]], log2: FloatArray) -> None:
        self.size, self.log2 = size, log2
        self.down: dict[int, list[Step]] = {}
        self.up: dict[int, list[Step]] = {}  # here the symbol of a step is the symbol above
        for left, right, rule in units:
            if left != right:  # a rule A -> A is in no chain
                self.down.setdefault(left, []).append(Step(rule, right))
                self.up.setdefault(right, []).append(Step(rule, left))
        self.loops = sorted({left for left, right, _ in units if left == right})
        self.next: dict[tuple[int, int], Step] = {}  # the first step of the best chain of a pair
        self.weight: dict[tuple[int, int], float] = {}
        for bottom in sorted(self.up):
            self._climb(bottom)
        alone = np.arange(size)
        pairs = np.array(sorted(self.weight), np.int64).reshape(-1, 2)
        self.top: IntArray = np.append(alone, pairs[:, 0])
        self.bottom: IntArray = np.append(alone, pairs[:, 1])
        self.best: FloatArray = np.append(np.zeros(size), [self.weight[pair] for pair in sorted(self.weight)])
        self.counted: dict[tuple[int, int], int] = {}
        self.inside = 0  # number of chains within cycles enumerated so far
        self.listed: dict[tuple[int, int], list[list[Step]]] = {}

    def _climb(self, bottom: int) -> None:
        """Find the best chain to *bottom* from each symbol above it (Dijkstra's algorithm)."""
        turn = count()
        heap: list[tuple[float, int, int, Step | None]] = [(0.0, next(turn), bottom, None)]
        done: set[int] = set()
        while heap:
            cost, _, symbol, first = heapq.heappop(heap)
            if symbol in done:
                continue
            done.add(symbol)
            if first is not None:
                self.weight[symbol, bottom] = -cost
                self.next[symbol, bottom] = first
            for rule, above in self.up.get(symbol, ()):
                if above not in done:
                    cost_above = cost - float(self.log2[rule])
                    heapq.heappush(heap, (cost_above, next(turn), above, Step(rule, symbol)))

    def _reaches(self, top: int, bottom: int) -> bool:
        """Whether there is a chain from *top* to *bottom*."""
        return top == bottom or (top, bottom) in self.weight

    def best_chain(self, top: int, bottom: int) -> list[Step]:
        """The steps of the most probable chain from *top* to *bottom*."""
        steps = []
        while top != bottom:
            steps.append(self.next[top, bottom])
            top = steps[-1].symbol
        return steps

    @cached_property
    def circle(self) -> dict[int, int]:
        """Symbol -> number of its cycle of unit rules. Two symbols have the same number if each reaches the
        other.
        """
        ring = {symbol: symbol for symbol in self.down}
        for top, bottom in self.weight:
            if (bottom, top) in self.weight:
                ring[top] = min(ring[top], bottom)
        return ring

    @cached_property
    def circles(self) -> list[list[int]]:
        """The cycles of unit rules: sets of several symbols, and single symbols with a rule A -> A."""
        rings: dict[int, list[int]] = {}
        for symbol, ring in self.circle.items():
            rings.setdefault(ring, []).append(symbol)
        return [sorted(ring) for ring in rings.values() if len(ring) > 1] + [[one] for one in self.loops]

    def chains(self, top: int, bottom: int) -> Iterator[list[Step]]:
        """All chains from *top* to *bottom*. If both are the same symbol, only the empty chain."""
        stack: list[tuple[int, Iterator[Step]]] = [(top, iter(self.down.get(top, ())))]
        steps: list[Step] = []
        if top == bottom:
            yield []
            return
        seen = {top}
        while stack:
            step = next(stack[-1][1], None)
            if step is None:
                seen.discard(stack.pop()[0])
                if steps:
                    steps.pop()
            elif step.symbol == bottom:
                yield [*steps, step]
            elif step.symbol not in seen and self._reaches(step.symbol, bottom):
                steps.append(step)
                seen.add(step.symbol)
                stack.append((step.symbol, iter(self.down.get(step.symbol, ()))))

    def number(self, top: int, bottom: int) -> int:
        """The number of chains from *top* to *bottom*: chains within the cycle of *top*, which are listed,
        times chains from there. Raises TooManyChains if cycles have too many chains.
        """
        key = top, bottom
        if top == bottom or key in self.counted:
            return self.counted.get(key, 1)
        ring, left = self.circle[top], LARGEST - self.inside
        if self.circle.get(bottom) == ring:
            ways = sum(1 for _ in islice(self.chains(top, bottom), left + 1))
            self.inside += ways
            if ways > left:
                raise TooManyChains
        else:
            ways = 0
            for last in [symbol for symbol, of_symbol in self.circle.items() if of_symbol == ring]:
                within = self.number(top, last)
                ways += within * sum(
                    self.number(symbol, bottom)
                    for _, symbol in self.down[last]
                    if self.circle.get(symbol) != ring and self._reaches(symbol, bottom)
                )
        self.counted[key] = ways
        return ways

    def ranked(self, top: int, bottom: int) -> Iterator[tuple[float, list[Step]]]:
        """(log2 probability, steps) of each chain from *top* to *bottom*, the most probable first."""
        turn = count()
        bound = self.weight.get((top, bottom), 0.0)
        heap: list[tuple[float, int, float, int, list[Step]]] = [(-bound, next(turn), 0.0, top, [])]
        while heap:
            _, _, weight, symbol, steps = heapq.heappop(heap)
            if symbol == bottom:
                yield weight, steps
                continue
            seen = {top, *(step.symbol for step in steps)}
            for step in self.down.get(symbol, ()):
                if step.symbol not in seen and self._reaches(step.symbol, bottom):
                    so_far = weight + float(self.log2[step.rule])
                    rest = self.weight.get((step.symbol, bottom), 0.0)
                    heapq.heappush(heap, (-(so_far + rest), next(turn), so_far, step.symbol, [*steps, step]))
