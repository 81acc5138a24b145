"""Rows: counts cut by documents and labels, scored, with their averages.

    micro      the score of the summed counts of all groups
    macro      the plain mean over the groups of every number, F included (groups with a null are left out of its mean)
    weighted   the mean of the scores weighted by r_den, the gold items of each group, beside the summed counts

Groups are all that occur on either side (neleval 3.1.1 leaves out those that gold lacks). The weight of a composite measure in a
weighted average is the sum of its parts' r_den.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError
from nerkit.results.conventions import EMPTY
from nerkit.results.counts import ALL, BOUND, NUMBERS, Counts, Label, label_text
from nerkit.results.scores import SCORES, Composite, score

if TYPE_CHECKING:
    pass


class Pooled(str):
    """A name that stands for several documents or labels, so that a document called `macro` is not taken for one."""

    __slots__ = ()


AVERAGES = (Pooled("macro"), Pooled("micro"), Pooled("weighted"))
EVERYTHING = Pooled("*")
AVERAGED = ("document", "label")  # the fields over which --macro averages when no --by says
MACRO, MICRO, _ = AVERAGES
ROW_LIMIT = 5_000_000  # rows of one measure beyond which a product of fields is refused


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a result: a system's score on a measure, for a document and a label (`*` is all of them).

    `value` is the headline number, F-beta where there is one; `f1` is F with beta 1 whatever the headline.
    A number that does not exist is None, as the counts of a composite measure. `extra` holds further numbers by name. `cut` is
    the document and the label as what they are, where an average or everything is not a name.
    """

    system: str
    measure: str
    document: str
    label: str
    value: float | None
    precision: float | None
    recall: float | None
    f1: float | None
    p_num: float | None
    p_den: float | None
    r_num: float | None
    r_den: float | None
    extra: dict[str, Any] = field(default_factory=dict)
    cut: tuple[str, Label] = field(default=(EVERYTHING, ALL), repr=False, compare=False)

    @property
    def name(self) -> str:
        """`MEASURE`, or `MEASURE/LABEL`, whatever the document: what gates and build servers call it."""
        return self.measure if self.label == "*" else f"{self.measure}/{self.label}"

    def to_dict(self) -> dict[str, Any]:
        """All fields in their fixed order, whole counts as integers."""
        names = ("system", "measure", "document", "label", *SCORES)
        counts = {name: whole(getattr(self, name)) for name in NUMBERS}
        return {name: getattr(self, name) for name in names} | counts | self.extra


