"""Krippendorff's alpha for units of a continuum (1995; formula of 2004).

For a label, each annotator cuts the continuum into units and gaps:

    anna   [0, 3)        [7, 10)       L = 12
    ben    [0, 3)         [8, 10)
    a pair of units that overlap costs (start - start)² + (end - end)², a unit inside a gap its length squared
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, permutations, product
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import combine, groups
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.exceptions import InputError

NOTHING = "{} has no value, because chance alone gives no disagreement (0/0)"
NOT_SHARED = "{} has no value, because no two annotators have a document in common"
Sections = list[tuple[int, int]]
Disagreement = tuple[int, float, float]  # a document; observed and expected disagreement, times its length


class AlphaU:
    """The disagreement on the units of annotators, compared with chance."""

    def __init__(self, spans: Annotations, note: Callable[[str], None]) -> None:
        self.spans, self.note = spans, note
        # label (None: any), document (None: any) -> disagreements
        self._found: dict[tuple[str | None, int | None], list[Disagreement]] = {}
        for label, one in disagreements(spans):
            for key in product((label, None), (one[0], None)):
                self._found.setdefault(key, []).append(one)

    def value(self, label: str | None, document: int | None) -> tuple[float | None, dict[str, Any]]:
        """Return alpha-u of a label and a document (None: all), and further numbers."""
        annotators, spans = {"annotators": len(self.spans.names)}, self.spans
        if not shared(spans, document):
            self.note(NOT_SHARED.format("alpha-u"))
            return None, annotators
        chosen = self._found.get((label, document), ())
        observed, expected = (sum(one[place] for one in chosen) for place in (1, 2))
        if not expected:
            self.note(NOTHING.format("alpha-u"))
        codes = {code for code, _, _ in self._found.get((None, document), ())}
        items = sum(int(spans.length[code]) for code in codes)
        extra = {"observed": 1 - observed / (items or 1), "expected": 1 - expected / (items or 1)}
        return 1 - observed / expected if expected else None, extra | {"items": items} | annotators

    def resampled(self, label: str | None, weights: FloatArray) -> FloatArray:
        """Return alpha-u for each choice of documents, shape (choices,); undefined values are nan."""
        sums = np.zeros((2, weights.shape[1]))
        for code, *one in self._found.get((label, None), ()):
            sums[:, code] += one
        return complement(*(weights @ column for column in sums))


def shared(spans: Annotations, document: int | None) -> bool:
    """Return whether at least two annotators have this document (None: any document)."""
    several = spans.has.sum(axis=0) > 1
    return bool(several.any() if document is None else several[document])


def complement(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """Return 1 - observed / expected; nan for an expected disorder of 0."""
    share: FloatArray = np.divide(observed, expected, where=expected > 0, out=np.full(len(observed), np.nan))
    return 1 - share


def disagreements(spans: Annotations) -> Iterator[tuple[str, Disagreement]]:
    """Yield each label and the disagreement on it, for each document that at least two annotators have.

    Raises InputError if units of one annotator and label overlap.
    """
    order = np.lexsort((spans.start, spans.annotator))
    key = combine(spans.document, spans.label.codes) if len(order) else order
    for own in groups(key[order]):
        rows = order[own]
        document = int(spans.document[rows[0]])
        present = np.flatnonzero(spans.has[:, document]).tolist()
        if len(present) > 1:
            units = _units(spans, rows, present)
            found = _disagreement(units, int(spans.length[document]))
            yield str(spans.label.value(int(rows[0]))), (document, *found)


def _units(spans: Annotations, rows: IntArray, present: Sequence[int]) -> list[Sections]:
    """Return the units of each annotator, in their order."""
    units: dict[int, Sections] = {annotator: [] for annotator in present}
    columns = (spans.annotator, spans.start, spans.end)
    for annotator, start, end in zip(*(column[rows].tolist() for column in columns), strict=True):
        mine = units[annotator]
        if mine and start < mine[-1][1]:
            raise InputError(
                f"units [{mine[-1][0]}, {mine[-1][1]}) and [{start}, {end}) of "
                f"{spans.label.value(int(rows[0]))} overlap in "
                f"document {spans.documents[int(spans.document[rows[0]])]!r}",
                source=spans.names[annotator],
                remedy=(
                    'alpha-u cannot use overlapping units; gamma can, or units="character" may separate them'
                ),
            )
        mine.append((start, end))
    return list(units.values())


def _disagreement(units: Sequence[Sections], length: int) -> tuple[float, float]:
    """Return the disagreement between the units of several annotators in a continuum of *length*, observed
    and expected by chance, both times the length.
    """
    edges = [[0, *chain.from_iterable(own), length] for own in units]
    gaps = [[gap for gap in zip(own[::2], own[1::2], strict=True) if gap[0] < gap[1]] for own in edges]
    count, total = len(units), 0
    for one, other in permutations(range(count), 2):
        for start, end, begin, stop in _overlapping(units[one], units[other]):
            total += (start - begin) ** 2 + (end - stop) ** 2
        for start, end, begin, stop in _overlapping(units[one], gaps[other]):
            total += 2 * (end - start) ** 2 * (begin <= start and end <= stop)
    observed = total / (count * (count - 1) * length**2)
    sizes = [end - start for own in units for start, end in own]
    holes = np.sort(np.array([end - start for own in gaps for start, end in own], np.int64))
    behind = np.append(np.cumsum(holes[::-1])[::-1], 0)
    expected = 0.0
    for size in sizes:
        first = int(np.searchsorted(holes, size))
        wide = int(behind[first]) - (len(holes) - first) * (size - 1)
        expected += (len(sizes) - 1) * (2 * size**3 - 3 * size**2 + size) / 3 + size**2 * wide
    places = count * length * (count * length - 1) - sum(size * (size - 1) for size in sizes)
    return observed * length, 2 * expected / places if places else 0.0


def _overlapping(left: Sections, right: Sections) -> Iterator[tuple[int, int, int, int]]:
    """Yield all pairs of overlapping sections of two lists, whose own sections do not overlap."""
    first = 0
    for start, end in left:
        while first < len(right) and right[first][1] <= start:
            first += 1
        place = first
        while place < len(right) and right[place][0] < end:
            yield start, end, *right[place]
            place += 1
