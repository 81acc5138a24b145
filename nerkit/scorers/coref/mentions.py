"""Measures over mentions rather than entities.

    mentions   mention detection: the mentions that have a partner.
    mor        mention overlap ratio: the best one-to-one matching of gold and system mentions by words in
               common, over the words of the mentions of each side. It does not matter what else counts as a
               match; empty nodes are words at their position.
    zero       anaphora of empty nodes. In every entity all mentions but the first are anaphors. A gold
               anaphor headed by an empty node is right if its partner's entity holds the partner of an
               earlier mention of the gold entity. The partner must not be the first mention of its entity. It
               is wrong if that entity does not, and missed without such a partner. System anaphors headed by
               an empty node that are partners of none of these are spurious. Precision: right / (right +
               wrong + spurious), recall: right / (right + wrong + missed).

`mor` and `zero` follow corefud-scorer 1.2. Deliberate difference: corefud-scorer looks empty nodes up by
position before it uses the alignment. Two empty nodes that are right but swapped count as wrong there. In
nerkit the alignment alone decides.
"""

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.keys import combine, turns
from nerkit.corpora.mentions import Mentions
from nerkit.results.counts import numbers_of
from nerkit.scorers import clusters
from nerkit.scorers.coref.comparison import ComparedMentions
from nerkit.scorers.coref.matching import align, by_position, check_pairs, in_runs
from nerkit.scorers.coref.options import EXACT, LINEAR, Options


def detected(compared: ComparedMentions) -> FloatArray:
    """Return (p_num, p_den, r_num, r_den) of mention detection, shape (documents, 4); all count mentions."""
    return clusters.mentions(compared.table(by_document=True))


def mor(compared: ComparedMentions) -> FloatArray:
    """Return (p_num, p_den, r_num, r_den) of the mention overlap ratio, shape (documents, 4); all count
    words.
    """
    gold, system = in_runs(compared.gold, compared.system)
    size, width = gold.span.sizes(), len(gold.documents)
    equal = align(gold, system, Options(match=EXACT, zeros=LINEAR))
    # a mention with an equal one loses nothing by taking it: |A & B| + |A & C| <= |A| + |B & C|
    unequal = [
        np.delete(np.arange(len(side)), rows) for side, rows in zip((gold, system), equal, strict=True)
    ]
    rows, words = _overlaps(gold, system, unequal)
    matched = gold.document[np.append(equal[0], rows)], np.append(size[equal[0]], words)
    shared = np.bincount(*matched, width)
    words_of_gold = np.bincount(gold.document, size, width)
    words_of_system = np.bincount(system.document, system.span.sizes(), width)
    return numbers_of(shared, words_of_system, words_of_gold)


def zero(compared: ComparedMentions) -> FloatArray:
    """Return (p_num, p_den, r_num, r_den) of zero anaphora, shape (documents, 4); all count anaphors."""
    gold, system = compared.gold, compared.system
    turn, is_anaphor = _turns(gold), _turns(system) > 0
    partner = np.full(len(gold), NONE)
    partner[compared.pairs[0]] = compared.pairs[1]
    anaphors = np.flatnonzero(_zeros(gold) & (turn > 0))
    resolved = anaphors[partner[anaphors] != NONE]
    resolved = resolved[is_anaphor[partner[resolved]]]  # right or wrong; the other anaphors are missed
    right = resolved[turn[resolved] > _first_turns(compared)[resolved]]
    spurious = _zeros(system) & is_anaphor
    spurious[partner[resolved]] = False
    width = len(gold.documents)
    counts = [np.bincount(gold.document[rows], minlength=width) for rows in (right, resolved, anaphors)]
    extra = np.bincount(system.document[spurious], minlength=width)
    return numbers_of(counts[0], counts[1] + extra, counts[2])


def _overlaps(gold: Mentions, system: Mentions, rows: list[IntArray]) -> tuple[IntArray, IntArray]:
    """Match these gold and system rows by common words; return the matched gold rows, and the common words of
    each pair.
    """
    fragments, mention = [], []
    for side, taken in zip((gold, system), rows, strict=True):
        span = side.span.take(taken)
        mention.append(span.rows())
        fragments.append(Intervals(side.document[taken][mention[-1]], span.start, span.end))
    # the words that two mentions share are summed over their fragments, chunk after chunk, by one key per
    # pair
    check_pairs(gold, rows[0][mention[0]], count_overlaps(*fragments))
    width = max(len(rows[1]), 1)
    keys, words = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for left, right, shared in overlapping_pairs(*fragments):
        keys = np.append(keys, mention[0][left] * width + mention[1][right])
        words = np.append(words, shared)
        keys, codes = np.unique(keys, return_inverse=True)
        words = np.bincount(codes, words).astype(np.int64)
    chosen = best_matching(keys // width, keys % width, words.astype(float))
    return rows[0][keys[chosen] // width], words[chosen]


def _turns(mentions: Mentions) -> IntArray:
    """Return for each mention the number of earlier mentions of its entity."""
    order, turn = by_position(mentions), np.zeros(len(mentions), np.int64)
    turn[order] = turns(mentions.entity[order])
    return turn


def _first_turns(compared: ComparedMentions) -> IntArray:
    """Return for each gold mention the turn of the first gold mention whose partner is in the same entity; 0
    without a partner.

    Both mentions are in one gold entity, and their partners are in one system entity.
    """
    gold, system, pairs = compared.gold, compared.system, compared.pairs
    turn, first = _turns(gold), np.zeros(len(gold), np.int64)
    if not len(pairs[0]):
        return first
    codes = np.unique(combine(gold.entity[pairs[0]], system.entity[pairs[1]]), return_inverse=True)[1]
    earliest = np.full(int(codes.max()) + 1, len(gold))
    np.minimum.at(earliest, codes, turn[pairs[0]])
    first[pairs[0]] = earliest[codes]
    return first


def _zeros(mentions: Mentions) -> BoolArray:
    """Return a mask of the mentions headed by an empty node."""
    flags = np.zeros(len(mentions), bool)
    flags[list(mentions.zeros)] = True
    return flags
