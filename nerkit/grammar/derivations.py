"""Trees from a packed forest: the best tree, the k best trees, or all trees in turn.

A tree is built from the root down: at each item the caller chooses a way to derive it. No function is
recursive, so that long sentences do not exceed Python's recursion limit.
"""

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray
from nerkit.grammar.chart import ForestEdge
from nerkit.grammar.forest import Forest
from nerkit.grammar.unary import Step

TIE = 1e-12  # relative difference below which log2 probabilities are equal
BRACKETS = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
State = Any  # data that a walk passes down with an item
Chosen = tuple[list[Step], int, State]  # the chain from a closed item, the core item, the data passed down
Split = tuple[ForestEdge, State, State]


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
        self._edges: dict[int, list[ForestEdge]] = {}
        self._below: dict[int, list[tuple[int, int]]] = {}

    def edges(self, key: int) -> list[ForestEdge]:
        """The edges of a core item, cached."""
        if key not in self._edges:
            self._edges[key] = self.forest.chart.edges_of(key)
        return self._edges[key]

    def below(self, key: int) -> list[tuple[int, int]]:
        """The chains of a closed item, as `Forest.below` returns them, cached."""
        if key not in self._below:
            self._below[key] = self.forest.below(key)
        return self._below[key]

    def walk(
        self,
        state: State,
        down: Callable[[int, State], Chosen],
        split: Callable[[int, State], Split],
    ) -> Derivation:
        """Build a derivation: *down* chooses a chain for each closed item, and *split* an edge for each core
        item.
        """
        rules: list[int] = []
        parts: list[str] = []
        named = self.forest.grammar.nonterminals
        rule_of = self.forest.grammar.rule
        todo: list[tuple[int, State] | str] = [(self.forest.root, state)]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            key, here = item
            symbol = self.symbols[key % self.forest.size]
            steps, core, below = down(key, here)
            labels = [symbol, *(step.symbol for step in steps)]
            rules += [step.rule for step in steps]
            if symbol < named:
                parts += [f" ({self.names[label]}" for label in labels]
                todo.append(")" * len(labels))
            word = self.forest.chart.word_of(core)
            if word is not None:
                parts.append(f" {self.words[word[0]]}")
                rules += [word[1]] * (word[1] != NONE)
                continue
            edge, left, right = split(core, below)
            rule = int(rule_of[self.forest.rules.row[edge.rule]])
            rules += [rule] * (rule != NONE)
            todo += [(edge.right, right), (edge.left, left)]
        return Derivation(tuple(rules), "".join(parts).lstrip())

    @cached_property
    def best(self) -> Derivation | None:
        """The most probable derivation. Ties go to the rule that is written first, then to the shortest left
        child.

        None if every derivation has probability 0. After the first access, `tied` is True if several
        derivations are best.
        """
        closed = self.forest.best.closed
        if not math.isfinite(float(closed[self.forest.root])):
            return None
        return self.walk(None, self._best_chain, self._best_edge)

    def _best_chain(self, key: int, _: State) -> Chosen:
        ways = self.below(key)
        chains, core = self.chains, self.forest.best.core
        scores = [float(core[below]) + float(chains.best[pair]) for pair, below in ways]
        pair, below = ways[self._first(scores)]
        return chains.best_chain(int(chains.top[pair]), int(chains.bottom[pair])), below, None

    def _best_edge(self, key: int, _: State) -> Split:
        edges, closed = self.edges(key), self.forest.best.closed
        weight = self.forest.weight
        scores = [float(closed[e.left] + closed[e.right] + weight[e.rule]) for e in edges]
        return edges[self._first(scores)], None, None

    def _first(self, scores: list[float]) -> int:
        """The index of the best score, the first of tied scores."""
        if len(scores) == 1:
            return 0
        best = max(scores)
        slack = TIE * max(abs(best), 1.0)
        places = [place for place, score in enumerate(scores) if score >= best - slack]
        self.tied |= len(places) > 1
        return places[0]

    def number(self) -> int:
        """The number of derivations."""
        return int(self.forest.counts.closed[self.forest.root])

    def all(self) -> Iterator[Derivation]:
        """All derivations, in the order of the rules as written, then of the splits."""
        return (self.walk(place, self._chain_at, self._edge_at) for place in _counting(self.number()))

    def _chain_at(self, key: int, place: int) -> Chosen:
        """The chain of a closed item in its derivation number *place* (from 0). Derivations with the same
        chain are consecutive.
        """
        counts, chains = self.forest.counts.core, self.chains
        for pair, below in self.below(key):
            top, bottom = int(chains.top[pair]), int(chains.bottom[pair])
            inside = int(counts[below])
            here = inside * chains.number(top, bottom)
            if place < here:
                which, rest = divmod(place, inside)
                return next(islice(chains.chains(top, bottom), which, None)), below, rest
            place -= here
        raise IndexError(place)

    def _edge_at(self, key: int, place: int) -> Split:
        counts = self.forest.counts.closed
        for edge in self.edges(key):
            inside = int(counts[edge.right])
            here = int(counts[edge.left]) * inside
            if place < here:
                return edge, *divmod(place, inside)
            place -= here
        raise IndexError(place)

    def ranked(self) -> Iterator[tuple[float, Derivation]]:
        """(log2 probability, derivation), the most probable first. Derivations of probability 0 are
        omitted.
        """
        lists = _Ranked(self)
        rank = 0
        while lists.has(self.forest.root, rank):
            way = lists.ways[self.forest.root].taken[rank]
            yield way.weight, self.walk(rank, lists.chain, lists.edge)
            rank += 1


