"""Sentences of a text with items above and below them, as segments that a page can break at any width.

A sentence ends at a line break, and is cut at the borders of its items. A long item is also cut behind its
blanks, so that a line can end there. Items that overlap are in different rows: row 0 is next to the text. A
label can be longer than its item. There is room behind the text only if the label would reach the next item
of its row.

    PER--------                      row 0 above: gold
    Anna  Lind  lives                segments `Anna `, `Lind`, ` lives`
    PER-                             row 0 below: the system
"""

import math
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.ground.patterns import regex

MOST_ROWS = 40  # rows of a layer; further overlapping items are not drawn
WHOLE = 24  # characters; a shorter stretch inside an item is not cut behind blanks
NARROW = "iIjlftr.,:;'!|·()[]/ -"
THIN, LETTER = 0.27, 0.5  # rem: the least width of a narrow letter of a text, and of others
BOLD, MARGIN = 0.52, 0.4  # rem: the width of a letter of a label, and around a label
STEP = 0.5  # rem: a unit of the room behind a segment
LONG_WORD = 30  # characters; a longer word is cut at the border of an excerpt
PART = regex(r"\s+|\S{1,16}\s*")  # a part of a text inside an item; a line can end behind it
RIGHT_TO_LEFT = ("R", "AL")


class Item(NamedTuple):
    """An item to draw on a text.

    start, end   its characters, half-open
    layer        0 for gold, 1 and more for systems
    key          its place in the list of items
    parts        the characters of the fragments of a discontinuous item
    wide         the width of its label in rem
    row          its row above the text, if each layer has rows of its own; otherwise None
    """

    start: int
    end: int
    layer: int
    key: int
    parts: Sequence[tuple[int, int]] = ()
    wide: float = 0
    row: int | None = None


class Piece(NamedTuple):
    """A part of an item at a segment.

    key            the key of the item
    row            its row, counted from the text
    begins, ends   whether the item begins or ends at the segment
    gap            whether the part is a gap between two fragments
    """

    key: int
    row: int
    begins: bool
    gap: bool = False
    ends: bool = False


class Segment(NamedTuple):
    """A part of a sentence between two borders.

    above, below   the pieces of gold items and of system items
    other          the part of a second text that is below; None if there is only one text
    differs        whether both texts differ at the segment
    room           the room behind it that a label needs, in steps
    """

    text: str
    above: Sequence[Piece] = ()
    below: Sequence[Piece] = ()
    other: str | None = None
    differs: bool = False
    room: int = 0

    @property
    def marked(self) -> bool:
        """Whether the segment has items or a second text."""
        return bool(self.above or self.below or self.other is not None)

    @property
    def css(self) -> str:
        """The style classes for the numbers of rows, if a side has not exactly one row, and for the room."""
        rows = [max((piece.row + 1 for piece in side), default=0) for side in (self.above, self.below)]
        above = "" if rows[0] == 1 else f"a{rows[0]}"
        below = "" if rows[1] == 1 else f"z{rows[1]}"
        two = "" if self.other is None else "two"
        return " ".join(filter(None, (above, below, two, self.roomy)))

    @property
    def roomy(self) -> str:
        """The style class of the room behind the segment; empty without room."""
        return f"w{self.room}" if self.room else ""


class FlowingSentence(NamedTuple):
    """A sentence, or an excerpt of a sentence, as segments.

    rtl       whether the sentence is written from right to left
    excerpt   the range of an excerpt; None for a whole sentence
    """

    segments: list[Segment]
    rtl: bool = False
    excerpt: "Excerpt | None" = None

    @property
    def unbroken(self) -> Iterator[list[Segment]]:
        """Yield groups of segments that a line break must not divide: all parts of a word.

        A blank inside an item belongs to the word before it.
        """
        group, size = list[Segment](), 0
        for segment in self.segments:
            if group and (
                size + len(segment.text) > LONG_WORD
                or not (
                    (segment.text == " " and segment.marked)
                    or _within_word(group[-1].text + segment.text, len(group[-1].text), segment.other)
                )
            ):
                yield group
                group, size = [], 0
            group.append(segment)
            size += len(segment.text)
        if group:
            yield group


class Excerpt(NamedTuple):
    """A range of a text within a sentence.

    number          the number of the sentence, from 1
    before, after   whether text of the sentence is left out before and after the range
    """

    begin: int
    end: int
    number: int
    before: bool = False
    after: bool = False


Other = tuple[str, IntArray]  # a second text of equal length, and the places of characters that differ


