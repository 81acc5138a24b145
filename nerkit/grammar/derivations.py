"""Trees from a packed forest: the best tree, the k best trees, or all trees in turn.

A tree is built from the root down: at each item the caller chooses a way to derive it. No function is
recursive, so that long sentences do not exceed Python's recursion limit.
"""

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.grammar.forest import Forest
from nerkit.grammar.unary import Step

TIE = 1e-12  # relative difference below which log2 probabilities are equal
BRACKETS = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
State = Any  # data that a walk passes down with an item
Choice = tuple[int, State, State]  # the index of a way, and the data for the two items below
Taken = tuple[float, int, int, int]  # cost (negated log2 probability), index of a way, ranks of both items


@dataclass(frozen=True)
class Derivation:
    """A parse: the numbers of its rules from the root down, and its tree in brackets with single blanks."""

    rules: tuple[int, ...]
    tree: str


class Derivations:
    """The derivations of a sentence. *words* are the words as printed in trees."""

    def __init__(self, forest: Forest, words: list[str]) -> None:
        self.forest, self.words = forest, [word.translate(BRACKETS) for word in words]
        self.chains, self.symbols = forest.grammar.chains, forest.rules.symbol.tolist()
        self.names = [name.translate(BRACKETS) for name in forest.grammar.grammar.nonterminals]
        self.tied = False  # whether several trees are best; set when `best` is computed

    def walk(
        self,
        state: State,
        choose: Callable[[int, State], Choice],
        chain: Callable[[int, State], list[Step]],
    ) -> Derivation:
        """Build a derivation: *choose* chooses a way of each closed and core item, and *chain* the steps of
        each chain.
        """
        forest, rule_of = self.forest, self.forest.grammar.rule
        rules: list[int] = []
        parts: list[str] = []
        todo: list[tuple[int, State] | str] = [(forest.root, state)]
        while todo:
            here = todo.pop()
            if isinstance(here, str):
                parts.append(here)
                continue
            item, state = here
            if item in forest.words:
                word, lexical = forest.words[item]
                parts.append(f" {self.words[word]}")
                rules.append(lexical.rule)
                continue
            place, first, second = choose(item, state)
            rule, left, right = (int(column[place]) for column in forest.ways(item))
            if rule != NONE:
                rules.append(int(rule_of[forest.rules.row[rule]]))
                todo += [(right, second), (left, first)]
                continue
            steps, symbol = chain(left, first), self.symbols[item % forest.size]
            labels = [symbol, *(step.symbol for step in steps)]
            rules += [step.rule for step in steps]
            if symbol < forest.grammar.nonterminals:
                parts += [f" ({self.names[label]}" for label in labels]
                todo.append(")" * len(labels))
            todo.append((right, second))
        return Derivation(tuple(rule for rule in rules if rule != NONE), "".join(parts).lstrip())

    @cached_property
    def best(self) -> Derivation | None:
        """The most probable derivation. Ties go to the rule that is written first, then to the shortest left
        child.

        None if every derivation has probability 0. After the first access, `tied` is True if several
        derivations are best.
        """

        def choose(item: int, _: State) -> Choice:
            """Return the first of the best ways of an item."""
            scores = self.forest.scores(item)
            best = float(scores.max())
            places = np.flatnonzero(scores >= best - TIE * max(abs(best), 1.0))
            self.tied |= len(places) > 1
            return int(places[0]), None, None

        if not math.isfinite(self.forest.best[self.forest.root]):
            return None
        return self.walk(None, choose, lambda chain, _: self.chains.best_chain(*self.forest.ends(chain)))

    def number(self) -> int:
        """The number of derivations."""
        return int(self.forest.counts[self.forest.root])

    def all(self) -> Iterator[Derivation]:
        """All derivations, in the order of the rules as written, then of the splits."""
        counts = self.forest.counts

        def choose(item: int, place: int) -> Choice:
            """Return the way of the derivation number *place* (from 0) of an item. Derivations with the same
            way are consecutive, and of these the derivations with the same left item.
            """
            _, left, right = self.forest.ways(item)
            for way, (ours, theirs) in enumerate(zip(counts[left], counts[right], strict=True)):
                if place < int(ours) * int(theirs):
                    return way, *divmod(place, int(theirs))
                place -= int(ours) * int(theirs)
            raise IndexError(place)

        def chain(item: int, place: int) -> list[Step]:
            return next(islice(self.chains.chains(*self.forest.ends(item)), place, None))

        place = 0
        while place < self.number():  # a range has at most 64 bits
            yield self.walk(place, choose, chain)
            place += 1

    def ranked(self) -> Iterator[Derivation]:
        """All derivations, the most probable first. Derivations of probability 0 are omitted."""
        lists, rank = _Ranked(self.forest), 0
        while lists.has(self.forest.root, rank):
            yield self.walk(rank, lists.choose, lambda chain, rank: lists.chain(chain, rank)[1])
            rank += 1


