"""The warnings about sentences that are not scored: how many, why, and where."""

from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.exceptions import InputError, plural, source_and_line
from nerkit.ground.warnings import EXAMPLES, Warned
from nerkit.scorers.tree.options import ERROR, GOLD, Options
from nerkit.scorers.tree.pairs import LENGTH, SKIPPED, WORDS, SentencePairs, in_order
from nerkit.scorers.tree.terminals import CountedWords

SAME_WORDS = (
    "give both sides the same words; align=True compares sentences with other words, "
    'mismatch="exclude" leaves these sentences out'
)


def notes(batch: Batch[Constituents], pairs: SentencePairs, options: Options) -> list[Warned]:
    """Return warnings about sentences with different words and about skipped sentences.

    Raises InputError for the first sentence with different words if different words are an error.
    """
    different = np.flatnonzero(np.isin(pairs.status, (LENGTH, WORDS)))
    skipped = np.flatnonzero(pairs.status == SKIPPED)
    if options.mismatch == ERROR:
        _refuse(pairs, different)
    places = [_place(pairs.sides[0], pair) for pair in skipped[:EXAMPLES].tolist()]
    differences = [_difference(pairs, pair) for pair in different[:EXAMPLES].tolist()]
    gained = _gained(batch, pairs, options) if len(different) else 0
    return [
        Warned(
            "sentences-excluded",
            len(different),
            differences,
            facts={"total": len(pairs), "gained": gained},
            detail=_hint,
        ),
        Warned("sentences-skipped", len(skipped), places, facts={"total": len(pairs)}),
    ]


def _hint(warned: Warned) -> dict[str, str]:
    """Return a hint with the number of sentences that would be scored with gold tags."""
    gained = warned.facts["gained"]
    return {"hint": f'; punctuation="gold" scores {gained:,} of them' if gained else ""}


def _refuse(pairs: SentencePairs, different: IntArray) -> None:
    """Raise the InputError for the first sentence whose words differ."""
    for pair in different[:1].tolist():
        source, line = source_and_line(_place(pairs.sides[1], pair))
        problem = f"the words differ from the gold words: {_difference(pairs, pair)}"
        raise InputError(problem, source=source, line=line, remedy=SAME_WORDS)


def _difference(pairs: SentencePairs, pair: int) -> str:
    """Return the difference in a pair of sentences in words: the numbers of words, or the first different
    word.
    """
    places = [_place(side, pair) for side in pairs.sides]
    gold, system = (_words(side, pair) for side in pairs.sides)
    if pairs.status[pair] == LENGTH and len(gold) == len(system):  # but for words that are left out
        gold, system = (_words(side, pair, every=True) for side in pairs.sides)
    if pairs.status[pair] == LENGTH:
        return f"{places[0]} has {plural(len(gold), 'word')}, {places[1]} {len(system):,}"
    text = ["".join(gold), "".join(system)]
    position = next((i for i, (a, b) in enumerate(zip(*text, strict=False)) if a != b), min(map(len, text)))
    return f"{places[0]} has {_at(gold, position)!r}, {places[1]} {_at(system, position)!r}"


def _at(words: list[str], place: int) -> str:
    """Return the word at a character position; at the end of the text, the last word."""
    for word in words:
        if place < len(word):
            return word
        place -= len(word)
    return words[-1] if words else ""


def _words(side: CountedWords, pair: int, *, every: bool = False) -> list[str]:
    """Return the words of one side of a pair, or all its terminals."""
    rows = np.flatnonzero(side.pairs == pair)
    return side.trees.words(rows if every else np.repeat(rows, side.copies[rows]))


def _place(side: CountedWords, pair: int) -> str:
    """Return the place of the sentences of a side in a pair, as messages name it."""
    sentences = np.flatnonzero(side.pair == pair)
    return side.trees.place(int(sentences[0])) if len(sentences) else "nothing"


def _gained(batch: Batch[Constituents], pairs: SentencePairs, options: Options) -> int:
    """Return the number of further sentences that would be scored with gold tags."""
    if options.by_gold or options.align:
        return 0
    again = in_order(batch, replace(options, punctuation=GOLD))
    return int((again.scored & ~pairs.scored).sum())
