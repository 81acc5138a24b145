"""F1 of spans over pairs of annotators, with and without labels."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.algorithms.keys import combine, contained, distinct
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.items import EVERY, Shares
from nerkit.evaluation.agreement.value import AgreementValue, nan_mean


class SpansOfPair(NamedTuple):
    """Counts for two annotators: their common documents, their equal spans, and the spans of each in
    these documents.
    """

    documents: FloatArray
    equal: Shares
    first: Shares
    second: Shares

    def table(self, label: int | None) -> FloatArray:
        """Return counts, shape (documents or labels, 4): equal spans, spans of each annotator, 1 for
        a common document.
        """
        columns = [one.of_documents(label) for one in (self.equal, self.first, self.second)]
        return np.stack(np.broadcast_arrays(*columns, self.documents), axis=1)


class PairedSpans:
    """The spans that pairs of annotators have in common."""

    def __init__(self, whole: AnnotatorData) -> None:
        self.whole = whole
        self._pairs, self._found = cache(self._counts), cache(self._values)
        self._places = {str(name): place for place, name in enumerate(whole.exact_spans.label.values)}

    def value(
        self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None
    ) -> AgreementValue:
        """Return the F1 of a pair, or the mean F1 over all pairs with `f1-pooled`, the F1 of their
        summed counts.
        """
        place, at = self._place(label), document or 0
        if place is not None and document is None:
            place, at = EVERY, place
        found = self._found(measure, place, pair, document is not None)
        value, pooled, equal, first, second, documents = found[at].tolist()
        counts = (equal, second, first)
        if pair is not None:
            return AgreementValue(value, {"annotators": 2}, counts)
        if document is None and label is None:
            if not documents:
                self.whole.note(
                    f"{measure} has no value, because no two annotators have a document in common"
                )
            elif not all(one.documents.any() for one in self._pairs(measure, False).values()):
                self.whole.note(f"{measure} leaves out pairs of annotators without common documents")
        extra = {"f1-pooled": None if np.isnan(pooled) else pooled, "annotators": len(self.whole.names)}
        return AgreementValue(value, extra, counts)

    def _values(
        self, measure: str, label: int | None, pair: tuple[int, int] | None, by_document: bool
    ) -> FloatArray:
        """Return mean F1, F1 of the summed counts, and these counts, shape (documents or labels, 6)."""
        tables = list(self._tables(measure, label, pair, by_document))
        summed = np.sum(tables, axis=0)
        means = nan_mean(np.stack([self._f1(table) for table in tables]))
        return np.column_stack([means, self._f1(summed), summed])

    def _f1(self, counts: FloatArray) -> FloatArray:
        """Return the F1 of counts, shape (…, 4): the value of 0/0 without spans, nan without common
        documents.
        """
        equal, both, documents = counts[..., 0], counts[..., 1] + counts[..., 2], counts[..., 3]
        undefined = np.where(documents > 0, self.whole.empty, np.nan)
        return np.divide(2 * equal, both, where=both > 0, out=undefined)

    def _tables(
        self, measure: str, label: int | None, pair: tuple[int, int] | None, by_document: bool
    ) -> Iterator[FloatArray]:
        """Yield the counts of a pair, or of each pair.

        If only one label is compared, the counts with and without labels are equal, and `f1` gives
        both.
        """
        pairs = self._pairs(measure if label is None else "f1", by_document)
        for one in pairs.values() if pair is None else [pairs[pair]]:
            yield one.table(label)

    def _place(self, label: str | None) -> int | None:
        return None if label is None else self._places[label]

    def _counts(self, measure: str, by_document: bool) -> dict[tuple[int, int], SpansOfPair]:
        """Return the counts of all pairs of annotators. Raises UsageError for too many pairs."""
        self.whole.check_pairs(measure)
        one = self.whole.exact_spans.without_labels() if measure == "f1-positions" else self.whole.exact_spans
        key = combine(one.document, one.start, one.end, one.label.codes) if len(one.start) else one.start
        size = len(one.documents) if by_document else 1
        cell = one.label.codes * size + (one.document if by_document else 0)
        own = [np.flatnonzero(one.annotator == i) for i in range(len(one.names))]
        found = {}
        for pair in combinations(range(len(one.names)), 2):
            both = one.has[pair[0]] & one.has[pair[1]]
            rows = [own[i][both[one.document[own[i]]]] for i in pair]
            equal = rows[0][contained(key[rows[0]], distinct(key[rows[1]]))]
            shares = [Shares.of(cell[each], None, size, len(one.label.values)) for each in (equal, *rows)]
            documents = both.astype(float) if by_document else np.array([float(both.sum())])
            found[pair] = SpansOfPair(documents, *shares)
        return found

    def resampled(
        self, measure: str, label: str | None, pair: tuple[int, int] | None, weights: FloatArray
    ) -> FloatArray:
        """Return the value of a measure for each choice of documents, shape (choices,)."""
        tables = self._tables(measure, self._place(label), pair, True)
        return nan_mean(np.stack([self._f1(weights @ table) for table in tables]))
