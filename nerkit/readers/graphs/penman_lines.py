"""The lines on which the nodes, edges and constants of PENMAN graphs are, read when errors are listed.

Reading graphs for scores keeps the line of each graph and no more. Here a file is read once more, if it is
still the same; of what cannot be read again (a pipe, a file that has changed) the lines of graphs stay.
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
    """The lines of a graph.

    nodes       variable -> the line on which its node begins
    edges       two variables -> role and line of each edge between them, in either direction
    constants   variable -> role, constant and line of each of its constants
    """

    nodes: dict[str, int] = field(default_factory=dict)
    edges: dict[frozenset[str], list[tuple[str, int]]] = field(default_factory=dict)
    constants: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)

    def line(self, variables: Sequence[str], text: str) -> int | None:
        """The line of a triple that is written as *text* and has these variables; None if it is not known.

        Of several edges between two nodes, or constants of one, that whose role and constant the text has.
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
    """Line on which a graph begins -> its lines, for some *graphs* of a file; none of what cannot be read
    again.
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
    """The lines of the first graph of a piece."""
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
