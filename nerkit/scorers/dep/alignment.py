"""Align the words of both sides by characters, and by forms inside multiword tokens.

A word that is a token is aligned with one of exactly the same characters. Words of a multiword token have no
characters of their own. Around such a token, a span of characters grows to the end of every multiword token
of either side that begins in it. The words of both sides in the span are aligned by a longest common
subsequence of their lower-case forms. Of several, a match comes first, then leaving out a gold word, then a
system word.

The published script goes through both sides with two pointers, one step per word. Outside of multiword tokens
its result is a join of equal spans. The positions of its pointers at a multiword token follow from the spans,
too, so only multiword tokens are visited one by one. They go through each document for itself.
"""

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
    pair = (batch.gold, batch.system)
    sides = [
        _WordSide(start[side.token], end[side.token], side.multiword[side.token])
        for side, (start, end) in zip(pair, tokens.sides, strict=True)
    ]
    inside, is_outside = _inside(batch, sides)
    rows = [np.flatnonzero(mask) for mask in is_outside]
    split = len(rows[0])
    spans = [(side.start[at], side.end[at]) for side, at in zip(sides, rows, strict=True)]
    keys = combine(*map(np.concatenate, zip(*spans, strict=True)))
    left, right = join(keys[:split], keys[split:])
    gold = np.concatenate([rows[0][left], inside[:, 0]])
    system = np.concatenate([rows[1][right], inside[:, 1]])
    order = np.argsort(gold)
    return gold[order], system[order]


@record(frozen=True)
class _WordSide:
    """The words of one side: the span of the token of each word, ascending, and a mask of multiword
    tokens.
    """

    start: IntArray
    end: IntArray
    multiword: BoolArray

    def __len__(self) -> int:
        return len(self.start)

    def part(self, first: int, last: int) -> "_WordSide":
        """Return the words from *first* to before *last*."""
        return _WordSide(self.start[first:last], self.end[first:last], self.multiword[first:last])

    def skips(self, row: int, before: int) -> bool:
        """Return whether a span from *before* on leaves a word out, because the token of the word begins
        earlier.
        """
        return not self.multiword[row] and bool(self.start[row] < before)

    def beyond(self, row: int, end: int) -> bool:
        """Return whether a word is not in a span that ends at *end*."""
        if row >= len(self):
            return True
        return bool(self.start[row] >= end) if self.multiword[row] else bool(self.end[row] > end)

    def extended(self, row: int, end: int) -> int:
        """Return the end of a span after it takes in a word."""
        return max(end, int(self.end[row])) if self.multiword[row] else end


def _inside(batch: Batch[Dependencies], sides: list[_WordSide]) -> tuple[IntArray, list[BoolArray]]:
    """Return the pairs of words in spans around multiword tokens, shape (n, 2). Also return masks of the
    words outside these spans, one per side.
    """
    is_outside = [np.ones(len(side), bool) for side in sides]
    aligned: list[tuple[int, int]] = []
    pair = (batch.gold, batch.system)
    if any(side.multiword.any() for side in sides):
        forms = joined([side.columns["form"].map(str.lower) for side in pair]).codes
        codes = forms[: len(sides[0])], forms[len(sides[0]) :]
        numbers = np.arange(len(batch.gold.documents) + 1)
        borders = [np.searchsorted(side.document[side.sentence], numbers) for side in pair]
        for first, last in pairwise(zip(*(border.tolist() for border in borders), strict=True)):
            for begin, at, end in _visits(
                [side.part(*ends) for side, *ends in zip(sides, first, last, strict=True)]
            ):
                for i in (0, 1):
                    is_outside[i][first[i] + begin[i] : first[i] + end[i]] = False
                words = [codes[i][first[i] + at[i] : first[i] + end[i]].tolist() for i in (0, 1)]
                # a longest common subsequence takes the common beginning first
                pairs = enumerate(zip(*words, strict=False))
                same = next((place for place, (g, s) in pairs if g != s), min(map(len, words)))
                if (len(words[0]) - same) * (len(words[1]) - same) > MOST_CELLS:
                    raise UsageError(_too_long(batch, first[0], words))
                g, s = first[0] + at[0], first[1] + at[1]
                aligned += [(g + place, s + place) for place in range(same)]
                later = common_subsequence(words[0][same:], words[1][same:])
                aligned += [(g + same + i, s + same + j) for i, j in later]
    return np.array(aligned, np.int64).reshape(-1, 2), is_outside


def _visits(sides: list[_WordSide]) -> Iterator[tuple[Place, Place, Place]]:
    """Yield three positions for each multiword token of a document.

    They are the positions of the pointers, the beginning of the span around the token, and its end.
    """
    multiword = [np.flatnonzero(side.multiword) for side in sides]
    place = _next((0, 0), sides, multiword) if any(map(len, multiword)) else None
    while place is not None:
        begin, end = _span(sides[0], sides[1], *place)
        yield place, begin, end
        place = _next(end, sides, multiword)


def _next(at: Place, sides: list[_WordSide], multiword: list[IntArray]) -> Place | None:
    """Return the next position after *at* at which a pointer is inside a multiword token; None at the end.

    A step passes the word that begins first (the gold word if both begin in one place), or two words of the
    same span.
    """
    gold, system = sides
    g, s = at
    goals = [  # the next word of a multiword token on each side, or the end
        int(rows[place]) if (place := int(np.searchsorted(rows, here))) < len(rows) else len(side)
        for rows, here, side in zip(multiword, at, sides, strict=True)
    ]
    if g < goals[0] and s < goals[1]:
        last = goals[0] - 1  # gold's last word before its goal, and the system's place when it is passed
        place = s + int(np.searchsorted(system.start[s : goals[1]], gold.start[last]))
        if place < goals[1]:
            same = system.start[place] == gold.start[last] and system.end[place] == gold.end[last]
            g, s = goals[0], place + int(same)
        else:  # the system is at its goal before
            g += int(np.searchsorted(gold.start[g : goals[0]], system.start[goals[1] - 1], "right"))
            s = goals[1]
    return (g, s) if g < len(gold) and s < len(system) else None


def _span(gold: _WordSide, system: _WordSide, g: int, s: int) -> tuple[Place, Place]:
    """Return the span around the multiword token at a pointer: the positions of its first words, and of the
    words after its end.
    """
    if gold.multiword[g]:
        end = int(gold.end[g])
        s += system.skips(s, int(gold.start[g]))
    else:
        end = int(system.end[s])
        g += gold.skips(g, int(system.start[s]))
    begin = (g, s)
    while not (gold.beyond(g, end) and system.beyond(s, end)):
        if g < len(gold) and (s >= len(system) or gold.start[g] <= system.start[s]):
            end = gold.extended(g, end)
            g += 1
        else:
            end = system.extended(s, end)
            s += 1
    return begin, (g, s)


def _too_long(batch: Batch[Dependencies], row: int, words: list[list[int]]) -> str:
    side = batch.gold
    name = side.documents[int(side.document[side.sentence[row]])] if len(side) else "?"
    return (
        f"document {name}: one span around multiword tokens holds {len(words[0]):,} gold and "
        f"{len(words[1]):,} system words; the product of differing words must be at most "
        f"{MOST_CELLS:,}"
    )
