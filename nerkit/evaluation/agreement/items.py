"""Coefficients of values: Cohen, Davies and Fleiss, Fleiss, Krippendorff.

The terms of a coefficient are first added up for each document. So the coefficient of any choice of documents
is a function of sums.

    two annotators, 50 items: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no
    observed .70, expected .5 * .6 + .5 * .4 = .50, kappa .40
    pooled .55 yes: expected .505, pi .394; disagreement .30 of .495 * 100 / 99, alpha .40

There can be as many labels as documents, so only the labels that a document has are stored for it (`Shares`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import DENSE, join
from nerkit.evaluation.agreement.item_values import Values
from nerkit.evaluation.agreement.value import nan_mean

EVERY = -1  # in place of the index of a label: each label against all other labels
TINY = 1e-12


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

    @staticmethod
    def together(parts: Sequence["Shares"]) -> "Shares":
        """Add several Shares."""
        keys, numbers = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:2])
        return Shares.of(keys, numbers, *parts[0][2:])

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
        if len(weights) == 1:
            number = self.number * weights[0, document]
            return np.bincount(label, number, self.labels)[:, np.newaxis].astype(float)
        from scipy.sparse import csr_array

        border = np.searchsorted(label, np.arange(self.labels + 1))
        table = csr_array((self.number, document, border), shape=(self.labels, self.documents))
        found: FloatArray = table @ weights.T
        return found


class Differing(NamedTuple):
    """Items on which annotators may differ, and the values that they gave such items.

    items    indices of the items, shape (items,)
    place    for each value, the position of its item in *items*, shape (values,)
    value    the code of each value, shape (values,)
    counts   the number of annotators who gave the value, shape (values,)
    """

    items: IntArray
    place: IntArray
    value: IntArray
    counts: IntArray

    @property
    def given(self) -> FloatArray:
        """The number of annotators that gave each item a value, shape (items,)."""
        return np.bincount(self.place, self.counts, len(self.items)).astype(float)

    @property
    def equal(self) -> FloatArray:
        """The number of pairs of annotators that agree on each item, shape (items,)."""
        return np.bincount(self.place, self.counts * (self.counts - 1) / 2, len(self.items)).astype(float)


class ValuesOfPair(NamedTuple):
    """Sums for two annotators: the number of common items by document, their equal values, and the values
    of each.
    """

    items: FloatArray
    equal: Shares
    left: Shares
    right: Shares

    def kappa(self, weights: FloatArray | None, label: int | None) -> Coefficient:
        """Return Cohen's kappa of all labels, or of *label* against all other labels."""
        if label is None:
            n, equal = _sums(weights, self.items, self.equal.of_documents())
            return _coefficient(equal, n, self.left.times(self.right, weights))
        equal, left, right = (one.of_documents(label) for one in (self.equal, self.left, self.right))
        equal = self.items - left - right + 2 * equal
        n, equal, left, right = _sums(weights, self.items, equal, left, right)
        return _coefficient(equal, n, left * right + (n - left) * (n - right))


