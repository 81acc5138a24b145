"""Data of annotators: their annotations in the forms that the three families of coefficients take."""

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
    """The annotations of several annotators, the request, and the warnings of the agreement."""

    said: Annotations | Values
    asked: AgreeRequest
    warnings: list[str] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the annotators."""
        return self.said.names

    @property
    def units(self) -> str:
        """Return the units: as asked; by default tokens if the files have tokens, and characters
        otherwise.
        """
        return self.asked.units or TOKEN

    @property
    def inputs(self) -> tuple[Facts, ...]:
        """Return the record of each annotator in a result. A table of items has values, and no format of
        its own.
        """
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
        """Return the values of the items."""
        if isinstance(self.said, Values):
            return self.said
        return values(self.said, units=self.units, positions=self.asked.positions, tags=self.asked.tags)

    @cached_property
    def spans(self) -> Annotations:
        """Return the spans. Raises UsageError for a table of items."""
        if isinstance(self.said, Values):
            raise UsageError(
                "a table of items has no spans; use kappa, alpha, fleiss or observed, which compare items"
            )
        return self.said.without_labels() if self.asked.positions else self.said

    @cached_property
    def exact_spans(self) -> Annotations:
        """Return the spans for F1, which count characters unless `units` asks for tokens."""
        exact = self.spans if isinstance(self.said, Values) else self.said.exact
        if exact is None:
            return self.spans
        return exact.without_labels() if self.asked.positions else exact

    @property
    def values_warnings(self) -> tuple[str, ...]:
        """Return the warnings about the items, if any measure counts items."""
        return self.values.warnings if self.units == SPAN and isinstance(self.said, Annotations) else ()

    @property
    def empty(self) -> float:
        """Return the value of 0/0 in F1. A coefficient that is 0/0 has no value."""
        return EMPTY[self.asked.empty]

    def check_pairs(self, measure: str) -> None:
        """Raise UsageError for a measure of more pairs of annotators than MOST_ANNOTATOR_PAIRS."""
        count = len(self.names)
        if count * (count - 1) // 2 > MOST_ANNOTATOR_PAIRS:
            raise UsageError(
                f"{measure} compares pairs of annotators, and {count:,} are more than "
                f'{MOST_ANNOTATOR_PAIRS:,} pairs; measures="alpha" compares all annotators at '
                "once"
            )

    def note(self, where: str | None, text: str) -> None:
        """Warn about all annotators, each text once. With *where* None the row is a part, which has no
        warning.
        """
        if where is not None and text not in self.warnings:
            self.warnings.append(text)
