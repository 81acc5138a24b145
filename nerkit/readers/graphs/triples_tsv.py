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

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NoReturn

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder, Graphs, counted_as_empty
from nerkit.corpora.corpus import Origin
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader

COLUMNS = 4

Line = tuple[int, str, list[str]]  # number, text, cells


def read(sources: Sequence[Source], *, skip_invalid: bool = False, **_: Any) -> Graphs:
    """The graphs of all inputs in order.

    Raises InputError for lines that are not triples or not adjacent, and for nodes without exactly one
    concept.
    """
    built, origins, damaged = Builder(), list[Origin](), list[InputError]()
    seen: set[str] = set()
    for source in sources:
        first = len(built.ids)
        rows = (
            (number, text, text.rstrip("\r").split("\t"))
            for number, text in source.lines()
            if text and text[0] != "#" and not text.isspace()
        )
        for id_, lines in groupby(rows, lambda row: row[2][0]):
            try:
                top = _fill(built, source.name, list(lines), seen)
            except InputError as error:
                if not skip_invalid:
                    raise
                damaged.append(error)
                built.drop()
                top = NONE
            built.finish(id_, top)
        origins.append(Origin(source.name, source.sha256, first))
    return built.graphs(origins, counted_as_empty(damaged))


def _fill(built: Builder, name: str, lines: list[Line], seen: set[str]) -> int:
    """Add the nodes, edges and attributes in these lines of one graph; return the number of its top.

    *seen* are the ids of earlier graphs.
    """
    built.line = lines[0][0]
    id_ = lines[0][2][0]

    def fail(problem: str, line: Line, remedy: str | None = None) -> NoReturn:
        raise InputError(problem, source=name, line=line[0], text=line[1], remedy=remedy)

    if id_ in seen:
        fail(f"graph {id_!r} occurs a second time", lines[0], "keep the lines of a graph together")
    seen.add(id_)
    nodes: dict[str, int] = {}
    for line in lines:
        cells = line[2]
        if len(cells) != COLUMNS:
            fail(f"{len(cells)} columns instead of {COLUMNS}", line)
        if cells[2] == "instance":
            if cells[1] in nodes:
                fail(f"node {cells[1]!r} has two concepts", line)
            nodes[cells[1]] = len(nodes)
            built.name.append(built.names[cells[1]])
            built.label.append(built.labels[cells[3]])
    top = 0 if nodes else NONE
    for line in lines:
        _, source, role, target = line[2]
        if source not in nodes:
            fail(f"node {source!r} has no instance", line)
        if role == "TOP":
            top = nodes[source]
        elif role != "instance" and target in nodes:
            built.edge.extend((nodes[source], built.roles[role], nodes[target]))
        elif role != "instance":
            built.attribute.extend((nodes[source], built.roles[role], built.values[target]))
    return top


READER = Reader(read, Graphs, cut="first column")
