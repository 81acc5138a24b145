"""The errors of chunks: the classes of `nerkit.scorers.spans.errors`, with the words around each."""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.results.errors import Errors, OfRow
from nerkit.scorers.bio.options import Options
from nerkit.scorers.bio.sides import TaggedSide, begins_of, check
from nerkit.scorers.spans import errors as span_errors
from nerkit.scorers.task import Measure

AROUND = 5  # words on each side of a chunk that are shown


def find(batch: Batch[TaggedSide], _: Sequence[Measure], __: Options) -> Errors:
    """Return the errors, chunk by chunk, with the words around each chunk.

    If one side has no words (tags from memory), nerkit shows the words of the other side. Raises InputError
    if the two sides of a document have different numbers of tokens.
    """
    sides = (batch.gold, batch.system)
    check(Batch(batch.documents, batch.gold.tagged, batch.system.tagged))
    chunks = Batch(batch.documents, batch.gold.chunks(strict=False), batch.system.chunks(strict=False))
    with_words = [side.tagged for side in sides if side.tagged.text is not None]
    sentences = _sentence(batch.gold.tagged, chunks.gold), _sentence(batch.system.tagged, chunks.system)
    if not with_words:
        return span_errors.of_spans(chunks, sentence=sentences)
    shown = _texts(with_words[0], chunks.gold), _texts(with_words[-1], chunks.system)
    text, around = zip(*shown, strict=True)
    return span_errors.of_spans(chunks, text, around, sentences)


def _sentence(tagged: Tagged, chunks: Spans) -> IntArray:
    """Return the 1-based position in its document of the sentence of each chunk."""
    first = np.searchsorted(tagged.document, np.arange(len(tagged.documents)))  # sentence of each document
    row = chunks.start + begins_of(tagged, chunks.document)
    position: IntArray = np.searchsorted(tagged.first, row, "right") - first[chunks.document]
    return position


def _texts(tagged: Tagged, spans: Spans) -> tuple[OfRow, OfRow]:
    """Return two functions of a row: its words, and its words in brackets with up to AROUND words on both
    sides. Rows without words have None.
    """
    begin, size = begins_of(tagged, spans.document), tagged.sizes()[spans.document]

    def words(row: int, start: int, end: int) -> str:
        """Return the words of the document of a row, by offsets from its beginning."""
        first = int(begin[row])
        return tagged.words(first + start, first + min(end, int(size[row])))

    def text(row: int) -> str | None:
        return words(row, int(spans.start[row]), int(spans.end[row])) or None

    def around(row: int) -> str | None:
        start, end, inside = int(spans.start[row]), int(spans.end[row]), text(row)
        parts = words(row, max(0, start - AROUND), start), f"[{inside}]", words(row, end, end + AROUND)
        return inside and " ".join(filter(None, parts))

    return text, around
