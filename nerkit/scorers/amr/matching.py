"""The best mapping of nodes for each pair of graphs: the mapping under which most triples agree.

Several mappings can have the largest total. If more than the total is used, nerkit takes the mapping with
most agreeing instances, then with most attributes (`algorithms.correspondence.ranked`). Therefore the number
of agreeing triples of each kind does not depend on which side is called gold.
"""

from collections.abc import Iterator
from functools import cached_property, partial

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.problem import Tuples
from nerkit.algorithms.correspondence.ranked import (
    RankedCorrespondence,
    portions,
    settle_ranked,
    solve_ranked,
    worths,
)
from nerkit.algorithms.keys import combine, join
from nerkit.ground.progress import staged
from nerkit.ground.records import record
from nerkit.parallel import ordered_map
from nerkit.scorers.amr.options import KINDS
from nerkit.scorers.amr.triples import ATTRIBUTE, COPIES, INSTANCE, RELATION, WIDTH, Triples, graphs_of

CHUNKS = 8  # pieces of work for each process
INSTANCE_KIND, ATTRIBUTE_KIND, RELATION_KIND = range(len(KINDS))

Answer = tuple[IntArray, int, int]  # the system node of each gold node, the value and the bound


@record(frozen=True)
class TripleSide:
    """The triples of one side, and the graph of each document on this side (-1 for none)."""

    triples: Triples
    graph: IntArray

    @cached_property
    def first(self) -> IntArray:
        """The position of the first node of each graph among all nodes, and at the end the number
        of nodes.
        """
        return np.append(0, np.cumsum(self.triples.sizes))

    def document(self) -> IntArray:
        """The document of each graph; -1 for a graph that is not scored."""
        document = np.full(len(self.triples.sizes), NONE)
        present = np.flatnonzero(self.graph != NONE)
        document[self.graph[present]] = present
        return document

    def count(self) -> IntArray:
        """The number of triples in each document."""
        # a document without a graph has the place -1, which reads the zero at the end
        return np.append(self.triples.count(), 0)[self.graph]

    def only(self, kind: str) -> "TripleSide":
        """The side with only the triples of one kind."""
        return TripleSide(self.triples.only(kind), self.graph)


@record(frozen=True)
class MatchedGraphs:
    """The best correspondences of the pairs of graphs of a batch.

    gold, system    the triples of both sides
    mapping         the system node of each gold node, in the order of all gold nodes; -1 for none
    value, bound    for each document the number of agreeing triples, and the largest number that is possible
    """

    gold: TripleSide
    system: TripleSide
    mapping: IntArray
    value: IntArray
    bound: IntArray

    @property
    def unproven(self) -> BoolArray:
        """A mask of the documents whose value is not proved to be the largest."""
        return self.value < self.bound

    def nodes(self, document: int) -> list[int]:
        """The system node of each gold node in a document; -1 for none."""
        g = int(self.gold.graph[document])
        nodes: list[int] = self.mapping[slice(*self.gold.first[g : g + 2])].tolist() if g != NONE else []
        return nodes

    def agreeing(self) -> dict[str, IntArray]:
        """For each kind of triple, the number of agreeing pairs of triples in each document;
        copies multiply.
        """
        document, triples = self.gold.document(), self.gold.triples
        unary, _ = self.pairs_of_unary()
        is_attribute, unary_graph = triples.unary.attribute[unary], graphs_of(triples.unary.first)
        binary, _ = self.pairs_of_binary()
        return {
            INSTANCE: self._sums(document[unary_graph[unary[~is_attribute]]]),
            ATTRIBUTE: self._sums(document[unary_graph[unary[is_attribute]]]),
            RELATION: self._sums(document[graphs_of(triples.binary.first)[binary]]),
        }

    def pairs_of_unary(self) -> tuple[IntArray, IntArray]:
        """The gold rows and system rows of the triples with one node that agree under the mapping."""
        gold, system = self.gold.triples.unary, self.system.triples.unary
        return self._joined((gold.first, gold.key, gold.node), (system.first, system.key, system.node))

    def pairs_of_binary(self) -> tuple[IntArray, IntArray]:
        """The gold rows and system rows of the triples with two nodes that agree under the mapping."""
        gold, system = self.gold.triples.binary, self.system.triples.binary
        return self._joined(
            (gold.first, gold.key, gold.source, gold.target),
            (system.first, system.key, system.source, system.target),
        )

    def _joined(self, gold: tuple[IntArray, ...], system: tuple[IntArray, ...]) -> tuple[IntArray, IntArray]:
        """Gold rows and system rows that are equal after the gold nodes are mapped.

        *gold* and *system* are the columns `first, key, node, …` of their triples.
        """
        gold_graph, system_graph = graphs_of(gold[0]), graphs_of(system[0])
        begin = self.gold.first[gold_graph]
        mapped_nodes = [self.mapping[begin + node] for node in gold[2:]]
        mapped = [self.gold.document()[gold_graph], gold[1], *mapped_nodes]
        present = [self.system.document()[system_graph], *system[1:]]
        # a triple cannot agree if its document is not scored or one of its nodes has no partner
        possible = np.flatnonzero(
            np.logical_and.reduce([column != NONE for column in (mapped[0], *mapped_nodes)])
        )
        columns = zip(mapped, present, strict=True)
        keys = combine(*(np.append(ours[possible], theirs) for ours, theirs in columns))
        left, right = join(keys[: len(possible)], keys[len(possible) :])
        return possible[left], right

    def _sums(self, document: IntArray) -> IntArray:
        """The number of rows in each document."""
        return np.bincount(document, minlength=len(self.gold.graph))


