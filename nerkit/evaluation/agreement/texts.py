"""The texts of documents, with the borders of the units of annotations.

text      Anna Lind\nleft          the tokens of two sentences
starts    0    5     10
ends      4    9     14
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.tags import Tagged, lined
from nerkit.exceptions import UsageError


class UnitText(NamedTuple):
    """The text of a document; unit i is text[starts[i]:ends[i]]."""

    text: str
    starts: Sequence[int] | IntArray
    ends: Sequence[int] | IntArray

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of characters of the units from *start* to *end*, cut to the text."""
        size = len(self.starts)
        first = int(self.starts[start]) if start < size else len(self.text)
        return first, max(first, int(self.ends[min(end, size) - 1]) if end and start < size else first)


TextOf = Callable[[int], UnitText | None]  # the code of a document -> its text, None without a text


def text_of(texts: Sequence[str | None], *, tokens: bool) -> TextOf:
    """Return the function code -> text, for documents whose units are characters or white-space *tokens*."""

    @lru_cache(1)  # documents come one after the other
    def text(code: int) -> UnitText | None:
        """Return the text of a document with the borders of its units; None without a text."""
        whole = texts[code]
        if whole is None:
            return None
        if not tokens:
            return UnitText(whole, range(len(whole)), range(1, len(whole) + 1))
        return UnitText(whole, *_borders(whole))

    return text


def text_of_tokens(tagged: Tagged) -> TextOf:
    """Return the function code -> text, for documents of tagged tokens, with a line per sentence."""
    texts, first = tagged.document_texts, np.cumsum(tagged.sizes()) - tagged.sizes()

    @lru_cache(1)  # documents come one after the other
    def text(code: int) -> UnitText | None:
        sentences = slice(*np.searchsorted(tagged.document, [code, code + 1]))
        return UnitText(*lined(texts[code], tagged.last[sentences] - first[code] - 1)) if texts else None

    return text


def _borders(text: str) -> tuple[IntArray, IntArray]:
    """Return the starts and the ends of the white-space tokens of a text, shape (tokens,) each."""
    found = [match.span() for match in re.finditer(r"\S+", text)]
    begins, ends = (np.array([span[k] for span in found], np.int64) for k in (0, 1))
    return begins, ends


def in_tokens(
    texts: Sequence[str | None], spans: tuple[IntArray, IntArray, IntArray], names: Sequence[str]
) -> tuple[IntArray, IntArray, IntArray]:
    """Turn spans of characters into spans of white-space tokens; return starts, ends, and tokens per
    document.

    A span takes all tokens with which it shares a character. Raises UsageError for documents without
    text.
    """
    document, start, end = spans
    first, last = start.copy(), end.copy()
    length = np.zeros(len(texts), np.int64)
    order = np.argsort(document, kind="stable")
    borders = np.searchsorted(document[order], np.arange(len(texts) + 1))
    for code, text in enumerate(texts):
        if text is None:
            raise UsageError(
                f'units="token": document {names[code]!r} has no text; use units="character", '
                "which needs no text"
            )
        begins, ends = _borders(text)
        length[code] = len(begins)
        rows = order[borders[code] : borders[code + 1]]
        first[rows] = np.searchsorted(ends, start[rows], "right")
        last[rows] = np.maximum(np.searchsorted(begins, end[rows], "left"), first[rows])
    return first, last, length
