"""Chunks of a tagged text as spans, with offsets in tokens from the beginning of their document."""

import numpy as np

from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.results.mistakes import OfRow

AROUND = 5  # words on each side of an error that are shown


class Words:
    """The words of documents, by their offsets."""

    def __init__(self, tagged: Tagged) -> None:
        self._words, self._size = tagged.tokens(), tagged.sizes()
        self._first = np.cumsum(self._size) - self._size

    def of(self, spans: Spans) -> OfRow:
        """The words of a row of spans."""
        return lambda row: self._text(*_place(spans, row)) or None

    def around(self, spans: Spans) -> OfRow:
        """The words of a row of spans in brackets, and up to AROUND words on both sides."""

        def shown(row: int) -> str | None:
            document, start, end = _place(spans, row)
            inside = self._text(document, start, end)
            before = self._text(document, max(0, start - AROUND), start)
            after = self._text(document, end, end + AROUND)
            return " ".join(part for part in (before, f"[{inside}]", after) if part) if inside else None

        return shown

    def _text(self, document: int, start: int, end: int) -> str:
        first, size = int(self._first[document]), int(self._size[document])
        return " ".join(self._words[first + start : first + min(end, size)])


def _place(spans: Spans, row: int) -> tuple[int, int, int]:
    return int(spans.document[row]), int(spans.start[row]), int(spans.end[row])
