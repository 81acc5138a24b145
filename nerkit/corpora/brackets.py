"""Bracketed trees as columns: the constituents of sentences, and separately the terminals.

    (S (NP (DT the) (NN dog)) (VP (VBZ barks)))

    constituent  label  first  last  level        terminal  word   tag  above
    0            S      0      3     0            0         the    DT   1
    1            NP     0      2     1            1         dog    NN   1
    2            VP     2      3     1            2         barks  VBZ  2

Constituents are in the order of their opening brackets, so that inner constituents follow outer constituents.
A sentence may have several outermost constituents, or none. Discontinuous constituents lack terminals between
their first and last one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.keys import expand
from nerkit.corpora.corpus import Origin, SentenceRows, joined_words, origin, origins_of, rows_of


@dataclass(frozen=True)
class Constituents(SentenceRows):
    """The bracketed trees of a corpus.

    Rows of sentences

    documents    names of the documents: ids, or 1-based positions if *named* is False
    document     code of each sentence's document in `documents`
    line         1-based line at which each sentence begins (0 in memory)
    begin        first terminal of each sentence, followed by the number of terminals; shape
                 (sentences + 1,)

    Rows of constituents, in the order of sentences and of opening brackets

    sentence     sentence of each constituent
    label        label as it is written, with functions and indices (`NP-SBJ-1`)
    first, last  its terminals are the rows `[first, last)` of terminals; equal if there are no terminals
    level        number of constituents that contain it
    at           1-based line of its opening bracket (0 in memory)

    Rows of terminals, in the order of the sentence

    word, tag    columns as they are written
    above        the innermost constituent that contains each terminal, NONE for a terminal outside of all

    *origins* count sentences. Two columns are added before scoring:

    counted      masks of the constituents and terminals that count; None: all
    unit         code of the unit of statistics of each sentence, if that is not its document

    *known* has the items of the training data, if the user wants rows by known and unknown items.
    """

    documents: list[str]
    document: IntArray
    line: IntArray
    begin: IntArray
    sentence: IntArray
    label: Column
    first: IntArray
    last: IntArray
    level: IntArray
    at: IntArray
    word: Column
    tag: Column
    above: IntArray
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = False
    counted: tuple[BoolArray, BoolArray] | None = None
    unit: IntArray | None = None
    known: Any = None

    def __len__(self) -> int:
        return len(self.sentence)

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return len(self.line)

    sentence_count = sentences

    @cached_property
    def parent(self) -> IntArray:
        """The constituent directly above each constituent; NONE for an outermost constituent."""
        return parents(self.level)

    @cached_property
    def behind(self) -> IntArray:
        """The row after the last descendant of each constituent. Descendants follow in the rows after the
        constituent.
        """
        rows = np.arange(len(self))
        order = np.argsort(self.parent, kind="stable")
        brothers = np.flatnonzero(np.diff(self.parent[order]) == 0)
        following = np.full(len(self) + 1, len(self))
        following[order[brothers]] = order[brothers + 1]
        # the nearest ancestor with a later sibling; NONE after the last row
        up = np.append(np.where(following[:-1] < len(self), rows, self.parent), NONE)
        for _ in range(int(self.level.max(initial=0)).bit_length()):  # steps double each time
            up = up[up]
        behind: IntArray = following[up[:-1]]
        return behind

    @cached_property
    def by_above(self) -> tuple[IntArray, IntArray]:
        """The terminals sorted by the constituents directly above, and these constituents."""
        order = np.argsort(self.above, kind="stable")
        return order, self.above[order]

    @cached_property
    def size(self) -> IntArray:
        """The number of terminals of each constituent; less than `last - first` if the constituent has
        gaps.
        """
        below = np.bincount(self.above[self.above != NONE], minlength=len(self))
        order = np.argsort(-self.level, kind="stable")
        borders = np.flatnonzero(np.diff(self.level[order])) + 1
        for rows in np.split(order, borders)[
            :-1
        ]:  # the deepest level first; the last is that without parents
            np.add.at(below, self.parent[rows], below[rows])
        return below

    @cached_property
    def discontinuous(self) -> BoolArray:
        """A mask of the constituents that lack a terminal between their first and last terminal."""
        spanned = int((self.last - self.first).sum())
        if spanned == int((self.level[self.above[self.above != NONE]] + 1).sum()):
            return np.zeros(
                len(self), bool
            )  # constituents have as many terminals as they span, taken together
        found: BoolArray = self.size < self.last - self.first
        return found

    @cached_property
    def of_terminal(self) -> IntArray:
        """The sentence of each terminal."""
        return np.repeat(np.arange(self.sentences), np.diff(self.begin))

    @property
    def lengths(self) -> IntArray:
        """The number of terminals of each sentence."""
        return np.diff(self.begin)

    def same_texts(self, other: "Constituents") -> bool:
        """Whether both corpora have the same words in the same sentences and documents."""
        columns = (
            (self.document, other.document),
            (self.begin, other.begin),
            (self.word.codes, other.word.codes),
        )
        return self.word.values == other.word.values and all(np.array_equal(*pair) for pair in columns)

    @property
    def document_texts(self) -> list[str]:
        """The words of each document, joined by blanks."""
        return joined_words(self.word, self.document[self.of_terminal], len(self.documents))

    def take(self, sentences: IntArray) -> "Constituents":
        """The trees of these sentences, in this order. Documents are unchanged."""
        if np.array_equal(sentences, np.arange(self.sentences)):
            return self
        opening = np.searchsorted(self.sentence, np.arange(self.sentences + 1))
        at, rows = expand(opening[sentences], opening[sentences + 1])
        of, terminals = expand(self.begin[sentences], self.begin[sentences + 1])
        begin = np.append(0, np.cumsum(self.lengths[sentences]))
        shift = begin[:-1] - self.begin[sentences]
        up = np.append(0, np.cumsum(np.diff(opening)[sentences]))[:-1] - opening[sentences]
        above = self.above[terminals]
        return replace(
            self,
            **rows_of(self, sentences, "document line unit"),
            **rows_of(self, rows, "label level at"),
            **rows_of(self, terminals, "word tag"),
            begin=begin,
            sentence=at,
            first=self.first[rows] + shift[at],
            last=self.last[rows] + shift[at],
            above=np.where(above == NONE, NONE, above + up[of]),
            origins=origins_of(self.origins, sentences, np.arange(len(sentences))),
            counted=self.counted and (self.counted[0][rows], self.counted[1][terminals]),
        )

    def words(self, terminals: Sequence[int] | IntArray) -> list[str]:
        """The words of these terminals."""
        return [self.word.values[code] for code in self.word.codes[terminals].tolist()]

    def place(self, sentence: int) -> str:
        """`file:line` of a sentence, or `tree N` for one from memory."""
        if self.line[sentence]:
            return f"{origin(self.origins, sentence)}:{self.line[sentence]}"
        return f"tree {sentence + 1}"


def by_level(level: IntArray) -> IntArray:
    """The rows sorted by level, stable within a level."""
    small = len(level) == 0 or level.max() <= np.iinfo(np.int16).max
    return np.argsort(level.astype(np.int16) if small else level, kind="stable")


def parents(level: IntArray) -> IntArray:
    """The parent of each row: the last earlier row that is one level above; NONE at level 0.

    Rows are in the order of their opening brackets.
    """
    return enclosing(level, np.arange(len(level)), level, np.arange(len(level)))


def enclosing(level: IntArray, at: IntArray, inner: IntArray, places: IntArray) -> IntArray:
    """The node that directly contains each of some inner nodes; NONE at level 0.

    level, at      level and text position of the nodes that can contain others, ascending by position
    inner, places  level and text position of the inner nodes

    The computation has no loop over nodes or levels. Nodes sorted by level, then position, form one ascending
    list of keys. The node that contains an inner node is the last entry before the inner node's position on
    the level above.
    """
    size = int(max(at.max(initial=0), places.max(initial=0))) + 1
    order = by_level(level)
    found = np.searchsorted(level[order] * size + at[order], (inner - 1) * size + places) - 1
    return np.where(inner > 0, order[found] if len(order) else NONE, NONE)
