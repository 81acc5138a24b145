"""The triples of AMR graphs as text, and whether they agree: for lists of errors and for alignments.

    c / cat   polarity(s, -)   arg0(s, c)

A triple is written as it is compared, nodes by their variables. The text around it is the whole sentence of its graph.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import contained
from nerkit.corpora.amr import Graph, Graphs
from nerkit.corpora.corpus import Batch
from nerkit.results.mistakes import Mistakes
from nerkit.scorers.amr.matching import Matched, Side
from nerkit.scorers.amr.triples import ATTRIBUTE, COPIES, INSTANCE, RELATION, REVERSED, WIDTH, Keys, Triples
from nerkit.scorers.graph_mistakes import Said, listed


def find(batch: Batch[Graphs], matched: Matched, keys: Keys) -> Mistakes:
    """The triples of every pair of graphs of the batch, those that agree too."""
    said = Sayings(matched, keys)
    gold: list[list[Said]] = []
    system: list[list[Said]] = []
    for document in range(len(batch.documents)):
        texts = batch.gold.text(document), batch.system.text(document)
        gold.append(_within(texts[0] or texts[1], said.of(0, document, batch.gold.of(document))))
        system.append(_within(texts[1] or texts[0], said.of(1, document, batch.system.of(document))))
    return listed(batch.documents, gold, system)


def _within(sentence: str | None, said: list[Said]) -> list[Said]:
    """The triples, those that do not agree with their sentence."""
    around = sentence and " ".join(sentence.split())
    return [each if each.agrees else each._replace(around=around) for each in said]


class Sayings:
    """The triples of a batch that was matched, document by document."""

    def __init__(self, matched: Matched, keys: Keys) -> None:
        self.sides: tuple[Side, Side] = matched.gold, matched.system
        self.roles, self.texts = list(keys.roles), list(keys.texts)
        pairs = matched.pairs_of_unary(), matched.pairs_of_binary()
        self.agreeing = [[np.unique(rows[side]) for rows in pairs] for side in (0, 1)]

    def of(self, side: int, document: int, graph: Graph) -> list[Said]:
        """The triples of a document on one side (0: gold)."""
        g = int(self.sides[side].graph[document])
        return (
            []
            if g == NONE
            else list(self._written(self.sides[side].triples, g, graph.names, self.agreeing[side]))
        )

    def _written(
        self, triples: Triples, g: int, names: Sequence[str], agreeing: Sequence[IntArray]
    ) -> Iterator[Said]:
        """Those with one node, then those with two."""
        unary, binary = triples.unary, triples.binary
        rows = np.arange(unary.first[g], unary.first[g + 1])
        for row, known in zip(rows.tolist(), contained(rows, agreeing[0]).tolist(), strict=True):
            kind = ATTRIBUTE if unary.attribute[row] else INSTANCE
            yield Said(kind, self._unary(int(unary.key[row]), names[unary.node[row]]), known)
        rows = np.arange(binary.first[g], binary.first[g + 1])
        for row, known in zip(rows.tolist(), contained(rows, agreeing[1]).tolist(), strict=True):
            role = self.roles[int(binary.key[row]) % COPIES]
            yield Said(RELATION, f"{role}({names[binary.source[row]]}, {names[binary.target[row]]})", known)

    def _unary(self, key: int, node: str) -> str:
        """`role(node, text)`; an instance as `node / concept`, a triple whose source is the constant turned round."""
        role, text = divmod(key % COPIES, WIDTH)
        name = self.roles[role].strip()
        if not role:
            return f"{node} / {self.texts[text]}"
        if self.roles[role].endswith(REVERSED):
            return f"{name.removesuffix(REVERSED)}({self.texts[text]}, {node})"
        return f"{name}({node}, {self.texts[text].strip()})"