class Grouping(NamedTuple):
    """What rows are made for: every combination of values of *fields*; *shown*, or only averaged over.

    *ranked* groupings have a macro average though no average was asked for.
    """

    fields: tuple[str, ...]
    shown: bool
    ranked: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The fields that stand in the label of a row: all but the document."""
        return tuple(name for name in self.fields if name != "document")


def groupings(
    by: Sequence[str],
    *,
    macro: bool,
    always: Sequence[str] = (),
    averaged: Sequence[str] = AVERAGED,
    ranked: Sequence[str] = (),
) -> list[Grouping]:
    """The groupings that `--by` asks for: everything, each field, and their product; and those *always* shown.

    With *macro* and no field, averages are taken over the fields *averaged*, whose rows are not shown. Fields that are *ranked* by are
    always shown too, with their macro average.
    """
    always = (*always, *ranked)
    by = tuple(dict.fromkeys(by))
    single = [Grouping((name,), shown=True, ranked=name in ranked) for name in by]
    product = [Grouping(by, shown=True)] if len(by) > 1 else []
    hidden = [Grouping((name,), shown=False) for name in averaged] if macro and not by else []
    more = [Grouping((name,), shown=True, ranked=name in ranked) for name in always if name not in by]
    hidden = [grouping for grouping in hidden if grouping.fields[0] not in always]
    return [Grouping((), shown=True), *single, *product, *more, *hidden]


def whole(number: float | None) -> float | int | None:
    """An integer where the number is one."""
    if number is None:
        return None
    return int(number) if math.isfinite(number) and number == int(number) else float(number)


def rows(
    counts: Counts,
    system: str,
    measures: Sequence[str],
    plan: Sequence[Grouping],
    *,
    composites: Mapping[str, Composite] = MappingProxyType({}),
    macro: bool = False,
    beta: float = 1.0,
    empty: str = "zero",
) -> list[Row]:
    """The rows of one system: measures as asked, documents as in the counts, labels in code-point order, `*` last."""
    pooled = counts.pooled()
    made: list[Row] = []
    for measure in measures:
        table = _Table(counts, measure, composites.get(measure), pooled, (beta, empty))
        found: dict[Any, Line] = {}
        for grouping in plan:
            for document, label, scores, numbers in table.lines(grouping, macro=macro):
                found[rank((document, label), table.order)] = (document, label, scores, numbers)
        made += [
            _row((system, measure, *found[place][:2]), *found[place][2:], table.extras)
            for place in sorted(found)
        ]
    return made


Line = tuple[str, Label, FloatArray, FloatArray]  # document, label, scores, numbers


class _Table:
    """One measure's counts, cut by a grouping into scored lines and their averages.

    The numbers of a line are those of a count row, shape (numbers,), and of a composite measure those of its parts, (parts, 4).
    """

    def __init__(
        self,
        counts: Counts,
        measure: str,
        composite: Composite | None,
        pooled: FloatArray,
        how: tuple[float, str],
    ) -> None:
        self.counts, self.composite, self.beta, self.empty = counts, composite, *how
        self.parts = (measure,) if composite is None else composite.parts
        self.pooled = [pooled[counts.measures.index(part)] for part in self.parts]
        extras = [counts.extras.get(part, ()) for part in self.parts]
        self.bounded = all(names[: len(BOUND)] == BOUND for names in extras)
        self.extras = extras[0] if composite is None else BOUND if self.bounded else ()
        self.order = {name: i for i, name in enumerate(counts.documents)}
        self.headline = counts.headlines.get(measure)

    def lines(self, grouping: Grouping, *, macro: bool) -> Iterator[Line]:
        """The lines of a grouping: documents x labels, then averages if asked for."""
        labels = self._labels(grouping)
        documents = self.counts.documents if "document" in grouping.fields else [EVERYTHING]
        if len(labels) * len(documents) > ROW_LIMIT:
            cells = len(labels) * len(documents)
            raise UsageError(
                f"--by {' --by '.join(grouping.fields)} would print {cells:,} rows; leave a field out"
            )
        numbers = self._numbers(grouping, labels)
        scores = self._scores(grouping, labels, numbers)
        if grouping.shown:
            for i, document in enumerate(documents):
                yield from ((document, label, scores[i, j], numbers[i, j]) for j, label in enumerate(labels))
        if grouping.fields and (macro or grouping.ranked) and (labels or grouping.shown):
            kinds = AVERAGES if macro and len(grouping.fields) == 1 else (MACRO,)
            yield from self._averages(grouping, labels, numbers, kinds)

    def _scores(self, grouping: Grouping, labels: list[Label], numbers: FloatArray) -> FloatArray:
        """The scores of these counts; of pooled ones the means over documents, if the measure is averaged so."""
        if "document" in grouping.fields or self.headline is None or self.headline.average != MACRO:
            return self._score(numbers)
        each = self._score(self.counts.by_document(self.parts[0], labels))
        return np.array([[_mean(each[:, j], self.empty) for j in range(len(labels))]])

    def _labels(self, grouping: Grouping) -> list[Label]:
        """Every combination of the values that the label fields of a grouping take."""
        return combinations(self.counts, grouping.labels)

    def _score(self, numbers: FloatArray) -> FloatArray:
        """Scores of shape (…, 4) of the numbers of so many lines; where they are bounded, the bound of the value is a fifth."""
        plain = numbers[..., : len(NUMBERS)]
        scores = self._plain_score(plain)
        if not self.bounded:
            return scores
        slack = numbers[..., len(NUMBERS) + BOUND.index("slack"), np.newaxis]
        bound = self._plain_score(plain + slack * np.array([1, 0, 1, 0]))
        return np.concatenate([scores, bound[..., :1]], axis=-1)

    def _plain_score(self, numbers: FloatArray) -> FloatArray:
        if self.composite is None:
            return score(numbers, self.beta, self.empty, self.headline)
        return self.composite.formula(numbers, self.beta, self.empty)

    def _numbers(self, grouping: Grouping, labels: list[Label]) -> FloatArray:
        """The numbers of documents (or of all together) x labels."""
        if "document" in grouping.fields:
            found = [self.counts.by_document(part, labels) for part in self.parts]
        else:
            found = [self._pooled(numbers, labels) for numbers in self.pooled]
        if self.composite is None:
            return found[0]
        return np.stack(found, axis=-2)

    def _pooled(self, pooled: FloatArray, labels: list[Label]) -> FloatArray:
        """The pooled numbers of a measure, shape (1, labels, numbers)."""
        place = {label: i for i, label in enumerate(self.counts.labels)}
        zero = np.zeros(pooled.shape[1])
        found = [pooled[place[label]] if label in place else zero for label in labels]
        return np.array(found).reshape(1, len(labels), len(zero))

    def _averages(
        self, grouping: Grouping, labels: list[Label], numbers: FloatArray, kinds: Sequence[Pooled]
    ) -> Iterator[Line]:
        """Averages over one field at a time, the others summed; and the sum over all."""
        for name in grouping.fields:
            groups = self._sums_by(name, labels, numbers)
            for kind in kinds:
                names = {other: kind if other == name else MICRO for other in grouping.fields}
                yield self._average_line(names, kind, groups)
        if len(grouping.fields) > 1:
            names = dict.fromkeys(grouping.fields, MICRO)
            yield self._average_line(names, MICRO, numbers.reshape(-1, *numbers.shape[2:]))

    def _sums_by(self, name: str, labels: list[Label], numbers: FloatArray) -> FloatArray:
        """Numbers summed to the values of one field."""
        if name == "document":
            return _sum(numbers, axis=1)
        values: dict[str, list[int]] = {}
        for j, label in enumerate(labels):
            values.setdefault(dict(label)[name], []).append(j)
        shape = numbers.shape[2:]
        groups = [_sum(numbers[:, at].reshape(-1, *shape), axis=0) for at in values.values()]
        return np.array(groups).reshape(len(groups), *shape)

    def _average_line(self, names: dict[str, Pooled], kind: Pooled, groups: FloatArray) -> Line:
        document = names.pop("document", EVERYTHING)
        total = _sum(groups, axis=0)
        scores = self._score(groups)
        if kind == MICRO:
            averaged = self._score(total)
        elif kind == MACRO:
            averaged, total = _mean(scores, self.empty), _sum(groups, axis=0) / max(len(groups), 1)
        else:
            weights = groups[..., NUMBERS.index("r_den")]
            averaged = _mean(scores, self.empty, weights if self.composite is None else weights.sum(axis=-1))
        return document, tuple(names.items()), averaged, total


def combinations(counts: Counts, fields: Sequence[str]) -> list[Label]:
    """Every combination of the values that some fields take."""
    values = [
        sorted(label[0][1] for label in counts.labels if len(label) == 1 and label[0][0] == name)
        for name in fields
    ]
    return [tuple(zip(fields, chosen, strict=True)) for chosen in itertools.product(*values)]


def _sum(values: FloatArray, axis: int) -> FloatArray:
    """Exact sums along an axis of an array of numbers."""
    moved = np.moveaxis(values, axis, -1)
    if not moved.size:
        return np.zeros(moved.shape[:-1])
    return np.array([math.fsum(v) for v in moved.reshape(-1, moved.shape[-1]).tolist()]).reshape(
        moved.shape[:-1]
    )


def _mean(scores: FloatArray, empty: str, weights: FloatArray | None = None) -> FloatArray:
    """Column means without the nulls; of nothing, the value of 0/0."""
    means = []
    for column in scores.T:
        defined = ~np.isnan(column)
        weight = np.ones(len(column)) if weights is None else weights
        total = math.fsum(weight[defined].tolist())
        summed = math.fsum((column * weight)[defined].tolist())
        means.append(summed / total if total else EMPTY[empty])
    return np.array(means)


def rank(cut: tuple[str, Label], order: Mapping[str, int]) -> tuple[Any, Any]:
    """What rows of one measure are sorted by; *order* are the places of the documents."""
    return _document_rank(cut[0], order), _label_rank(cut[1])


def _document_rank(document: str, order: Mapping[str, int]) -> tuple[int, int]:
    if not isinstance(document, Pooled):
        return 0, order[document]
    return (2, 0) if document == EVERYTHING else (1, AVERAGES.index(document))


def _label_rank(label: Label) -> tuple[int, str]:
    """Plain labels by their text, then averages in their order, then all."""
    if label == ALL:
        return len(AVERAGES) + 1, ""
    averages = [AVERAGES.index(value) for _, value in label if isinstance(value, Pooled)]
    return (1 + max(averages) if averages else 0), label_text(label)


def _row(
    names: tuple[str, str, str, Label], scores: FloatArray, numbers: FloatArray, extras: tuple[str, ...]
) -> Row:
    system, measure, document, label = names
    value, precision, recall, f1, *bound = (None if math.isnan(score) else score for score in scores.tolist())
    p_num, p_den, r_num, r_den = numbers[:4].tolist() if numbers.ndim == 1 else [None] * len(NUMBERS)
    more = numbers[..., len(NUMBERS) :] if numbers.ndim == 1 else numbers[..., len(NUMBERS) :].sum(axis=0)
    extra: dict[str, Any] = {name: whole(number) for name, number in zip(extras, more.tolist(), strict=False)}
    if bound:
        unproven, _ = (extra.pop(name) for name in BOUND)
        extra |= {"optimal": False, "upper_bound": bound[0]} if unproven else {"optimal": True}
    return Row(
        system,
        measure,
        str(document),
        label_text(label),
        value,
        precision,
        recall,
        f1,
        p_num,
        p_den,
        r_num,
        r_den,
        extra,
        (document, label),
    )


@dataclass(frozen=True)
class Scoring:
    """How counts become rows.

    by, macro     the fields that rows are cut by, and whether averages are added
    beta, empty   of the headline F; the value of 0/0: zero, one or null
    always        fields whose rows are always shown
    averaged      fields that are averaged over when none is asked for
    ranked        fields by whose macro average systems are ranked: their rows, and it, are shown where there are several values
    """

    by: tuple[str, ...] = ()
    macro: bool = False
    beta: float = 1.0
    empty: str = "zero"
    always: tuple[str, ...] = ()
    averaged: tuple[str, ...] = AVERAGED
    ranked: tuple[str, ...] = ()

    @property
    def plan(self) -> list[Grouping]:
        """The groupings whose rows are made."""
        return groupings(
            self.by, macro=self.macro, always=self.always, averaged=self.averaged, ranked=self.ranked
        )
