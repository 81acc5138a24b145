"""Finds the lines of nodes, edges and constants of PENMAN graphs when errors are listed.

For scores, nerkit keeps only the first line of each graph. For lists of errors, it reads the file again,
unless the file has changed. If a file cannot be read again (for example a pipe), only the lines of graphs are
known.
"""

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field

from nerkit.corpora.corpus import Origin
from nerkit.exceptions import NerkitError
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.graphs.penman import BEFORE, UNITS
from nerkit.readers.graphs.penman_pieces import pieces
from nerkit.readers.sample import Sample, recognises


@record(frozen=True)
class GraphLines:
    """The lines of the parts of a graph.

    nodes       variable -> line on which its node begins
    edges       two variables -> role and line of each edge between them, in either direction
    constants   variable -> role, constant and line of each of its constants
    """

    nodes: dict[str, int] = field(default_factory=dict)
    edges: dict[frozenset[str], list[tuple[str, int]]] = field(default_factory=dict)
    constants: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)

    def line(self, variables: Sequence[str], text: str) -> int | None:
        """The line of the triple with the text *text* and these variables; None if unknown.

        If two nodes have several edges, or a node several constants, the role and the constant in the text
        decide.
        """
        first, *others = variables
        if others:
            edges = self.edges.get(frozenset(variables), [])
            named = [line for role, line in edges if text.startswith(f"{role.lower().removesuffix('-of')}(")]
            return next(iter([*named, *(line for _, line in edges)]), None)
        constants = [
            line
            for role, value, line in self.constants.get(first, [])
            if text.startswith(f"{role.lower()}(") and value.strip('"').lower() in text.lower()
        ]
        return next(iter(constants), self.nodes.get(first))


def lines_of(origin: Origin, graphs: Collection[int], *, literal: bool) -> dict[int, GraphLines]:
    """First line of each graph -> lines of its parts, for some *graphs* of a file.

    Empty if the file cannot be read again.
    """
    if not os.path.isfile(origin.name):
        return {}
    source = Source(origin.part or origin.name, origin.name)
    units = UNITS[literal]
    found: dict[int, GraphLines] = {}
    try:
        sample = Sample(source.beginning or source.head)
        if not recognises("penman", sample):  # another format of graphs
            return {}
        for piece in pieces(source):
            before = BEFORE.match(piece.text)
            body = before.end() if before else 0
            begin = piece.line(body)
            if begin in graphs:
                text = piece.plain(body, literal=literal)
                found[begin] = _graph(
                    (piece.line(unit.start()), unit.groups()) for unit in units.finditer(text, body)
                )
    except (NerkitError, OSError):
        return {}
    return found if source.sha256 == origin.sha256 else {}


def _graph(units: Iterable[tuple[int, tuple[str | None, ...]]]) -> GraphLines:
    """The lines of the first graph in a piece."""
    lines = GraphLines()
    stack: list[str] = []
    constants: list[tuple[str, str, str, int]] = []
    for line, (role, variable, _, value, close, _) in units:
        if variable:
            lines.nodes.setdefault(variable, line)
            if stack:
                lines.edges.setdefault(frozenset((stack[-1], variable)), []).append((role or "", line))
            stack.append(variable)
        elif close and stack:
            stack.pop()
            if not stack:
                break
        elif role and stack:
            constants.append((stack[-1], role, value or "", line))
    for source, role, value, line in constants:
        if value in lines.nodes:
            lines.edges.setdefault(frozenset((source, value)), []).append((role, line))
        else:
            lines.constants.setdefault(source, []).append((role, value, line))
    return lines
