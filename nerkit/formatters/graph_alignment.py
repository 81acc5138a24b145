"""Corresponding nodes and the triples that agree or not, graph by graph: what `nerkit amr --show-alignment` prints."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nerkit.algebra.keys import contained
from nerkit.graphs import Graph
from nerkit.model import NONE, Batch, IntArray
from nerkit.scorers import amr
from nerkit.scorers.amr_matching import Matched, Side
from nerkit.scorers.amr_triples import COPIES, REVERSED, WIDTH, Keys, Triples

ARROW = " -> "


def draw(name: str, batch: Batch[Any], options: Any) -> Iterator[str]:
    """A block of lines for each document of the batch, triples as they are compared; *name* is the system's."""
    matched, keys = amr.solved(batch, options)
    texts = _Texts(keys)
    agreeing = [_agreeing(matched, side) for side in (0, 1)]
    for document, id_ in enumerate(batch.documents):
        gold, system = batch.gold.of(document), batch.system.of(document)
        ours = _rows(matched.gold, document, texts, gold, agreeing[0])
        theirs = _rows(matched.system, document, texts, system, agreeing[1])
        bound = f" (at most {matched.bound[document]})" if matched.unproven[document] else ""
        counts = (
            f"{matched.value[document]}{bound} of {len(ours)} gold and {len(theirs)} system triples agree"
        )
        lines = [f"graph {id_}, {name}: {counts}"]
        lines += _mapping(matched, document, gold, system)
        lines += [f"  agrees    {text}" for text, found in ours if found]
        lines += [f"  missed    {text}" for text, found in ours if not found]
        lines += [f"  spurious  {text}" for text, found in theirs if not found]
        yield "\n".join(lines) + "\n"


class _Texts:
    """Names and texts by their codes."""

    def __init__(self, keys: Keys) -> None:
        self.roles, self.texts = list(keys.roles), list(keys.texts)

    def unary(self, key: int, node: str) -> str:
        """`role(node, text)`; an instance as `node / concept`, a triple whose source is the constant turned round."""
        role, text = divmod(key % COPIES, WIDTH)
        name = self.roles[role].strip()
        if not role:
            return f"{node} / {self.texts[text]}"
        if self.roles[role].endswith(REVERSED):
            return f"{name.removesuffix(REVERSED)}({self.texts[text]}, {node})"
        return f"{name}({node}, {self.texts[text].strip()})"

    def binary(self, key: int, source: str, target: str) -> str:
        """`role(source, target)`."""
        return f"{self.roles[key % COPIES]}({source}, {target})"


def _agreeing(matched: Matched, side: int) -> tuple[IntArray, IntArray]:
    """The rows of triples of one side that agree, with one node and with two."""
    return np.unique(matched.pairs_of_unary()[side]), np.unique(matched.pairs_of_binary()[side])


def _rows(
    side: Side, document: int, texts: _Texts, graph: Graph, agreeing: tuple[IntArray, IntArray]
) -> list[tuple[str, bool]]:
    """The triples of a document as text, and whether each agrees."""
    g = int(side.graph[document])
    if g == NONE:
        return []
    found = []
    for row, text in _written(side.triples, g, texts, graph.names):
        known, at = (agreeing[0], row) if row >= 0 else (agreeing[1], -row - 1)
        found.append((text, bool(contained(np.array([at]), known)[0])))
    return found


def _written(triples: Triples, g: int, texts: _Texts, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The triples of a graph: row (one with two nodes as -1 - row), and text."""
    unary, binary = triples.unary, triples.binary
    for row in range(int(unary.first[g]), int(unary.first[g + 1])):
        yield row, texts.unary(int(unary.key[row]), names[unary.node[row]])
    for row in range(int(binary.first[g]), int(binary.first[g + 1])):
        source, target = names[binary.source[row]], names[binary.target[row]]
        yield -row - 1, texts.binary(int(binary.key[row]), source, target)


def _mapping(matched: Matched, document: int, gold: Graph, system: Graph) -> Iterator[str]:
    """A line for each gold node, and for each system node that is left."""
    g = int(matched.gold.graph[document])
    begin = int(matched.gold.first[g]) if g != NONE else 0
    mapping = matched.mapping[begin : begin + len(gold.names)].tolist()
    width = max((len(f"{n} / {c}") for n, c in zip(gold.names, gold.labels, strict=True)), default=0)
    for i, other in enumerate(mapping):
        node = f"{gold.names[i]} / {gold.labels[i]}"
        to = f"{system.names[other]} / {system.labels[other]}" if other != NONE else "-"
        yield f"  {node:{width}}{ARROW}{to}"
    for other in sorted(set(range(len(system.names))) - set(mapping)):
        yield f"  {'-':{width}}{ARROW}{system.names[other]} / {system.labels[other]}"
