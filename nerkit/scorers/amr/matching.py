"""Pairs of graphs brought into correspondence: for each the mapping that makes most triples agree, proved or bounded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.correspondence.solver import Tuples, problem, solve
from nerkit.algorithms.keys import combine, join
from nerkit.parallel import ordered_map
from nerkit.scorers.amr.triples import ATTRIBUTE, INSTANCE, RELATION, Triples, graphs_of

CHUNKS = 8  # pieces of work for each process


@dataclass(frozen=True, slots=True)
class Side:
    """The triples of one side, and the graph of each document there (-1: none)."""

    triples: Triples
    graph: IntArray

    @property
    def first(self) -> IntArray:
        """Where the nodes of each graph begin among all nodes."""
        return np.append(0, np.cumsum(self.triples.sizes))

    def document(self) -> IntArray:
        """The document of each graph; -1 for a graph that is not scored."""
        found = np.full(len(self.triples.sizes), NONE)
        there = np.flatnonzero(self.graph != NONE)
        found[self.graph[there]] = there
        return found

    def count(self) -> IntArray:
        """The number of triples of each document."""
        return np.append(self.triples.count(), 0)[self.graph]


@dataclass(frozen=True, slots=True)
class Matched:
    """What solving a batch of pairs gave.

    mapping         the system node of every gold node, in the order of all gold nodes (-1: none)
    value, bound    triples that agree under the mapping, and what no mapping can exceed, for each document
    """

    gold: Side
    system: Side
    mapping: IntArray
    value: IntArray
    bound: IntArray

    @property
    def unproven(self) -> BoolArray:
        """Whether the value may fall short of the largest."""
        return self.value < self.bound

    def agreeing(self) -> dict[str, IntArray]:
        """The triples of each kind that agree in every document: pairs of them, so that copies multiply."""
        (gold, _), attribute = self.pairs_of_unary(), self.gold.triples.unary.attribute
        found = {INSTANCE: gold[~attribute[gold]], ATTRIBUTE: gold[attribute[gold]]}
        document = self.gold.document()
        graph = graphs_of(self.gold.triples.unary.first)
        counts = {kind: self._sums(document[graph[rows]]) for kind, rows in found.items()}
        gold, _ = self.pairs_of_binary()
        return counts | {RELATION: self._sums(document[graphs_of(self.gold.triples.binary.first)[gold]])}

    def pairs_of_unary(self) -> tuple[IntArray, IntArray]:
        """The rows of gold and system triples with one node that agree under the mapping."""
        gold, system = self.gold.triples.unary, self.system.triples.unary
        return self._joined((gold.first, gold.key, gold.node), (system.first, system.key, system.node))

    def pairs_of_binary(self) -> tuple[IntArray, IntArray]:
        """The same of triples with two nodes."""
        gold, system = self.gold.triples.binary, self.system.triples.binary
        return self._joined(
            (gold.first, gold.key, gold.source, gold.target),
            (system.first, system.key, system.source, system.target),
        )

    def _joined(self, gold: tuple[IntArray, ...], system: tuple[IntArray, ...]) -> tuple[IntArray, IntArray]:
        graph, other = graphs_of(gold[0]), graphs_of(system[0])
        begin = self.gold.first[graph]
        carried = [self.mapping[begin + node] for node in gold[2:]]
        theirs = [self.gold.document()[graph], gold[1], *carried]
        ours = [self.system.document()[other], *system[1:]]
        possible = np.flatnonzero(np.logical_and.reduce([column != NONE for column in (theirs[0], *carried)]))
        keys = combine(*(np.append(a[possible], b) for a, b in zip(theirs, ours, strict=True)))
        left, right = join(keys[: len(possible)], keys[len(possible) :])
        return possible[left], right

    def _sums(self, document: IntArray) -> IntArray:
        return np.bincount(document, minlength=len(self.gold.graph))


def match(gold: Side, system: Side, limit: int, workers: int = 1) -> Matched:
    """Solve every document's pair of graphs. *limit* bounds the work on each pair; *workers* are processes.

    With several, each takes every so-manieth pair, the costliest first, and the answers are put back in their places.
    """
    both = np.flatnonzero((gold.graph != NONE) & (system.graph != NONE))
    cost = gold.triples.sizes[gold.graph[both]] * system.triples.sizes[system.graph[both]]
    both = both[np.argsort(-cost, kind="stable")] if workers > 1 else both
    shares = min(len(both), CHUNKS * workers) if workers > 1 else 1
    parts = [both[i::shares] for i in range(shares)]
    pairs: Iterable[Iterable[tuple[Tuples, Tuples]]] = (_pairs(gold, system, part) for part in parts)
    if workers > 1:
        pairs = [list(part) for part in pairs]
    done = ordered_map(partial(_solved, limit=limit), pairs, workers)
    value, bound = np.zeros((2, len(gold.graph)), np.int64)
    first = gold.first
    mapping = np.full(int(first[-1]), NONE)
    for documents, answers in zip(parts, done, strict=True):
        for document, (nodes, reached, limited) in zip(documents.tolist(), answers, strict=True):
            begin = first[gold.graph[document]]
            mapping[begin : begin + len(nodes)] = nodes
            value[document], bound[document] = reached, limited
    return Matched(gold, system, mapping, value, bound)


def _pairs(gold: Side, system: Side, documents: IntArray) -> Iterator[tuple[Tuples, Tuples]]:
    for g, s in zip(gold.graph[documents].tolist(), system.graph[documents].tolist(), strict=True):
        yield gold.triples.of(g), system.triples.of(s)


def _solved(pairs: Iterable[tuple[Tuples, Tuples]], limit: int) -> list[tuple[IntArray, int, int]]:
    """Mapping, value and bound of each pair."""
    found = (solve(problem(gold, system), limit=limit) for gold, system in pairs)
    return [(best.mapping, round(best.value), int(best.bound)) for best in found]
