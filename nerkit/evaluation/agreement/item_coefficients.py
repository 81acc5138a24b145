"""The values of kappa, kappa-multi, alpha, fleiss and observed in rows."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement import items
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.items import EVERY, Coefficient, ItemCounts
from nerkit.evaluation.agreement.value import AgreementValue

OF_PAIRS = ("kappa", "kappa-multi", "observed")
OF_COMPLETE = ("fleiss", "pi")
Pair = tuple[int, int] | None  # the indices of two annotators; None: all annotators


@dataclass(frozen=True)
class ItemCoefficients:
    """Coefficients of the values that annotators gave to items."""

    whole: AnnotatorData

    @cached_property
    def _counts(self) -> dict[tuple[Pair, bool], ItemCounts]:
        return {}

    @cached_property
    def _found(self) -> dict[tuple[str, int | None, Pair, bool], Coefficient]:
        return {}

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in reversed(list(enumerate(self.whole.values.labels)))}

    def _place(self, label: str | None) -> int | None:
        """Return the index of a label, or the number of labels if no item has the label."""
        return None if label is None else self._places.get(label, len(self.whole.values.labels))

    def counted(self, pair: Pair, *, by_document: bool) -> ItemCounts:
        """Return the counts of a pair of annotators (None: all), by document, or with all documents
        as one.
        """
        if (pair, by_document) not in self._counts:
            values = self.whole.values
            if pair is not None:
                values = replace(values, value=values.value[list(pair)])
            if not by_document:
                values = replace(values, documents=["*"], document=np.zeros_like(values.document))
            self._counts[pair, by_document] = ItemCounts(values)
        return self._counts[pair, by_document]

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
        both = items.mean(pairs, np.nan)
        return both if measure == "kappa" else both._replace(value=both.observed)

    def value(self, measure: str, label: str | None, document: int | None, pair: Pair) -> AgreementValue:
        """Return the value of a coefficient for a label, a document and a pair of annotators (None:
        all of them).
        """
        counts, place, at = (
            self.counted(pair, by_document=document is not None),
            self._place(label),
            document or 0,
        )
        if place is not None and document is None:
            place, at = EVERY, place
        key = (measure, place, pair, document is not None)
        if key not in self._found:
            self._found[key] = self.coefficient(measure, place, counts)
        one = Coefficient(*(column[at] for column in self._found[key]))
        where = "" if document is None and label is None and pair is None else None
        complete = measure not in OF_COMPLETE or self.counted(None, by_document=False).complete
        value = None if np.isnan(one.value) or not complete else float(one.value)
        if not complete:
            text = f"{measure} has no value, because items have different numbers of values; see alpha"
            self.whole.note(where, text)
        elif not one.items:
            self.whole.note(
                where, f"{measure} has no value, because no two annotators have an item in common"
            )
        elif value is None:
            self.whole.note(
                where, f"{measure} has no value, because all values are equal, also by chance (0/0)"
            )
        elif where is not None and measure in OF_PAIRS:
            self._note_pairs(measure, counts)
        numbers = {"observed": one.observed, "expected": one.expected}
        extra = {name: None if np.isnan(number) else float(number) for name, number in numbers.items()}
        count = len(self.whole.names) if pair is None else 2
        return AgreementValue(value, extra | {"items": int(one.items), "annotators": count})

    def _note_pairs(self, measure: str, counts: ItemCounts) -> None:
        """Warn about pairs of annotators that are left out of a mean."""
        parts = counts.kappa(None)
        if not all(part.items[0] for part in parts):
            self.whole.note("", f"{measure} leaves out pairs of annotators without common items")
        if measure == "kappa" and any(part.items[0] and np.isnan(part.value[0]) for part in parts):
            self.whole.note("", "kappa leaves out pairs of annotators who gave only one value (0/0)")

    def resampled(self, measure: str, label: str | None, pair: Pair, weights: FloatArray) -> FloatArray:
        """Return the coefficient for each choice of documents, shape (choices,); undefined values are nan."""
        counts = self.counted(pair, by_document=True)
        return self.coefficient(measure, self._place(label), counts, weights).value
