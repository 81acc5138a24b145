r"""Graphs as tab-separated triples, one a line: graph, source, role, target.

    harbour.1  l  TOP       top
    harbour.1  l  instance  leave-11
    harbour.1  l  polarity  -
    harbour.1  l  ARG0      f

`instance` gives a node its concept; every source needs one. A target that is the name of a node of the graph
is that node, unless it is quoted; else a constant. The node with the role `TOP` is the top, or the first
node. The lines of a graph stand together. Lines that begin with `#` are comments. With *skip_invalid* a
damaged graph counts as empty.
"""

import re
from collections.abc import Sequence
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder, Graphs, counted_as_empty
from nerkit.corpora.corpus import Origin
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import columns_by_id
from nerkit.readers.format import Reader

COLUMNS = 4
HEAD = re.compile(r"[ \n]*+(?:#.*\n[ \n]*+)*[^\t\n]*+\t[^\t\n]++\t(?:instance|TOP)\t")

Line = tuple[int, str, list[str]]  # number, text, cells


def recognise(head: str) -> bool:
    """Whether the first line is a concept or a top."""
    return HEAD.match(head) is not None


def read(sources: Sequence[Source], *, skip_invalid: bool = False, **_: Any) -> Graphs:
    """The graphs of all inputs in their order.

    Raises InputError for a line that is no triple, a node without or with two concepts, a graph in two
    places.
    """
    built, origins = Builder(), []
    damaged: list[InputError] = []
    seen: set[str] = set()

    def finish(source: Source, lines: list[Line]) -> None:
        """Add the graph of these lines; one that is damaged is dropped and kept in mind, or an error."""
        built.line = lines[0][0]
        try:
            _graph(built, source.name, lines, seen)
        except InputError as error:
            if not skip_invalid:
                raise
            damaged.append(error)
            built.drop()
            built.finish(lines[0][2][0], NONE)

    for source in sources:
        origins.append((source, len(built.ids)))
        lines: list[Line] = []
        for number, text in source.lines():
            if not text.strip() or text.startswith("#"):
                continue
            cells = text.rstrip("\r").split("\t")
            if lines and cells[0] != lines[0][2][0]:
                finish(source, lines)
                lines = []
            lines.append((number, text, cells))
        if lines:
            finish(source, lines)
    return built.graphs(
        [Origin(source.name, source.sha256, first) for source, first in origins], counted_as_empty(damaged)
    )


def _graph(built: Builder, name: str, lines: list[Line], seen: set[str]) -> None:
    """Add the graph of these lines of triples."""
    id_ = lines[0][2][0]
    if id_ in seen:
        number, text, _ = lines[0]
        remedy = "the lines of a graph stand together"
        raise InputError(f"graph {id_!r} a second time", source=name, line=number, text=text, remedy=remedy)
    seen.add(id_)
    nodes: dict[str, int] = {}
    for number, text, cells in lines:
        if len(cells) != COLUMNS:
            raise InputError(
                f"{len(cells)} columns instead of {COLUMNS}", source=name, line=number, text=text
            )
        if cells[2] == "instance":
            if cells[1] in nodes:
                raise InputError(f"node {cells[1]!r} has two concepts", source=name, line=number, text=text)
            nodes[cells[1]] = len(nodes)
            built.name.append(built.names[cells[1]])
            built.label.append(built.labels[cells[3]])
    top = 0 if nodes else NONE
    for number, text, (_, source, role, target) in lines:
        if source not in nodes:
            raise InputError(f"node {source!r} has no instance", source=name, line=number, text=text)
        if role == "TOP":
            top = nodes[source]
        elif role != "instance" and target in nodes:
            built.edge += nodes[source], built.roles[role], nodes[target]
        elif role != "instance":
            built.attribute += nodes[source], built.roles[role], built.values[target]
    built.finish(id_, top)


READER = Reader(recognise, read, Graphs, borders=columns_by_id)
