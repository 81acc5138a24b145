"""The output of `nerkit amr --show-alignment`: corresponding nodes, and triples that agree or do
not agree.
"""

from collections.abc import Iterator
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Graph
from nerkit.corpora.corpus import Batch
from nerkit.ground.plain_text import message, visible
from nerkit.scorers.amr.errors import solved
from nerkit.scorers.amr.matching import MatchedGraphs

ARROW = " -> "


def draw(name: str, batch: Batch[Any], options: Any) -> Iterator[str]:
    """Yield a block of lines for each document, with triples in their compared form.

    *name* is the name of the system.
    """
    matched, written = solved(batch, options)
    for document, id_ in enumerate(batch.documents):
        gold, system = batch.gold.of(document), batch.system.of(document)
        ours, theirs = written.of(0, document, gold), written.of(1, document, system)
        bound = f" (at most {matched.bound[document]})" if matched.unproven[document] else ""
        counts = (
            f"{matched.value[document]}{bound} of {len(ours)} gold and {len(theirs)} system triples agree"
        )
        lines = [f"graph {id_}, {name}: {counts}"]
        lines += _mapping(matched, document, gold, system)
        lines += [f"  agrees    {triple.text}" for triple in ours if triple.agrees]
        lines += [f"  missed    {triple.text}" for triple in ours if not triple.agrees]
        lines += [f"  spurious  {triple.text}" for triple in theirs if not triple.agrees]
        yield message("\n".join(map(visible, lines))) + "\n"


def _mapping(matched: MatchedGraphs, document: int, gold: Graph, system: Graph) -> Iterator[str]:
    """Yield a line for each gold node with its system node, then a line for each system node without a
    partner.
    """
    mapping = matched.nodes(document)
    width = max((len(f"{n} / {c}") for n, c in zip(gold.names, gold.labels, strict=True)), default=0)
    for name, label, target in zip(gold.names, gold.labels, mapping, strict=True):
        node = f"{name} / {label}"
        to = f"{system.names[target]} / {system.labels[target]}" if target != NONE else "-"
        yield f"  {node:{width}}{ARROW}{to}"
    for target in sorted(set(range(len(system.names))) - set(mapping)):
        yield f"  {'-':{width}}{ARROW}{system.names[target]} / {system.labels[target]}"
