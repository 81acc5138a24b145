"""Words on a line, for drawings of trees: gold above the words, the system below.

A sentence of more than MOST_WORDS is not a drawing, but lines of text with its items above and below them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import DocumentItems, OfSystem
from nerkit.views.report.parts import DrawingPart, DrawnPiece, Mark, Part, width

GAP = 14  # pixels between words
MARGIN = 8
LINE = 20  # pixels of a line of words
MOST_WORDS = 300  # of a sentence that is drawn


@dataclass
class WordLine:
    """The middles of the words of a sentence, in pixels, and how wide they are together."""

    words: list[str]
    wide: list[float]

    @classmethod
    def of(cls, words: Sequence[str]) -> "WordLine":
        """The words, each as wide as its text."""
        return cls(list(words), [width(word) + GAP for word in words])

    @property
    def right(self) -> list[float]:
        """The right border of each word."""
        return [MARGIN + right for right in accumulate(self.wide)]

    @property
    def middle(self) -> list[float]:
        """The middle of each word."""
        return [right - wide / 2 for right, wide in zip(self.right, self.wide, strict=True)]

    @property
    def width(self) -> float:
        """The width of the line, with margins."""
        return sum(self.wide) + 2 * MARGIN

    def widen(self, first: int, last: int, pixels: float) -> None:
        """Make words from *first* to *last*, inclusive, at least so wide together."""
        lacks = pixels - sum(self.wide[first : last + 1])
        if lacks > 0:
            for place in range(first, last + 1):
                self.wide[place] += lacks / (last + 1 - first)

    def part(self, first: int, last: int, pixels: float) -> None:
        """Put the middles of two words at least so far from each other."""
        lacks = pixels - (sum(self.wide[first : last + 1]) - (self.wide[first] + self.wide[last]) / 2)
        if lacks > 0:
            for place in range(first, last + 1):
                self.wide[place] += lacks / (last - first)

    def drawn(self, y: float, css: str = "w") -> DrawnPiece:
        """The words at a height."""
        return DrawnPiece(
            [Mark(css, text=word, x=x, y=y) for word, x in zip(self.words, self.middle, strict=True)]
        )


Pair = tuple[int | None, int | None]  # sentences of gold and of the system
SentenceDrawer = Callable[[DocumentItems, OfSystem, tuple[Any, Any], Pair], DrawingPart]
RowsOf = Callable[[Any, int], range]  # (trees, sentence) -> its words
ItemsOf = Callable[[Any, int], Sequence[int]]  # (trees, sentence) -> the rows of its items


@dataclass(frozen=True)
class TreeDrawing:
    """The drawing of the sentences of a kind of trees.

    kind       the class of their corpora
    words      (trees, sentence) -> the rows of its words
    items      (trees, sentence) -> the rows of its items
    sentence   draws a pair of sentences
    """

    kind: type
    words: RowsOf
    items: ItemsOf
    sentence: SentenceDrawer

    def drawn(self, of: DocumentItems) -> Iterator[Part]:
        """A part for each sentence: items of a system beside the gold items."""
        for one in of.systems:
            batch = one.batch
            if batch is None or not isinstance(batch.gold, self.kind):
                yield from texts.drawn(of)
                return
            sides: tuple[Any, Any] = batch.gold, batch.system
            own = [np.flatnonzero(side.document == one.document) for side in sides]
            for pair in paired(own[0], own[1]):
                yield from self._parts(of, one, sides, pair)

    def _parts(self, of: DocumentItems, one: OfSystem, sides: tuple[Any, Any], pair: Pair) -> Iterator[Part]:
        """The part of a pair of sentences; empty if all of its items are left out, and of excerpts none
        without an error.
        """
        both = [(side, trees, number) for side, (trees, number) in enumerate(zip(sides, pair, strict=True))]
        there = [(side, trees, number) for side, trees, number in both if number is not None]
        known = [of.known(one, s, row) for s, trees, number in there for row in self.items(trees, number)]
        items = [item for item in known if item is not None]
        if of.cut and not items:
            return
        if of.context is not None and not any(item.wrong for item in items):
            return
        if max(len(self.words(trees, number)) for _, trees, number in there) <= MOST_WORDS:
            yield self.sentence(of, one, sides, pair)
        elif items:
            yield texts.on_part(of, one, items)


def word_lines(words: Sequence[list[str]]) -> list[WordLine]:
    """The lines of the words of both sides; equal words make one line."""
    return [WordLine.of(words[0])] if words[0] == words[1] else [WordLine.of(side) for side in words]


def words_drawn(lines: Sequence[WordLine], top: float) -> list[DrawnPiece]:
    """The lines that have words, one below the other."""
    filled = [line for line in lines if line.words]
    return [line.drawn(top + LINE * (0.7 + number)) for number, line in enumerate(filled)]


def paired(gold: IntArray, system: IntArray) -> list[Pair]:
    """Sentences that are drawn together. If both sides have equally many, they pair by position; if not, all
    gold sentences come first, then all system sentences.
    """
    ours, theirs = gold.tolist(), system.tolist()
    if len(ours) == len(theirs):
        return list(zip(ours, theirs, strict=True))
    return [*((one, None) for one in ours), *((None, one) for one in theirs)]
