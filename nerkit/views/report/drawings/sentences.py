"""Words on a line, for drawings of trees with gold above the words and the system below.

A sentence of more than MOST_WORDS words is not drawn as a tree, but as text with items above and below it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import Appearance, DocumentItems, OfSystem
from nerkit.views.report.parts import DrawingPart, DrawnPiece, Mark, Part, width

GAP = 14  # pixels between words
MARGIN = 8
LINE = 20  # pixels of a line of words
MOST_WORDS = 300  # the largest number of words of a sentence that is drawn


@dataclass
class WordLine:
    """The words of a sentence on a line, with the width of each word in pixels."""

    words: list[str]
    wide: list[float]

    @classmethod
    def of(cls, words: Sequence[str]) -> "WordLine":
        """Make a line of words. Each word is as wide as its text."""
        return cls(list(words), [width(word) + GAP for word in words])

    @property
    def right(self) -> list[float]:
        """The right border of each word, in pixels."""
        return [MARGIN + right for right in accumulate(self.wide)]

    @property
    def middle(self) -> list[float]:
        """The middle of each word, in pixels."""
        return [right - wide / 2 for right, wide in zip(self.right, self.wide, strict=True)]

    @property
    def width(self) -> float:
        """The width of the line, with margins."""
        return sum(self.wide) + 2 * MARGIN

    def widen(self, first: int, last: int, pixels: float) -> None:
        """Make the words from *first* to *last* (inclusive) together at least *pixels* wide."""
        lacks = pixels - sum(self.wide[first : last + 1])
        if lacks > 0:
            for place in range(first, last + 1):
                self.wide[place] += lacks / (last + 1 - first)

    def part(self, first: int, last: int, pixels: float) -> None:
        """Move the middles of two words apart, to a distance of at least *pixels*."""
        lacks = pixels - (sum(self.wide[first : last + 1]) - (self.wide[first] + self.wide[last]) / 2)
        if lacks > 0:
            for place in range(first, last + 1):
                self.wide[place] += lacks / (last - first)

    def drawn(self, y: float, css: str = "w") -> DrawnPiece:
        """The words as a piece of the drawing at height *y*."""
        return DrawnPiece(
            [Mark(css, text=word, x=x, y=y) for word, x in zip(self.words, self.middle, strict=True)]
        )


Pair = tuple[int | None, int | None]  # a sentence of gold and a sentence of the system


class DrawnNode(NamedTuple):
    """A node or an arc of a drawn tree.

    ends       for an arc its head and its word, as places in the sentence; the head of the root is -1. For
               a node its first and its last word
    height     the number of steps between the words and the node
    shown      the appearance of its item; None without an item
    words      the places of a node's words in the sentence
    children   the places of a node's children among the nodes
    """

    label: str
    ends: tuple[int, int]
    height: int
    shown: Appearance | None
    words: Sequence[int] = ()
    children: Sequence[int] = ()

    @property
    def text(self) -> str:
        """The label of the node, with a cross if it is wrong."""
        return f"{self.label} ✗" if self.shown is not None and self.shown.wrong else self.label


class TreeDrawing:
    """The drawing of the sentences of one kind of trees; a subclass for each kind.

    kind    the class of the corpora
    foot    pixels below the nodes of the system
    """

    kind: ClassVar[type]
    foot: ClassVar[int] = 0

    def words(self, trees: Any, sentence: int) -> range:
        """The rows of the words of a sentence."""
        raise NotImplementedError

    def items(self, trees: Any, sentence: int) -> Sequence[int]:
        """The rows of the items of a sentence: its words, unless a subclass says otherwise."""
        return self.words(trees, sentence)

    def texts(self, trees: Any, rows: Sequence[int]) -> list[str]:
        """The texts of the words in *rows*."""
        raise NotImplementedError

    def nodes(
        self, of: DocumentItems, at: tuple[OfSystem, int], trees: Any, sentence: int
    ) -> list[DrawnNode]:
        """The nodes of a sentence; *at* is the system and the side of the trees."""
        raise NotImplementedError

    def spread(self, line: WordLine, node: DrawnNode) -> None:
        """Make room on the line for the label of a node."""
        raise NotImplementedError

    def room(self, nodes: Sequence[DrawnNode]) -> float:
        """The pixels that the nodes need above or below the words."""
        raise NotImplementedError

    def side(self, nodes: list[DrawnNode], line: WordLine, at: tuple[float, int]) -> Iterator[DrawnPiece]:
        """Yield the nodes of one side.

        *at* is the height of the words in pixels, and -1 for nodes above or 1 for nodes below.
        """
        raise NotImplementedError

    def drawn(self, of: DocumentItems) -> Iterator[Part]:
        """Yield a part for each sentence, with gold items and the items of a system."""
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
        """Yield the part of a pair of sentences. Yield nothing if all its items are left out.

        If only excerpts are shown, yield nothing for a pair without an error, too.
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
            yield self._sentence(of, one, there)
        elif items:
            yield texts.on_part(of, one, items)

    def _sentence(self, of: DocumentItems, one: OfSystem, there: list[tuple[int, Any, int]]) -> DrawingPart:
        """The drawing of a pair of sentences. *there* has side, trees and sentence, for each existing
        sentence.
        """
        words: list[list[str]] = [[], []]
        nodes: list[list[DrawnNode]] = [[], []]
        for side, trees, sentence in there:
            words[side] = self.texts(trees, self.words(trees, sentence))
            nodes[side] = self.nodes(of, (one, side), trees, sentence)
        lines = word_lines(words)
        for line, own in zip((lines[0], lines[-1]), nodes, strict=True):
            for node in own:
                self.spread(line, node)
        top = self.room(nodes[0])
        base = top + LINE * sum(bool(line.words) for line in lines)
        pieces = words_drawn(lines, top)
        pieces += self.side(nodes[0], lines[0], (top, -1))
        pieces += self.side(nodes[1], lines[-1], (base, 1))
        wide = max(line.width for line in lines)
        below = self.room(nodes[1]) + self.foot * bool(nodes[1])
        return DrawingPart(of.title(one), wide, base + below, pieces)


def word_lines(words: Sequence[list[str]]) -> list[WordLine]:
    """The lines of the words of both sides. Equal words make one line."""
    return [WordLine.of(words[0])] if words[0] == words[1] else [WordLine.of(side) for side in words]


def words_drawn(lines: Sequence[WordLine], top: float) -> list[DrawnPiece]:
    """The pieces of the lines that have words, one below the other from *top*."""
    filled = [line for line in lines if line.words]
    return [line.drawn(top + LINE * (0.7 + number)) for number, line in enumerate(filled)]


def paired(gold: IntArray, system: IntArray) -> list[Pair]:
    """The pairs of sentences that are drawn together.

    If both sides have equally many sentences, they pair by position. If not, all gold sentences come first,
    then all system sentences.
    """
    ours, theirs = gold.tolist(), system.tolist()
    if len(ours) == len(theirs):
        return list(zip(ours, theirs, strict=True))
    return [*((one, None) for one in ours), *((None, one) for one in theirs)]
