"""Measures over mentions rather than entities.

    mor    mention overlap ratio: the best one-to-one matching of gold and system mentions by words in common, over the words of
           the mentions of each side. Whatever else counts as a match; empty nodes are words at their position.
    zero   anaphora of empty nodes. In every entity all mentions but the first are anaphors. A gold anaphor headed by an empty node
           is right if the entity of its aligned system mention, itself not the first there, holds the partner of an earlier
           mention of the gold entity; wrong if it does not; and missed without such a system mention. System anaphors
           headed by an empty node that are partner of none of these are spurious. Precision: right / (right + wrong + spurious),
           recall: right / (right + wrong + missed).

Both follow corefud-scorer 1.2. Deliberate difference: corefud-scorer looks empty nodes up by position before it looks at the
alignment, so that two that are right but swapped count as wrong; here the alignment alone decides.
"""

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, overlapping_pairs
from nerkit.algorithms.keys import combine, turns
from nerkit.corpora.mentions import Mentions
from nerkit.results.counts import numbers_of
from nerkit.scorers.coref.matching import How, align, by_position


def mor(gold: Mentions, system: Mentions) -> FloatArray:
    """(p_num, p_den, r_num, r_den) of every document, shape (documents, 4); all are numbers of words."""
    size, width = gold.span.sizes(), len(gold.documents)
    left, right = align(gold, system, How("exact", "linear"))
    # a mention with an equal one loses nothing by taking it: |A & B| + |A & C| <= |A| + |B & C|
    rest = [_without(len(side), taken) for side, taken in ((gold, left), (system, right))]
    rows, words = _overlaps(gold, system, rest)
    matched = gold.document[np.append(left, rows)], np.append(size[left], words)
    shared = np.bincount(*matched, width)
    own = np.bincount(gold.document, size, width)
    other = np.bincount(system.document, system.span.sizes(), width)
    return numbers_of(shared, other, own)


def zero(gold: Mentions, system: Mentions, pairs: tuple[IntArray, IntArray]) -> FloatArray:
    """(p_num, p_den, r_num, r_den) of every document, shape (documents, 4); *pairs* are rows that `align` gave."""
    turn, later = _turns(gold), _turns(system) > 0
    partner = np.full(len(gold), NONE)
    partner[pairs[0]] = pairs[1]
    anaphors = np.flatnonzero(_zeros(gold) & (turn > 0))
    found = anaphors[partner[anaphors] != NONE]
    found = found[later[partner[found]]]
    right = found[turn[found] > _first_turns(gold, system, pairs)[found]]
    spurious = _zeros(system) & later
    spurious[partner[found]] = False
    width = len(gold.documents)
    counts = [np.bincount(gold.document[rows], minlength=width) for rows in (right, found, anaphors)]
    extra = np.bincount(system.document[spurious], minlength=width)
    columns = [counts[0], counts[1] + extra, counts[0], counts[2]]
    return np.stack(columns, axis=1).astype(float)


def _without(size: int, taken: IntArray) -> IntArray:
    left = np.ones(size, bool)
    left[taken] = False
    return np.flatnonzero(left)


def _overlaps(gold: Mentions, system: Mentions, rest: list[IntArray]) -> tuple[IntArray, IntArray]:
    """The best matching of these rows by words in common: rows of gold, words."""
    sides, places = [], []
    for mentions, rows in zip((gold, system), rest, strict=True):
        span = mentions.span.take(rows)
        places.append(span.rows())
        sides.append(Intervals(mentions.document[rows][places[-1]], span.start, span.end))
    width = max(len(rest[1]), 1)
    keys, words = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for left, right, shared in overlapping_pairs(*sides):
        keys = np.append(keys, places[0][left] * width + places[1][right])
        words = np.append(words, shared)
        keys, codes = np.unique(keys, return_inverse=True)
        words = np.bincount(codes, words).astype(np.int64)
    chosen = best_matching(keys // width, keys % width, words.astype(float))
    return rest[0][keys[chosen] // width], words[chosen]


def _turns(mentions: Mentions) -> IntArray:
    """How many mentions of its entity stand before each."""
    order, turn = by_position(mentions), np.zeros(len(mentions), np.int64)
    turn[order] = turns(mentions.entity[order])
    return turn


def _first_turns(gold: Mentions, system: Mentions, pairs: tuple[IntArray, IntArray]) -> IntArray:
    """For each gold mention, the turn of the first of its entity whose partner is in the entity of its own partner."""
    turn, first = _turns(gold), np.zeros(len(gold), np.int64)
    if not len(pairs[0]):
        return first
    codes = np.unique(combine(gold.entity[pairs[0]], system.entity[pairs[1]]), return_inverse=True)[1]
    earliest = np.full(int(codes.max()) + 1, len(gold))
    np.minimum.at(earliest, codes, turn[pairs[0]])
    first[pairs[0]] = earliest[codes]
    return first


def _zeros(mentions: Mentions) -> BoolArray:
    """Which mentions are headed by an empty node."""
    flags = np.zeros(len(mentions), bool)
    flags[list(mentions.zeros)] = True
    return flags
