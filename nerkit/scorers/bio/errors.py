"""The errors of chunks: the classes of `nerkit.scorers.spans.errors`, with the words around each."""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.results.errors import Errors, OfRow
from nerkit.scorers.bio import tokens
from nerkit.scorers.bio.options import Options
from nerkit.scorers.bio.sides import TaggedSide
from nerkit.scorers.spans import errors as span_errors
from nerkit.scorers.task import Measure

AROUND = 5  # words on each side of a chunk that are shown


def find(batch: Batch[TaggedSide], _: Sequence[Measure], __: Options) -> Errors:
    """Return the errors, chunk by chunk, with the words around each chunk.

    If one side has no words (tags from memory), nerkit shows the words of the other side. Raises InputError
    if the two sides of a document have different numbers of tokens.
    """
    sides = (batch.gold, batch.system)
    tokens.check(Batch(batch.documents, batch.gold.tagged, batch.system.tagged))
    chunks = Batch(batch.documents, batch.gold.chunks(), batch.system.chunks())
    with_words = [side.tagged for side in sides if side.tagged.text is not None]
    sentences = _sentence(batch.gold.tagged, chunks.gold), _sentence(batch.system.tagged, chunks.system)
    if not with_words:
        return span_errors.of_spans(chunks, sentence=sentences)
    gold, system = TokenTexts(with_words[0]), TokenTexts(with_words[-1])
    text = gold.of(chunks.gold), system.of(chunks.system)
    around = gold.around(chunks.gold), system.around(chunks.system)
    return span_errors.of_spans(chunks, text, around, sentences)


def _sentence(tagged: Tagged, chunks: Spans) -> IntArray:
    """Return the 1-based position in its document of the sentence of each chunk."""
    size = tagged.sizes()
    first = np.searchsorted(tagged.document, np.arange(len(tagged.documents)))  # sentence of each document
    row = chunks.start + (np.cumsum(size) - size)[chunks.document]
    position: IntArray = np.searchsorted(tagged.first, row, "right") - first[chunks.document]
    return position


class TokenTexts:
    """The words of documents, by offsets in tokens from the beginning of the document."""

    def __init__(self, tagged: Tagged) -> None:
        self._tagged, self._size = tagged, tagged.sizes()
        self._first = np.cumsum(self._size) - self._size

    def of(self, spans: Spans) -> OfRow:
        """Return the words of a row of spans."""
        return lambda row: self._text(*_place(spans, row)) or None

    def around(self, spans: Spans) -> OfRow:
        """Return the words of a row of spans in brackets, with up to AROUND words on both sides."""

        def shown(row: int) -> str | None:
            """Return the words of a row and around it; None for a row without words."""
            document, start, end = _place(spans, row)
            inside = self._text(document, start, end)
            before = self._text(document, max(0, start - AROUND), start)
            after = self._text(document, end, end + AROUND)
            return " ".join(part for part in (before, f"[{inside}]", after) if part) if inside else None

        return shown

    def _text(self, document: int, start: int, end: int) -> str:
        first, size = int(self._first[document]), int(self._size[document])
        return self._tagged.words(first + start, first + min(end, size))


def _place(spans: Spans, row: int) -> tuple[int, int, int]:
    return int(spans.document[row]), int(spans.start[row]), int(spans.end[row])
