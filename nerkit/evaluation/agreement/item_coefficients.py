"""The values of kappa, kappa-multi, alpha, fleiss and observed in rows."""

from dataclasses import replace
from functools import cache

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement import items
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.items import EVERY, Coefficient, ItemCounts
from nerkit.evaluation.agreement.value import AgreementValue

OF_PAIRS = ("kappa", "kappa-multi", "observed")
OF_COMPLETE = ("fleiss", "pi")
Pair = tuple[int, int] | None  # the indices of two annotators; None: all annotators


class ItemCoefficients:
    """Coefficients of the values that annotators gave to items."""

    def __init__(self, whole: AnnotatorData) -> None:
        self.whole = whole
        self.counted, self._found = cache(self._counts), cache(self._coefficient)
        self._places = {name: place for place, name in reversed(list(enumerate(whole.values.labels)))}

    def _place(self, label: str | None) -> int | None:
        """Return the index of a label, or the number of labels if no item has the label."""
        return None if label is None else self._places.get(label, len(self.whole.values.labels))

    def _counts(self, pair: Pair, by_document: bool) -> ItemCounts:
        """Return the counts of a pair of annotators (None: all), by document or with all documents as one."""
        values = self.whole.values
        if pair is not None:
            values = replace(values, value=values.value[list(pair)])
        if not by_document:
            values = replace(values, documents=["*"], document=np.zeros_like(values.document))
        return ItemCounts(values)

    def _coefficient(self, measure: str, place: int | None, pair: Pair, by_document: bool) -> Coefficient:
        return self.coefficient(measure, place, self.counted(pair, by_document))

    def coefficient(
        self, measure: str, place: int | None, counts: ItemCounts, weights: FloatArray | None = None
    ) -> Coefficient:
        """Return the coefficient of the label at index *place* (None: all labels) for choices of
        documents.

        *weights* None means: for each document. Raises UsageError for too many pairs of annotators.
        """
        if measure == "alpha":
            return counts.alpha(weights, place)
        if measure in OF_COMPLETE:
            return counts.fleiss(weights, place)
        self.whole.check_pairs(measure)
        pairs = counts.kappa(weights, place)
        if measure == "kappa-multi":
            return items.multi(pairs)
        both = items.mean(pairs)
        return both if measure == "kappa" else both._replace(value=both.observed)

    def value(self, measure: str, label: str | None, document: int | None, pair: Pair) -> AgreementValue:
        """Return the value of a coefficient for a label, a document and a pair of annotators (None:
        all of them).
        """
        place, at = self._place(label), document or 0
        if place is not None and document is None:
            place, at = EVERY, place
        found = self._found(measure, place, pair, document is not None)
        one = Coefficient(*(column[at] for column in found))
        complete = measure not in OF_COMPLETE or self.counted(None, False).complete
        value = None if np.isnan(one.value) or not complete else float(one.value)
        if document is None and label is None and pair is None:
            if not complete:
                why = "items have different numbers of values; see alpha"
                self.whole.note(f"{measure} has no value, because {why}")
            elif not one.items:
                self.whole.note(f"{measure} has no value, because no two annotators have an item in common")
            elif value is None:
                why = "all values are equal, also by chance (0/0)"
                self.whole.note(f"{measure} has no value, because {why}")
            elif measure in OF_PAIRS:
                self._note_pairs(measure, self.counted(None, False))
        numbers = {"observed": one.observed, "expected": one.expected}
        extra = {name: None if np.isnan(number) else float(number) for name, number in numbers.items()}
        count = len(self.whole.names) if pair is None else 2
        return AgreementValue(value, extra | {"items": int(one.items), "annotators": count})

    def _note_pairs(self, measure: str, counts: ItemCounts) -> None:
        """Warn about pairs of annotators that are left out of a mean."""
        parts = counts.kappa(None)
        if not all(part.items[0] for part in parts):
            self.whole.note(f"{measure} leaves out pairs of annotators without common items")
        if measure == "kappa" and any(part.items[0] and np.isnan(part.value[0]) for part in parts):
            self.whole.note("kappa leaves out pairs of annotators who gave only one value (0/0)")

    def resampled(self, measure: str, label: str | None, pair: Pair, weights: FloatArray) -> FloatArray:
        """Return the coefficient for each choice of documents, shape (choices,); undefined values are nan."""
        return self.coefficient(measure, self._place(label), self.counted(pair, True), weights).value
