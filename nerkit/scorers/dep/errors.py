"""The errors in dependency trees, word by word.

    correct          head and label are right
    head             the label is right, the head is wrong
    label            the head is right, the label is wrong
    label+head       head and label are wrong
    missed           the word of the gold side has no partner
    spurious         the word of the system has no partner

Offsets give the word's token in the characters of the document, without blanks. The text of a word is `form ←
form of the head`. The context has words of its sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Errors, Items, joined_words, shortened
from nerkit.results.pairing_steps import ItemPairing
from nerkit.scorers.dep.comparison import ComparedWords
from nerkit.scorers.dep.counting import OfWords
from nerkit.scorers.dep.options import Options
from nerkit.scorers.task import Measure

KINDS = (CORRECT, "head", "label", "label+head", MISSED, SPURIOUS)
AROUND = 4  # words on either side


def find(batch: Batch[Dependencies], _: Sequence[Measure], options: Options) -> Errors:
    """Return the scored words of a batch, as aligned pairs or alone, each with a class. The classes are the
    same for all measures.
    """
    words = ComparedWords(batch, options)
    offsets = [_offsets(words, i) for i in (0, 1)]
    columns = dict(zip(("document", "start", "end"), zip(*offsets, strict=True), strict=True))
    pairing = ItemPairing.of_sides(KINDS, columns, np.concatenate(words.counted))
    gold, system = words.aligned.gold, words.aligned.system + pairing.split
    kind = np.where(words.head, 0, 1) + np.where(words.same("deprel"), 0, 2)  # places in KINDS
    listed = pairing.free[gold] | pairing.free[system]
    pairing.take(gold[listed], system[listed], kind[listed])
    pairing.alone()
    items = [
        Items(
            side.columns["deprel"],
            places[1],
            places[2],
            _text(side),
            _around(side),
            places_of(side.origins, side.line),
            side.position,
        )
        for side, places in zip(words.sides, offsets, strict=True)
    ]
    errors = pairing.errors(batch.documents, (items[0], items[1]), "document start end gold system")

    def agreeing(measure: Measure) -> BoolArray:
        """Return the aligned pairs that meet the condition of the measure."""
        meets = np.zeros(pairing.split + 1, bool)  # of each word of gold, and False for NONE
        if isinstance(measure.compute, OfWords):
            meets[gold] = measure.compute.condition(words)
        return meets[errors.gold]

    return replace(errors, agreeing=agreeing)


def _offsets(words: ComparedWords, i: int) -> tuple[IntArray, IntArray, IntArray]:
    """Return document, start and end of each gold word (0) or system word (1), in characters of the
    document.
    """
    side = words.sides[i]
    document = side.document[side.sentence]
    start, end = (span[side.token] for span in words.tokens.sides[i])
    begin = words.tokens.begin[document]
    return document, start - begin, end - begin


def _text(side: Dependencies) -> Callable[[int], str]:
    """Return a word and its head as text."""

    def text(row: int) -> str:
        head = int(side.parent[row])
        return f"{side.words([row])[0]} ← {'ROOT' if head == ROOT else side.words([head])[0]}"

    return text


def _around(side: Dependencies) -> Callable[[int], str]:
    """Return a function from a row to the words around its word."""

    def around(row: int) -> str:
        """Return the words of the sentence around a word, with its token in brackets. Long tokens are
        shortened in the middle.
        """
        sentence = int(side.sentence[row])
        begin, end = int(side.first[sentence]), int(side.last[sentence])
        first, last = begin + np.flatnonzero(side.token[begin:end] == side.token[row])[[0, -1]]
        left, right = max(begin, first - AROUND), min(end, last + 1 + AROUND)
        inside = shortened(joined_words(side.words, first, last + 1))
        return " ".join([*side.words(range(left, first)), f"[{inside}]", *side.words(range(last + 1, right))])

    return around
