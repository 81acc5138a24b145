"""Sets of which the system's first elements count, as of ranked lists.

    first = 5          the system's first five elements, after those that repeat an earlier one are dropped
    first = "gold"     as many as the document has in gold
    pad                the system's own score is `first` wherever it has an element: precision is hits / k

Gold `a b c`, the system `x a x b c`, first = 3: x, a and b count, P = 2/3 and R = 2/3.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.matching import SetMatching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import turns
from nerkit.errors import UsageError

AS_GOLD = "gold"


@dataclass(frozen=True, eq=False, repr=False)
class RankedMatching(SetMatching):
    """A matching of sets, of whose system's elements the first count; None: all of them."""

    first: int | str | None
    pad: bool

    def counted(self, level: Level) -> BoolArray:
        return level.once(("ranked", self), lambda: self._first(level))

    def _first(self, level: Level) -> BoolArray:
        """The distinct elements, of the system the first ones."""
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
        """How many elements of each collection are looked at, shape (collections,)."""
        above = level.above
        assert above is not None
        if self.first != AS_GOLD:
            return np.full(len(above), self.first, np.int64)
        sizes = np.bincount(level.parent[counted], minlength=len(above))
        if not _is_of_documents(above):
            raise UsageError(f"first={AS_GOLD!r} goes with the collection of a document")
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


def _is_of_documents(level: Level) -> bool:
    """Whether the rows of a level are those of documents, each side's in one order."""
    while level.above is not None:
        if len(level) != len(level.above):
            return False
        level = level.above
    return 2 * level.border == len(level)


def checked_first(first: int | str | None, pad: bool) -> tuple[int | str | None, bool]:
    """The two as they are. Raises UsageError for no number of elements, and for padding without one."""
    is_number = isinstance(first, int) and not isinstance(first, bool) and first > 0
    if first is not None and not is_number and first != AS_GOLD:
        raise UsageError(f"first is a whole number above 0, or {AS_GOLD!r}, not {first!r}")
    if not isinstance(pad, bool):
        raise UsageError(f"pad is true or false, not {pad!r}")
    if pad and not is_number:
        raise UsageError("pad goes with a number of elements, first = 5")
    return first, pad
