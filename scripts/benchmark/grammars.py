"""A generator of probabilistic grammars as they are read off treebanks, and of sentences of them.

Parts of speech are the words. Categories differ in how many rules they have, and right sides are drawn by
frequencies that fall like 1/rank, so that few symbols are in most rules; there are unit rules with circles.
"""

import random
from collections.abc import Sequence

from nerkit.grammar.rules import Grammar, Rule, Symbol

LENGTHS = {1: 8, 2: 28, 3: 30, 4: 18, 5: 9, 6: 4, 7: 2, 8: 1}  # of right sides -> how often, in percent
PHRASES, TAGS = 26, 45


def treebank_grammar(rules: int, seed: int = 1) -> Grammar:
    """A grammar of this many phrase rules."""
    chance = random.Random(seed)
    phrases = ["S", *(f"P{i}" for i in range(1, PHRASES))]
    tags = [f"T{i}" for i in range(TAGS)]
    found: dict[tuple[str, tuple[Symbol, ...]], None] = {}
    for name in phrases:  # every category derives something short
        found[name, (Symbol(chance.choice(tags), word=True),)] = None
    while len(found) < rules:
        (left,) = _drawn(chance, phrases, 1)
        length = chance.choices(list(LENGTHS), list(LENGTHS.values()))[0]
        right = tuple(
            Symbol(
                *(_drawn(chance, tags, 1)[0], True)
                if chance.random() < 0.5
                else (_drawn(chance, phrases, 1)[0], False)
            )
            for _ in range(length)
        )
        if right != (Symbol(left),):
            found[left, right] = None
    return Grammar("S", tuple(_weighted(chance, list(found), phrases)))


def _drawn(chance: random.Random, names: Sequence[str], count: int) -> list[str]:
    """Names drawn by their rank."""
    return chance.choices(names, [1 / (rank + 2) for rank in range(len(names))], k=count)


def _weighted(
    chance: random.Random, found: list[tuple[str, tuple[Symbol, ...]]], phrases: Sequence[str]
) -> list[Rule]:
    """The rules with probabilities: short right sides are frequent, and all counts fall like 1/rank."""
    rules = []
    for name in phrases:
        rights = [right for left, right in found if left == name]
        chance.shuffle(rights)
        rights.sort(key=lambda right: sum(not one.word for one in right) + len(right) // 3)
        counts = [1 / (rank + 1) for rank in range(len(rights))]
        total = sum(counts)
        rules += [Rule(name, right, count / total) for right, count in zip(rights, counts, strict=True)]
    return rules


def sentence(grammar: Grammar, length: int, seed: int = 1) -> list[str]:
    """A sentence of the grammar of about this many words, cut or filled up with words of others."""
    chance = random.Random(seed)
    rules: dict[str, tuple[list[Rule], list[float]]] = {}
    for rule in grammar.rules:
        listed, weights = rules.setdefault(rule.left, ([], []))
        listed.append(rule)
        weights.append(rule.probability or 0.0)
    words: list[str] = []
    while len(words) < length:
        todo = [Symbol(grammar.start)]
        while todo and len(words) < length:
            symbol = todo.pop()
            if symbol.word:
                words.append(symbol.name)
            else:
                listed, weights = rules[symbol.name]
                todo += reversed(chance.choices(listed, weights)[0].right)
    return words[:length]
