"""The text around the elements of records, where documents hold their text: for lists of errors.

The text of a document is its field `tokens` or `words`, a list of strings that are joined by blanks, or else `text` or `sentence`. An element stands
where it says: `start` and `end`, or whatever fields are two integers, half-open offsets of words where there are words, else of characters.
Of an element that does not say so, or lies outside, the text is shown whole, if it is short.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from nerkit.mistakes import excerpt

WORDS, TEXTS = ("tokens", "words"), ("text", "sentence")  # fields of documents
SHORT = 300  # characters of a text that is shown whole


class Text(NamedTuple):
    """The text of a document, and where each word of it begins, and one more, if its words are known."""

    text: str
    first: list[int] | None = None

    @classmethod
    def of(cls, document: Any) -> "Text | None":
        """That of a document, if it has one."""
        if not isinstance(document, Mapping):
            return None
        for name in WORDS:
            words = document.get(name)
            if isinstance(words, list) and words and all(isinstance(word, str) for word in words):
                return cls(" ".join(words), list(accumulate((len(word) + 1 for word in words), initial=0)))
        found = (document[name] for name in TEXTS if isinstance(document.get(name), str))
        return next(map(cls, found), None)

    def around(self, element: Any) -> str | None:
        """The text around an element, with its places in brackets."""
        size = len(self.text) if self.first is None else len(self.first) - 1
        ranges = [(start, end) for start, end in _offsets(element) if 0 <= start < end <= size]
        if self.first is not None:
            ranges = [(self.first[start], self.first[end] - 1) for start, end in ranges]
        whole = " ".join(self.text.split())
        return excerpt(self.text, ranges) or (whole if len(whole) <= SHORT else None)


def _offsets(element: Any) -> Iterator[tuple[int, int]]:
    """What may be the offsets of an element."""
    if not isinstance(element, Mapping):
        pairs = [element]
    else:
        pairs = [[element.get("start"), element.get("end")], *element.values()]
    for pair in pairs:
        if isinstance(pair, list | tuple) and len(pair) == 2 and all(type(number) is int for number in pair):
            yield pair[0], pair[1]
