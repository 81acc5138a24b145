"""The mistakes in dependency trees, word by word.

    correct          head and label are right
    head             the label is right, the head is another one
    label            the head is right, the label is another one
    head+label       both are wrong
    missed, spurious the word of gold, of the system, is aligned with none

Offsets are those of the word's token in the characters of the document, blanks not counted. The text of a
word is `form ← form of the head`. Around it stand words of its sentence.
"""

from collections.abc import Callable, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes, joined_words, shortened
from nerkit.scorers.dep.comparison import ComparedWords
from nerkit.scorers.dep.counting import WORD
from nerkit.scorers.dep.options import Options
from nerkit.scorers.task import Measure

KINDS = (CORRECT, "head", "label", "head+label", MISSED, SPURIOUS)
AROUND = 4  # words on either side


def find(batch: Batch[Dependencies], _: Sequence[Measure], options: Options) -> Mistakes:
    """The words of a batch that count, aligned or alone, each of a class; the same for all measures."""
    words = ComparedWords(batch, options)
    aligned = (words.aligned.gold, words.aligned.system)
    kind = np.where(words.head, 0, 1) + np.where(words.same("deprel"), 0, 2)  # places in KINDS
    listed = words.counted[0][aligned[0]] | words.counted[1][aligned[1]]
    alone = [
        np.setdiff1d(np.flatnonzero(counted), rows)
        for counted, rows in zip(words.counted, aligned, strict=True)
    ]
    none = [np.full(len(rows), NONE) for rows in alone]
    gold = np.concatenate([aligned[0][listed], alone[0], none[1]])
    system = np.concatenate([aligned[1][listed], none[0], alone[1]])
    missed, spurious = (
        np.full(len(rows), KINDS.index(name)) for rows, name in zip(alone, (MISSED, SPURIOUS), strict=True)
    )
    kind = np.concatenate([kind[listed], missed, spurious])
    offsets = [_offsets(words, i) for i in (0, 1)]
    # document, start and end are those of the gold word, or of the system's where there is none; NONE is
    # -1, so that what is appended stands for a row that a side may lack altogether
    document, start, end = (
        np.where(gold == NONE, np.append(of_system, 0)[system], np.append(of_gold, 0)[gold])
        for of_gold, of_system in zip(*offsets, strict=True)
    )
    order = np.lexsort((system, gold, end, start, document))
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
    columns = (document[order], KINDS, kind[order], gold[order], system[order])
    none_agree = np.zeros(len(gold), bool)

    def agreeing(measure: Measure) -> BoolArray:
        """The pairs of aligned words that meet the condition of the measure."""
        if measure.compute.items != WORD:
            return none_agree
        pairs = measure.compute.condition(words)[listed]
        return np.append(pairs, np.zeros(len(gold) - len(pairs), bool))[order]

    return Mistakes(batch.documents, *columns, (items[0], items[1]), agreeing=agreeing)


def _offsets(words: ComparedWords, i: int) -> tuple[IntArray, IntArray, IntArray]:
    """Document, start and end of each word of gold (0) or the system (1), in characters of its document."""
    side = words.sides[i]
    document = side.document[side.sentence]
    start, end = (span[side.token] for span in words.tokens.sides[i])
    begin = words.tokens.begin[document]
    return document, start - begin, end - begin


def _text(side: Dependencies) -> Callable[[int], str]:
    """A word and its head."""

    def text(row: int) -> str:
        head = int(side.parent[row])
        return f"{side.words([row])[0]} ← {'ROOT' if head == ROOT else side.words([head])[0]}"

    return text


def _around(side: Dependencies) -> Callable[[int], str]:
    """The words of the sentence around a word, those of its token in brackets; of many the two ends."""

    def around(row: int) -> str:
        sentence = int(side.sentence[row])
        begin, end = int(side.first[sentence]), int(side.last[sentence])
        first, last = begin + np.flatnonzero(side.token[begin:end] == side.token[row])[[0, -1]]
        left, right = max(begin, first - AROUND), min(end, last + 1 + AROUND)
        inside = shortened(joined_words(side.words, first, last + 1))
        return " ".join([*side.words(range(left, first)), f"[{inside}]", *side.words(range(last + 1, right))])

    return around
