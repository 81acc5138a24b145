r"""Graphs as tab-separated triples, one per line: graph, source, role, target.

    harbour.1  l  TOP       top
    harbour.1  l  instance  leave-11
    harbour.1  l  polarity  -
    harbour.1  l  ARG0      f

`instance` gives a node its concept; every source needs one. A target is a node if it is the unquoted name of
a node in the graph; otherwise it is a constant. The node with the role `TOP` is the top, or the first node.
The lines of a graph are adjacent. Lines that begin with `#` are comments. With *skip_invalid* a damaged graph
counts as empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder, Graphs
from nerkit.readers.columns.line_shape import LineShape, LineUnit
from nerkit.readers.columns.text import TextRow
from nerkit.readers.format import Reader

COLUMNS = 4


class TriplesShape(LineShape):
    """A format in which the first cell names the graph of a line."""

    def table(self, *, skip_invalid: bool = False, **_: Any) -> Builder:
        """An empty table of graphs, which counts damaged graphs as empty if *skip_invalid*."""
        return Builder(skip_invalid=skip_invalid)

    def units(self, lines: Iterable[TextRow]) -> Iterator[LineUnit]:
        """The adjacent lines with one first cell, without comments and blank lines."""
        triples = (row for row in lines if row.cells and not row.text.startswith("#"))
        for _, rows in groupby(triples, lambda row: row.cells[0]):
            yield LineUnit(rows=list(rows))

    def add(self, unit: LineUnit, table: Builder) -> None:
        """Add a graph. Raises InputError for lines that are not triples or not adjacent, and for nodes that
        do not have exactly one concept.
        """
        head = unit.rows[0]
        table.attempt(head.cells[0], head.line, partial(self.fill, table, unit.rows))

    def fill(self, built: Builder, rows: Sequence[TextRow]) -> int:
        """Add the nodes, edges and attributes in these lines of one graph; return the number of its top."""
        id_ = rows[0].cells[0]
        if id_ in built.attempted:
            rows[0].fail_whole(f"graph {id_!r} occurs a second time", "keep the lines of a graph together")
        nodes: dict[str, int] = {}
        for row in rows:
            if len(row.cells) != COLUMNS:
                row.fail_whole(f"{len(row.cells)} columns instead of {COLUMNS}")
            _, source, role, target = row.cells
            if role == "instance":
                if source in nodes:
                    row.fail_whole(f"node {source!r} has two concepts")
                nodes[source] = len(nodes)
                built.name.append(built.names[source])
                built.label.append(built.labels[target])
        top = 0 if nodes else NONE
        for row in rows:
            _, source, role, target = row.cells
            if source not in nodes:
                row.fail_whole(f"node {source!r} has no instance")
            if role == "TOP":
                top = nodes[source]
            elif role != "instance" and target in nodes:
                built.edge.extend((nodes[source], built.roles[role], nodes[target]))
            elif role != "instance":
                built.attribute.extend((nodes[source], built.roles[role], built.values[target]))
        return top


SHAPE = TriplesShape()
READER = Reader(SHAPE.read, Graphs, cut="first column")
