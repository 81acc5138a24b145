"""Two graphs side by side, gold on the left: corresponding nodes are on one line.

A graph is drawn as a tree from its top. A node is indented under the node that leads to it, after the label
of the edge. Further edges follow the node that they leave, with the name of the node that they reach.

    a / ate                               x / eat
    ├ arg0  b / boy                       ├ arg0  y / boy
    └ arg1  c / cake   poss → b           └ arg2  z / cake
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nerkit.results.errors import GraphPairs
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import Appearance, DocumentItems, OfSystem
from nerkit.views.report.parts import DrawingPart, DrawnPiece, Mark, Part, width

ROW = 24  # pixels
INDENT = 22
APART = 40  # pixels between both graphs
LEAF = 8  # pixels between a word and the next word


@dataclass
class GraphTuples:
    """The tuples of a node, and its place in the drawn tree.

    alone          rows of the tuples about this node only
    edges          (row, source, target) of its edges
    depth          the number of nodes above it
    parent, edge   the node above it, and the edge from there (row, whether the edge is inverse)
    """

    alone: list[int] = field(default_factory=list)
    edges: list[tuple[int, str, str]] = field(default_factory=list)  # row, source, target
    depth: int = 0
    parent: str | None = None
    edge: tuple[int, bool] | None = None


def drawn(of: DocumentItems) -> Iterator[Part]:
    """Yield a drawing of both graphs for each system."""
    for one in of.systems:
        graphs = one.errors.graphs
        if graphs is None:
            yield from texts.drawn(of)
            return
        yield _pair(of, one, graphs)


def _pair(of: DocumentItems, one: OfSystem, graphs: GraphPairs) -> DrawingPart:
    """The drawing of the gold graph and the graph of a system."""
    trees = [_GraphTree(one, side, graphs) for side in (0, 1)]
    rows = _rows(trees[0].order, trees[1].order, graphs.corresponding[one.document])
    part = DrawingPart(of.title(one), 0, len(rows) * ROW + LEAF)
    left = 4.0
    for side, tree in enumerate(trees):
        place = {pair[side]: number for number, pair in enumerate(rows) if pair[side] is not None}
        pieces, right = tree.drawn(of, {str(name): number for name, number in place.items()}, left)
        part.pieces += pieces
        left = right + APART
    part.width = left
    return part


def _rows(
    gold: Sequence[str], system: Sequence[str], corresponding: Mapping[str, str]
) -> list[tuple[str | None, str | None]]:
    """The gold node and the system node on each line, None for no node.

    Gold nodes keep their order. Nodes that only the system has follow the preceding system node.
    """
    rows: list[tuple[str | None, str | None]] = [(node, corresponding.get(node)) for node in gold]
    at = {target: number for number, (_, target) in enumerate(rows) if target is not None}
    behind: dict[int, list[str]] = {}
    last = -1
    for node in system:
        if node in at:
            last = at[node]
        else:
            behind.setdefault(last, []).append(node)
    alone: list[tuple[str | None, str | None]] = [(None, node) for node in behind.get(-1, ())]
    for number, row in enumerate(rows):
        alone += [row, *((None, node) for node in behind.get(number, ()))]
    return alone


class Spot(NamedTuple):
    """The place of a word in pixels, and the line of the node that it belongs to (*joined*)."""

    x: float
    y: float
    joined: str


class _GraphTree:
    """The nodes of one graph as a tree from its top."""

    def __init__(self, one: OfSystem, side: int, graphs: GraphPairs) -> None:
        self.one, self.side, self.graphs = one, side, graphs
        self.items = one.errors.items[side]
        self.nodes: dict[str, GraphTuples] = {}
        first = graphs.first[side]
        self.rows = range(first[one.document], first[one.document + 1])
        tops = []
        for row in self.rows:
            names = graphs.nodes[side][row]
            for name in names:
                self.nodes.setdefault(name, GraphTuples())
            if len(names) == 1:
                self.nodes[names[0]].alone.append(row)
                if self._text(row).lower().startswith("top(") or self.items.label.value(row) == "top":
                    tops.append(names[0])
            elif len(names) > 1:
                for name in dict.fromkeys(names[:2]):
                    self.nodes[name].edges.append((row, names[0], names[1]))
        self.order: list[str] = []
        self.further: dict[str, list[tuple[int, str]]] = {}  # node -> the edges that are no part of the tree
        self._walk([*tops, *self.nodes])

    def _text(self, row: int) -> str:
        """The text of the tuple in a row."""
        return (self.items.text(row) if self.items.text else None) or ""

    def _walk(self, tops: Sequence[str]) -> None:
        """Make the tree. Each node hangs from a node with an edge to it, starting at the tops.

        A node that no top reaches hangs from a node to which it has an edge.
        """
        children: dict[str, list[str]] = {name: [] for name in self.nodes}
        seen: set[str] = set()
        used: set[int] = set()

        def reach(name: str) -> None:
            """Visit a node and all nodes that edges lead to from it, depth first."""
            waiting = [(name, self.nodes[name].parent, self.nodes[name].edge)]
            while waiting:
                now, parent, edge = waiting.pop()
                if now in seen:
                    continue
                seen.add(now)
                self.nodes[now].parent, self.nodes[now].edge = parent, edge
                if parent is not None and edge is not None:
                    children[parent].append(now)
                    used.add(edge[0])
                ways = [way for way in self.nodes[now].edges if way[1] == now]
                waiting += [(target, now, (row, False)) for row, _, target in reversed(ways)]

        roots = []
        for top in tops:
            if top in seen:
                continue
            roots.append(top)
            reach(top)
            while against := self._against(seen):
                row, source, target = against
                self.nodes[source].parent, self.nodes[source].edge = target, (row, True)
                reach(source)
        hanging = [(root, 0) for root in reversed(roots)]
        while hanging:
            name, depth = hanging.pop()
            self.nodes[name].depth = depth
            self.order.append(name)
            hanging += [(child, depth + 1) for child in reversed(children[name])]
        for row in self.rows:
            names = self.graphs.nodes[self.side][row]
            if len(names) > 1 and row not in used:
                self.further.setdefault(names[0], []).append((row, names[1]))

    def _against(self, seen: set[str]) -> tuple[int, str, str] | None:
        """The first edge from a node that is not reached to a node that is reached."""
        for name in self.nodes:
            for edge in () if name in seen else self.nodes[name].edges:
                if edge[1] == name and edge[2] in seen:
                    return edge
        return None

    def drawn(self, of: DocumentItems, place: dict[str, int], left: float) -> tuple[list[DrawnPiece], float]:
        """The pieces of the graph, and its right border. *left* is its left border, *place* the line of each
        node.
        """
        strokes: list[str] = []  # one behind all words
        pieces: list[DrawnPiece] = []
        border = left
        for name in self.order:
            node, number = self.nodes[name], place[name]
            y = number * ROW + ROW / 2 + 4
            x = left + node.depth * INDENT
            joined = str(number)
            if node.parent is not None:
                above = place[node.parent] * ROW + ROW / 2 + 4
                start = left + self.nodes[node.parent].depth * INDENT + 5
                way = 10 if above < y else -12
                path = f"M{start:.0f} {above + way:.0f}V{y - 4:.0f}H{x - 2:.0f}"
                strokes.append(path)
            if node.edge is not None:
                row, inverse = node.edge
                label = self._text(row).partition("(")[0] + ("-of" if inverse else "")
                x = self._word(of, pieces, row, label, Spot(x, y, joined))
            if not any("/" in self._text(row) for row in node.alone):
                mark = Mark("l begin", text=name, x=x, y=y)
                pieces.append(DrawnPiece([mark], None, joined, "faint"))
                x += width(name) + LEAF
            for row in sorted(node.alone, key=lambda row: "/" not in self._text(row)):
                x = self._word(of, pieces, row, self._chip(row, name), Spot(x, y, joined))
            for row, target in self.further.get(name, ()):
                label = f"{self._text(row).partition('(')[0]} → {target}"
                x = self._word(of, pieces, row, label, Spot(x, y, joined))
            border = max(border, x)
        lines = [DrawnPiece([Mark("b", path="".join(strokes))])] if strokes else []
        return [*lines, *pieces], border

    def _chip(self, row: int, name: str) -> str:
        """The text of a tuple behind its node: `polarity -` for `polarity(s, -)`."""
        text = self._text(row)
        role, opened, inside = text.partition("(")
        if not opened or not text.endswith(")"):
            return "top" if text == name else text.removeprefix(f"{name} <").removesuffix(">")
        first, _, second = inside[:-1].partition(", ")
        value = second if first == name else first
        return role if value == role else f"{role} {value}"

    def _word(self, of: DocumentItems, pieces: list[DrawnPiece], row: int, text: str, at: Spot) -> float:
        """Add a tuple to *pieces* at a place, and return the x behind it."""
        x, y, joined = at
        agrees = self.graphs.agrees[self.side][row]
        item = of.item(self.one, self.side, row)
        shown: Appearance | None = None if item is None else of.show(item, self.one)
        text = text if agrees else f"{text} ✗"
        wide = width(text)
        css = f"{'ok' if agrees else 'wrong'} {'system' if self.side else 'gold'}"
        box = f"M{x - 3:.0f} {y - 14:.0f}h{wide + 6:.0f}v19h-{wide + 6:.0f}z"
        marks = [Mark("x", path=box), Mark("l begin", text=text, x=x, y=y)]
        pieces.append(DrawnPiece(marks, shown, joined, css))
        return x + wide + LEAF
