"""Coefficients of the values of items as rows have them: kappa, kappa-multi, alpha, fleiss, observed."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement import items
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.items import Coefficient, ItemCounts
from nerkit.evaluation.agreement.value import AgreementValue

OF_PAIRS = ("kappa", "kappa-multi", "observed")
NOWHERE = -2  # the place of a label that no item has


@dataclass(frozen=True)
class ItemCoefficients:
    """The coefficients of the values that annotators gave to items."""

    whole: AnnotatorData

    def counted(self, label: str | None) -> ItemCounts:
        """The counts for coefficients of a label against all others."""
        if label not in self._counts:
            known = self.whole.values.labels
            place = None if label is None else known.index(label) if label in known else NOWHERE
            self._counts[label] = ItemCounts(self.whole.values, place)
        return self._counts[label]

    @cached_property
    def _counts(self) -> dict[str | None, ItemCounts]:
        return {}

    def coefficient(
        self, measure: str, label: str | None, weights: FloatArray, pair: tuple[int, int] | None
    ) -> Coefficient:
        """The coefficient of choices of documents, of all annotators or of a pair."""
        counts = self.counted(label)
        if pair is not None:
            chosen = replace(self.whole.values, value=self.whole.values.value[list(pair)])
            counts = ItemCounts(chosen, counts.label)
        if measure == "alpha":
            return counts.alpha(weights)
        if measure in ("fleiss", "pi"):
            return counts.fleiss(weights)
        pairs = counts.kappa(weights)
        if measure == "kappa-multi":
            return items.multi(pairs)
        both = items.mean(pairs, self.whole.empty)
        return both if measure == "kappa" else both._replace(value=both.observed)

    def value(
        self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None
    ) -> AgreementValue:
        """A coefficient of values."""
        one = Coefficient(
            *(column[0] for column in self.coefficient(measure, label, self.whole.weights(document), pair))
        )
        where = "" if document is None and label is None and pair is None else None
        if measure in ("fleiss", "pi") and not self.counted(label).complete:
            self.whole.note(
                where, f"{measure}: items have different numbers of values, so it does not exist; see alpha"
            )
            value: float | None = None
        elif not one.items:
            self.whole.note(where, f"{measure}: no two annotators have an item in common; it has no value")
            value = None
        elif np.isnan(one.value):
            self.whole.note(
                where, f"{measure}: 0/0, only one value occurs; counted as {self.whole.asked.empty} (empty=…)"
            )
            value = self.whole.empty
        else:
            value = float(one.value)
        if measure in OF_PAIRS and where is not None and value is not None:
            parts = self.counted(label).kappa(self.whole.weights(document))
            if not all(part.items[0] for part in parts):
                self.whole.note(where, f"{measure}: pairs of annotators without common items are left out")
        numbers = {"observed": one.observed, "expected": one.expected}
        extra = {name: None if np.isnan(number) else float(number) for name, number in numbers.items()}
        count = len(self.whole.names) if pair is None else 2
        return AgreementValue(value, extra | {"items": int(one.items), "annotators": count})

    def resampled(
        self, measure: str, label: str | None, pair: tuple[int, int] | None, weights: FloatArray
    ) -> FloatArray:
        """The coefficient of values for choices of documents, shape (choices,); nan is undefined."""
        return self.coefficient(measure, label, weights, pair).value
