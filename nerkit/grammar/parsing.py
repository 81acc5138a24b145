"""Parse sentences with a grammar: the options, and the results for each sentence."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

from nerkit.exceptions import InputError, plural, some
from nerkit.grammar.ambiguity import ParseDifference, differences
from nerkit.grammar.binary import BinaryGrammar, Lexical
from nerkit.grammar.chart import Chart, sentence_grammar
from nerkit.grammar.derivations import Derivation, Derivations
from nerkit.grammar.forest import Forest
from nerkit.grammar.unary import LARGEST, TooManyChains
from nerkit.ground.limits import LARGEST_CHART, MOST_DIGITS
from nerkit.io import Source


@dataclass(frozen=True)
class ParseOptions:
    """The results to compute for each sentence.

    count       the number of parses (without this option, computed only if this is fast)
    best        the most probable parse
    trees       list up to this many parses; None lists none
    k_best      list up to this many of the most probable parses; None lists none
    ambiguity   where the parses differ
    """

    count: bool = True
    best: bool = False
    trees: int | None = None
    k_best: int | None = None
    ambiguity: bool = False


@dataclass(frozen=True)
class SentenceLine:
    """A sentence: its words, and the file, number and text of its line."""

    words: tuple[str, ...]
    source: str = ""
    line: int = 0
    text: str = ""


@dataclass(frozen=True)
class Parse:
    """A parse: its tree, its log2 probability, and its probability (0 if it is too small for a float)."""

    tree: str
    log2_probability: float
    probability: float


@dataclass(frozen=True)
class ParsedSentence:
    """The results for a sentence. A field is None if the options do not ask for it.

    unknown     the words that are not in the grammar, each once
    variants    unknown words that differ from words of the grammar only in case, with the grammar's spelling
    parses      the exact number of parses; None also if cycles of unit rules make too many chains to count
    best        the most probable parse; None also for a sentence without a parse
    tied        whether another parse is as probable as the best parse
    """

    sentence: SentenceLine
    recognised: bool
    unknown: tuple[str, ...] = ()
    variants: dict[str, list[str]] = field(default_factory=dict)
    parses: int | None = None
    trees: tuple[str, ...] | None = None
    best: Parse | None = None
    tied: bool = False
    k_best: tuple[Parse, ...] | None = None
    ambiguity: tuple[ParseDifference, ...] | None = None
    uncounted: bool = False

    def row(self, asked: ParseOptions) -> dict[str, Any]:
        """The JSON row of the sentence, with the fields that *asked* chooses."""
        row: dict[str, Any] = {"sentence": " ".join(self.sentence.words), "recognised": self.recognised}
        long = self.parses is not None and self.parses >= 10**MOST_DIGITS
        row["parses"] = None if long else self.parses
        if long:
            row["parses_log10"] = math.log10(self.parses or 1)
        if self.trees is not None:
            row["trees"] = list(self.trees)
        best, none = self.best, 0.0 if asked.best or not self.recognised else None
        row["best"] = best and best.tree
        row["probability"] = best.probability if best else none
        row["log2_probability"] = best and best.log2_probability
        if self.k_best is not None:
            row["k_best"] = [
                {"tree": one.tree, "probability": one.probability, "log2_probability": one.log2_probability}
                for one in self.k_best
            ]
        if self.ambiguity is not None:
            row["ambiguity"] = [_difference(one, self.sentence.words) for one in self.ambiguity]
        row["unknown"] = list(self.unknown)
        return row


def _difference(found: ParseDifference, words: Sequence[str]) -> dict[str, Any]:
    """A difference between parses as a dictionary for JSON."""
    return {
        "kind": found.kind,
        "category": found.category,
        "span": list(found.words),
        "text": " ".join(words[slice(*found.words)]),
        "readings": [
            {
                "category": reading.category,
                "spans": [list(span) for span in reading.words],
                "texts": [" ".join(words[slice(*span)]) for span in reading.words],
                "parses": reading.parses if reading.parses < 10**MOST_DIGITS else None,
            }
            for reading in found.readings
        ],
    }


def sentences(sources: Sequence[Source]) -> tuple[list[SentenceLine], list[str]]:
    """Read the sentences of files, one per line, with blanks between words. Return them with a warning about
    blank lines.
    """
    lines: list[SentenceLine] = []
    warnings = []
    for source in sources:
        before, number, line = len(lines), 0, ""
        source.is_table = True
        with source:
            for number, line in source.lines():
                if words := tuple(line.split()):
                    lines.append(SentenceLine(words, source.name, number, line))
        blank = number - (len(lines) - before) - (number > 0 and not line.strip())  # the last ends the file
        if blank > 0:
            warnings.append(f"{source.name}: {plural(blank, 'blank line')} skipped")
        if len(lines) == before:
            warnings.append(f"{source.name}: the file has no sentences")
    return lines, warnings


class Parser:
    """Parses sentences with one grammar. It keeps no data about a sentence."""

    def __init__(self, grammar: BinaryGrammar, *, ignore_case: bool = False) -> None:
        self.grammar, self.ignore_case = grammar, ignore_case

    @cached_property
    def folded(self) -> dict[str, list[Lexical]]:
        """Casefolded word -> lexical rules of all its spellings."""
        rules: dict[str, list[Lexical]] = {}
        for word, listed in self.grammar.lexical.items():
            rules.setdefault(word.casefold(), []).extend(listed)
        return rules

    def lexical(self, word: str) -> list[Lexical]:
        """The lexical rules of a word. Empty for an unknown word."""
        if self.ignore_case:
            return self.folded.get(word.casefold(), [])
        return self.grammar.lexical.get(word, [])

    def chart(self, sentence: SentenceLine) -> Chart:
        """The chart of a sentence without unknown words. Raises InputError if the sentence is too long."""
        rules = sentence_grammar(self.grammar, [self.lexical(word) for word in sentence.words])
        count = len(sentence.words)
        if count * (count + 1) // 2 * rules.size > LARGEST_CHART:
            raise InputError(
                (
                    f"the sentence has {count:,} words and the grammar {rules.size:,} symbols, so "
                    f"its chart needs more than {LARGEST_CHART:,} entries"
                ),
                source=sentence.source,
                line=sentence.line or None,
                text=sentence.text,
                remedy="split the sentence",
            )
        return Chart(rules)

    def parse(self, sentence: SentenceLine, asked: ParseOptions) -> ParsedSentence:
        """Parse a sentence and compute the results that the options ask for."""
        unknown = tuple(dict.fromkeys(word for word in sentence.words if not self.lexical(word)))
        chart = None if unknown else self.chart(sentence)
        if chart is None or not chart.recognised:
            variants = {
                word: [
                    spelling for spelling in self.grammar.lexical if spelling.casefold() == word.casefold()
                ]
                for word in (() if self.ignore_case else unknown)
            }
            return ParsedSentence(
                sentence,
                recognised=False,
                unknown=unknown,
                variants={word: listed for word, listed in variants.items() if listed},
                parses=0,
                trees=() if asked.trees is not None else None,
                k_best=() if asked.k_best is not None else None,
                ambiguity=() if asked.ambiguity else None,
            )
        derivations = Derivations(Forest(self.grammar, chart), list(sentence.words))
        best, k_best = derivations.best if asked.best else None, None
        if asked.k_best is not None:
            k_best = tuple(map(self._parse, islice(derivations.ranked(), asked.k_best)))
        parsed = ParsedSentence(
            sentence,
            recognised=True,
            best=self._parse(best) if best else None,
            tied=derivations.tied,
            k_best=k_best,
        )
        return self._counted(parsed, derivations, asked)

    def _counted(
        self, parsed: ParsedSentence, derivations: Derivations, asked: ParseOptions
    ) -> ParsedSentence:
        """The results, with the fields that depend on the number of parses."""
        needed = asked.count or asked.trees is not None or asked.ambiguity
        if not needed and (derivations.forest.stored is None or self.grammar.chains.circles):
            return parsed
        try:
            parses = derivations.number()
        except TooManyChains:
            empty = None if asked.trees is None else ()
            return replace(parsed, uncounted=needed, trees=empty)
        trees = None
        if asked.trees is not None:
            trees = tuple(derivation.tree for derivation in islice(derivations.all(), asked.trees))
        ambiguity = tuple(differences(derivations)) if asked.ambiguity else None
        return replace(parsed, parses=parses, trees=trees, ambiguity=ambiguity)

    def _parse(self, derivation: Derivation) -> Parse:
        """Convert a derivation to a parse with its probability."""
        grammar = self.grammar
        log2 = math.fsum(float(grammar.log2[rule]) for rule in derivation.rules)
        if grammar.grammar.weighted:
            chance = math.prod(grammar.grammar.rules[rule].probability or 0.0 for rule in derivation.rules)
        else:
            chance = math.prod(2.0 ** float(grammar.log2[rule]) for rule in derivation.rules)
        return Parse(derivation.tree, log2, chance)


def warnings_of(
    grammar: BinaryGrammar, parsed: Sequence[ParsedSentence], asked: ParseOptions
) -> Iterator[str]:
    """Warnings about a grammar and the sentences parsed with it."""
    names = grammar.grammar.nonterminals
    counted = asked.count or asked.trees is not None or asked.ambiguity
    for ring in grammar.chains.circles if counted else ():
        circle = " -> ".join(names[code] for code in [*ring, ring[0]])
        yield (
            f"unit rules form a cycle, {circle}; nerkit counts only parses in which no nonterminal "
            "repeats in a chain"
        )
    if (asked.best or asked.k_best) and not grammar.grammar.weighted:
        yield (
            "the grammar has no probabilities, so nerkit gives the rules of a left side equal probabilities"
        )
    words = dict.fromkeys(word for result in parsed for word in result.unknown)
    if words:
        many = sum(bool(result.unknown) for result in parsed)
        listed = some(map(repr, words))
        yield f"{plural(many, 'sentence')} with words that are not in the grammar: {listed}"
    variants = {word: listed for result in parsed for word, listed in result.variants.items()}
    if variants:
        listed = some(f"{word!r} ({' '.join(map(repr, forms))})" for word, forms in variants.items())
        yield f"the grammar has these words in another case: {listed}; ignore_case=True ignores case"
    tied = sum(result.tied for result in parsed)
    if tied:
        yield (
            f"{plural(tied, 'sentence')} with several best parses; nerkit gives the first by rules and splits"
        )
    if any(result.uncounted for result in parsed):
        many = sum(result.uncounted for result in parsed)
        yield (
            f"{plural(many, 'sentence')} not counted, because cycles of unit rules make over "
            f"{LARGEST:,} chains"
        )
