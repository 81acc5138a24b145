"""Write graphs for Graphviz: one `digraph` per graph; the top has a double border, and constants are boxes.

`readers.graphs.dot` reads this notation.
"""

from collections.abc import Iterator

from nerkit.corpora.amr import Graphs
from nerkit.writers.format import Writer


def write(graphs: Graphs) -> Iterator[str]:
    """The text of each graph in DOT."""
    for document, id_ in enumerate(graphs.documents):
        graph = graphs.of(document)
        lines = [f"digraph {quoted(id_)} {{"]
        for node, (name, label) in enumerate(zip(graph.names, graph.labels, strict=True)):
            top = ", peripheries=2" if node == graph.top else ""
            lines.append(f"  n{node} [label={quoted(f'{name} / {label}')}{top}];")
        for place, (node, role, value) in enumerate(graph.attributes):
            lines.append(f"  c{place} [label={quoted(value)}, shape=box];")
            lines.append(f"  n{node} -> c{place} [label={quoted(role)}];")
        for source, role, target in graph.edges:
            lines.append(f"  n{source} -> n{target} [label={quoted(role)}];")
        yield "\n".join([*lines, "}"]) + "\n"


def quoted(text: str) -> str:
    """A text in double quotes, with backslashes, quotes and line breaks escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


WRITER = Writer(write, takes=Graphs)
