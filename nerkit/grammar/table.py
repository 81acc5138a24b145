"""The CKY table of a sentence over a grammar in normal form, as textbooks draw it. Each cell lists its
nonterminals with all their versions.

A version is a word, or two pointers to the entries from which the nonterminal was made: `Verb[0,1] NP[1,5]`.
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
    """Maps the key of an entry in the chart to its pointer text, such as `NP[1,5]`. Each text is made at its
    first use.
    """

    def __init__(self, chart: Chart, names: list[str]) -> None:
        super().__init__()
        self.chart, self.names = chart, names
        self.lengths = np.array([len(name) for name in names], np.int64)

    def __missing__(self, key: int) -> str:
        """Make the pointer text of an entry."""
        cell, symbol = divmod(key, self.chart.rules.size)
        first, last = self.chart.span(cell)
        self[key] = f"{self.names[symbol]}[{first},{last}]"
        return self[key]


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of one entry: a word, or pairs of keys of the two entries from which it was made.

    left, right   the keys of all versions of this length; rows *begin* to *end* (exclusive) belong to this
                  entry
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
        """The text of each version: `'book'`, or `Verb[0,1] NP[1,5]`."""
        if self.word is not None:
            return iter([repr(self.word)])
        text, part = self.pointers.__getitem__, slice(self.begin, self.end)
        both = zip(map(text, self.left[part].tolist()), map(text, self.right[part].tolist()), strict=True)
        return map(" ".join, both)


@dataclass(frozen=True)
class Table:
    """The CKY table of a sentence. Spans are in the order of the algorithm: columns from left to right, each
    from the bottom up. Nonterminals are in grammar order.
    """

    sentence: SentenceLine
    cells: dict[Span, dict[str, Versions]]

    def as_json(self) -> dict[str, Any]:
        """The table as a dictionary: `first,last` -> {nonterminal: texts of its versions}."""
        return {
            f"{first},{last}": {name: list(versions) for name, versions in entries.items()}
            for (first, last), entries in self.cells.items()
        }


def too_large(sentence: SentenceLine, of: str) -> InputError:
    """The error for the sentence with which the tables of a run become too large. *of* names the limit."""
    return InputError(
        f"with this sentence of {len(sentence.words):,} words, the tables of the run have more than {of}",
        source=sentence.source,
        line=sentence.line or None,
        text=sentence.text,
        remedy="leave out table=True, or give fewer or shorter sentences",
    )


def tables(parser: Parser, sentences: Sequence[SentenceLine]) -> list[Table]:
    """The tables of the sentences; the grammar of *parser* must be in normal form. Unknown words get no
    entries.

    Raises InputError if the tables have more than MOST_VERSIONS cells and versions, or LONGEST_TABLES
    characters.
    """
    cells = 0
    for sentence in sentences:
        cells += len(sentence.words) * (len(sentence.words) + 1) // 2
        _check(sentence, cells, 0)
    finished, size = [], 0
    for sentence in sentences:
        table = Table(sentence, {})
        for versions, characters in _filled(parser, table):
            cells, size = cells + versions, size + characters
            _check(sentence, cells, size)
        finished.append(table)
    return finished


def _check(sentence: SentenceLine, versions: int, characters: int) -> None:
    """Raise InputError if the tables up to *sentence* are too large."""
    if versions > MOST_VERSIONS:
        raise too_large(sentence, f"{MOST_VERSIONS:,} cells and versions")
    if characters > LONGEST_TABLES:
        raise too_large(sentence, f"{LONGEST_TABLES:,} characters")


def _filled(parser: Parser, table: Table) -> Iterator[tuple[int, int]]:
    """Fill a table by increasing length. Yields the (number of versions, number of characters) of
    each step.
    """
    words = table.sentence.words
    chart, count = parser.chart(table.sentence), len(words)
    names = parser.grammar.grammar.nonterminals
    pointers = Pointers(chart, [names[code] for code in chart.rules.symbol.tolist()])
    table.cells.update(((first, last), {}) for last in range(1, count + 1) for first in reversed(range(last)))
    none = np.empty(0, np.int64)
    lexical = np.argwhere(chart.core[:count]).tolist()
    for place, symbol in lexical:
        table.cells[place, place + 1][pointers.names[symbol]] = Versions(pointers, words[place], none, none)
    yield len(lexical), sum(len(pointers.names[symbol]) + len(words[place]) for place, symbol in lexical)
    for length in range(2, count + 1):
        hits = chart.hits(chart.keys(length))
        yield int(np.bitwise_count(hits.splits).sum(dtype=np.int64)), 0
        yield 0, _fill(table.cells, hits, pointers)


def _fill(cells: dict[Span, dict[str, Versions]], hits: Hits, pointers: Pointers) -> int:
    """Add the entries of all cells of one length to *cells*. Return the number of characters of the names in
    all versions.

    Entries outside complete parses of the sentence are included.
    """
    chart, names = pointers.chart, pointers.names
    hit, left, right = chart.edges(hits)
    parent = hits.key[hit]
    borders = np.append(np.flatnonzero(np.diff(parent, prepend=-1)), len(parent))
    cell, symbol = np.divmod(parent[borders[:-1]], chart.rules.size)
    spans = zip(*(ends.tolist() for ends in chart.span(cell)), strict=True)
    for span, code, (begin, end) in zip(spans, symbol.tolist(), pairwise(borders.tolist()), strict=True):
        cells[span][names[code]] = Versions(pointers, None, left, right, begin, end)
    return sum(int(pointers.lengths[keys % chart.rules.size].sum()) for keys in (parent, left, right))
