"""All parses of a sentence as a packed forest. An item is a symbol in a cell; an edge is one way to derive
it.

    key of an item      cell * symbols + symbol
    core item           a symbol derived by a word or by two children; its count is the sum over its edges
    closed item         a symbol derived from core items of its cell by chains of unit rules; its count is the
                    sum over these chains

First the items in parses of the whole sentence are found, from the top down. Then counts or the best log2
probabilities are computed from the bottom up, for all items of one length together. If there are more than
STORED edges, edges are not stored but found again for each computation.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import expand
from nerkit.grammar.binary import BinaryGrammar
from nerkit.grammar.chart import Chart, Hits

STORED = 2_000_000  # maximum number of stored edges
PIECE = 200_000  # number of hits whose splits are expanded together
EXACT = 2.0**62  # smaller counts are 64-bit integers


class ChainsOfCells(NamedTuple):
    """The chains of unit rules in all cells of one length. The fields are the first four fields of
    `Layer`.
    """

    core: IntArray
    closed: IntArray
    below: IntArray
    chain: IntArray


@dataclass(frozen=True)
class Layer:
    """All items of one length and their edges.

    core       keys of the core items, ascending
    closed, below, chain   for each chain: the key of its closed item, the row of the core item below it, and
               its index in the grammar
    of_hit, rule   for each hit: the row of its core item (ascending) and its rule
    of_edge, left, right   for each edge: its hit (ascending) and the keys of its children
    """

    core: IntArray
    closed: IntArray
    below: IntArray
    chain: IntArray
    of_hit: IntArray
    rule: IntArray
    of_edge: IntArray
    left: IntArray
    right: IntArray


class Forest:
    """The packed forest of a sentence, from its chart."""

    def __init__(self, grammar: BinaryGrammar, chart: Chart) -> None:
        self.grammar, self.chart, self.rules = grammar, chart, chart.rules
        self.size = chart.rules.size
        self.keys = chart.core.size
        self.weight = chart.weights(grammar)
        self.pair_weight = grammar.chains.best[chart.rules.pair]
        by_top = np.argsort(chart.rules.top, kind="stable")
        self.by_top = by_top
        self.first_below = np.searchsorted(chart.rules.top[by_top], np.arange(self.size + 1))
        self.stored: dict[int, Layer] | None = self._trimmed()

    @property
    def root(self) -> int:
        """The key of the start symbol over the whole sentence."""
        return self.chart.cell(0, self.chart.n) * self.size + self.rules.start

    def _trimmed(self) -> dict[int, Layer] | None:
        """Length -> layer with only the items in parses of the sentence. None if there are more than STORED
        edges.
        """
        chart, layers, edges = self.chart, {}, 0
        needed = np.zeros(self.keys, bool)
        needed[self.root] = True
        for length in range(chart.n, 0, -1):
            where = chart.cells(length)
            wanted = np.flatnonzero(needed[where.start * self.size : where.stop * self.size])
            if not len(wanted):
                continue
            chains = self._chains(wanted + where.start * self.size)
            hits = self._no_hits()
            if length > 1:
                needed_here = chains.core // self.size - where.start, chains.core % self.size
                hits = chart.hits(length, needed_here)
            edges += int(np.bitwise_count(hits.splits).sum())
            if edges > STORED:
                return None
            layers[length] = self._layer(length, chains, hits)
            needed[layers[length].left] = needed[layers[length].right] = True
        return layers

    def _no_hits(self) -> Hits:
        none = np.empty(0, np.int64)
        return Hits(none, none, np.empty((0, self.chart.wide), np.uint64))

    def _chains(self, wanted: IntArray) -> "ChainsOfCells":
        """The chains that derive closed items from core items; *wanted* are the keys of the closed items."""
        symbol = wanted % self.size
        rows, places = expand(self.first_below[symbol], self.first_below[symbol + 1])
        pair = self.by_top[places]
        under = wanted[rows] - symbol[rows] + self.rules.bottom[pair]
        there = self.chart.core.reshape(-1)[under]
        under = under[there]
        core = np.unique(under)
        return ChainsOfCells(core, wanted[rows[there]], np.searchsorted(core, under), pair[there])

    def _layer(self, length: int, chains: "ChainsOfCells", hits: Hits) -> Layer:
        begin = self.chart.cells(length).start
        keys = (begin + hits.cell) * self.size + self.rules.parent[hits.rule]
        of_hit = np.searchsorted(chains.core, keys)
        return Layer(*chains, of_hit, hits.rule, *self.chart.edges(length, hits))

    def layers(self) -> Iterator[Layer]:
        """The layers, the shortest items first. Layers that are not stored are found again, in pieces."""
        if self.stored is not None:
            yield from (self.stored[length] for length in sorted(self.stored))
            return
        for length in range(1, self.chart.n + 1):
            yield from self._pieces(length)

    def _pieces(self, length: int) -> Iterator[Layer]:
        """The layers of all items of *length* words, in pieces with limited numbers of edges. The last piece
        has the chains.
        """
        none, chains = np.empty(0, np.int64), self._all_chains(length)
        if length > 1:
            hits = self.chart.hits(length)
            for begin in range(0, len(hits.cell), PIECE):
                end = begin + PIECE
                piece = Hits(hits.cell[begin:end], hits.rule[begin:end], hits.splits[begin:end])
                yield self._layer(length, ChainsOfCells(chains.core, none, none, none), piece)
        yield self._layer(length, chains, self._no_hits())

    def _all_chains(self, length: int) -> "ChainsOfCells":
        """The chains of all closed items of *length* words."""
        where = self.chart.cells(length)
        wanted = np.flatnonzero(self.chart.closed[where].reshape(-1)) + where.start * self.size
        return self._chains(wanted)

    def lexical(self, layer: Layer) -> list[tuple[int, float]]:
        """(row, log2 probability) of each core item of one word in a layer."""
        words = self.rules.words
        if not len(layer.core) or layer.core[0] >= len(words) * self.size:
            return []
        weights = [{lexical.symbol: lexical.weight for lexical in word} for word in words]
        places = [divmod(key, self.size) for key in layer.core.tolist()]
        return [
            (row, weights[cell][symbol]) for row, (cell, symbol) in enumerate(places) if cell < len(words)
        ]

    @cached_property
    def best(self) -> "Best":
        """The best log2 probability of each item, as arrays by key."""
        core, closed = np.full(self.keys, -np.inf), np.full(self.keys, -np.inf)
        if self.stored is None:
            return self._best_by_columns(core, closed)
        for layer in self.layers():
            best = np.full(len(layer.core), -np.inf)
            for row, weight in self.lexical(layer):
                best[row] = weight
            if len(layer.of_hit):
                first = np.searchsorted(layer.of_edge, np.arange(len(layer.of_hit)))
                of_hit = np.maximum.reduceat(closed[layer.left] + closed[layer.right], first)
                np.maximum.at(best, layer.of_hit, of_hit + self.weight[layer.rule])
            core[layer.core] = best
            np.maximum.at(closed, layer.closed, best[layer.below] + self.pair_weight[layer.chain])
        return Best(core, closed)

    def _best_by_columns(self, core: FloatArray, closed: FloatArray) -> "Best":
        """The best log2 probability of each item, computed without stored edges: one split of all rules at a
        time.
        """
        chart, rules = self.chart, self.rules
        table = closed.reshape(-1, self.size)
        groups = np.flatnonzero(np.diff(rules.parent, prepend=-1))
        for length in range(1, chart.n + 1):
            where, count = chart.cells(length), chart.n - length + 1
            best = np.full((count, self.size), -np.inf)
            if length == 1:
                for cell, word in enumerate(rules.words):
                    for lexical in word:
                        best[cell, lexical.symbol] = lexical.weight
            else:
                scores = np.full((count, len(rules.row)), -np.inf)
                for split in range(1, length):
                    left, right = chart.cells(split).start, chart.cells(length - split).start + split
                    both = table[left : left + count].take(rules.left, 1)
                    both += table[right : right + count].take(rules.right, 1)
                    np.maximum(scores, both, out=scores)
                scores += self.weight
                best[:, rules.parent[groups]] = np.maximum.reduceat(scores, groups, axis=1)
            core.reshape(-1, self.size)[where] = best
            chains = self._all_chains(length)
            of_core = core[chains.core]
            np.maximum.at(closed, chains.closed, of_core[chains.below] + self.pair_weight[chains.chain])
        return Best(core, closed)

    @cached_property
    def counts(self) -> "ParseCounts":
        """The number of parses of each item. Raises TooManyChains if cycles of unit rules have too many
        chains.
        """
        used = np.flatnonzero(np.bincount(self.rules.pair))
        ways = dict(zip(used.tolist(), self.grammar.chains.numbers(used), strict=True))
        of_pair = np.array([ways[pair] for pair in self.rules.pair.tolist()], object)
        with np.errstate(over="ignore", invalid="ignore"):  # the estimate may be infinite
            estimate = self._counted(of_pair.astype(float), np.zeros(self.keys), np.zeros(self.keys))
        if max(estimate.core.max(initial=0), estimate.closed.max(initial=0)) < EXACT:
            empty = np.zeros(self.keys, np.int64)
            return self._counted(of_pair.astype(np.int64), empty, empty.copy())
        zero = np.zeros(self.keys, object)
        return self._counted(of_pair, zero, zero.copy())

    def _counted(self, ways: NDArray[Any], core: NDArray[Any], closed: NDArray[Any]) -> "ParseCounts":
        """Count the parses of each item into the arrays *core* and *closed*. *ways* is the number of chains
        by pair of symbols.
        """
        for layer in self.layers():
            for row, _ in self.lexical(layer):
                core[layer.core[row]] = 1
            if len(layer.of_hit):
                first = np.searchsorted(layer.of_edge, np.arange(len(layer.of_hit)))
                of_hit = np.add.reduceat(closed[layer.left] * closed[layer.right], first)
                np.add.at(core, layer.core[layer.of_hit], of_hit)
            if len(layer.closed):
                np.add.at(closed, layer.closed, core[layer.core][layer.below] * ways[layer.chain])
        return ParseCounts(core, closed)

    def below(self, key: int) -> list[tuple[int, int]]:
        """The chains of a closed item: (index of the chain in the grammar, key of the core item below)."""
        chains = self._chains(np.array([key]))
        pair, core = self.rules.pair[chains.chain], chains.core[chains.below]
        order = np.argsort(pair, kind="stable")
        return list(zip(pair[order].tolist(), core[order].tolist(), strict=True))


@dataclass(frozen=True)
class Best:
    """The best log2 probability of each item, by key. Minus infinity if the item has no derivation."""

    core: FloatArray
    closed: FloatArray


@dataclass(frozen=True)
class ParseCounts:
    """The number of parses of each item, by key. The arrays hold 64-bit integers, or Python integers for
    large numbers.
    """

    core: NDArray[Any]
    closed: NDArray[Any]