@record(frozen=True)
class PairSolving:
    """Settings for solving a pair of graphs.

    limit      the largest number of steps on each pair
    ranked     whether the kinds of triples decide between mappings with equal totals
    products   whether n copies of a triple and m copies on the other side make n * m agreeing triples
    """

    limit: int
    ranked: bool
    products: bool


def match(gold: TripleSide, system: TripleSide, how: PairSolving, workers: int = 1) -> MatchedGraphs:
    """Solve the pair of graphs of each document; *workers* is the number of processes.

    With several processes, pairs are dealt out in turn, the costliest first. Answers keep the order of
    documents.
    """
    both = np.flatnonzero((gold.graph != NONE) & (system.graph != NONE))
    cost = gold.triples.sizes[gold.graph[both]] * system.triples.sizes[system.graph[both]]
    both = both[np.argsort(-cost, kind="stable")] if workers > 1 else both
    shares = min(len(both), CHUNKS * workers) if workers > 1 else 1
    parts = [both[i::shares] for i in range(shares)]
    pairs = (
        (gold.triples.taken(gold.graph[part]), system.triples.taken(system.graph[part])) for part in parts
    )
    solved = ordered_map(partial(_solved, how=how), pairs, workers)
    value, bound = np.zeros((2, len(gold.graph)), np.int64)
    first = gold.first
    mapping = np.full(int(first[-1]), NONE)
    for documents, answers in zip(parts, solved, strict=True):
        for document, (nodes, reached, limited) in zip(documents.tolist(), answers, strict=True):
            begin = first[gold.graph[document]]
            mapping[begin : begin + len(nodes)] = nodes
            value[document], bound[document] = reached, limited
    return MatchedGraphs(gold, system, mapping, value, bound)


def _solved(sides: tuple[Triples, Triples], how: PairSolving) -> list[Answer]:
    """The mapping, the value and the bound of each pair of a gold graph and a system graph."""
    return list(staged(_answers(*sides, how), "solving graphs", len(sides[0].sizes)))


def _answers(gold: Triples, system: Triples, how: PairSolving) -> Iterator[Answer]:
    """Yield the answer of each pair in order.

    Small pairs are solved together. Pairs that remain open are solved one by one.
    """
    solve_pair = _ranked if how.ranked else _largest
    # size: the largest number of pairs of triples with one node, and with two nodes, in each pair of graphs
    size = [
        np.diff(ours) * np.diff(theirs)
        for ours, theirs in (
            (gold.unary.first, system.unary.first),
            (gold.binary.first, system.binary.first),
        )
    ]
    for begin, end, together in portions(size[0] + size[1] + gold.sizes * system.sizes, how.limit):
        settled = _many(gold, system, (begin, end), how) if together else [None] * (end - begin)
        for graph, answer in enumerate(settled, begin):
            yield answer or solve_pair(gold.of(graph), system.of(graph), how)


