"""Mentions of entities, as columns. Coreference readers build them, the coreference scorer takes them.

A mention is a set of words of its document, written as fragments: half-open ranges `[start, end)` of
positions that do not overlap. A format always divides equal words into equal fragments. So two mentions of
a document have equal words exactly if their fragments are equal. A position is a whole number that means
the same word on both sides.

    without empty nodes   words are counted from 0, and a mention without a gap is one fragment
    in CorefUD            word n of a document has the position n * EMPTY, the empty node n.k after it n *
                          EMPTY + k. An empty node 0.k is before the first word of a sentence; after n earlier
                          words its position is n * EMPTY + EMPTY // 2 + k. Every word is a separate
                          fragment
"""

from collections.abc import Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import distinct, expand
from nerkit.corpora.corpus import Origin, origin, origins_among, rows_of
from nerkit.corpora.spans import texts_in
from nerkit.ground.meant import CHARACTERS, TOKENS
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.corpora.pairing.id_aliases import OtherIds

EMPTY = 1 << 20  # distance of positions between words in formats with empty nodes


class Fragments(NamedTuple):
    """Sets of positions, one set per row: row *i* is the union of half-open ranges `[start[f], end[f])`.

    The fragments of row i are `first[i]` to `first[i + 1] - 1`, ascending; `first` has one more entry than
    the table has rows.
    """

    first: IntArray
    start: IntArray
    end: IntArray

    @classmethod
    def ranges(cls, start: IntArray, end: IntArray) -> "Fragments":
        """A table of rows with one range each."""
        return cls(np.arange(len(start) + 1), start, end)

    @classmethod
    def joined(cls, parts: Sequence["Fragments"]) -> "Fragments":
        """The rows of all parts, one part after another. There must be at least one part."""
        before = np.cumsum([0, *(len(part.start) for part in parts)])
        firsts = [part.first[:-1] + count for part, count in zip(parts, before.tolist(), strict=False)]
        start, end = (
            np.concatenate(columns) for columns in zip(*((p.start, p.end) for p in parts), strict=True)
        )
        return cls(np.concatenate([*firsts, before[-1:]]), start, end)

    def __len__(self) -> int:  # rows, not fields
        return len(self.first) - 1

    def take(self, rows: IntArray) -> "Fragments":
        """The sets of the selected rows."""
        row, fragment = expand(self.first[:-1][rows], self.first[1:][rows])
        lengths = np.bincount(row, minlength=len(rows))
        first = np.concatenate([[0], np.cumsum(lengths)])
        return Fragments(first, self.start[fragment], self.end[fragment])

    def moved(self, by: IntArray) -> "Fragments":
        """The sets, with a shift added to the positions of each row."""
        shift = by[self.rows()]
        return Fragments(self.first, self.start + shift, self.end + shift)

    def rows(self) -> IntArray:
        """The row of each fragment."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    def sizes(self) -> IntArray:
        """The number of positions of each row."""
        total = np.concatenate([[0], np.cumsum(self.end - self.start)])
        sizes: IntArray = total[self.first[1:]] - total[self.first[:-1]]
        return sizes


@record(frozen=True)
class Words:
    """The words of the documents of one side, document after document, without empty nodes.

    first   the first word of each document in `form`, followed by the number of words
    form    the words, None if only their number is known
    line    1-based line of each word in its file
    parse   the part of speech and the parse bit of each word, if requested and available
    """

    first: IntArray
    form: Sequence[str] | None
    line: IntArray
    parse: list[tuple[str, str]] | None = None


class Dependency(NamedTuple):
    """An incoming edge of an empty node: the position of its parent (-1 for the root) and its relation."""

    parent: int
    relation: str


@record(frozen=True)
class Mentions:
    """The mentions of a corpus, one row each, in the order they were read.

    documents    ids in order of first appearance; *named* is False if they are 1-based positions
    document     code of each mention's document
    entity       code of each mention's entity in `entities`; the mentions of an entity are in one document
                 unless *corpus_wide*
    entities     the written ids, one per entity (entities of several documents can have equal ids)
    span         the words of each mention
    line         1-based line of each mention's first bracket (0 in memory)
    head         position of each mention's head word, -1 if the format has no heads
    minimum      the smallest span that counts as the mention (ARRAU's MIN, the head phrase of a parse),
                 None if unknown
    sentence     the sentence of each mention's head within its document, None if sentences are not known
    zeros        row -> the incoming edges of the mention's head, for mentions whose head is an empty node
    words        the words of the documents, None for formats without words
    texts        the text of each document whose characters the positions count, or None; empty if they
                 count words
    other_ids    ids under other names, if documents have no ids
    """

    documents: list[str]
    document: IntArray
    entity: IntArray
    entities: list[str]
    span: Fragments
    line: IntArray
    head: IntArray
    minimum: Fragments | None = None
    sentence: IntArray | None = None
    zeros: dict[int, frozenset[Dependency]] = field(default_factory=dict)
    words: Words | None = None
    texts: Sequence[str | None] = ()
    corpus_wide: bool = False
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    other_ids: "tuple[OtherIds, ...]" = ()

    def __len__(self) -> int:
        return len(self.document)

    @property
    def offset_unit(self) -> str | None:
        """The unit of the positions, if the documents determine it; otherwise None."""
        if self.words is not None:
            return TOKENS
        return CHARACTERS if any(text is not None for text in self.texts) else None

    @property
    def document_texts(self) -> Sequence[str | None]:
        """The text of each document, or its words joined; None if the format has neither."""
        if self.texts or self.words is None or self.words.form is None:
            return self.texts
        form, first = self.words.form, self.words.first.tolist()
        return [" ".join(form[start:end]) for start, end in pairwise(first)]

    def take(self, rows: BoolArray) -> "Mentions":
        """The mentions where the mask is true. Documents and entity codes are unchanged."""
        taken = np.flatnonzero(rows)
        renumbered = {int(old): new for new, old in enumerate(taken)} if self.zeros else {}
        return replace(
            self,
            **rows_of(self, taken, "document entity span line head minimum sentence"),
            zeros={renumbered[r]: edges for r, edges in self.zeros.items() if r in renumbered},
            origins=origins_among(self.origins, taken),
        )

    def in_documents(self, documents: list[str], codes: IntArray) -> "Mentions":
        """The mentions filed under *documents*.

        *codes* gives the new position of each old document; -1 drops the document.

        If two documents get one position, their words follow each other if known; otherwise positions stay
        unchanged.
        """
        mentions = self._one_after_another(codes)
        words = self.words and _words_in(self.words, len(documents), codes)
        texts = texts_in(self.texts, len(documents), codes) if self.texts else ()
        filed = replace(
            mentions, documents=documents, document=codes[self.document], words=words, texts=texts
        )
        dropped = filed.document == NONE
        return filed.take(~dropped) if dropped.any() else filed

    def _one_after_another(self, codes: IntArray) -> "Mentions":
        """The mentions, with positions shifted so that documents filed under one document follow each other.

        The words of a document come after the words of the documents before it.
        """
        if self.words is None or len(distinct(codes[codes != NONE])) == int((codes != NONE).sum()):
            return self
        unit = EMPTY if (self.span.start >= EMPTY).any() else 1
        lengths = np.stack([unit * np.diff(self.words.first), self._sentences()])
        before, total = np.zeros_like(lengths), np.zeros((2, int(codes.max()) + 2), np.int64)
        for old, new in enumerate(codes.tolist()):
            before[:, old] = total[:, new]
            total[:, new] += lengths[:, old]
        by = before[0][self.document]
        return replace(
            self,
            span=self.span.moved(by),
            head=np.where(self.head == NONE, NONE, self.head + by),
            minimum=self.minimum and self.minimum.moved(by),
            sentence=None if self.sentence is None else self.sentence + before[1][self.document],
            zeros={
                row: frozenset(Dependency(p if p < 0 else p + int(by[row]), name) for p, name in edges)
                for row, edges in self.zeros.items()
            },
        )

    def _sentences(self) -> IntArray:
        """The number of sentences of each document, as far as the mentions show it."""
        count = np.zeros(len(self.documents), np.int64)
        if self.sentence is not None:
            np.maximum.at(count, self.document, self.sentence + 1)
        return count

    def place(self, row: int) -> str:
        """`file:line` of a mention, or `mention N` for mentions from memory."""
        name = origin(self.origins, row)
        return f"{name}:{self.line[row]}" if name else f"mention {row + 1}"


def _words_in(words: Words, size: int, codes: IntArray) -> Words:
    """The words of each new document. Old documents filed under one new document follow each other."""
    remaining = np.flatnonzero(codes != NONE)
    order = remaining[np.argsort(codes[remaining], kind="stable")]
    lengths = np.zeros(size, np.int64)
    np.add.at(lengths, codes[order], np.diff(words.first)[order])
    _, at = expand(words.first[:-1][order], words.first[1:][order])
    if np.array_equal(at, np.arange(len(words.line))):
        return replace(words, first=np.concatenate([[0], np.cumsum(lengths)]))
    form = None if words.form is None else [words.form[i] for i in at.tolist()]
    parse = None if words.parse is None else [words.parse[i] for i in at.tolist()]
    return Words(np.concatenate([[0], np.cumsum(lengths)]), form, words.line[at], parse)


def entity_sizes(mentions: Mentions) -> IntArray:
    """The number of mentions of each entity."""
    return np.bincount(mentions.entity, minlength=len(mentions.entities))


def places(mentions: Mentions, rows: Sequence[int]) -> str:
    """The places of a few mentions, as text for a message."""
    return ", ".join(mentions.place(row) for row in rows)
