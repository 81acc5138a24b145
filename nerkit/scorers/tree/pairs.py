"""Decide which gold sentences and system sentences are compared, and which of these pairs are scored.

The checks of EVALB decide, in this order; words means words that are not left out:

    SKIPPED  the system has no words
    LENGTH   the numbers of words differ, after quotes that are taken for each other are put back (`quotes`)
    WORDS    a word differs
    SCORED   none of these; or the pair lacks a side, because a document is missing or spurious
    LONG     gold has more words than are asked for, whatever else
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray
from nerkit.algorithms.keys import combine, ranked
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.scorers.tree.labels import EqualLabels
from nerkit.scorers.tree.options import Options
from nerkit.scorers.tree.quotes import put_back
from nerkit.scorers.tree.terminals import CountedWords, by_tags_of_gold, left_out, lengths

SCORED, LENGTH, WORDS, SKIPPED, LONG = range(5)


@dataclass(frozen=True)
class SentencePairs:
    """Pairs of sentences, in the order of their documents.

    document  the code of the document of each pair
    unit      the code of the unit: the document, or the sentence if statistics draw sentences
    status    whether and why a pair is skipped
    there     whether gold, and whether the system, has a sentence in each pair
    length    the number of gold words, as EVALB counts them
    sides     the words of gold and of the system
    start     for each side, the first word of each terminal, then the number of words; terminals that are
              left out have no words
    """

    document: IntArray
    unit: IntArray
    status: IntArray
    there: tuple[BoolArray, BoolArray]
    length: IntArray
    sides: tuple[CountedWords, CountedWords]
    start: tuple[IntArray, IntArray]

    def __len__(self) -> int:
        return len(self.document)

    @property
    def scored(self) -> BoolArray:
        """A mask of the pairs that are scored."""
        return np.equal(self.status, SCORED)

    def place(self, pair: int) -> str:
        """Return `file:line` of the gold sentence of a pair, or of the system sentence if gold has no
        sentence.
        """
        side = self.sides[0 if self.there[0][pair] else 1]
        return side.trees.place(int(np.flatnonzero(side.pair == pair)[0]))

    @cached_property
    def base(self) -> tuple[IntArray, IntArray]:
        """The position at which each pair begins on each side."""
        gold, system = (
            _least(side.pair, start[side.trees.begin[:-1]], len(self))
            for side, start in zip(self.sides, self.start, strict=True)
        )
        return gold, system


def in_order(batch: Batch[Constituents], options: Options) -> SentencePairs:
    """Pair the sentences of both sides by their position in the document: first with first, and so on."""
    document, of_pair = _numbered(batch)
    size = len(document)
    there = (_marks(of_pair[0], size), _marks(of_pair[1], size))
    sides, status = judged(batch, of_pair, there, options)
    return SentencePairs(
        document=document,
        unit=document,
        status=status,
        there=there,
        length=np.bincount(of_pair[0], lengths(batch.gold, options.parameters), size).astype(np.int64),
        sides=sides,
        start=(sides[0].places, sides[1].places),
    )


def judged(
    batch: Batch[Constituents],
    of_pair: tuple[IntArray, IntArray],
    there: tuple[BoolArray, BoolArray],
    options: Options,
    forms: tuple[Column, Column] | None = None,
) -> tuple[tuple[CountedWords, CountedWords], IntArray]:
    """Return the words of both sides and the status of each pair, given the pairs of the sentences.

    forms   the forms of terminals that are compared instead of words
    """
    params, size, both = options.parameters, len(there[0]), there[0] & there[1]
    gold, system = (
        CountedWords(side, pair, (~left_out(side, params)).astype(np.int64))
        for side, pair in zip((batch.gold, batch.system), of_pair, strict=True)
    )
    different = np.zeros(size, bool)
    if options.by_gold:
        system, different = by_tags_of_gold(gold, system, size, params)
    skipped = both & (system.counted(size) == 0)
    unequal = both & ~skipped & (gold.counted(size) != system.counted(size))
    gold, system = put_back(gold, system, np.flatnonzero(unequal), params)
    unequal = both & ~skipped & ((gold.counted(size) != system.counted(size)) | different)
    status = np.where(skipped, SKIPPED, np.where(unequal, LENGTH, SCORED))
    some = both & (status == SCORED)
    rows, others = gold.within(some), system.within(some)
    ours, theirs = forms or (batch.gold.word, batch.system.word)
    equal = EqualLabels(params.same_words).agree(ours.take(rows), theirs.take(others))
    status[gold.pairs[rows[~equal]]] = WORDS
    return (gold, system), status


def _numbered(batch: Batch[Constituents]) -> tuple[IntArray, tuple[IntArray, IntArray]]:
    """Return the document of each pair, and the pair of each gold sentence and of each system sentence."""
    documents, turns = [], []
    for side in (batch.gold, batch.system):
        first = np.searchsorted(side.document, np.arange(len(batch.documents)))
        documents.append(side.document)
        turns.append(np.arange(side.sentences) - first[side.document])
    document = np.concatenate(documents)
    pair, _ = ranked(combine(document, np.concatenate(turns)))
    of_pair = np.zeros(int(pair.max(initial=-1)) + 1, np.int64)
    of_pair[pair] = document
    return of_pair, (pair[: batch.gold.sentences], pair[batch.gold.sentences :])


def _marks(pair: IntArray, size: int) -> BoolArray:
    found = np.zeros(size, bool)
    found[pair] = True
    return found


def _least(group: IntArray, values: IntArray, size: int) -> IntArray:
    """Return the first value of each of *size* groups, ascending; 0 for an empty group."""
    found = np.zeros(size, np.int64)
    found[group[::-1]] = values[::-1]
    return found
