r"""AMR graphs as `nerkit convert --to dot` writes them for Graphviz; other DOT files are not read.

    digraph "harbour.1" {
      n0 [label="l / leave-11", peripheries=2];     a node: its name and concept; a double border: the top
      c0 [label="-", shape=box];                    a constant
      n0 -> c0 [label="polarity"];                  an attribute
      n0 -> n1 [label="ARG0"];                      a relation
    }

A line is a statement. Nodes and constants must precede the lines that use them. In a quoted text `\"`, `\\`
and `\n` are a quote, a backslash and a line break. Any other line is an error; with *skip_invalid* its graph
counts as empty.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder, Graphs
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.format import Reader

QUOTED = r'"((?:[^"\\]|\\.)*+)"'
BEGIN = re.compile(rf"digraph {QUOTED} {{")
NODE = re.compile(rf"(n\d+) \[label={QUOTED}(, peripheries=2)?\];")
CONSTANT = re.compile(rf"(c\d+) \[label={QUOTED}, shape=box\];")
ARROW = re.compile(rf"(n\d+) -> ([nc]\d+) \[label={QUOTED}\];")
REMEDY = 'nerkit reads only DOT files that nerkit convert to="dot" wrote for AMR graphs'


class DotShape(LineShape):
    """A format with a statement per line, and with a first and a last line around each graph."""

    def table(self, *, skip_invalid: bool = False, **_: Any) -> Builder:
        """An empty table of graphs; with *skip_invalid*, damaged graphs count as empty."""
        return Builder(skip_invalid=skip_invalid)

    def add_file(self, source: Source, table: Builder) -> None:
        """Add the graphs of a file. Raises InputError for a line that does not belong to the format."""
        for rows in _graphs(self.rows(source)):
            begin = BEGIN.fullmatch(rows[0].text)
            table.attempt(begin and _plain(begin[1]), rows[0].line, partial(_fill, table, rows))


def _graphs(lines: Iterable[TextRow]) -> Iterator[list[TextRow]]:
    """Yield the lines of each graph, up to its closing line or to the first line of the next graph.

    The lines lack the blanks around them.
    """
    rows: list[TextRow] = []
    for row in chain(lines, [TextRow([], 0, "digraph .", "")]):
        text = row.text.strip()
        if rows and (text.startswith("digraph ") or rows[-1].text == "}"):
            yield rows
            rows = []
        if text:
            rows.append(TextRow([], row.line, text, row.source))


def _fill(built: Builder, rows: Sequence[TextRow]) -> int:
    """Add the nodes, edges and attributes of a graph; return the number of its top."""
    if not BEGIN.fullmatch(rows[0].text):
        rows[0].fail_whole('begin a graph with digraph "its id" {', REMEDY)
    if rows[-1].text != "}":
        rows[-1].fail_whole("the graph is not closed", REMEDY)
    known: dict[str, Any] = {}  # name in the file -> number of a node, or text of a constant
    count, top = len(built.label), NONE
    for row in rows[1:-1]:
        if arrow := ARROW.fullmatch(row.text):
            _add_arrow(built, known, row, arrow)
            continue
        node = NODE.fullmatch(row.text)
        match = node or CONSTANT.fullmatch(row.text)
        if not match:
            row.fail_whole("this is neither a node nor a constant nor an arrow", REMEDY)
        key, label = match[1], _plain(match[2])
        if key in known:
            row.fail_whole(f"{key} occurs a second time", REMEDY)
        known[key] = label
        if node:
            name, slash, concept = label.partition(" / ")
            if not slash or not name:
                row.fail_whole(f"the node {key} needs a name and a concept, name / concept", REMEDY)
            known[key] = len(built.label) - count
            built.name.append(built.names[name])
            built.label.append(built.labels[concept])
            if node[3] and top != NONE:
                row.fail_whole("the graph has a second top", REMEDY)
            top = known[key] if node[3] else top
    return top


def _add_arrow(built: Builder, known: Mapping[str, Any], row: TextRow, arrow: "re.Match[str]") -> None:
    """Add an edge or an attribute."""
    for key in arrow.group(1, 2):
        if key not in known:
            row.fail_whole(f"an arrow names {key}, which does not exist", REMEDY)
    source, target = known[arrow[1]], known[arrow[2]]
    role = built.roles[_plain(arrow[3])]
    if isinstance(target, int):
        built.edge.extend((source, role, target))
    else:
        built.attribute.extend((source, role, built.values[target]))


def _plain(text: str) -> str:
    """A quoted text with its escapes resolved."""
    return re.sub(r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], text)


SHAPE = DotShape()
READER = Reader(SHAPE.read, Graphs)
