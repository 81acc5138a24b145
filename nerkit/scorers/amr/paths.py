"""Measures of meaning graphs without a correspondence: SemBLEU over paths, WLK over neighbourhoods.

Each mention of a constant is a node here. A role that ends in `-of` is followed from its target to its
source.

    sembleu     Song and Gildea 2019: BLEU over paths of 1, 2 and 3 nodes, with the roles between them. Labels
                are in lower case; roles keep their case. Paths begin at every node that is reached from
                nodes without incoming edges (from the top, if every node has an incoming edge). Clipped
                counts over the corpus, weights 0.34, 0.33, 0.34. The brevity penalty uses the number of nodes
                and edges. An order without matches is smoothed as in NIST. `sembleu-kN` takes paths of up to
                N nodes with equal weights. SemBLEU is not an F1: precision, recall and f1 are null.
    wlk         Weisfeiler and Leman's refinement (Opitz, Daza and Frank 2021). Round i = 0, 1, 2 compares the
                set of node labels and the set of (label, role, label), weighted 1 / (1 + i). After a round,
                each label is extended by the sorted roles and labels around it. The value is the cosine of
                the features of both graphs, averaged over graphs.

Difference from SemBLEU's code (69ff2d4): nerkit reads a variable before its node as this node. SemBLEU makes
it a leaf with the node's concept if it has several letters. So `sembleu` equals the number of SemBLEU if all
variables come after their nodes.
"""

import math
from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.corpora.amr import Graphs
from nerkit.scorers.amr.graph_batch import GraphBatch, proved
from nerkit.scorers.graph_paths import PathGraph, path_counts

ROUNDS = 2  # rounds of refinement


def paths(nodes: int, longest: int, graphs: GraphBatch) -> FloatArray:
    """Counts of the paths with *nodes* nodes in each document, clipped, shape (documents, 6).

    *longest* is the number of nodes of the longest path of the measure.
    """
    return proved(graphs.once(_path_numbers, longest)[nodes - 1])


def sizes(longest: int, graphs: GraphBatch) -> FloatArray:
    """The number of nodes and edges of both sides in each document, as the denominators of counts."""
    return proved(graphs.once(_path_numbers, longest)[longest])


def _path_numbers(graphs: GraphBatch, longest: int) -> FloatArray:
    """Counts of paths (shared, system, shared, gold) in pairs of graphs, shape (longest + 1, documents, 4).

    Row i counts the paths of i + 1 nodes, and the last row has the sizes of the graphs.
    """
    numbers = np.zeros((longest + 1, len(graphs.batch.documents), 4))
    for document, (gold, system) in enumerate(_graphs(graphs)):
        for n, counts in enumerate(path_counts(gold, system, longest)):
            numbers[n, document] = counts.shared, counts.system, counts.shared, counts.gold
        numbers[longest, document] = 0, system.size, 0, gold.size
    return numbers


def neighbourhoods(graphs: GraphBatch) -> FloatArray:
    """The similarity of each pair of graphs as counts: `similarity, 1, similarity, 1` and a bound of 0."""
    values = []
    for gold, system in _graphs(graphs):
        ours, theirs = _features(gold), _features(system)
        product = math.fsum(
            ours[feature] * theirs[feature] for feature in sorted(ours.keys() & theirs.keys())
        )
        norms = math.fsum(w * w for w in ours.values()) * math.fsum(w * w for w in theirs.values())
        values.append(product / math.sqrt(norms) if norms else 0.0)
    similarity, one = np.array(values), np.ones(len(values))
    return proved(np.stack([similarity, one, similarity, one], axis=1))


def _graphs(graphs: GraphBatch) -> Iterator[tuple[PathGraph, PathGraph]]:
    """Yield the gold graph and the system graph of each document."""
    for document in range(len(graphs.batch.documents)):
        yield _path_graph(graphs.batch.gold, document), _path_graph(graphs.batch.system, document)


def _path_graph(graphs: Graphs, document: int) -> PathGraph:
    """The graph of a document with inverse edges turned round; without nodes if the side has no graph."""
    graph = graphs.of(document)
    labels = [_text(label) for label in graph.labels]
    edges: list[list[tuple[str, int]]] = [[] for _ in labels]
    links = list(graph.edges)
    for node, role, value in graph.attributes:
        links.append((node, role, len(labels)))
        labels.append(_text(value))
        edges.append([])
    for source, role, target in links:
        begin, end = (target, source) if role.endswith("-of") else (source, target)
        name = role.replace("-of", "") if role.endswith("-of") else role
        edges[begin].append((f":{name}", end))
    return PathGraph(labels, edges, graph.top)


def _text(text: str) -> str:
    """A concept or a constant in the form in which it is compared."""
    return (text[1:-1] if text[:1] == '"' else text).lower()


def _features(graph: PathGraph) -> dict[tuple[object, ...], float]:
    """The features of all rounds, each with its weight."""
    links = [(source, role, target) for source, edges in enumerate(graph.edges) for role, target in edges]
    labels = list(graph.labels)
    features: dict[tuple[object, ...], float] = {}
    for turn in range(ROUNDS + 1):
        weight = 1 / (1 + turn)
        features |= {(turn, label): weight for label in labels}
        features |= {(turn, labels[source], role, labels[target]): weight for source, role, target in links}
        around: list[list[str]] = [[] for _ in labels]
        for source, role, target in links:
            around[source].append(f"{role} {labels[target]}")
            around[target].append(f"{role}-of {labels[source]}")
        labels = [" ".join([label, *sorted(near)]) for label, near in zip(labels, around, strict=True)]
    return features
