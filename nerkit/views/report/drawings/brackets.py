"""Bracketed trees: the gold tree above the words, the system tree below them, upside down.

A node is drawn above the middle of its children, one step higher than its highest child. Brackets that do not
count are drawn faintly.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.brackets import Constituents
from nerkit.views.report.drawings import texts
from nerkit.views.report.drawings.sentences import MARGIN, DrawnNode, TreeDrawing, WordLine
from nerkit.views.report.items import DocumentItems, OfSystem
from nerkit.views.report.parts import DrawnPiece, Mark, Part, width

STEP = 34  # pixels from one height of nodes to the next
HALF = 8  # half of the height of a label


def drawn(of: DocumentItems) -> Iterator[Part]:
    """Yield a drawing for each sentence: the gold tree and the tree of a system."""
    for one in of.systems:
        sides = () if one.batch is None else (one.batch.gold, one.batch.system)
        if any(
            len(items.label.codes) != len(side) for items, side in zip(one.errors.items, sides, strict=False)
        ):
            yield from texts.drawn(of)  # the items are not constituents
            return
    yield from BracketDrawing().drawn(of)


class BracketDrawing(TreeDrawing):
    """The drawing of bracketed trees."""

    kind = Constituents

    def words(self, trees: Constituents, sentence: int) -> range:
        """The rows of the terminals of a sentence."""
        return range(int(trees.begin[sentence]), int(trees.begin[sentence + 1]))

    def items(self, trees: Constituents, sentence: int) -> list[int]:
        """The rows of the constituents of a sentence that have words."""
        rows: list[int] = np.flatnonzero((trees.sentence == sentence) & (trees.last > trees.first)).tolist()
        return rows

    def texts(self, trees: Constituents, rows: Sequence[int]) -> list[str]:
        """The words in *rows*."""
        return [str(trees.word.value(row)) for row in rows]

    def nodes(
        self, of: DocumentItems, at: tuple[OfSystem, int], trees: Constituents, sentence: int
    ) -> list[DrawnNode]:
        """The constituents of a sentence that have words; inner constituents follow outer ones."""
        one, side = at
        first = int(trees.begin[sentence])
        rows = self.items(trees, sentence)
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
                DrawnNode(str(trees.label.value(row)), below, heights[i], shown, words[i], children[i])
            )
        return nodes

    def spread(self, line: WordLine, node: DrawnNode) -> None:
        """Make the words of a node as wide as its label."""
        line.widen(*node.ends, width(node.text) + MARGIN)

    def room(self, nodes: Sequence[DrawnNode]) -> float:
        """The height of the highest node and its label."""
        return max((node.height for node in nodes), default=0) * STEP + MARGIN + HALF

    def side(self, nodes: list[DrawnNode], line: WordLine, at: tuple[float, int]) -> Iterator[DrawnPiece]:
        """Yield the constituents of one side with the lines to their children.

        *at* is the height of the words in pixels, and -1 for nodes above or 1 for nodes below.
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
            label = node.text
            marks = [Mark("b", path="".join(lines))] if lines else []
            half = width(label) / 2 + 3
            box = f"M{x[i] - half:.0f} {y[i] - HALF:.0f}h{2 * half:.0f}v{2 * HALF}h{-2 * half:.0f}z"
            marks += [Mark("x", path=box), Mark("l", text=label, x=x[i], y=y[i] + 4)]
            yield DrawnPiece(marks, node.shown, css="faint")