def _many(
    gold: Triples, system: Triples, span: tuple[int, int], how: PairSolving
) -> list[RankedCorrespondence | None]:
    """Solve the consecutive pairs *span* together; the answer is None for pairs that remain open."""
    begin, end = span
    (ours, *our_rows), (theirs, *their_rows) = (side.side_by_side(begin, end) for side in (gold, system))
    types, numbers, most = [], [], np.zeros((end - begin, len(KINDS)), np.int64)
    for at, (our_keys, their_keys) in enumerate(
        ((ours.node_key, theirs.node_key), (ours.edge_key, theirs.edge_key))
    ):
        pair = np.append(our_rows[at], their_rows[at])
        _, place, number = np.unique(
            combine(pair, np.append(our_keys, their_keys)), return_index=True, return_inverse=True
        )
        halves = number[: len(our_keys)], number[len(our_keys) :]
        counts = [np.bincount(half, minlength=len(place)) for half in halves]
        agreeing = np.multiply(*counts) if how.products else np.minimum(*counts)
        keys = np.append(our_keys, their_keys)[place]
        kind = np.full(len(place), RELATION_KIND) if at else _kinds(keys)
        np.add.at(most, (pair[place], kind), agreeing)
        types.append((pair[place], kind))
        numbers.append(halves)
    unranked = np.tile([1, 0, 0, 0], (end - begin, 1))
    return settle_ranked(
        (ours._replace(node_key=numbers[0][0], edge_key=numbers[1][0]), gold.sizes[begin:end]),
        (theirs._replace(node_key=numbers[0][1], edge_key=numbers[1][1]), system.sizes[begin:end]),
        (types[0], types[1]),
        worths(most, len(KINDS)) if how.ranked else unranked,
        len(KINDS),
    )


def _kinds(keys: IntArray) -> IntArray:
    """The kind of each triple with one node, from its key. Keys of instances have role 0."""
    return np.where(keys % COPIES < WIDTH, INSTANCE_KIND, ATTRIBUTE_KIND)


def _largest(gold: Tuples, system: Tuples, how: PairSolving) -> tuple[IntArray, int, int]:
    """A correspondence with the largest total."""
    best = solver.solve(solver.problem(gold, system), limit=how.limit)
    return best.mapping, round(best.value), int(best.bound)


def _ranked(gold: Tuples, system: Tuples, how: PairSolving) -> tuple[IntArray, int, int]:
    """The correspondence with the largest total, then with most instances, then with most attributes."""
    (ours, theirs), keys, most_of_nodes = _numbered(gold.node_key, system.node_key, how)
    (our_edges, their_edges), edge_keys, most_of_edges = _numbered(gold.edge_key, system.edge_key, how)
    kind = _kinds(keys)
    most = [int(most_of_nodes[kind == one].sum()) for one in (INSTANCE_KIND, ATTRIBUTE_KIND)]
    return solve_ranked(
        gold._replace(node_key=ours, edge_key=our_edges),
        system._replace(node_key=theirs, edge_key=their_edges),
        (kind, np.full(len(edge_keys), RELATION_KIND)),
        [*most, int(most_of_edges.sum())],
        limit=how.limit,
    )


def _numbered(
    gold: IntArray, system: IntArray, how: PairSolving
) -> tuple[tuple[IntArray, IntArray], IntArray, IntArray]:
    """Number the keys of both sides from 0. Also return the original keys and how many triples of each can
    agree.
    """
    keys, numbers = np.unique(np.concatenate((gold, system)), return_inverse=True)
    ours, theirs = numbers[: len(gold)], numbers[len(gold) :]
    counts = [np.bincount(side, minlength=len(keys)) for side in (ours, theirs)]
    return (ours, theirs), keys, np.multiply(*counts) if how.products else np.minimum(*counts)
