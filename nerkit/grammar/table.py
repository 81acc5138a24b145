"""The table of the CKY algorithm over the normal form of a grammar, as textbooks draw it: the nonterminals of
each cell with all versions.

A version is a word, or two pointers to the entries that the nonterminal was made of: `Verb[0,1] NP[1,5]`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.exceptions import InputError
from nerkit.grammar.chart import Chart, Hits
from nerkit.grammar.parsing import Parser, SentenceLine
from nerkit.ground.limits import LONGEST_TABLES, MOST_VERSIONS

Span = tuple[int, int]


class Pointers(dict[int, str]):
    """The text of a pointer to each entry, by its key in the chart: `NP[1,5]`; made at its first use."""

    def __init__(self, chart: Chart, names: list[str]) -> None:
        super().__init__()
        self.chart, self.names = chart, names
        self.lengths = np.array([len(name) for name in names], np.int64)

    def __missing__(self, key: int) -> str:
        """Make the text of an entry."""
        cell, symbol = divmod(key, self.chart.rules.size)
        first, last = self.chart.span(cell)
        self[key] = f"{self.names[symbol]}[{first},{last}]"
        return self[key]


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of an entry: a word, or the keys of the two entries of each.

    left, right   the keys of all entries of this length; the entry has the keys from *begin* to *end*
    """

    pointers: Pointers
    word: str | None
    left: IntArray
    right: IntArray
    begin: int = 0
    end: int = 1

    def __len__(self) -> int:
        """The number of versions."""
        return self.end - self.begin

    def __iter__(self) -> Iterator[str]:
        """The versions as text: `'book'`, or `Verb[0,1] NP[1,5]`."""
        if self.word is not None:
            return iter([repr(self.word)])
        text, part = self.pointers.__getitem__, slice(self.begin, self.end)
        both = zip(map(text, self.left[part].tolist()), map(text, self.right[part].tolist()), strict=True)
        return map(" ".join, both)


@dataclass(frozen=True)
class Table:
    """The table of a sentence. The spans are in the order of the algorithm: column by column, from the bottom
    up. Each has its nonterminals in grammar order with their versions.
    """

    sentence: SentenceLine
    cells: dict[Span, dict[str, Versions]]

    def as_json(self) -> dict[str, Any]:
        """The cells by `first,last`, each nonterminal with its versions as text."""
        return {
            f"{first},{last}": {name: list(versions) for name, versions in entries.items()}
            for (first, last), entries in self.cells.items()
        }


def too_large(sentence: SentenceLine, of: str) -> InputError:
    """Make the error for the sentence that makes the tables of a run too large. *of* names what they have."""
    return InputError(
        f"with this sentence of {len(sentence.words):,} words, the tables of the run have more than {of}",
        source=sentence.source,
        line=sentence.line or None,
        text=sentence.text,
        remedy="leave out table=True, or give fewer or shorter sentences",
    )


def tables(parser: Parser, sentences: Sequence[SentenceLine]) -> list[Table]:
    """The tables of sentences; *parser* has the normal form. Unknown words have no entries.

    Raises InputError if there are more than MOST_VERSIONS cells and versions, or LONGEST_TABLES characters.
    """
    cells = 0
    for sentence in sentences:
        cells += len(sentence.words) * (len(sentence.words) + 1) // 2
        _check(sentence, cells, 0)
    found, size = [], 0
    for sentence in sentences:
        made = Table(sentence, {})
        for versions, characters in _filled(parser, made):
            cells, size = cells + versions, size + characters
            _check(sentence, cells, size)
        found.append(made)
    return found


def _check(sentence: SentenceLine, versions: int, characters: int) -> None:
    """Raise InputError if the tables up to a sentence are too large."""
    if versions > MOST_VERSIONS:
        raise too_large(sentence, f"{MOST_VERSIONS:,} cells and versions")
    if characters > LONGEST_TABLES:
        raise too_large(sentence, f"{LONGEST_TABLES:,} characters")


def _filled(parser: Parser, made: Table) -> Iterator[tuple[int, int]]:
    """Fill a table, length by length; the number of versions of each length, and of their characters."""
    words = made.sentence.words
    chart, count = parser.chart(made.sentence), len(words)
    names = parser.grammar.grammar.nonterminals
    pointers = Pointers(chart, [names[code] for code in chart.rules.symbol.tolist()])
    made.cells.update(((first, last), {}) for last in range(1, count + 1) for first in reversed(range(last)))
    none = np.empty(0, np.int64)
    lexical = np.argwhere(chart.core[:count]).tolist()
    for place, symbol in lexical:
        made.cells[place, place + 1][pointers.names[symbol]] = Versions(pointers, words[place], none, none)
    yield len(lexical), sum(len(pointers.names[symbol]) + len(words[place]) for place, symbol in lexical)
    for length in range(2, count + 1):
        hits = chart.hits(length)
        yield int(np.unpackbits(hits.splits.view(np.uint8)).sum(dtype=np.int64)), 0
        yield 0, _fill(made.cells, length, hits, pointers)


def _fill(cells: dict[Span, dict[str, Versions]], length: int, hits: Hits, pointers: Pointers) -> int:
    """Enter the entries of all cells of a length. Return how many characters the names in all versions have.

    It has entries of parses of the sentence and all other entries.
    """
    chart, names = pointers.chart, pointers.names
    of_edge, left, right = chart.edges(length, hits)
    parent = chart.rules.parent[hits.rule]
    opens = np.flatnonzero((np.diff(hits.cell, prepend=-1) != 0) | (np.diff(parent, prepend=-1) != 0))
    borders = np.append(np.searchsorted(of_edge, opens), len(of_edge)).tolist()
    entries = zip(hits.cell[opens].tolist(), parent[opens].tolist(), pairwise(borders), strict=True)
    for first, symbol, (begin, end) in entries:
        versions = Versions(pointers, None, left, right, begin, end)
        cells[first, first + length][names[symbol]] = versions
    symbols = (parent[of_edge], left % chart.rules.size, right % chart.rules.size)
    return sum(int(pointers.lengths[one].sum()) for one in symbols)
