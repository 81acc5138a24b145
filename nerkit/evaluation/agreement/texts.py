"""The text that spans cover: units of a document, and its tokens."""

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.exceptions import UsageError

TextOf = Callable[[int, int, int], str | None]  # (document, start, end) -> the text of these units


def text_of(texts: Sequence[str | None], *, tokens: bool) -> TextOf:
    """Return a function (document, start, end) -> the text of these units."""

    @cache
    def words(code: int) -> list[str]:
        return (texts[code] or "").split()

    def text(code: int, start: int, end: int) -> str | None:
        """Return the characters or tokens from *start* to *end*; None without a text."""
        whole = texts[code]
        if whole is None:
            return None
        return " ".join(words(code)[start:end]) if tokens else whole[start:end]

    return text


def in_tokens(
    texts: Sequence[str | None], spans: tuple[IntArray, IntArray, IntArray], names: Sequence[str]
) -> tuple[IntArray, IntArray, IntArray]:
    """Return spans of characters as spans of white-space tokens, and the number of tokens of each document.

    A span takes all tokens with which it shares a character. Raises UsageError for documents without text.
    """
    document, start, end = spans
    first, last = start.copy(), end.copy()
    length = np.zeros(len(texts), np.int64)
    order = np.argsort(document, kind="stable")
    borders = np.searchsorted(document[order], np.arange(len(texts) + 1))
    for code, text in enumerate(texts):
        if text is None:
            raise UsageError(
                f'units="token": document {names[code]!r} has no text; units="character" needs none'
            )
        found = [match.span() for match in re.finditer(r"\S+", text)]
        begins, ends = (np.array([span[k] for span in found], np.int64) for k in (0, 1))
        length[code] = len(found)
        rows = order[borders[code] : borders[code + 1]]
        first[rows] = np.searchsorted(ends, start[rows], "right")
        last[rows] = np.maximum(np.searchsorted(begins, end[rows], "left"), first[rows])
    return first, last, length
