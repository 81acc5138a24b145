"""The alignment of clusters that CEAF is the best of, for certificates."""

from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.errors import UsageError
from nerkit.results.instances import Instance, of_clusters
from nerkit.results.rows import Grouping
from nerkit.scorers.clusters import Contingency, held
from nerkit.scorers.columns import Columns, cuts
from nerkit.scorers.spans import incomplete_gold
from nerkit.scorers.spans.matching import KeyedItems, clustered
from nerkit.scorers.spans.options import MATCHES, Options

SIMILARITIES = {"entity_ceaf": "phi4", "mention_ceaf": "phi3"}
CORPUS = "*"  # in place of a document: clusters go through all of them


def instances(batch: Batch[Spans], measure: str, options: Options) -> Iterator[Instance]:
    """The one instance, an item being a document, a start and an end. Raises UsageError for items that are
    more.
    """
    if options.match != MATCHES[0] or batch.gold.id_sets or batch.system.id_sets:
        raise UsageError("certificate=… is of equal spans with one id each, without overlap and several ids")
    batch, _ = incomplete_gold.judged(batch, options)
    columns = Columns(batch)
    (cut,) = cuts(columns, [Grouping((), shown=True)])
    (group,) = cut.groups(by_document=False)
    items = KeyedItems(
        columns=columns, cells=group.cells, key=("span",), condition=None, tables={}, by_overlap=False
    )
    tables: list[Contingency] = []

    def kept(table: Contingency) -> FloatArray:
        tables.append(table)
        return np.zeros((table.cells, 4))

    clustered(items, measure=kept)
    names = [""] * (int(items.code.max(initial=-1)) + 1)
    for side, first in ((batch.gold, 0), (batch.system, columns.split)):
        places = zip(side.document.tolist(), side.start.tolist(), side.end.tolist(), strict=True)
        for row, (document, start, end) in enumerate(places, first):
            names[items.code[row]] = f"{batch.documents[document]} {start} {end}"
    gold, system = (held(tables[0], names) or [([], [])])[0]
    yield of_clusters(CORPUS, gold, system, SIMILARITIES[measure])
