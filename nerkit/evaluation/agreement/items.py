"""Coefficients of values: Cohen, Davies and Fleiss, Fleiss, Krippendorff.

The terms of a coefficient are first added up for each document. So the coefficient of any choice of documents
is a function of sums.

    two annotators, 50 items: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no
    observed .70, expected .5 * .6 + .5 * .4 = .50, kappa .40
    pooled .55 yes: expected .505, pi .394; disagreement .30 of .495 * 100 / 99, alpha .40

There can be as many labels as documents, so only the labels that a document has are stored for it (`Shares`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import DENSE, combine, contained, distinct, join
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.item_values import Values

EVERY = -1  # in place of the index of a label: each label against all other labels
TINY = 1e-12
OF_COMPLETE = ("fleiss", "pi")  # coefficients of items to which all annotators gave a value


class Coefficient(NamedTuple):
    """A coefficient for several choices of documents: arrays of shape (choices,); undefined values are
    nan.

    items   the number of items (for alpha, of values) behind the coefficient
    """

    value: FloatArray
    observed: FloatArray
    expected: FloatArray
    items: FloatArray


class Shares(NamedTuple):
    """A number for each label in each document, without the zeros.

    key     label * documents + document, ascending;  number   the number for each key
    documents, labels   the number of documents, the number of labels
    """

    key: IntArray
    number: FloatArray
    documents: int
    labels: int

    @staticmethod
    def of(key: IntArray, number: FloatArray | None, documents: int, labels: int) -> "Shares":
        """Sum the numbers (1 for each key by default) of equal keys."""
        if documents * labels <= DENSE * len(key):
            total = np.bincount(key, number, documents * labels)
            used = np.flatnonzero(total)
            return Shares(used, total[used].astype(float), documents, labels)
        used, place = np.unique(key, return_inverse=True)
        return Shares(used, np.bincount(place, number, len(used)).astype(float), documents, labels)

    def of_documents(self, label: int | None = None) -> FloatArray:
        """Return the sum over all labels, or the number of one label, for each document, shape
        (documents,).

        With EVERY, the data must be one document. The result is then the number of each label, shape
        (labels + 1,), with a 0 at the end for unknown labels.
        """
        if label is None:
            return np.bincount(self.key % self.documents, self.number, self.documents).astype(float)
        if label == EVERY:
            every = np.zeros(self.labels + 1)
            every[self.key] = self.number
            return every
        begin, end = np.searchsorted(self.key, [label * self.documents, (label + 1) * self.documents])
        found = np.zeros(self.documents)
        found[self.key[begin:end] - label * self.documents] = self.number[begin:end]
        return found

    def of_labels(self) -> FloatArray:
        """Return the sum over all documents for each label, shape (labels,)."""
        return np.bincount(self.key // self.documents, self.number, self.labels).astype(float)

    def times(self, other: "Shares", weights: FloatArray | None) -> FloatArray:
        """Return, for each choice of documents, the sum over labels of the product with *other*,
        shape (choices,).
        """
        if weights is None:
            one, two = join(self.key, other.key)
            product = self.number[one] * other.number[two]
            return np.bincount(self.key[one] % self.documents, product, self.documents).astype(float)
        left = self.weighted(weights)
        product = left * (left if other is self else other.weighted(weights))
        total: FloatArray = product.sum(axis=0)
        return total

    def weighted(self, weights: FloatArray) -> FloatArray:
        """Return the sum of the chosen documents for each label, shape (labels, choices)."""
        label, document = np.divmod(self.key, self.documents)
        from scipy.sparse import csr_array

        border = np.searchsorted(label, np.arange(self.labels + 1))
        table = csr_array((self.number, document, border), shape=(self.labels, self.documents))
        found: FloatArray = table @ weights.T
        return found


class AnnotatorPair(NamedTuple):
    """Sums for two annotators.

    common       the common items of each document, or 1 for a common document, shape (documents,)
    equal        the equal values;  left, right   the values of each annotator
    """

    common: FloatArray
    equal: Shares
    left: Shares
    right: Shares

    def table(self, weights: FloatArray | None, label: int | None) -> FloatArray:
        """Return sums: equal values, values of each annotator, common items; shape (choices, 4)."""
        columns = [one.of_documents(label) for one in (self.equal, self.left, self.right)]
        return np.stack(list(_sums(weights, *columns, self.common)), axis=-1)

    def kappa(self, weights: FloatArray | None, label: int | None) -> Coefficient:
        """Return Cohen's kappa of all labels, or of *label* against all other labels."""
        equal, left, right, n = np.moveaxis(self.table(weights, label), -1, 0)
        if label is None:
            return _coefficient(equal, n, self.left.times(self.right, weights))
        return _coefficient(n - left - right + 2 * equal, n, left * right + (n - left) * (n - right))


