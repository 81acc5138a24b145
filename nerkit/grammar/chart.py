"""The CKY recogniser. For each part of a sentence it finds the symbols that derive that part, with bit
vectors.

    ends[i, B]     bit vector of the positions where a B that begins at i can end
    starts[j, C]   bit vector of the positions where a C that ends at j can begin

A -> B C derives words i to j if ends[i, B] & starts[j, C] is not zero. This is one operation for all splits
(Schmid 2004, BitPar). NumPy computes all cells of one length and all rules together, in words of 64 splits.
Rules whose symbols cannot derive words of the sentence are removed first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import expand
from nerkit.grammar.binary import BinaryGrammar, Lexical

BitArray = NDArray[np.uint64]
BITS = 64
ONE = np.uint64(1)
CELLS = 4_000_000  # maximum number of cells times rules in a batch


@dataclass(frozen=True)
class SentenceGrammar:
    """The part of a grammar that can derive words of the sentence, with its symbols renumbered.

    symbol       number of each symbol in the whole grammar, ascending
    start        the start symbol, NONE if it derives no part of the sentence
    parent, left, right, row   binary rules; *row* is the row of each rule in the whole grammar
    opening      first rule of each symbol, shape (symbols + 1,)
    top, bottom, pair   chains of unit rules, sorted by bottom; *pair* is their index in the whole grammar
    words        the symbols that derive each word of the sentence
    """

    symbol: IntArray
    start: int
    parent: IntArray
    left: IntArray
    right: IntArray
    row: IntArray
    opening: IntArray
    top: IntArray
    bottom: IntArray
    pair: IntArray
    words: list[list[Lexical]]

    @property
    def size(self) -> int:
        """The number of symbols."""
        return len(self.symbol)


def sentence_grammar(grammar: BinaryGrammar, words: Sequence[Sequence[Lexical]]) -> SentenceGrammar:
    """Select the rules of *grammar* that a sentence can use. *words* lists for each word the symbols that
    derive it.
    """
    chains = grammar.chains
    active = np.zeros(grammar.size, bool)
    active[[lexical.symbol for word in words for lexical in word]] = True
    rows = np.arange(len(grammar.parent))
    while True:
        active[chains.top[active[chains.bottom]]] = True
        usable = active[grammar.left[rows]] & active[grammar.right[rows]]
        before = int(active.sum())
        active[grammar.parent[rows[usable]]] = True
        if int(active.sum()) == before:
            break
    rows = rows[usable]
    place = np.cumsum(active) - 1
    pairs = np.flatnonzero(active[chains.top] & active[chains.bottom])
    pairs = pairs[np.argsort(chains.bottom[pairs], kind="stable")]
    parent = place[grammar.parent[rows]]
    symbol = np.flatnonzero(active)
    return SentenceGrammar(
        symbol=symbol,
        start=int(place[grammar.start]) if active[grammar.start] else NONE,
        parent=parent,
        left=place[grammar.left[rows]],
        right=place[grammar.right[rows]],
        row=rows,
        opening=np.searchsorted(parent, np.arange(len(symbol) + 1)),
        top=place[chains.top[pairs]],
        bottom=place[chains.bottom[pairs]],
        pair=pairs,
        words=[_unique(word, place) for word in words],
    )


def _unique(word: Sequence[Lexical], place: IntArray) -> list[Lexical]:
    """The lexical rules of a word, sorted by symbol. Each symbol occurs once, with its most probable rule."""
    best: dict[int, Lexical] = {}
    for lexical in sorted(word, key=lambda lexical: (lexical.symbol, -lexical.weight)):
        best.setdefault(int(place[lexical.symbol]), lexical)
    return [Lexical(symbol, lexical.rule, lexical.weight) for symbol, lexical in sorted(best.items())]


class Hits(NamedTuple):
    """Rules that derive core items. For each hit, the key of the item, the rule, and a bit vector of the
    splits, shape (hits, words of 64 bits).
    """

    key: IntArray
    rule: IntArray
    splits: BitArray


class Chart:
    """The CKY chart of a sentence of *n* words. A cell is a part of the sentence; cells are numbered by
    length, then by first word. The key of a symbol in a cell is `cell * symbols + symbol`.

    core      shape (cells, symbols): whether the symbol derives the cell by a word or by two children
    closed    shape (cells, symbols): whether the symbol derives the cell, chains of unit rules included
    """

    def __init__(self, rules: SentenceGrammar) -> None:
        self.rules, self.n = rules, len(rules.words)
        self.wide = self.n // BITS + 1
        self.first_cell = np.append(0, np.cumsum(self.n - np.arange(self.n)))  # by length, from 1
        cells = int(self.first_cell[-1])
        self.core = np.zeros((cells, rules.size), bool)
        self.closed = np.zeros((cells, rules.size), bool)
        self.ends = np.zeros((self.wide, self.n, rules.size), np.uint64)
        self.starts = np.zeros((self.wide, self.n + 1, rules.size), np.uint64)
        for cell, word in enumerate(rules.words):
            self.core[cell, [lexical.symbol for lexical in word]] = True
        for length in range(1, self.n + 1):
            self._fill(length)

    def cells(self, length: int) -> slice:
        """The slice of all cells of *length* words."""
        return slice(int(self.first_cell[length - 1]), int(self.first_cell[length]))

    def cell(self, first: Any, last: Any) -> Any:
        """The number of the cell that covers the words from *first* to *last* (exclusive). Integers or
        arrays.
        """
        return self.first_cell[last - first - 1] + first

    def span(self, cell: Any) -> tuple[Any, Any]:
        """The words of a cell, as a half-open range (first, end), 0-based. Integers or arrays."""
        length = np.searchsorted(self.first_cell, cell, "right")
        first = cell - self.first_cell[length - 1]
        return first, first + length

    def keys(self, length: int) -> IntArray:
        """The keys of all core items of *length* words, ascending."""
        where = self.cells(length)
        keys: IntArray = np.flatnonzero(self.core[where]) + where.start * self.rules.size
        return keys

    @property
    def recognised(self) -> bool:
        """Whether the grammar derives the whole sentence."""
        start = self.rules.start
        return self.n > 0 and start != NONE and bool(self.closed[self.cell(0, self.n), start])

    def _fill(self, length: int) -> None:
        """Fill all cells of *length* words."""
        rules, where, count = self.rules, self.cells(length), self.n - length + 1
        core, closed = self.core[where], self.closed[where]
        step = max(CELLS // max(len(rules.row), 1), 1)
        for begin in range(0, count if length > 1 else 0, step):
            end = min(begin + step, count)
            derives = np.zeros((end - begin, len(rules.row)), bool)
            # a left child ends inside the cell, so only these words of bits can match
            for word in range((begin + 1) // BITS, min((end + length) // BITS + 1, self.wide)):
                ends = self.ends[word, begin:end].take(rules.left, 1)
                ends &= self.starts[word, begin + length : end + length].take(rules.right, 1)
                derives |= ends != 0
            cells, rule = np.nonzero(derives)
            core[cells + begin, rules.parent[rule]] = True
        cell, bottom = np.nonzero(core)
        low = np.searchsorted(rules.bottom, bottom)
        rows, pairs = expand(low, np.searchsorted(rules.bottom, bottom, "right"))
        closed[cell[rows], rules.top[pairs]] = True
        cell, symbol = np.nonzero(closed)
        last = cell + length
        self.ends[last // BITS, cell, symbol] |= ONE << (last % BITS).astype(np.uint64)
        self.starts[cell // BITS, last, symbol] |= ONE << (cell % BITS).astype(np.uint64)

    def hits(self, keys: IntArray) -> Hits:
        """The rules that derive core items with two children, in the order of *keys*, then as written."""
        rules = self.rules
        cell, symbol = np.divmod(keys, rules.size)
        rows, rule = expand(rules.opening[symbol], rules.opening[symbol + 1])
        first, last = (ends[rows] for ends in self.span(cell))
        splits = self.ends[:, first, rules.left[rule]] & self.starts[:, last, rules.right[rule]]
        derives = splits.any(0)
        return Hits(keys[rows[derives]], rule[derives], np.ascontiguousarray(splits[:, derives].T))

    def edges(self, hits: Hits) -> tuple[IntArray, IntArray, IntArray]:
        """Expand the splits of the hits into edges: for each edge the row of its hit, and the keys of its
        left and right child.
        """
        rules = self.rules
        bits = np.unpackbits(hits.splits.view(np.uint8), bitorder="little")
        hit, split = np.divmod(np.flatnonzero(bits.view(bool)), BITS * self.wide)
        first, last = (ends[hit] for ends in self.span(hits.key // rules.size))
        rule = hits.rule[hit]
        left = self.cell(first, split) * rules.size + rules.left[rule]
        right = self.cell(split, last) * rules.size + rules.right[rule]
        return hit, left, right
