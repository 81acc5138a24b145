"""Similarities: the base class of every operator of the algebra.

A similarity is a function phi >= 0 of a gold and a system object with phi(x, y) <= phi(x, x). The value
phi(x, x) is an object's own score. It is never computed pair by pair. For all objects of a `Level` at once it
gives the own scores and the pairs above 0 (`SparsePairs`). One integer per row, the *block*, says which
objects may pair: rows pair only within equal blocks, and rows in block NONE with nothing. The document is the
first block; every equality that a product demands makes blocks smaller, and elements are in the block of
their collection. So a product of equalities is one key, and a matching of sets is a join.
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

    gold, system   their rows in the level
    value          their similarity
    inner          the matchings below that the similarity is made of
    """

    gold: IntArray
    system: IntArray
    value: FloatArray
    inner: tuple["MatchedElements", ...] = ()

    def __len__(self) -> int:
        return len(self.value)

    def take(self, places: BoolArray | IntArray) -> "SparsePairs":
        """The pairs at these places (a mask, or numbers), in this order."""
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
        """A copy with the values *value*, without pairs whose value is 0."""
        return SparsePairs(self.gold, self.system, value, self.inner).take(value > 0)

    def keys(self, width: int) -> IntArray:
        """One integer per pair, where rows are below *width*."""
        return self.gold * width + self.system

    def meet(self, other: "SparsePairs", width: int) -> "SparsePairs":
        """The pairs that both have, with the product of their values."""
        _, i, j = np.intersect1d(self.keys(width), other.keys(width), assume_unique=True, return_indices=True)
        left, right = self.take(i), other.take(j)
        return SparsePairs(left.gold, left.system, left.value * right.value, left.inner + right.inner)

    def join(self, other: "SparsePairs", width: int) -> "SparsePairs":
        """The pairs that either has, with the sum of their values."""
        own, others = self.keys(width), other.keys(width)
        keys, place = np.unique(np.concatenate([own, others]), return_inverse=True)
        value = np.bincount(place, np.concatenate([self.value, other.value]), len(keys)).astype(float)
        inner = tuple(matched.below(place[: len(own)]) for matched in self.inner)
        inner += tuple(matched.below(place[len(own) :]) for matched in other.inner)
        return SparsePairs(keys // width, keys % width, value, inner)


@dataclass(frozen=True, slots=True)
class MatchedElements:
    """The matched elements one level below some pairs.

    level   of the elements
    pairs   the chosen pairs of elements
    outer   for each of them, the pair of collections that it is in
    counted the rows that count: all but repeated ones
    by      how elements are compared
    """

    level: Level
    pairs: SparsePairs
    outer: IntArray
    counted: BoolArray
    by: "Similarity"

    def below(self, place: IntArray) -> "MatchedElements":
        """A copy with each outer pair moved to *place*; elements inside pairs at NONE are left out."""
        outer = place[self.outer]
        present = outer != NONE
        return MatchedElements(self.level, self.pairs.take(present), outer[present], self.counted, self.by)


class Metric:
    """A formula that scores documents.

    of_corpus   whether the counts of a document depend on other documents, where these are added up
    """

    of_corpus = False

    def text(self, name: str = "") -> str:
        """The formula; *name* is the field that it is about."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def empty(self) -> Any:
        """An empty object of this shape, in place of a missing document."""
        return None

    def settled(self, level: Level, average: str) -> "tuple[Metric, Level]":
        """The formula, and the documents to score; for formulas with readings, the chosen readings."""
        return self, level

    def counts(
        self, gold: Any, system: Any, name: str | None = None, *, limit: int | None = None
    ) -> "Counts":
        """The counts of every document under the measure *name* (the formula, if not given).

        gold, system   lists of documents, paired by position, or mappings from ids to documents
        limit          the work for one correspondence of variables, in steps (`correspondence.LIMIT`)
        """
        from nerkit.algebra.formula import counts

        return counts(self, gold, system, name or str(self), limit)

    def __call__(
        self, gold: Any, system: Any, *, average: str = "micro", limit: int | None = None
    ) -> "Score":
        """The score over all documents: micro, from the summed counts, or macro, the mean over documents."""
        from nerkit.algebra.formula import score

        return score(self, gold, system, average, limit)

    def score(self, gold: Any, system: Any, *, average: str = "micro", limit: int | None = None) -> float:
        """The value of the formula over all documents; 0 if nothing is to be found."""
        return self(gold, system, average=average, limit=limit).value

    def explain(self, gold: Any, system: Any, *, limit: int | None = None) -> "list[Explained]":
        """Every matched and unmatched item of every level, document by document, down to the innermost."""
        from nerkit.algebra.formula import explain

        return explain(self, gold, system, limit)


class Similarity(Metric):
    """An operator of the algebra; also a metric, if the objects that it compares are documents.

    `a * b` is the product of two similarities of one object, `a + b` the sum, `a - 1` the excess max(0, a -
    1). `a > 0.5` and `a >= 1` are 1 if the condition holds, otherwise 0. `str(a)` is the formula.

    discrete    whether it is 1 for equal objects and 0 else, so that it is a key
    pointwise   whether `at` gives its values at any pairs
    dense       whether `pairs` has to look at every pair of a block
    bounds      the sides whose own score it never exceeds
    matches     whether it lists the elements that it matches, also if there are none
    latent      whether a correspondence of variables is part of it: only an upper bound of it may be known

    Where `Level.solving.upper` is set, `pairs` and `own` give numbers that the similarities cannot exceed.
    """

    discrete = False
    pointwise = False
    dense = False
    bounds = BOTH
    latent = False
    matches = False

    def explaining(self) -> "Similarity":
        """The similarity whose matched elements explain this similarity."""
        return self

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """All pairs within blocks whose similarity is above 0."""
        raise NotImplementedError

    def own(self, level: Level) -> FloatArray:
        """phi(x, x) of every row."""
        raise NotImplementedError

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The similarities of these pairs of rows."""
        raise NotImplementedError

    def identity(self, level: Level) -> IntArray:
        """One integer per row, equal for objects that no part of the formula can tell apart.

        Of a discrete similarity it is its key.
        """
        raise NotImplementedError

    def key(self, level: Level) -> IntArray | None:
        """One integer per row, if pairs have similarity 1 exactly when their integers are equal and 0
        otherwise; None for other similarities.
        """
        return self.identity(level) if self.discrete else None

    def factor(self) -> "Similarity":
        """The similarity as a factor of a product: itself, but for fields that may be absent."""
        return self

    def variables(self, level: Level) -> "list[IntArray]":
        """For each place of the formula where variables are, the row of each object's variable.

        It is a row of the level in `Scope`; -1 where the object has a constant there.
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
    """A similarity unchanged; a mapping as the record of its fields. Raises UsageError for anything else."""
    if isinstance(operand, Similarity):
        return operand
    if isinstance(operand, Mapping):
        from nerkit.algebra.operators import record

        return record(operand)
    hint = "; wrap a function as func(f)" if callable(operand) else ""
    raise UsageError(f"{operand!r} is not a similarity{hint}")


def refined(block: IntArray, *keys: IntArray) -> IntArray:
    """Smaller blocks: the rows of each are also equal in *keys*."""
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
    """The pairs of several parts, one part after another; the parts share no pair and have no inner pairs."""
    if len(parts) == 1:
        return parts[0]
    gold, system, value = zip(*((part.gold, part.system, part.value) for part in parts), strict=True)
    return SparsePairs(np.concatenate(gold), np.concatenate(system), np.concatenate(value))
