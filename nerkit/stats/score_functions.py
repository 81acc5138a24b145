"""Scores as functions of sums of counts, composite measures included. Other modules of statistics use only
these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.results.counts import NUMBERS, Counts, Headline, Label
from nerkit.results.row_table import combinations
from nerkit.results.rows import MACRO, MICRO, Pooled
from nerkit.results.scores import Composite, score


class Presence(NamedTuple):
    """The labels and documents of one of several systems, whose counts share the labels and documents of all.

    labels       a label of one field that only some systems have -> whether this system has it
    documents    whether the system has each document, shape (documents,)
    """

    labels: Mapping[Label, bool]
    documents: BoolArray


@dataclass(frozen=True, slots=True)
class Measured:
    """The scores of one measure as a function of sums of its counts.

    presence    the labels and documents of the system itself; None if the counts have no others
    of_groups   the value of 0/0 in the groups of macro averages; None: `empty`
    """

    counts: Counts
    measure: str
    beta: float = 1.0
    empty: str = "zero"
    composite: Composite | None = None
    presence: Presence | None = None
    of_groups: str | None = None

    @property
    def in_groups(self) -> "Measured":
        """The measure with the value of 0/0 for groups of a macro average."""
        return self if self.of_groups is None else replace(self, empty=self.of_groups)

    @property
    def parts(self) -> Sequence[str]:
        """The measures whose counts are added up: the measure itself, or the parts of a composite."""
        return (self.measure,) if self.composite is None else self.composite.parts

    def components(self, labels: Sequence[Label]) -> FloatArray:
        """Return the summands of the measure by document, shape (documents, labels, 4).

        For a composite measure the shape is (documents, labels, parts, 4).
        """
        of_parts = [self.counts.by_document(part, labels)[..., : len(NUMBERS)] for part in self.parts]
        return of_parts[0] if self.composite is None else np.stack(of_parts, axis=-2)

    def scores(self, sums: FloatArray) -> FloatArray:
        """Return `value, precision, recall, f1`, shape (…, 4), of sums of components over documents and
        labels.
        """
        if self.composite is None:
            return score(sums, self.beta, self.empty, self.headline)
        return self.composite.formula(sums, self.beta, self.empty)

    @property
    def headline(self) -> Headline | None:
        """The headline of the measure; None if its value is F."""
        return self.counts.headlines.get(self.measure)

    @property
    def averaged(self) -> bool:
        """Whether pooled rows are means over documents."""
        return self.headline is not None and self.headline.average == MACRO

    def everywhere(self, label: Label) -> bool:
        """Return whether all compared systems have a label."""
        return self.presence is None or not any((part,) in self.presence.labels for part in label)

    def has(self, label: Label) -> bool:
        """Return whether the system of the counts has a label."""
        return self.presence is None or all(self.presence.labels.get((part,), True) for part in label)

    def groups(self, label: Label) -> tuple[Pooled | None, list[list[Label]]]:
        """Return the average that a row takes over groups of labels, and the groups; None for one sum.

        `(("label", "macro"),)` is the macro average over groups of one label each. A field that is `micro`
        beside another average is summed over.
        """
        kinds = {name: value for name, value in label if isinstance(value, Pooled)}
        if not kinds:
            return None, [[label]]
        apart = self.headline.apart if self.headline is not None else ()
        all_labels = [
            one
            for one in combinations(self.counts, [name for name, _ in label], self.parts)
            if dict(one).get("label") not in apart
        ]
        averaged = next((name for name, kind in kinds.items() if kind != MICRO), None)
        if averaged is None:
            return None, [all_labels]
        groups: dict[str, list[Label]] = {}
        for one in all_labels:
            groups.setdefault(dict(one)[averaged], []).append(one)
        return kinds[averaged], list(groups.values())
