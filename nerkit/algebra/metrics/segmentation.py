"""Errors of a segmentation, window by window: Pk and WindowDiff.

A document is a sequence of marks, one between any two units, true if a segment ends there. A window of k
marks begins at every mark with k - 1 marks after it, so n marks have n - k + 1 windows. If k > n, one window
covers all marks.

    ends    a window is wrong if one side has a boundary in it and the other has none (Pk)
    count   a window is wrong if the sides have different numbers of boundaries in it (WindowDiff)

The value is the number of wrong windows over the number of windows: 0 is perfect. With `average = "mean"` it
is the mean over documents. Gold 0100, the system 0001, k = 2: windows 01 10 00 and 00 00 01, three of three
wrong. (Beeferman, Berger and Lafferty 1999; Pevzner and Hearst 2002.)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.objects import Name, quoted
from nerkit.algebra.operators import field as of_field
from nerkit.algebra.similarity import Similarity, SparsePairs, within_blocks
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.exceptions import UsageError, unknown

COMPARE = ("ends", "count")
MARKS = {False: 0, True: 1, "0": 0, "1": 1}  # the integers 0 and 1 equal False and True


@dataclass(frozen=True, eq=False, repr=False)
class Windows(Similarity):
    """The number of wrong windows. The own score is the number of windows."""

    window: int
    compare: str

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of sequences within blocks, with the number of wrong windows."""
        sums, pairs = level.once("marks", lambda: self._sums(level)), within_blocks(level, block)
        value = np.zeros(len(pairs))
        for place, (gold, system) in enumerate(zip(pairs.gold.tolist(), pairs.system.tolist(), strict=True)):
            value[place] = self._wrong(level, sums, gold, system)
        return pairs.valued(value)

    def _sums(self, level: Level) -> list[IntArray]:
        """The number of boundaries up to each mark of each sequence, beginning with 0."""
        below = level.elements()
        for row, value in enumerate(below.values):
            if not isinstance(value, bool | int | str) or value not in MARKS:
                below.fail(f"{quoted(value)} is not a mark; a mark is 0 or 1", row)
        marks = np.array([MARKS[value] for value in below.values], np.int64)
        parts = np.split(marks, np.searchsorted(below.parent, np.arange(1, len(level))))
        return [np.append(0, np.cumsum(part)) for part in parts]

    def _wrong(self, level: Level, sums: list[IntArray], gold: int, system: int) -> int:
        if not len(level.values[system]):  # a document that the system lacks has no boundaries
            theirs = np.zeros(len(sums[gold]), np.int64)
        elif len(sums[gold]) != len(sums[system]):
            level.fail(
                f"{len(sums[system]) - 1} marks, but the gold document has {len(sums[gold]) - 1}", system
            )
        else:
            theirs = sums[system]
        size = min(self.window, len(theirs) - 1)
        inside = [side[size:] - side[: len(side) - size] for side in (sums[gold], theirs)]
        if self.compare == "ends":
            inside = [np.minimum(side, 1) for side in inside]
        return int(np.sum(inside[0] != inside[1])) if size else 0

    def own(self, level: Level) -> FloatArray:
        """The number of windows of each sequence; paired documents have gold's number on both sides."""
        sizes = np.array([len(one) for one in level.values], np.int64)
        half = len(sizes) // 2
        if level.is_paired:  # both sides have the windows of gold
            sizes[half:] = sizes[:half]
        return np.where(sizes > 0, np.maximum(sizes - self.window + 1, 1), 0).astype(float)

    def empty(self) -> Any:
        return ()

    def text(self, name: str = "") -> str:
        return f"|wrong {self.compare} in windows of {name or 'marks'}, window:{self.window}|"


def windows(window: int, compare: str = "ends", *, field: Name | None = None) -> Similarity:
    """The share of wrong windows, as the precision of a metric: lower values are better.

    window    the size of a window, in marks
    compare   "ends" (Pk) or "count" (WindowDiff)
    field     the field of documents with the sequence; None if documents are the sequences

    >>> windows(2).score([[0, 1, 0, 0]], [[0, 0, 0, 1]])
    1.0
    """
    from nerkit.algebra.normalizers import normalize

    if isinstance(window, bool) or not isinstance(window, int) or window < 1:
        raise UsageError(f"window must be a whole number above 0, not {window!r}")
    if compare not in COMPARE:
        raise unknown("comparison of windows", str(compare), COMPARE)
    share = normalize(Windows(window, compare), "p")
    return share if field is None else of_field(field, share)
