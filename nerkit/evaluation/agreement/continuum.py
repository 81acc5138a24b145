"""Krippendorff's alpha for units of a continuum (1995; formula of 2004).

For a label, each annotator cuts the continuum into units and gaps:

    anna   [0, 3)        [7, 10)       L = 12
    ben    [0, 3)         [8, 10)
    a pair of units that overlap costs (start - start)² + (end - end)², a unit inside a gap its length squared
"""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.keys import combine
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.exceptions import InputError

Sections = list[tuple[int, int]]


class Disagreement(NamedTuple):
    """The disagreement on a label in a document, observed and expected by chance, both times the
    document's length; and this length in units.
    """

    observed: float
    expected: float
    length: int


def disagreements(annotations: Annotations) -> dict[tuple[str, int], Disagreement]:
    """Return the disagreement on each label in each document that has at least two annotators.

    The keys are (label, code of the document). Raises InputError if units of one annotator and label
    overlap.
    """
    one = annotations
    key = combine(one.document, one.label.codes) if len(one.start) else one.start
    order = np.lexsort((one.start, one.annotator, key))
    borders = [0, *(np.flatnonzero(np.diff(key[order])) + 1).tolist(), len(order)] if len(order) else [0]
    found: dict[tuple[str, int], Disagreement] = {}
    for begin, end in pairwise(borders):
        rows = order[begin:end]
        document, label = int(one.document[rows[0]]), str(one.label.value(int(rows[0])))
        present = np.flatnonzero(one.has[:, document]).tolist()
        if len(present) < 2:
            continue
        units: dict[int, Sections] = {annotator: [] for annotator in present}
        for row in rows.tolist():
            mine = units[int(one.annotator[row])]
            span = (int(one.start[row]), int(one.end[row]))
            if mine and span[0] < mine[-1][1]:
                raise InputError(
                    f"units [{mine[-1][0]}, {mine[-1][1]}) and [{span[0]}, {span[1]}) of {label} overlap in "
                    f"document {one.documents[document]!r}",
                    source=one.names[int(one.annotator[row])],
                    remedy=(
                        'alpha-u cannot use overlapping units; gamma can, or units="character" may '
                        "separate them"
                    ),
                )
            mine.append(span)
        found[label, document] = _disagreement(list(units.values()), int(one.length[document]))
    return found


def _disagreement(units: Sequence[Sections], length: int) -> Disagreement:
    """Return the disagreement between the units of several annotators in a continuum of *length*."""
    edges = [[0, *chain.from_iterable(own), length] for own in units]
    gaps = [[gap for gap in zip(own[::2], own[1::2], strict=True) if gap[0] < gap[1]] for own in edges]
    count = len(units)
    total = 0
    for i in range(count):
        for j in range(i + 1, count):
            total += _between(units[i], units[j]) + _inside(units[i], gaps[j]) + _inside(units[j], gaps[i])
    observed = 2 * total / (count * (count - 1) * length**2)
    sizes = [end - start for own in units for start, end in own]
    holes = np.sort(np.array([end - start for own in gaps for start, end in own], np.int64))
    behind = np.append(np.cumsum(holes[::-1])[::-1], 0)
    expected = 0.0
    for size in sizes:
        first = int(np.searchsorted(holes, size))
        wide = int(behind[first]) - (len(holes) - first) * (size - 1)
        expected += (len(sizes) - 1) * (2 * size**3 - 3 * size**2 + size) / 3 + size**2 * wide
    places = count * length * (count * length - 1) - sum(size * (size - 1) for size in sizes)
    return Disagreement(observed * length, 2 * expected / places if places else 0.0, length)


def _between(left: Sections, right: Sections) -> int:
    """Return the summed cost of all pairs of units of two annotators that overlap."""
    total = j = 0
    for start, end in left:
        while j < len(right) and right[j][1] <= start:
            j += 1
        k = j
        while k < len(right) and right[k][0] < end:
            total += (start - right[k][0]) ** 2 + (end - right[k][1]) ** 2
            k += 1
    return total


def _inside(units: Sections, gaps: Sections) -> int:
    """Return the summed cost of the units of an annotator that lie inside a gap of another annotator."""
    total = j = 0
    for start, end in units:
        while j < len(gaps) and gaps[j][1] < end:
            j += 1
        if j < len(gaps) and gaps[j][0] <= start:
            total += (end - start) ** 2
    return total
