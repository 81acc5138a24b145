"""What is wrong with dependency trees, word by word.

    correct          head and label are right
    head             the label is right, the head is another one
    label            the head is right, the label is another one
    head+label       both are wrong
    missed, spurious the word of gold, of the system, is aligned with none

Offsets are those of the word's token in the characters of the document, blanks not counted. The text of a word is `form ← form of the
head`. Around it stand words of its sentence.
"""

from collections.abc import Callable

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes
from nerkit.scorers.dep.comparison import Compared

KINDS = (CORRECT, "head", "label", "head+label", MISSED, SPURIOUS)
AROUND = 4  # words on either side


def find(batch: Batch[Dependencies]) -> Mistakes:
    """The words of a batch that count, as pairs of a class."""
    compared = Compared(batch)
    aligned = compared.aligned
    kind = np.where(compared.head, 0, 1) + np.where(compared.same("deprel"), 0, 2)
    counted = compared.counted[0][aligned.gold] | compared.counted[1][aligned.system]
    sides = (batch.gold, batch.system)
    left = [
        np.setdiff1d(np.flatnonzero(some), rows)
        for some, rows in zip(compared.counted, (aligned.gold, aligned.system), strict=True)
    ]
    none = [np.full(len(rows), NONE) for rows in left]
    gold = np.concatenate([aligned.gold[counted], left[0], none[1]])
    system = np.concatenate([aligned.system[counted], none[0], left[1]])
    alone = [
        np.full(len(rows), KINDS.index(name)) for rows, name in zip(left, (MISSED, SPURIOUS), strict=True)
    ]
    kind = np.concatenate([kind[counted], *alone])
    placed = [_offsets(compared, i) for i in (0, 1)]
    document, start, end = (
        np.where(gold == NONE, np.append(theirs, 0)[system], np.append(ours, 0)[gold])
        for ours, theirs in zip(*placed, strict=True)
    )
    order = np.lexsort((system, gold, end, start, document))
    items = [
        Items(side.columns["deprel"], offsets[1], offsets[2], _text(side), _around(side))
        for side, offsets in zip(sides, placed, strict=True)
    ]
    columns = (document[order], KINDS, kind[order], gold[order], system[order])
    return Mistakes(batch.documents, *columns, (items[0], items[1]))


def _offsets(compared: Compared, side: int) -> tuple[IntArray, IntArray, IntArray]:
    """Document, start and end of each word of a side, in characters of its document."""
    words = (compared.batch.gold, compared.batch.system)[side]
    document = words.document[words.sentence]
    start, end = (span[words.token] for span in compared.tokens.sides[side])
    begin = compared.tokens.begin[document]
    return document, start - begin, end - begin


def _text(side: Dependencies) -> Callable[[int], str]:
    """A word and its head."""

    def text(row: int) -> str:
        head = int(side.parent[row])
        return f"{side.words([row])[0]} ← {'ROOT' if head == ROOT else side.words([head])[0]}"

    return text


def _around(side: Dependencies) -> Callable[[int], str]:
    """The words of the sentence around a word, those of its token in brackets."""

    def around(row: int) -> str:
        sentence = int(side.sentence[row])
        begin, end = int(side.first[sentence]), int(side.last[sentence])
        first, last = begin + np.flatnonzero(side.token[begin:end] == side.token[row])[[0, -1]]
        left, right = max(begin, first - AROUND), min(end, last + 1 + AROUND)
        words = side.words(np.arange(left, right))
        inside = f"[{' '.join(words[first - left : last + 1 - left])}]"
        return " ".join([*words[: first - left], inside, *words[last + 1 - left :]])

    return around
