"""MRP graphs for Graphviz: one `digraph` each; of a pair of graphs one, with the differences coloured.

A node shows its label, properties and the text of its anchors; a top has a double border. In a pair, common
parts are black, parts that only gold has (missing) red, and parts that only the system has (surplus) blue.
The correspondence comes from the measure `mrp`.
"""

from collections.abc import Iterable, Iterator, Sequence

from nerkit.corpora.mrp import MrpGraph, MrpGraphs
from nerkit.scorers.mrp import tuples
from nerkit.scorers.mrp.normal import NormalEdge, NormalGraph, NormalRules, normalise
from nerkit.scorers.mrp.solution import correspond
from nerkit.writers.dot import quoted

MISSING, SURPLUS = "red", "blue"


def write(corpus: MrpGraphs) -> Iterator[str]:
    """The text of each graph in MRP's DOT."""
    for graph in corpus.graphs:
        if graph is not None:
            yield _text(graph.id, [*_nodes(graph), *_edges(graph)])


def compare(documents: Sequence[str], gold: MrpGraphs, system: MrpGraphs) -> Iterator[str]:
    """The text of each pair of graphs, both sides being filed under *documents*."""
    for name, ours, theirs in zip(documents, gold.graphs, system.graphs, strict=True):
        yield _text(name, _pair(ours or MrpGraph(name), theirs or MrpGraph(name)))


def _text(name: str, lines: Iterable[str]) -> str:
    return "\n".join([f"digraph {quoted(name)} {{", *(f"  {line}" for line in lines), "}"]) + "\n"


def _nodes(graph: MrpGraph) -> Iterator[str]:
    for i, node in enumerate(graph.nodes):
        lines = [str(node.label)] if node.label is not None else []
        lines += [f"{name} = {value}" for name, value in node.properties]
        pieces = [(graph.input or "")[start:end] or f"{start}:{end}" for start, end in node.anchors or ()]
        lines += [f"“{' '.join(pieces)}”"] if pieces else []
        yield _node(f"n{i}", [(line, None) for line in lines], top=i in graph.tops)


def _edges(graph: MrpGraph) -> Iterator[str]:
    for edge in graph.edges:
        attributes = [f"{name} = {value}" for name, value in edge.attributes]
        lines = [*([] if edge.label is None else [str(edge.label)]), *attributes]
        yield f"n{edge.source} -> n{edge.target} [label={quoted(chr(10).join(lines))}];"


def _pair(gold: MrpGraph, system: MrpGraph) -> Iterator[str]:
    """Nodes and edges of both graphs in compared form; corresponding nodes and edges are drawn once."""
    rules = NormalRules()
    ours, theirs = normalise(gold, rules), normalise(system, rules)
    mapping = correspond([(tuples.mrp(ours), tuples.mrp(theirs))])[0].mapping
    back = {target: source for source, target in enumerate(mapping) if target >= 0}
    names = [f"n{back[i]}" if i in back else f"s{i}" for i in range(theirs.size)]
    for i in range(ours.size):
        lines = _differing(
            _lines(ours, i, gold), _lines(theirs, mapping[i], system) if mapping[i] >= 0 else []
        )
        yield _node(f"n{i}", lines, None if mapping[i] >= 0 else MISSING, top=i in ours.tops)
    for i in range(theirs.size):
        if i not in back:
            yield _node(
                names[i], [(line, None) for line in _lines(theirs, i, system)], SURPLUS, top=i in theirs.tops
            )
    sides = [
        {(f"n{edge.source}", f"n{edge.target}", _edge_label(edge)) for edge in ours.edges},
        {(names[edge.source], names[edge.target], _edge_label(edge)) for edge in theirs.edges},
    ]
    for source, target, label in sorted(sides[0] | sides[1]):
        found = (source, target, label)
        color = None if found in sides[0] & sides[1] else MISSING if found in sides[0] else SURPLUS
        paint = f", color={color}, fontcolor={color}" if color else ""
        yield f"{source} -> {target} [label={quoted(label)}{paint}];"


def _lines(graph: NormalGraph, i: int, source: MrpGraph) -> list[str]:
    """The facts of a node, a line each."""
    label = graph.labels[i]
    anchor = graph.anchors[i]
    lines = ["top"] if i in graph.tops else []
    lines += [label] if label is not None else []
    lines += [f"{name} = {value}" for name, value in graph.properties[i]]
    if isinstance(anchor, int):
        lines.append(f"“{''.join(c for at, c in enumerate(source.input or '') if anchor >> at & 1)}”")
    elif anchor is not None:
        lines.append(" ".join(f"{start}:{end}" for start, end in anchor))
    return lines


def _differing(ours: list[str], theirs: list[str]) -> list[tuple[str, str | None]]:
    """The lines of a node of the gold side and of its partner, coloured where only one has them."""
    if not theirs:
        return [(line, None) for line in ours]
    of_gold = [(line, None if line in theirs else MISSING) for line in ours]
    return of_gold + [(line, SURPLUS) for line in theirs if line not in ours]


def _edge_label(edge: NormalEdge) -> str:
    return "\n".join([edge.label or "", *(f"{name} = {value}" for name, value in edge.attributes)])


def _node(
    name: str, lines: Sequence[tuple[str, str | None]], color: str | None = None, *, top: bool = False
) -> str:
    """A node, whose lines may have colours of their own."""
    border = ", peripheries=2" if top else ""
    paint = f", color={color}, fontcolor={color}" if color else ""
    if any(own for _, own in lines):
        rows = "<br/>".join(
            f'<font color="{own}">{_escaped(line)}</font>' if own else _escaped(line) for line, own in lines
        )
        return f"{name} [label=<{rows}>{border}{paint}];"
    return f"{name} [label={quoted(chr(10).join(line for line, _ in lines))}{border}{paint}];"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
