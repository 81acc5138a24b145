"""Counted items: each has a key, and a gold item is right if the system has an item with the same key.

    items                 key                                                  counted by
    arguments             predicate, label, shape                              label, predicate, sentence
    propositions          predicate, set of its arguments                      predicate, sentence
    words                 word, head, label                                    sentence

Items are counted in rows by `label` (of an argument), `predicate` (its text on the item's own side) and
`sentence` (a number from 1). With a field in the row, only items that have the same value
of it are right.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray, joined
from nerkit.algorithms.keys import combine, contained, distinct, first_of_each, ranked
from nerkit.corpora.roles import VERB
from nerkit.results.counts import ALL, Headline, Label, Part
from nerkit.scorers.srl.comparison import ComparedRoles

FIELDS = ("label", "predicate", "sentence")  # of --by


@dataclass(frozen=True)
class RoleItems:
    """The items of both sides, gold items before system items.

    side       0 for gold, 1 for the system
    key        a number, equal for items that agree
    sentence   the common number of the sentence of each item
    predicate  a number for the predicate of each item; None if items have no predicates
    label      the label of each item; None if items have no labels
    """

    side: IntArray
    key: IntArray
    sentence: IntArray
    predicate: Column | None = None
    label: Column | None = None

    @property
    def headline(self) -> Headline:
        """Return the headline: F1 without rows by fields that these items lack, and without V in averages."""
        has = {"label": self.label is not None, "predicate": self.predicate is not None}
        return Headline(lacks=tuple(name for name in FIELDS if not has.get(name, True)), apart=(VERB,))

    @property
    def split(self) -> int:
        """The number of gold items, which come before the system items."""
        return int(np.searchsorted(self.side, 1))

    def take(self, rows: IntArray | BoolArray) -> "RoleItems":
        """Return the items at these rows."""
        rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows  # once for all columns
        return RoleItems(
            self.side[rows],
            self.key[rows],
            self.sentence[rows],
            self.predicate and self.predicate.take(rows),
            self.label and self.label.take(rows),
        )


def together(parts: Sequence[RoleItems]) -> RoleItems:
    """Join items of several kinds, without labels. Items of different kinds never agree."""
    kind = np.repeat(np.arange(len(parts)), [len(part.side) for part in parts])
    predicates = [part.predicate for part in parts if part.predicate is not None]
    side = np.concatenate([part.side for part in parts])
    items = RoleItems(
        side,
        combine(kind, np.concatenate([part.key for part in parts])),
        np.concatenate([part.sentence for part in parts]),
        joined(predicates) if len(predicates) == len(parts) else None,
    )
    return items.take(np.argsort(side, kind="stable"))


def counts(name: str, compared: ComparedRoles, items: RoleItems, fields: Sequence[str]) -> Part | None:
    """Return the count rows of a measure: right items, all system items, all gold items; None if items lack a
    field.

    V counts only in the row of the label V.
    """
    headline = items.headline
    if set(fields) & set(headline.lacks):
        return None
    if "label" not in fields and items.label is not None and VERB in items.label.values:
        items = items.take(items.label.codes != items.label.values.index(VERB))
    code, labels = _labels(compared, items, fields)
    cell = compared.document[items.sentence] * max(len(labels), 1) + code
    key = combine(items.key, cell) if fields else items.key
    split = items.split
    right = contained(key[:split], distinct(key[split:]))
    cells, place = distinct(cell), ranked(cell)[0]
    of_gold, of_system = place[:split], place[split:]
    correct, system, gold = (
        np.bincount(rows, minlength=len(cells)) for rows in (of_gold[right], of_system, of_gold)
    )
    document, label = np.divmod(cells, max(len(labels), 1))
    numbers = np.stack([correct, system, correct, gold], axis=1).astype(float)
    return Part(name, document, labels, label, numbers, headline=headline)


def _labels(compared: ComparedRoles, items: RoleItems, fields: Sequence[str]) -> tuple[IntArray, list[Label]]:
    """Return the row of each item, as codes into a list of labels."""
    if not fields:
        return np.zeros(len(items.side), np.int64), [ALL]
    columns = [_column(compared, items, name) for name in fields]
    code = combine(*(column.codes for column in columns))
    first = first_of_each(code)
    labels: list[Label] = [
        tuple((name, str(column.value(row))) for name, column in zip(fields, columns, strict=True))
        for row in first.tolist()
    ]
    return ranked(code)[0], labels


def _column(compared: ComparedRoles, items: RoleItems, name: str) -> Column:
    if name == "sentence":
        size = np.bincount(compared.document)
        number = np.arange(len(compared.document)) - np.repeat(np.cumsum(size) - size, size)
        several = len(compared.batch.documents) > 1
        names = compared.batch.documents
        texts = [
            f"{names[document]}#{place + 1}" if several else str(place + 1)
            for document, place in zip(compared.document.tolist(), number.tolist(), strict=True)
        ]
        return Column(texts, items.sentence)
    column = items.label if name == "label" else items.predicate
    assert column is not None  # `counts` looked at the fields
    return column