@dataclass(frozen=True)
class ItemCounts:
    """The sums behind the coefficients, by document.

    The *weights* of a coefficient say how often each document is taken, shape (choices, documents). With
    None each document is a choice. *label* is the index of a label that is compared with all other labels
    as one label. With None all labels are compared. With EVERY each label is a choice, if there is one
    document.
    """

    values: Values

    @property
    def width(self) -> int:
        """The number of labels."""
        return len(self.values.labels)

    @property
    def size(self) -> int:
        """The number of documents."""
        return len(self.values.documents)

    def per_document(self, numbers: FloatArray | None, items: IntArray | None = None) -> FloatArray:
        """Return the sum of numbers (1 for each by default) over the items of each document, shape
        (documents,).
        """
        document = self.values.document if items is None else self.values.document[items]
        return np.bincount(document, numbers, self.size).astype(float)

    def shares(self, value: IntArray, document: IntArray) -> Shares:
        """Count how often each value occurs in each document."""
        return Shares.of(value * self.size + document, None, self.size, self.width)

    @cached_property
    def complete(self) -> bool:
        """Whether every annotator gave every item a value."""
        return bool((self.values.value != NONE).all())

    @cached_property
    def of_pairs(self) -> list[ValuesOfPair]:
        """The sums for every pair of annotators."""
        return [self._pair(one, other) for one, other in combinations(range(len(self.values.value)), 2)]

    def _pair(self, one: int, other: int) -> ValuesOfPair:
        both = np.flatnonzero((self.values.value[[one, other]] != NONE).all(axis=0))
        left, right, document = (
            column[both]
            for column in (self.values.value[one], self.values.value[other], self.values.document)
        )
        equal = left == right
        sides = (self.shares(side, document) for side in (left, right))
        return ValuesOfPair(self.per_document(None, both), self.shares(left[equal], document[equal]), *sides)

    @cached_property
    def differing(self) -> Differing:
        """The values of the items on which annotators may differ."""
        value = self.values.value
        alike = ((value == value[0]) | (value == NONE)).all(axis=0) & (value[0] != NONE)
        items = np.flatnonzero(~alike)
        annotator, place = np.nonzero(value[:, items] != NONE)
        key, counts = np.unique(place * self.width + value[annotator, items[place]], return_counts=True)
        place, said = np.divmod(key, max(self.width, 1))
        return Differing(items, place, said, counts)

    @cached_property
    def pairable(self) -> tuple[FloatArray, Shares]:
        """The disagreement by document, shape (documents,), and the values of items with at least two
        values.
        """
        n, equal = self.differing.given, self.differing.equal
        several = n >= 2
        wrong = n[several] - 2 * equal[several] / (n[several] - 1)
        disagreement = self.per_document(wrong, self.differing.items[several])
        known = self.values.value != NONE
        known &= known.sum(axis=0) >= 2
        sides = zip(self.values.value, known, strict=True)
        parts = [self.shares(own[used], self.values.document[used]) for own, used in sides]
        return disagreement, Shares.together(parts)

    @cached_property
    def pairable_wrong(self) -> Shares:
        """The disagreement on each label, by document, over items with at least two values."""
        one = self.differing
        n = one.given[one.place]
        kept = n >= 2
        n, counts, document = n[kept], one.counts[kept], self.values.document[one.items[one.place[kept]]]
        wrong = 2 * counts * (n - counts) / (n - 1)
        return Shares.of(one.value[kept] * self.size + document, wrong, self.size, self.width)

    def kappa(self, weights: FloatArray | None, label: int | None = None) -> list[Coefficient]:
        """Return Cohen's kappa of each pair of annotators."""
        if weights is None and label is None:
            return self._kappas
        return [pair.kappa(weights, label) for pair in self.of_pairs]

    @cached_property
    def _kappas(self) -> list[Coefficient]:
        return [pair.kappa(None, None) for pair in self.of_pairs]

    def alpha(self, weights: FloatArray | None, label: int | None = None) -> Coefficient:
        """Return Krippendorff's alpha for nominal values. Its observed and expected values are
        agreements, 1 - D.
        """
        wrong, values = self.pairable
        if label is None:
            n, wrong = _sums(weights, values.of_documents(), wrong)
            equal = values.times(values, weights)
        else:
            parts = values.of_documents(), values.of_documents(label), self.pairable_wrong.of_documents(label)
            n, own, wrong = _sums(weights, *parts)
            equal = own * own + (n - own) * (n - own)
        observed = _ratio(wrong, n)
        expected = _ratio(n * n - equal, n * (n - 1))
        return Coefficient(1 - _ratio(observed, expected), 1 - observed, 1 - expected, n)

    def fleiss(self, weights: FloatArray | None, label: int | None = None) -> Coefficient:
        """Return Fleiss' kappa; undefined unless every annotator gave every item a value."""
        m, values = len(self.values.value), self.pairable[1]
        items, own = _sums(weights, self.per_document(None), values.of_documents(label))
        if not self.complete:
            none = np.full(len(items), np.nan)
            return Coefficient(none, none, none, items)
        if label is None:
            unequal = self.per_document(m * (m - 1) - 2 * self.differing.equal, self.differing.items)
            (equal,) = _sums(weights, m * (m - 1) * self.per_document(None) - unequal)
            shares = values.times(values, weights)
        else:
            wrong = self.pairable_wrong.of_documents(label)
            (equal,) = _sums(weights, (m - 1) * (m * self.per_document(None) - wrong))
            shares = own * own + (items * m - own) ** 2
        observed, expected = _ratio(equal, items * m * (m - 1)), _ratio(shares, (items * m) ** 2)
        return Coefficient(_ratio(observed - expected, 1 - expected), observed, expected, items)


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


def mean(parts: Sequence[Coefficient]) -> Coefficient:
    """Return the mean of the pairs of annotators that have common items and a defined value."""
    value, observed, expected, items = (np.stack(column) for column in zip(*parts, strict=True))
    value, observed, expected = (
        nan_mean(np.where(items > 0, column, np.nan)) for column in (value, observed, expected)
    )
    return Coefficient(value, observed, expected, items.max(axis=0))


def multi(parts: Sequence[Coefficient]) -> Coefficient:
    """Return the coefficient of the means over pairs of observed and of expected agreement."""
    both = mean(parts)
    value = _ratio(both.observed - both.expected, 1 - both.expected)
    return Coefficient(value, both.observed, both.expected, both.items)
