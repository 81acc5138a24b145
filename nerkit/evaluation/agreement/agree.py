"""The rows of `nerkit agree`: every measure of annotators, by label, document and pair, as a result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct
from nerkit.corpora.tags import Tagged
from nerkit.errors import UsageError, unknown
from nerkit.evaluation.agreement import items
from nerkit.evaluation.agreement.annotations import Annotations, Values, formats_of, read, values
from nerkit.evaluation.agreement.continuum import disagreements
from nerkit.evaluation.agreement.gamma import Gamma, UnitSet, gamma
from nerkit.evaluation.agreement.items import Coefficient, ItemCounts
from nerkit.evaluation.agreement.measured import EVERYBODY, F1, MeasuredPairs
from nerkit.evaluation.agreement.options import (
    CHARACTER,
    DEFAULTS,
    DOCUMENT,
    HEADLINE,
    ITEM,
    LABEL,
    MEASURES,
    OF_ITEMS,
    OF_TABLES,
    OF_UNITS,
    PAIR,
    SPAN,
    TASKS,
    TOKEN,
    AgreeRequest,
)
from nerkit.evaluation.inputs import Input
from nerkit.io import expand
from nerkit.results.conventions import EMPTY
from nerkit.results.counts import ALL
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING, Row
from nerkit.results.signature import extended, signature
from nerkit.scorers import task_named, task_of

DEFAULT = asdict(AgreeRequest())
NOWHERE = -2  # the place of a label that no item has


class AgreementValue(NamedTuple):
    """What a row says: value, and further numbers by name."""

    value: float | None
    extra: dict[str, Any]
    counts: tuple[float, float, float] | None = None  # equal, of the second, of the first


@dataclass(frozen=True)
class Annotators:
    """What annotators said, and the measures of it."""

    said: Annotations | Values
    asked: AgreeRequest
    warnings: list[str] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """The annotators."""
        return self.said.names

    @property
    def units(self) -> str:
        """The units: as asked, else tokens where there are tokens, else characters."""
        return self.asked.units or TOKEN

    @cached_property
    def pairs(self) -> dict[str, tuple[int, int]]:
        """What a pair of annotators is called -> their places."""
        names = self.names
        return {f"{names[i]}|{names[j]}": (i, j) for i, j in combinations(range(len(names)), 2)}

    @cached_property
    def values(self) -> Values:
        """The values of items."""
        if isinstance(self.said, Values):
            return self.said
        return values(self.said, units=self.units, positions=self.asked.positions, tags=self.asked.tags)

    @cached_property
    def spans(self) -> Annotations:
        """The spans. Raises UsageError for a table of items."""
        if isinstance(self.said, Values):
            raise UsageError("a table of items has no spans: kappa, alpha, fleiss and observed are of items")
        return self.said.without_labels() if self.asked.positions else self.said

    @property
    def values_warnings(self) -> tuple[str, ...]:
        """What there is to say of the items, where any measure is of items."""
        return self.values.warnings if self.units == SPAN and isinstance(self.said, Annotations) else ()

    @property
    def empty(self) -> float:
        """The value of 0/0."""
        return EMPTY[self.asked.empty]

    def measured(self, measure: str) -> Iterator[Row]:
        """All rows of a measure."""
        known = self.tags if self.asked.tags and measure in OF_ITEMS else self.labels
        labels: list[str | None] = [*(known if LABEL in self.asked.by else ()), None]
        documents: list[int | None] = [
            *(range(len(self.said.documents)) if DOCUMENT in self.asked.by else ()),
            None,
        ]
        for document in documents:
            for label in labels:
                if label is not None and document is not None and not {LABEL, DOCUMENT} <= set(self.asked.by):
                    continue
                if PAIR in self.asked.by and measure not in OF_UNITS:
                    for pair in combinations(range(len(self.names)), 2):
                        yield self.row(measure, label, document, pair)
                yield self.row(measure, label, document, None)

    @cached_property
    def labels(self) -> list[str]:
        """The labels of rows, sorted."""
        if isinstance(self.said, Values):
            return sorted(self.values.labels)
        column = self.spans.label
        return sorted(str(column.values[code]) for code in np.unique(column.codes).tolist())

    @cached_property
    def tags(self) -> list[str]:
        """The values of units that are tags, sorted."""
        letters = ("B-", "I-")
        return sorted(
            name for name in self.values.labels if name.startswith(letters) and name[2:] in self.labels
        )

    def row(self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None) -> Row:
        """One row."""
        if measure in OF_ITEMS:
            found = self.of_items(measure, label, document, pair)
        elif measure in OF_UNITS:
            found = self.of_units(measure, label, document)
        else:
            found = self.f1(measure, label, document, pair)
        name = EVERYBODY if pair is None else "|".join(self.names[i] for i in pair)
        shown: Any = EVERYTHING if document is None else self.said.documents[document]
        cut = ALL if label is None else ((LABEL, label),)
        value, counts = found.value, found.counts
        equal, of_second, of_first = (None, None, None) if counts is None else counts
        of_pair = pair is not None and counts is not None
        precision = counts[0] / counts[1] if of_pair and counts and counts[1] else None
        recall = counts[0] / counts[2] if of_pair and counts and counts[2] else None
        number = None if value is None or np.isnan(value) else float(value)
        return Row(
            name,
            measure,
            shown,
            label or "*",
            value=number,
            precision=precision,
            recall=recall,
            f1=number if counts else None,
            p_num=equal,
            p_den=of_second,
            r_num=equal,
            r_den=of_first,
            extra=found.extra,
            cut=(shown, cut),
        )

    def counted(self, label: str | None) -> ItemCounts:
        """What coefficients of a label against all others are made of."""
        if label not in self._counts:
            known = self.values.labels
            place = None if label is None else known.index(label) if label in known else NOWHERE
            self._counts[label] = ItemCounts(self.values, place)
        return self._counts[label]

    @cached_property
    def _counts(self) -> dict[str | None, ItemCounts]:
        return {}

    def weights(self, document: int | None) -> FloatArray:
        """One choice of documents: all, or one."""
        count = len(self.said.documents)
        chosen: FloatArray = np.ones((1, count)) if document is None else np.eye(count)[[document]]
        return chosen

    def coefficient(
        self, measure: str, label: str | None, weights: FloatArray, pair: tuple[int, int] | None
    ) -> Coefficient:
        """The coefficient of choices of documents, of all annotators or of a pair."""
        counts = self.counted(label)
        if pair is not None:
            chosen = replace(self.values, value=self.values.value[list(pair)])
            counts = ItemCounts(chosen, counts.label)
        if measure == "alpha":
            return counts.alpha(weights)
        if measure in ("fleiss", "pi"):
            return counts.fleiss(weights)
        pairs = counts.kappa(weights)
        if measure == "kappa-multi":
            return items.multi(pairs)
        both = items.mean(pairs, self.empty)
        return both if measure == "kappa" else both._replace(value=both.observed)

    def of_items(
        self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None
    ) -> AgreementValue:
        """A coefficient of values."""
        one = Coefficient(
            *(column[0] for column in self.coefficient(measure, label, self.weights(document), pair))
        )
        where = "" if document is None and label is None and pair is None else None
        if measure in ("fleiss", "pi") and not self.counted(label).complete:
            self._note(
                where, f"{measure}: items have different numbers of values, so it does not exist; see alpha"
            )
            value: float | None = None
        elif np.isnan(one.value):
            self._note(
                where, f"{measure}: 0/0, only one value occurs; counted as {self.asked.empty} (empty=…)"
            )
            value = self.empty
        else:
            value = float(one.value)
        if (
            measure == "kappa"
            and not where
            and any(part.items[0] == 0 for part in self.counted(label).kappa(self.weights(document)))
        ):
            self._note(where, "kappa: pairs of annotators without common items are left out")
        numbers = {"observed": one.observed, "expected": one.expected}
        extra = {name: None if np.isnan(number) else float(number) for name, number in numbers.items()}
        count = len(self.names) if pair is None else 2
        return AgreementValue(value, extra | {"items": int(one.items), "annotators": count})

    def _note(self, where: str | None, text: str) -> None:
        if where is not None and text not in self.warnings:
            self.warnings.append(text)

    def f1(
        self, measure: str, label: str | None, document: int | None, pair: tuple[int, int] | None
    ) -> AgreementValue:
        """F1 of spans: of a pair, or the mean of all pairs beside the F1 of summed counts."""
        table = self.pair_counts(measure, label, self.weights(document))[:, 0]
        if pair is not None:
            equal, first, second = table[list(combinations(range(len(self.names)), 2)).index(pair)].tolist()
            return AgreementValue(self._f1(equal, first, second), {"annotators": 2}, (equal, second, first))
        parts = [self._f1(*row) for row in table.tolist()]
        known = [part for part in parts if not np.isnan(part)]
        equal, first, second = table.sum(axis=0).tolist()
        mean = sum(known) / len(known) if known else float("nan")
        extra = {"f1-pooled": self._f1(equal, first, second), "annotators": len(self.names)}
        return AgreementValue(mean, extra, (equal, second, first))

    def _f1(self, equal: float, first: float, second: float) -> float:
        return 2 * equal / (first + second) if first + second else self.empty

    def pair_counts(self, measure: str, label: str | None, weights: FloatArray) -> FloatArray:
        """Equal spans and those of both, shape (pairs, choices, 3), on documents that both have."""
        if (measure, label) not in self._spans:
            self._spans[measure, label] = self._pair_counts(measure, label)
        return np.stack([weights @ counts for counts in self._spans[measure, label]])

    @cached_property
    def _spans(self) -> dict[tuple[str, str | None], list[FloatArray]]:
        return {}

    def _pair_counts(self, measure: str, label: str | None) -> list[FloatArray]:
        one = self.spans
        if label is not None:
            one = one.take(one.label.codes == one.label.values.index(label))
        if measure == "f1-positions":
            one = one.without_labels()
        key = combine(one.document, one.start, one.end, one.label.codes) if len(one.start) else one.start
        found = []
        for pair in combinations(range(len(one.names)), 2):
            both = one.has[pair[0]] & one.has[pair[1]]
            rows = [np.flatnonzero((one.annotator == i) & both[one.document]) for i in pair]
            equal = rows[0][contained(key[rows[0]], distinct(key[rows[1]]))]
            found.append(
                np.stack([_by_document(one.document[each], len(both)) for each in (equal, *rows)], axis=1)
            )
        return found

    @cached_property
    def _disagreements(self) -> dict[tuple[str, int], Any]:
        return dict(disagreements(self.spans))

    def of_units(self, measure: str, label: str | None, document: int | None) -> AgreementValue:
        """alpha-u or gamma."""
        if measure == "gamma":
            return self._gamma(label, document)
        chosen = [
            found
            for (name, code), found in self._disagreements.items()
            if (label is None or name == label) and (document is None or code == document)
        ]
        observed, expected, length = (
            (sum(column) for column in zip(*chosen, strict=True)) if chosen else (0.0, 0.0, 0)
        )
        value = 1 - observed / expected if expected else self.empty
        if not expected:
            self._note("", f"{measure}: 0/0, nothing is marked; counted as {self.asked.empty} (empty=…)")
        whole = sum(
            {
                code: int(self.spans.length[code])
                for _, code in self._disagreements
                if document in (None, code)
            }.values()
        )
        scale = whole or 1
        extra = {"observed": 1 - observed / scale, "expected": 1 - expected / scale, "items": whole}
        del length
        return AgreementValue(value, extra | {"annotators": len(self.names)})

    def resampled(
        self, measure: str, label: str | None, pair: tuple[int, ...] | None, weights: FloatArray
    ) -> FloatArray:
        """The value of a measure for choices of documents, shape (choices,); nan is undefined."""
        if measure in OF_ITEMS:
            chosen = None if pair is None else (pair[0], pair[1])
            return self.coefficient(measure, label, weights, chosen).value
        if measure == "gamma":
            found = self._disorders(label)
            share = weights[:, self._marked(label)] * found.weight
            observed, expected = share @ found.observed, share @ found.expected
            return _complement(observed, expected)
        if measure == "alpha-u":
            sums = np.zeros((2, len(self.said.documents)))
            for (name, code), one in self._disagreements.items():
                if label in (None, name):
                    sums[:, code] += one.observed, one.expected
            observed, expected = (weights @ column for column in sums)
            return _complement(observed, expected)
        table = self.pair_counts(measure, label, weights)
        both = table[..., 1] + table[..., 2]
        parts = np.divide(2 * table[..., 0], both, where=both > 0, out=np.full(both.shape, self.empty))
        if pair is not None:
            place = list(combinations(range(len(self.names)), 2)).index((pair[0], pair[1]))
            parts = parts[[place]]
        mean: FloatArray = np.nanmean(parts, axis=0)
        return mean

    def _of_label(self, label: str | None) -> Annotations:
        one = self.spans
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
                self.asked.weights,
                (self.asked.sampler, self.asked.samples, self.asked.seed),
                self.asked.limit,
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
        extra: dict[str, Any] = {"annotators": len(self.names), "documents": len(chosen)}
        if not weight:
            self._note("", f"gamma: nothing is marked; counted as {self.asked.empty} (empty=…)")
            return AgreementValue(self.empty, extra | {"disorder": None, "expected": None, "value_se": None})
        observed = float((found.observed * found.weight).sum() / weight)
        expected = float((found.expected * found.weight).sum() / weight)
        spread = float((found.variance * found.weight**2).sum()) ** 0.5 / weight
        value = 1.0 if observed == 0 else 1 - observed / expected
        error = 0.0 if observed == 0 else float(observed / expected**2 * spread)
        optimal = bool(found.optimal.all())
        extra |= {"disorder": observed, "expected_disorder": expected, "value_se": error, "optimal": optimal}
        if not optimal:
            least = float((found.least * found.weight).sum() / weight)
            self._note("", "gamma: not every alignment was solved within the limit; see upper_bound")
            return AgreementValue(value, extra | {"upper_bound": 1 - least / expected})
        return AgreementValue(value, extra)


class AnnotatorResult(Result):
    """Rows of annotators, none of whom is gold; rows of pairs are systems called `a|b`."""

    def pooled(self, measure: str) -> list[Row]:
        """The row of a measure of all annotators."""
        return [row for row in super().pooled(measure) if row.system == EVERYBODY]


def with_intervals(
    parts: tuple[Annotators | None, MeasuredPairs | None],
    result: Result,
    level: float,
    how: tuple[int, int],
) -> Result:
    """The result with `value_low` and `value_high` of a percentile bootstrap over documents; *how* is the
    number of resamples and the seed. Rows of one document have none.
    """
    resamples, seed = how
    whole, measured = parts
    sizes = [0 if whole is None else len(whole.said.documents), 0 if measured is None else measured.size]
    drawn = [_drawn(size, resamples, seed) for size in sizes]
    warnings = list(result.warnings)
    if max(sizes) < 2:
        warnings.append(f"{max(sizes)} document: nothing to resample, so there are no intervals")
    bounds: list[dict[str, float | None]] = []
    for row in result.rows:
        ends: tuple[float | None, float | None] = None, None
        own = (
            measured is not None
            and row.measure in measured.called
            and (whole is None or row.measure not in MEASURES)
        )
        if row.cut[0] == EVERYTHING and sizes[own] > 1:
            if own and measured is not None:
                values_of = measured.resampled(row, drawn[1])
            elif whole is not None:
                label = None if row.label == "*" else row.label
                pair = None if row.system == EVERYBODY else whole.pairs[row.system]
                values_of = whole.resampled(row.measure, label, pair, drawn[0])
            ends = _ends(values_of, level)
        bounds.append(dict(zip(("value_low", "value_high"), ends, strict=True)))
    stated = {"confidence": f"{level:g}", "resamples": str(resamples), "seed": str(seed), "unit": "document"}
    stated = {name: value for name, value in stated.items() if f"|{name}:{value}|" not in result.signature}
    told = extended(result.signature, stated)
    return replace(result, added=tuple(bounds), signature=told, warnings=tuple(warnings))


def _drawn(size: int, resamples: int, seed: int) -> FloatArray:
    """How often each of some documents is drawn, shape (resamples, documents)."""
    if not size:
        return np.zeros((resamples, 0))
    drawn = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), resamples)
    return drawn.astype(float)


def _ends(values_of: FloatArray, level: float) -> tuple[float | None, float | None]:
    """The ends of the interval of resampled values; None where none is defined."""
    known = values_of[~np.isnan(values_of)]
    if not len(known):
        return None, None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


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


def _by_document(document: IntArray, size: int) -> FloatArray:
    return np.bincount(document, minlength=size).astype(float)


def annotators_of(paths: Mapping[str, str], asked: AgreeRequest) -> Annotators:
    """What the annotators of these files said; units that were not asked for are tokens, where there are any.

    Raises UsageError and InputError for what cannot be compared.
    """
    said = read(paths, asked)
    if isinstance(said, Annotations) and asked.units is None:
        asked = replace(asked, units=TOKEN if said.tokens else CHARACTER)
    return Annotators(said, asked)


def agree(
    annotators: Mapping[str, str],
    asked: AgreeRequest,
    confidence: float | None = None,
    resamples: tuple[int, int] = (1000, 12345),
) -> Result:
    """The agreement of annotators, by name: files of each, or one table of items.

    *confidence* is the level of intervals over documents, *resamples* their number and seed.

    Raises UsageError and InputError for what cannot be compared.
    """
    task = _task_of(annotators, asked)
    if task is not None:
        return _of_task(annotators, asked, task, (confidence, *resamples))
    whole = annotators_of(annotators, asked)
    said, asked = whole.said, whole.asked
    names = asked.measures or (OF_TABLES if isinstance(said, Values) else DEFAULTS)
    others = tuple(name for name in names if name not in MEASURES)
    if asked.options and not others:
        raise UsageError(f"{', '.join(asked.options)}: an option of measures of tasks, and none is asked for")
    measured = _measured(said, others, asked) if others else None
    rows = [row for name in names if name in MEASURES for row in whole.measured(name)]
    rows += measured.rows() if measured else ()
    measures = tuple(dict.fromkeys(row.measure for row in rows))
    stated = {"units": asked.units or "item"} | _stated(asked, measures)
    warnings = [*said.warnings, *whole.warnings, *whole.values_warnings]
    result = _result(asked, rows, said.names, stated, warnings)
    if confidence is not None:
        result = with_intervals((whole, measured), result, confidence, resamples)
    return replace(result, notes=tuple(measured.notes) if measured else ())


def _task_of(paths: Mapping[str, str], asked: AgreeRequest) -> str | None:
    """The task of files that have no spans over units: coreference, trees, graphs, …; None of others."""
    if asked.units == ITEM or asked.annotator is not None or len(paths) < 2:
        return None
    if asked.task is not None:
        return None if asked.task in TASKS else task_named(asked.task).name
    if asked.form is not None:
        return None if asked.form in formats_of(None) else task_of(asked.form).name
    for path in paths.values():
        sources = expand(path)
        form = readers.recognised(sources, readers.BY_CONTENT)
        if form is not None:
            return (
                None if form in formats_of(None) else readers.meant_for(form, sources) or task_of(form).name
            )
    return None


def _of_task(
    paths: Mapping[str, str], asked: AgreeRequest, task: str, how: tuple[float | None, int, int]
) -> Result:
    """The agreement on measures of a task that knows no units; *how* is the level of intervals (None: no
    intervals), the number of resamples and the seed.
    """
    chosen = [name for name in asked.measures if name in MEASURES and name != F1]
    if chosen or asked.units or asked.positions or asked.tags:
        what = f"{chosen[0]} is" if chosen else "units, positions and tags are"
        raise UsageError(
            f"{what} of spans, and these files are of the task {task}: f1, or measures of {task}"
        )
    for name, path in paths.items():
        if not Input("system", name, path).is_file:
            raise UsageError(f"{name}: agreement reads its inputs several times; give a file, not a stream")
    measured = MeasuredPairs(paths, task, asked.measures or (F1,), asked)
    rows = list(measured.rows())
    measures = tuple(dict.fromkeys(row.measure for row in rows))
    stated = {"of": task} | _stated(asked, measures)
    result = _result(asked, rows, tuple(paths), stated, measured.warnings)
    level, resamples, seed = how
    if level is not None:
        result = with_intervals((None, measured), result, level, (resamples, seed))
    return replace(result, notes=tuple(measured.notes))


def _measured(said: Annotations | Values, measures: tuple[str, ...], asked: AgreeRequest) -> MeasuredPairs:
    """The measures of tasks on spans and tags. Raises UsageError for names that are no measures."""
    if isinstance(said, Values):
        raise unknown("measure", measures[0], MEASURES)
    tagged = any(isinstance(corpus, Tagged) for corpus in said.corpora.values())
    task = task_named("bio" if tagged else "spans")
    for name in measures:
        try:
            task.resolve([name])
        except UsageError as error:
            raise unknown("measure", name, [*MEASURES, *task.known_names()]) from error
    return MeasuredPairs(said.corpora, task.name, measures, replace(asked, form=None))


def _result(
    asked: AgreeRequest,
    rows: Sequence[Row],
    names: tuple[str, ...],
    stated: Mapping[str, str],
    warnings: Sequence[str],
) -> Result:
    """The result of rows."""
    measures = tuple(dict.fromkeys(row.measure for row in rows))
    return AnnotatorResult(
        task="agree",
        signature=signature("agree", measures, stated, asked.empty),
        measures=measures,
        counts={},
        options={name: value for name, value in asdict(asked).items() if value != DEFAULT[name]},
        inputs=tuple({"role": "annotator", "name": name} for name in names),
        warnings=tuple(dict.fromkeys(warnings)),
        listed=tuple(rows),
        headline=HEADLINE if HEADLINE in measures and not asked.measures else measures[0],
    )


def _stated(asked: AgreeRequest, measures: Sequence[str]) -> dict[str, str]:
    """What the signature says besides measures."""
    stated = {"positions": "yes"} if asked.positions else {}
    stated |= {name: str(value) for name, value in asked.options.items()}
    stated |= {"tags": "yes"} if asked.tags else {}
    stated |= {"limit": str(asked.limit)} if asked.limit and "gamma" in measures else {}
    stated |= {"annotator": asked.annotator} if asked.annotator else {}
    stated |= {"labels": "+".join(asked.labels)} if asked.labels is not None else {}
    stated |= {"only": "+".join(asked.only)} if asked.only else {}
    stated |= {"by": "+".join(asked.by)} if asked.by else {}
    if "gamma" in measures:
        stated |= {"sampler": asked.sampler, "samples": str(asked.samples), "seed": str(asked.seed)}
        stated |= {"weights": ",".join(f"{one:g}" for one in asked.weights)}
    return stated
