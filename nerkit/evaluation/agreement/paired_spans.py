"""F1 of spans over pairs of annotators, with and without labels."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct
from nerkit.evaluation.agreement.value import AgreementValue

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.annotators import Annotators


@dataclass(frozen=True)
class PairedSpans:
    """The spans that pairs of annotators have in common."""

    whole: "Annotators"

    def value(
        self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None
    ) -> AgreementValue:
        """F1 of spans: of a pair, or the mean of all pairs beside the F1 of summed counts."""
        table = self.pair_counts(measure, label, self.whole.weights(document))[:, 0]
        if pair is not None:
            equal, first, second = table[
                list(combinations(range(len(self.whole.names)), 2)).index(pair)
            ].tolist()
            return AgreementValue(self._f1(equal, first, second), {"annotators": 2}, (equal, second, first))
        parts = [self._f1(*row) for row in table.tolist()]
        known = [part for part in parts if not np.isnan(part)]
        equal, first, second = table.sum(axis=0).tolist()
        mean = sum(known) / len(known) if known else float("nan")
        extra = {"f1-pooled": self._f1(equal, first, second), "annotators": len(self.whole.names)}
        return AgreementValue(mean, extra, (equal, second, first))

    def _f1(self, equal: float, first: float, second: float) -> float:
        return 2 * equal / (first + second) if first + second else self.whole.empty

    def pair_counts(self, measure: str, label: str | None, weights: FloatArray) -> FloatArray:
        """Equal spans and those of both, shape (pairs, choices, 3), on documents that both have."""
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
            found.append(
                np.stack([_by_document(one.document[each], len(both)) for each in (equal, *rows)], axis=1)
            )
        return found

    def resampled(
        self, measure: str, label: str | None, pair: tuple[int, int] | None, weights: FloatArray
    ) -> FloatArray:
        """The value of a measure for choices of documents, shape (choices,)."""
        table = self.pair_counts(measure, label, weights)
        both = table[..., 1] + table[..., 2]
        parts = np.divide(2 * table[..., 0], both, where=both > 0, out=np.full(both.shape, self.whole.empty))
        if pair is not None:
            place = list(combinations(range(len(self.whole.names)), 2)).index(pair)
            parts = parts[[place]]
        mean: FloatArray = np.nanmean(parts, axis=0)
        return mean


def _by_document(document: IntArray, size: int) -> FloatArray:
    return np.bincount(document, minlength=size).astype(float)
