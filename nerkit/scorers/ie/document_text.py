"""The text of a document, and the part of it around an element."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any

from nerkit.ground.records import record
from nerkit.results.errors import excerpt, piece

WORDS, TEXTS = ("tokens", "words"), ("text", "sentence")  # fields of documents
SHORT = 300  # characters of a text that is shown whole


@record(frozen=True)
class DocumentText:
    """The text of a document.

    text    the characters
    first   the position where each word begins, then the position of a further word; None without words
    """

    text: str
    first: list[int] | None = None

    @classmethod
    def of(cls, document: Any) -> "DocumentText | None":
        """Return the text of a document; None for a document without a text."""
        if not isinstance(document, Mapping):
            return None
        for name in WORDS:
            words = document.get(name)
            if isinstance(words, list) and words and all(isinstance(word, str) for word in words):
                return cls(" ".join(words), list(accumulate((len(word) + 1 for word in words), initial=0)))
        texts = [document[name] for name in TEXTS if isinstance(document.get(name), str)]
        return cls(texts[0]) if texts else None

    def covered(self, span: Any) -> str | None:
        """Return the text of a span, with fragments joined by blanks; None for a value that is not a span of
        this text.
        """
        ranges = self._ranges([span])
        return " ".join(piece(self.text, start, end) for start, end in ranges) if ranges else None

    def around(self, element: Any) -> str | None:
        """Return the text around an element, with the spans of the element in brackets."""
        return excerpt(self.text, self._ranges(_spans(element))) or self._whole

    @cached_property
    def _whole(self) -> str | None:
        """The whole text with single blanks, if the text is short."""
        whole = " ".join(self.text.split())
        return whole if len(whole) <= SHORT else None

    def _ranges(self, spans: Iterable[Any]) -> list[tuple[int, int]]:
        """Yield the character ranges of the spans that are inside the text."""
        size = len(self.text) if self.first is None else len(self.first) - 1
        ranges = [(start, end) for start, end in _offsets(spans) if 0 <= start < end <= size]
        if self.first is None:
            return ranges
        return [(self.first[start], self.first[end] - 1) for start, end in ranges]


def _spans(element: Any) -> Iterator[Any]:
    """Yield the values that may be offsets: [start, end] and each member of a mapping, or the element
    itself.
    """
    if isinstance(element, Mapping):
        yield [element.get("start"), element.get("end")]
        yield from element.values()
    else:
        yield element


def _offsets(spans: Iterable[Any]) -> Iterator[tuple[int, int]]:
    """Yield the fragments of spans as half-open offsets; nothing for a value that is not a span."""
    for span in spans:
        if (
            isinstance(span, list | tuple)
            and len(span) % 2 == 0
            and all(type(number) is int for number in span)
        ):
            yield from zip(span[::2], span[1::2], strict=True)
