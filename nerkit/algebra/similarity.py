"""Similarities: the base class of every operator of the algebra.

A similarity is a function phi >= 0 of a gold and a system object with phi(x, y) <= phi(x, x). The value
phi(x, x) is an object's own score. nerkit never computes phi pair by pair. For all objects of a `Level` at
once it computes the own scores and the pairs above 0 (`SparsePairs`). One integer per row, the *block*,
decides which objects can pair: rows pair only within equal blocks, and rows in block NONE never pair. The
document is the first block. Every equality of a product makes blocks smaller, and elements are in the block
of their collection. So a product of equalities is one key, and a matching of sets is a join.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, join
from nerkit.exceptions import UsageError

if TYPE_CHECKING:
    from nerkit.algebra.formula import Explained, Score
    from nerkit.results.counts import Counts

BOTH = frozenset({"gold", "system"})


@dataclass(frozen=True, slots=True)
class SparsePairs:
    """The pairs of rows whose similarity is above 0, each once.

    gold, system   the rows of each pair in the level
    value          the similarity of each pair
    inner          the matchings of elements that make up the similarity
    """

    gold: IntArray
    system: IntArray
    value: FloatArray
    inner: tuple["MatchedElements", ...] = ()

    def __len__(self) -> int:
        return len(self.value)

    def take(self, places: BoolArray | IntArray) -> "SparsePairs":
        """The pairs at some places, given as a mask or numbers, in this order."""
        if places.dtype == bool:
            if places.all():
                return self
            places = np.flatnonzero(places)
        inner: tuple[MatchedElements, ...] = ()
        if self.inner:
            new_place = np.full(len(self), NONE)
            new_place[places] = np.arange(len(places))
            inner = tuple(matched.below(new_place) for matched in self.inner)
        return SparsePairs(self.gold[places], self.system[places], self.value[places], inner)

    def valued(self, value: FloatArray) -> "SparsePairs":
        """The pairs with the values *value*, without pairs whose value is 0."""
        return SparsePairs(self.gold, self.system, value, self.inner).take(value > 0)

    def keys(self, width: int) -> IntArray:
        """One integer per pair; *width* is above all rows."""
        return self.gold * width + self.system

    def meet(self, other: "SparsePairs", width: int) -> "SparsePairs":
        """The pairs that are in both objects, with the product of their values; *width* is above all rows."""
        _, i, j = np.intersect1d(self.keys(width), other.keys(width), assume_unique=True, return_indices=True)
        left, right = self.take(i), other.take(j)
        return SparsePairs(left.gold, left.system, left.value * right.value, left.inner + right.inner)

    def join(self, other: "SparsePairs", width: int) -> "SparsePairs":
        """The pairs that are in either object, with the sum of their values; *width* is above all rows."""
        own, others = self.keys(width), other.keys(width)
        keys, place = np.unique(np.concatenate([own, others]), return_inverse=True)
        value = np.bincount(place, np.concatenate([self.value, other.value]), len(keys)).astype(float)
        inner = tuple(matched.below(place[: len(own)]) for matched in self.inner)
        inner += tuple(matched.below(place[len(own) :]) for matched in other.inner)
        return SparsePairs(keys // width, keys % width, value, inner)


@dataclass(frozen=True, slots=True)
class MatchedElements:
    """The matched elements one level below some outer pairs.

    level   the level of the elements
    pairs   the chosen pairs of elements
    outer   the outer pair (of collections) that holds each pair of elements
    counted whether each element counts; repeated elements do not
    by      the similarity that compares the elements
    """

    level: Level
    pairs: SparsePairs
    outer: IntArray
    counted: BoolArray
    by: "Similarity"

    def below(self, place: IntArray) -> "MatchedElements":
        """A copy with outer pairs renumbered by *place*; elements inside outer pairs at NONE are left out."""
        outer = place[self.outer]
        present = outer != NONE
        return MatchedElements(self.level, self.pairs.take(present), outer[present], self.counted, self.by)


class Metric:
    """A formula that scores documents.

    of_corpus   whether the counts of a document depend on other documents, if counts are added up
    """

    of_corpus = False

    def text(self, name: str = "") -> str:
        """The formula as text; *name* is the field that it compares."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def empty(self) -> Any:
        """An empty object that can replace a missing document."""
        return None

    def settled(self, level: Level, average: str) -> "tuple[Metric, Level]":
        """The formula and the documents to score; for formulas with readings, each document with its
        chosen reading.
        """
        return self, level

    def counts(
        self, gold: Any, system: Any, name: str | None = None, *, limit: int | None = None
    ) -> "Counts":
        """The counts of every document under the measure *name* (default: the formula as text).

        gold, system   lists of documents, paired by position, or mappings from ids to documents
        limit          the work limit for one correspondence of variables, in steps (`correspondence.LIMIT`)
        """
        from nerkit.algebra.formula import counts

        return counts(self, gold, system, name or str(self), limit)

    def __call__(
        self, gold: Any, system: Any, *, average: str = "micro", limit: int | None = None
    ) -> "Score":
        """The score over all documents: "micro" from the summed counts, "macro" as the mean over
        documents.
        """
        from nerkit.algebra.formula import score

        return score(self, gold, system, average, limit)

    def score(self, gold: Any, system: Any, *, average: str = "micro", limit: int | None = None) -> float:
        """The value of the formula over all documents; 0 if there are no counts."""
        return self(gold, system, average=average, limit=limit).value

    def explain(self, gold: Any, system: Any, *, limit: int | None = None) -> "list[Explained]":
        """Every matched and unmatched item of every level, document by document, from outer to inner
        levels.
        """
        from nerkit.algebra.formula import explain

        return explain(self, gold, system, limit)


