"""Dependency trees: gold arcs above the words, system arcs below.

An arc is the item of the word that it leads to. An arc is higher than all arcs under it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.views.report.drawings.sentences import (
    LINE,
    MARGIN,
    Pair,
    TreeDrawing,
    WordLine,
    word_lines,
    words_drawn,
)
from nerkit.views.report.items import Appearance, DocumentItems, OfSystem
from nerkit.views.report.parts import DrawingPart, DrawnPiece, Mark, width

STEP = 22  # pixels from one height of arcs to the next
HEAD = 4  # half of the width of an arrow


class Arc(NamedTuple):
    """An arc from a head to a word, as places in the sentence. The head is -1 for the root."""

    head: int
    word: int
    label: str
    shown: Appearance | None


def _words(trees: Dependencies, sentence: int) -> range:
    """The rows of the words of a sentence. Each word is also an item."""
    return range(int(trees.first[sentence]), int(trees.last[sentence]))


def _sentence(
    of: DocumentItems,
    one: OfSystem,
    sides: tuple[Dependencies, Dependencies],
    pair: Pair,
) -> DrawingPart:
    """The drawing of a pair of dependency trees."""
    words: list[list[str]] = [[], []]
    arcs: list[list[Arc]] = [[], []]
    for side, (trees, sentence) in enumerate(zip(sides, pair, strict=True)):
        if sentence is None:
            continue
        rows = _words(trees, sentence)
        first = rows.start
        words[side] = trees.words(list(rows))
        for row in rows:
            item = of.known(one, side, row)
            head = int(trees.parent[row])
            label = str(trees.columns["deprel"].value(row))
            shown = None if item is None else of.show(item, one)
            arcs[side].append(Arc(-1 if head == ROOT else head - first, row - first, label, shown))
    lines = word_lines(words)
    for line, own in zip((lines[0], lines[-1]), arcs, strict=True):
        for arc in own:
            if arc.head >= 0:
                left, right = sorted((arc.head, arc.word))
                line.part(left, right, width(_label(arc)) + 2 * MARGIN)
    heights = [_heights(own) for own in arcs]
    top = (max(heights[0], default=0) + 1) * STEP if arcs[0] else MARGIN
    base = top + LINE * (len(lines) if words[0] and words[1] else 1)
    below = (max(heights[1], default=0) + 1) * STEP if arcs[1] else 0
    pieces = words_drawn(lines, top)
    pieces += _arcs(arcs[0], heights[0], lines[0], (top, -1))
    pieces += _arcs(arcs[1], heights[1], lines[-1], (base, 1))
    wide = max(line.width for line in lines)
    return DrawingPart(of.title(one), wide, base + below + MARGIN, pieces)


def _label(arc: Arc) -> str:
    """The label of an arc, with a cross if it is wrong."""
    return f"{arc.label} ✗" if arc.shown is not None and arc.shown.wrong else arc.label


def _heights(arcs: list[Arc]) -> list[int]:
    """The height of each arc, from 1: above all arcs that overlap its inside. Arcs from the root
    are on top.
    """
    heights = [0] * len(arcs)
    inner = [i for i, arc in enumerate(arcs) if arc.head >= 0]
    spans = [tuple(sorted((arc.head, arc.word))) for arc in arcs]
    placed: list[int] = []
    for i in sorted(inner, key=lambda i: (spans[i][1] - spans[i][0], spans[i])):
        low, high = spans[i]
        under = [heights[j] for j in placed if spans[j][0] < high and low < spans[j][1]]
        heights[i] = 1 + max(under, default=0)
        placed.append(i)
    top = 1 + max(heights, default=0)
    return [height or top for height in heights]


def _arcs(arcs: list[Arc], heights: list[int], line: WordLine, at: tuple[float, int]) -> Iterator[DrawnPiece]:
    """Yield the arcs of one side. *at* is the height of the words in pixels, and -1 for arcs above or 1 for
    arcs below.
    """
    base, away = at
    middle = line.middle
    for arc, height in zip(arcs, heights, strict=True):
        y = base + away * height * STEP
        x = middle[arc.word]
        label = _label(arc)
        tip = base + away * 2
        arrow = f"M{x:.0f} {tip:.0f}l-{HEAD} {away * 6}h{2 * HEAD}z"
        if arc.head < 0:
            marks = [Mark("a", path=f"M{x:.0f} {tip:.0f}V{y:.0f}"), Mark("h", path=arrow)]
            marks.append(Mark("l begin", text=label, x=x + 4, y=y + (10 if away < 0 else -1)))
        else:
            start = middle[arc.head] + (5 if arc.word > arc.head else -5)
            path = f"M{start:.0f} {tip:.0f}V{y:.0f}H{x:.0f}V{tip:.0f}"
            marks = [Mark("a", path=path), Mark("h", path=arrow)]
            beyond = -3 if away < 0 else 12
            marks.append(Mark("l", text=label, x=(start + x) / 2, y=y + beyond))
        yield DrawnPiece(marks, arc.shown, css=f"ok {'gold' if away < 0 else 'system'}")


drawn = TreeDrawing(Dependencies, _words, _words, _sentence).drawn
