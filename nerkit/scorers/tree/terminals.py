"""The words of a side: terminals that are not left out, and whose tag decides about that."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray
from nerkit.corpora.brackets import Constituents
from nerkit.scorers.tree.params import Params

TRACE = "-NONE-"  # the tag of empty elements, which have no partner on a side without them


@dataclass(frozen=True)
class CountedWords:
    """The words of one side, and how often each word counts.

    trees   the trees of the side
    pair    the pair of each sentence
    copies  the number of words of each terminal: 0 if it is left out, 1 for most terminals, more for quotes
            that EVALB counts twice
    """

    trees: Constituents
    pair: IntArray
    copies: IntArray

    @cached_property
    def pairs(self) -> IntArray:
        """The pair of each terminal."""
        return np.repeat(self.pair, self.trees.lengths)

    @cached_property
    def places(self) -> IntArray:
        """The number of words before each terminal, then the number of all words."""
        return np.append(0, np.cumsum(self.copies))

    def counted(self, size: int) -> IntArray:
        """Return the number of words in each of *size* pairs."""
        return np.bincount(self.pairs, self.copies, size).astype(np.int64)

    def within(self, pairs: BoolArray) -> IntArray:
        """Return the terminal of each word in the pairs where the mask is true."""
        rows = np.flatnonzero((self.copies > 0) & pairs[self.pairs])
        return np.repeat(rows, self.copies[rows])

    def with_more(self, terminals: IntArray) -> "CountedWords":
        """Return the side with one more word at each of these terminals."""
        copies = self.copies.copy()
        np.add.at(copies, terminals, 1)
        return replace(self, copies=copies)


def left_out(trees: Constituents, params: Params) -> BoolArray:
    """Return a mask of the terminals that are left out: by the tag, by the word, or because the terminal is a
    root.
    """
    is_left_out = among(trees.tag, params.deleted) | among(trees.word, params.deleted_words)
    if not params.root_words:
        root = np.append(trees.level == 0, True)  # NONE, outside of all brackets, is a root too
        is_left_out |= root[trees.above]
    return is_left_out


def among(column: Column, names: frozenset[str]) -> BoolArray:
    """Return whether each value of a column is one of *names*."""
    is_among: BoolArray = np.array([*(value in names for value in column.values), False], bool)[column.codes]
    return is_among


def lengths(trees: Constituents, params: Params) -> IntArray:
    """Return the length of each sentence as EVALB counts it: the terminals whose tags count."""
    counted = ~among(trees.tag, params.not_in_length)
    return np.bincount(trees.of_terminal[counted], minlength=trees.sentences)


def by_tags_of_gold(
    gold: CountedWords, system: CountedWords, size: int, params: Params
) -> tuple[CountedWords, BoolArray]:
    """Choose the system words that count by the tags of the gold words at the same places.

    Traces do not count. Return the system side with its counted words, and a mask of the sentence pairs
    without this choice. There, gold and system have different numbers of words.
    """
    traces = frozenset([TRACE]) & params.deleted
    solid = [~among(side.trees.tag, traces) for side in (gold, system)]
    sizes = [
        np.bincount(side.pairs[is_solid], minlength=size)
        for side, is_solid in zip((gold, system), solid, strict=True)
    ]
    same = sizes[0] == sizes[1]
    rows = [
        np.flatnonzero(is_solid & same[side.pairs])
        for side, is_solid in zip((gold, system), solid, strict=True)
    ]
    copies = system.copies.copy()
    copies[rows[1]] = gold.copies[rows[0]]
    return replace(system, copies=copies), ~same & (sizes[0] > 0) & (sizes[1] > 0)
