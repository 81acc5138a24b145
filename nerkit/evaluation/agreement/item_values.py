"""Values of items: those of each annotator, and the tables that hold them.

item  anna  ben           value, a code for each   0  0
1     PER   PER                                    1  NONE
2     LOC                 labels                   PER LOC
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray, Vocabulary
from nerkit.corpora.selection import LABEL as LABEL_FIELDS
from nerkit.corpora.selection import Selection
from nerkit.errors import InputError, UsageError, plural
from nerkit.io import Source

OUTSIDE = "O"
LONG = ("item", "annotator", "label")  # the names of a table with a line for each value
LONG_FORM = "a line is: item, annotator, label, separated by tabs; each annotator once an item"
TABLE = "a table has a line of names, then one item a line: its id, and what each annotator said, or nothing"


@dataclass(frozen=True)
class Values:
    """Values of items.

    value     code of what each annotator said of each item, NONE where nothing, shape (annotators, items)
    labels    what the codes mean
    document  code of the document of each item; items of a document follow each other
    ids       of the rows of a table;  start, end   of items that are spans, in units of their documents
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


def selected(values: Values, selection: Selection) -> Values:
    """Values renamed; labels that are not kept are `O`. Raises UsageError for documents and fields."""
    if set(selection.only) - set(LABEL_FIELDS):
        raise UsageError("only=…: a table of items has labels and no documents or fields")
    names = [selection.names.get(name, name) for name in values.labels]
    kept = [selection.labels, *selection.only.values()]
    names = [name if all(one is None or name in one for one in kept) else OUTSIDE for name in names]
    column = Column(values.labels, values.value.ravel()).map(dict(zip(values.labels, names, strict=True)).get)
    notes = (*values.warnings, *selection.unused_among(values.labels))
    value = column.codes.reshape(values.value.shape)
    return replace(values, value=value, labels=list(column.values), warnings=notes)


def table(source: Source) -> Values:
    """The values of a table: a line of names, then one item a line, columns separated by tabs."""
    with source:
        lines = [(number, line.split("\t")) for number, line in source.lines() if line.strip()]
    if lines and tuple(cell.strip().lower() for cell in lines[0][1]) == LONG:
        return _long_table(source.name, lines[1:])
    head = [name.strip() for name in lines[0][1][1:]] if lines else []
    if twice := [name for i, name in enumerate(head) if name in head[:i]]:
        problem = f"two annotators are called {twice[0]!r}"
        raise InputError(
            problem, source=source.name, line=lines[0][0], text="\t".join(lines[0][1]), remedy=TABLE
        )
    if len(head) < 2:
        raise InputError("a table with fewer than two annotators", source=source.name, line=1, remedy=TABLE)
    for number, cells in lines[1:]:
        if len(cells) > len(head) + 1:
            problem = f"{plural(len(cells) - 1, 'value')} where there are {len(head)} annotators"
            raise InputError(problem, source=source.name, line=number, text="\t".join(cells), remedy=TABLE)
    rows = [
        [cell.strip() or None for cell in [*cells[1:], *[""] * len(head)][: len(head)]]
        for _, cells in lines[1:]
    ]
    column = Column.of(value for row in rows for value in row)
    value = column.codes.reshape(-1, len(head)).T if rows else np.zeros((len(head), 0), np.int64)
    items = len(rows)
    ids = [cells[0].strip() for _, cells in lines[1:]]
    return Values(tuple(head), ["1"], value, list(column.values), np.zeros(items, np.int64), ids=ids)


def _long_table(name: str, lines: Sequence[tuple[int, list[str]]]) -> Values:
    """The values of a table of item, annotator and label, a line for each value."""
    items, annotators = Vocabulary(), Vocabulary()
    said = dict[tuple[int, int], str]()
    for number, cells in lines:
        line = "\t".join(cells)
        parts = [cell.strip() for cell in cells]
        if len(parts) != len(LONG) or not all(parts):
            raise InputError(
                "not item, annotator and label", source=name, line=number, text=line, remedy=LONG_FORM
            )
        key = annotators[parts[1]], items[parts[0]]
        if key in said:
            problem = f"{parts[1]} said something of item {parts[0]!r} before"
            raise InputError(problem, source=name, line=number, text=line, remedy=LONG_FORM)
        said[key] = parts[2]
    if len(annotators) < 2:
        raise InputError("a table with fewer than two annotators", source=name, line=1, remedy=TABLE)
    column = Column.of(said.values())
    value = np.full((len(annotators), len(items)), NONE, np.int64)
    value[tuple(np.array(list(said)).T)] = column.codes
    ids, labels = list(items), list(column.values)
    return Values(tuple(annotators), ["1"], value, labels, np.zeros(len(ids), np.int64), ids=ids)
