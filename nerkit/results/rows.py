"""Rows: counts cut by documents and labels, scored, with their averages.

An example: the counts of one measure on two documents with two labels. Each cell has p_num/p_den and
r_num/r_den: how many of the system's items are right, and how many of gold's are found.

    document   PER        LOC        all labels
    d1         1/1 1/2    0/1 0/1    1/2 1/3
    d2         -          3/3 3/3    3/3 3/3

What is asked for is a list of groupings. `--by label --macro` asks for two: everything, and one group for
each label. A row is one cell of a grouping. The counts of its documents are added up first and scored
afterwards:

    label      p_num  p_den  r_num  r_den   precision  recall     F1
    LOC            3      4      3      4       0.750   0.750  0.750   d1 + d2
    PER            1      1      1      2       1.000   0.500  0.667   d1
    macro          2    2.5      2      3       0.875   0.625  0.708   plain means of both rows, F1 too
    micro          4      5      4      6       0.800   0.667  0.727   both rows added up, then scored
    weighted       4      5      4      6       0.833   0.667  0.722   means weighted by r_den, 4 to 2
    *              4      5      4      6       0.800   0.667  0.727   everything

Here `micro` and `*` are the same. They differ where an item of one label matches an item of another: such a
match counts in `*` alone. Groups are all that occur on either side (neleval 3.1.1 leaves out those that gold
lacks). A score that is null is left out of its mean. A composite measure has no counts of its own: its scores
come from those of its parts, and its weight in a weighted average is the sum of their r_den.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError
from nerkit.results.counts import ALL, BOUND, NUMBERS, Counts, Label, exact_sum, label_text
from nerkit.results.scores import SCORES, Composite, mean, score


class Pooled(str):
    """A name that stands for several documents or labels.

    A type of its own, so that a document called `macro` is not taken for the average.
    """

    __slots__ = ()


AVERAGES = (Pooled("macro"), Pooled("micro"), Pooled("weighted"))
EVERYTHING = Pooled("*")
AVERAGED = ("document", "label")  # the fields over which --macro averages when no --by says
MACRO, MICRO, _ = AVERAGES
ROW_LIMIT = 5_000_000  # rows of one measure beyond which a product of fields is refused


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a result: a system's score on a measure, for a document and a label (`*` is all of them).

    value   the headline number, F-beta where there is one; `f1` is F with beta 1 whatever the headline
    extra   further numbers by name
    cut     the document and the label as objects, in which averages and everything are `Pooled` and not names

    A number that does not exist is None, as the counts of a composite measure.
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
    """One way to cut counts: a group for every combination of the values of *fields*.

    shown    whether the groups have rows of their own, or are only averaged over
    ranked   whether their macro average is shown though no average was asked for
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
    """The groupings that `--by` asks for: everything, each field, their product; and those *always* shown.

    With *macro* and no field, averages are taken over the fields *averaged*, whose groups are not shown.
    Fields that are *ranked* by are always shown too, with their macro average.
    """
    always = (*always, *ranked)
    by = tuple(dict.fromkeys(by))
    single = [Grouping((name,), shown=True, ranked=name in ranked) for name in by]
    product = [Grouping(by, shown=True)] if len(by) > 1 else []
    more = [Grouping((name,), shown=True, ranked=name in ranked) for name in always if name not in by]
    unseen = [name for name in averaged if name not in always] if macro and not by else []
    hidden = [Grouping((name,), shown=False) for name in unseen]
    return [Grouping((), shown=True), *single, *product, *more, *hidden]


