"""All parses of a sentence as a packed forest. An item is something to derive; a way is one way to derive it,
from two other items.

    closed item   a symbol in a cell. A way is a chain of unit rules, and the core item below it
    core item     a symbol in a cell, derived by two children. A way is a rule, and two closed items. A core
                  item of a word has no ways
    chain         all chains of unit rules between two symbols, an item of its own

Items are integers: closed items are the keys of the chart, core items are their keys + *keys*, and chains
begin at 2 * *keys*. So a number for each item is one array. The number of derivations of an item is the sum
over its ways of the products of both numbers. Its best log2 probability is the maximum over its ways of the
sums. One computation does both.

First the items in parses of the whole sentence are found, from the top down. Then all items of one length are
computed together, from the bottom up. If there are more than STORED edges, edges are not stored but found
again for each computation.
"""

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import distinct, expand
from nerkit.grammar.binary import BinaryGrammar
from nerkit.grammar.chart import Chart, Hits

STORED = 2_000_000  # maximum number of stored edges
PIECE = 500  # number of core items whose splits are expanded together
EXACT = 2.0**62  # smaller counts are 64-bit integers


class ChainsOfCells(NamedTuple):
    """Chains of unit rules in cells: the keys of the closed item and of the core item below, and the row in
    the sentence's grammar.
    """

    closed: IntArray
    core: IntArray
    row: IntArray


class Layer(NamedTuple):
    """Items of one length with their ways.

    chains        the chains of the closed items
    core, rule    for each hit: the key of its core item and its rule
    opening       the first edge of each hit
    left, right   for each edge: the keys of its children
    """

    chains: ChainsOfCells
    core: IntArray
    rule: IntArray
    opening: IntArray
    left: IntArray
    right: IntArray


class ItemWays(NamedTuple):
    """The ways of an item: for each way two items, and the row of the rule that joins them, NONE for a
    chain.
    """

    rule: IntArray
    left: IntArray
    right: IntArray


