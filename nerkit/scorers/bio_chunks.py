"""Chunks of a tagged text as spans, with offsets in tokens from the beginning of their document."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nerkit.algebra.schemes import Chunks
from nerkit.model import Column, IntArray, Origin, Spans, Tagged

AROUND = 5  # words on each side of an error that are shown


def as_spans(tagged: Tagged, chunks: Chunks | None, types: list[str]) -> Spans:
    """The chunks (ranges of tokens of the whole corpus) as spans of their documents, with the field `type`."""
    none = np.empty(0, np.int64)
    start, end, type_ = chunks or (none, none, none)
    sentence = np.searchsorted(tagged.first, start, "right") - 1
    document = tagged.document[sentence]
    sizes = tagged.sizes()
    offset = (np.cumsum(sizes) - sizes)[document]
    return Spans(
        documents=tagged.documents,
        document=document,
        start=start - offset,
        end=end - offset,
        line=tagged.lines(start),
        fields={"type": Column(list(types), type_)},
        origins=_origins(tagged, start),
        named=tagged.named,
    )


class Words:
    """The words of documents, by their offsets."""

    def __init__(self, tagged: Tagged) -> None:
        self._words, self._size = tagged.tokens(), tagged.sizes()
        self._first = np.cumsum(self._size) - self._size

    def of(self, spans: Spans) -> Callable[[int], str]:
        """The words of a row of spans."""
        return lambda row: self._text(int(spans.document[row]), int(spans.start[row]), int(spans.end[row]))

    def around(self, document: int, start: int, end: int) -> str:
        """A span of words in brackets, and up to AROUND words on both sides."""
        before = self._text(document, max(0, start - AROUND), start)
        after = self._text(document, end, min(int(self._size[document]), end + AROUND))
        return " ".join(part for part in (before, f"[{self._text(document, start, end)}]", after) if part)

    def _text(self, document: int, start: int, end: int) -> str:
        first = int(self._first[document])
        return " ".join(self._words[first + start : first + end])


def _origins(tagged: Tagged, start: IntArray) -> tuple[Origin, ...]:
    """Where the chunks come from, in rows of chunks."""
    first_rows = np.searchsorted(start, [origin.first_row for origin in tagged.origins])
    return tuple(
        replace(origin, first_row=int(row)) for origin, row in zip(tagged.origins, first_rows, strict=True)
    )