def _counting(end: int) -> Iterator[int]:
    """0, 1, … up to *end* (exclusive). Unlike `range`, *end* can exceed 64 bits."""
    place = 0
    while place < end:
        yield place
        place += 1


@dataclass(frozen=True, order=True)
class _Way:
    """A derivation of an item: its cost (negated log2 probability), its edge or chain, and the ranks of the
    two derivations below.
    """

    cost: float
    edge: int
    ranks: tuple[int, int]

    @property
    def weight(self) -> float:
        """The log2 probability of the derivation."""
        return -self.cost


@dataclass
class _Ways:
    """The known derivations of an item (*taken*), the best first, and the candidates for the next
    (*waiting*).

    *costs* has the cost of the best derivation over each edge or chain. *order* lists the edges or chains,
    the cheapest first. Of the edges not yet used, only the first in *order* is a candidate.
    """

    costs: FloatArray
    order: list[int]
    begun: int = 0
    taken: list[_Way] = field(default_factory=list)
    waiting: list[_Way] = field(default_factory=list)
    seen: set[tuple[int, tuple[int, int]]] = field(default_factory=set)

    def begin_next(self) -> None:
        """Add the best derivation over the next edge or chain to the candidates."""
        if self.begun < len(self.order):
            place = self.order[self.begun]
            self.begun += 1
            heapq.heappush(self.waiting, _Way(float(self.costs[place]), place, (0, 0)))


