"""What is wrong with dependency trees, word by word.

    correct          head and label are right
    head             the label is right, the head is another one
    label            the head is right, the label is another one
    head+label       both are wrong
    missed, spurious the word of gold, of the system, is aligned with none

Offsets are those of the word's token in the characters of the document, blanks not counted. The text of a word is `form ← form of the
head`. Around it stands its sentence, of gold where gold has the word.
"""

from collections.abc import Callable

import numpy as np

from nerkit.dependencies import ROOT, Dependencies
from nerkit.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes
from nerkit.model import NONE, Batch, IntArray
from nerkit.scorers.dep_measures import Compared

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
        Items(side.columns["deprel"], offsets[1], offsets[2], _text(side))
        for side, offsets in zip(sides, placed, strict=True)
    ]
    columns = (document[order], KINDS, kind[order], gold[order], system[order])
    return Mistakes(batch.documents, *columns, (items[0], items[1]), _around(batch.gold, placed[0]))


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


def _around(
    gold: Dependencies, placed: tuple[IntArray, IntArray, IntArray]
) -> Callable[[int, int, int], str]:
    """The words of a sentence around offsets, those in them in brackets."""
    first = np.searchsorted(placed[0], np.arange(len(gold.documents) + 1))
    last_of = gold.last

    def around(document: int, start: int, end: int) -> str:
        begin, stop = int(first[document]), int(first[document + 1])
        if begin == stop:
            return ""
        row = begin + int(np.searchsorted(placed[2][begin:stop], start, "right"))
        row = min(row, stop - 1)
        sentence = int(gold.sentence[row])
        after = row + 1
        while after < last_of[sentence] and placed[1][after] < end:
            after += 1
        left, right = (
            max(int(gold.first[sentence]), row - AROUND),
            min(int(last_of[sentence]), after + AROUND),
        )
        words = gold.words(np.arange(left, right))
        inside = f"[{' '.join(words[row - left : after - left])}]"
        return " ".join([*words[: row - left], inside, *words[after - left :]])

    return around
