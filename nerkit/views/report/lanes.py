"""Items above and below the lines of a text: a grid of columns and lanes, which a page can draw.

A text is cut into lines at blanks. The columns of a line lie between the borders of its items, so that a
column is inside an item or outside of it; items that overlap have lanes of their own.

    PER------------                      lane of gold, columns 0 to 2
    Anna  Lind   lives                   columns of text: `Anna`, ` Lind`, ` lives`
    PER-                                 lane of the system, column 0
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray

LINE = 64  # characters of a line
MOST_LANES = 40  # of a layer; where more items than these overlap, the others are not drawn


class Item(NamedTuple):
    """An item to draw: its characters, its layer (0 gold, 1 and more the systems), and what it stands for.

    parts   the characters of the fragments of a discontinuous item
    """

    start: int
    end: int
    layer: int
    key: int
    parts: Sequence[tuple[int, int]] = ()


class LanePiece(NamedTuple):
    """A part of an item on a line: columns `[first, last)`, whether it begins there, and whether it is a gap
    between two fragments.
    """

    key: int
    first: int
    last: int
    begins: bool
    gap: bool = False


class TextLine(NamedTuple):
    """A line: the texts of its columns, and for each layer its lanes of pieces.

    other     the columns of a second text that stands below the first; none where there is only one
    differs   whether the columns of both texts differ
    """

    columns: list[str]
    layers: list[list[list[LanePiece]]]
    other: Sequence[str] = ()
    differs: Sequence[bool] = ()


Other = tuple[str, IntArray]  # a second text of the same length, and the characters in which it differs


def lines(text: str, items: Sequence[Item], layers: int, other: Other | None = None) -> Iterator[TextLine]:
    """The lines of a text with its items; *other* is a text that stands below it."""
    ordered = sorted(items, key=_place)
    waiting, going = 0, list[Item]()
    for begin, end in cut(text):
        while waiting < len(ordered) and ordered[waiting].start < end:
            going.append(ordered[waiting])
            waiting += 1
        if end == len(text):  # items at the very end stand on the last line
            going += ordered[waiting:]
            waiting = len(ordered)
        yield _line(text, (begin, end), going, layers, other)
        going = [item for item in going if item.end > end]


def with_lanes(items: Sequence[Item], layers: int) -> list[Item]:
    """The items, in their order, without those that begin where MOST_LANES of their layer are taken."""
    ends: list[list[int]] = [[] for _ in range(layers)]  # of the items that have a lane
    drawn = set[int]()
    for item in sorted(items, key=_place):
        lanes = ends[item.layer]
        while lanes and lanes[0] <= item.start:
            heappop(lanes)
        if len(lanes) < MOST_LANES:
            heappush(lanes, max(item.end, item.start + 1))
            drawn.add(item.key)
    return [item for item in items if item.key in drawn]


def _place(item: Item) -> tuple[int, int, int]:
    """The sort key of items: by start, longer ones first."""
    return item.start, -item.end, item.layer


def cut(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of the lines of a text: at line breaks, and behind the last blank that fits."""
    begin = 0
    while begin < len(text):
        end = min(begin + LINE, len(text))
        break_at = text.find("\n", begin, end)
        if break_at >= 0:
            end = break_at + 1
        elif end < len(text):
            blank = text.rfind(" ", begin, end)
            end = blank + 1 if blank > begin else end
        yield begin, end
        begin = end
    if not text:
        yield 0, 0


def _line(
    text: str, part: tuple[int, int], items: Sequence[Item], layers: int, other: Other | None
) -> TextLine:
    begin, end = part
    borders = {begin, end}
    different = set[int]()
    if other is not None:
        at, to = np.searchsorted(other[1], part)
        different = set(other[1][at:to].tolist())
        borders |= different | {place + 1 for place in different}
        borders -= {place for place in different if place - 1 in different and place != begin}
    places = list[list[tuple[int, int, bool]]]()
    for item in items:
        first, last = max(item.start, begin), min(item.end, end)
        last = max(first, last)
        stretches = list(_stretches(item, (first, last)))
        places.append(stretches)
        borders |= {border for a, b, _ in stretches for border in (a, b)}
    ends = sorted(borders)
    columns = [text[a:b].replace("\n", " ") for a, b in pairwise(ends)] or [""]
    lanes: list[list[list[LanePiece]]] = [[] for _ in range(layers)]
    for item, stretches in zip(items, places, strict=True):
        pieces = list[LanePiece]()
        for first, last, gap in stretches:
            column = min(bisect_right(ends, first) - 1, len(columns) - 1)
            behind = max(column + 1, bisect_right(ends, last) - 1)
            begins = item.start >= begin and not pieces
            pieces.append(LanePiece(item.key, column, behind, begins, gap))
        _put(lanes[item.layer], pieces)
    if other is None:
        return TextLine(columns, lanes)
    below = [other[0][a:b].replace("\n", " ") for a, b in pairwise(ends)] or [""]
    return TextLine(columns, lanes, below, [place in different for place in ends[:-1]])


def _stretches(item: Item, part: tuple[int, int]) -> Iterator[tuple[int, int, bool]]:
    """The fragments of an item within a part of the text, and the gaps between them: characters, is a gap."""
    first, last = part
    inside = [(max(a, first), min(b, last)) for a, b in item.parts if a < last and b > first]
    if not item.parts or (first == last and not inside):
        yield first, last, False
        return
    at = first
    for a, b in inside:
        if a > at:
            yield at, a, True
        yield a, b, False
        at = b
    if at < last:
        yield at, last, True


def _put(lanes: list[list[LanePiece]], pieces: list[LanePiece]) -> None:
    """Append the pieces to the first lane that is free there."""
    for lane in lanes:
        if lane[-1].last <= pieces[0].first:
            lane.extend(pieces)
            return
    lanes.append(pieces)
