"""Coefficients of values: Cohen, Davies and Fleiss, Fleiss, Krippendorff.

What coefficients are made of is added up over documents first, so that a coefficient of any documents, each
taken any number of times, is a function of sums (`scores`).

    two annotators, 50 items: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no
    observed .70, expected .5 * .6 + .5 * .4 = .50, kappa .40
    pooled .55 yes: expected .505, pi .394; disagreement .30 of .495 * 100 / 99, alpha .40
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.evaluation.agreement.item_values import Values


class Coefficient(NamedTuple):
    """A coefficient of several choices of documents: arrays of one length; nan is undefined.

    items   how many items (for alpha, values) it is made of
    """

    value: FloatArray
    observed: FloatArray
    expected: FloatArray
    items: FloatArray


@dataclass(frozen=True)
class ItemCounts:
    """The sums of coefficients, by document; *label* is the place of one against all others, None for all
    labels.
    """

    values: Values
    label: int | None = None

    @cached_property
    def value(self) -> IntArray:
        """The values, shape (annotators, items); of a label 1, of all others 0."""
        if self.label is None:
            return self.values.value
        return np.where(self.values.value == NONE, NONE, self.values.value == self.label).astype(np.int64)

    @property
    def width(self) -> int:
        """The number of labels."""
        return len(self.values.labels) if self.label is None else 2

    @property
    def size(self) -> int:
        """The number of documents."""
        return len(self.values.documents)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of annotators."""
        return list(combinations(range(len(self.value)), 2))

    def per_document(self, numbers: FloatArray | None, items: IntArray | None = None) -> FloatArray:
        """The sum of numbers (1 for each) over the items of each document."""
        document = self.values.document if items is None else self.values.document[items]
        return np.bincount(document, numbers, self.size).astype(float)

    def shares(self, value: IntArray, document: IntArray) -> FloatArray:
        """The number of times each value stands in each document, shape (documents, labels)."""
        return (
            np.bincount(document * self.width + value, minlength=self.size * self.width)
            .reshape(self.size, self.width)
            .astype(float)
        )

    @cached_property
    def complete(self) -> bool:
        """Whether every annotator gave every item a value."""
        return bool((self.value != NONE).all())

    @cached_property
    def of_annotator(self) -> list[FloatArray]:
        """The values of each annotator, if all items have one, shape (documents, labels)."""
        return [self.shares(value, self.values.document) for value in self.value]

    @cached_property
    def of_pairs(self) -> list[tuple[FloatArray, FloatArray, FloatArray, FloatArray]]:
        """Of each pair, by document: items of both, equal ones, and the values of either on these."""
        found = []
        for one, other in self.pairs:
            left, right = self.value[one], self.value[other]
            if self.complete:
                equal = self.per_document((left == right).astype(float))
                found.append(
                    (self.per_document(None), equal, self.of_annotator[one], self.of_annotator[other])
                )
                continue
            items = np.flatnonzero((left != NONE) & (right != NONE))
            document = self.values.document[items]
            equal = self.per_document((left[items] == right[items]).astype(float), items)
            shares = [self.shares(side[items], document) for side in (left, right)]
            found.append((self.per_document(None, items), equal, shares[0], shares[1]))
        return found

    @cached_property
    def equal_pairs(self) -> FloatArray:
        """The number of pairs of annotators that agree on each item."""
        total = np.zeros(self.value.shape[1], np.int32)
        for one, other in self.pairs:
            equal = self.value[one] == self.value[other]
            total += equal if self.complete else equal & (self.value[one] != NONE)
        return total.astype(float)

    @cached_property
    def given(self) -> FloatArray:
        """The number of annotators that gave each item a value."""
        counts: FloatArray = (self.value != NONE).sum(axis=0).astype(float)
        return counts

    @cached_property
    def pairable(self) -> tuple[FloatArray, FloatArray]:
        """By document, of items with two values and more: disagreement, and values, (documents, labels)."""
        if self.complete and len(self.value) > 1:
            m = len(self.value)
            wrong = self.per_document(m - 2 * self.equal_pairs / (m - 1))
            return wrong, np.sum(self.of_annotator, axis=0)
        several = np.flatnonzero(self.given >= 2)
        n = self.given[several]
        wrong = self.per_document(n - 2 * self.equal_pairs[several] / (n - 1), several)
        rows = self.value[:, several]
        document = np.broadcast_to(self.values.document[several], rows.shape)
        used = rows != NONE
        return wrong, self.shares(rows[used], document[used])

    def kappa(self, weights: FloatArray) -> list[Coefficient]:
        """Of each pair; *weights* has shape (choices, documents)."""
        return [
            _coefficient(weights @ equal, weights @ n, (weights @ left) * (weights @ right))
            for n, equal, left, right in self.of_pairs
        ]

    def alpha(self, weights: FloatArray) -> Coefficient:
        """Krippendorff's alpha for nominal values; observed and expected are agreements, 1 - D."""
        wrong, values = (weights @ each for each in self.pairable)
        n = values.sum(axis=1)
        observed = _ratio(wrong, n)
        expected = _ratio(n * n - (values * values).sum(axis=1), n * (n - 1))
        return Coefficient(1 - _ratio(observed, expected), 1 - observed, 1 - expected, n)

    def fleiss(self, weights: FloatArray) -> Coefficient:
        """Fleiss' kappa; undefined where not every annotator gave every item a value."""
        m = len(self.value)
        items = weights @ self.per_document(None)
        if not self.complete:
            none = np.full(len(weights), np.nan)
            return Coefficient(none, none, none, items)
        observed = _ratio(weights @ self.per_document(2 * self.equal_pairs), items * m * (m - 1))
        shares = weights @ np.sum(self.of_annotator, axis=0)
        expected = _ratio((shares * shares).sum(axis=1), (items * m) ** 2)
        return Coefficient(_ratio(observed - expected, 1 - expected), observed, expected, items)


def _coefficient(equal: FloatArray, n: FloatArray, product: FloatArray) -> Coefficient:
    observed, expected = _ratio(equal, n), _ratio(product.sum(axis=1), n * n)
    return Coefficient(_ratio(observed - expected, 1 - expected), observed, expected, n)


def _ratio(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """Quotients; nan where the bottom is 0 (within rounding of shares that are sums of 1)."""
    zero = np.abs(bottom) < TINY
    quotient: FloatArray = np.where(zero, np.nan, top / np.where(zero, 1, bottom))
    return quotient


TINY = 1e-12


def mean(parts: Sequence[Coefficient], empty: float) -> Coefficient:
    """The mean of pairs, those without items left out; an undefined value is *empty*, or left out if that is
    nan.
    """
    used = np.stack([part.items > 0 for part in parts])
    values = np.stack([np.where(np.isnan(part.value), empty, part.value) for part in parts])

    def averaged(numbers: FloatArray, counted: BoolArray) -> FloatArray:
        total = counted.sum(axis=0)
        return _ratio(np.where(counted, numbers, 0).sum(axis=0), total.astype(float))

    observed = np.stack([part.observed for part in parts])
    expected = np.stack([part.expected for part in parts])
    return Coefficient(
        averaged(values, used & ~np.isnan(values)),
        averaged(observed, used),
        averaged(expected, used),
        np.stack([part.items for part in parts]).max(axis=0),
    )


def multi(parts: Sequence[Coefficient]) -> Coefficient:
    """Observed and expected agreement averaged over pairs before the ratio."""
    both = mean(parts, np.nan)
    value = _ratio(both.observed - both.expected, 1 - both.expected)
    return Coefficient(value, both.observed, both.expected, both.items)
