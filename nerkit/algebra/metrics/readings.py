"""Gold with several whole readings, for example of several annotators: a document is scored against one
reading.

    greedy   documents in their order; each takes the reading that makes the corpus value so far the largest.
             Published scorers of corrections do this, too; the value depends on the order of documents
    best     the choice of all documents together with the largest corpus value

Among equal values, the reading with more correct items is taken, then the reading with fewer items, then the
first. Dinkelbach's iteration finds the best choice. A value is a quotient of sums, N / D. Given the value λ
of a choice, each document takes the reading with the largest n - λ d. The value of the new choice is larger,
until no choice is better.

Gold {a} or {b, c}, the system {b}: F1 of the readings is 0 and 2/3, so the second is taken.

If the value is a mean over documents, each document takes the reading with the largest value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from nerkit.algebra.formula import FMeasure, measured
from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import fraction
from nerkit.algebra.objects import Name, quoted
from nerkit.algebra.similarity import Metric, Similarity
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import first_of_each
from nerkit.exceptions import UsageError, unknown
from nerkit.results.averages import MACRO, MEANS
from nerkit.results.counts import MEAN, Headline

GREEDY, BEST = "greedy", "best"
CHOICES = (GREEDY, BEST)
TIE = 1e-12  # values this close are equal
OF_DOCUMENTS = (MACRO, MEAN)  # averages whose value is a mean over documents


class _ReadingRows(Level):
    """The readings of documents: all gold readings, each opposite the reading of the system's document.

    steps   the path to each row from its document
    """

    def __init__(self, above: Level, rows: Sequence[tuple[Any, int, tuple[Name, ...]]]) -> None:
        values = [value for value, _, _ in rows]
        parent = np.array([row for _, row, _ in rows], np.int64)
        super().__init__(values, len(rows) // 2, above, parent, itself=True)
        self.is_paired = True
        self.steps = [steps for _, _, steps in rows]

    def path(self, row: int) -> tuple[Name, ...]:
        assert self.above is not None
        return (*self.above.path(int(self.parent[row])), *self.steps[row])


@dataclass(frozen=True, eq=False, repr=False)
class OfReadings(Metric):
    """A formula against one of the readings that the field *name* of gold documents lists.

    choose   how readings are chosen, "greedy" or "best"
    """

    inner: Similarity
    name: Name
    choose: str

    of_corpus = True

    def text(self, name: str = "") -> str:
        return f"{self.inner.text(name)} of {self.name}, {self.choose}"

    def empty(self) -> Any:
        return self.inner.empty()

    def settled(self, level: Level, average: str) -> tuple[Similarity, Level]:
        """The formula, and the documents with their chosen readings.

        Raises UsageError for an average that no choice makes largest, RecordError for a value that is not a
        reading.
        """
        if average == MEANS:
            raise UsageError(
                "readings cannot be used with means, only with the value of a corpus or of documents"
            )
        readings = level.once(("readings", self.name), lambda: self._readings(level))
        part, _ = measured(self.inner, readings, "")
        level.forget_notes()
        assert part.headline is not None
        document = readings.parent[: readings.border]
        correct, size = _fractions(part.numbers, part.headline)
        if average in OF_DOCUMENTS:
            value = np.divide(correct, size, out=np.zeros(len(correct)), where=size > 0)
            chosen = _best_of_each(document, value, correct, size)
        elif self.choose == GREEDY:
            chosen = _greedy(document, correct, size)
        else:
            chosen = _best(document, correct, size)
        documents = readings.selected(np.concatenate([chosen, chosen + readings.border]))
        documents.is_paired = True
        return self.inner, documents

    def _readings(self, level: Level) -> _ReadingRows:
        gold, system = list[tuple[Any, int, tuple[Name, ...]]](), list[tuple[Any, int, tuple[Name, ...]]]()
        for row in range(level.border):
            theirs = self._of(level, level.border + row)
            if len(theirs) != 1:
                problem = f"{len(theirs)} readings in {self.name!r}; nerkit scores one reading of a system"
                level.fail(problem, level.border + row)
            ours = self._of(level, row)
            gold += ours
            system += theirs * len(ours)
        return _ReadingRows(level, [*gold, *system])

    def _of(self, level: Level, row: int) -> list[tuple[Any, int, tuple[Name, ...]]]:
        """The readings of a document as (value, row, path). Without the field, the document is its only
        reading.
        """
        document = level.values[row]
        listed = (
            document.get(self.name) if isinstance(document, dict) else getattr(document, str(self.name), None)
        )
        if listed is None:
            return [(document, row, ())]
        if not isinstance(listed, list | tuple) or not listed:
            level.fail(f"{self.name!r} is {quoted(listed)}, not a list of readings", row)
        return [(reading, row, (self.name, place)) for place, reading in enumerate(listed)]


def _fractions(numbers: FloatArray, headline: Headline) -> tuple[FloatArray, FloatArray]:
    """The numerator and the denominator of each reading, shape (readings,) each; their sums give the
    corpus value.
    """
    correct, system, gold = numbers[:, 0], numbers[:, 1], numbers[:, 3]
    if headline.normalizer == "sum":
        return correct, np.ones(len(correct))
    return fraction(headline.normalizer, correct, system, gold)


def _best_of_each(document: IntArray, gain: FloatArray, correct: FloatArray, size: FloatArray) -> IntArray:
    """The row of each document with the largest gain."""
    order = np.lexsort((size, -correct, -np.round(gain, 12), document))
    rows: IntArray = order[first_of_each(document[order])]
    return rows


def _best(document: IntArray, correct: FloatArray, size: FloatArray) -> IntArray:
    """The rows, one per document, with the largest quotient of sums."""
    value = 0.0
    while True:
        chosen = _best_of_each(document, correct - value * size, correct, size)
        total = float(size[chosen].sum())
        better = float(correct[chosen].sum()) / total if total > 0 else 0.0
        if better <= value + TIE:
            return chosen
        value = better


def _greedy(document: IntArray, correct: FloatArray, size: FloatArray) -> IntArray:
    """The row that each document takes, shape (documents,). Documents choose one after the other."""
    begins = [*np.flatnonzero(np.diff(document, prepend=-1)).tolist(), len(document)]
    tops, bottoms = correct.tolist(), size.tolist()
    chosen, top, bottom = list[int](), 0.0, 0.0
    for begin, end in pairwise(begins):
        best, most = begin, -1.0
        for row in range(begin, end) if end - begin > 1 else ():
            below = bottom + bottoms[row]
            value = (top + tops[row]) / below if below > 0 else 0.0
            fewer = (-tops[row], bottoms[row]) < (-tops[best], bottoms[best])
            if value > most + TIE or (value > most - TIE and fewer):
                best, most = row, value
        chosen.append(best)
        top, bottom = top + tops[best], bottom + bottoms[best]
    return np.array(chosen, np.int64)


def readings(inner: Any, name: str, choose: str = BEST) -> Metric:
    """The formula *inner* against one of the readings of gold, which the field *name* of documents lists.

    choose   "greedy" or "best"

    A reading has the fields of a document; a document without the field is a reading. A system has one.

    >>> from nerkit.algebra import field, match_sets, readings, same
    >>> metric = readings(field("edits", match_sets(same, normalize="f1")), "annotators")
    >>> gold = [{"annotators": [{"edits": ["a"]}, {"edits": ["b", "c"]}]}]
    >>> round(metric.score(gold, [{"edits": ["b"]}]), 3)
    0.667
    """
    if choose not in CHOICES:
        raise unknown("choice", str(choose), CHOICES)
    if isinstance(inner, FMeasure) or not isinstance(inner, Similarity):
        raise UsageError("readings need one formula, not separate formulas for precision and recall")
    if not isinstance(name, str) or not name:
        raise UsageError(f"readings must name the field that lists them, not {name!r}")
    return OfReadings(inner, name, choose)
