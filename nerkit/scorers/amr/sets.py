r"""Fine-grained measures without a correspondence: items that two graphs share, in whatever nodes.

    concepts            the concepts of all nodes
    frames              concepts that end in a sense, `-\d\d`
    non_sense_frames    concepts that end in a sense, without the sense
    named_entities      the concepts of nodes with a `:name`
    negation            the concepts of nodes with a `:polarity`
    wikification        the values of `:wiki`
    ignore_vars         all triples but instances, with concepts in place of nodes

Damonte et al. (2017) introduced these measures. The items of a graph are a set, as in amrlib; with the suffix
`-damonte` a multiset, as in the code of the paper. Case matters, and so do the quotes of a value. P = common
/ system, R = common / gold, summed over graphs.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.keys import turns
from nerkit.corpora.amr import Graphs
from nerkit.results.counts import numbers_of
from nerkit.scorers.amr.graph_batch import GraphBatch, proved
from nerkit.scorers.amr.rules import smatch_role
from nerkit.scorers.amr.triples import graphs_of

FRAME = re.compile(r"-\d\d$")
COPIES = 2**12  # the largest number of copies of an item in a graph that are counted

Items = tuple[IntArray, list[Any]]  # the graph of each item, and the item
Collect = Callable[[Graphs, bool], Items]  # (graphs, whether to read strings as smatch 1.0.4 does) -> items


def common(collect: Collect, graphs: GraphBatch, *, copies: bool = False) -> FloatArray:
    """Count the items that both sides of each document have: each once, or with *copies* as often as both
    have it.
    """
    codes = Vocabulary()
    keys = []
    for side in (graphs.batch.gold, graphs.batch.system):
        document = np.full(len(side.top) + 1, NONE)
        present = np.flatnonzero(side.graph != NONE)
        document[side.graph[present]] = present
        graph, items = collect(side, graphs.options.smatch_1_0_4)
        keys.append((document[graph], codes.codes(items)))
    size = max(len(codes), 1)
    gold, system = (_keyed(document, code, size, copies) for document, code in keys)
    shared = np.intersect1d(gold, system, assume_unique=True)
    documents = len(graphs.batch.documents)
    # a key is (document * size + code) * COPIES + copy
    counts = (np.bincount(key // COPIES // size, minlength=documents) for key in (shared, system, gold))
    return proved(numbers_of(*counts))


def _keyed(document: IntArray, code: IntArray, size: int, copies: bool) -> IntArray:
    """A key for each distinct pair of document and item; with *copies*, for each copy of an item.

    *size* is the number of distinct items.
    """
    key = document[document != NONE] * size + code[document != NONE]
    copy = turns(key)
    keys: IntArray = key * COPIES + np.minimum(copy, COPIES - 1)
    return keys if copies else keys[copy == 0]


def _labels(graphs: Graphs, rows: IntArray) -> Items:
    """The graph and the concept of each node in *rows*, which are numbered over all graphs."""
    column = graphs.nodes.label
    return graphs_of(graphs.nodes.first)[rows], [column.values[code] for code in column.codes[rows].tolist()]


def concepts(graphs: Graphs, _: bool) -> Items:
    """Collect the concepts of all nodes."""
    return _labels(graphs, np.arange(len(graphs)))


def frames(graphs: Graphs, _: bool) -> Items:
    """Collect the concepts that end in a sense."""
    frame = np.array([FRAME.search(label) is not None for label in graphs.nodes.label.values], bool)
    return _labels(graphs, np.flatnonzero(frame[graphs.nodes.label.codes]))


def frames_without_sense(graphs: Graphs, literal: bool) -> Items:
    """Collect the concepts that end in a sense, without the sense."""
    graph, labels = frames(graphs, literal)
    return graph, [FRAME.sub("", label) for label in labels]


def having(role: str, graphs: Graphs, literal: bool) -> Items:
    """Collect the concept of the source of each edge or attribute with *role*."""
    sources = [source for _, source, name, _ in _statements(graphs, literal) if name == role]
    return _labels(graphs, np.array(sources, np.int64))


def wiki_values(graphs: Graphs, literal: bool) -> Items:
    """Collect the values of `:wiki`."""
    column = graphs.attributes
    is_wiki = column.role.codes == next((i for i, r in enumerate(column.role.values) if r == "wiki"), NONE)
    graph = graphs_of(column.first)[is_wiki]
    texts, codes = column.value.values, column.value.codes[is_wiki].tolist()
    return graph, [_value(texts[code], literal) for code in codes]


def triples_of_concepts(graphs: Graphs, literal: bool) -> Items:
    """Collect attributes, relations and tops, with concepts in place of nodes."""
    labels, codes = graphs.nodes.label.values, graphs.nodes.label.codes
    triples = []
    graph = []
    for g, source, name, target in _statements(graphs, literal):
        graph.append(g)
        end = labels[codes[target]] if isinstance(target, int) else target
        triples.append((name, labels[codes[source]], end))
    tops = np.flatnonzero(graphs.top != NONE)
    graph += tops.tolist()
    top_nodes = (graphs.nodes.first[tops] + graphs.top[tops]).tolist()
    triples += [("TOP", labels[codes[node]], "top") for node in top_nodes]
    return np.array(graph, np.int64), list(triples)


def _statements(graphs: Graphs, literal: bool) -> Iterator[tuple[int, int, str, int | str]]:
    """Yield relations and attributes: graph, source, role after turning round, and target or value.

    Nodes are numbered over all graphs.
    """
    first, edges, attributes = graphs.nodes.first, graphs.edges, graphs.attributes
    roles = [_turned(role) for role in edges.role.values]
    begin = first[graphs_of(edges.first)]
    for g, code, source, target in zip(
        graphs_of(edges.first).tolist(),
        edges.role.codes.tolist(),
        (begin + edges.source).tolist(),
        (begin + edges.target).tolist(),
        strict=True,
    ):
        name, turned = roles[code]
        yield (g, target, name, source) if turned else (g, source, name, target)
    graph = graphs_of(attributes.first)
    for g, node, code, value in zip(
        graph.tolist(),
        (first[graph] + attributes.node).tolist(),
        attributes.role.codes.tolist(),
        attributes.value.codes.tolist(),
        strict=True,
    ):
        name, turned = roles[code]
        if not (turned and literal):
            role = attributes.role.values[code]
            yield g, node, role if turned else name, _value(attributes.value.values[value], literal)


def _turned(role: str) -> tuple[str, bool]:
    """A role after smatch turns it round, with its case, and whether it was turned round."""
    turned = smatch_role(role)[1]
    return ("domain" if role == "mod" else role[:-3], True) if turned else (role, False)


def _value(text: str, literal: bool) -> str:
    """A constant as written; with *literal*, as smatch 1.0.4 reads it."""
    return (text[1:-1] + "_").split(maxsplit=1)[0] if literal and text[:1] == '"' else text
