"""Measures of meaning graphs without correspondence: SemBLEU over paths, WLK over neighbourhoods.

Constants are nodes of their own here, one for each mention, and a role that ends in `-of` is followed from its target to its source.

    sembleu     Song and Gildea 2019: BLEU over paths of 1, 2 and 3 nodes (with the roles between them, lower case but for roles) from every node that
                is reached from those that nothing enters (the top, if there is none such). Clipped counts over the corpus, weights 0.34, 0.33, 0.34;
                brevity penalty on the number of nodes and edges; an order without matches is smoothed as NIST does. `sembleu-kN` takes paths
                of up to N nodes with equal weights. It is no F: precision, recall and f1 are null.
    wlk         Weisfeiler and Leman's refinement (Opitz, Daza and Frank 2021): in round i = 0, 1, 2 the set of node labels and the set of (label, role, label),
                weighted 1 / (1 + i); then every label takes in the sorted roles and labels around it. The cosine of both graphs'
                features, averaged over graphs.

Difference from SemBLEU's code (69ff2d4): a variable that stands before its node is that node (there, if it has several letters, a leaf of the same concept).
"""

import math
from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray
from nerkit.corpora.amr import Graphs
from nerkit.corpora.corpus import Batch
from nerkit.results.scores import Composite, ratio

WEIGHTS = (0.34, 0.33, 0.34)
LARGEST = 4  # nodes of a path
ROUNDS = 2  # of refinement
SEMBLEU = {"sembleu": WEIGHTS} | {f"sembleu-k{n}": (1 / n,) * n for n in range(1, LARGEST + 1)}
WLK = "wlk"


class Drawn(NamedTuple):
    """A graph with its constants as nodes: labels, and for each node the roles and targets of its edges; the top."""

    labels: list[str]
    edges: list[list[tuple[str, int]]]
    top: int

    @property
    def size(self) -> int:
        """Nodes and edges."""
        return len(self.labels) + sum(map(len, self.edges))


def parts(name: str) -> tuple[str, ...]:
    """The count rows of a SemBLEU: one for each length of paths, and the sizes of the graphs."""
    return (*(f"{name}/{n}" for n in range(1, len(SEMBLEU[name]) + 1)), f"{name}/size")


def composite(name: str) -> Composite:
    """The formula of a SemBLEU over these rows."""
    weights = np.array(SEMBLEU[name])

    def formula(numbers: FloatArray, _: float, empty: str) -> FloatArray:
        paths, size = numbers[..., :-1, :], numbers[..., -1, :]
        value = np.where(
            size[..., 1:4:2].any(-1),
            _bleu(paths, size, weights),
            ratio(size[..., 0] * 0, size[..., 0] * 0, empty),
        )
        nothing = np.full_like(value, np.nan)
        return np.stack([value, nothing, nothing, nothing], axis=-1)

    return Composite(parts(name), formula)


def _bleu(paths: FloatArray, size: FloatArray, weights: FloatArray) -> FloatArray:
    """The score of counts of paths, shape (…, lengths, 4), and sizes, shape (…, 4)."""
    matched, given = paths[..., 0], paths[..., 1]
    lengths = np.arange(1, len(weights) + 1)
    used = np.cumsum(given > 0, axis=-1) == lengths  # those that the system has at all
    share = np.where(used.all(-1, keepdims=True), weights, used / np.maximum(used.sum(-1, keepdims=True), 1))
    missed = np.cumsum(matched == 0, axis=-1)
    smoothed = np.where(matched == 0, 0.5**missed, matched) / np.maximum(given, 1)
    with np.errstate(divide="ignore"):
        brevity = np.exp(np.minimum(0.0, 1 - size[..., 3] / np.maximum(size[..., 1], 1)))
    value = brevity * np.exp((share * np.log(smoothed)).sum(-1))
    return np.where(matched[..., 0] == 0, 0.0, value)


