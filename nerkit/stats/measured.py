"""The one place where statistics learn how scores follow from sums of counts: of plain measures and of composites."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.results.counts import NUMBERS, Counts, Headline, Label
from nerkit.results.rows import MACRO, MICRO, Pooled, combinations
from nerkit.results.scores import Composite, score


class Own(NamedTuple):
    """What one of several systems has where counts stand under the labels and documents of all.

    labels       of one field, those that only some systems have: whether this one does
    documents    which documents it has
    """

    labels: Mapping[Label, bool]
    documents: BoolArray


@dataclass(frozen=True, slots=True)
class Measured:
    """How the scores of one measure follow from counts: what statistics recompute with other sums of the same counts.

    own    what the system has of the labels and documents, where they are those of all systems
    """

    counts: Counts
    measure: str
    beta: float = 1.0
    empty: str = "zero"
    composite: Composite | None = None
    own: Own | None = None

    def components(self, labels: Sequence[Label]) -> FloatArray:
        """What is summed, document by document: shape (documents, labels, 4), of a composite (documents, labels, parts, 4)."""
        parts = (self.measure,) if self.composite is None else self.composite.parts
        found = [self.counts.by_document(part, labels)[..., : len(NUMBERS)] for part in parts]
        return found[0] if self.composite is None else np.stack(found, axis=-2)

    def scores(self, sums: FloatArray) -> FloatArray:
        """`value, precision, recall, f1`, shape (…, 4), of sums of components over documents and labels."""
        if self.composite is None:
            return score(sums, self.beta, self.empty, self.headline)
        return self.composite.formula(sums, self.beta, self.empty)

    @property
    def headline(self) -> Headline | None:
        """What the measure's value is, where that is not F."""
        return self.counts.headlines.get(self.measure)

    @property
    def averaged(self) -> bool:
        """Whether pooled rows are means over documents."""
        return self.headline is not None and self.headline.average == MACRO

    def shared(self, label: Label) -> bool:
        """Whether all systems compared have a label."""
        return self.own is None or not any((part,) in self.own.labels for part in label)

    def owned(self, label: Label) -> bool:
        """Whether the system of the counts has it."""
        return self.own is None or all(self.own.labels.get((part,), True) for part in label)

    def groups(self, label: Label) -> tuple[Pooled | None, list[list[Label]]]:
        """The labels that a row sums, and the average it takes of the scores of these sums (None: it is one sum).

        `(("label", "macro"),)` is the macro average of groups of one label each; a field that is `micro` beside another average is
        summed over.
        """
        kinds = {name: value for name, value in label if isinstance(value, Pooled)}
        if not kinds:
            return None, [[label]]
        listed = combinations(self.counts, [name for name, _ in label])
        over = next((name for name, kind in kinds.items() if kind != MICRO), None)
        if over is None:
            return None, [listed]
        found: dict[str, list[Label]] = {}
        for each in listed:
            found.setdefault(dict(each)[over], []).append(each)
        return kinds[over], list(found.values())
