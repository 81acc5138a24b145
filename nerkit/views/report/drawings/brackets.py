"""Bracketed trees: the gold tree above the words, the system tree below them, upside down.

A node is drawn above the middle of its children, one step higher than its highest child. Brackets that do not
count are drawn faintly.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.brackets import Constituents
from nerkit.views.report.drawings import texts
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
from nerkit.views.report.parts import DrawingPart, DrawnPiece, Mark, Part, width

STEP = 34  # pixels from one height of nodes to the next
HALF = 8  # half of the height of a label


class BracketNode(NamedTuple):
    """A constituent of a drawn tree.

    words      the places of its words in the sentence
    children   the places of its children among the nodes
    below      the first and the last word below it
    height     its height above the words, in steps
    shown      the appearance of its item; None for brackets that do not count
    """

    label: str
    words: list[int]
    children: list[int]
    below: tuple[int, int]
    height: int
    shown: Appearance | None


def drawn(of: DocumentItems) -> Iterator[Part]:
    """Yield a drawing for each sentence: the gold tree and the tree of a system."""
    for one in of.systems:
        sides = () if one.batch is None else (one.batch.gold, one.batch.system)
        if any(
            len(items.label.codes) != len(side) for items, side in zip(one.errors.items, sides, strict=False)
        ):
            yield from texts.drawn(of)  # the items are not constituents
            return
    yield from TreeDrawing(Constituents, _words, _constituents, _sentence).drawn(of)


def _words(trees: Constituents, sentence: int) -> range:
    """The rows of the words of a sentence."""
    return range(int(trees.begin[sentence]), int(trees.begin[sentence + 1]))


def _constituents(trees: Constituents, sentence: int) -> list[int]:
    """The rows of the constituents of a sentence that have words."""
    rows: list[int] = np.flatnonzero((trees.sentence == sentence) & (trees.last > trees.first)).tolist()
    return rows


def _sentence(
    of: DocumentItems,
    one: OfSystem,
    sides: tuple[Constituents, Constituents],
    pair: Pair,
) -> DrawingPart:
    """The drawing of a pair of bracketed trees."""
    words: list[list[str]] = [[], []]
    nodes: list[list[BracketNode]] = [[], []]
    for side, (trees, sentence) in enumerate(zip(sides, pair, strict=True)):
        if sentence is None:
            continue
        words[side] = [str(trees.word.value(row)) for row in _words(trees, sentence)]
        nodes[side] = _nodes(of, (one, side), trees, sentence)
    lines = word_lines(words)
    for line, own in zip((lines[0], lines[-1]), nodes, strict=True):
        for node in own:
            line.widen(*node.below, width(_label(node)) + MARGIN)
    highest = [max((node.height for node in own), default=0) for own in nodes]
    top = highest[0] * STEP + MARGIN + HALF
    count = sum(bool(line.words) for line in lines)
    base = top + LINE * count
    pieces = words_drawn(lines, top)
    pieces += _tree(nodes[0], lines[0], (top, -1))
    pieces += _tree(nodes[1], lines[-1], (base, 1))
    wide = max(line.width for line in lines)
    return DrawingPart(of.title(one), wide, base + highest[1] * STEP + MARGIN + HALF, pieces)


def _nodes(
    of: DocumentItems, at: tuple[OfSystem, int], trees: Constituents, sentence: int
) -> list[BracketNode]:
    """The constituents of a sentence that have words; inner constituents follow outer ones."""
    one, side = at
    first = int(trees.begin[sentence])
    rows = _constituents(trees, sentence)
    place = {row: i for i, row in enumerate(rows)}
    children: list[list[int]] = [[] for _ in rows]
    words: list[list[int]] = [[] for _ in rows]
    for terminal in range(first, int(trees.begin[sentence + 1])):
        above = int(trees.above[terminal])
        if above != NONE and above in place:
            words[place[above]].append(terminal - first)
    heights = [1] * len(rows)
    for i in reversed(range(len(rows))):
        parent = int(trees.parent[rows[i]])
        if parent in place:
            children[place[parent]].append(i)
            heights[place[parent]] = max(heights[place[parent]], heights[i] + 1)
    nodes = []
    for i, row in enumerate(rows):
        item = of.known(one, side, row)
        below = int(trees.first[row]) - first, int(trees.last[row]) - 1 - first
        shown = None if item is None else of.show(item, one)
        nodes.append(
            BracketNode(str(trees.label.value(row)), words[i], children[i], below, heights[i], shown)
        )
    return nodes


def _label(node: BracketNode) -> str:
    """The label of a node, with a cross if it is wrong."""
    return f"{node.label} ✗" if node.shown is not None and node.shown.wrong else node.label


def _tree(nodes: list[BracketNode], line: WordLine, at: tuple[float, int]) -> Iterator[DrawnPiece]:
    """Yield the nodes of one side. *at* is the height of the words in pixels, and -1 for nodes above or 1 for
    nodes below.
    """
    base, away = at
    middle = line.middle
    x = [0.0] * len(nodes)
    for i in reversed(range(len(nodes))):
        below = [middle[word] for word in nodes[i].words] + [x[child] for child in nodes[i].children]
        x[i] = sum(below) / len(below) if below else 0.0
    y = [base + away * (node.height * STEP - HALF) for node in nodes]
    for i, node in enumerate(nodes):
        foot = y[i] - away * HALF
        lines = [f"M{x[i]:.0f} {foot:.0f}L{middle[word]:.0f} {base:.0f}" for word in node.words]
        lines += [f"M{x[i]:.0f} {foot:.0f}L{x[c]:.0f} {y[c] + away * HALF:.0f}" for c in node.children]
        label = _label(node)
        marks = [Mark("b", path="".join(lines))] if lines else []
        half = width(label) / 2 + 3
        box = f"M{x[i] - half:.0f} {y[i] - HALF:.0f}h{2 * half:.0f}v{2 * HALF}h{-2 * half:.0f}z"
        marks += [Mark("x", path=box), Mark("l", text=label, x=x[i], y=y[i] + 4)]
        yield DrawnPiece(marks, node.shown, css="faint")
