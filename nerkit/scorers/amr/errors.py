"""The triples of AMR graphs as text, with their agreement, for lists of errors and for alignments.

    c / cat   polarity(s, -)   arg0(s, c)

A triple is written in its compared form, with variables as names of nodes. The text around a triple is the
whole sentence of its graph.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import contained
from nerkit.corpora.amr import Graph, Graphs
from nerkit.corpora.corpus import Batch, Place
from nerkit.readers.graphs.penman_lines import GraphLines, lines_of
from nerkit.results.errors import Errors, shortened
from nerkit.scorers.amr.graph_batch import GraphBatch
from nerkit.scorers.amr.matching import MatchedGraphs, TripleSide
from nerkit.scorers.amr.options import Options
from nerkit.scorers.amr.rules import REVERSED, Keys
from nerkit.scorers.amr.triples import ATTRIBUTE, COPIES, INSTANCE, RELATION, WIDTH, Triples
from nerkit.scorers.graph_errors import GraphTuple, listed
from nerkit.scorers.task import Measure


def find(batch: Batch[Graphs], _: Sequence[Measure], options: Options) -> Errors:
    """The triples of each pair of graphs, with the agreeing triples, under the correspondence of smatch."""
    matched, written = solved(batch, options)
    corresponding = []
    gold: list[list[GraphTuple]] = []
    system: list[list[GraphTuple]] = []
    for document in range(len(batch.documents)):
        texts = batch.gold.text(document), batch.system.text(document)
        ours, theirs = batch.gold.of(document), batch.system.of(document)
        nodes = zip(ours.names, matched.nodes(document), strict=True)
        corresponding.append({name: theirs.names[target] for name, target in nodes if target != NONE})
        gold.append(_within(texts[0] or texts[1], written.of(0, document, ours)))
        system.append(_within(texts[1] or texts[0], written.of(1, document, theirs)))
    literal = bool(options.smatch_1_0_4)
    gold, system = _placed(batch.gold, gold, literal), _placed(batch.system, system, literal)
    return listed(batch.documents, gold, system, corresponding)


def solved(batch: Batch[Graphs], options: Options) -> tuple[MatchedGraphs, "WrittenTriples"]:
    """The correspondences of the pairs of a batch, and the triples of the batch as text."""
    graphs = GraphBatch(batch, options)
    return graphs.smatch, WrittenTriples(graphs.smatch, graphs.keys)


def _within(sentence: str | None, triples: list[GraphTuple]) -> list[GraphTuple]:
    """The triples, with the sentence of their graph added to triples that do not agree."""
    around = sentence and shortened(" ".join(sentence.split()))
    return [triple if triple.agrees else triple._replace(around=around) for triple in triples]


def _placed(side: Graphs, of: list[list[GraphTuple]], literal: bool) -> list[list[GraphTuple]]:
    """The triples of each document, with file and line added to triples that do not agree.

    If the line of a triple is not known, it is the line of the graph. *literal* reads lines as smatch 1.0.4
    does.
    """
    places = [
        side.place(document) if any(not triple.agrees for triple in triples) else None
        for document, triples in enumerate(of)
    ]
    wanted: dict[str, set[int]] = {}
    for name, line in filter(None, places):
        wanted.setdefault(name, set()).add(line)
    lines = {
        origin.name: lines_of(origin, wanted[origin.name], literal=literal)
        for origin in side.origins
        if origin.name in wanted
    }
    return [
        [triple if triple.agrees or place is None else _at(triple, place, lines) for triple in triples]
        for place, triples in zip(places, of, strict=True)
    ]


def _at(triple: GraphTuple, place: Place, lines: Mapping[str, Mapping[int, GraphLines]]) -> GraphTuple:
    """The triple with its place in the file. *place* is the place of its graph."""
    graph = lines.get(place[0], {}).get(place[1])
    line = graph.line(triple.nodes, triple.text) if graph else None
    return triple._replace(place=place if line is None else (place[0], line))


class WrittenTriples:
    """The triples of a matched batch as text, document by document."""

    def __init__(self, matched: MatchedGraphs, keys: Keys) -> None:
        self.sides: tuple[TripleSide, TripleSide] = matched.gold, matched.system
        self.roles, self.texts = list(keys.roles), list(keys.texts)
        pairs = matched.pairs_of_unary(), matched.pairs_of_binary()
        self.agreeing = [[np.unique(rows[side]) for rows in pairs] for side in (0, 1)]

    def of(self, side: int, document: int, graph: Graph) -> list[GraphTuple]:
        """The triples of a document on one side (0: gold, 1: system)."""
        g = int(self.sides[side].graph[document])
        if g == NONE:
            return []
        return list(self._written(self.sides[side].triples, g, graph.names, self.agreeing[side]))

    def _written(
        self, triples: Triples, g: int, names: Sequence[str], agreeing: Sequence[IntArray]
    ) -> Iterator[GraphTuple]:
        """Yield the triples of graph *g*: triples with one node, then triples with two nodes."""
        unary, binary = triples.unary, triples.binary
        rows = np.arange(unary.first[g], unary.first[g + 1])
        for row, agrees in zip(rows.tolist(), contained(rows, agreeing[0]).tolist(), strict=True):
            kind = ATTRIBUTE if unary.attribute[row] else INSTANCE
            name = names[unary.node[row]]
            yield GraphTuple(kind, self._unary(int(unary.key[row]), name), agrees, nodes=(name,))
        rows = np.arange(binary.first[g], binary.first[g + 1])
        for row, agrees in zip(rows.tolist(), contained(rows, agreeing[1]).tolist(), strict=True):
            role = self.roles[int(binary.key[row]) % COPIES]
            nodes = names[binary.source[row]], names[binary.target[row]]
            yield GraphTuple(RELATION, f"{role}({nodes[0]}, {nodes[1]})", agrees, nodes=nodes)

    def _unary(self, key: int, node: str) -> str:
        """A triple with one node as text: `role(node, text)`, `node / concept`, or `role(text, node)` from a
        constant.
        """
        role, text = divmod(key % COPIES, WIDTH)
        name = self.roles[role].strip()
        if not role:
            return f"{node} / {self.texts[text]}"
        if self.roles[role].endswith(REVERSED):
            return f"{name.removesuffix(REVERSED)}({self.texts[text]}, {node})"
        return f"{name}({node}, {self.texts[text].strip()})"
