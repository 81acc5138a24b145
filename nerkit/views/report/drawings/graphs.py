"""Two graphs side by side, gold on the left: corresponding nodes are on one line.

A graph is drawn as a tree from its top. A node is indented under the node that leads to it, after the label
of the edge. Further edges follow the node that they leave, with the name of the node that they reach.

    a / ate                               x / eat
    ├ arg0  b / boy                       ├ arg0  y / boy
    └ arg1  c / cake   poss → b           └ arg2  z / cake
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from nerkit.results.errors import GraphPairs
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import DocumentItems, OfSystem
from nerkit.views.report.parts import DrawingPart, DrawnPiece, Mark, Part, width

ROW = 24  # pixels
INDENT = 22
APART = 40  # pixels between both graphs
LEAF = 8  # pixels between a word and the next word


class Branch(NamedTuple):
    """The place of a node in the drawn tree.

    depth          the number of nodes above it
    parent, edge   the node above it, and the edge from there (row, whether the edge is inverse); None for
                   a root
    """

    depth: int
    parent: str | None
    edge: tuple[int, bool] | None


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
    rows = _rows(list(trees[0].branches), list(trees[1].branches), graphs.corresponding[one.document])
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


class _GraphTree:
    """The nodes of one graph as a tree from its top."""

    def __init__(self, one: OfSystem, side: int, graphs: GraphPairs) -> None:
        self.one, self.side, self.agrees = one, side, graphs.agrees[side]
        items, first = one.errors.items[side], graphs.first[side]
        self.texts: dict[int, str] = {}  # row of a tuple -> its text
        self.alone: dict[str, list[int]] = {}  # node -> rows of the tuples about this node only
        self.ways: dict[str, list[tuple[int, str]]] = {}  # node -> row and target of its edges
        tops = []
        for row in range(first[one.document], first[one.document + 1]):
            names = graphs.nodes[side][row]
            self.texts[row] = text = (items.text(row) if items.text else None) or ""
            for name in names:
                self.alone.setdefault(name, [])
                self.ways.setdefault(name, [])
            if len(names) == 1:
                self.alone[names[0]].append(row)
                if text.lower().startswith("top(") or items.label.value(row) == "top":
                    tops.append(names[0])
            elif len(names) > 1:
                self.ways[names[0]].append((row, names[1]))
        self.branches = self._tree(tops)
        self.used = {node.edge[0] for node in self.branches.values() if node.edge}  # rows of the tree's edges

    def _tree(self, tops: Sequence[str]) -> dict[str, Branch]:
        """The nodes in the order of the tree. Each node hangs from a node with an edge to it, starting at the
        tops. A node that no top reaches hangs from a node to which it has an edge.
        """
        reached: dict[str, tuple[str | None, tuple[int, bool] | None]] = {}  # node -> its parent and edge
        children: dict[str | None, list[str]] = {}

        def reach(*waiting: tuple[str, str | None, tuple[int, bool] | None]) -> None:
            """Visit the nodes and all nodes that edges lead to from them, depth first."""
            left = list(waiting)
            while left:
                now, parent, edge = left.pop()
                if now not in reached:
                    reached[now] = parent, edge
                    children.setdefault(parent, []).append(now)
                    left += [(target, now, (row, False)) for row, target in reversed(self.ways[now])]

        for top in [*tops, *self.ways]:
            reach((top, None, None))
            while against := next(self._against(reached), None):
                reach(against)
        branches = dict[str, Branch]()
        hanging = [(root, 0) for root in reversed(children.get(None, []))]
        while hanging:
            name, depth = hanging.pop()
            branches[name] = Branch(depth, *reached[name])
            hanging += [(child, depth + 1) for child in reversed(children.get(name, []))]
        return branches

    def _against(self, reached: Container[str]) -> Iterator[tuple[str, str, tuple[int, bool]]]:
        """Yield the edges from a node that is not reached to a node that is reached, as (node, node,
        edge).
        """
        for name in self.ways:
            for row, target in () if name in reached else self.ways[name]:
                if target in reached:
                    yield name, target, (row, True)

    def drawn(self, of: DocumentItems, place: dict[str, int], left: float) -> tuple[list[DrawnPiece], float]:
        """The pieces of the graph, and its right border. *left* is its left border, *place* the line of each
        node.
        """
        strokes: list[str] = []  # one behind all words
        pieces: list[DrawnPiece] = []
        border = left
        for name, node in self.branches.items():
            x, y = left + node.depth * INDENT, place[name] * ROW + ROW / 2 + 4
            if node.parent is not None:
                above = place[node.parent] * ROW + ROW / 2 + 4
                way = 10 if above < y else -12
                start = left + (node.depth - 1) * INDENT + 5
                strokes.append(f"M{start:.0f} {above + way:.0f}V{y - 4:.0f}H{x - 2:.0f}")
            for row, text in self._words(name, node):
                pieces.append(self._word(of, row, text, (x, y)))
                pieces[-1].joined = str(place[name])
                x = x + width(pieces[-1].marks[-1].text) + LEAF
            border = max(border, x)
        lines = [DrawnPiece([Mark("b", path="".join(strokes))])] if strokes else []
        return [*lines, *pieces], border

    def _words(self, name: str, node: Branch) -> Iterator[tuple[int | None, str]]:
        """Yield the words of a node with the rows of their tuples.

        First comes the edge above it, then its own tuples, then the edges outside the tree.
        """
        if node.edge is not None:
            row, inverse = node.edge
            yield row, self._role(row) + ("-of" if inverse else "")
        alone = sorted(self.alone[name], key=lambda row: "/" not in self.texts[row])
        if not any("/" in self.texts[row] for row in alone):
            yield None, name
        for row in alone:
            yield row, self._chip(row, name)
        for row, target in self.ways[name]:
            if row not in self.used:
                yield row, f"{self._role(row)} → {target}"

    def _role(self, row: int) -> str:
        """The role of the tuple in a row."""
        return self.texts[row].partition("(")[0]

    def _chip(self, row: int, name: str) -> str:
        """The text of a tuple behind its node: `polarity -` for `polarity(s, -)`."""
        text = self.texts[row]
        role, opened, inside = text.partition("(")
        if not opened or not text.endswith(")"):
            return "top" if text == name else text.removeprefix(f"{name} <").removesuffix(">")
        first, _, second = inside[:-1].partition(", ")
        value = second if first == name else first
        return role if value == role else f"{role} {value}"

    def _word(self, of: DocumentItems, row: int | None, text: str, at: tuple[float, float]) -> DrawnPiece:
        """A tuple as a piece at a place. A name without a tuple is drawn faintly."""
        x, y = at
        agrees = row is None or self.agrees[row]
        item = None if row is None else of.item(self.one, self.side, row)
        text = text if agrees else f"{text} ✗"
        wide = width(text)
        marks = [Mark("l begin", text=text, x=x, y=y)]
        if row is None:
            return DrawnPiece(marks, css="faint")
        css = f"{'ok' if agrees else 'wrong'} {'system' if self.side else 'gold'}"
        box = f"M{x - 3:.0f} {y - 14:.0f}h{wide + 6:.0f}v19h-{wide + 6:.0f}z"
        shown = None if item is None else of.show(item, self.one)
        return DrawnPiece([Mark("x", path=box), *marks], shown, css=css)
