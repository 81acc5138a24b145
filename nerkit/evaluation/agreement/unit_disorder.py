"""The values of alpha-u and gamma in rows."""

from bisect import bisect_left
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import groups
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.continuum import Disagreement, disagreements
from nerkit.evaluation.agreement.gamma import Gamma, UnitSet, gamma
from nerkit.evaluation.agreement.value import AgreementValue

NOTHING = "{} has no value, because chance alone gives no disagreement (0/0)"


class UnitDisorder:
    """The disorder of the units of annotators, compared with chance."""

    def __init__(self, whole: AnnotatorData) -> None:
        self.whole = whole
        self._marked, self._disorders = cache(self._units_with), cache(self._disorders_with)
        self._length = cache(self._units_of)

    @cached_property
    def _disagreements(self) -> dict[tuple[str | None, int | None], list[tuple[int, Disagreement]]]:
        """The disagreements of a label in a document (None: any): (label, document) -> (document,
        disagreement).
        """
        found: dict[tuple[str | None, int | None], list[tuple[int, Disagreement]]] = {}
        for (label, code), one in disagreements(self.whole.spans).items():
            for key in product((label, None), (code, None)):
                found.setdefault(key, []).append((code, one))
        return found

    def value(self, measure: str, label: str | None, document: int | None) -> AgreementValue:
        """Return the value of alpha-u or gamma for a label and a document (None: all)."""
        if not self._shared(document):
            self.whole.note(f"{measure} has no value, because no two annotators have a document in common")
            return AgreementValue(None, {"annotators": len(self.whole.names)})
        if measure == "gamma":
            return self._gamma(label, document)
        chosen = self._disagreements.get((label, document), ())
        observed, expected = (
            sum(getattr(one, name) for _, one in chosen) for name in ("observed", "expected")
        )
        value = 1 - observed / expected if expected else None
        if value is None:
            self.whole.note(NOTHING.format(measure))
        whole = self._length(document)
        scale = whole or 1
        extra = {"observed": 1 - observed / scale, "expected": 1 - expected / scale, "items": whole}
        return AgreementValue(value, extra | {"annotators": len(self.whole.names)})

    def _units_of(self, document: int | None) -> int:
        """Return the number of units of a document with spans, or of all such documents."""
        codes = {code for code, _ in self._disagreements.get((None, document), ())}
        return sum(int(self.whole.spans.length[code]) for code in codes)

    def resampled(self, measure: str, label: str | None, weights: FloatArray) -> FloatArray:
        """Return the value of alpha-u or gamma for each choice of documents, shape (choices,);
        undefined values are nan.
        """
        if measure == "gamma":
            found = self._disorders(label)
            share = weights[:, self._marked(label)[0]] * found.weight
            observed, expected = share @ found.observed, share @ found.expected
            return _complement(observed, expected)
        sums = np.zeros((2, len(self.whole.said.documents)))
        for code, one in self._disagreements.get((label, None), ()):
            sums[:, code] += one.observed, one.expected
        observed, expected = (weights @ column for column in sums)
        return _complement(observed, expected)

    def _shared(self, document: int | None) -> bool:
        """Return whether at least two annotators have this document (None: any document)."""
        several = self.whole.spans.has.sum(axis=0) > 1
        return bool(several.any() if document is None else several[document])

    def _units_with(self, label: str | None) -> tuple[list[int], list[UnitSet]]:
        """Return the documents with at least two annotators and a span of the label, and the units of
        each document.
        """
        one = self.whole.spans
        rows = np.arange(len(one.start)) if label is None else self._of_label[label]
        several = one.has.sum(axis=0) > 1
        of_documents = [rows[each] for each in groups(one.document[rows])]
        of_documents = [each for each in of_documents if several[one.document[each[0]]]]
        codes = [int(one.document[each[0]]) for each in of_documents]
        return codes, [_unit_set(one, each) for each in of_documents]

    @cached_property
    def _of_label(self) -> dict[str, IntArray]:
        label = self.whole.spans.label
        return {str(label.values[label.codes[rows[0]]]): rows for rows in groups(label.codes)}

    def _disorders_with(self, label: str | None) -> Gamma:
        """Return the disorders of the documents with spans of the label."""
        asked = self.whole.asked
        how = (asked.sampler, asked.samples, asked.seed)
        return gamma(self._marked(label)[1], asked.weights, how, asked.limit)

    def _gamma(self, label: str | None, document: int | None) -> AgreementValue:
        found = self._disorders(label)
        if document is not None:
            codes = self._marked(label)[0]
            place = bisect_left(codes, document)
            end = place + (document in codes[place : place + 1])
            found = Gamma(*(column[place:end] for column in found))
        weight = found.weight.sum()
        extra: dict[str, Any] = {"annotators": len(self.whole.names), "documents": len(found.weight)}
        if not weight:
            self.whole.note(NOTHING.format("gamma"))
            return AgreementValue(None, extra | {"disorder": None, "expected": None, "value_se": None})
        observed = float((found.observed * found.weight).sum() / weight)
        expected = float((found.expected * found.weight).sum() / weight)
        spread = float((found.variance * found.weight**2).sum()) ** 0.5 / weight
        optimal = bool(found.optimal.all())
        extra |= {"disorder": observed, "expected_disorder": None if np.isnan(expected) else expected}
        extra |= {"value_se": None, "optimal": optimal}
        if not expected > 0:
            self.whole.note(NOTHING.format("gamma"))
            return AgreementValue(None, extra)
        value = 1.0 if observed == 0 else 1 - observed / expected
        error = 0.0 if observed == 0 else float(observed / expected**2 * spread)
        extra["value_se"] = error
        if not optimal:
            least = float((found.least * found.weight).sum() / weight)
            self.whole.note("gamma: nerkit did not solve every alignment within the limit; see upper_bound")
            return AgreementValue(value, extra | {"upper_bound": 1 - least / expected})
        return AgreementValue(value, extra)


def _unit_set(one: Annotations, rows: IntArray) -> UnitSet:
    """Return the units of a document, given the rows of its spans."""
    document = int(one.document[rows[0]])
    present = np.flatnonzero(one.has[:, document])
    place = np.searchsorted(present, one.annotator[rows])
    start, end = one.start[rows].astype(float), one.end[rows].astype(float)
    return UnitSet(place, start, end, one.label.codes[rows], len(present), one.documents[document])


def _complement(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """Return 1 - observed / expected; nan for an expected disorder of 0."""
    share: FloatArray = np.divide(observed, expected, where=expected > 0, out=np.full(len(observed), np.nan))
    return 1 - share