def path_numbers(name: str, batch: Batch[Graphs]) -> dict[str, FloatArray]:
    """The count rows of a SemBLEU, `p_num, p_den, r_num, r_den` of every document."""
    lengths = len(SEMBLEU[name])
    found = np.zeros((lengths + 1, len(batch.documents), 4))
    for document, (gold, system) in enumerate(_drawn(batch)):
        ours, theirs = _paths(gold, lengths), _paths(system, lengths)
        for n in range(lengths):
            matched = (ours[n] & theirs[n]).total()
            found[n, document] = matched, theirs[n].total(), matched, ours[n].total()
        found[lengths, document] = 0, system.size, 0, gold.size
    return dict(zip(parts(name), found, strict=True))


def kernel_numbers(batch: Batch[Graphs]) -> FloatArray:
    """The similarity of every pair as counts: `similarity, 1, similarity, 1`."""
    values = []
    for gold, system in _drawn(batch):
        ours, theirs = _features(gold), _features(system)
        product = math.fsum(
            ours[feature] * theirs[feature] for feature in sorted(ours.keys() & theirs.keys())
        )
        norms = math.fsum(w * w for w in ours.values()) * math.fsum(w * w for w in theirs.values())
        values.append(product / math.sqrt(norms) if norms else 0.0)
    one = np.ones(len(values))
    return np.stack([np.array(values), one, np.array(values), one], axis=1)


def _drawn(batch: Batch[Graphs]) -> Iterator[tuple[Drawn, Drawn]]:
    for document in range(len(batch.documents)):
        yield _of(batch.gold, document), _of(batch.system, document)


def _of(graphs: Graphs, document: int) -> Drawn:
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
    return Drawn(labels, edges, graph.top)


def _text(text: str) -> str:
    return (text[1:-1] if text[:1] == '"' else text).lower()


def _paths(graph: Drawn, lengths: int) -> list["Counter[tuple[str, ...]]"]:
    """The paths of 1, 2, … nodes, each with how often it is there."""
    found: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(lengths)]
    for start in _reached(graph):
        stack: list[tuple[int, tuple[str, ...], tuple[tuple[int, int], ...]]] = [
            (start, (graph.labels[start],), ())
        ]
        while stack:
            node, path, taken = stack.pop()
            found[len(taken)][path] += 1
            if len(taken) + 1 < lengths:
                stack += [
                    (target, (*path, role, graph.labels[target]), (*taken, (node, place)))
                    for place, (role, target) in enumerate(graph.edges[node])
                    if (node, place) not in taken
                ]
    return found


def _reached(graph: Drawn) -> list[int]:
    """The nodes that can be reached from those that nothing enters."""
    entered = {target for edges in graph.edges for _, target in edges}
    roots = [node for node in range(len(graph.labels)) if node not in entered]
    roots = roots or ([graph.top] if graph.top != NONE else [])
    queue, seen = deque(roots), set(roots)
    while queue:
        for _, target in graph.edges[queue.popleft()]:
            if target not in seen:
                seen.add(target)
                queue.append(target)
    return sorted(seen)


def _features(graph: Drawn) -> dict[tuple[object, ...], float]:
    """Weighted features of all rounds."""
    links = [(source, role, target) for source, edges in enumerate(graph.edges) for role, target in edges]
    labels = list(graph.labels)
    found: dict[tuple[object, ...], float] = {}
    for turn in range(ROUNDS + 1):
        weight = 1 / (1 + turn)
        found |= {(turn, label): weight for label in labels}
        found |= {(turn, labels[source], role, labels[target]): weight for source, role, target in links}
        around: list[list[str]] = [[] for _ in labels]
        for source, role, target in links:
            around[source].append(f"{role} {labels[target]}")
            around[target].append(f"{role}-of {labels[source]}")
        labels = [" ".join([label, *sorted(near)]) for label, near in zip(labels, around, strict=True)]
    return found
