"""The annotations of all annotators, in the forms that the three families of coefficients need."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.evaluation.agreement.annotations import Annotations, values
from nerkit.evaluation.agreement.item_values import Values
from nerkit.evaluation.agreement.options import SPAN, TOKEN, AgreeRequest
from nerkit.evaluation.facts import Facts, Size, form_of
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_ANNOTATOR_PAIRS
from nerkit.results.conventions import EMPTY


@dataclass(frozen=True)
class AnnotatorData:
    """The annotations of several annotators, the request, and the warnings so far."""

    said: Annotations | Values
    asked: AgreeRequest
    warnings: list[str] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the annotators."""
        return self.said.names

    @property
    def units(self) -> str:
        """The units: the requested units, or tokens without a request."""
        return self.asked.units or TOKEN

    @property
    def inputs(self) -> tuple[Facts, ...]:
        """The record of each annotator in a result; a table of items has the format `table`."""
        if isinstance(self.said, Values):
            numbers = np.count_nonzero(self.said.value != NONE, axis=1).tolist()
            size = Size(len(self.said.documents), 0)
            facts = dict.fromkeys(self.names, size.facts("table", "values"))
        else:
            numbers = np.bincount(self.said.annotator, minlength=len(self.names)).tolist()
            facts = {
                name: Size.of(corpus).facts(form_of(corpus), "entities")
                for name, corpus in self.said.corpora.items()
            }
        return tuple(
            {"role": "annotator", "name": name} | facts[name] | {"items": number}
            for name, number in zip(self.names, numbers, strict=True)
        )

    @cached_property
    def values(self) -> Values:
        """The values of the items."""
        if isinstance(self.said, Values):
            return self.said
        return values(self.said, units=self.units, positions=self.asked.positions, tags=self.asked.tags)

    @cached_property
    def spans(self) -> Annotations:
        """The spans, without labels if the request compares positions. Raises UsageError for a table
        of items.
        """
        if isinstance(self.said, Values):
            raise UsageError(
                "a table of items has no spans; use kappa, alpha, fleiss or observed, which compare items"
            )
        return self.said.without_labels() if self.asked.positions else self.said

    @cached_property
    def exact_spans(self) -> Annotations:
        """The spans for F1, in characters unless the request names tokens as units."""
        exact = self.spans if isinstance(self.said, Values) else self.said.exact
        if exact is None:
            return self.spans
        return exact.without_labels() if self.asked.positions else exact

    @property
    def values_warnings(self) -> tuple[str, ...]:
        """The warnings about items that are spans."""
        return self.values.warnings if self.units == SPAN and isinstance(self.said, Annotations) else ()

    @property
    def empty(self) -> float:
        """The value of 0/0 in F1. A coefficient that is 0/0 has no value."""
        return EMPTY[self.asked.empty]

    def check_pairs(self, measure: str) -> None:
        """Raise UsageError if a measure compares more than MOST_ANNOTATOR_PAIRS pairs of annotators."""
        count = len(self.names)
        if count * (count - 1) // 2 > MOST_ANNOTATOR_PAIRS:
            raise UsageError(
                f"{measure} compares pairs of annotators, and {count:,} are more than "
                f'{MOST_ANNOTATOR_PAIRS:,} pairs; measures="alpha" compares all annotators at '
                "once"
            )

    def note(self, text: str) -> None:
        """Add a warning, once for each text."""
        if text not in self.warnings:
            self.warnings.append(text)
