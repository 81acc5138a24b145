"""Counts: the table that every scorer returns and every statistic starts from.

A row is `(document, measure, label) -> (p_num, p_den, r_num, r_den)`. Precision is p_num/p_den, recall is
r_num/r_den. The table keeps one row per document, measure and label. Sums are made when a score is needed,
and they are exact (`math.fsum`). The order of corpora, shards or processes therefore never changes a digit.
If the items of a measure do not belong to single documents, its rows have no document (code -1) and hold the
pooled counts.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field, replace
from functools import cached_property, reduce
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.keys import distinct, places
from nerkit.ground.records import record

NUMBERS = ("p_num", "p_den", "r_num", "r_den")
# Further numbers of measures that solve an optimisation problem: the number of documents without a proof,
# and how many more items could agree in them. Rows show `optimal` and `upper_bound` instead.
BOUND = ("unproven", "slack")

Extras = dict[str, tuple[str, ...]]  # measure -> the names of its further numbers
Label = tuple[tuple[str, str], ...]  # (field, value) pairs that a row is restricted to; () is everything
ALL: Label = ()
MEAN = "mean"  # the normaliser of a value that is a mean of scores: p_num / p_den
TAKEN = ("", "*", "macro", "micro", "weighted")  # names of summary rows, never of one label or document


class Headline(NamedTuple):
    """The formula of a measure's value if it is not F of summed counts, and the rows that the measure lacks.

    normalizer   `f1`, `p`, `r`, `j` (Jaccard), `f0.5` (F-beta), `sum` (p_num) or `mean` (p_num / p_den,
                 without precision, recall and F)
    average      `micro` scores summed counts; `macro` makes each pooled score a mean over documents
    lacks        fields that the items of the measure do not have: there are no rows by these fields
    apart        labels that have rows but do not count in averages over labels
    sparse       fields by which only labels with counts of this measure have rows
    throughout   fields by which each label has a row in every document, even without items there
    """

    normalizer: str = "f1"
    average: str = "micro"
    lacks: Sequence[str] = ()
    apart: Sequence[str] = ()
    sparse: Sequence[str] = ()
    throughout: Sequence[str] = ()


@record(frozen=True)
class Counts:
    """Rows of counts, stored as columns.

    documents, measures, labels    the distinct names, in display order
    document, measure, label       codes into these lists, shape (rows,); document -1 is the whole corpus
    numbers                        p_num, p_den, r_num, r_den and further numbers, float64, shape (rows,
                                   numbers)
    extras                         measure -> the names of its further numbers (most measures have none)
    warnings                       warnings about the way of counting
    headlines                      measure -> its headline, if its value is not F-beta
    """

    documents: list[str]
    measures: list[str]
    labels: list[Label]
    document: IntArray
    measure: IntArray
    label: IntArray
    numbers: FloatArray
    extras: Extras = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    headlines: dict[str, Headline] = field(default_factory=dict)

    @classmethod
    def collect(
        cls,
        documents: Sequence[str],
        labels: Iterable[Label],
        parts: Iterable["Part"],
        warnings: Iterable[str] = (),
    ) -> "Counts":
        """Make counts of *parts*. The table lists all *labels*, also labels without a row."""
        vocabulary, measures, parts = Vocabulary(), Vocabulary(), list(parts)
        extras = Extras()
        for part in parts:
            if part.extras:
                extras = _longer(extras, {part.measure: part.extras})
        width = len(NUMBERS) + max(map(len, extras.values()), default=0)
        for label in (ALL, *labels):
            vocabulary[label]  # the lookup gives the label its code
        columns = [
            (
                part.document,
                np.zeros(len(part.document), np.int64) + measures[part.measure],
                vocabulary.codes(part.labels)[part.label],
                _padded(part.numbers, width),
            )
            for part in parts
        ]
        document, measure, label, numbers = zip(*columns, strict=True) if columns else ((), (), (), ())
        none = np.empty(0, np.int64)
        return cls(
            list(documents),
            list(measures),
            list(vocabulary),
            np.concatenate([none, *document]),
            np.concatenate([none, *measure]),
            np.concatenate([none, *label]),
            np.concatenate([np.empty((0, width)), *numbers]),
            extras,
            tuple(warnings),
            {part.measure: part.headline for part in parts if part.headline},
        )

    def __add__(self, other: "Counts") -> "Counts":
        """Return the rows of both tables. Documents, measures and labels with equal names are joined."""
        documents, parts = Vocabulary(), [self, other]
        codes = [np.append(documents.codes(part.documents), NONE)[part.document] for part in parts]
        warnings = tuple(dict.fromkeys(self.warnings + other.warnings))
        return replace(_stacked(parts, list(documents), codes), warnings=warnings)

    def among(self, documents: Collection[str]) -> "Counts":
        """Return the counts of some documents, in the order of this table.

        Labels that occur only in other documents disappear. Rows without a document disappear, too.
        """
        stays = np.array([name in documents for name in self.documents], bool)
        place = np.where(stays, np.cumsum(stays) - 1, NONE)
        rows = np.flatnonzero((self.document != NONE) & np.append(stays, False)[self.document])
        kept = np.isin(np.arange(len(self.labels)), np.setdiff1d(self.label, self.label[rows]), invert=True)
        return replace(
            self,
            labels=[name for name, is_kept in zip(self.labels, kept.tolist(), strict=True) if is_kept],
            documents=[name for name in self.documents if name in documents],
            document=place[self.document[rows]],
            measure=self.measure[rows],
            label=(np.cumsum(kept) - 1)[self.label[rows]],
            numbers=self.numbers[rows],
        )

    @property
    def is_pooled(self) -> bool:
        """Whether the counts are sums over documents."""
        return self.documents == [POOLED]

    @cached_property
    def corpus_wide(self) -> list[str]:
        """The measures that have rows without a document."""
        return [self.measures[m] for m in distinct(self.measure[self.document == NONE])]

    def pooled(self) -> FloatArray:
        """Return sums over documents, shape (measures, labels, numbers).

        If a measure has rows without a document for a label, only these rows are summed.
        """
        wide = np.zeros((len(self.measures), len(self.labels)), bool)
        alone = self.document == NONE
        wide[self.measure[alone], self.label[alone]] = True
        used = alone | ~wide[self.measure, self.label]
        groups = self.measure * len(self.labels) + self.label
        sums = exact_sums(groups[used], self.numbers[used], wide.size)
        return sums.reshape(*wide.shape, self.numbers.shape[1])

    def labels_of(self, measures: Sequence[str]) -> set[Label]:
        """Return the labels for which at least one of *measures* has a number that is not 0."""
        return {self.labels[code] for code in distinct(self.label[self._counting(measures)]).tolist()}

    def _counting(self, measures: Sequence[str]) -> BoolArray:
        """Return a mask of the rows of *measures* with a number that is not 0, shape (rows,)."""
        codes = [code for code, name in enumerate(self.measures) if name in measures]
        rows: BoolArray = np.isin(self.measure, codes) & self.numbers.any(axis=1)
        return rows

    def occurring(
        self, fields: Sequence[str], measures: Sequence[str] | None = None
    ) -> tuple[IntArray, IntArray]:
        """Return the pairs of a document and a label that have a row, as two arrays of codes.

        The labels are made of *fields*. With *measures*, a pair needs a row of one of these measures in which
        a number is not 0. Without fields, every document is paired with the label `ALL`. Pairs are sorted by
        document.
        """
        if not fields:
            documents = np.arange(len(self.documents))
            return documents, np.full(len(documents), self.labels.index(ALL))
        asked = np.array([tuple(name for name, _ in label) == tuple(fields) for label in self.labels], bool)
        rows = asked[self.label] & (self.document != NONE)
        if measures is not None:
            rows &= self._counting(measures)
        width = len(self.labels)
        pairs = distinct(self.document[rows] * width + self.label[rows])
        return pairs // width, pairs % width

    def sums(self, measure: str, document: IntArray, label: IntArray) -> FloatArray:
        """Return the sums of one measure for pairs of codes, shape (pairs, numbers); 0 for pairs without
        rows.

        The pairs ascend by document, then by label.
        """
        if not len(document):
            return np.zeros((0, self.numbers.shape[1]))
        width = len(self.labels)
        pairs, keys = document * width + label, self.document * width + self.label
        place = places(keys, pairs)
        used = (self.measure == self.measures.index(measure)) & (place != NONE)
        return exact_sums(place[used], self.numbers[used], len(pairs))

    def by_document(self, measure: str, labels: Sequence[Label]) -> FloatArray:
        """Return the sums of one measure, shape (documents, labels, numbers); 0 for labels without rows."""
        place = {label: i for i, label in enumerate(labels)}
        recode = np.array([place.get(label, NONE) for label in self.labels], np.int64)
        used = (self.measure == self.measures.index(measure)) & (self.document != NONE)
        used &= recode[self.label] != NONE
        groups = self.document[used] * len(labels) + recode[self.label[used]]
        sums = exact_sums(groups, self.numbers[used], len(self.documents) * len(labels))
        return sums.reshape(len(self.documents), len(labels), self.numbers.shape[1])


@record(frozen=True)
class Part:
    """Rows of counts for one measure.

    document   the code of each row's document, or -1
    label      the code of each row's label in *labels*
    numbers    float64, shape (rows, 4 or more); *extras* names the columns after the first four
    """

    measure: str
    document: IntArray
    labels: Sequence[Label]
    label: IntArray
    numbers: FloatArray
    extras: tuple[str, ...] = ()
    headline: Headline | None = None


def averages_documents(counts: Counts) -> bool:
    """Return whether a measure is an average over documents, for which counts by document are needed."""
    return any(headline.average != "micro" for headline in counts.headlines.values())


def unlike(one: Counts, other: Counts) -> str | None:
    """Return the reason why two tables of counts cannot be added, or None.

    A measure can give a label a row in each document, also without items (`Headline.throughout`). Such a
    label must occur in both tables.
    """
    for name, headline in (one.headlines | other.headlines).items():
        labels, others = (
            {
                counts.labels[code]
                for code in distinct(counts.label[counts.measure == counts.measures.index(name)]).tolist()
            }
            for counts in (one, other)
        )
        for label in sorted(labels ^ others):
            if any(field in headline.throughout for field, _ in label):
                return f"{name} counts documents without {label_text(label)}, but a part has no such label"
    return None


def _longer(one: Extras, other: Extras) -> Extras:
    """Return the names of the further numbers of each measure, from the table with the longer list."""
    return one | {name: max(one.get(name, ()), names, key=len) for name, names in other.items()}


POOLED = "*"  # the name of all documents together in pooled counts


def pooled_counts(counts: Counts) -> Counts:
    """Return the counts summed over documents, as counts of a single document called `*`.

    A sum of fractions becomes several rows whose exact sum is the exact sum of the fractions.
    """
    width = len(counts.labels)
    groups = counts.measure * width + counts.label
    numbers = counts.numbers
    columns = [np.empty((0, numbers.shape[1]))]
    keys = [np.empty(0, np.int64)]
    present, group = np.unique(groups, return_inverse=True)
    rest, is_whole = numbers, not (numbers != np.floor(numbers)).any()
    while len(present):
        sums = exact_sums(group, rest, len(present))
        rows = sums.any(axis=1) if len(keys) > 1 else np.ones(len(sums), bool)
        keys.append(present[rows])
        columns.append(sums[rows])
        if is_whole or not rows.any():
            break
        rest, group = np.concatenate([rest, -sums]), np.append(group, np.arange(len(present)))
    key = np.concatenate(keys)
    return replace(
        counts,
        documents=[POOLED],
        document=key * 0,
        measure=key // width,
        label=key % width,
        numbers=np.concatenate(columns),
    )


def joined(parts: Sequence[Counts]) -> Counts:
    """Return the rows of all parts as one table, without their warnings.

    Equal measures and labels are joined. Documents of different parts are different, also with equal names.
    """
    first = np.cumsum([0, *(len(part.documents) for part in parts)])
    documents = [name for part in parts for name in part.documents]
    return _stacked(
        parts, documents, [part.document + begin for part, begin in zip(parts, first, strict=False)]
    )


def _stacked(parts: Sequence[Counts], documents: list[str], codes: Sequence[IntArray]) -> Counts:
    """Return the rows of all parts. The codes of the documents in *documents* are given for each part."""
    measures, labels = Vocabulary(), Vocabulary()
    width = max(part.numbers.shape[1] for part in parts)
    columns = [
        (
            measures.codes(part.measures)[part.measure],
            labels.codes(part.labels)[part.label],
            _padded(part.numbers, width),
        )
        for part in parts
    ]
    measure, label, numbers = (np.concatenate(column) for column in zip(*columns, strict=True))
    return Counts(
        documents,
        list(measures),
        list(labels),
        np.concatenate(codes),
        measure,
        label,
        numbers,
        reduce(_longer, (part.extras for part in parts)),
        headlines={name: headline for part in parts for name, headline in part.headlines.items()},
    )


def numbers_of(shared: NDArray[Any], system: NDArray[Any], gold: NDArray[Any]) -> FloatArray:
    """Return the counts of items that count alike for precision and recall: columns of n to shape (n, 4)."""
    return np.stack([shared, system, shared, gold], axis=1).astype(float, copy=False)


def _padded(numbers: FloatArray, width: int) -> FloatArray:
    """Append columns of 0 to *numbers* until it has *width* columns."""
    if numbers.shape[1] == width:
        return numbers
    return np.pad(numbers, ((0, 0), (0, width - numbers.shape[1])))


def exact_sums(groups: IntArray, numbers: FloatArray, size: int) -> FloatArray:
    """Return the correctly rounded sum of the rows of *numbers* in each group, shape (size, numbers).

    *groups* gives the group of each row, shape (rows,). The order of rows does not matter.
    """
    columns = numbers.shape[1]
    sums = np.zeros((size, columns))
    if not len(groups):
        return sums
    whole = bool((numbers == np.floor(numbers)).all()) and float(np.abs(numbers).sum()) < 2**53
    for column in range(columns):
        values = numbers[:, column]
        if whole:  # sums of integers below 2**53 are exact in any order
            sums[:, column] = np.bincount(groups, values, size)
            continue
        order = np.argsort(groups, kind="stable")
        present, first = np.unique(groups[order], return_index=True)
        borders = pairwise([*first.tolist(), len(groups)])
        listed = values[order].tolist()
        sums[present, column] = [math.fsum(listed[begin:end]) for begin, end in borders]
    return sums


def label_text(label: Label) -> str:
    """Return a label as text: the plain label, `field=value` for other fields, several joined by `;`."""
    return (
        ";".join(own_name(field, value) if field == "label" else f"{field}={value}" for field, value in label)
        or "*"
    )


def own_name(field: str, value: str) -> str:
    """Return the value of a field as the text of a row.

    A label that looks like the name of a summary row becomes `label=*`, an empty label `label=`. The names of
    summary rows are `Pooled` objects and stay.
    """
    return f"{field}={value}" if type(value) is str and value in TAKEN else value
