"""The table of the CKY algorithm over the normal form of a grammar: which nonterminals stand in which cell,
each with all its versions, as textbooks draw it.

A version is a word, or two pointers to the entries that the nonterminal was made of: `Verb[0,1] NP[1,5]`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.exceptions import InputError
from nerkit.grammar.chart import Chart
from nerkit.grammar.parsing import Parser, SentenceLine
from nerkit.ground.limits import MOST_VERSIONS

Span = tuple[int, int]


class Pointers(dict[int, str]):
    """The text of a pointer to each entry, by its key in the chart: `NP[1,5]`; made at its first use."""

    def __init__(self, chart: Chart, names: list[str]) -> None:
        super().__init__()
        self.chart, self.names = chart, names

    def __missing__(self, key: int) -> str:
        """Make the text of an entry."""
        cell, symbol = divmod(key, self.chart.rules.size)
        first, last = self.chart.span(cell)
        self[key] = f"{self.names[symbol]}[{first},{last}]"
        return self[key]


@dataclass(frozen=True)
class Versions:
    """The versions of an entry: a word, or the keys of the two entries of each."""

    pointers: Pointers
    word: str | None
    left: IntArray
    right: IntArray

    def __len__(self) -> int:
        """The number of versions."""
        return len(self.left) if self.word is None else 1

    def __iter__(self) -> Iterator[str]:
        """The versions as text: `'book'`, or `Verb[0,1] NP[1,5]`."""
        if self.word is not None:
            return iter([repr(self.word)])
        text = self.pointers.__getitem__
        both = zip(map(text, self.left.tolist()), map(text, self.right.tolist()), strict=True)
        return map(" ".join, both)


@dataclass(frozen=True)
class Table:
    """The table of a sentence: for every part of it, column by column from the bottom up as the algorithm
    fills it, the nonterminals in the order of the grammar with their versions.
    """

    words: tuple[str, ...]
    cells: dict[Span, dict[str, Versions]]

    def as_json(self) -> dict[str, Any]:
        """The cells by `first,last`, each nonterminal with its versions as text."""
        return {
            f"{first},{last}": {name: list(versions) for name, versions in entries.items()}
            for (first, last), entries in self.cells.items()
        }


def table(parser: Parser, sentence: SentenceLine) -> Table:
    """The table of a sentence; *parser* has the normal form. Unknown words have no entries.

    Raises InputError for one of more than MOST_VERSIONS versions.
    """
    chart, count = parser.chart(sentence), len(sentence.words)
    names = parser.grammar.grammar.nonterminals
    pointers = Pointers(chart, [names[code] for code in chart.rules.symbol.tolist()])
    spans = [(first, last) for last in range(1, count + 1) for first in range(last - 1, -1, -1)]
    cells: dict[Span, dict[str, Versions]] = {span: {} for span in spans}
    none = np.empty(0, np.int64)
    for place, symbol in np.argwhere(chart.core[:count]).tolist():
        cells[place, place + 1][pointers.names[symbol]] = Versions(
            pointers, sentence.words[place], none, none
        )
    total = 0
    for length in range(2, count + 1):
        total += _fill(cells, length, pointers)
        if total > MOST_VERSIONS:
            raise InputError(
                f"a sentence of {count:,} words, whose table has more than {MOST_VERSIONS:,} versions",
                source=sentence.source,
                line=sentence.line or None,
                text=sentence.text,
                remedy="split the sentence",
            )
    return Table(sentence.words, cells)


def _fill(cells: dict[Span, dict[str, Versions]], length: int, pointers: Pointers) -> int:
    """Enter what stands in the cells of a length, all of them together; the number of versions.

    Entries are those of parses of the sentence and all others.
    """
    chart, names = pointers.chart, pointers.names
    hits = chart.hits(length)
    of_edge, left, right = chart.edges(length, hits)
    parent = chart.rules.parent[hits.rule]
    opens = np.flatnonzero((np.diff(hits.cell, prepend=-1) != 0) | (np.diff(parent, prepend=-1) != 0))
    borders = np.append(np.searchsorted(of_edge, opens), len(of_edge)).tolist()
    entries = zip(hits.cell[opens].tolist(), parent[opens].tolist(), pairwise(borders), strict=True)
    for first, symbol, (begin, end) in entries:
        versions = Versions(pointers, None, left[begin:end], right[begin:end])
        cells[first, first + length][names[symbol]] = versions
    return len(of_edge)
