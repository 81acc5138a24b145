"""Cutting a batch of spans into cells: by document, by label, by any field, by products of them.

A cell is a document, a label, a document with a label, or the whole corpus. What a measure does inside a cell
is its own affair; which cells there are, and how their numbers become count rows, is the same for all
measures and stands here. Three rows cut by label lie in these cells:

    rows                     (d1, PER)  (d1, ORG)  (d2, PER)
    cells, pooled                0          1          0        PER, ORG
    cells, by document           0          1          2        (d1, PER), (d1, ORG), (d2, PER)
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import combine, first_of_each, ranked
from nerkit.errors import check_fields
from nerkit.ground.records import record
from nerkit.ground.remembered import remembered
from nerkit.results.counts import ALL, Label, Part, exact_sums
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import Columns
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE


class Cells(NamedTuple):
    """The cell of every row, and how many cells there are."""

    of: IntArray
    size: int

    def sums(self, rows: IntArray, values: FloatArray | None = None) -> FloatArray:
        """Exact sums of *values* (by default 1 for each row) over the *rows* of each cell, shape (cells,)."""
        if values is None:
            return np.bincount(self.of[rows], minlength=self.size).astype(float)
        return exact_sums(self.of[rows], values.reshape(-1, 1), self.size)[:, 0]


@record(frozen=True)
class Group:
    """Cells, and the document (or -1) and label of each."""

    cells: Cells
    document: IntArray
    label: IntArray
    labels: list[Label]

    def part(self, measure: str, numbers: FloatArray, extras: tuple[str, ...] = ()) -> Part:
        """The count rows of a measure: one for each cell whose *numbers*, shape (cells, …), are not all 0.

        A label of a document that any item has keeps its row whatever its numbers, as rows say what occurs.
        """
        counted = np.flatnonzero(numbers.any(axis=1) | (self.document != NONE) & (self.labels != [ALL]))
        return Part(
            measure, self.document[counted], self.labels, self.label[counted], numbers[counted], extras
        )


class Cut:
    """The rows of a batch cut by the values of fields; whether by documents, too, is up to each measure."""

    def __init__(self, columns: Columns, fields: tuple[str, ...], plan: Sequence[Grouping]) -> None:
        self.fields = fields
        self._documents = columns.both("document")
        cutting = [columns.column(name) for name in fields]
        # a column of zeros first, as a cut by no field needs one, too
        code = combine(np.zeros(columns.rows, np.int64), *(column.codes for column in cutting))
        self._code, _ = ranked(code)
        self.labels: list[Label] = [
            tuple((name, text(column.value(row))) for name, column in zip(fields, cutting, strict=True))
            for row in first_of_each(code)
        ] or [ALL]
        asked = [grouping.fields for grouping in plan if grouping.labels == fields]
        self._pooled = any("document" not in names for names in asked)
        self._per_document = any("document" in names for names in asked)

    def groups(self, *, by_document: bool) -> list[Group]:
        """The cells of each document where the measure's counts add up over documents (*by_document*).

        Otherwise the cells of the corpus as a whole, and those of each document where rows by document are
        asked for.
        """
        splits = [True] if by_document or self._per_document else []
        splits += [False] if not by_document and self._pooled else []
        return [self._group(split) for split in splits]

    @remembered
    def _group(self, by_document: bool) -> Group:
        documents = self._documents if by_document else np.full(len(self._documents), NONE)
        key = combine(documents, self._code) if by_document else self._code
        _, first, cell = np.unique(key, return_index=True, return_inverse=True)
        return Group(Cells(cell, len(first)), documents[first], self._code[first], self.labels)


def cuts(columns: Columns, plan: Sequence[Grouping]) -> list[Cut]:
    """A cut for each set of label fields in the plan. Raises UsageError for a field that the data lacks."""
    known = [*columns.known, "document", "label"]
    fields = {name for grouping in plan for name in grouping.fields}
    check_fields(sorted(fields), known, [*known, SENTENCE, LENGTH, SEEN])
    return [Cut(columns, fields, plan) for fields in dict.fromkeys(grouping.labels for grouping in plan)]


def all_labels(of_cuts: Sequence[Cut]) -> list[Label]:
    """The labels of all cuts."""
    return [label for cut in of_cuts for label in cut.labels]


def text(value: object) -> str:
    """How a value of a field stands in a row: text as it is, others as in JSON (`null` where absent)."""
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False)
