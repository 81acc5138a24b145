"""Rules of context-free grammars: `S -> NP VP`, `Det -> 'the'`, with or without probabilities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Symbol(NamedTuple):
    """A symbol of a grammar: a nonterminal or a word."""

    name: str
    word: bool = False


@dataclass(frozen=True)
class GrammarRule:
    """A rule: its left side, its right side (never empty), its probability and its line.

    probability  between 0 and 1; None in a grammar without probabilities
    line         1-based line number; 0 for a rule that was not read from a file
    """

    left: str
    right: tuple[Symbol, ...]
    probability: float | None = None
    line: int = 0

    @property
    def unit(self) -> bool:
        """Whether the right side is one nonterminal."""
        return len(self.right) == 1 and not self.right[0].word

    @property
    def lexical(self) -> bool:
        """Whether the right side is one word."""
        return len(self.right) == 1 and self.right[0].word


@dataclass(frozen=True)
class Grammar:
    """A grammar: its start symbol, and its distinct rules in the order of the file.

    Either all rules have probabilities or none has. *source* and *sha256* are the name and the digest of its
    file.
    """

    start: str
    rules: tuple[GrammarRule, ...]
    source: str = ""
    sha256: str = ""
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def weighted(self) -> bool:
        """Whether the rules have probabilities."""
        return bool(self.rules) and self.rules[0].probability is not None

    @cached_property
    def nonterminals(self) -> tuple[str, ...]:
        """All nonterminals: the left sides in order, then nonterminals without rules."""
        names = dict.fromkeys(rule.left for rule in self.rules)
        right = dict.fromkeys(symbol.name for rule in self.rules for symbol in rule.right if not symbol.word)
        return tuple(names | right | {self.start: None})

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words in the rules, in order of first occurrence."""
        return tuple(
            dict.fromkeys(symbol.name for rule in self.rules for symbol in rule.right if symbol.word)
        )

    def sums(self) -> dict[str, float]:
        """Left side -> sum of the probabilities of its rules, for rules with probabilities."""
        import math

        probabilities: dict[str, list[float]] = {}
        for rule in self.rules:
            if rule.probability is not None:
                probabilities.setdefault(rule.left, []).append(rule.probability)
        return {name: math.fsum(values) for name, values in probabilities.items()}


def by_left(rules: Sequence[GrammarRule]) -> Iterator[tuple[str, list[GrammarRule]]]:
    """Group the rules by left side, in the order of the first rule of each."""
    groups: dict[str, list[GrammarRule]] = {}
    for rule in rules:
        groups.setdefault(rule.left, []).append(rule)
    return iter(groups.items())