@dataclass(frozen=True)
class Scoring:
    """How counts become rows.

    by, macro     the fields that rows are cut by, and whether averages are added
    beta, empty   beta of the headline F; the value of 0/0: zero, one or null
    always        fields whose rows are always shown
    averaged      fields that are averaged over when none is asked for
    ranked        fields by whose macro average systems are ranked: where there are several values, their rows
                  and it are shown
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
    """The rows of one system: measures as asked, documents as in the counts, labels sorted, `*` last."""
    pooled = counts.pooled()
    ordered: list[Row] = []
    for measure in measures:
        table = _RowTable(counts, measure, composites.get(measure), pooled, (beta, empty))
        # keyed by place, as groupings may overlap
        by_rank = {
            rank((line.document, line.label), table.order): line
            for grouping in plan
            for line in table.lines(grouping, macro=macro)
        }
        ordered += [_row(system, measure, by_rank[place], table.extras) for place in sorted(by_rank)]
    return ordered


class _Line(NamedTuple):
    """A row before it has its names: its scores, shape (4,), with a bound (5,), and the numbers behind them.

    *numbers* has shape (numbers,), of a composite measure (parts, numbers).
    """

    document: str
    label: Label
    scores: FloatArray
    numbers: FloatArray


class _RowTable:
    """The counts of one measure, cut by one grouping after the other into scored lines.

    In the example above the grouping by label has numbers of shape (1 document, 2 labels, 4), that by
    document (2, 1, 4), and that by both (2, 2, 4). A composite measure has one axis more before the last, for
    its parts.
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

    def lines(self, grouping: Grouping, *, macro: bool) -> Iterator[_Line]:
        """The lines of a grouping: every document with every label, then the averages that are asked for."""
        labels = combinations(self.counts, grouping.labels)
        documents = self.counts.documents if "document" in grouping.fields else [EVERYTHING]
        cells = len(labels) * len(documents)
        if cells > ROW_LIMIT:
            raise UsageError(
                f"--by {' --by '.join(grouping.fields)} would print {cells:,} rows; leave a field out"
            )
        numbers = self._numbers(grouping, labels)
        scores = self._scores(grouping, labels, numbers)
        if grouping.shown:
            for i, document in enumerate(documents):
                for j, label in enumerate(labels):
                    yield _Line(document, label, scores[i, j], numbers[i, j])
        if grouping.fields and (macro or grouping.ranked) and (labels or grouping.shown):
            kinds = AVERAGES if macro and len(grouping.fields) == 1 else (MACRO,)
            yield from self._averages(grouping, labels, numbers, kinds)

    def _numbers(self, grouping: Grouping, labels: list[Label]) -> FloatArray:
        """The numbers of the groups, shape (documents, labels, …, numbers).

        Where documents are not told apart there is one, which stands for all.
        """
        if "document" in grouping.fields:
            of_parts = [self.counts.by_document(part, labels) for part in self.parts]
        else:
            of_parts = [self._pooled(numbers, labels) for numbers in self.pooled]
        return of_parts[0] if self.composite is None else np.stack(of_parts, axis=-2)

    def _pooled(self, pooled: FloatArray, labels: list[Label]) -> FloatArray:
        """The pooled numbers of a measure, shape (1, labels, numbers).

        A combination of values that does not occur has zeros.
        """
        place = {label: i for i, label in enumerate(self.counts.labels)}
        zero = np.zeros(pooled.shape[1])
        cells = [pooled[place[label]] if label in place else zero for label in labels]
        return np.array(cells).reshape(1, len(labels), len(zero))

    def _scores(self, grouping: Grouping, labels: list[Label], numbers: FloatArray) -> FloatArray:
        """The scores of the groups.

        Where the measure is averaged over documents, pooled groups have the means of the documents' scores.
        """
        if "document" in grouping.fields or self.headline is None or self.headline.average != MACRO:
            return self._score(numbers)
        by_document = self._score(self.counts.by_document(self.parts[0], labels))
        return np.array([[mean(by_document[:, j], self.empty) for j in range(len(labels))]])

    def _score(self, numbers: FloatArray) -> FloatArray:
        """Scores of numbers, shape (…, 4); with the upper bound of the value, where there is one, (…, 5)."""
        plain = numbers[..., : len(NUMBERS)]
        scores = self._plain_score(plain)
        if not self.bounded:
            return scores
        # as many more items might agree, on both sides: they are added to p_num and r_num
        slack = numbers[..., len(NUMBERS) + BOUND.index("slack"), np.newaxis]
        bound = self._plain_score(plain + slack * np.array([1, 0, 1, 0]))
        return np.concatenate([scores, bound[..., :1]], axis=-1)

    def _plain_score(self, numbers: FloatArray) -> FloatArray:
        if self.composite is None:
            return score(numbers, self.beta, self.empty, self.headline)
        return self.composite.formula(numbers, self.beta, self.empty)

    def _averages(
        self, grouping: Grouping, labels: list[Label], numbers: FloatArray, kinds: Sequence[Pooled]
    ) -> Iterator[_Line]:
        """Averages over the values of one field at a time, the other fields being summed over.

        Of several fields there is also the score of the sum of all groups.
        """
        for name in grouping.fields:
            groups = self._sums_by(name, labels, numbers)
            for kind in kinds:
                names = {field: kind if field == name else MICRO for field in grouping.fields}
                yield self._average(names, kind, groups)
        if len(grouping.fields) > 1:
            names = dict.fromkeys(grouping.fields, MICRO)
            yield self._average(names, MICRO, numbers.reshape(-1, *numbers.shape[2:]))

    def _sums_by(self, name: str, labels: list[Label], numbers: FloatArray) -> FloatArray:
        """The numbers of each value of a field, summed over the other fields, shape (values, …, numbers)."""
        if name == "document":
            return exact_sum(numbers, axis=1)
        columns: dict[str, list[int]] = {}  # value -> its labels, which are the columns of the numbers
        for j, label in enumerate(labels):
            columns.setdefault(dict(label)[name], []).append(j)
        shape = numbers.shape[2:]
        groups = [exact_sum(numbers[:, own].reshape(-1, *shape), axis=0) for own in columns.values()]
        return np.array(groups).reshape(len(groups), *shape)

    def _average(self, names: dict[str, Pooled], kind: Pooled, groups: FloatArray) -> _Line:
        """The line of an average over groups, shape (groups, …, numbers).

        *names* are the names that its fields have in the row.
        """
        document = names.pop("document", EVERYTHING)
        total = exact_sum(groups, axis=0)
        scores = self._score(groups)
        if kind == MICRO:
            averaged = self._score(total)
        elif kind == MACRO:
            averaged, total = mean(scores, self.empty), total / max(len(groups), 1)
        else:
            gold = groups[..., NUMBERS.index("r_den")]
            averaged = mean(scores, self.empty, gold if self.composite is None else gold.sum(axis=-1))
        return _Line(document, tuple(names.items()), averaged, total)


