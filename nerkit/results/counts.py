"""Counts: what every scorer returns and every statistic is computed from.

A row is `(document, measure, label) -> (p_num, p_den, r_num, r_den)`; precision is p_num/p_den and recall
r_num/r_den. Rows are kept per document and only added up when a score is asked for, exactly (`math.fsum`), so
the order in which corpora, shards or processes were merged never changes a digit. A measure whose items do
not belong to single documents has rows without a document (code -1) instead; those are its pooled counts.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.keys import distinct
from nerkit.ground.records import record

NUMBERS = ("p_num", "p_den", "r_num", "r_den")
# further numbers of measures that solve a problem: documents that are not solved to the end, and how many
# more items could agree in them; rows say `optimal` and `upper_bound` instead
BOUND = ("unproven", "slack")

Extras = dict[str, tuple[str, ...]]  # measure -> the names of its further numbers
Label = tuple[tuple[str, str], ...]  # what a row is restricted to: (field, value) pairs; () is everything
ALL: Label = ()
MEAN = "mean"  # the normaliser of a value that is a mean of scores: p_num / p_den
TAKEN = ("", "*", "macro", "micro", "weighted")  # no names of a single label or document: those of the others


class Headline(NamedTuple):
    """The headline of a measure: the number that is its value, where that is not F; and the rows that it
    lacks.

    normalizer   `f1`, `p`, `r`, `j` (Jaccard), `f0.5` (F-beta), `sum` (p_num) or `mean` (p_num / p_den,
                 without precision, recall and F)
    average      `micro`: of summed counts; `macro`: all scores of a pooled row are means over documents
    lacks        fields that its items do not have, so that there are no rows by them
    apart        labels that have a row, and are in no average over labels
    sparse       fields by which there are rows only of what it has counts of: others are of other measures
    throughout   fields by which each label has a row in every document, also where it has none of it
    """

    normalizer: str = "f1"
    average: str = "micro"
    lacks: Sequence[str] = ()
    apart: Sequence[str] = ()
    sparse: Sequence[str] = ()
    throughout: Sequence[str] = ()


@record(frozen=True)
class Counts:
    """Count rows as columns.

    documents, measures, labels    the distinct names, in display order
    document, measure, label       codes into them, one a row; document -1 means the corpus as a whole
    numbers                        float64, one row each of p_num, p_den, r_num, r_den and further numbers
    extras                         measure -> the names of its further numbers (most have none)
    warnings                       what was counted in a way the user should know of
    headlines                      measure -> what its value is (F-beta for most)
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
        """The counts of all *parts*; *labels* are listed even if no part has a row for them."""
        vocabulary, measures, parts = Vocabulary(), Vocabulary(), list(parts)
        extras = Extras()
        for part in parts:
            if part.extras:
                extras = _longer(extras, {part.measure: part.extras})
        width = len(NUMBERS) + max(map(len, extras.values()), default=0)
        for label in (ALL, *labels):
            vocabulary[label]  # gives it its code
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
        """The rows of both, documents, measures and labels joined by name in order of first appearance."""
        measures, labels = (
            Vocabulary({name: i for i, name in enumerate(names)}) for names in (self.measures, self.labels)
        )
        documents, document = self.documents, other.document
        if documents != other.documents:
            known = Vocabulary({name: i for i, name in enumerate(documents)})
            document = np.append(known.codes(other.documents), NONE)[document]
            documents = list(known)
        measure, label = (
            measures.codes(other.measures)[other.measure],
            labels.codes(other.labels)[other.label],
        )
        width = max(self.numbers.shape[1], other.numbers.shape[1])
        return Counts(
            documents,
            list(measures),
            list(labels),
            np.concatenate([self.document, document]),
            np.concatenate([self.measure, measure]),
            np.concatenate([self.label, label]),
            np.concatenate([_padded(self.numbers, width), _padded(other.numbers, width)]),
            _longer(self.extras, other.extras),
            tuple(dict.fromkeys(self.warnings + other.warnings)),
            self.headlines | other.headlines,
        )

    def among(self, documents: Collection[str]) -> "Counts":
        """The counts of some documents, in their own order, without the labels that only others have; those
        of the corpus as a whole are left out.
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

    @property
    def corpus_wide(self) -> list[str]:
        """The measures that have rows without a document."""
        return [self.measures[m] for m in distinct(self.measure[self.document == NONE])]

    def pooled(self) -> FloatArray:
        """Sums over documents, shape (measures, labels, numbers).

        A corpus-wide measure has the sums of its rows without a document instead.
        """
        wide = np.zeros((len(self.measures), len(self.labels)), bool)
        alone = self.document == NONE
        wide[self.measure[alone], self.label[alone]] = True
        used = alone | ~wide[self.measure, self.label]
        groups = self.measure * len(self.labels) + self.label
        sums = exact_sums(groups[used], self.numbers[used], wide.size)
        return sums.reshape(*wide.shape, self.numbers.shape[1])

    def labels_of(self, measures: Sequence[str]) -> set[Label]:
        """The labels of which one of some measures has a number that is not 0."""
        return {self.labels[code] for code in distinct(self.label[self._counting(measures)]).tolist()}

    def _counting(self, measures: Sequence[str]) -> BoolArray:
        """The rows of some measures that are not all 0."""
        codes = [code for code, name in enumerate(self.measures) if name in measures]
        rows: BoolArray = np.isin(self.measure, codes) & self.numbers.any(axis=1)
        return rows

    def occurring(
        self, fields: Sequence[str], measures: Sequence[str] | None = None
    ) -> tuple[IntArray, IntArray]:
        """The pairs of a document and a label of these fields that any measure has a row of, as codes.

        With *measures* those of which one of these has a number that is not 0. Of no field every document
        with the label `ALL`. They are ordered by document.
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
        """Sums of one measure for pairs of codes, ascending, shape (pairs, numbers); zeros without rows."""
        if not len(document):
            return np.zeros((0, self.numbers.shape[1]))
        width = len(self.labels)
        pairs, keys = document * width + label, self.document * width + self.label
        place = np.minimum(np.searchsorted(pairs, keys), len(pairs) - 1)
        used = (self.measure == self.measures.index(measure)) & (pairs[place] == keys)
        return exact_sums(place[used], self.numbers[used], len(pairs))

    def by_document(self, measure: str, labels: Sequence[Label]) -> FloatArray:
        """Sums of one measure, shape (documents, labels, numbers); a label without rows has zeros."""
        place = {label: i for i, label in enumerate(labels)}
        recode = np.array([place.get(label, NONE) for label in self.labels], np.int64)
        used = (self.measure == self.measures.index(measure)) & (self.document != NONE)
        used &= recode[self.label] != NONE
        groups = self.document[used] * len(labels) + recode[self.label[used]]
        sums = exact_sums(groups, self.numbers[used], len(self.documents) * len(labels))
        return sums.reshape(len(self.documents), len(labels), self.numbers.shape[1])


