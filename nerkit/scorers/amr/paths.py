"""Measures of meaning graphs without correspondence: SemBLEU over paths, WLK over neighbourhoods.

Constants are nodes of their own here, one for each mention. A role that ends in `-of` is followed from its
target to its source.

    sembleu     Song and Gildea 2019: BLEU over paths of 1, 2 and 3 nodes (with the roles between them, lower
                case but for roles). Paths begin at every node that is reached from nodes without incoming
                edges (from the top, if every node has one). Clipped counts over the corpus, weights 0.34,
                0.33, 0.34. The brevity penalty uses the number of nodes and edges. An order without matches
                is smoothed as in NIST. `sembleu-kN` takes paths of up to N nodes with equal weights. SemBLEU
                is not an F1: precision, recall and f1 are null.
    wlk         Weisfeiler and Leman's refinement (Opitz, Daza and Frank 2021). Round i = 0, 1, 2 compares the
                set of node labels and the set of (label, role, label), weighted 1 / (1 + i). Then every label
                takes in the sorted roles and labels around it. The cosine of both graphs' features, averaged
                over graphs.

Difference from SemBLEU's code (69ff2d4): a variable before its node is that node. In SemBLEU it is a leaf of
the same concept if it has several letters. So `sembleu` equals the number of SemBLEU if all variables come
after their nodes.
"""

import math
from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.corpora.amr import Graphs
from nerkit.scorers.amr.graph_batch import GraphBatch, proved
from nerkit.scorers.graph_paths import PathGraph, path_counts

ROUNDS = 2  # of refinement


def paths(nodes: int, longest: int, graphs: GraphBatch) -> FloatArray:
    """The number of shared paths (clipped) and of paths of each side with this number of nodes, for every
    document.
    """
    return proved(graphs.once(_path_numbers, longest)[nodes - 1])


def sizes(longest: int, graphs: GraphBatch) -> FloatArray:
    """The numbers of nodes and edges of both sides, of every document, as denominators."""
    return proved(graphs.once(_path_numbers, longest)[longest])


def _path_numbers(graphs: GraphBatch, longest: int) -> FloatArray:
    """Counts of the paths of 1, 2, … *longest* nodes and of the sizes: (longest + 1, documents, 4)."""
    numbers = np.zeros((longest + 1, len(graphs.batch.documents), 4))
    for document, (gold, system) in enumerate(_graphs(graphs)):
        for n, counts in enumerate(path_counts(gold, system, longest)):
            numbers[n, document] = counts.shared, counts.system, counts.shared, counts.gold
        numbers[longest, document] = 0, system.size, 0, gold.size
    return numbers


def neighbourhoods(graphs: GraphBatch) -> FloatArray:
    """The similarity of every pair as counts: `similarity, 1, similarity, 1`."""
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
    """The graphs of both sides, document by document."""
    for document in range(len(graphs.batch.documents)):
        yield _path_graph(graphs.batch.gold, document), _path_graph(graphs.batch.system, document)


def _path_graph(graphs: Graphs, document: int) -> PathGraph:
    """The graph of a document, inverse edges turned round; without nodes where this side has none."""
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
    """A concept or constant as it is compared."""
    return (text[1:-1] if text[:1] == '"' else text).lower()


def _features(graph: PathGraph) -> dict[tuple[object, ...], float]:
    """Weighted features of all rounds."""
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
