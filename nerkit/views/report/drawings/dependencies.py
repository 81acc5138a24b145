"""Dependency trees: gold arcs above the words, system arcs below.

An arc is the item of the word that it leads to. An arc is higher than all arcs under it.
"""

from collections.abc import Iterator, Sequence

from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.views.report.drawings.sentences import MARGIN, DrawnNode, TreeDrawing, WordLine
from nerkit.views.report.items import DocumentItems, OfSystem
from nerkit.views.report.parts import DrawnPiece, Mark, width

STEP = 22  # pixels from one height of arcs to the next
HEAD = 4  # half of the width of an arrow


def _heights(arcs: list[DrawnNode]) -> list[int]:
    """The height of each arc, from 1: above all arcs that overlap its inside. Arcs from the root
    are on top.
    """
    heights = [0] * len(arcs)
    inner = [i for i, arc in enumerate(arcs) if arc.ends[0] >= 0]
    spans = [tuple(sorted(arc.ends)) for arc in arcs]
    placed: list[int] = []
    for i in sorted(inner, key=lambda i: (spans[i][1] - spans[i][0], spans[i])):
        low, high = spans[i]
        under = [heights[j] for j in placed if spans[j][0] < high and low < spans[j][1]]
        heights[i] = 1 + max(under, default=0)
        placed.append(i)
    top = 1 + max(heights, default=0)
    return [height or top for height in heights]


class DependencyDrawing(TreeDrawing):
    """The drawing of dependency trees. Each word is also an item."""

    kind = Dependencies
    foot = MARGIN

    def words(self, trees: Dependencies, sentence: int) -> range:
        """The rows of the words of a sentence, which are also its items."""
        return range(int(trees.first[sentence]), int(trees.last[sentence]))

    def texts(self, trees: Dependencies, rows: Sequence[int]) -> list[str]:
        """The forms of the words in *rows*."""
        return trees.words(list(rows))

    def nodes(
        self, of: DocumentItems, at: tuple[OfSystem, int], trees: Dependencies, sentence: int
    ) -> list[DrawnNode]:
        """The arcs of a sentence, one for each word."""
        arcs, rows = list[DrawnNode](), self.words(trees, sentence)
        for row in rows:
            item = of.known(*at, row)
            head = int(trees.parent[row])
            label = str(trees.columns["deprel"].value(row))
            shown = None if item is None else of.show(item, at[0])
            ends = -1 if head == ROOT else head - rows.start, row - rows.start
            arcs.append(DrawnNode(label, ends, 0, shown))
        return [arc._replace(height=height) for arc, height in zip(arcs, _heights(arcs), strict=True)]

    def spread(self, line: WordLine, node: DrawnNode) -> None:
        """Move the ends of an arc apart, so that its label fits between them."""
        if node.ends[0] >= 0:
            left, right = sorted(node.ends)
            line.part(left, right, width(node.text) + 2 * MARGIN)

    def room(self, nodes: Sequence[DrawnNode]) -> float:
        """The height of the highest arc and its label; a margin without arcs."""
        return (max(arc.height for arc in nodes) + 1) * STEP if nodes else MARGIN

    def side(self, nodes: list[DrawnNode], line: WordLine, at: tuple[float, int]) -> Iterator[DrawnPiece]:
        """Yield the arcs of one side.

        *at* is the height of the words in pixels, and -1 for arcs above or 1 for arcs below.
        """
        base, away = at
        middle = line.middle
        for arc in nodes:
            y = base + away * arc.height * STEP
            head, word = arc.ends
            x = middle[word]
            label = arc.text
            tip = base + away * 2
            arrow = f"M{x:.0f} {tip:.0f}l-{HEAD} {away * 6}h{2 * HEAD}z"
            if head < 0:
                marks = [Mark("a", path=f"M{x:.0f} {tip:.0f}V{y:.0f}"), Mark("h", path=arrow)]
                marks.append(Mark("l begin", text=label, x=x + 4, y=y + (10 if away < 0 else -1)))
            else:
                start = middle[head] + (5 if word > head else -5)
                path = f"M{start:.0f} {tip:.0f}V{y:.0f}H{x:.0f}V{tip:.0f}"
                marks = [Mark("a", path=path), Mark("h", path=arrow)]
                beyond = -3 if away < 0 else 12
                marks.append(Mark("l", text=label, x=(start + x) / 2, y=y + beyond))
            yield DrawnPiece(marks, arc.shown, css=f"ok {'gold' if away < 0 else 'system'}")


drawn = DependencyDrawing().drawn
