"""Text made to fit a terminal: padded, cut in the middle, cut around an item."""

from collections.abc import Callable
from typing import Self

from nerkit.ground.text_width import character_width, width

CUT = "…"  # stands where text was left out


class PartedCell(str):
    """A cell in which texts stand between words that are never cut: labels, places, an arrow.

    parts   words, text, words, text, …; either may be empty
    """

    __slots__ = ("parts",)

    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> Self:
        phrase = super().__new__(cls, "".join(parts))
        phrase.parts = parts
        return phrase

    @property
    def least(self) -> int:
        """The columns that it takes with all of its texts left out."""
        return sum(map(width, self.parts[::2])) + sum(min(width(text), 1) for text in self.parts[1::2])

    def map(self, written: Callable[[str], str]) -> "PartedCell":
        """The phrase with its parts written otherwise."""
        return PartedCell(*map(written, self.parts))

    def cut(self, columns: int) -> str:
        """The phrase with its texts cut, the widest first: one text at its end, several in the middle."""
        texts = self.parts[1::2]
        shorten = at_the_end if sum(map(bool, texts)) == 1 else cut_in_the_middle
        room = max(columns - sum(map(width, self.parts[::2])), 0)
        allowed = dict[int, int]()
        for place in sorted(range(len(texts)), key=lambda place: width(texts[place])):
            left = len(texts) - len(allowed)
            allowed[place] = min(width(texts[place]), max((room - sum(allowed.values())) // left, 1))
        shown = [shorten(text, allowed[place]) for place, text in enumerate(texts)]
        return "".join(part for pair in zip(self.parts[::2], [*shown, ""], strict=False) for part in pair)


def padded(text: str, columns: int, side: str) -> str:
    """The text with blanks up to a width; *side* is where it stands, `left` or `right`."""
    blanks = " " * (columns - width(text))
    return text + blanks if side == "left" else blanks + text


def at_the_end(text: str, columns: int) -> str:
    """The beginning of a text, where it is wider than that many columns."""
    return text if width(text) <= columns else beginning(text, columns - 1).rstrip() + CUT


def cut_in_the_middle(text: str, columns: int) -> str:
    """The beginning and the end of a text, where it is wider than that many columns."""
    if width(text) <= columns:
        return text
    room = max(columns - 1, 0)
    end = room // 2
    return beginning(text, room - end) + CUT + ending(text, end) if columns > 0 else ""


def cut_around(text: str, columns: int, mark: str = "[") -> str:
    """The part of a text around its first *mark*, where it is wider than that many columns."""
    if width(text) <= columns:
        return text
    before, found, after = text.partition(mark)
    if not found:
        before, after = "", text
    left = ending(before, max(columns // 3, columns - 1 - width(found + after)))
    head = left if left == before else CUT + ending(before, max(width(left) - 1, 0))
    room = columns - width(head)
    tail = found + after
    cut = head + (tail if width(tail) <= room else beginning(tail, room - 1) + CUT)
    return cut if width(cut) <= columns else beginning(cut, columns)


def beginning(text: str, columns: int) -> str:
    """As much of the beginning of a text as fits, marks with their letters."""
    used = 0
    for place, character in enumerate(text):
        used += character_width(character)
        if used > columns:
            return text[:place]
    return text


def ending(text: str, columns: int) -> str:
    """As much of the end of a text as fits; a mark whose letter does not fit is left out with it."""
    used, first = 0, len(text)
    for place in range(len(text) - 1, -1, -1):
        own = character_width(text[place])
        used += own
        if used > columns:
            break
        if own:
            first = place
    return text[first:]
