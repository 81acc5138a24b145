"""Chomsky normal form as in textbooks: each rule of the result is A -> B C or A -> 'w'.

    1  rules of this form do not change
    2  a word in a longer rule becomes a nonterminal: INF_VP -> 'to' VP is INF_VP -> TO VP and TO -> 'to'
    3  a unit rule A -> B becomes A -> r for every other right side r that unit rules reach from B
    4  longer rules are made binary from the left: S -> Aux NP VP is S -> X1 VP and X1 -> Aux NP

New symbols are X1, X2, … in the order in which the grammar needs them. Rules that begin with the same symbols
share a new symbol. The symbol of a word is the word in capitals. If a name is already taken, the word's
symbol gets _1, _2, …, and the next number is used after X. Rules that step 3 makes superfluous are kept, so
all lexical entries remain.

If two chains of unit rules lead to the same rule, the normal form has it once, with the sum of both
probabilities. So a sentence may have fewer parses in the normal form, but always has the same probability,
even with cycles of unit rules.
"""

import re
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import NerkitError
from nerkit.grammar.rules import Grammar, GrammarRule, Symbol

NAMED = re.compile(r"[^\w.$-]")  # characters that are removed from a word to get its symbol


@dataclass(frozen=True)
class Conversion:
    """A rule of the grammar, and the new rules that replace it. A shared new rule is listed only at its first
    use.
    """

    rule: GrammarRule
    converted: tuple[GrammarRule, ...]


def normal_form(grammar: Grammar) -> Grammar:
    """Convert a grammar to Chomsky normal form."""
    rules = tuple(converted for conversion in conversions(grammar) for converted in conversion.converted)
    if not rules:
        raise NerkitError(f"{grammar.source}: no rule derives a word or two symbols")
    return replace(grammar, rules=rules, warnings=())


def conversions(grammar: Grammar) -> list[Conversion]:
    """Each rule of the grammar with the rules that replace it, in the order of the grammar."""
    return _Normal(grammar).conversions()


class _Normal:
    """Converts a grammar to normal form."""

    def __init__(self, grammar: Grammar) -> None:
        self.original = grammar
        self.taken = set(grammar.nonterminals)
        self.words: dict[str, str] = {}  # word -> its symbol
        self.pairs: dict[tuple[str, str], str] = {}  # children of an added symbol -> the symbol
        self.number = 0
        self.units = _Units(grammar)

    def conversions(self) -> list[Conversion]:
        """Each rule with its replacements, from the state of the conversion."""
        of_left: dict[str, list[GrammarRule]] = {}
        for rule in self.original.rules:
            if not rule.unit:
                of_left.setdefault(rule.left, []).append(rule)
        owner: dict[
            GrammarRule, GrammarRule
        ] = {}  # rule of the normal form (without probability) -> original rule
        weight: dict[GrammarRule, float] = {}
        done: set[tuple[str, GrammarRule]] = set()  # (left side, rule whose right side it received)
        for rule in self.original.rules:
            below = self.units.below(rule.right[0].name) if rule.unit else [rule.left]
            bases = [one for name in below for one in of_left.get(name, ())] if rule.unit else [rule]
            for base in bases:
                right, added = self._right(base)
                one = GrammarRule(rule.left, right)
                owner.setdefault(one, rule)
                if (rule.left, base) not in done:
                    done.add((rule.left, base))
                    chance = (base.probability or 0.0) * self.units.weight(rule.left, base.left)
                    weight[one] = weight.get(one, 0.0) + chance
                for extra in added:
                    owner[extra], weight[extra] = rule, 1.0
        of_rule: dict[GrammarRule, list[GrammarRule]] = {rule: [] for rule in self.original.rules}
        for one, rule in owner.items():
            of_rule[rule].append(replace(one, probability=weight[one]) if self.original.weighted else one)
        return [Conversion(rule, tuple(rules)) for rule, rules in of_rule.items()]

    def _right(self, rule: GrammarRule) -> tuple[tuple[Symbol, ...], list[GrammarRule]]:
        """Shorten the right side of a rule to at most two symbols. Return it with the new rules that it
        needs.
        """
        if len(rule.right) == 1:
            return rule.right, []
        added: list[GrammarRule] = []
        first, *inner, last = (self._name(symbol, added) for symbol in rule.right)
        for name in inner:
            pair = first, name
            if pair not in self.pairs:
                self.pairs[pair] = self._numbered()
                added.append(GrammarRule(self.pairs[pair], (Symbol(first), Symbol(name))))
            first = self.pairs[pair]
        return (Symbol(first), Symbol(last)), added

    def _name(self, symbol: Symbol, added: list[GrammarRule]) -> str:
        """The nonterminal for a symbol. For a word, a new nonterminal whose rule is appended to *added*."""
        if not symbol.word:
            return symbol.name
        if symbol.name not in self.words:
            base = NAMED.sub("_", symbol.name.upper())
            name, turn = base, 0
            while name in self.taken:
                turn += 1
                name = f"{base}_{turn}"
            self.taken.add(name)
            self.words[symbol.name] = name
            added.append(GrammarRule(name, (symbol,)))
        return self.words[symbol.name]

    def _numbered(self) -> str:
        """The next unused name among X1, X2, …"""
        while True:
            self.number += 1
            if (name := f"X{self.number}") not in self.taken:
                self.taken.add(name)
                return name


class _Units:
    """The unit rules of a grammar: the nonterminals that they reach, and the probabilities of doing so."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.steps: dict[str, list[str]] = {}
        for rule in grammar.rules:
            if rule.unit:
                self.steps.setdefault(rule.left, []).append(rule.right[0].name)
        self.names = list(
            dict.fromkeys([*self.steps, *(name for below in self.steps.values() for name in below)])
        )
        self.place = {name: place for place, name in enumerate(self.names)}
        self.table = self._table() if grammar.weighted else None

    def below(self, name: str) -> list[str]:
        """The nonterminals that unit rules reach from *name*, in the order of the search, beginning with
        *name*.
        """
        reached, todo = {name: None}, [name]
        while todo:
            here = todo.pop()
            fresh = [name_below for name_below in self.steps.get(here, ()) if name_below not in reached]
            reached |= dict.fromkeys(fresh)
            todo += reversed(fresh)
        return list(reached)

    def weight(self, top: str, bottom: str) -> float:
        """The total probability of all chains of unit rules from *top* to *bottom*, cycles included."""
        if self.table is None or top not in self.place or bottom not in self.place:
            return 1.0 if top == bottom or self.table is None else 0.0
        return float(self.table[self.place[top], self.place[bottom]])

    def _table(self) -> FloatArray:
        """The total probabilities of chains between nonterminals. 1 + U + U² + … is the inverse of 1 - U,
        where U has the probabilities of single unit rules.
        """
        steps = np.zeros((len(self.names), len(self.names)))
        for rule in self.grammar.rules:
            if rule.unit:
                steps[self.place[rule.left], self.place[rule.right[0].name]] += rule.probability or 0.0
        try:
            totals: FloatArray = np.asarray(np.linalg.inv(np.eye(len(steps)) - steps), float)
        except np.linalg.LinAlgError:
            raise NerkitError(
                f"{self.grammar.source}: unit rules of probability 1 form a cycle that no sentence leaves"
            ) from None
        return totals
