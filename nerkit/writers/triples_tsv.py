"""Graphs as tab-separated triples: graph, source, role, target; `instance` gives a node its concept, `TOP` says which node is the top."""

from collections.abc import Iterator

from nerkit.graphs import Graphs

TAKES = Graphs


def write(graphs: Graphs) -> Iterator[str]:
    """The lines of each graph: the top, concepts, attributes, relations."""
    for document, id_ in enumerate(graphs.documents):
        graph = graphs.of(document)
        names = graph.names
        rows = [(names[graph.top], "TOP", "top")] if names else []
        rows += [(name, "instance", label) for name, label in zip(names, graph.labels, strict=True)]
        rows += [(names[node], role, value) for node, role, value in graph.attributes]
        rows += [(names[source], role, names[target]) for source, role, target in graph.edges]
        yield "".join(f"{id_}\t" + "\t".join(row) + "\n" for row in rows)
