"""Corresponding nodes and the triples that agree or not, graph by graph: what `nerkit amr --show-alignment` prints."""

from collections.abc import Iterator
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Graph
from nerkit.corpora.corpus import Batch
from nerkit.scorers.amr import scorer as amr
from nerkit.scorers.amr.matching import Matched
from nerkit.scorers.amr.mistakes import Sayings

ARROW = " -> "


def draw(name: str, batch: Batch[Any], options: Any) -> Iterator[str]:
    """A block of lines for each document of the batch, triples as they are compared; *name* is the system's."""
    matched, keys = amr.solved(batch, options)
    said = Sayings(matched, keys)
    for document, id_ in enumerate(batch.documents):
        gold, system = batch.gold.of(document), batch.system.of(document)
        ours, theirs = said.of(0, document, gold), said.of(1, document, system)
        bound = f" (at most {matched.bound[document]})" if matched.unproven[document] else ""
        counts = (
            f"{matched.value[document]}{bound} of {len(ours)} gold and {len(theirs)} system triples agree"
        )
        lines = [f"graph {id_}, {name}: {counts}"]
        lines += _mapping(matched, document, gold, system)
        lines += [f"  agrees    {each.text}" for each in ours if each.agrees]
        lines += [f"  missed    {each.text}" for each in ours if not each.agrees]
        lines += [f"  spurious  {each.text}" for each in theirs if not each.agrees]
        yield "\n".join(lines) + "\n"


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