class Forest:
    """The packed forest of a sentence, from its chart."""

    def __init__(self, grammar: BinaryGrammar, chart: Chart) -> None:
        self.grammar, self.chart, self.rules = grammar, chart, chart.rules
        self.size, self.keys = chart.rules.size, chart.core.size
        self.root = int(chart.cell(0, chart.n)) * self.size + chart.rules.start
        self.weight = np.append(grammar.weight[chart.rules.row], 0.0)  # the last is of NONE
        self.words = {
            self.keys + cell * self.size + lexical.symbol: (cell, lexical)
            for cell, word in enumerate(chart.rules.words)
            for lexical in word
        }
        self.by_top = np.argsort(chart.rules.top, kind="stable")
        self.first_below = np.searchsorted(chart.rules.top[self.by_top], np.arange(self.size + 1))
        self.stored = self._trimmed()
        self._ways: dict[int, ItemWays] = {}

    def _trimmed(self) -> list[Layer] | None:
        """The layers with only the items in parses of the sentence, the shortest items first. None if there
        are more than STORED edges.
        """
        layers, edges = [], 0
        needed = np.zeros(self.keys, bool)
        needed[self.root] = True
        for length in range(self.chart.n, 0, -1):
            where = self.chart.cells(length)
            first = where.start * self.size
            chains = self._chains(np.flatnonzero(needed[first : where.stop * self.size]) + first)
            hits = self.chart.hits(distinct(chains.core))
            edges += int(np.bitwise_count(hits.splits).sum())
            if edges > STORED:
                return None
            layer = self._layer(chains, hits)
            layers.append(layer)
            needed[layer.left] = needed[layer.right] = True
        return layers[::-1]

    def _chains(self, wanted: IntArray) -> ChainsOfCells:
        """The chains that derive closed items from core items; *wanted* are the keys of the closed items."""
        symbol = wanted % self.size
        rows, places = expand(self.first_below[symbol], self.first_below[symbol + 1])
        row = self.by_top[places]
        below = wanted[rows] - symbol[rows] + self.rules.bottom[row]
        there = self.chart.core.reshape(-1)[below]
        return ChainsOfCells(wanted[rows[there]], below[there], row[there])

    def _layer(self, chains: ChainsOfCells, hits: Hits) -> Layer:
        hit, left, right = self.chart.edges(hits)
        return Layer(chains, hits.key, hits.rule, np.flatnonzero(np.diff(hit, prepend=-1)), left, right)

    def layers(self) -> Iterator[Layer]:
        """The layers, the shortest items first. Layers that are not stored have all items of the chart. They
        are found again in pieces with limited numbers of edges; the last piece of a length has the chains.
        """
        if self.stored is not None:
            yield from self.stored
            return
        for length in range(1, self.chart.n + 1):
            keys, where = self.chart.keys(length), self.chart.cells(length)
            chains = self._chains(np.flatnonzero(self.chart.closed[where]) + where.start * self.size)
            for begin in range(0, len(keys), PIECE):
                some = chains if begin + PIECE >= len(keys) else self._chains(keys[:0])
                yield self._layer(some, self.chart.hits(keys[begin : begin + PIECE]))

    def _inside(
        self, semiring: tuple[np.ufunc, np.ufunc, float], words: Any, rule: NDArray[Any], chain: NDArray[Any]
    ) -> NDArray[Any]:
        """A value for each item: the sum over its ways of the product of both items and the rule.

        semiring   the sum, the product, and the sum of nothing
        words      the values of the items in `words`
        rule       the value of each rule
        chain      the value of each chain
        """
        plus, times, zero = semiring
        values = np.full(2 * self.keys + len(chain), zero, chain.dtype)
        closed, core = values[: self.keys], values[self.keys : 2 * self.keys]
        values[2 * self.keys :] = chain
        values[list(self.words)] = words
        for layer in self.layers():
            if len(layer.core):
                of_hit = plus.reduceat(times(closed[layer.left], closed[layer.right]), layer.opening)
                plus.at(core, layer.core, times(of_hit, rule[layer.rule]))
            chains = layer.chains
            plus.at(closed, chains.closed, times(core[chains.core], chain[chains.row]))
        return values

    @cached_property
    def best(self) -> FloatArray:
        """The best log2 probability of each item, -inf for an item without a derivation."""
        words = [lexical.weight for _, lexical in self.words.values()]
        chain = self.grammar.chains.best[self.rules.pair]
        return self._inside((np.maximum, np.add, -math.inf), words, self.weight, chain)

    @cached_property
    def counts(self) -> NDArray[Any]:
        """The number of derivations of each item, as 64-bit integers, or Python integers for large numbers.
        Raises TooManyChains if cycles of unit rules have too many chains.
        """
        chains, pairs = self.grammar.chains, self.rules.pair.tolist()
        numbers = {
            pair: chains.number(int(chains.top[pair]), int(chains.bottom[pair])) for pair in sorted(pairs)
        }
        of_chain = np.array([numbers[pair] for pair in pairs], object)

        def counted(kind: type) -> NDArray[Any]:
            rule: NDArray[Any] = np.ones(len(self.weight), kind)
            return self._inside((np.add, np.multiply, 0), 1, rule, of_chain.astype(kind))

        with np.errstate(over="ignore", invalid="ignore"):  # the estimate may be infinite
            estimate = counted(float)
        return counted(np.int64 if estimate.max() < EXACT else object)

    def ways(self, item: int) -> ItemWays:
        """The ways of a closed or core item, cached: chains in the order of the grammar, edges by rule as
        written, then by split.
        """
        if item not in self._ways:
            key = np.array([item % self.keys])
            if item < self.keys:
                chains = self._chains(key)
                order = np.argsort(self.rules.pair[chains.row])
                rows, below = chains.row[order] + 2 * self.keys, chains.core[order] + self.keys
                self._ways[item] = ItemWays(np.full(len(rows), NONE), rows, below)
            else:
                hits = self.chart.hits(key)
                hit, left, right = self.chart.edges(hits)
                self._ways[item] = ItemWays(hits.rule[hit], left, right)
        return self._ways[item]

    def scores(self, item: int) -> FloatArray:
        """The best log2 probability of an item over each of its ways."""
        rule, left, right = self.ways(item)
        scores: FloatArray = self.best[left] + self.best[right] + self.weight[rule]
        return scores

    def ends(self, chain: int) -> tuple[int, int]:
        """The symbols between which a chain leads: (top, bottom), numbers in the whole grammar."""
        pair, chains = self.rules.pair[chain - 2 * self.keys], self.grammar.chains
        return int(chains.top[pair]), int(chains.bottom[pair])
