"""F1 of spans over pairs of annotators, with and without labels."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.value import AgreementValue, nan_mean


@dataclass(frozen=True)
class PairedSpans:
    """The spans that pairs of annotators have in common."""

    whole: AnnotatorData

    def value(
        self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None
    ) -> AgreementValue:
        """F1 of spans: of a pair, or the mean of all pairs beside the F1 of summed counts."""
        table = self.pair_counts(measure, label, self.whole.weights(document))[:, 0]
        if pair is not None:
            table = table[[list(combinations(range(len(self.whole.names)), 2)).index(pair)]]
        found = self._f1(table)
        equal, first, second, documents = table.sum(axis=0).tolist()
        counts = (equal, second, first)
        if pair is not None:
            return AgreementValue(float(found[0]), {"annotators": 2}, counts)
        where = "" if document is None and label is None else None
        if not documents:
            self.whole.note(where, f"{measure}: no two annotators have a document in common; it has no value")
        elif not table[:, 3].all():
            self.whole.note(where, f"{measure}: pairs of annotators without common documents are left out")
        pooled = float(self._f1(table.sum(axis=0)))
        extra = {"f1-pooled": None if np.isnan(pooled) else pooled, "annotators": len(self.whole.names)}
        return AgreementValue(float(nan_mean(found)), extra, counts)

    def _f1(self, counts: FloatArray) -> FloatArray:
        """F1 of counts, shape (…, 4): that of 0/0 where no spans are, nan where no documents are common."""
        equal, both, documents = counts[..., 0], counts[..., 1] + counts[..., 2], counts[..., 3]
        undefined = np.where(documents > 0, self.whole.empty, np.nan)
        return np.divide(2 * equal, both, where=both > 0, out=undefined)

    def pair_counts(self, measure: str, label: str | None, weights: FloatArray) -> FloatArray:
        """Equal spans, those of either, and the documents that both have, on these: (pairs, choices, 4)."""
        if (measure, label) not in self._spans:
            self._spans[measure, label] = self._pair_counts(measure, label)
        return np.stack([weights @ counts for counts in self._spans[measure, label]])

    @cached_property
    def _spans(self) -> dict[tuple[str, str | None], list[FloatArray]]:
        return {}

    def _pair_counts(self, measure: str, label: str | None) -> list[FloatArray]:
        one = self.whole.spans
        if label is not None:
            one = one.take(one.label.codes == one.label.values.index(label))
        if measure == "f1-positions":
            one = one.without_labels()
        key = combine(one.document, one.start, one.end, one.label.codes) if len(one.start) else one.start
        found = []
        for pair in combinations(range(len(one.names)), 2):
            both = one.has[pair[0]] & one.has[pair[1]]
            rows = [np.flatnonzero((one.annotator == i) & both[one.document]) for i in pair]
            equal = rows[0][contained(key[rows[0]], distinct(key[rows[1]]))]
            columns = [_by_document(one.document[each], len(both)) for each in (equal, *rows)]
            found.append(np.stack([*columns, both.astype(float)], axis=1))
        return found

    def resampled(
        self, measure: str, label: str | None, pair: tuple[int, int] | None, weights: FloatArray
    ) -> FloatArray:
        """The value of a measure for choices of documents, shape (choices,)."""
        table = self.pair_counts(measure, label, weights)
        parts = self._f1(table)
        if pair is not None:
            place = list(combinations(range(len(self.whole.names)), 2)).index(pair)
            parts = parts[[place]]
        return nan_mean(parts)


def _by_document(document: IntArray, size: int) -> FloatArray:
    return np.bincount(document, minlength=size).astype(float)
