"""The characters of both sides in one alignment, for sentences and words that are cut differently.

Each side's words, blanks and traces aside, are one line of characters. If the lines differ, sentences that
are the same on both sides are aligned first. The text between them is aligned character by character, with
the fewest edits.

Brackets in words are written -LRB- and -RRB- or as they are, quotes `` and '' or ": these are the same here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import Column, IntArray, Vocabulary
from nerkit.algorithms.text_alignment import anchors
from nerkit.algorithms.text_alignment.alignment import GAP, GOLD_ONLY, MATCH, SYSTEM_ONLY, align, is_long
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError, source_and_line
from nerkit.scorers.tree.labels import EqualLabels
from nerkit.scorers.tree.params import Params
from nerkit.scorers.tree.terminals import TRACE, among

WRITTEN = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "``": '"',
    "''": '"',
    "\u201c": '"',
    "\u201d": '"',
}
CELLS = 4e10  # pairs of characters beyond which aligning a stretch would take minutes
Columns = NDArray[np.uint8]


@dataclass(frozen=True)
class Line:
    """The characters of all sentences of one side, in one line.

    trees    the trees of the side
    words    the words as they are compared
    begin    the position of the first character of each terminal, then the number of all characters
    text     all characters
    """

    trees: Constituents
    words: Column
    begin: IntArray
    text: str

    @cached_property
    def terminals(self) -> IntArray:
        """The terminals that have characters."""
        return np.flatnonzero(self.begin[1:] > self.begin[:-1])

    @cached_property
    def sentences(self) -> IntArray:
        """The sentences that have characters."""
        return np.flatnonzero(self.lengths > 0)

    @cached_property
    def lengths(self) -> IntArray:
        """The number of characters of each sentence."""
        return np.diff(self.begin[self.trees.begin])

    @cached_property
    def starts(self) -> IntArray:
        """The position of the first character of each of `sentences`, then the number of all characters."""
        return np.append(self.begin[self.trees.begin[self.sentences]], len(self.text))

    def texts(self) -> list[str]:
        """Return the text of each of `sentences`."""
        return [self.text[first:last] for first, last in pairwise(self.starts.tolist())]


def line(side: Constituents, params: Params) -> Line:
    """Join the characters of a side; words that are equal under the parameters get equal characters."""
    same = EqualLabels(params.same_words)

    def surface(word: str) -> str:
        word = min(same.reach(word)) if word in same.partners else word
        return "".join(WRITTEN.get(word, word).split())

    words = side.word.map(surface)
    codes = np.where(among(side.tag, frozenset([TRACE]) & params.deleted), len(words.values), words.codes)
    values = [*words.values, ""]
    lengths = np.array([len(value) for value in values], np.int64)[codes]
    return Line(
        side, words, np.append(0, np.cumsum(lengths)), "".join(map(values.__getitem__, codes.tolist()))
    )


def columns(gold: Line, system: Line) -> Columns:
    """Align both lines and return the kind of each column (`nerkit.algorithms.text_alignment.alignment`).

    Raises InputError for long stretches that have too little in common.
    """
    if gold.text == system.text:
        return np.full(len(gold.text), MATCH, np.uint8)
    return np.concatenate([np.empty(0, np.uint8), *_stretches(gold, system)])


def _stretches(gold: Line, system: Line) -> Iterator[Columns]:
    """Yield the columns of equal sentences, and of the stretches between equal sentences."""
    gold_end, system_end = 0, 0
    for i, j in _same_sentences(gold.texts(), system.texts()):
        start, place = int(gold.starts[i]), int(system.starts[j])
        yield _between(gold, system, (gold_end, start), (system_end, place))
        gold_end, system_end = int(gold.starts[i + 1]), int(system.starts[j + 1])
        yield np.full(gold_end - start, MATCH, np.uint8)
    yield _between(gold, system, (gold_end, len(gold.text)), (system_end, len(system.text)))


def _same_sentences(gold: Sequence[str], system: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pair as many gold and system sentences with the same text as possible, in order, by a search for few
    edits.
    """
    vocabulary = Vocabulary()
    codes = [vocabulary.codes(texts).astype(np.uint32) for texts in (gold, system)]
    alignment = align(anchors.text(codes[0]), anchors.text(codes[1]))
    matched = alignment.columns == MATCH
    rows = np.cumsum(alignment.columns != SYSTEM_ONLY)[matched] - 1
    others = np.cumsum(alignment.columns != GOLD_ONLY)[matched] - 1
    for i, j in zip(rows.tolist(), others.tolist(), strict=True):
        if codes[0][i] == codes[1][j]:
            yield i, j


def _between(gold: Line, system: Line, ours: tuple[int, int], theirs: tuple[int, int]) -> Columns:
    """Return the columns of a stretch of both lines."""
    gold_text, system_text = gold.text[slice(*ours)], system.text[slice(*theirs)]
    if is_long(gold_text, system_text) and gold_text != system_text:
        sizes = np.diff(anchors.cuts(anchors.codes(gold_text), anchors.codes(system_text), GAP), axis=0)
        if sizes.prod(axis=1).max() > CELLS:
            first = int(np.searchsorted(system.starts, theirs[0], "right")) - 1
            source, number = source_and_line(system.trees.place(int(system.sentences[first])))
            raise InputError(
                "nerkit cannot align the text from here on, because too little agrees with the gold text",
                source=source,
                line=number,
                remedy="align=True needs one text on both sides; only words and sentences may differ",
            )
    return align(gold_text, system_text).columns
