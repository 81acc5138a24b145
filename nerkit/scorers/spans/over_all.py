"""Measures over the corpus as a whole, if it is read in parts: the columns that are kept of each part.

A cluster may go through all documents, so its measures wait for the last part. Of earlier spans nerkit keeps
only the columns that these measures look at. These are documents, offsets and codes, in as few bytes as
possible, and each distinct id once. At the end, these columns are a batch like any other, and the same
functions count it.

If the parts belong to a single document (tagged text without document marks), offsets go on where the
previous part ended. Measures of overlap then wait, too, because their sums of fractions are over the
document.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, joined
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import COMPUTED, SYNONYMS
from nerkit.scorers.measure import BatchView, computes, counts_of
from nerkit.scorers.spans import incomplete_gold, surfaces
from nerkit.scorers.spans.language import Expression
from nerkit.scorers.spans.options import MATCHES, Options
from nerkit.scorers.spans.surfaces import SURFACE
from nerkit.scorers.task import Measure, counted

EID = "eid"
FRAGMENTS = "fragments"
View = Callable[[Batch[Spans], Sequence[Measure], Sequence[Grouping]], BatchView]
NARROW = (np.int8, np.int16, np.int32, np.int64)


def kept(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Batch[Spans]:
    """Return the columns of a part of the corpus that waiting measures look at, in narrow types.

    Documents keep their names only if rows or warnings may need them.
    """
    batch, _ = incomplete_gold.judged(batch, options)
    expressions = computes(counted(measures), Expression)
    cut_by = {name for grouping in plan for name in grouping.fields}
    fields = {name for one in expressions for _, name in one.fields} | cut_by
    if SURFACE in fields:
        batch = surfaces.with_surfaces(batch, options.text)
    names = {SYNONYMS.get(name, name) for name in fields}
    names |= {EID, FRAGMENTS} | ({"score", "type"} if names & set(COMPUTED) else set())
    is_named = names & {"docid", "span"} or options.match != MATCHES[0]
    documents = batch.documents if is_named else [""] * len(batch.documents)
    return Batch(documents, _lean(batch.gold, names), _lean(batch.system, names))


def _lean(spans: Spans, names: set[str]) -> Spans:
    fields = {name: _used(column) for name, column in spans.fields.items() if name in names}
    return Spans(
        documents=[],
        document=_narrow(spans.document),
        start=_narrow(spans.start),
        end=_narrow(spans.end),
        line=np.zeros(0, np.int64),
        fields=fields,
        id_sets=spans.id_sets,
    )


def _used(column: Column) -> Column:
    """Return the column with only the values that occur in it, in their order."""
    used = np.unique(column.codes)
    used = used[used != NONE]
    recode = np.full(len(column.values) + 1, NONE)  # old code -> new code; code -1 reads the last place
    recode[used] = np.arange(len(used))
    return Column([column.values[code] for code in used.tolist()], _narrow(recode[column.codes]))


def _narrow(values: IntArray) -> IntArray:
    """Return the integers in the narrowest type that holds them, shape (values,)."""
    least, most = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    fits = (kind for kind in NARROW if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max)
    narrow: IntArray = values.astype(next(fits))
    return narrow


class AllSpans:
    """The kept columns of all parts so far, in the order of the parts."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.documents: list[str] = []
        self.in_gold: list[BoolArray] = []
        self.parts: list[tuple[Batch[Spans], int, int]] = []  # the part, its first document, its first offset
        self.largest = 0

    def add(self, part: Batch[Spans], in_gold: BoolArray, *, cut: bool) -> None:
        """Add the kept columns of a part, and a mask of its documents that gold has; *cut*: part of a
        document.
        """
        offset = self.largest if cut else 0
        self.parts.append((part, 0 if cut else len(self.documents), offset))
        ends = [int(spans.end.max(initial=0)) for spans in (part.gold, part.system)]
        self.largest = max(self.largest, offset + max(ends))
        if not cut or not self.documents:
            self.documents += part.documents
            self.in_gold.append(in_gold)

    def counts(self, measures: Sequence[Measure], plan: Sequence[Grouping]) -> Counts:
        """Return the counts of measures over all spans."""
        return counts_of(self.view(self.batch(), measures, plan))

    def batch(self) -> Batch[Spans]:
        """Return all spans. Documents are in gold order, followed by the system's own."""
        present = np.concatenate([np.zeros(0, bool), *self.in_gold])
        order = np.append(np.flatnonzero(present), np.flatnonzero(~present))  # new place -> old number
        documents = [self.documents[i] for i in order.tolist()]
        place = np.argsort(order)  # old number -> new place, the inverse permutation
        sides = [[getattr(part, side) for part, _, _ in self.parts] for side in ("gold", "system")]
        names = dict.fromkeys(name for side in sides for spans in side for name in spans.fields)
        gold, system = (self._side(side, documents, place, names) for side in sides)
        return Batch(documents, gold, system)

    def _side(
        self, sides: Sequence[Spans], documents: list[str], place: IntArray, names: Iterable[str]
    ) -> Spans:
        """Return the spans of all parts of a side, with the columns of these names."""
        sizes = np.array([*map(len, sides)], np.int64)
        begins = np.array([begins for _, *begins in self.parts], np.int64).reshape(-1, 2)
        first, offset = np.repeat(begins, sizes, axis=0).T
        document, start, end = (
            np.concatenate([np.zeros(0, np.int64), *(getattr(spans, name) for spans in sides)]) + begin
            for name, begin in (("document", first), ("start", offset), ("end", offset))
        )
        fields = {
            name: joined([one.fields.get(name) or Column([], np.full(len(one), NONE)) for one in sides])
            for name in names
        }
        id_sets = {name: ids for spans in sides for name, ids in spans.id_sets.items()}
        return Spans(documents, place[document], start, end, np.zeros_like(start), fields, id_sets=id_sets)
