"""Write graphs as tab-separated triples: graph, source, role, target.

The role `instance` gives the concept of a node, and `TOP` marks the top node.
"""

from collections.abc import Iterator

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Graphs
from nerkit.exceptions import InputError
from nerkit.writers.format import Writer


def write(graphs: Graphs) -> Iterator[str]:
    """The lines of each graph: its top, concepts, attributes and relations."""
    for document, id_ in enumerate(graphs.documents):
        graph = graphs.of(document)
        names = graph.names
        rows = [(names[graph.top], "TOP", "top")] if names else []
        rows += [(name, "instance", label) for name, label in zip(names, graph.labels, strict=True)]
        rows += [(names[node], role, value) for node, role, value in graph.attributes]
        rows += [(names[source], role, names[target]) for source, role, target in graph.edges]
        if names and graph.top == NONE:
            raise InputError("a graph without a top, which triples cannot hold", source=f"graph {id_}")
        if any(mark in cell for row in [*rows, (id_,)] for cell in row for mark in "\t\n\r"):
            raise InputError(
                "a tab or a line break in a text, which a line cannot hold", source=f"graph {id_}"
            )
        yield "".join(f"{id_}\t" + "\t".join(row) + "\n" for row in rows)


WRITER = Writer(write, takes=Graphs)
