"""`match_sets`, the matching of two sets, and `subset`, made with it; `matching` has the arithmetic.

In some sets, system elements count by their rank, or as often as the gold element occurs.

    first = 5          the system's first five elements, without repeated elements
    first = "gold"     as many system elements as gold elements in the document
    pad                the system's own score is `first` if it has an element: precision is hits / k

Gold `a b c`, the system `x a x b c`, first = 3: x, a and b count, P = 2/3 and R = 2/3.

    duplicates = "gold"   each copy in gold counts; one copy in the system is enough for all equal gold
                          elements

Gold `a a b`, the system `a c c`: P = 2/3 and R = 2/3. Published scorers count tokens with several corrections
in this way.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.matching import DUPLICATES, SetMatching, checked
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import same
from nerkit.algebra.similarity import Similarity, similarity
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, first_of_each, turns
from nerkit.exceptions import UsageError, unknown

AS_GOLD = "gold"


@dataclass(frozen=True, eq=False, repr=False)
class RankedMatching(SetMatching):
    """A matching of sets in which only the *first* system elements count; None: all elements."""

    first: int | str | None
    pad: bool

    def counted(self, level: Level) -> BoolArray:
        return level.once(("ranked", self), lambda: self._first(level))

    def _first(self, level: Level) -> BoolArray:
        """A mask of the elements that count: distinct elements, and on the system's side only the first
        of these.
        """
        counted = super().counted(level).copy()
        if self.first is None or level.is_mirrored:
            return counted
        rows = np.flatnonzero(counted)
        rows = rows[rows >= level.border]
        parent = level.parent[rows]
        limit = self._limits(level, counted)[parent]
        counted[rows[turns(parent) >= limit]] = False
        return counted

    def _limits(self, level: Level, counted: BoolArray) -> IntArray:
        """The number of elements that count in each collection, shape (collections,)."""
        above = level.above
        assert above is not None
        if self.first != AS_GOLD:
            return np.full(len(above), self.first, np.int64)
        sizes = np.bincount(level.parent[counted], minlength=len(above))
        if not above.is_paired:
            raise UsageError(f"first={AS_GOLD!r} can be used only with the collection of a document")
        return np.tile(sizes[: above.border], 2)

    def _own(self, level: Level) -> FloatArray:
        own = super()._own(level)
        if self.pad and isinstance(self.first, int):
            system = own[level.border :]
            own[level.border :] = np.where(system > 0, np.maximum(system, self.first), system)
        return own

    def text(self, name: str = "") -> str:
        padded = " padded" * self.pad
        return (
            super()
            .text(name)
            .replace(f"[{self.constraint}]", f"[{self.constraint}, first {self.first}{padded}]", 1)
        )


@dataclass(frozen=True, eq=False, repr=False)
class RepeatedInGold(SetMatching):
    """A matching of equal elements. An element counts as often as gold has it, or once if gold lacks it."""

    def counted(self, level: Level) -> BoolArray:
        return level.once(("counted", self), lambda: self._distinct_in_system(level))

    def _distinct_in_system(self, level: Level) -> BoolArray:
        """A mask of all gold elements, and of the first of equal system elements."""
        counted = np.ones(len(level), bool)
        key = combine(level.parent, self.inner.identity(level))
        system = np.arange(level.border, len(level))
        counted[system] = False
        counted[system[first_of_each(key[system])]] = True
        return counted

    def _own(self, level: Level) -> FloatArray:
        below, counted = level.elements(), self.counted(level.elements())
        if not level.is_paired:
            raise UsageError(f"duplicates={AS_GOLD!r} can be used only with the collection of a document")
        key = combine(below.parent % level.border, self.inner.identity(below))
        _, code = np.unique(key, return_inverse=True)
        often = np.bincount(code[: below.border], minlength=int(code.max(initial=0)) + 1)
        weight = np.where(np.arange(len(below)) < below.border, 1, np.maximum(often[code], 1))
        return np.bincount(below.parent[counted], weight[counted], len(level)).astype(float)


def repeated_in_gold(inner: Similarity) -> Similarity:
    """The matching of elements that count as often as gold has them. Raises UsageError if *inner* is not
    an equality.
    """
    if not inner.discrete:
        raise UsageError(f"duplicates={AS_GOLD!r} needs equality, not {inner}")
    return RepeatedInGold(inner, "1:N", AS_GOLD)


def checked_first(first: int | str | None, pad: bool) -> tuple[int | str | None, bool]:
    """The arguments unchanged. Raises UsageError for an invalid *first*, or for *pad* without a number."""
    is_number = isinstance(first, int) and not isinstance(first, bool) and first > 0
    if first is not None and not is_number and first != AS_GOLD:
        raise UsageError(f"first must be a whole number above 0, or {AS_GOLD!r}, not {first!r}")
    if not isinstance(pad, bool):
        raise UsageError(f"pad must be true or false, not {pad!r}")
    if pad and not is_number:
        raise UsageError("pad needs a number of elements, as first = 5")
    return first, pad


def match_sets(
    inner: Any,
    constraint: str = "1:1",
    normalize: str | None = None,
    *,
    duplicates: str = "set",
    latent: bool | str = False,
    first: int | str | None = None,
    pad: bool = False,
) -> Similarity:
    """The matching score of two collections, whose elements *inner* compares; normalised if *normalize* is
    given.

    constraint   "1:1", "N:1" (several system elements to one gold element), "1:N" or "N:N"
    normalize    "p", "r", "f1", "f0.5" (any F-beta), "j" or None
    duplicates   "set": repeated elements count once; "multiset": each copy counts. "gold": each gold copy
                 counts, and one system copy is enough for all (see above)
    latent       whether elements have variables, which correspond one to one (`latent_sets`): True for
                 `Variable`
                 values, or the name of the field that lists the variables
    first        the number of system elements that count, in their order, after repeated elements are
                 dropped;
                 "gold": the number of gold elements of the document
    pad          whether the system's own score is *first* if it has an element

    >>> print(match_sets(match_sets(same) - 1, "N:N", "f1"))
    F1[N:N](max(0, Σ[1:1](same) − 1))
    """
    if duplicates not in DUPLICATES:
        raise unknown("value of duplicates", str(duplicates), DUPLICATES)
    matching: Similarity
    if first is not None or pad:
        if latent is not False or duplicates != "set" or constraint != "1:1":
            raise UsageError("first can be used only with a matching of sets, 1:1, without variables")
        matching = RankedMatching(similarity(inner), constraint, duplicates, *checked_first(first, pad))
    elif duplicates == "gold":
        if latent is not False or constraint != "1:1":
            raise UsageError(
                'duplicates="gold" can be used only with a matching of sets, 1:1, without variables'
            )
        matching = repeated_in_gold(similarity(inner))
    elif latent is False:
        matching = SetMatching(similarity(inner), checked(constraint), duplicates)
    else:
        from nerkit.algebra.latent_sets import LatentMatching  # loads the solver of correspondences

        if checked(constraint) != "1:1":
            raise UsageError(
                f"a latent matching must be 1:1, not {constraint}, because variables correspond one to one"
            )
        declared = None if latent is True else latent
        matching = LatentMatching(similarity(inner), constraint, duplicates, declared)
    return matching if normalize is None else normalize_by(matching, normalize)


# the system's set is part of gold's, and not empty (Eq. 25)
subset = where(match_sets(same, normalize="p"), at_least=1)