def sentences(
    text: str,
    items: Sequence[Item],
    layers: int,
    other: Other | None = None,
    parts: Sequence[Excerpt] | None = None,
) -> Iterator[FlowingSentence]:
    """Yield the sentences of a text with its items; with *parts*, only these excerpts.

    *layers* is the number of layers. *other* is a second text that is below the text.
    """
    ordered = sorted(items, key=_place)
    waiting, going = 0, list[Item]()
    ranges = cut(text) if parts is None else ((part.begin, part.end) for part in parts)
    for number, (begin, end) in enumerate(ranges):
        while waiting < len(ordered) and ordered[waiting].start < end:
            going.append(ordered[waiting])
            waiting += 1
        if end == len(text):  # items at the very end belong to the last sentence
            going += ordered[waiting:]
            waiting = len(ordered)
        if parts is not None:
            going = [item for item in going if item.end > begin or item.start >= begin]
        yield FlowingSentence(
            list(_segments(text, (begin, end), going, layers, other)),
            _rtl(text[begin:end]),
            None if parts is None else parts[number],
        )
        going = [item for item in going if item.end > end]


def excerpts(text: str, places: Sequence[tuple[int, int]], context: int) -> list[Excerpt]:
    """The parts of sentences that contain these places, with *context* characters on both sides and whole
    words.

    >>> excerpts("one two three four", [(8, 13)], 3)
    [Excerpt(begin=4, end=18, number=1, before=True, after=False)]
    """
    ordered, first = sorted(places), 0
    kept = list[Excerpt]()
    for number, (begin, end) in enumerate(cut(text), 1):
        while first < len(ordered) and max(ordered[first][1], ordered[first][0] + 1) <= begin:
            first += 1
        for start, stop in ordered[first:]:
            if start >= end and end < len(text):
                break
            if max(stop, start + 1) <= begin:
                continue
            low, high = _widened(text, start - context, stop + context, begin, end)
            if kept and kept[-1].number == number and low <= kept[-1].end:
                low, high = kept[-1].begin, max(high, kept[-1].end)
                kept.pop()
            kept.append(Excerpt(low, high, number, low > begin, high < end))
    return kept


def _widened(text: str, low: int, high: int, begin: int, end: int) -> tuple[int, int]:
    """The range *low* to *high* within a sentence, with whole words at its borders unless they
    are very long.
    """
    if low - LONG_WORD <= begin:
        low = text.rfind(" ", begin, low) + 1 if low > begin else begin
        low = max(low, begin)
    else:
        low = text.rfind(" ", low - LONG_WORD, low) + 1 or low
    blank = text.find(" ", high, min(end, high + LONG_WORD)) if high < end else end
    return low, blank if blank >= 0 else end if high + LONG_WORD >= end else high


