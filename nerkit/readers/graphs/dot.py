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
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NoReturn

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder, Graphs
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader

QUOTED = r'"((?:[^"\\]|\\.)*+)"'
BEGIN = re.compile(rf"digraph {QUOTED} {{")
NODE = re.compile(rf"(n\d+) \[label={QUOTED}(, peripheries=2)?\];")
CONSTANT = re.compile(rf"(c\d+) \[label={QUOTED}, shape=box\];")
ARROW = re.compile(rf"(n\d+) -> ([nc]\d+) \[label={QUOTED}\];")
REMEDY = 'nerkit reads only DOT files that nerkit convert to="dot" wrote for AMR graphs'

Line = tuple[int, str]  # number, text without blanks around it


def read(sources: Sequence[Source], *, skip_invalid: bool = False, **_: Any) -> Graphs:
    """The graphs of all inputs in order. Raises InputError for a line that does not belong to the format."""
    return Builder(skip_invalid=skip_invalid).read(sources, _add)


def _add(source: Source, built: Builder) -> None:
    """Add the graphs of an input."""
    for lines in _graphs(source):
        begin = BEGIN.fullmatch(lines[0][1])
        fill = partial(_Graph(source.name, built).fill, lines)
        built.attempt(begin and _plain(begin[1]), lines[0][0], fill)


def _graphs(source: Source) -> Iterator[list[Line]]:
    """Yield the lines of each graph, up to its closing line or to the first line of the next graph."""
    lines: list[Line] = []
    for number, text in chain(source.lines(), [(0, "digraph .")]):
        line = text.strip()
        if lines and (line.startswith("digraph ") or lines[-1][1] == "}"):
            yield lines
            lines = []
        if line:
            lines.append((number, line))


class _Graph:
    """A graph on its way into *built*: the numbers of its nodes and the texts of its constants."""

    def __init__(self, name: str, built: Builder) -> None:
        self.name, self.built = name, built
        self.nodes: dict[str, int] = {}
        self.constants: dict[str, str] = {}

    def fail(self, problem: str, line: Line) -> NoReturn:
        """Raise the InputError for a line."""
        raise InputError(problem, source=self.name, line=line[0], text=line[1], remedy=REMEDY)

    def fill(self, lines: Sequence[Line]) -> int:
        """Add the nodes, edges and attributes in these lines; return the number of the top."""
        if not BEGIN.fullmatch(lines[0][1]):
            self.fail('begin a graph with digraph "its id" {', lines[0])
        if lines[-1][1] != "}":
            self.fail("the graph is not closed", lines[-1])
        top = NONE
        for line in lines[1:-1]:
            if parts := NODE.fullmatch(line[1]):
                self._node(parts[1], _plain(parts[2]), line)
                if parts[3] and top != NONE:
                    self.fail("the graph has a second top", line)
                top = self.nodes[parts[1]] if parts[3] else top
            elif parts := CONSTANT.fullmatch(line[1]):
                self._check_new(parts[1], line)
                self.constants[parts[1]] = _plain(parts[2])
            elif parts := ARROW.fullmatch(line[1]):
                self._arrow(parts[1], parts[2], _plain(parts[3]), line)
            else:
                self.fail("this is neither a node nor a constant nor an arrow", line)
        return top

    def _node(self, key: str, label: str, line: Line) -> None:
        self._check_new(key, line)
        name, slash, concept = label.partition(" / ")
        if not slash or not name:
            self.fail(f"the node {key} needs a name and a concept, name / concept", line)
        self.nodes[key] = len(self.nodes)
        self.built.name.append(self.built.names[name])
        self.built.label.append(self.built.labels[concept])

    def _check_new(self, key: str, line: Line) -> None:
        if key in self.nodes or key in self.constants:
            self.fail(f"{key} occurs a second time", line)

    def _arrow(self, source: str, target: str, role: str, line: Line) -> None:
        for key in (source, target):
            if key not in self.nodes and key not in self.constants:
                self.fail(f"an arrow names {key}, which does not exist", line)
        code = self.built.roles[role]
        if target in self.nodes:
            self.built.edge.extend((self.nodes[source], code, self.nodes[target]))
        else:
            self.built.attribute.extend((self.nodes[source], code, self.built.values[self.constants[target]]))


def _plain(text: str) -> str:
    """A quoted text with its escapes resolved."""
    return re.sub(r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], text)


READER = Reader(read, Graphs)