class _Ranked:
    """Computes the k best derivations of each item lazily (Huang and Chiang 2005, algorithm 3).

    A way of a closed item is (chain, rank of the chain, rank of the core item). A way of a core item is
    (edge, rank of the left child, rank of the right child). Ranks count from 0. Weights of rank 0 come from
    the forest, so that the search only visits items of the requested parses.
    """

    def __init__(self, derivations: Derivations) -> None:
        self.of = derivations
        self.forest, self.chains = derivations.forest, derivations.chains
        self.ways: dict[int, _Ways] = {}
        self.listed: dict[int, tuple[list[tuple[float, list[Step]]], Iterator[tuple[float, list[Step]]]]] = {}

    def has(self, name: int, rank: int) -> bool:
        """Whether an item has a derivation of this rank (from 0). All derivations up to the rank are
        computed.
        """
        stack = [self._find(name, rank)]
        while stack:
            request = next(stack[-1], None)
            if request is None:
                stack.pop()
            else:
                stack.append(self._find(*request))
        return len(self.ways[name].taken) > rank

    def chain(self, key: int, rank: int) -> Chosen:
        """The chain of a closed item in its derivation of this rank."""
        way = self._taken(key, rank)
        pair, below = self.of.below(key)[way.edge]
        return self._chain(pair, way.ranks[0])[1], below, way.ranks[1]

    def edge(self, key: int, rank: int) -> Split:
        """The edge of a core item in its derivation of this rank."""
        way = self._taken(self._core(key), rank)
        return self.of.edges(key)[way.edge], *way.ranks

    def _taken(self, name: int, rank: int) -> _Way:
        """The derivation of an item at this rank, which must exist. It is computed if needed."""
        self.has(name, rank)
        return self.ways[name].taken[rank]

    def _core(self, key: int) -> int:
        """The name of a core item in `ways`, a negative number. The name of a closed item is its key."""
        return -1 - key

    def _chain(self, pair: int, rank: int) -> tuple[float, list[Step]]:
        """The chain of a pair of symbols at this rank: (log2 probability, steps). (-inf, []) if there are
        fewer chains.
        """
        if pair not in self.listed:
            top, bottom = int(self.chains.top[pair]), int(self.chains.bottom[pair])
            self.listed[pair] = [], self.chains.ranked(top, bottom)
        listed, more = self.listed[pair]
        while len(listed) <= rank:
            following = next(more, None)
            if following is None:
                return -math.inf, []
            # use the forest's number for the best chain, so that sums agree to the last bit
            listed.append(following if listed else (float(self.chains.best[pair]), following[1]))
        return listed[rank]

    def _find(self, name: int, rank: int) -> Iterator[tuple[int, int]]:
        """Compute the derivations of an item up to a rank. Yields (item, rank) for each derivation that must
        be computed first.
        """
        if name not in self.ways:
            costs = self._costs(name)
            order = np.argsort(costs, kind="stable")
            self.ways[name] = _Ways(costs, order[np.isfinite(costs[order])].tolist())
            self.ways[name].begin_next()
        ways = self.ways[name]
        while len(ways.taken) <= rank:
            if ways.taken:
                last = ways.taken[-1]
                left, right = last.ranks
                yield from self._offer(name, ways, last.edge, (left + 1, right))
                yield from self._offer(name, ways, last.edge, (left, right + 1))
            if not ways.waiting:
                return
            ways.taken.append(heapq.heappop(ways.waiting))
            if ways.taken[-1].ranks == (0, 0):
                ways.begin_next()

    def _costs(self, name: int) -> FloatArray:
        """The cost (negated log2 probability) of the best derivation over each edge or chain of an item."""
        best = self.forest.best
        if name >= 0:
            below = self.of.below(name)
            return -np.array([self._chain(pair, 0)[0] + float(best.core[core]) for pair, core in below])
        if (word := self.forest.chart.word_of(-1 - name)) is not None:
            return np.array([-word[2]])
        rule, left, right = np.array([(e.rule, e.left, e.right) for e in self.of.edges(-1 - name)]).T
        costs: FloatArray = -(best.closed[left] + best.closed[right] + self.forest.weight[rule])
        return costs

    def _offer(self, name: int, ways: _Ways, place: int, ranks: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Add a way to the candidates for the next derivation if the way exists. Yields the derivations that
        must be computed first.
        """
        if (place, ranks) in ways.seen:
            return
        ways.seen.add((place, ranks))
        if name >= 0:
            pair, below = self.of.below(name)[place]
            yield from self._asked(self._core(below), ranks[1])
            weight = self._chain(pair, ranks[0])[0] + self._weight(self._core(below), ranks[1])
        elif self.forest.chart.word_of(-1 - name) is not None:
            return
        else:
            edge = self.of.edges(-1 - name)[place]
            yield from self._asked(edge.left, ranks[0])
            yield from self._asked(edge.right, ranks[1])
            weight = self._weight(edge.left, ranks[0]) + self._weight(edge.right, ranks[1])
            weight += float(self.forest.weight[edge.rule])
        if math.isfinite(weight):
            heapq.heappush(ways.waiting, _Way(-weight, place, ranks))

    def _asked(self, name: int, rank: int) -> Iterator[tuple[int, int]]:
        """Request a derivation of an item, unless its rank is 0, because its weight is then known."""
        if rank:
            yield name, rank

    def _weight(self, name: int, rank: int) -> float:
        if not rank:
            best = self.forest.best
            return float(best.closed[name] if name >= 0 else best.core[-1 - name])
        taken = self.ways[name].taken
        return taken[rank].weight if rank < len(taken) else -math.inf
