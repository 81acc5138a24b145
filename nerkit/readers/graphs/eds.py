"""EDS in its native notation: a line `#id`, then the nodes of a graph between braces, the top named first.

    #20001001
    {e3:
     x9:named<0:6>("Pierre")[]
     e3:_join_v_1<34:38>{e SF prop}[ARG1 x6, ARG2 x23]
    }

The predicate of a node is its label, `<from:to>` its anchor, a constant in quotes its property CARG, and the
arguments are its edges. Properties in braces and marks of fragments (`|`) are skipped. A graph without `#id`
is named by its number. nerkit drops and counts arguments that are not nodes. The notation has no text;
*texts* maps ids to texts.
"""

import re
from collections.abc import Iterable, Mapping

from nerkit.corpora.mrp import Edge, MrpGraph, MrpGraphs, Node
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.graphs.graph_table import GraphTable

NODE = re.compile(
    r"\s*+(?:\|\s*+)?([^\s:{}\[\]]+):([^\s<(\[{]+)(?:<(-?\d{1,15}):(-?\d{1,15})>)?"
    r"(?:\(\"((?:[^\"\\]|\\.)*)\"\))?(?:\{[^}]*\})?\[([^\]]*)\]"
)
OPENING = re.compile(r"\{([^\s:{}]*):?")
FORM = 'a node is e3:_join_v_1<34:38>("CARG"){properties}[ARG1 x6, ARG2 x23]'


def read(sources: Iterable[Source], *, texts: Mapping[str, str] | None = None) -> MrpGraphs:
    """All graphs of the files. Raises InputError (file, line, column) for text that is not a node."""
    return GraphTable("eds", 1, texts).read(sources, _add)


def _add(source: Source, table: GraphTable) -> None:
    """Add the graphs of an input to the table."""
    name, begin, lines = "", 0, list[str]()
    for number, line in source.lines():
        if not lines and line.startswith("#"):
            name = line[1:].strip()
        elif lines or line.lstrip().startswith("{"):
            begin = begin if lines else number
            lines.append(line)
            if line.rstrip().endswith("}"):
                _fill(table, table.graph(name, source.name, begin), "\n".join(lines))
                name, lines = "", []
    if lines:
        raise InputError(
            "the graph is not closed", source=source.name, line=begin, text=lines[0], remedy=FORM
        )


def _fill(table: GraphTable, graph: MrpGraph, text: str) -> None:
    """Add the nodes and edges in a block of text to a graph."""
    opening = OPENING.search(text)
    assert opening is not None  # a block begins with a brace
    place: dict[str, int] = {}
    arguments = []
    at, end = opening.end(), len(text.rstrip()) - 1
    while text[at:end].strip():
        node = NODE.match(text, at, end)
        if not node or node[1] in place:
            problem = f"the node {node[1]} occurs twice" if node else "not a node"
            here = at + len(text[at:end]) - len(text[at:end].lstrip())
            raise InputError.at(problem, text, here, source=graph.source, first=graph.line, remedy=FORM)
        place[node[1]] = len(graph.nodes)
        anchors = ((int(node[3]), int(node[4])),) if node[3] else None
        properties = () if node[5] is None else (("CARG", node[5]),)
        graph.nodes.append(Node(len(graph.nodes), node[2], properties, anchors))
        arguments.append(node[6])
        at = node.end()
    for i, listed in enumerate(arguments):
        for argument in filter(None, map(str.strip, listed.split(","))):
            role, _, target = argument.partition(" ")
            if target.strip() in place:
                graph.edges.append(Edge(i, place[target.strip()], role))
            else:
                table.tally.add("argument", "leading to no node, left out")
    graph.tops = [place[opening[1]]] if opening[1] in place else []


READER = Reader(read, MrpGraphs, takes_texts=True)
