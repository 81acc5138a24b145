"""Words on a line, and what trees of both sides have in common: gold above the words, the system below."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from nerkit.algorithms.columns import IntArray
from nerkit.views.report.parts import DrawnPiece, Mark, width

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
        """How wide the line is, with margins."""
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


def paired(gold: IntArray, system: IntArray) -> list[tuple[int | None, int | None]]:
    """Sentences of both sides that are drawn together: the first of both and so on, where both have as many;
    else all of gold, then all of the system.
    """
    ours, theirs = gold.tolist(), system.tolist()
    if len(ours) == len(theirs):
        return list(zip(ours, theirs, strict=True))
    return [*((one, None) for one in ours), *((None, one) for one in theirs)]
