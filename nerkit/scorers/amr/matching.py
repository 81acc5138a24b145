"""The best mapping of nodes for each pair of graphs: the mapping under which most triples agree.

Several mappings can have the largest total. If more than the total is used, nerkit takes the mapping with
most agreeing instances, then with most attributes (`algorithms.correspondence.ranked`). Therefore the number
of agreeing triples of each kind does not depend on which side is called gold.
"""

from functools import cached_property, partial

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.correspondence.ranked import RankedCorrespondence, TypedProblems, solve_ranked
from nerkit.algorithms.keys import combine, grouped, join
from nerkit.ground.progress import staged
from nerkit.ground.records import record
from nerkit.parallel import ordered_map
from nerkit.scorers.amr.options import KINDS
from nerkit.scorers.amr.triples import ATTRIBUTE, COPIES, INSTANCE, RELATION, WIDTH, Triples, graphs_of

CHUNKS = 8  # pieces of work for each process
TOGETHER = 2_000  # pairs of graphs whose triples are numbered together
INSTANCE_KIND, ATTRIBUTE_KIND, RELATION_KIND = range(len(KINDS))


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


def _solved(sides: tuple[Triples, Triples], how: PairSolving) -> list[RankedCorrespondence]:
    """The mapping, the value and the bound of each pair of a gold graph and a system graph."""
    count = len(sides[0].sizes)
    answers = (
        answer
        for begin in range(0, count, TOGETHER)
        for answer in solve_ranked(
            _problems(sides, (begin, min(begin + TOGETHER, count)), how), how.limit, ranked=how.ranked
        )
    )
    return list(staged(answers, "solving graphs", count))


def _problems(sides: tuple[Triples, Triples], span: tuple[int, int], how: PairSolving) -> TypedProblems:
    """The problems of the consecutive pairs of graphs *span*; equal triples of a pair get equal numbers."""
    (ours, *our_rows), (theirs, *their_rows) = (side.side_by_side(*span) for side in sides)
    types, numbers, most = [], [], np.zeros((span[1] - span[0], len(KINDS)), np.int64)
    for at, (our_keys, their_keys) in enumerate(
        ((ours.node_key, theirs.node_key), (ours.edge_key, theirs.edge_key))
    ):
        pair = np.append(our_rows[at], their_rows[at])
        keys = np.append(our_keys, their_keys)
        place, number = grouped(combine(pair, keys))
        halves = number[: len(our_keys)], number[len(our_keys) :]
        counts = [np.bincount(half, minlength=len(place)) for half in halves]
        agreeing = np.multiply(*counts) if how.products else np.minimum(*counts)
        # keys of instances have role 0
        is_instance = keys[place] % COPIES < WIDTH
        kind = (
            np.full(len(place), RELATION_KIND) if at else np.where(is_instance, INSTANCE_KIND, ATTRIBUTE_KIND)
        )
        np.add.at(most, (pair[place], kind), agreeing)
        types.append((pair[place], kind))
        numbers.append(halves)
    numbered = (
        tuples._replace(node_key=node_key, edge_key=edge_key)
        for tuples, node_key, edge_key in zip((ours, theirs), *numbers, strict=True)
    )
    gold, system = numbered
    heights, widths = (side.sizes[slice(*span)] for side in sides)
    return TypedProblems((gold, system), (heights, widths), (types[0], types[1]), most, len(KINDS))
