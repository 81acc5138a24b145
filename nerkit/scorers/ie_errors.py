"""What is wrong with records, under a formula: the elements of its collections, at every level, as its best matching pairs them.

    correct             matched, and as similar as an element is to itself
    partial             matched with partial credit: something inside or below is wrong
    missed, spurious    without a partner

An element's label is its `type`, `role` or `label`; its text is where it stands in its document, and itself as JSON. Repeated elements,
which do not count, are not listed. `ie_texts` has the text around it.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from nerkit.algebra.formula import Explained, explained
from nerkit.algebra.records import Level
from nerkit.algebra.similarity import Metric
from nerkit.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes
from nerkit.model import NONE, Column, IntArray
from nerkit.scorers.ie_texts import Text

PARTIAL = "partial"
KINDS = (CORRECT, PARTIAL, MISSED, SPURIOUS)
LABELS = ("type", "role", "label")  # fields that say what an element is
TIE = 1e-9  # similarities this close are equal


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
