"""Align the words of both sides by characters, and by forms inside multiword tokens.

A word that is a token is aligned with one of exactly the same characters. Words of a multiword token have no
characters of their own. Around such a token, a span of characters grows to the end of every multiword token
of either side that begins in it. The words of both sides in the span are aligned by a longest common
subsequence of their lower-case forms. Of several, a match comes first, then leaving out a gold word, then a
system word.

The published script goes through both sides with two pointers, one step per word. Outside of multiword tokens
its result is a join of equal spans. So the pointers only go through documents with multiword tokens.
"""

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np

from nerkit.algorithms.byte_columns import some_rows
from nerkit.algorithms.columns import NONE, BoolArray, IntArray, joined
from nerkit.algorithms.common_subsequence import common_subsequence
from nerkit.algorithms.keys import combine, join
from nerkit.corpora.corpus import Batch
from nerkit.corpora.trees import Dependencies
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_CELLS
from nerkit.ground.records import record
from nerkit.scorers.dep.text import Tokens

Place = tuple[int, int]  # of a pointer in gold and one in the system
Word = tuple[float, float, float]  # start, end and multiword mark of the token of a word
END: Word = (math.inf, math.inf, 1)  # behind the last word of a document


@record(frozen=True)
class AlignedWords:
    """The aligned words: their rows in *gold*, ascending, and in *system*.

    of_system   the gold word of each system word, NONE for words without a partner
    """

    gold: IntArray
    system: IntArray
    of_system: IntArray

    @cached_property
    def ascend(self) -> bool:
        """Whether the system rows ascend, too. They do if both sides have the same order of documents."""
        return bool((self.system[1:] > self.system[:-1]).all())


def align(batch: Batch[Dependencies], tokens: Tokens) -> AlignedWords:
    """Align the words of both sides."""
    gold, system = _same_words(batch, tokens) or _by_characters(batch, tokens)
    of_system = np.full(len(batch.system), NONE)
    of_system[system] = gold
    return AlignedWords(gold, system, of_system)


def _same_words(batch: Batch[Dependencies], tokens: Tokens) -> tuple[IntArray, IntArray] | None:
    """Align words by position if both sides have the same tokens with equally many words, and all tokens have
    characters. Return None otherwise.
    """
    gold, system = batch.gold, batch.system
    columns = (tokens.start, tokens.end, (gold.multiword, system.multiword), (gold.token, system.token))
    if not all(np.array_equal(*pair) for pair in columns) or (tokens.end[0] == tokens.start[0]).any():
        return None
    inside = np.flatnonzero(gold.multiword[gold.token])
    forms = [some_rows(side.columns["form"], inside).map(str.lower) for side in (gold, system)]
    codes = joined(forms).codes
    every = np.arange(len(gold))
    return (every, every) if np.array_equal(codes[: len(inside)], codes[len(inside) :]) else None


def _by_characters(batch: Batch[Dependencies], tokens: Tokens) -> tuple[IntArray, IntArray]:
    """Return the aligned gold words, ascending, and their partners."""
    words = [  # for each side the start, the end and the multiword mark of the token of each word
        np.stack([start[side.token], end[side.token], side.multiword[side.token]])
        for side, (start, end) in zip((batch.gold, batch.system), tokens.sides, strict=True)
    ]
    inside, is_outside = _inside(batch, words)
    rows = [np.flatnonzero(mask) for mask in is_outside]
    spans = np.concatenate([side[:2, at] for side, at in zip(words, rows, strict=True)], axis=1)
    left, right = join(*np.split(combine(*spans), [len(rows[0])]))
    gold = np.concatenate([rows[0][left], inside[:, 0]])
    system = np.concatenate([rows[1][right], inside[:, 1]])
    order = np.argsort(gold)
    return gold[order], system[order]


def _inside(batch: Batch[Dependencies], words: list[IntArray]) -> tuple[IntArray, list[BoolArray]]:
    """Return the pairs of words in spans around multiword tokens, shape (n, 2). Also return masks of the
    words outside these spans, one per side.
    """
    is_outside = [np.ones(side.shape[1], bool) for side in words]
    aligned: list[tuple[int, int]] = []
    pair = (batch.gold, batch.system)
    if any(side[2].any() for side in words):
        forms = joined([side.columns["form"].map(str.lower) for side in pair]).codes
        codes = np.split(forms, [words[0].shape[1]])
        numbers = np.arange(len(batch.gold.documents) + 1)
        borders = [np.searchsorted(side.document[side.sentence], numbers).tolist() for side in pair]
        for (g, s), last in pairwise(zip(*borders, strict=True)):
            parts = words[0][:, g : last[0]], words[1][:, s : last[1]]
            for begin, at, end in _spans(*parts) if any(part[2].any() for part in parts) else ():
                is_outside[0][g + begin[0] : g + end[0]] = is_outside[1][s + begin[1] : s + end[1]] = False
                forms_of_span = [
                    code[first + i : first + j].tolist()
                    for code, first, i, j in zip(codes, (g, s), at, end, strict=True)
                ]
                # a longest common subsequence takes the common beginning first
                pairs = enumerate(zip(*forms_of_span, strict=False))
                same = next((k for k, (one, other) in pairs if one != other), min(map(len, forms_of_span)))
                ours, theirs = (forms[same:] for forms in forms_of_span)
                if len(ours) * len(theirs) > MOST_CELLS:
                    raise UsageError(_too_long(batch, g, forms_of_span))
                common = [*((k, k) for k in range(-same, 0)), *common_subsequence(ours, theirs)]
                aligned += [(g + at[0] + same + i, s + at[1] + same + j) for i, j in common]
    return np.array(aligned, np.int64).reshape(-1, 2), is_outside


def _spans(gold: IntArray, system: IntArray) -> Iterator[tuple[Place, Place, Place]]:
    """Yield three positions for each span of a document around multiword tokens. The words of each side are
    columns of (start, end, multiword).

    They are the positions of the pointers before the span, the beginning of the span, and its end. Outside of
    spans, a step passes the word that begins first, or two words of equal tokens. If two different words
    begin in one place, it passes the gold word.
    """
    ours, theirs = ([*map(tuple, side.T.tolist()), END] for side in (gold, system))
    g = s = 0
    while END not in (one := ours[g], other := theirs[s]):
        if not (one[2] or other[2]):
            g, s = g + (one[0] <= other[0]), s + (one[0] > other[0] or one == other)
            continue
        at = g, s
        # a word whose token begins before the multiword token is left out
        g, s = g + (not one[2] and one[0] < other[0]), s + (not other[2] and other[0] < one[0])
        begin, end = (g, s), (one if one[2] else other)[1]
        while not (_beyond(ours[g], end) and _beyond(theirs[s], end)):
            one, other = ours[g], theirs[s]
            _, own_end, multiword = one if one[0] <= other[0] else other
            end = max(end, own_end) if multiword else end
            g, s = g + (one[0] <= other[0]), s + (one[0] > other[0])
        yield at, begin, (g, s)


def _beyond(word: Word, end: float) -> bool:
    """Return whether a word is not in a span that ends at *end*."""
    start, own_end, multiword = word
    return start >= end if multiword else own_end > end


def _too_long(batch: Batch[Dependencies], row: int, words: list[list[int]]) -> str:
    side = batch.gold
    name = side.documents[int(side.document[side.sentence[row]])] if len(side) else "?"
    return (
        f"document {name}: one span around multiword tokens holds {len(words[0]):,} gold and "
        f"{len(words[1]):,} system words; the product of differing words must be at most "
        f"{MOST_CELLS:,}"
    )
