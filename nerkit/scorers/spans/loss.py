"""The parts of 1 - F1: everything that is lost between gold and system, in classes that add up to it.

M0 to M3 are the sizes of largest one-to-one matchings within a cell, over growing sets of pairs:

    M0   same span, same label                 M2   also pairs that overlap and have the same label
    M1   also same span, another label         M3   also pairs that overlap and have another label

    format          gold annotations of documents whose answer could not be read
    not_in_text     annotations of the system that are strings without a place in the text
    type            2 (M1 - M0)     boundary   2 (M2 - M1)     boundary_type   2 (M3 - M2)
    spurious        annotations of the system - not_in_text - M3
    missed          gold annotations - format - M3

The sum of the classes is gold + system - 2 M0. Divided by gold + system it is 1 - F1 of `sets::span+type`.
"""

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals
from nerkit.algorithms.overlap_matching import crowded_groups, pairs_to_match
from nerkit.results.counts import numbers_of
from nerkit.scorers.spans.matching import KeyedItems

LOSSES = ("format", "not_in_text", "type", "boundary", "boundary_type", "spurious", "missed")


def lost(items: KeyedItems) -> FloatArray:
    """Return the counts of `sets` of every cell, followed by the number of each of LOSSES, shape (cells,
    11).
    """
    columns, cells = items.columns, items.cells
    gold, system = items.distinct
    document, start, end = (columns.both(name) for name in ("document", "start", "end"))
    group = cells.of * (int(document.max(initial=0)) + 1) + document
    pairs = pairs_to_match(*(Intervals(group[side], start[side], end[side]) for side in (gold, system)))
    left, right = gold[pairs.left], system[pairs.right]
    items.crowded.update(crowded_groups(pairs, document[gold]).tolist())
    same_span = (start[left] == start[right]) & (end[left] == end[right])
    same_key = items.code[left] == items.code[right]
    same_type = _same_type(items)[left] == _same_type(items)[right]

    def matched(some: BoolArray) -> FloatArray:
        """Return the size of the largest matching of some pairs, by cell."""
        rows = np.flatnonzero(some)
        chosen = rows[pairs.take(rows).best(np.ones(len(rows)))]
        return cells.sums(left[chosen])

    m0, m1 = matched(same_key), matched(same_span)
    m2, m3 = matched(same_span | same_type), matched(np.ones(len(left), bool))
    unreadable = columns.unreadable[document[gold]]
    nowhere = columns.strings_without_place[system]
    total = [cells.sums(side) for side in (gold, system)]
    lost_format, not_in_text = cells.sums(gold[unreadable]), cells.sums(system[nowhere])
    classes = (
        lost_format,
        not_in_text,
        2 * (m1 - m0),
        2 * (m2 - m1),
        2 * (m3 - m2),
        total[1] - not_in_text - m3,
        total[0] - lost_format - m3,
    )
    return np.concatenate([numbers_of(m0, total[1], total[0]), np.stack(classes, axis=1)], axis=1)


def _same_type(items: KeyedItems) -> IntArray:
    """Return the codes of labels, NONE for annotations without a label, shape (rows,)."""
    codes: IntArray = items.columns.column("type").codes
    return np.where(codes == NONE, NONE, codes)


def one_minus_f1(numbers: FloatArray, beta: float, empty: str) -> FloatArray:  # noqa: ARG001  (it is F1's)
    """Return 1 - F1 of counts, shape (…, 1, 4 or more), as a value without P, R and F, shape (…, 4)."""
    from nerkit.results.scores import f_score

    scores = np.full((*numbers.shape[:-2], 4), np.nan)
    scores[..., 0] = 1 - f_score(numbers[..., 0, :], 1.0, empty)
    return scores
