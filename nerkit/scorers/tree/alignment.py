"""Sentences and words that both sides cut differently, aligned by their characters (`characters`).

    gold    (S (NP It) (VP (MD can) (RB not)))  (S Stop)        I t c a n n o t S t o p
    system  (TOP (S (NP It) (VP (MD cannot))) (S Stop))         I t c a n n o t S t o p

If sentences of both sides end at the same place, both are cut there. The sentences between two cuts are a
pair, one or several on each side. A pair whose words are the same on both sides is judged like any other. In
a pair with differing words, characters replace words. A character is left out when its word is, on either
side (with gold tags, only on the gold side). So `dog.` is `dog` if the other side leaves its full stop out.
Such a pair is scored when both sides have the same characters left.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.algorithms.keys import combine, distinct, expand, join, ranked
from nerkit.algorithms.text_alignment.alignment import GOLD_ONLY, MATCH, SYSTEM_ONLY
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.scorers.tree.characters import Columns, Line, columns, line
from nerkit.scorers.tree.options import Options
from nerkit.scorers.tree.pairs import SCORED, SKIPPED, WORDS, SentencePairs, judged
from nerkit.scorers.tree.terminals import CountedWords, left_out, lengths

Both = tuple[IntArray, IntArray]


@dataclass(frozen=True)
class TerminalAlignment:
    """The alignment of the characters of both sides, as columns.

    columns  the kind of each column: equal characters, or a character of one side alone
    at       for gold and for the system the column of each character, ascending
    """

    lines: tuple[Line, Line]
    columns: Columns
    at: Both

    @property
    def matched(self) -> BoolArray:
        """The columns in which both sides have the same character, as a mask."""
        return np.equal(self.columns, MATCH)

    def borders(self, side: int) -> Both:
        """The columns before which the text can be cut: before each sentence with characters, and after the
        last sentence.
        """
        columns_of_side, starts = self.at[side], self.lines[side].starts
        end = len(self.columns)
        return np.append(0, columns_of_side[starts[1:] - 1] + 1), np.append(columns_of_side, end)[starts]

    def spans(self, side: int) -> Both:
        """The first and the last column of each terminal with characters."""
        rows, begin = self.lines[side].terminals, self.lines[side].begin
        return self.at[side][begin[rows]], self.at[side][begin[rows + 1] - 1]


def aligned(batch: Batch[Constituents], options: Options) -> SentencePairs:
    """Pair the sentences of both sides by aligning the characters of their words.

    Raises InputError if the texts have too little in common.
    """
    params = options.parameters
    lines = (line(batch.gold, params), line(batch.system, params))
    alignment_columns = columns(*lines)
    columns_of_sides = (
        np.flatnonzero(alignment_columns != SYSTEM_ONLY),
        np.flatnonzero(alignment_columns != GOLD_ONLY),
    )
    alignment = TerminalAlignment(lines, alignment_columns, columns_of_sides)
    size, of_pair = _paired(alignment)
    there = (np.bincount(of_pair[0], minlength=size) > 0, np.bincount(of_pair[1], minlength=size) > 0)
    words, status = judged(batch, of_pair, there, options, (lines[0].words, lines[1].words))
    start, copies, again = _by_characters(alignment, words, size, options)
    status = np.where(again >= 0, again, status)
    status = np.where(there[1], np.where(there[0], status, WORDS), SKIPPED)
    sides = [CountedWords(side.trees, side.pair, copy) for side, copy in zip(words, copies, strict=True)]
    return SentencePairs(
        document=np.zeros(size, np.int64),
        unit=_units(batch.gold, of_pair[0], size),
        status=status,
        there=there,
        length=np.bincount(of_pair[0], lengths(batch.gold, params), size).astype(np.int64),
        sides=(sides[0], sides[1]),
        start=start,
    )


def _paired(alignment: TerminalAlignment) -> tuple[int, Both]:
    """Return the number of pairs, and the pair of each gold sentence and of each system sentence.

    A gold sentence without characters makes a pair alone. A system sentence without characters joins the
    first pair, where it changes nothing.
    """
    (low, high), (other_low, other_high) = alignment.borders(0), alignment.borders(1)
    left, right = expand(np.searchsorted(other_high, low), np.searchsorted(other_low, high, "right"))
    cuts = distinct(np.maximum(low[left], other_low[right]))
    gold, system = alignment.lines
    places = [
        np.searchsorted(cuts, columns_of_side[side.starts[:-1]], "right")
        for side, columns_of_side in zip(alignment.lines, alignment.at, strict=True)
    ]
    ranks, _ = ranked(np.concatenate(places))
    size = max(int(ranks.max(initial=-1)) + 1, min(system.trees.sentences, 1))
    pair_of_sentence = [np.zeros(side.trees.sentences, np.int64) for side in alignment.lines]
    pair_of_sentence[0][gold.sentences] = ranks[: len(gold.sentences)]
    pair_of_sentence[1][system.sentences] = ranks[len(gold.sentences) :]
    blank = np.setdiff1d(np.arange(gold.trees.sentences), gold.sentences)
    pair_of_sentence[0][blank] = size + np.arange(len(blank))
    return size + len(blank), (pair_of_sentence[0], pair_of_sentence[1])


def _by_characters(
    alignment: TerminalAlignment, words: tuple[CountedWords, CountedWords], size: int, options: Options
) -> tuple[Both, Both, IntArray]:
    """Return the starts of terminals, the number of words of each terminal, and the status of pairs with
    differing words, -1 for other pairs.
    """
    left, right = _same_words(alignment)
    same = [np.zeros(len(side.trees.above), bool) for side in words]
    same[0][left], same[1][right] = True, True
    strange = np.zeros(size, bool)
    for side, chars, has_same_word in zip(words, alignment.lines, same, strict=True):
        strange[side.pairs[chars.terminals[~has_same_word[chars.terminals]]]] = True
    counted = _kept(alignment, words, same, options)
    starts, copies = [], []
    for side, chars, keep in zip(words, alignment.lines, counted, strict=True):
        sizes = np.diff(chars.begin)
        weight = np.where(np.repeat(strange[side.pairs], sizes), keep, np.repeat(side.copies, sizes))
        start = np.append(0, np.cumsum(weight))[chars.begin]
        starts.append(start)
        copies.append(np.where(strange[side.pairs], start[1:] > start[:-1], side.copies))
    status = np.where(strange, _status(alignment, words, counted, size), -1)
    return (starts[0], starts[1]), (copies[0], copies[1]), status


def _status(
    alignment: TerminalAlignment,
    words: tuple[CountedWords, CountedWords],
    kept: tuple[BoolArray, BoolArray],
    size: int,
) -> IntArray:
    """The status of each sentence pair by its counted characters, shape (size,): SKIPPED, SCORED or WORDS."""
    of_pair = [
        np.repeat(side.pairs, np.diff(chars.begin))
        for side, chars in zip(words, alignment.lines, strict=True)
    ]
    counted = [np.bincount(pair[keep], minlength=size) for pair, keep in zip(of_pair, kept, strict=True)]
    both = alignment.matched
    for columns_of_side, keep in zip(alignment.at, kept, strict=True):
        both[columns_of_side] &= keep
    agreeing = np.bincount(of_pair[0][both[alignment.at[0]]], minlength=size)
    same = (counted[0] == agreeing) & (counted[1] == agreeing)
    return np.where(counted[1] == 0, SKIPPED, np.where(same, SCORED, WORDS))


def _kept(
    alignment: TerminalAlignment,
    words: tuple[CountedWords, CountedWords],
    same: list[BoolArray],
    options: Options,
) -> tuple[BoolArray, BoolArray]:
    """For gold and for the system, a mask of the characters that are kept in pairs with differing words."""
    lines = alignment.lines
    ours, theirs = (
        np.repeat(~left_out(side.trees, options.parameters), np.diff(chars.begin))
        for side, chars in zip(words, lines, strict=True)
    )
    partner = np.full(len(alignment.columns), -1)
    partner[alignment.at[0]] = np.arange(len(ours))
    partner = np.where(alignment.matched, partner, -1)[alignment.at[1]]  # of each character of the system
    paired = np.flatnonzero(partner >= 0)
    if options.by_gold:
        theirs[paired] = ours[partner[paired]]
        return ours, theirs
    apart = ~np.repeat(same[1], np.diff(lines[1].begin))[paired]
    both = ours[partner[paired]] & theirs[paired]
    theirs[paired[apart]] = both[apart]
    ours[partner[paired[apart]]] = both[apart]
    return ours, theirs


def _same_words(alignment: TerminalAlignment) -> Both:
    """The gold and system terminals that have the same characters."""
    gold, system = alignment.spans(0), alignment.spans(1)
    first, last = np.concatenate([gold[0], system[0]]), np.concatenate([gold[1], system[1]])
    different = np.append(0, np.cumsum(~alignment.matched))
    whole = different[last + 1] == different[first]
    key = np.where(whole, combine(first, last), -1 - np.arange(len(first)))
    left, right = join(key[: len(gold[0])], key[len(gold[0]) :])
    return alignment.lines[0].terminals[left], alignment.lines[1].terminals[right]


def _units(gold: Constituents, pair: IntArray, size: int) -> IntArray:
    """Return the unit of each pair: the unit of its first gold sentence. A pair without a gold sentence has
    the unit of the pair before.
    """
    unit = np.full(size, -1)
    if gold.unit is not None:
        unit[pair[::-1]] = gold.unit[::-1]
    return np.maximum(np.maximum.accumulate(unit), 0)