class Similarity(Metric):
    """An operator of the algebra; also a metric, if the objects that it compares are documents.

    `a * b` is the product of two similarities of one object, `a + b` the sum, `a - 1` the excess max(0, a -
    1). `a > 0.5` and `a >= 1` are 1 if the condition holds, otherwise 0. `str(a)` is the formula.

    discrete    whether it is 1 for equal objects and 0 otherwise, so that it is a key
    pointwise   whether `at` returns the similarity of any pairs
    dense       whether `pairs` has to look at every pair of a block
    bounds      the sides whose own score it never exceeds
    matches     whether it lists the elements that it matches, even if there are none
    latent      whether it has a correspondence of variables, so that only an upper bound can be known

    If `Level.solving.upper` is set, `pairs` and `own` return numbers that the similarities cannot exceed.
    """

    discrete = False
    pointwise = False
    dense = False
    bounds = BOTH
    latent = False
    matches = False

    def explaining(self) -> "Similarity":
        """The similarity whose matched elements explain the value of this similarity."""
        return self

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """All pairs within blocks whose similarity is above 0."""
        raise NotImplementedError

    def own(self, level: Level) -> FloatArray:
        """The own score phi(x, x) of every row."""
        raise NotImplementedError

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The similarity of each pair of rows, shape (pairs,)."""
        raise NotImplementedError

    def identity(self, level: Level) -> IntArray:
        """One integer per row, equal for objects that no part of the formula can tell apart.

        For a discrete similarity it is the key.
        """
        raise NotImplementedError

    def key(self, level: Level) -> IntArray | None:
        """One integer per row, if the similarity of a pair is 1 for equal integers and otherwise 0; None
        if it is not.
        """
        return self.identity(level) if self.discrete else None

    def factor(self) -> "Similarity":
        """The similarity as a factor of a product; only fields that can be absent change."""
        return self

    def variables(self, level: Level) -> "list[IntArray]":
        """The row in `Scope` of each object's variable, one array per place of the formula that can hold
        variables.

        It is -1 for an object with a constant at this place.
        """
        return []

    def __mul__(self, other: "Similarity") -> "Similarity":
        from nerkit.algebra.operators import times

        return times(self, other)

    def __add__(self, other: "Similarity") -> "Similarity":
        from nerkit.algebra.operators import Sum

        return Sum((self, similarity(other)))

    def __sub__(self, excess: float) -> "Similarity":
        from nerkit.algebra.normalizers import Excess

        return Excess(self, excess)

    def __gt__(self, limit: float) -> "Similarity":
        from nerkit.algebra.normalizers import where

        return where(self, above=limit)

    def __ge__(self, limit: float) -> "Similarity":
        from nerkit.algebra.normalizers import where

        return where(self, at_least=limit)


def similarity(operand: Any) -> Similarity:
    """A similarity unchanged; for a mapping the record of its fields. Raises UsageError for anything else."""
    if isinstance(operand, Similarity):
        return operand
    if isinstance(operand, Mapping):
        from nerkit.algebra.operators import record

        return record(operand)
    hint = "; wrap a function as func(f)" if callable(operand) else ""
    raise UsageError(f"{operand!r} is not a similarity{hint}")


def refined(block: IntArray, *keys: IntArray) -> IntArray:
    """Blocks divided by *keys*: rows share a block if they shared one before and are equal in all keys."""
    if not keys:
        return block
    allowed = block != NONE
    return combine(block, *keys) if allowed.all() else np.where(allowed, combine(block, *keys), NONE)


def within_blocks(level: Level, block: IntArray) -> SparsePairs:
    """All pairs of rows in equal blocks, with similarity 1. Raises RecordError for too many in a document."""
    rows = np.flatnonzero(block != NONE)
    gold, system = np.split(rows, [np.searchsorted(rows, level.border)])
    i, j = join(block[gold], block[system], check=lambda partners: level.check_pairs(gold, partners))
    return SparsePairs(gold[i], system[j], np.ones(len(i)))


def joined(parts: Sequence[SparsePairs]) -> SparsePairs:
    """The pairs of all parts, one part after another. The parts share no pair and have no inner matchings."""
    if len(parts) == 1:
        return parts[0]
    gold, system, value = zip(*((part.gold, part.system, part.value) for part in parts), strict=True)
    return SparsePairs(np.concatenate(gold), np.concatenate(system), np.concatenate(value))