def f1(table: FloatArray, empty: float) -> FloatArray:
    """Return F1 of counts, shape (…, 4): *empty* without spans, nan without common documents."""
    equal, both, documents = table[..., 0], table[..., 1] + table[..., 2], table[..., 3]
    return np.divide(2 * equal, both, where=both > 0, out=np.where(documents > 0, empty, np.nan))


@dataclass(frozen=True)
class ItemCounts:
    """The sums behind the coefficients, by document.

    The *weights* of a coefficient say how often each document is taken, shape (choices, documents). With
    None each document is a choice. *label* is the index of a label that is compared with all other labels
    as one label. With None all labels are compared. With EVERY each label is a choice, if there is one
    document.
    """

    values: Values

    def per_document(self, numbers: FloatArray | IntArray | None, items: Any = slice(None)) -> FloatArray:
        """Return the sum of numbers (1 for each by default) over the items of each document, shape
        (documents,).
        """
        document = self.values.document[items]
        return np.bincount(document, numbers, len(self.values.documents)).astype(float)

    def shares(self, value: IntArray, items: Any, numbers: FloatArray | None = None) -> Shares:
        """Sum numbers (1 for each by default) by value and document of the items."""
        size = len(self.values.documents)
        key = value * size + self.values.document[items]
        return Shares.of(key, numbers, size, len(self.values.labels))

    @cached_property
    def complete(self) -> bool:
        """Whether every annotator gave every item a value."""
        return bool((self.values.value != NONE).all())

    @cached_property
    def of_pairs(self) -> list[AnnotatorPair]:
        """The sums for every pair of annotators."""
        pairs = []
        for left, right in combinations(self.values.value, 2):
            both = np.flatnonzero((left != NONE) & (right != NONE))
            equal = both[left[both] == right[both]]
            parts = ((left, equal), (left, both), (right, both))
            shares = [self.shares(side[items], items) for side, items in parts]
            pairs.append(AnnotatorPair(self.per_document(None, both), *shares))
        return pairs

    @cached_property
    def kappas(self) -> list[Coefficient]:
        """Cohen's kappa of each pair of annotators, in each document."""
        return [pair.kappa(None, None) for pair in self.of_pairs]

    @cached_property
    def pairable(self) -> tuple[FloatArray, FloatArray, Shares, Shares]:
        """The pairs of different values and the disagreement by document, shape (documents,) each, the
        disagreement on each label, and the values.

        Only items with at least two values count. An item has no disagreement if all its values are equal.
        """
        value, width = self.values.value, len(self.values.labels)
        items = np.flatnonzero(self.values.differing)
        annotator, place = np.nonzero(value[:, items] != NONE)
        # a row for each value of each differing item, and how many annotators gave it
        key, counts = np.unique(place * width + value[annotator, items[place]], return_counts=True)
        place, said = np.divmod(key, max(width, 1))
        given, equal = (np.bincount(place, one, len(items)) for one in (counts, counts * (counts - 1) / 2))
        unequal = self.per_document(given * (given - 1) - 2 * equal, items)
        wrong = self.per_document(given - 2 * equal / (given - 1), items)
        others = given[place] - counts
        of_labels = self.shares(said, items[place], 2 * counts * others / (given[place] - 1))
        known = value != NONE
        known &= known.sum(axis=0) > 1
        parts = [self.shares(own[used], used) for own, used in zip(value, known, strict=True)]
        keys, numbers = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:2])
        return unequal, wrong, of_labels, Shares.of(keys, numbers, *parts[0][2:])

    def coefficient(
        self, measure: str, weights: FloatArray | None = None, label: int | None = None
    ) -> Coefficient:
        """Return a coefficient of all annotators for choices of documents."""
        if measure == "alpha":
            return self.alpha(weights, label)
        if measure in OF_COMPLETE:
            return self.fleiss(weights, label)
        alone = weights is None and label is None
        pairs = self.kappas if alone else [pair.kappa(weights, label) for pair in self.of_pairs]
        value, observed, expected, items = (np.stack(column) for column in zip(*pairs, strict=True))
        value, observed, expected = (
            nan_mean(np.where(items > 0, column, np.nan)) for column in (value, observed, expected)
        )
        if measure == "kappa-multi":
            value = _ratio(observed - expected, 1 - expected)
        return Coefficient(
            observed if measure == "observed" else value, observed, expected, items.max(axis=0)
        )

    def alpha(self, weights: FloatArray | None, label: int | None = None) -> Coefficient:
        """Return Krippendorff's alpha for nominal values. Its observed and expected values are
        agreements, 1 - D.
        """
        _, wrong, of_labels, values = self.pairable
        if label is None:
            n, wrong = _sums(weights, values.of_documents(), wrong)
            equal = values.times(values, weights)
        else:
            parts = (values.of_documents(), values.of_documents(label), of_labels.of_documents(label))
            n, own, wrong = _sums(weights, *parts)
            equal = own * own + (n - own) * (n - own)
        observed = _ratio(wrong, n)
        expected = _ratio(n * n - equal, n * (n - 1))
        return Coefficient(1 - _ratio(observed, expected), 1 - observed, 1 - expected, n)

    def fleiss(self, weights: FloatArray | None, label: int | None = None) -> Coefficient:
        """Return Fleiss' kappa; undefined unless every annotator gave every item a value."""
        m, (unequal, _, of_labels, values) = len(self.values.value), self.pairable
        items = self.per_document(None)
        equal = m * (m - 1) * items - unequal
        if label is not None:
            equal = (m - 1) * (m * items - of_labels.of_documents(label))
        items, own, equal = _sums(weights, items, values.of_documents(label), equal)
        if not self.complete:
            none = np.full(len(items), np.nan)
            return Coefficient(none, none, none, items)
        shares = values.times(values, weights) if label is None else own * own + (items * m - own) ** 2
        observed, expected = _ratio(equal, items * m * (m - 1)), _ratio(shares, (items * m) ** 2)
        return Coefficient(_ratio(observed - expected, 1 - expected), observed, expected, items)


