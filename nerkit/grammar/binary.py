"""A grammar as arrays of rules with at most two children. Unit rules are not changed.

    VP -> Verb NP PP          X -> Verb NP, VP -> X PP
    INF_VP -> 'to' VP         INF_VP -> T VP, where T stands for the word alone

Long rules are made binary from the left. Rules that begin with the same children share an added symbol, and
an added symbol has only one rule. So derivations of both grammars correspond one to one, and trees can be
printed in the original grammar. `unary.Chains` handles unit rules.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.grammar.rules import Grammar, GrammarRule, Symbol
from nerkit.grammar.unary import Chains


@dataclass(frozen=True)
class Lexical:
    """A symbol that derives a word in one step: its number, its rule (NONE for the word itself) and its log2
    probability.
    """

    symbol: int
    rule: int
    weight: float


@dataclass(frozen=True)
class BinaryGrammar:
    """A grammar with binary rules as arrays. Symbols are numbered: nonterminals, then words in longer rules,
    then added symbols.

    size          number of symbols; the first *nonterminals* symbols have names
    start         the start symbol
    parent, left, right   binary rules, sorted by parent and then as written
    rule          number of the original rule, NONE for the rule of an added symbol
    weight        log2 probability of each binary rule
    lexical       word -> the symbols that derive it
    chains        the chains of unit rules
    log2          log2 probability of each original rule; in a grammar without probabilities, all rules with
                  the same left side are equally probable
    """

    grammar: Grammar
    size: int
    nonterminals: int
    start: int
    parent: IntArray
    left: IntArray
    right: IntArray
    rule: IntArray
    weight: FloatArray
    lexical: dict[str, list[Lexical]]
    chains: Chains
    log2: FloatArray


def binary(grammar: Grammar) -> BinaryGrammar:
    """Convert a grammar to arrays of binary rules."""
    codes = {name: code for code, name in enumerate(grammar.nonterminals)}
    log2 = _log2(grammar)
    binary_rules = _Rules(codes)
    lexical: dict[str, list[Lexical]] = {}
    units: list[tuple[int, int, int]] = []
    for number, rule in enumerate(grammar.rules):
        if rule.lexical:
            lexical_rule = Lexical(codes[rule.left], number, float(log2[number]))
            lexical.setdefault(rule.right[0].name, []).append(lexical_rule)
        elif rule.unit:
            units.append((codes[rule.left], codes[rule.right[0].name], number))
        else:
            binary_rules.add(number, rule)
    for word, code in binary_rules.words.items():
        lexical.setdefault(word, []).append(Lexical(code, NONE, 0.0))
    columns = np.array(binary_rules.rows, np.int64).reshape(-1, 4)
    order = np.argsort(columns[:, 0], kind="stable")
    parent, left, right, rule_of = np.ascontiguousarray(columns[order].T)
    return BinaryGrammar(
        grammar=grammar,
        size=binary_rules.size,
        nonterminals=len(codes),
        start=codes[grammar.start],
        parent=parent,
        left=left,
        right=right,
        rule=rule_of,
        weight=np.append(log2, 0.0)[rule_of],
        lexical=lexical,
        chains=Chains(binary_rules.size, units, log2),
        log2=log2,
    )


def _log2(grammar: Grammar) -> FloatArray:
    """The log2 probability of each rule. In a grammar without probabilities, all rules with the same left
    side are equally probable.
    """
    lefts = [rule.left for rule in grammar.rules]
    if grammar.weighted:
        chances = np.array([rule.probability for rule in grammar.rules], float)
    else:
        shares: dict[str, int] = {}
        for left in lefts:
            shares[left] = shares.get(left, 0) + 1
        chances = np.array([1 / shares[left] for left in lefts], float)
    with np.errstate(divide="ignore"):  # a rule of probability 0 is kept, but is never in a best tree
        log2: FloatArray = np.log2(chances)
    return log2


class _Rules:
    """Collects binary rules, as rows (parent, left, right, number of the original rule)."""

    def __init__(self, codes: dict[str, int]) -> None:
        self.codes = codes
        self.size = len(codes)
        self.words: dict[str, int] = {}
        self.added: dict[tuple[int, int], int] = {}  # children of an added symbol -> the symbol
        self.rows: list[tuple[int, int, int, int]] = []

    def add(self, number: int, rule: GrammarRule) -> None:
        """Add the rule of this number, which has at least two symbols on its right side."""
        first, *inner, last = map(self._code, rule.right)
        for code in inner:
            pair = first, code
            if pair not in self.added:
                self.added[pair] = self._fresh()
                self.rows.append((self.added[pair], *pair, NONE))
            first = self.added[pair]
        self.rows.append((self.codes[rule.left], first, last, number))

    def _code(self, symbol: Symbol) -> int:
        if not symbol.word:
            return self.codes[symbol.name]
        if symbol.name not in self.words:
            self.words[symbol.name] = self._fresh()
        return self.words[symbol.name]

    def _fresh(self) -> int:
        self.size += 1
        return self.size - 1
