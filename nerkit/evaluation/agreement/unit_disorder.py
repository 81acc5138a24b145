"""Agreement on units of a continuum: alpha-u and gamma, as rows have them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.continuum import Disagreement, disagreements
from nerkit.evaluation.agreement.gamma import Gamma, UnitSet, gamma
from nerkit.evaluation.agreement.value import AgreementValue


@dataclass(frozen=True)
class UnitDisorder:
    """The distances between the units of annotators, beside those by chance."""

    whole: AnnotatorData

    @cached_property
    def _disagreements(self) -> dict[tuple[str, int], Disagreement]:
        return dict(disagreements(self.whole.spans))

    def value(self, measure: str, label: str | None, document: int | None) -> AgreementValue:
        """alpha-u or gamma."""
        if not self._shared(document):
            self.whole.note("", f"{measure}: no two annotators have a document in common; it has no value")
            return AgreementValue(None, {"annotators": len(self.whole.names)})
        if measure == "gamma":
            return self._gamma(label, document)
        chosen = [
            one
            for (name, code), one in self._disagreements.items()
            if label in (None, name) and document in (None, code)
        ]
        observed, expected = sum(one.observed for one in chosen), sum(one.expected for one in chosen)
        value = 1 - observed / expected if expected else self.whole.empty
        if not expected:
            self.whole.note(
                "", f"{measure}: 0/0, nothing is marked; counted as {self.whole.asked.empty} (empty=…)"
            )
        whole = sum(
            {
                code: int(self.whole.spans.length[code])
                for _, code in self._disagreements
                if document in (None, code)
            }.values()
        )
        scale = whole or 1
        extra = {"observed": 1 - observed / scale, "expected": 1 - expected / scale, "items": whole}
        return AgreementValue(value, extra | {"annotators": len(self.whole.names)})

    def resampled(self, measure: str, label: str | None, weights: FloatArray) -> FloatArray:
        """The value of alpha-u or gamma for choices of documents, shape (choices,); nan is undefined."""
        if measure == "gamma":
            found = self._disorders(label)
            share = weights[:, self._marked(label)] * found.weight
            observed, expected = share @ found.observed, share @ found.expected
            return _complement(observed, expected)
        sums = np.zeros((2, len(self.whole.said.documents)))
        for (name, code), one in self._disagreements.items():
            if label in (None, name):
                sums[:, code] += one.observed, one.expected
        observed, expected = (weights @ column for column in sums)
        return _complement(observed, expected)

    def _shared(self, document: int | None) -> bool:
        """Whether two annotators have a document, this one or any."""
        several = self.whole.spans.has.sum(axis=0) > 1
        return bool(several.any() if document is None else several[document])

    def _of_label(self, label: str | None) -> Annotations:
        one = self.whole.spans
        return one if label is None else one.take(one.label.codes == one.label.values.index(label))

    def _marked(self, label: str | None) -> list[int]:
        """The documents that two annotators have and any marked."""
        one = self._of_label(label)
        return [code for code in range(len(one.documents)) if _unit_set(one, code) is not None]

    def _disorders(self, label: str | None) -> Gamma:
        """The disorders of the marked documents."""
        if label not in self._found:
            one = self._of_label(label)
            sets = [units for code in self._marked(label) if (units := _unit_set(one, code)) is not None]
            self._found[label] = gamma(
                sets,
                self.whole.asked.weights,
                (self.whole.asked.sampler, self.whole.asked.samples, self.whole.asked.seed),
                self.whole.asked.limit,
            )
        return self._found[label]

    @cached_property
    def _found(self) -> dict[str | None, Gamma]:
        return {}

    def _gamma(self, label: str | None, document: int | None) -> AgreementValue:
        whole, marked = self._disorders(label), self._marked(label)
        chosen = [i for i, code in enumerate(marked) if document in (None, code)]
        found = Gamma(*(column[chosen] for column in whole))
        weight = found.weight.sum()
        extra: dict[str, Any] = {"annotators": len(self.whole.names), "documents": len(chosen)}
        if not weight:
            self.whole.note("", f"gamma: nothing is marked; counted as {self.whole.asked.empty} (empty=…)")
            return AgreementValue(
                self.whole.empty, extra | {"disorder": None, "expected": None, "value_se": None}
            )
        observed = float((found.observed * found.weight).sum() / weight)
        expected = float((found.expected * found.weight).sum() / weight)
        spread = float((found.variance * found.weight**2).sum()) ** 0.5 / weight
        value = 1.0 if observed == 0 else 1 - observed / expected
        error = 0.0 if observed == 0 else float(observed / expected**2 * spread)
        optimal = bool(found.optimal.all())
        extra |= {"disorder": observed, "expected_disorder": expected, "value_se": error, "optimal": optimal}
        if not optimal:
            least = float((found.least * found.weight).sum() / weight)
            self.whole.note("", "gamma: not every alignment was solved within the limit; see upper_bound")
            return AgreementValue(value, extra | {"upper_bound": 1 - least / expected})
        return AgreementValue(value, extra)


def _unit_set(one: Annotations, document: int) -> UnitSet | None:
    """The units of a document that two annotators have and any marked."""
    present = np.flatnonzero(one.has[:, document])
    rows = np.flatnonzero(one.document == document)
    if len(present) < 2 or not len(rows):
        return None
    place = np.searchsorted(present, one.annotator[rows])
    start, end = one.start[rows].astype(float), one.end[rows].astype(float)
    return UnitSet(place, start, end, one.label.codes[rows], len(present))


def _complement(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """1 - observed / expected; nan where nothing is expected."""
    share: FloatArray = np.divide(observed, expected, where=expected > 0, out=np.full(len(observed), np.nan))
    return 1 - share