def cut(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the sentences of a text. A sentence ends behind its line break."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin) + 1 or len(text)
        yield begin, end
        begin = end
    if not text:
        yield 0, 0


def in_rows(items: Sequence[Item], layers: int) -> list[Item]:
    """The items without items for which their layer has no free row. A layer has at most MOST_ROWS rows."""
    rows = _rows_of_layers(items, 0, layers)
    return [item for item, row in zip(items, rows, strict=True) if row < MOST_ROWS]


def stacked(items: Sequence[Item], layers: int) -> tuple[list[Item], list[int]]:
    """The items above the text, with separate rows for each layer, and the lowest row of each layer.

    The first layer is at the top. A layer without items has a row, too.
    """
    rows = _rows_of_layers(items, 0, layers)
    depth = [1] * layers
    for item, row in zip(items, rows, strict=True):
        depth[item.layer] = max(depth[item.layer], row + 1)
    below = [sum(depth[layer + 1 :]) for layer in range(layers)]
    return [
        item._replace(layer=0, row=below[item.layer] + row) for item, row in zip(items, rows, strict=True)
    ], below


def near(items: Sequence[Item], parts: Sequence[Excerpt]) -> list[Item]:
    """The items that overlap these parts of a text."""
    ends = [part.end for part in parts]  # ascending
    kept = []
    for item in items:
        place = bisect_left(ends, item.start)
        if place < len(parts) and parts[place].begin <= item.end:
            kept.append(item)
    return kept


def _place(item: Item) -> tuple[int, int, int]:
    """The sort key of items: by start, longer items first."""
    return item.start, -item.end, item.layer


def _rtl(text: str) -> bool:
    """Whether the first letter of a text is written from right to left."""
    for character in "" if text.isascii() else text:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", *RIGHT_TO_LEFT):
            return direction in RIGHT_TO_LEFT
    return False


def _segments(
    text: str, part: tuple[int, int], items: Sequence[Item], layers: int, other: Other | None
) -> Iterator[Segment]:
    """Yield the segments of the sentence at the range *part* of the text."""
    begin, end = part
    row_of = _rows(items, begin, layers)
    inside = [(max(item.start, begin), min(item.end, end)) for item in items]
    borders = {begin, end, *(at for pair in inside for at in pair)}
    borders |= {at for item in items for pair in item.parts for at in pair if begin < at < end}
    different = set[int]()
    if other is not None:
        at, to = np.searchsorted(other[1], part)
        different = set(other[1][at:to].tolist())
        borders |= different | {place + 1 for place in different}
        borders -= {place for place in different if place - 1 in different and place != begin}
    for at in [at for at in borders if begin < at < end and _within_word(text, at, other)]:
        first = max(text.rfind(" ", begin, at) + 1, begin)
        last = text.find(" ", at, end)
        last = end if last < 0 else last
        if last - first <= LONG_WORD:
            borders |= {first, last if last in borders else min(last + 1, end)}
    empty = {start for start, stop in inside if start == stop}  # places of items without a character
    waiting = sorted(range(len(items)), key=lambda number: inside[number])
    room = _room(text, begin, items, row_of)
    active, next_ = list[int](), 0
    places = sorted(borders)
    begun = set[int]()
    for first, last in [*pairwise(places), (end, end)] if places[-1] in empty else pairwise(places):
        while next_ < len(waiting) and inside[waiting[next_]][0] <= first:
            active.append(waiting[next_])
            next_ += 1
        active = [n for n in active if inside[n][1] > first or inside[n] == (first, first)]
        long = last - first > WHOLE if active else bool(other)
        split = first < last and (long or (active and text[first] == " "))
        parts = (match.span() for match in PART.finditer(text, first, last)) if split else ((first, last),)
        for a, b in parts:
            here = [n for n in active if inside[n][1] > a or n not in begun]
            pieces: tuple[list[Piece], list[Piece]] = ([], [])
            for n in here:
                item = items[n]
                gap = bool(item.parts) and not any(x < max(b, a + 1) and y > a for x, y in item.parts)
                begins = item.start >= begin and n not in begun
                ends = item.end <= max(b, item.start)
                pieces[item.layer > 0].append(Piece(item.key, row_of[n], begins, gap, ends))
                begun.add(n)
            below = None if other is None else other[0][a:b].replace("\n", " ")
            yield Segment(text[a:b].replace("\n", " "), *pieces, below, a in different, room.pop(b, 0))


def _within_word(text: str, at: int, other: object = None) -> bool:
    """Whether an offset is inside a word. Beside a second text, every visible character belongs to a word."""
    around = text[max(at - 1, 0) : at + 1]
    return len(around) == 2 and (around.isalnum() if other is None else not any(map(str.isspace, around)))


def _room(text: str, begin: int, items: Sequence[Item], row_of: Sequence[int]) -> dict[int, int]:
    """Offset -> the room in steps before the item that begins there, for the label of the item before it."""
    room: dict[int, int] = {}
    last: dict[tuple[bool, int], Item] = {}  # side and row -> the item that began last
    for item, row in sorted(zip(items, row_of, strict=True)):
        before = last.get((item.layer > 0, row))
        last[item.layer > 0, row] = item
        if before is None or before.start < begin or before.start == item.start:
            continue
        if before.wide > THIN * (item.start - before.start):
            missing = before.wide - text_width(text[before.start : item.start])
            room[item.start] = max(room.get(item.start, 0), math.ceil(missing / STEP))
    return {place: steps for place, steps in room.items() if steps > 0}


def columns(text: str) -> int:
    """The width of a text in letters; wide characters count as two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(character) in "WF" for character in text)


def text_width(text: str) -> float:
    """The smallest width of a text, in rem."""
    return LETTER * columns(text) - (LETTER - THIN) * sum(map(text.count, NARROW))


def label_width(label: str, *, wrong: bool) -> float:
    """The largest width of a label, in rem."""
    return MARGIN + BOLD * columns(f"✗ {label}" if wrong else label)


def _rows_of_layers(items: Sequence[Item], begin: int, layers: int) -> list[int]:
    """The row of each item within its layer, in a sentence that begins at *begin*."""
    rows: list[list[int]] = [[] for _ in range(layers)]  # layer -> the end of each row so far
    row_of = [0] * len(items)
    for n in sorted(range(len(items)), key=lambda n: _place(items[n])):
        item, of_layer = items[n], rows[items[n].layer]
        start = max(item.start, begin)
        row_of[n] = next((row for row, end in enumerate(of_layer) if end <= start), len(of_layer))
        if row_of[n] < MOST_ROWS:
            of_layer[row_of[n] : row_of[n] + 1] = [max(item.end, start + 1)]
    return row_of


def _rows(items: Sequence[Item], begin: int, layers: int) -> list[int]:
    """The row of each item in a sentence. Items of a system have rows below the items of earlier systems."""
    row_of = _rows_of_layers(items, begin, layers)
    depth = [0] * layers
    for item, row in zip(items, row_of, strict=True):
        depth[item.layer] = max(depth[item.layer], row + 1)
    before = [0, *accumulate(depth[1:], initial=0)]
    return [
        row + before[item.layer] if item.row is None else item.row
        for row, item in zip(row_of, items, strict=True)
    ]