class _Ranked:
    """Computes the k best derivations of each item lazily (Huang and Chiang 2005, algorithm 3).

    A derivation of an item is a way with the ranks of the derivations of its two items. Ranks count from 0.
    Weights of rank 0 come from the forest, so that the search only visits items of the requested parses.

    lists    item -> its derivations so far (the best first), a heap of further candidates, and the
             set of all candidates
    chains   chain item -> its chains so far, and an iterator over further chains
    """

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self.lists: dict[int, tuple[list[Taken], list[Taken], set[tuple[int, int, int]]]] = {}
        self.chains: dict[int, tuple[list[tuple[float, list[Step]]], Iterator[tuple[float, list[Step]]]]] = {}

    def has(self, item: int, rank: int) -> bool:
        """Whether an item has a derivation of this rank (from 0). All derivations up to the rank are
        computed.
        """
        stack = [self._find(item, rank)]
        while stack:
            request = next(stack[-1], None)
            if request is None:
                stack.pop()
            else:
                stack.append(self._find(*request))
        return len(self.lists[item][0]) > rank

    def choose(self, item: int, rank: int) -> Choice:
        """The way of an item in its derivation of this rank, and the ranks of both items below."""
        self.has(item, rank)
        return self.lists[item][0][rank][1:]

    def chain(self, item: int, rank: int) -> tuple[float, list[Step]]:
        """The chain of this rank: (log2 probability, steps). (-inf, []) if there are fewer chains."""
        if item not in self.chains:
            self.chains[item] = [], self.forest.grammar.chains.ranked(*self.forest.ends(item))
        listed, more = self.chains[item]
        listed += islice(more, max(rank + 1 - len(listed), 0))
        return listed[rank] if rank < len(listed) else (-math.inf, [])

    def _find(self, item: int, rank: int) -> Iterator[tuple[int, int]]:
        """Compute the derivations of an item up to a rank. Yields (item, rank) for each derivation that must
        be computed first.
        """
        if item not in self.lists:
            costs = enumerate((-self.forest.scores(item)).tolist())
            waiting = [(cost, place, 0, 0) for place, cost in costs if math.isfinite(cost)]
            heapq.heapify(waiting)
            self.lists[item] = [], waiting, set()
        taken, waiting, seen = self.lists[item]
        while len(taken) <= rank:
            if taken:
                _, place, first, second = taken[-1]
                rule, *below = (int(column[place]) for column in self.forest.ways(item))
                for ranks in ((first + 1, second), (first, second + 1)):
                    if (place, *ranks) in seen:
                        continue
                    seen.add((place, *ranks))
                    both = list(zip(below, ranks, strict=True))
                    yield from (each for each in both if each[1] and each[0] < 2 * self.forest.keys)
                    cost = -(sum(self._weight(*each) for each in both) + float(self.forest.weight[rule]))
                    if math.isfinite(cost):
                        heapq.heappush(waiting, (cost, place, *ranks))
            if not waiting:
                return
            taken.append(heapq.heappop(waiting))

    def _weight(self, item: int, rank: int) -> float:
        """The log2 probability of a derivation whose rank was computed; -inf if there are fewer."""
        if not rank:
            return float(self.forest.best[item])
        if item >= 2 * self.forest.keys:
            return self.chain(item, rank)[0]
        taken = self.lists[item][0]
        return -taken[rank][0] if rank < len(taken) else -math.inf