def pairs_of_spans(
    spans: Annotations, *, by_document: bool
) -> Iterator[tuple[tuple[int, int], AnnotatorPair]]:
    """Yield every pair of annotators, with counts of their equal spans in the documents that both have."""
    one, size = spans, len(spans.documents) if by_document else 1
    key = combine(one.document, one.start, one.end, one.label.codes) if len(one.start) else one.start
    cell = one.label.codes * size + (one.document if by_document else 0)
    own = [np.flatnonzero(one.annotator == i) for i in range(len(one.names))]
    for i, j in combinations(range(len(one.names)), 2):
        both = one.has[i] & one.has[j]
        left, right = (own[k][both[one.document[own[k]]]] for k in (i, j))
        equal = left[contained(key[left], distinct(key[right]))]
        shares = (Shares.of(cell[rows], None, size, len(one.label.values)) for rows in (equal, left, right))
        common = both.astype(float)
        yield (i, j), AnnotatorPair(common if by_document else common.sum(keepdims=True), *shares)


def _sums(weights: FloatArray | None, *columns: FloatArray) -> Iterable[FloatArray]:
    """Return the sum of each column by document over each choice of documents, shape (choices,)."""
    return np.broadcast_arrays(*columns) if weights is None else [weights @ column for column in columns]


def _coefficient(equal: FloatArray, n: FloatArray, product: FloatArray) -> Coefficient:
    observed, expected = _ratio(equal, n), _ratio(product, n * n)
    return Coefficient(_ratio(observed - expected, 1 - expected), observed, expected, n)


def _ratio(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """Return quotients; nan if the bottom is 0 (within the rounding error of shares that sum to 1)."""
    zero = np.abs(bottom) < TINY
    quotient: FloatArray = np.where(zero, np.nan, top / np.where(zero, 1, bottom))
    return quotient


def nan_mean(values: FloatArray) -> FloatArray:
    """Return the mean of the defined values over the first axis; nan if all values are nan."""
    known = ~np.isnan(values)
    total = known.sum(axis=0)
    sums = np.where(known, values, 0.0).sum(axis=0)
    mean: FloatArray = np.divide(sums, total, where=total > 0, out=np.full(sums.shape, np.nan))
    return mean
