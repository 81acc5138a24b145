"""Both sides of a batch, compared: the brackets, words and sentences that count, and which of them are
equal.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import combine, join, turns
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.scorers.tree.alignment import aligned
from nerkit.scorers.tree.brackets import Sides, brackets
from nerkit.scorers.tree.crossing import crossing
from nerkit.scorers.tree.labels import EqualLabels
from nerkit.scorers.tree.matching import Codes, matched
from nerkit.scorers.tree.options import Options
from nerkit.scorers.tree.pairs import LONG, in_order

BRACKET, WORD, SENTENCE = "bracket", "word", "sentence"


class ComparedTrees:
    """The scored brackets, words and sentences of both sides, and the matches between both sides.

    Items are named by positions: brackets in `sides`, words in `words`, sentences in the list of pairs.
    """

    def __init__(
        self, batch: Batch[Constituents], options: Options, shown: Sequence[tuple[str, ...]] = ()
    ) -> None:
        self.params, self.shown = options.parameters, shown
        pairs = aligned(batch, options) if options.align else in_order(batch, options)
        if options.max_length is not None:
            long = pairs.length > options.max_length
            pairs = replace(pairs, status=np.where(long, LONG, pairs.status))
        self.pairs = pairs
        self.same = EqualLabels(self.params.same_labels)
        self.documents, self.place = self.units(batch.documents)

    @cached_property
    def sides(self) -> Sides:
        """The scored brackets of gold and of the system."""
        return brackets(self.pairs, self.params)

    @cached_property
    def crossing(self) -> BoolArray:
        """A mask of the system brackets that cross a gold bracket."""
        return crossing(self.sides, len(self.pairs), self.pairs.place)

    @cached_property
    def words(self) -> Codes:
        """The terminals of the gold words and of the system words in scored pairs, with selected tags."""
        gold, system = (words.within(self.pairs.scored) for words in self.pairs.sides)
        selected = [words.trees.counted for words in self.pairs.sides]
        if selected[0] is None or selected[1] is None:
            return gold, system
        return gold[selected[0][1][gold]], system[selected[1][1][system]]

    @cached_property
    def same_words(self) -> Codes:
        """The positions in `words` of gold terminals and of system terminals that are the same word."""
        keys = [np.stack(self._places_of_words(side)) for side in (0, 1)]
        if np.array_equal(keys[0], keys[1]):
            every = np.arange(keys[0].shape[1])
            return every, every
        key = combine(*np.concatenate(keys, axis=1))
        split = keys[0].shape[1]
        return join(key[:split], key[split:])

    def _places_of_words(self, side: int) -> tuple[IntArray, IntArray, IntArray]:
        """Return the pair, start and length of each word of a side; copies of a word follow each other."""
        words, start, rows = self.pairs.sides[side], self.pairs.start[side], self.words[side]
        pair = words.pairs[rows]
        length = (start[rows + 1] - start[rows]) // words.copies[rows]
        place = start[rows] - self.pairs.base[side][pair]
        return pair, place + turns(rows) * length if (words.copies > 1).any() else place, length

    @cached_property
    def sentences(self) -> Codes:
        """The scored pairs with a gold sentence, and the scored pairs with a system sentence."""
        scored = self.pairs.scored
        if self.params.discontinuous_only:
            of_both = np.concatenate([self.sides.gold.pair, self.sides.system.pair])
            scored = scored & (self.per_pair(of_both) > 0)
        gold, system = (np.flatnonzero(scored & there) for there in self.pairs.there)
        return gold, system

    def units(self, names: Sequence[str]) -> tuple[list[str], IntArray]:
        """The names of units with at least one sentence that is not too long, and the position of each unit
        among these names.
        """
        long = self.pairs.status == LONG
        left = np.ones(len(names), bool)
        left[self.pairs.unit[long]] = False
        left[self.pairs.unit[~long]] = True
        place = np.where(left, np.cumsum(left) - 1, NONE)
        return [name for name, is_left in zip(names, left.tolist(), strict=True) if is_left], place

    def per_pair(self, pairs: IntArray) -> IntArray:
        """Count the occurrences of each pair."""
        return np.bincount(pairs, minlength=len(self.pairs))

    def pairs_of(self, items: str) -> Codes:
        """Return the pair of each gold item and of each system item."""
        if items == SENTENCE:
            return self.sentences
        if items == BRACKET:
            return self.sides.gold.pair, self.sides.system.pair
        gold, system = self.pairs.sides
        return gold.pairs[self.words[0]], system.pairs[self.words[1]]

    def matched(self, cells: Sequence[Codes] = (), *, labeled: bool = True) -> Codes:
        """Match the brackets that are equal and have equal *cells*; return positions of gold and of the
        system.
        """
        return matched(self.sides, cells, labeled=labeled and self.params.labeled, same=self.same)

    def tagged(self) -> Codes:
        """The words that have the same tag on both sides."""
        left, right = self.same_words
        tags = [
            words.trees.tag.take(rows[same])
            for words, rows, same in zip(self.pairs.sides, self.words, (left, right), strict=True)
        ]
        agree = self.same.agree(tags[0], tags[1])
        return left[agree], right[agree]
