"""Differences between the parses of a sentence, and the number of parses with each reading.

attachment     a phrase that is a later child of different constituents: PP "through Houston" of Nominal
               "flight" or of VP "book the flight". Phrases and constituents differ if their category or first
               word differs.
coordination   a conjunction that joins different words: "young men" and "women", or "men" and "women". A
               conjunction is a word between two children of one category in a rule, as in NP -> NP CC NP.
category       a word with different nonterminals directly above it.
bracketing     a constituent that only some parses have. Reported only if the parses differ in nothing else.

The numbers of parses are exact, however large. The number of parses with an item is its outside count times
its inside count, both computed on the packed forest.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.grammar.derivations import Derivations

ATTACHMENT, COORDINATION, CATEGORY, BRACKETING = "attachment", "coordination", "category", "bracketing"
Span = tuple[int, int]
Found = dict[Any, dict[Any, int]]  # place -> reading -> number of parses


@dataclass(frozen=True)
class ParseReading:
    """One reading of an ambiguous place: the nonterminal, the words that it covers, and the number of parses
    with this reading.

    In an attachment, *category* and *words* belong to the constituent before the phrase. In a coordination,
    *words* are the joined words.
    """

    category: str
    words: tuple[Span, ...]
    parses: int


@dataclass(frozen=True)
class ParseDifference:
    """A place where parses differ: the kind of difference, the nonterminal and words concerned, and the
    readings.
    """

    kind: str
    category: str
    words: Span
    readings: tuple[ParseReading, ...]


def differences(derivations: Derivations) -> list[ParseDifference]:
    """The differences between the parses, sorted by kind and place. Empty if there is a single parse."""
    total = derivations.number()
    if total < 2:
        return []
    around = _Around(derivations)
    listed = [*around.attachments(), *around.coordinations(), *around.categories()]
    return listed or around.bracketings(total)


def _counts() -> Found:
    """An empty table of numbers of parses."""
    return defaultdict(lambda: defaultdict(int))


class _Around:
    """Outside counts: the number of ways in which the rest of the sentence can complete each item of a
    forest.

    outside        item -> number of ways to complete it to a parse of the sentence
    owners         added symbol -> {(core item, rule) of a constituent that contains it: number of ways to
                   complete the symbol within that constituent}
    conjunctions   for each rule: the symbols between two equal nonterminals, such as CC in NP -> NP CC NP
    children       closed item that is not a first child -> {(core item, rule) of the parent: number of
                   parses}
    """

    def __init__(self, derivations: Derivations) -> None:
        self.of, self.forest = derivations, derivations.forest
        self.counts, self.keys = self.forest.counts, self.forest.keys
        self.conjunctions = [
            {
                middle.name
                for before, middle, after in zip(rule.right, rule.right[1:], rule.right[2:], strict=False)
                if before == after and not before.word and before != middle
            }
            for rule in self.forest.grammar.grammar.rules
        ]
        self.outside: dict[int, int] = {self.forest.root: 1}
        self.owners, self.children = _counts(), _counts()
        waiting: dict[int, list[int]] = defaultdict(list)
        waiting[self.forest.chart.n].append(self.forest.root)
        for length in range(self.forest.chart.n, 0, -1):
            for item in waiting[length]:  # closed items, and behind them the core items below them
                for child in self._down(item):
                    first, last = self.span(child)
                    waiting[last - first].append(child)

    def span(self, item: int) -> Span:
        """The words of an item, as a half-open range (first, end), 0-based."""
        first, last = self.forest.chart.span(item % self.keys // self.forest.size)
        return int(first), int(last)

    def name(self, item: int) -> str:
        """The nonterminal of an item; empty for a symbol that was added to the grammar."""
        symbol, names = self.of.symbols[item % self.forest.size], self.forest.grammar.grammar.nonterminals
        return names[symbol] if symbol < len(names) else ""

    def _down(self, item: int) -> Iterator[int]:
        """Add the outside count of an item to the items of its ways. Yields the items that are new."""
        for row, *both in zip(*(column.tolist() for column in self.forest.ways(item)), strict=True):
            inside = [int(self.counts[each]) for each in both]
            if row != NONE:
                self._own(item, int(self.forest.grammar.rule[self.forest.rules.row[row]]), both, inside)
            for child, sibling in zip(both, inside[::-1], strict=True):
                if child < 2 * self.keys:
                    if child not in self.outside:
                        self.outside[child] = 0
                        yield child
                    self.outside[child] += self.outside[item] * sibling

    def _own(self, item: int, rule: int, both: list[int], inside: list[int]) -> None:
        """Note the constituents that the two children of an item belong to."""
        above = dict(self.owners[item]) if rule == NONE else {(item, rule): self.outside[item]}
        for owner, ways in above.items():
            self.children[both[1]][owner] += ways * inside[0] * inside[1]
            if not self.name(both[0]):
                self.owners[both[0] + self.keys][owner] += ways * inside[1]

    def attachments(self) -> Iterator[ParseDifference]:
        """The phrases that are attached to different constituents in different parses."""
        found, ends = _counts(), dict[tuple[int, str], int]()
        for child, owners in self.children.items():
            first, last = self.span(child)
            phrase = first, self.name(child)
            for (owner, rule), parses in owners.items() if phrase[1] else ():
                if not self.conjunctions[rule]:
                    found[phrase][-self.span(owner)[0], self.name(owner)] += parses
                    ends[phrase] = min(ends.get(phrase, last), last)
        for (first, category), readings in _ambiguous(found):
            listed = [
                ParseReading(name, ((-begin, first),), readings[begin, name])
                for begin, name in sorted(readings, key=lambda reading: reading[0])
            ]
            yield ParseDifference(ATTACHMENT, category, (first, ends[first, category]), tuple(listed))

    def coordinations(self) -> Iterator[ParseDifference]:
        """The conjunctions that join different words in different parses."""
        found, names = _counts(), dict[tuple[int, str], str]()
        for child, owners in self.children.items():
            first, last = self.span(child)
            name = self.name(child)
            for (owner, rule), parses in owners.items() if last - first == 1 else ():
                if (name or self.of.words[first]) in self.conjunctions[rule]:
                    begin, end = self.span(owner)
                    names[first, name] = self.name(owner)
                    found[first, name][-begin, end] += parses
        for (first, category), readings in _ambiguous(found):
            listed = [
                ParseReading(
                    names[first, category], ((-begin, first), (first + 1, end)), readings[begin, end]
                )
                for begin, end in sorted(readings)
            ]
            yield ParseDifference(COORDINATION, category, (first, first + 1), tuple(listed))

    def categories(self) -> Iterator[ParseDifference]:
        """The words that have different nonterminals in different parses."""
        found = _counts()
        for item, (place, _) in self.forest.words.items():
            if item in self.outside and self.name(item):
                found[place][self.name(item)] = self.outside[item]
        for place, readings in _ambiguous(found):
            word = place, place + 1
            listed = [ParseReading(name, (word,), readings[name]) for name in sorted(readings)]
            yield ParseDifference(CATEGORY, "", word, tuple(listed))

    def bracketings(self, total: int) -> list[ParseDifference]:
        """The constituents that only some parses have, the longest first. *total* is the number of parses."""
        listed = []
        for item, ways in self.outside.items():
            parses, name, words = ways * int(self.counts[item]), self.name(item), self.span(item)
            if item >= self.keys and name and parses < total:
                reading = ParseReading(name, (words,), parses)
                listed.append(ParseDifference(BRACKETING, name, words, (reading,)))
        return sorted(listed, key=lambda one: (one.words[0] - one.words[1], one.words[0], one.category))


def _ambiguous(found: Found) -> Iterator[tuple[Any, dict[Any, int]]]:
    """The places with several readings, in order."""
    return ((place, found[place]) for place in sorted(found) if len(found[place]) > 1)
