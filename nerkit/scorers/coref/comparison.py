"""Both sides of a batch with their mentions matched, from which measures of coreference are computed.

A measure counts in one of two ways.

    OfDocuments   mention by mention: the counts of documents add up, whatever entities are
    OfEntities    entity by entity: by document; over the corpus as a whole where entities go through
                  several documents

Measures over mentions rather than entities:

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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.keys import combine, grouped, turns
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Mentions
from nerkit.ground.records import remembered
from nerkit.results.counts import ALL, Part, numbers_of
from nerkit.scorers import clusters
from nerkit.scorers.clusters import Contingency
from nerkit.scorers.coref.matching import align, by_position, check_pairs, in_runs
from nerkit.scorers.coref.options import EXACT, LINEAR, Options
from nerkit.scorers.measure import Fields


class ComparedMentions:
    """The mentions of both sides of a batch, matched one to one."""

    def __init__(self, batch: Batch[Mentions], options: Options, *, by_document: bool = False) -> None:
        self.gold, self.system, self.options = batch.gold, batch.system, options
        self.by_document = by_document  # whether rows by document are asked for
        self.corpus_wide = batch.gold.corpus_wide or batch.system.corpus_wide
        self.documents = np.arange(len(batch.gold.documents))

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The rows of the matched mentions, in gold and in the system."""
        return align(self.gold, self.system, self.options)

    @remembered
    def table(self, *, by_document: bool) -> Contingency:
        """The contingency table of the entities, within each document or over the whole corpus."""
        matched, partners = self.pairs
        items = np.arange(len(self.gold))
        items_of_system = len(self.gold) + np.arange(len(self.system))  # codes that gold does not have
        items_of_system[partners] = matched  # a matched mention is the same item on both sides
        sides = []
        for side, item in ((self.gold, items), (self.system, items_of_system)):
            cell = side.document if by_document else np.zeros(len(side), np.int64)
            sides.append(clusters.clusters(cell, item, side.entity, np.arange(len(side))))
        return Contingency(sides[0], sides[1], len(self.documents) if by_document else 1)


@dataclass(frozen=True)
class OfDocuments:
    """A measure of mentions; *formula* gives (p_num, p_den, r_num, r_den) of every document, shape (n, 4)."""

    formula: Callable[[ComparedMentions], FloatArray]

    def __call__(self, compared: ComparedMentions, name: str, _: Fields) -> list[Part]:
        """Return the count rows of each document."""
        return [_part(name, compared.documents, self.formula(compared))]


@dataclass(frozen=True)
class OfEntities:
    """A measure of clusters; *formula* gives (p_num, p_den, r_num, r_den) of every cell of a contingency."""

    formula: Callable[[Contingency], FloatArray]

    def __call__(self, compared: ComparedMentions, name: str, _: Fields) -> Iterator[Part]:
        """Return the count row of the corpus if entities span documents. Otherwise, or if the user asks for
        documents, return the rows of documents.
        """
        if compared.corpus_wide:
            yield _part(name, np.array([NONE]), self.formula(compared.table(by_document=False)))
        if compared.by_document or not compared.corpus_wide:
            yield _part(name, compared.documents, self.formula(compared.table(by_document=True)))


def _part(name: str, documents: IntArray, numbers: FloatArray) -> Part:
    """Return the count rows of a measure, with NONE for the corpus; rows with only zeros are left out."""
    rows = np.flatnonzero(numbers.any(axis=1))
    return Part(name, documents[rows], [ALL], np.zeros(len(rows), np.int64), numbers[rows])


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
    _, codes = grouped(combine(gold.entity[pairs[0]], system.entity[pairs[1]]))
    earliest = np.full(int(codes.max()) + 1, len(gold))
    np.minimum.at(earliest, codes, turn[pairs[0]])
    first[pairs[0]] = earliest[codes]
    return first


def _zeros(mentions: Mentions) -> BoolArray:
    """Return a mask of the mentions headed by an empty node."""
    flags = np.zeros(len(mentions), bool)
    flags[list(mentions.zeros)] = True
    return flags
