"""Values of units: the set of the labels of all spans that cover each unit.

    units     0    1    2    3    4    5       The borders of spans cut the units into runs: 0, 1-2, 3, 4-5.
    spans     X    X    X    X                 A run has the labels of all spans that have begun and not yet
                   Y    Y                      ended, as the bits of an integer.
    values    X   X+Y  X+Y   X    O    O

The work grows with the numbers of spans and units, not with the lengths of the spans.
"""

from collections import Counter

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, Vocabulary
from nerkit.algorithms.keys import expand
from nerkit.evaluation.agreement.item_values import OUTSIDE
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_SET_LABELS


def covered(first: IntArray, last: IntArray, label: Column, size: int) -> tuple[IntArray, list[str]]:
    """Return the code of the label set of each unit, shape (size,), and the names of the codes from 1 on.

    Code 0 means that no span `[first, last)` covers the unit, or only spans with the label O, as in files of
    tags. Raises UsageError if all sets together have more than MOST_SET_LABELS labels.
    """
    names = [str(name) for name in label.values]
    if (last > first).all() and (first[1:] >= last[:-1]).all():
        row, unit = expand(first, last)
        value = np.zeros(size, np.int64)
        value[unit] = np.array([0 if name == OUTSIDE else i for i, name in enumerate(names, 1)] or [0])[
            label.codes[row]
        ]
        return value, names
    edges, sets = _runs(first, last, label)
    distinct = dict.fromkeys(sets)
    if (count := sum(bits.bit_count() for bits in distinct if bits.bit_count() > 1)) > MOST_SET_LABELS:
        raise UsageError(
            f"the sets of labels that cover a unit have {count:,} labels, more than {MOST_SET_LABELS:,}; "
            'measures="f1" compares spans, positions=True leaves out labels'
        )
    vocabulary = Vocabulary({name: code for code, name in enumerate(names)})
    codes = {0: 0}
    for bits in filter(None, distinct):
        name = "+".join(sorted(names[code] for code in _members(bits)))
        codes[bits] = 0 if name == OUTSIDE else vocabulary[name] + 1
    return np.repeat([codes[bits] for bits in sets], np.diff([*edges, size])), list(vocabulary)


def _runs(first: IntArray, last: IntArray, label: Column) -> tuple[list[int], list[int]]:
    """Return the first unit of each run, and the set of labels of each run, with a bit for each label."""
    kept = last > first
    at, codes = np.concatenate([last[kept], first[kept]]), np.tile(label.codes[kept], 2)
    steps = np.repeat([-1, 1], kept.sum())
    order = np.argsort(at, kind="stable")
    edges, sets, spans = [0], [0], Counter[int]()
    for place, code, step in zip(*(column[order].tolist() for column in (at, codes, steps)), strict=True):
        if place > edges[-1]:
            edges.append(place)
            sets.append(sets[-1])
        spans[code] += step
        if spans[code] == max(step, 0):  # the first open span of the label began, or the last ended
            sets[-1] ^= 1 << code
    return edges, sets


def _members(bits: int) -> list[int]:
    """Return the places of the bits of an integer that are 1."""
    places = []
    while bits:
        places.append(bits.bit_length() - 1)
        bits ^= 1 << places[-1]
    return places
