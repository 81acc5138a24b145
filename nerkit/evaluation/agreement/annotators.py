"""The rows of every measure of agreement: by label, by document, by pair, and for all annotators."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray
from nerkit.algorithms.keys import distinct
from nerkit.evaluation.agreement.annotations import Annotations, read, values
from nerkit.evaluation.agreement.item_values import Values
from nerkit.evaluation.agreement.items import (
    EVERY,
    OF_COMPLETE,
    AnnotatorPair,
    ItemCounts,
    f1,
    nan_mean,
    pairs_of_spans,
)
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
    SPAN,
    TOKEN,
    AgreeRequest,
)
from nerkit.evaluation.facts import Facts, Size, form_of
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_AGREEMENT_ROWS, MOST_ANNOTATOR_PAIRS
from nerkit.ground.streams import is_pipe
from nerkit.ground.warnings import Warned
from nerkit.io import expand
from nerkit.readers.format import is_json
from nerkit.results.conventions import EMPTY
from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING, Row

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.continuum import AlphaU
    from nerkit.evaluation.agreement.gamma import Gamma

FEW_LABELS = 20  # rows by label are added if there are at most so many labels and `by` is not given
Pair = tuple[int, int] | None  # the indices of two annotators; None: all annotators


class Annotators:
    """The annotations of several annotators, and their values on every measure.

    said, asked   the annotations and the request;  warnings   the warnings about values so far
    """

    def __init__(self, said: Annotations | Values, asked: AgreeRequest) -> None:
        self.said, self.asked, self.warnings = said, asked, list[str]()
        self.names, self.units = said.names, asked.units or TOKEN
        self._found, self._counts = cache(self._columns), cache(self._item_counts)
        self._spans, self._places = cache(self._span_counts), cache(self._label_places)
        self.continuum = cache(self._continuum)

    @cached_property
    def pairs(self) -> dict[str, tuple[int, int]]:
        """The name `a|b` of each pair of annotators -> the indices of both annotators."""
        pairs = combinations(range(len(self.names)), 2)
        return {f"{self.names[i]}|{self.names[j]}": (i, j) for i, j in pairs}

    @property
    def inputs(self) -> tuple[Facts, ...]:
        """The record of each annotator in a result; a table of items has the format `table`."""
        if isinstance(self.said, Values):
            numbers = np.count_nonzero(self.said.value != NONE, axis=1).tolist()
            size = Size(len(self.said.documents), 0)
            facts = dict.fromkeys(self.names, size.facts("table", "values"))
        else:
            numbers = np.bincount(self.said.annotator, minlength=len(self.names)).tolist()
            corpora = self.said.corpora.items()
            facts = {name: Size.of(one).facts(form_of(one), "entities") for name, one in corpora}
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
        exact = self.spans.exact
        if exact is None:
            return self.spans
        return exact.without_labels() if self.asked.positions else exact

    @property
    def values_warnings(self) -> tuple[str, ...]:
        """The warnings about items that are spans."""
        return self.values.warnings if self.units == SPAN and isinstance(self.said, Annotations) else ()

    def note(self, text: str) -> None:
        """Add a warning, once for each text."""
        if text not in self.warnings:
            self.warnings.append(text)

    def measured(self, measure: str) -> Iterator[Row]:
        """Yield all rows of a measure. Raises UsageError for more than MOST_AGREEMENT_ROWS rows."""
        by = self.asked.by
        labels: list[str | None] = [None]
        if LABEL in by:
            labels[:0] = self.tags if self.asked.tags and measure in OF_ITEMS else self.labels
        documents = [*(range(len(self.said.documents)) if DOCUMENT in by else ()), None]
        pairs = [*(self.pairs.values() if PAIR in by and measure not in OF_UNITS else ()), None]
        count = len(documents) * len(labels) * len(pairs)
        if count > MOST_AGREEMENT_ROWS:
            raise UsageError(
                f"{measure}: {' times '.join(by)} is {count:,} rows, more than "
                f"{MOST_AGREEMENT_ROWS:,}; ask for fewer rows, or for fewer labels (labels=…)"
            )
        for document, label, pair in product(documents, labels, pairs):
            yield self.row(measure, label, document, pair)

    def of_labels(self, measures: Sequence[str]) -> Iterator[Row]:
        """Yield a row for each label, if there are at most FEW_LABELS labels and the request has no `by`."""
        for measure in measures if not self.asked.by else ():
            if measure in MEASURES and measure not in OF_UNITS and len(self.labels) <= FEW_LABELS:
                yield from (self.row(measure, label, None, None) for label in self.labels)

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

    def row(self, measure: str, label: str | None, document: int | None, pair: Pair) -> Row:
        """Return the row of a measure, for a label, a document and a pair of annotators (None: all of
        them).
        """
        counts: list[Any] = [None] * 3  # equal spans, spans of the second, of the first
        precision = recall = None
        if measure in OF_UNITS:
            value, extra = self.continuum(measure).value(label, document)
        else:
            place, at = self._place(measure, label), document or 0
            if place is not None and document is None:
                place, at = EVERY, place
            columns = self._found(measure, place, pair, document is not None)
            extra = {name: _number(column[at]) for name, column in columns.items()}
            value = extra.pop("value")
            if measure in OF_ITEMS:
                complete = measure not in OF_COMPLETE or self._counts(None, False).complete
                value, extra["items"] = value if complete else None, int(extra["items"])
            else:
                counts = [extra.pop(name) for name in ("equal", "second", "first")]
                common = extra.pop("documents")
                if pair is not None:
                    shares = (counts[0] / total if total else None for total in counts[1:])
                    extra, (precision, recall) = {}, shares
            extra["annotators"] = len(self.names if pair is None else pair)
            if document is None and label is None and pair is None:
                self._note(measure, value, common if counts[0] is not None else extra["items"])
        name = EVERYBODY if pair is None else "|".join(self.names[i] for i in pair)
        shown: Any = EVERYTHING if document is None else self.said.documents[document]
        cut = (shown, ALL if label is None else ((LABEL, label),))
        equal, of_second, of_first = counts
        return Row(
            name,
            measure,
            shown,
            label or "*",
            value,
            precision,
            recall,
            f1=None if equal is None else value,
            p_num=equal,
            p_den=of_second,
            r_num=equal,
            r_den=of_first,
            extra=extra,
            cut=cut,
        )

    def _note(self, measure: str, value: float | None, common: float) -> None:
        """Warn about a value that does not exist, and about pairs of annotators that are left out."""
        if measure not in OF_ITEMS:
            what = "document"
            alone = [not one.common.any() for one in self._spans(measure, False).values()]
        else:
            what, alone = "item", []
            if measure in OF_COMPLETE and not self._counts(None, False).complete:
                self.note(
                    f"{measure} has no value, because items have different numbers of values; see alpha"
                )
                return
        if not common:
            a = "an" if what == "item" else "a"
            self.note(f"{measure} has no value, because no two annotators have {a} {what} in common")
            return
        if what == "item" and value is None:
            self.note(f"{measure} has no value, because all values are equal, also by chance (0/0)")
            return
        kappas = self._counts(None, False).kappas if measure in ("kappa", "kappa-multi", "observed") else []
        if any(alone) or not all(part.items[0] for part in kappas):
            self.note(f"{measure} leaves out pairs of annotators without common {what}s")
        if measure == "kappa" and any(part.items[0] and np.isnan(part.value[0]) for part in kappas):
            self.note("kappa leaves out pairs of annotators who gave only one value (0/0)")

    def _place(self, measure: str, label: str | None) -> int | None:
        """Return the index of a label, or the number of labels if no item has the label."""
        if label is None:
            return None
        places = self._places(of_items=measure in OF_ITEMS)
        return places.get(label, len(self.values.labels) if measure in OF_ITEMS else 0)

    def _label_places(self, *, of_items: bool) -> dict[str, int]:
        names = self.values.labels if of_items else self.exact_spans.label.values
        return {str(name): place for place, name in reversed(list(enumerate(names)))}

    def _item_counts(self, pair: Pair, by_document: bool) -> ItemCounts:
        """Return the counts of a pair of annotators (None: all), by document or with all documents as one."""
        values = self.values
        if pair is not None:
            values = replace(values, value=values.value[list(pair)])
        if not by_document:
            values = replace(values, documents=["*"], document=np.zeros_like(values.document))
        return ItemCounts(values)

    def _span_counts(self, measure: str, by_document: bool) -> dict[tuple[int, int], AnnotatorPair]:
        self._check_pairs(measure)
        one = self.exact_spans.without_labels() if measure == "f1-positions" else self.exact_spans
        return dict(pairs_of_spans(one, by_document=by_document))

    def _check_pairs(self, measure: str) -> None:
        """Raise UsageError if a measure compares more than MOST_ANNOTATOR_PAIRS pairs of annotators."""
        count = len(self.names)
        if count * (count - 1) // 2 > MOST_ANNOTATOR_PAIRS:
            raise UsageError(
                f"{measure} compares pairs of annotators, and {count:,} are more than "
                f'{MOST_ANNOTATOR_PAIRS:,} pairs; measures="alpha" compares all annotators at '
                "once"
            )

    def _columns(
        self,
        measure: str,
        label: int | None,
        pair: Pair,
        by_document: bool,
        weights: FloatArray | None = None,
    ) -> dict[str, FloatArray]:
        """Return the numbers of a measure by name, shape (choices,) each, for choices of documents.

        *weights* says how often each choice takes each document, shape (choices, documents); None means: for
        each document, or for each label with EVERY. If only one label is compared, `f1` and `f1-positions`
        are equal.
        """
        if measure in OF_ITEMS:
            if measure not in ("alpha", *OF_COMPLETE):
                self._check_pairs(measure)
            return self._counts(pair, by_document).coefficient(measure, weights, label)._asdict()
        pairs = self._spans(measure if label is None else "f1", by_document)
        empty, summed, values = EMPTY[self.asked.empty], np.zeros(4), []
        for one in pairs.values() if pair is None else [pairs[pair]]:
            table = one.table(weights, label)
            summed = summed + table
            values.append(f1(table, empty))
        names = ("equal", "first", "second", "documents")
        means = {"value": nan_mean(np.stack(values)), "f1-pooled": f1(summed, empty)}
        return means | dict(zip(names, summed.T, strict=True))

    def _continuum(self, measure: str) -> "AlphaU | Gamma":
        """Return the values of alpha-u or gamma, which compare units of a continuum."""
        if measure == "gamma":
            from nerkit.evaluation.agreement.gamma import Gamma

            return Gamma(self.spans, self.asked, self.note)
        from nerkit.evaluation.agreement.continuum import AlphaU

        return AlphaU(self.spans, self.note)

    def resampled(self, row: Row, weights: FloatArray) -> FloatArray:
        """Return the value of a row for each choice of documents, shape (choices,); undefined values are
        nan.

        *weights* says how often each choice takes each document, shape (choices, documents).
        """
        label = None if row.label == "*" else row.label
        if row.measure in OF_UNITS:
            return self.continuum(row.measure).resampled(label, weights)
        pair = None if row.system == EVERYBODY else self.pairs[row.system]
        return self._columns(row.measure, self._place(row.measure, label), pair, True, weights)["value"]


def _number(number: float) -> float | None:
    return None if np.isnan(number) else float(number)


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
