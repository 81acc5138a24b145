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
from dataclasses import dataclass

from nerkit.algorithms.columns import NONE
from nerkit.grammar.derivations import Derivations

ATTACHMENT, COORDINATION, CATEGORY, BRACKETING = "attachment", "coordination", "category", "bracketing"
Span = tuple[int, int]


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


class _Around:
    """Outside counts: the number of ways in which the rest of the sentence can complete each item of a
    forest.

    closed, core   item -> number of ways to complete it to a parse of the sentence
    owners         added symbol -> {(core item, rule) of a constituent that contains it: number of ways to
                   complete the symbol within that constituent}
    conjunctions   for each rule: the symbols between two equal nonterminals, such as CC in NP -> NP CC NP
    children       closed item that is not a first child -> {(core item, rule) of the parent: number of
                   parses}
    """

    def __init__(self, derivations: Derivations) -> None:
        self.of, self.forest = derivations, derivations.forest
        self.symbols = derivations.symbols
        self.rules = self.forest.grammar.grammar.rules
        self.conjunctions = [
            {
                middle.name
                for before, middle, after in zip(rule.right, rule.right[1:], rule.right[2:], strict=False)
                if before == after and not before.word and before != middle
            }
            for rule in self.rules
        ]
        self.closed: dict[int, int] = {self.forest.root: 1}
        self.core: dict[int, int] = defaultdict(int)
        self.owners: dict[int, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
        self.children: dict[int, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
        waiting: dict[int, list[int]] = defaultdict(list)
        waiting[self.forest.chart.n].append(self.forest.root)
        for length in range(self.forest.chart.n, 0, -1):
            cores: dict[int, None] = {}
            for key in waiting[length]:
                cores |= self._down(key)
            for key in cores:
                for child in self._split(key):
                    first, last = self.span(child)
                    waiting[last - first].append(child)

    def span(self, key: int) -> Span:
        """The words of an item, as a half-open range (first, end), 0-based."""
        return self.forest.chart.span(key // self.forest.size)

    def name(self, key: int) -> str:
        """The nonterminal of an item."""
        name: str = self.forest.grammar.grammar.nonterminals[self.symbols[key % self.forest.size]]
        return name

    def named(self, key: int) -> bool:
        """Whether the symbol of an item is a nonterminal of the grammar, and not an added symbol."""
        return bool(self.symbols[key % self.forest.size] < self.forest.grammar.nonterminals)

    def inside(self, key: int) -> int:
        """The number of parses of a closed item."""
        return int(self.forest.counts.closed[key])

    def _down(self, key: int) -> dict[int, None]:
        """Add the outside count of a closed item to the core items below it, and return these core items."""
        chains = self.forest.grammar.chains
        for pair, below in self.of.below(key):
            ways = chains.number(int(chains.top[pair]), int(chains.bottom[pair]))
            self.core[below] += self.closed[key] * ways
        return dict.fromkeys(below for _, below in self.of.below(key))

    def _split(self, key: int) -> list[int]:
        """Add the outside count of a core item to its children, and return the children that are new."""
        fresh = []
        rule_of = self.forest.grammar.rule
        for edge in self.of.edges(key):
            left, right = self.inside(edge.left), self.inside(edge.right)
            rule = int(rule_of[self.forest.rules.row[edge.rule]])
            above = dict(self.owners[key]) if rule == NONE else {(key, rule): self.core[key]}
            for owner, ways in above.items():
                self.children[edge.right][owner] += ways * left * right
                if not self.named(edge.left):
                    self.owners[edge.left][owner] += ways * right
            for child, sibling in ((edge.left, right), (edge.right, left)):
                if child not in self.closed:
                    self.closed[child] = 0
                    fresh.append(child)
                self.closed[child] += self.core[key] * sibling
        return fresh

    def attachments(self) -> list[ParseDifference]:
        """The phrases that are attached to different constituents in different parses."""
        found: dict[tuple[int, str], dict[tuple[str, int], int]] = defaultdict(lambda: defaultdict(int))
        ends: dict[tuple[int, str], int] = {}
        for key, owners in self.children.items():
            if not self.named(key):
                continue
            first, last = self.span(key)
            phrase = first, self.name(key)
            for (owner, rule), parses in owners.items():
                if not self.conjunctions[rule]:
                    found[phrase][self.name(owner), self.span(owner)[0]] += parses
                    ends[phrase] = min(ends.get(phrase, last), last)
        return [
            ParseDifference(
                ATTACHMENT,
                category,
                (first, ends[first, category]),
                tuple(
                    ParseReading(name, ((begin, first),), parses)
                    for (name, begin), parses in sorted(readings.items(), key=lambda item: -item[0][1])
                ),
            )
            for (first, category), readings in sorted(found.items())
            if len(readings) > 1
        ]

    def coordinations(self) -> list[ParseDifference]:
        """The conjunctions that join different words in different parses."""
        found: dict[tuple[int, str], dict[Span, int]] = defaultdict(lambda: defaultdict(int))
        names: dict[tuple[int, str], str] = {}
        for key, owners in self.children.items():
            first, last = self.span(key)
            name = self.name(key) if self.named(key) else ""
            for (owner, rule), parses in owners.items() if last - first == 1 else ():
                if (name or self.of.words[first]) in self.conjunctions[rule]:
                    place = first, name
                    names[place] = self.name(owner)
                    found[place][self.span(owner)] += parses
        return [
            ParseDifference(
                COORDINATION,
                category,
                (conjunction, conjunction + 1),
                tuple(
                    ParseReading(
                        names[conjunction, category], ((begin, conjunction), (conjunction + 1, end)), parses
                    )
                    for (begin, end), parses in sorted(
                        readings.items(), key=lambda item: (-item[0][0], item[0][1])
                    )
                ),
            )
            for (conjunction, category), readings in sorted(found.items())
            if len(readings) > 1
        ]

    def categories(self) -> list[ParseDifference]:
        """The words that have different nonterminals in different parses."""
        names: dict[int, dict[str, int]] = defaultdict(dict)
        for key, ways in self.core.items():
            word = self.forest.chart.word_of(key)
            if word is not None and self.named(key):
                names[word[0]][self.name(key)] = ways
        return [
            ParseDifference(
                CATEGORY,
                "",
                (position, position + 1),
                tuple(
                    ParseReading(name, ((position, position + 1),), parses)
                    for name, parses in sorted(readings.items())
                ),
            )
            for position, readings in sorted(names.items())
            if len(readings) > 1
        ]

    def bracketings(self, total: int) -> list[ParseDifference]:
        """The constituents that only some parses have, the longest first. *total* is the number of parses."""
        listed = []
        for key, ways in self.core.items():
            parses = ways * int(self.forest.counts.core[key])
            if self.named(key) and parses < total:
                first, last = self.span(key)
                reading = ParseReading(self.name(key), ((first, last),), parses)
                listed.append(ParseDifference(BRACKETING, self.name(key), (first, last), (reading,)))
        return sorted(
            listed,
            key=lambda difference: (
                difference.words[0] - difference.words[1],
                difference.words[0],
                difference.category,
            ),
        )