@record(frozen=True)
class Part:
    """Count rows of one measure: codes of documents (or -1), codes into *labels*, and the numbers.

    *extras* names the columns of numbers after the first four.
    """

    measure: str
    document: IntArray
    labels: Sequence[Label]
    label: IntArray
    numbers: FloatArray
    extras: tuple[str, ...] = ()
    headline: Headline | None = None


def averages_documents(counts: Counts) -> bool:
    """Whether a measure is an average over documents, which need be known for it."""
    return any(headline.average != "micro" for headline in counts.headlines.values())


def unlike(one: Counts, other: Counts) -> str | None:
    """A label that one has and the other does not, of a measure that counts documents without it too, so that
    the two do not add; None where there is none.
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
                return f"{name} counts documents without {label_text(label)}, and a part has none of it"
    return None


def _longer(one: Extras, other: Extras) -> Extras:
    """The names of further numbers of each measure: of both the more, which begin with those of the other."""
    return one | {name: max(one.get(name, ()), names, key=len) for name, names in other.items()}


POOLED = "*"  # what stands for all documents where they are not told apart


def pooled_counts(counts: Counts) -> Counts:
    """The same counts, added up over documents, which are one then.

    Fractions are added up to a few numbers whose sum is exactly theirs, each in a row.
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
    """The rows of all parts, of documents that are different ones; measures and labels joined by name."""
    measures, labels = Vocabulary(), Vocabulary()
    first = np.cumsum([0, *(len(part.documents) for part in parts)])
    width = max(part.numbers.shape[1] for part in parts)
    codes = [(measures.codes(part.measures), labels.codes(part.labels)) for part in parts]
    return Counts(
        [name for part in parts for name in part.documents],
        list(measures),
        list(labels),
        np.concatenate([part.document + begin for part, begin in zip(parts, first, strict=False)]),
        np.concatenate([measure[part.measure] for part, (measure, _) in zip(parts, codes, strict=True)]),
        np.concatenate([label[part.label] for part, (_, label) in zip(parts, codes, strict=True)]),
        np.concatenate([_padded(part.numbers, width) for part in parts]),
        {name: names for part in parts for name, names in part.extras.items()},
        (),
        {name: headline for part in parts for name, headline in part.headlines.items()},
    )


def numbers_of(shared: NDArray[Any], system: NDArray[Any], gold: NDArray[Any]) -> FloatArray:
    """Numbers of items that count alike for precision and recall: three columns of n to shape (n, 4)."""
    return np.stack([shared, system, shared, gold], axis=1).astype(float, copy=False)


def _padded(numbers: FloatArray, width: int) -> FloatArray:
    if numbers.shape[1] == width:
        return numbers
    return np.pad(numbers, ((0, 0), (0, width - numbers.shape[1])))


def exact_sums(groups: IntArray, numbers: FloatArray, size: int) -> FloatArray:
    """Correctly rounded sums of the rows of *numbers* in each of *size* groups, whatever their order."""
    columns = numbers.shape[1]
    sums = np.zeros((size, columns))
    if not len(groups):
        return sums
    whole = bool((numbers == np.floor(numbers)).all()) and float(np.abs(numbers).sum()) < 2**53
    for column in range(columns):
        values = numbers[:, column]
        if whole:  # additions of integers below 2**53 are exact in any order
            sums[:, column] = np.bincount(groups, values, size)
            continue
        order = np.argsort(groups, kind="stable")
        present, first = np.unique(groups[order], return_index=True)
        borders = pairwise([*first.tolist(), len(groups)])
        listed = values[order].tolist()
        sums[present, column] = [math.fsum(listed[begin:end]) for begin, end in borders]
    return sums


def exact_sum(values: FloatArray, axis: int) -> FloatArray:
    """Correctly rounded sums along an axis of an array."""
    last = np.moveaxis(values, axis, -1)
    if not last.size:
        return np.zeros(last.shape[:-1])
    sums = [math.fsum(line) for line in last.reshape(-1, last.shape[-1]).tolist()]
    return np.array(sums).reshape(last.shape[:-1])


def label_text(label: Label) -> str:
    """A label as it stands in a row: as it is; another field as `field=value`; several joined by `;`."""
    return (
        ";".join(own_name(field, value) if field == "label" else f"{field}={value}" for field, value in label)
        or "*"
    )


def own_name(field: str, value: str) -> str:
    """The value of a field in rows: as it is, or `label=*` where rows over several values are called so
    (these names are of a type of their own), and `label=` for an empty one.
    """
    return f"{field}={value}" if type(value) is str and value in TAKEN else value
