"""Grammars as they are read off treebanks and sentences of them, made up, and the commands that parse them.

Parts of speech are the words. Categories differ in how many rules they have, and right sides are drawn by
frequencies that fall like 1/rank, so that few symbols are in most rules; there are unit rules with circles.
"""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

from nerkit.grammar.binary import binary
from nerkit.grammar.notation import write
from nerkit.grammar.rules import Grammar, GrammarRule, Symbol
from scripts.benchmark.runs import Comparison, Place, Rows, nerkit

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
            Symbol(_drawn(chance, tags if word else phrases, 1)[0], word)
            for word in (chance.random() < 0.5 for _ in range(length))
        )
        if right != (Symbol(left),):
            found[left, right] = None
    return Grammar("S", tuple(_weighted(chance, list(found), phrases)))


def _drawn(chance: random.Random, names: Sequence[str], count: int) -> list[str]:
    """Names drawn by their rank."""
    return chance.choices(names, [1 / (rank + 2) for rank in range(len(names))], k=count)


def _weighted(
    chance: random.Random, found: list[tuple[str, tuple[Symbol, ...]]], phrases: Sequence[str]
) -> list[GrammarRule]:
    """The rules with probabilities: short right sides are frequent, and all counts fall like 1/rank."""
    rules = []
    for name in phrases:
        rights = [right for left, right in found if left == name]
        chance.shuffle(rights)
        rights.sort(key=lambda right: sum(not one.word for one in right) + len(right) // 3)
        counts = [1 / (rank + 1) for rank in range(len(rights))]
        total = sum(counts)
        rules += [
            GrammarRule(name, right, count / total) for right, count in zip(rights, counts, strict=True)
        ]
    return rules


def sentence(grammar: Grammar, length: int, seed: int = 1) -> list[str]:
    """A sentence of the grammar of about this many words, cut or filled up with words of others."""
    chance = random.Random(seed)
    rules: dict[str, tuple[list[GrammarRule], list[float]]] = {}
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


ATIS = Path(__file__).parents[2] / ".." / "shared" / "golden" / "syntax"


def cky(at: Place) -> Rows:
    """Sentences parsed with grammars of treebank size; whole processes, which read the grammar first."""
    if ATIS.exists():
        grammar = str(ATIS / "cky" / "atis.cfg")
        sentences = [one["sentence"] for one in json.loads((ATIS / "cky" / "atis.counts.json").read_text())]
        sentences += (ATIS / "unscored" / "cky" / "atis.sentences.txt").read_text().splitlines()
        path, few = at.folder / "atis.txt", at.folder / "few.txt"
        path.write_text("".join(f"{one}\n" for one in sentences))
        few.write_text("".join(f"{one}\n" for one in sorted(sentences, key=len)[40:60]))
        title = f"ATIS, 5,517 rules: {len(sentences)} sentences counted and best-parsed"
        yield Comparison(title, nerkit(f"cky -G {grammar} {path} --count --best -q"))
        ours, peer = nerkit(f"cky -G {grammar} {few} --count -q"), at.code(NLTK, grammar, str(few))
        title = "ATIS: 20 sentences of middle length counted"
        yield Comparison(title, ours, "nltk", peer, runs=1, numbers=(parses, counts), within=0)
    for rules, length in ((3800, 20), (3800, 40), (3800, 80)):
        grammar = treebank_grammar(rules)
        source, text = at.folder / f"{rules}.pcfg", at.folder / f"{rules}-{length}.txt"
        source.write_text("".join(write(grammar)))
        text.write_text(f"{' '.join(sentence(grammar, length))}\n")
        binary_rules = len(binary(grammar).parent)
        title = f"{rules:,} rules ({binary_rules:,} binary), best parse of {length} words"
        yield Comparison(title, nerkit(f"cky -G {source} {text} --best -q"))


def parses(printed: str) -> list[float]:
    """The number of parses below each sentence."""
    found = re.findall(r"(?m)^  (?:([\d,]+) parses?$|no parse)", printed)
    return [float(number.replace(",", "") or 0) for number in found]


def counts(printed: str) -> list[float]:
    """The numbers, one a line."""
    return list(map(float, printed.split()))


NLTK = """
import sys
from nltk import CFG
from nltk.parse.chart import LeftCornerChartParser
text = open(sys.argv[1]).read()
parser = LeftCornerChartParser(CFG.fromstring(text))
for line in open(sys.argv[2]):
    try:
        print(sum(1 for _ in parser.parse(line.split())))
    except ValueError:
        print(0)
"""
