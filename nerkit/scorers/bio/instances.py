"""The matchings that measures of pairs of chunks are the best of, for certificates."""

from collections.abc import Iterator, Mapping

import numpy as np

from nerkit.algorithms.keys import turns
from nerkit.algorithms.nested_assignment import Cell, matrix
from nerkit.corpora.corpus import Batch
from nerkit.errors import UsageError
from nerkit.results.instances import Instance, of_cells
from nerkit.results.rows import Grouping
from nerkit.scorers.bio.options import Options
from nerkit.scorers.bio.sides import TaggedSide
from nerkit.scorers.columns import Columns, cuts
from nerkit.scorers.spans.meetings import (
    EXACT_PAIRS,
    PARTIAL_PAIRS,
    STRICT_PAIRS,
    TYPE_PAIRS,
    MucPairs,
    SpanCells,
)
from nerkit.scorers.spans.options import OPTIMAL

PAIRS: Mapping[str, MucPairs] = {
    "chunk": STRICT_PAIRS,
    "strict": STRICT_PAIRS,
    "exact": EXACT_PAIRS,
    "partial": PARTIAL_PAIRS,
    "type": TYPE_PAIRS,
}


def instances(batch: Batch[TaggedSide], measure: str, options: Options) -> Iterator[Instance]:
    """The instance of every document: good pairs are worth 1, others of `partial` 1/2.

    Raises UsageError where pairs are not those of the best matching.
    """
    rules = options.muc_rules()
    if rules.matching != OPTIMAL:
        raise UsageError(
            'certificate=… is of the best pairs, and greedy ones may be others: matching="optimal"'
        )
    gold, system = (side.chunks(strict=measure == "strict") for side in (batch.gold, batch.system))
    chunks = Batch(batch.documents, gold, system)
    columns = Columns(chunks)
    (cut,) = cuts(columns, [Grouping((), shown=True)])
    (group,) = cut.groups(by_document=True)
    meetings = SpanCells(chunks, columns, group.cells, rules).meetings
    pairs = PAIRS[measure]
    good = pairs.good(meetings)
    worth = np.where(good, 2, int(pairs.half))  # in halves
    used = np.flatnonzero(worth)
    places = turns(gold.document)[meetings.gold], turns(system.document)[meetings.system]
    sizes = [np.bincount(side.document, minlength=len(batch.documents)).tolist() for side in (gold, system)]
    document = gold.document[meetings.gold[used]]
    order = np.argsort(document, kind="stable")
    used, border = used[order], np.searchsorted(document[order], np.arange(len(batch.documents) + 1))
    for place, name in enumerate(batch.documents):
        some = used[border[place] : border[place + 1]]
        listed = zip(*(side[some].tolist() for side in (*places, worth)), strict=True)
        cells: dict[tuple[int, int], Cell] = {(i, j): 1 if halves == 2 else "1/2" for i, j, halves in listed}
        yield of_cells(name, matrix(sizes[0][place], sizes[1][place], cells))
