"""Pairs of graphs brought into correspondence: for each the mapping that makes most triples agree, proved or bounded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from nerkit.algebra.keys import combine, expand, join
from nerkit.algebra.latent import Tuples, problem, solve
from nerkit.model import NONE, IntArray
from nerkit.parallel import ordered_map
from nerkit.scorers.amr_triples import ATTRIBUTE, INSTANCE, RELATION, Triples

CHUNKS = 8  # pieces of work for each process


@dataclass(frozen=True, slots=True)
class Matched:
    """What solving a batch of pairs gave.

    gold, system    their triples, and *gold_graph*, *system_graph* the graphs of each document there (-1: none)
    mapping         the system node of every gold node (rows as in the gold side's nodes; -1: none)
    value, bound    triples that agree under the mapping, and what no mapping can exceed, for each document
    optimal         whether the value is proved to be the largest
    """

    gold: Triples
    system: Triples
    gold_graph: IntArray
    system_graph: IntArray
    mapping: IntArray
    value: IntArray
    bound: IntArray

    @property
    def optimal(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        return self.value >= self.bound


def match(
    gold: tuple[Triples, IntArray], system: tuple[Triples, IntArray], limit: int, workers: int = 1
) -> Matched:
    """Solve every document's pair of graphs. *limit* bounds the work on each pair, *workers* are processes."""
    (ours, gold_graph), (theirs, system_graph) = gold, system
    both = np.flatnonzero((gold_graph != NONE) & (system_graph != NONE))
    cost = ours.sizes[gold_graph[both]] * theirs.sizes[system_graph[both]]
    both = both[cost > 0][np.argsort(-cost[cost > 0], kind="stable")]
    pairs = [
        (ours.of(g), theirs.of(s))
        for g, s in zip(gold_graph[both].tolist(), system_graph[both].tolist(), strict=True)
    ]
    size = max(1, -(-len(pairs) // (CHUNKS * workers)))
    chunks = [pairs[i :: max(1, -(-len(pairs) // size))] for i in range(-(-len(pairs) // size))]
    chunks = [pairs] if workers == 1 else chunks
    done = ordered_map(partial(_solved, limit=limit), chunks, workers)
    value, bound = np.zeros((2, len(gold_graph)), np.int64)
    first = np.append(0, np.cumsum(ours.sizes))
    mapping = np.full(int(first[-1]), NONE)
    for i, chunk in enumerate(done):
        for document, (found, reached, limit_) in zip(both[i :: len(chunks)].tolist(), chunk, strict=True):
            at = first[gold_graph[document]]
            mapping[at : at + len(found)] = found
            value[document], bound[document] = reached, limit_
    return Matched(ours, theirs, gold_graph, system_graph, mapping, value, bound)


def _solved(pairs: Sequence[tuple[Tuples, Tuples]], limit: int) -> list[tuple[IntArray, int, int]]:
    """Mapping, value and bound of each pair."""
    found = (solve(problem(gold, system), limit=limit) for gold, system in pairs)
    return [(best.mapping, round(best.value), int(best.bound)) for best in found]
