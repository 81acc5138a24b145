"""A batch of texts with their alignments: spans as ranges of columns, and the text opposite a piece of text.

Aligned characters share a column; a character without a counterpart is opposite a gap. Of the gold text `Anna
met` and the system text `Ann mett` there are nine columns:

    column   0 1 2 3 4 5 6 7 8
    gold     A n n a   m e - t        columns of the gold characters:    0 1 2 3 4 5 6 8
    system   A n n -   m e t t        columns of the system characters:  0 1 2 4 5 6 7 8

The gold span [0, 4) has the columns [0, 4) as its territory. The system span [0, 3) has the same territory,
because missing text right after a span counts as its own.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.algorithms.text_alignment.alignment import EVEN, align, align_gap_first, edit_distance, is_long
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans, Texts
from nerkit.exceptions import plural
from nerkit.ground.patterns import regex

WORD = regex(r"\S+")
FEW = 100  # words that are compared as they are, not by codes


class Ranges(NamedTuple):
    """Half-open ranges of positions, and the document of each range."""

    document: IntArray
    start: IntArray
    end: IntArray

    def take(self, rows: IntArray) -> "Ranges":
        """Return the ranges of these rows."""
        return Ranges(*(column[rows] for column in self))

    def by_document(self) -> Iterator[tuple[int, IntArray]]:
        """Yield each document with ranges, and the rows of its ranges."""
        order = np.argsort(self.document, kind="stable")
        ranked = self.document[order]
        borders = np.flatnonzero(np.diff(ranked)) + 1
        for rows in np.split(order, borders):
            if len(rows):
                yield int(self.document[rows[0]]), rows


def ranges(spans: Spans) -> Ranges:
    """Return the spans as ranges of characters."""
    return Ranges(spans.document, spans.start, spans.end)


class AlignedTexts:
    """The aligned texts of a batch.

    With *gap_first*, nerkit makes the choice of edlib among equally good alignments. With *exact*, nerkit
    aligns long texts as a whole, not in chunks.
    """

    def __init__(self, batch: Batch[Texts], *, gap_first: bool, exact: bool) -> None:
        self.gold, self.system, self.exact = batch.gold.texts, batch.system.texts, exact
        aligner = align_gap_first if gap_first else align
        self.alignments = [aligner(g, s, exact=exact) for g, s in self.pairs()]

    def pairs(self) -> list[tuple[str, str]]:
        """The gold text and the system text of every document."""
        return list(zip(self.gold, self.system, strict=True))

    @cached_property
    def columns(self) -> tuple[list[IntArray], list[IntArray]]:
        """The columns of the characters of every gold text, and of every system text."""
        alignments = self.alignments
        return [alignment.gold for alignment in alignments], [alignment.system for alignment in alignments]

    @property
    def chunked(self) -> int:
        """The number of documents that were aligned in chunks because they are long."""
        return 0 if self.exact else sum(is_long(g, s) and g != s for g, s in self.pairs())

    def notice(self) -> list[str]:
        """A sentence about the documents that were aligned in chunks."""
        if not self.chunked:
            return []
        return [
            (
                f"{plural(self.chunked, 'document')} above 16,000 characters: nerkit aligns "
                "these texts in chunks; exact_alignment=True aligns the whole text as edlib "
                "does"
            )
        ]

    def unrelated(self) -> list[str]:
        """A warning about documents that were cut into even parts, because long stretches have nothing in
        common.
        """
        number = sum(alignment.even_cuts > 0 for alignment in self.alignments)
        if not number:
            return []
        return [
            (
                f"{plural(number, 'document')} in which over {EVEN:,} characters share no "
                "unique run of 16. There nerkit cuts texts evenly and may count too many "
                "errors; exact_alignment=True finds the fewest"
            )
        ]

    def territory(self, side: int, pieces: Ranges) -> Ranges:
        """Return ranges of characters as ranges of columns. Each character reaches to the next, but a range
        has no gaps at its end.

        *side* is 0 for gold and 1 for the system. A range outside its text is empty.
        """
        begin, end = np.zeros_like(pieces.start), np.zeros_like(pieces.end)
        for document, rows in pieces.by_document():
            column = self.columns[side][document]
            column = np.append(column, column[-1] + 1 if len(column) else 0)  # one past the last character
            first = column[np.clip(pieces.start[rows], 0, len(column) - 1)]
            last = column[np.clip(pieces.end[rows], 0, len(column) - 1)]
            begin[rows], end[rows] = first, np.where(pieces.end[rows] > pieces.start[rows], last, first)
        return Ranges(pieces.document, begin, end)

    def opposite(self, side: int, pieces: Ranges) -> Ranges:
        """Return the characters of the other side in the columns from the first to the last character of each
        range.
        """
        begin, end = np.zeros_like(pieces.start), np.zeros_like(pieces.end)
        for document, rows in pieces.by_document():
            own_columns, other_columns = self.columns[side][document], self.columns[1 - side][document]
            start, stop = (
                np.clip(offset[rows], 0, len(own_columns)) for offset in (pieces.start, pieces.end)
            )
            filled = stop > start
            begin[rows[filled]] = np.searchsorted(other_columns, own_columns[start[filled]])
            end[rows[filled]] = np.searchsorted(other_columns, own_columns[stop[filled] - 1], "right")
        return Ranges(pieces.document, begin, end)

    def words(self, side: int, document: int) -> IntArray:
        """Return the words of a text as ranges of characters, shape (words, 2)."""
        text = (self.gold, self.system)[side][document]
        return np.array([word.span() for word in WORD.finditer(text)], np.int64).reshape(-1, 2)

    def errors(self) -> IntArray:
        """Return character errors, gold characters, word errors and gold words of documents, shape
        (documents, 4).
        """
        errors = [
            (alignment.cost, len(gold), *word_errors(gold, system))
            for alignment, (gold, system) in zip(self.alignments, self.pairs(), strict=True)
        ]
        return np.array(errors, np.int64).reshape(-1, 4)


def cut(texts: Sequence[str], pieces: Ranges) -> Iterator[str]:
    """Yield the text of every range, one at a time, because nested ranges together could need much memory."""
    columns = (column.tolist() for column in pieces)
    for document, start, end in zip(*columns, strict=True):
        yield texts[document][start:end]


def word_errors(gold: str, system: str) -> tuple[int, int]:
    """Return the edit distance of two texts in words, and the number of gold words."""
    left = gold.split()
    if gold == system:
        return 0, len(left)
    right = system.split()
    if len(left) == len(right) == 1:
        return int(left != right), 1
    from nerkit.algorithms.edits import distance

    if max(len(left), len(right)) <= FEW:
        return distance(left, right), len(left)
    vocabulary = Vocabulary()
    return edit_distance(vocabulary.codes(left), vocabulary.codes(right)), len(left)
