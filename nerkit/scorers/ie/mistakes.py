"""What is wrong with records, under a formula: the elements of its collections, at every level, as its best matching pairs them.

    correct             matched, and as similar as an element is to itself
    partial             matched with partial credit: something inside or below is wrong
    missed, spurious    without a partner

An element's label is its `type`, `role` or `label`; its text is where it stands in its document, and itself as JSON. Repeated elements,
which do not count, are not listed.

The text of a document is its field `tokens` or `words`, a list of strings that are joined by blanks, or else `text` or `sentence`. An
element stands where it says: `start` and `end`, or whatever fields are two integers, half-open offsets of words where there are words,
else of characters. Of an element that does not say so, or lies outside, the text is shown whole, if it is short.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.formula import Explained, explained
from nerkit.algebra.levels import Level
from nerkit.algebra.similarity import Metric
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes, excerpt

PARTIAL = "partial"
KINDS = (CORRECT, PARTIAL, MISSED, SPURIOUS)
LABELS = ("type", "role", "label")  # fields that say what an element is
WORDS, TEXTS = ("tokens", "words"), ("text", "sentence")  # fields of documents
SHORT = 300  # characters of a text that is shown whole
TIE = 1e-9  # similarities this close are equal


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


def find(metric: Metric, documents: list[str], level: Level) -> Mistakes:
    """The elements of a level of documents, pair by pair."""
    rows = explained(metric, documents, level)
    place = {name: i for i, name in enumerate(documents)}
    values = level.values[: level.border], level.values[level.border :]
    sides = [[Text.of(value) for value in side] for side in values]
    texts = {name: (own or other, other or own) for name, own, other in zip(documents, *sides, strict=True)}
    gold = _items([(row.gold_path, row.gold, texts[row.document][0]) for row in rows])
    system = _items([(row.system_path, row.system, texts[row.document][1]) for row in rows])
    return Mistakes(
        documents,
        _integers([place[row.document] for row in rows]),
        KINDS,
        _integers([KINDS.index(_kind(row)) for row in rows]),
        _integers([NONE if row.gold_path is None else i for i, row in enumerate(rows)]),
        _integers([NONE if row.system_path is None else i for i, row in enumerate(rows)]),
        (gold, system),
    )


def _kind(row: Explained) -> str:
    if row.gold_path is None or row.system_path is None:
        return SPURIOUS if row.gold_path is None else MISSED
    return PARTIAL if row.similarity < row.own - TIE else CORRECT


def _items(found: Sequence[tuple[str | None, Any, Text | None]]) -> Items:
    """The items of one side, by the row they are in: path, element, the text of the document."""

    def text(row: int) -> str:
        path, element, _ = found[row]
        return f"{path} {json.dumps(element, ensure_ascii=False, default=str)}"

    def around(row: int) -> str | None:
        _, element, whole = found[row]
        return whole and whole.around(element)

    return Items(Column.of(_label(element) for _, element, _ in found), text=text, around=around)


def _label(item: Any) -> str | None:
    names = (
        [item[name] for name in LABELS if isinstance(item.get(name), str)] if isinstance(item, dict) else []
    )
    return names[0] if names else None


def _integers(values: list[int]) -> IntArray:
    return np.array(values, np.int64)
