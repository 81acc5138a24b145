"""Values of units: the set of the labels of all spans that cover each unit.

    units     0    1    2    3    4    5       The borders of spans cut the units into runs: 0, 1-2, 3, 4-5.
    spans     X    X    X    X                 A run has the labels of all spans that have begun and not yet
                   Y    Y                      ended; a sum with one bit per label finds these labels.
    values    X   X+Y  X+Y   X    O    O

The work grows with the numbers of spans and units, not with the lengths of the spans.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, Vocabulary
from nerkit.algorithms.keys import combine, distinct, expand, first_of_each, ranked
from nerkit.evaluation.agreement.item_values import OUTSIDE
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_SET_LABELS

BITS = 62  # labels that one integer holds, one bit each


def covered(first: IntArray, last: IntArray, label: Column, size: int) -> tuple[IntArray, list[str]]:
    """Return the code of the label set of each unit, shape (size,), and the names of the codes from 1 on.

    Code 0 means that no span `[first, last)` covers the unit. Raises UsageError if all sets together have
    more than MOST_SET_LABELS labels.
    """
    names = [str(name) for name in label.values]
    if (last > first).all() and (first[1:] >= last[:-1]).all():
        return _sums(first, last, _inside(names)[label.codes + 1], size), names
    first, last, codes = _united(first, last, label.codes)
    edges = distinct(np.concatenate([[0], first, last]))
    first, last = np.searchsorted(edges, first), np.searchsorted(edges, last)
    value = _sums(first, last, _inside(names)[codes + 1], len(edges))
    depth = _sums(first, last, np.ones_like(codes), len(edges))
    if (depth > 1).any():
        before = np.append(0, np.cumsum(depth > 1))  # runs with several labels before each
        sets, names = _sets(before[first], before[last], Column(names, codes), depth[depth > 1])
        value[depth > 1] = _inside(names)[sets + 1]
    return np.repeat(value, np.diff(np.append(edges, size))), names


def _inside(labels: Sequence[str]) -> IntArray:
    """Return the code of "no label", 0, and the code of each label, from 1, shape (labels + 1,).

    A label called O has the code 0, as in files of tags.
    """
    return np.array([0, *(0 if name == OUTSIDE else i for i, name in enumerate(labels, 1))], np.int64)


def _sums(first: IntArray, last: IntArray, amount: IntArray, size: int) -> IntArray:
    """Return the summed amounts of the spans that cover each unit, shape (size,)."""
    steps = np.zeros(size + 1, np.int64)
    np.add.at(steps, first, amount)
    np.subtract.at(steps, last, amount)
    found: IntArray = np.cumsum(steps, out=steps)[:size]
    return found


def _united(first: IntArray, last: IntArray, label: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the first units, last units and labels of non-empty spans, with overlapping spans of one
    label united.
    """
    order = np.lexsort((first, label))
    order = order[last[order] > first[order]]
    first, last, label = first[order], last[order], label[order]
    apart = label * (last.max(initial=0) + 1)  # so that spans of different labels do not overlap
    reach = np.maximum.accumulate(last + apart)
    begins = np.append(True, (first + apart)[1:] >= reach[:-1])[: len(first)]
    ends = np.append(begins[1:], True)[: len(first)]
    return first[begins], (reach - apart)[ends], label[begins]


def _sets(first: IntArray, last: IntArray, label: Column, depth: IntArray) -> tuple[IntArray, list[str]]:
    """Return the code of the label set of each run, shape (runs,), and the names of the codes.

    *depth* is the number of labels over each run, shape (runs,).
    """
    kept = last > first
    first, last, codes = first[kept], last[kept], label.codes[kept]
    used = distinct(codes)
    place = np.searchsorted(used, codes)
    shape = np.zeros(len(depth), np.int64)
    for begin in range(0, len(used), BITS):
        own = (place >= begin) & (place < begin + BITS)
        bits = _sums(first[own], last[own], np.int64(1) << (place[own] - begin), len(depth))
        shape = ranked(combine(shape, bits))[0]
    runs = np.sort(first_of_each(shape))  # the first run of each set
    if (count := int(depth[runs].sum())) > MOST_SET_LABELS:
        raise UsageError(
            f"the sets of labels that cover a unit have {count:,} labels, more than {MOST_SET_LABELS:,}; "
            'measures="f1" compares spans, positions=True leaves out labels'
        )
    row, which = expand(np.searchsorted(runs, first), np.searchsorted(runs, last))
    names = [str(label.values[code]) for code in used.tolist()]
    alphabet = np.empty(len(names), np.int64)
    alphabet[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    row = row[np.lexsort((alphabet[place[row]], which))]
    vocabulary = Vocabulary({str(name): code for code, name in enumerate(label.values)})
    meaning = np.zeros(len(runs), np.int64)
    listed = [names[code] for code in place[row].tolist()]
    ends = np.cumsum(depth[runs]).tolist()
    for k, (begin, end) in enumerate(zip([0, *ends], ends, strict=False)):
        meaning[shape[runs[k]]] = vocabulary["+".join(listed[begin:end])]
    return meaning[shape], list(vocabulary)
