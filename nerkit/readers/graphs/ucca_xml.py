"""UCCA in the XML of its annotation tools: one passage per file, with a layer of words and a layer of units.

    <root passageID="7">
      <layer layerID="0"><node ID="0.1" type="Word"><attributes text="Dogs"/></node></layer>
      <layer layerID="1"><node ID="1.1" type="FN"><edge toID="0.1" type="T"/></node></layer></root>

The foundational units (layer 1) are the nodes. The label of an edge is its `type`; remote edges have the
attribute remote. A unit is anchored to each of its words (layer 0). Like mtool, nerkit drops linkage
nodes, and implicit units with the edges to them. Tops are the units without incoming edges. The input is
looked up in *texts* by passage id. Without *texts*, it is the words joined by blanks.
"""

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from nerkit.corpora.mrp import Edge, MrpGraph, MrpGraphs, Node
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.graphs.graph_table import GraphTable, spans

UNITS = ("FN", "PNCT")  # kinds of nodes that are units
TOKENISED = "nerkit makes input and anchors from the words; give the texts with text=FILE"


def read(sources: Iterable[Source], *, texts: Mapping[str, str] | None = None) -> MrpGraphs:
    """All passages.

    Raises InputError (file, line, column) for text that is not XML, and for an edge to a missing node.
    """
    table = GraphTable("ucca", 1, texts)
    table.warnings += [] if texts else [TOKENISED]
    return table.read(sources, _add_passage)


def _add_passage(source: Source, table: GraphTable) -> None:
    """Add the passage in a file to the table."""
    text = source.text()
    try:
        root = ET.fromstring(text)  # noqa: S314  (expat refuses entity bombs)
    except ET.ParseError as error:
        line, column = error.position
        raise InputError(
            f"not valid XML: {error.msg.split(':')[0]}", source=source.name, line=line, column=column + 1
        ) from None
    graph = table.graph(root.get("passageID") or source.stem, source.name, 1)
    words: dict[str, str] = {}
    units: dict[str, ET.Element] = {}
    known = {node.get("ID", "") for node in root.iter("node")}
    for node in root.iter("node"):
        if node.get("type") in UNITS:
            units[node.get("ID", "")] = node
        elif node.get("ID", "").startswith("0."):
            attributes = node.find("attributes")
            words[node.get("ID", "")] = "" if attributes is None else attributes.get("text", "")
    graph.input = graph.input or " ".join(words.values())
    anchors = dict(zip(words, spans(list(words.values()), graph), strict=True))
    for edge in root.iter("edge"):
        if (target := edge.get("toID", "")) not in words and target not in known:
            at = max(text.find(f'toID="{target}"'), text.find(f"toID='{target}'"), 0)
            problem = f"an edge leads to {target}, which does not exist"
            raise InputError.at(problem, text, at, source=source.name)
    _add(graph, {name: unit for name, unit in units.items() if not _has(unit, "implicit")}, anchors)


def _has(element: ET.Element, flag: str) -> bool:
    """Whether an attribute of a unit or an edge is true."""
    attributes = element.find("attributes")
    return attributes is not None and attributes.get(flag, "").lower() == "true"


def _add(graph: MrpGraph, units: Mapping[str, ET.Element], anchors: Mapping[str, tuple[int, int]]) -> None:
    """Add the nodes, edges and tops of a passage to its graph."""
    place = {name: i for i, name in enumerate(units)}
    reached = set()
    for name, unit in units.items():
        covered = [anchors[word] for edge in unit.iter("edge") if (word := edge.get("toID", "")) in anchors]
        graph.nodes.append(Node(place[name], anchors=tuple(covered) or None))
        for edge in unit.iter("edge"):
            target = edge.get("toID", "")
            if target in place:
                graph.edges += _edges(edge, place[name], place[target])
                reached.add(place[target])
    graph.tops += [i for i in place.values() if i not in reached]


def _edges(edge: ET.Element, source: int, target: int) -> list[Edge]:
    """The edges of an XML element: one edge per category."""
    labels = [tag for category in edge.iter("category") if (tag := category.get("tag"))] or [
        edge.get("type", "")
    ]
    attributes = (("remote", True),) if _has(edge, "remote") else ()
    return [Edge(source, target, label, attributes=attributes) for label in dict.fromkeys(labels)]


READER = Reader(read, MrpGraphs, takes_texts=True)
