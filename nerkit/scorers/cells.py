"""Cutting a batch of spans into cells: by document, by label, by any field, by products of them.

A cell is a document, a label, a document with a label, or the whole corpus. What a measure does inside a cell is its own affair; which
cells there are, and how their numbers become count rows, is the same for all measures and stands here.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import combine, first_of_each, ranked
from nerkit.errors import unknown
from nerkit.results.counts import ALL, Label, Part, exact_sums
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import Columns


class Cells(NamedTuple):
    """The cell of every row, and how many cells there are."""

    of: IntArray
    size: int

    def sums(self, rows: IntArray, values: FloatArray | None = None) -> FloatArray:
        """Exact sums of *values* (1 each if not given) in the cells of *rows*."""
        if values is None:
            return np.bincount(self.of[rows], minlength=self.size).astype(float)
        return exact_sums(self.of[rows], values.reshape(-1, 1), self.size)[:, 0]


@dataclass(frozen=True, slots=True)
class Group:
    """Cells, and the document (or -1) and label of each."""

    cells: Cells
    document: IntArray
    label: IntArray
    labels: list[Label]

    def part(self, measure: str, numbers: FloatArray, extras: tuple[str, ...] = ()) -> Part:
        """The count rows of a measure from its numbers, one row a cell; cells where all are zero have none."""
        some = np.flatnonzero(numbers.any(axis=1))
        return Part(measure, self.document[some], self.labels, self.label[some], numbers[some], extras)


class Cut:
    """The rows of a batch cut by the values of some fields; the documents come in as a further cut."""

    def __init__(self, columns: Columns, fields: tuple[str, ...], plan: Sequence[Grouping]) -> None:
        self.fields = fields
        self._documents = columns.both("document")
        found = [columns.column(name) for name in fields]
        code = combine(np.zeros(columns.rows, np.int64), *(column.codes for column in found))
        self._code, _ = ranked(code)
        self.labels: list[Label] = [
            tuple((name, text(column.value(row))) for name, column in zip(fields, found, strict=True))
            for row in first_of_each(code)
        ] or [ALL]
        asked = [grouping.fields for grouping in plan if grouping.labels == fields]
        self._pooled = any("document" not in names for names in asked)
        self._per_document = any("document" in names for names in asked)
        self._group = cache(self._made)

    def groups(self, *, by_document: bool) -> list[Group]:
        """Cells by document where the measure has documents; else pooled, and by document where that is asked."""
        wanted = [True] if by_document or self._per_document else []
        wanted += [False] if not by_document and self._pooled else []
        return [self._group(split) for split in wanted]

    def _made(self, split: bool) -> Group:
        documents = self._documents if split else np.full(len(self._documents), NONE)
        key = combine(documents, self._code) if split else self._code
        _, first, cell = np.unique(key, return_index=True, return_inverse=True)
        return Group(Cells(cell, len(first)), documents[first], self._code[first], self.labels)


def cuts(columns: Columns, plan: Sequence[Grouping]) -> list[Cut]:
    """A cut for each set of label fields in the plan. Raises UsageError for a field that the data does not have."""
    known = [*columns.known, "document", "label"]
    for name in {name for grouping in plan for name in grouping.fields}:
        if name not in known:
            raise unknown("field", name, known)
    return [Cut(columns, fields, plan) for fields in dict.fromkeys(grouping.labels for grouping in plan)]


def all_labels(found: Sequence[Cut]) -> list[Label]:
    """The labels of all cuts."""
    return [label for cut in found for label in cut.labels]


def text(value: object) -> str:
    """How a value of a field stands in a row: text as it is, the rest as in JSON (an absent value is `null`)."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
