"""What is wrong with records: the elements of their collections, at every level, as a formula matches them.

    correct             matched, and as similar as an element is to itself
    partial             matched with partial credit: something inside or below is wrong
    missed, spurious    without a partner

An element's label is its `type`, `role` or `label`; its text is its place in its document, and the element as
JSON. Repeated elements, which do not count, are not listed.

The text of a document is its field `tokens` or `words`, a list of strings that are joined by blanks, or else
`text` or `sentence`. An element's place in it is given by `start` and `end`, or by whatever fields are two
integers: half-open offsets of words where there are words, else of characters. Around an element without
offsets, or with offsets outside the text, the whole text is shown, if it is short.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.formula import Explained, explained
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes, PlaceOfRow, excerpt
from nerkit.scorers.ie.levels import batch_level
from nerkit.scorers.ie.options import Options
from nerkit.scorers.task import Measure

PARTIAL = "partial"
KINDS = (CORRECT, PARTIAL, MISSED, SPURIOUS)
LABELS = ("type", "role", "label")  # fields that say what an element is
WORDS, TEXTS = ("tokens", "words"), ("text", "sentence")  # fields of documents
SHORT = 300  # characters of a text that is shown whole
TIE = 1e-9  # similarities this close are equal


class DocumentText(NamedTuple):
    """The text of a document.

    text    its characters
    first   where each word begins, and where one behind the last would begin; None where words are not known
    """

    text: str
    first: list[int] | None = None

    @classmethod
    def of(cls, document: Any) -> "DocumentText | None":
        """The text of a document; None if it has none."""
        if not isinstance(document, Mapping):
            return None
        for name in WORDS:
            words = document.get(name)
            if isinstance(words, list) and words and all(isinstance(word, str) for word in words):
                return cls(" ".join(words), list(accumulate((len(word) + 1 for word in words), initial=0)))
        texts = [document[name] for name in TEXTS if isinstance(document.get(name), str)]
        return cls(texts[0]) if texts else None

    def around(self, element: Any) -> str | None:
        """The text around an element, with its places in brackets."""
        size = len(self.text) if self.first is None else len(self.first) - 1
        ranges = [(start, end) for start, end in _offsets(element) if 0 <= start < end <= size]
        if self.first is not None:
            ranges = [(self.first[start], self.first[end] - 1) for start, end in ranges]
        whole = " ".join(self.text.split())
        return excerpt(self.text, ranges) or (whole if len(whole) <= SHORT else None)


def _offsets(element: Any) -> Iterator[tuple[int, int]]:
    """The pairs of integers that may be the offsets of an element."""
    if not isinstance(element, Mapping):
        pairs = [element]
    else:
        pairs = [[element.get("start"), element.get("end")], *element.values()]
    for pair in pairs:
        if isinstance(pair, list | tuple) and len(pair) == 2 and all(type(number) is int for number in pair):
            yield pair[0], pair[1]


def find(batch: Batch[Documents], measures: Sequence[Measure], options: Options) -> Mistakes:
    """The elements of all documents under the first of the measures, pair by pair."""
    metric = measures[0].compute.metric
    level = batch_level(batch, metric.empty(), options.limit)
    rows = explained(metric, batch.documents, level)
    place = {name: i for i, name in enumerate(batch.documents)}
    values = level.values[: level.border], level.values[level.border :]
    gold_texts, system_texts = ([DocumentText.of(value) for value in side] for side in values)
    texts = {  # where one side has no text of a document, the text of the other side is shown
        name: (gold or system, system or gold)
        for name, gold, system in zip(batch.documents, gold_texts, system_texts, strict=True)
    }
    of_row = [place[row.document] for row in rows]
    gold_items = _items(
        [(row.gold_path, row.gold, texts[row.document][0]) for row in rows],
        lambda row: batch.gold.place(of_row[row]),
    )
    system_items = _items(
        [(row.system_path, row.system, texts[row.document][1]) for row in rows],
        lambda row: batch.system.place(of_row[row]),
    )
    return Mistakes(
        batch.documents,
        _integers(of_row),
        KINDS,
        _integers([KINDS.index(_kind(row)) for row in rows]),
        _integers([NONE if row.gold_path is None else i for i, row in enumerate(rows)]),
        _integers([NONE if row.system_path is None else i for i, row in enumerate(rows)]),
        (gold_items, system_items),
    )


def _kind(row: Explained) -> str:
    if row.gold_path is None or row.system_path is None:
        return SPURIOUS if row.gold_path is None else MISSED
    return PARTIAL if row.similarity < row.own - TIE else CORRECT


def _items(elements: Sequence[tuple[str | None, Any, DocumentText | None]], place: PlaceOfRow) -> Items:
    """The items of one side, one for each row: path, element, text of its document; and where they stand."""

    def text(row: int) -> str:
        path, element, _ = elements[row]
        return f"{path} {json.dumps(element, ensure_ascii=False, default=str)}"

    def around(row: int) -> str | None:
        _, element, document = elements[row]
        return document and document.around(element)

    labels = Column.of(_label(element) for _, element, _ in elements)
    return Items(labels, text=text, around=around, place=place)


def _label(element: Any) -> str | None:
    if not isinstance(element, dict):
        return None
    labels = [element[name] for name in LABELS if isinstance(element.get(name), str)]
    return labels[0] if labels else None


def _integers(values: list[int]) -> IntArray:
    return np.array(values, np.int64)