def combinations(counts: Counts, fields: Sequence[str]) -> list[Label]:
    """Every combination of the values that some fields take; of no field the one label `ALL`."""
    values = [
        sorted(label[0][1] for label in counts.labels if len(label) == 1 and label[0][0] == name)
        for name in fields
    ]
    return [tuple(zip(fields, chosen, strict=True)) for chosen in itertools.product(*values)]


def rank(cut: tuple[str, Label], order: Mapping[str, int]) -> tuple[Any, Any]:
    """What rows of one measure are sorted by; *order* are the places of the documents."""
    return _document_rank(cut[0], order), _label_rank(cut[1])


def _document_rank(document: str, order: Mapping[str, int]) -> tuple[int, int]:
    """Documents in their order, then averages in theirs, then everything."""
    if not isinstance(document, Pooled):
        return 0, order[document]
    return (2, 0) if document == EVERYTHING else (1, AVERAGES.index(document))


def _label_rank(label: Label) -> tuple[int, str]:
    """Labels by their text, then averages in their order, then everything."""
    if label == ALL:
        return len(AVERAGES) + 1, ""
    averages = [AVERAGES.index(value) for _, value in label if isinstance(value, Pooled)]
    return (1 + max(averages) if averages else 0), label_text(label)


def _row(system: str, measure: str, line: _Line, extras: tuple[str, ...]) -> Row:
    """The row of a line; *extras* are the names of its numbers after the first four.

    A composite measure has no counts to show.
    """
    value, precision, recall, f1, *bound = (None if math.isnan(x) else x for x in line.scores.tolist())
    composite = line.numbers.ndim > 1
    p_num, p_den, r_num, r_den = [None] * len(NUMBERS) if composite else line.numbers[:4].tolist()
    further = line.numbers[..., len(NUMBERS) :]
    numbers = (further.sum(axis=0) if composite else further).tolist()
    extra: dict[str, Any] = {name: whole(x) for name, x in zip(extras, numbers, strict=False)}
    if bound:
        unproven, _ = (extra.pop(name) for name in BOUND)
        extra |= {"optimal": False, "upper_bound": bound[0]} if unproven else {"optimal": True}
    return Row(
        system,
        measure,
        str(line.document),
        label_text(line.label),
        value,
        precision,
        recall,
        f1,
        p_num,
        p_den,
        r_num,
        r_den,
        extra,
        (line.document, line.label),
    )
