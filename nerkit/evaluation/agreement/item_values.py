"""Values of items: the label that each annotator gave each item.

item  anna  ben           value, a code for each   0  0
1     PER   PER                                    1  NONE
2     LOC                 labels                   PER LOC
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.selection import LABEL as LABEL_FIELDS
from nerkit.corpora.selection import Selection
from nerkit.exceptions import InputError, UsageError
from nerkit.ground.limits import MOST_VALUES

OUTSIDE = "O"
ONCE = "let each annotator give an item one label"


class Said(NamedTuple):
    """The label that an annotator gave an item (None: no label); *line* is its 1-based line in the file."""

    annotator: str
    item: str
    label: str | None
    line: int


@dataclass(frozen=True)
class Values:
    """The values that annotators gave to items.

    value     code of the label of each annotator for each item, NONE without a label, shape (annotators,
              items)
    labels    the name of each code
    document  code of the document of each item, shape (items,); items of a document follow each other
    ids       the ids of the rows, for a table;  start, end   the places of items that are spans, in units of
              their documents
    """

    names: tuple[str, ...]
    documents: list[str]
    value: IntArray
    labels: list[str]
    document: IntArray
    warnings: tuple[str, ...] = ()
    ids: Sequence[str] | None = None
    start: IntArray | None = None
    end: IntArray | None = None

    @property
    def differing(self) -> BoolArray:
        """Whether annotators gave each item different values, shape (items,)."""
        least = np.where(self.value == NONE, len(self.labels), self.value).min(axis=0)
        different: BoolArray = self.value.max(axis=0) > least
        return different


def selected(values: Values, selection: Selection) -> Values:
    """Return the values with renamed labels, and `O` for labels that are not selected.

    Raises UsageError for a selection by document or by field.
    """
    if set(selection.only) - set(LABEL_FIELDS):
        raise UsageError("only=…: a table of items has labels and no documents or fields")
    names = [selection.names.get(name, name) for name in values.labels]
    kept = [selection.labels, *selection.only.values()]
    names = [name if all(one is None or name in one for one in kept) else OUTSIDE for name in names]
    column = Column(values.labels, values.value.ravel()).map(dict(zip(values.labels, names, strict=True)).get)
    notes = (*values.warnings, *selection.unused_among(values.labels))
    value = column.codes.reshape(values.value.shape)
    return replace(values, value=value, labels=list(column.values), warnings=notes)


def values_of(said: Iterable[Said], source: str) -> Values:
    """Return the values that annotators gave, with items in the order of their first labels.

    Raises InputError if an annotator gave an item two labels, and for more than MOST_VALUES cells.
    """
    items, annotators = Vocabulary(), Vocabulary()
    given = dict[tuple[int, int], str | None]()
    for one in said:
        key = annotators[one.annotator], items[one.item]
        if key in given:
            problem = f"{one.annotator} has already given item {one.item!r} a label"
            raise InputError(problem, source=source, line=one.line, remedy=ONCE)
        given[key] = one.label
    if len(annotators) * len(items) > MOST_VALUES:
        problem = (
            f"{len(annotators):,} annotators times {len(items):,} items are more than {MOST_VALUES:,} values"
        )
        raise InputError(problem, source=source, remedy="leave out annotators with few items")
    column = Column.of(given.values())
    value = np.full((len(annotators), len(items)), NONE, np.int64)
    if given:
        value[tuple(np.array(list(given)).T)] = column.codes
    ids, labels = list(items), list(column.values)
    return Values(tuple(annotators), ["1"], value, labels, np.zeros(len(ids), np.int64), ids=ids)
