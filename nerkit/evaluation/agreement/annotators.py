"""The rows of every measure of agreement: by label, by document, by pair, and for all annotators."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.algorithms.keys import distinct
from nerkit.evaluation.agreement.annotations import Annotations, read
from nerkit.evaluation.agreement.annotator_data import AnnotatorData
from nerkit.evaluation.agreement.item_coefficients import ItemCoefficients
from nerkit.evaluation.agreement.item_values import Values
from nerkit.evaluation.agreement.one_file import field_of
from nerkit.evaluation.agreement.options import (
    CHARACTER,
    DOCUMENT,
    EVERYBODY,
    LABEL,
    MEASURES,
    OF_ITEMS,
    OF_UNITS,
    PAIR,
    TOKEN,
    AgreeRequest,
)
from nerkit.evaluation.agreement.paired_spans import PairedSpans
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_AGREEMENT_ROWS
from nerkit.ground.streams import is_pipe
from nerkit.ground.warnings import Warned
from nerkit.io import expand
from nerkit.readers.format import is_json
from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING, Row

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.unit_disorder import UnitDisorder


FEW_LABELS = 20  # rows by label are added if there are at most so many labels and `by` is not given


@dataclass(frozen=True)
class Annotators(AnnotatorData):
    """The annotations of several annotators, and their values on every measure."""

    @cached_property
    def pairs(self) -> dict[str, tuple[int, int]]:
        """The name `a|b` of each pair of annotators -> the indices of both annotators."""
        names = self.names
        return {f"{names[i]}|{names[j]}": (i, j) for i, j in combinations(range(len(names)), 2)}

    def measured(self, measure: str) -> Iterator[Row]:
        """Yield all rows of a measure."""
        labels: list[str | None] = [None]
        if LABEL in self.asked.by:
            labels[:0] = self.tags if self.asked.tags and measure in OF_ITEMS else self.labels
        documents: list[int | None] = [
            *(range(len(self.said.documents)) if DOCUMENT in self.asked.by else ()),
            None,
        ]
        self._check_rows(measure, len(documents) * len(labels))
        by_pair = PAIR in self.asked.by and measure not in OF_UNITS
        pairs = [*(self.pairs.values() if by_pair else ()), None]
        for document, label, pair in product(documents, labels, pairs):
            yield self.row(measure, label, document, pair)

    def of_labels(self, measures: Sequence[str]) -> Iterator[Row]:
        """Yield a row for each label, if there are at most FEW_LABELS labels and the request has no `by`."""
        for measure in measures if not self.asked.by else ():
            if measure in MEASURES and measure not in OF_UNITS and len(self.labels) <= FEW_LABELS:
                yield from (self.row(measure, label, None, None) for label in self.labels)

    def _check_rows(self, measure: str, count: int) -> None:
        """Raise UsageError if a measure would have more than MOST_AGREEMENT_ROWS rows."""
        if PAIR in self.asked.by and measure not in OF_UNITS:
            count *= len(self.pairs) + 1
        if count > MOST_AGREEMENT_ROWS:
            raise UsageError(
                f"{measure}: {' times '.join(self.asked.by)} is {count:,} rows, more than "
                f"{MOST_AGREEMENT_ROWS:,}; ask for fewer rows, or for fewer labels (labels=…)"
            )

    @property
    def width(self) -> int:
        """The number of different values if any requested measure compares items; otherwise 0."""
        return len(self.values.labels) if "values" in self.__dict__ else 0

    @cached_property
    def labels(self) -> list[str]:
        """The labels that get rows, sorted."""
        if isinstance(self.said, Values):
            return sorted(self.values.labels)
        column = self.spans.label
        return sorted(str(column.values[code]) for code in distinct(column.codes).tolist())

    @cached_property
    def tags(self) -> list[str]:
        """The values that are tags, such as `B-PER`, sorted."""
        letters = ("B-", "I-")
        return sorted(
            name for name in self.values.labels if name.startswith(letters) and name[2:] in self.labels
        )

    def row(self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None) -> Row:
        """Return the row of a measure, for a label, a document and a pair of annotators (None: all of
        them).
        """
        if measure in OF_ITEMS:
            found = self.items.value(measure, label, document, pair)
        elif measure in OF_UNITS:
            found = self.continuum.value(measure, label, document)
        else:
            found = self.paired.value(measure, label, document, pair)
        name = EVERYBODY if pair is None else "|".join(self.names[i] for i in pair)
        shown: Any = EVERYTHING if document is None else self.said.documents[document]
        cut = ALL if label is None else ((LABEL, label),)
        equal, of_second, of_first = found.counts or (None, None, None)
        precision, recall = (
            equal / total if pair is not None and equal is not None and total else None
            for total in (of_second, of_first)
        )
        number = None if found.value is None or np.isnan(found.value) else float(found.value)
        return Row(
            name,
            measure,
            shown,
            label or "*",
            value=number,
            precision=precision,
            recall=recall,
            f1=number if found.counts else None,
            p_num=equal,
            p_den=of_second,
            r_num=equal,
            r_den=of_first,
            extra=found.extra,
            cut=(shown, cut),
        )

    @cached_property
    def items(self) -> ItemCoefficients:
        """The coefficients of the values of items."""
        return ItemCoefficients(self)

    @cached_property
    def paired(self) -> PairedSpans:
        """The F1 of spans over pairs of annotators."""
        return PairedSpans(self)

    @cached_property
    def continuum(self) -> "UnitDisorder":
        """The disorder of the units of a continuum, for alpha-u and gamma."""
        from nerkit.evaluation.agreement.unit_disorder import UnitDisorder

        return UnitDisorder(self)

    def resampled(
        self, measure: str, label: str | None, pair: tuple[int, int] | None, weights: FloatArray
    ) -> FloatArray:
        """Return the value of a measure for each choice of documents, shape (choices,); undefined
        values are nan.

        *weights* says how often each choice takes each document, shape (choices, documents).
        """
        if measure in OF_UNITS:
            return self.continuum.resampled(measure, label, weights)
        family = self.items if measure in OF_ITEMS else self.paired
        return family.resampled(measure, label, pair, weights)


def annotators_of(paths: Mapping[str, str], asked: AgreeRequest) -> Annotators:
    """Read the annotators of files. By default, the units are tokens if the files have tokens, and
    characters otherwise.

    Raises UsageError and InputError for annotations that cannot be compared.
    """
    field = annotator_field(paths) if asked.annotator is None else None
    asked = replace(asked, annotator=field) if field is not None else asked
    said = read(paths, asked)
    if field is not None:
        note = Warned("annotator-field", side=next(iter(paths)), field=field)
        said = replace(said, warnings=(note, *said.warnings))
    if isinstance(said, Annotations) and asked.units is None:
        asked = replace(asked, units=TOKEN if said.tokens else CHARACTER)
    return Annotators(said, asked)


def annotator_field(paths: Mapping[str, str]) -> str | None:
    """Return the field that names the annotators in a single JSON file; None for other files.

    Raises UsageError if several fields fit.
    """
    (path, *others) = paths.values()
    if others or is_pipe(path):
        return None
    sources = expand(path)
    if not sources or not all(is_json(source.head) for source in sources):
        return None
    return field_of(sources)
