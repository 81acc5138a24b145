"""The table of the CKY algorithm over the normal form of a grammar: which nonterminals stand in which cell,
each with all its versions, as textbooks draw it.

A version is a word, or two pointers to the entries that the nonterminal was made of: `Verb[0,1] NP[1,5]`.
"""

from dataclasses import dataclass
from typing import Any

from nerkit.grammar.chart import Chart
from nerkit.grammar.parsing import Parser, SentenceLine

Span = tuple[int, int]


@dataclass(frozen=True)
class Version:
    """A word (then *children* is empty), or the two entries that an entry was made of, with the spans of
    these.
    """

    word: str | None
    children: tuple[tuple[str, Span], ...] = ()

    def __str__(self) -> str:
        """`'book'`, or `Verb[0,1] NP[1,5]`."""
        if self.word is not None:
            return repr(self.word)
        return " ".join(f"{name}[{first},{last}]" for name, (first, last) in self.children)


@dataclass(frozen=True)
class Table:
    """The table of a sentence: for every part of it, column by column from the bottom up as the algorithm
    fills it, the nonterminals in the order of the grammar with their versions.
    """

    words: tuple[str, ...]
    cells: dict[Span, dict[str, tuple[Version, ...]]]

    def as_json(self) -> dict[str, Any]:
        """The cells by `first,last`, each nonterminal with its versions as text."""
        return {
            f"{first},{last}": {name: list(map(str, versions)) for name, versions in entries.items()}
            for (first, last), entries in self.cells.items()
        }


def table(parser: Parser, sentence: SentenceLine) -> Table:
    """The table of a sentence; *parser* has the normal form. Unknown words have no entries."""
    chart, count = parser.chart(sentence), len(sentence.words)
    names = parser.grammar.grammar.nonterminals
    entries = _Entries(chart, [names[code] for code in chart.rules.symbol.tolist()], sentence.words)
    spans = [(first, last) for last in range(1, count + 1) for first in range(last - 1, -1, -1)]
    return Table(sentence.words, {span: entries.of(span) for span in spans})


@dataclass(frozen=True)
class _Entries:
    """The entries of a chart, all of them, in parses of the sentence or not; *names* are of its symbols."""

    chart: Chart
    names: list[str]
    words: tuple[str, ...]

    def of(self, span: Span) -> dict[str, tuple[Version, ...]]:
        """The nonterminals of a cell with their versions."""
        chart, cell = self.chart, self.chart.cell(*span)
        found: dict[str, tuple[Version, ...]] = {}
        for symbol in chart.core[cell].nonzero()[0].tolist():
            key = cell * chart.rules.size + symbol
            if chart.word_of(key) is not None:
                found[self.names[symbol]] = (Version(self.words[span[0]]),)
            else:
                found[self.names[symbol]] = tuple(
                    Version(None, (self._pointer(edge.left), self._pointer(edge.right)))
                    for edge in chart.edges_of(key)
                )
        return found

    def _pointer(self, key: int) -> tuple[str, Span]:
        cell, symbol = divmod(key, self.chart.rules.size)
        return self.names[symbol], self.chart.span(cell)
