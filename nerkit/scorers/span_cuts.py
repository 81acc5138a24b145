"""Rows that are asked for: the spans of a batch cut by document and by the values of fields."""

import json
from collections.abc import Iterator, Sequence

import numpy as np

from nerkit.algebra.keys import combine, first_of_each, ranked
from nerkit.counts import ALL, Label, Part
from nerkit.errors import unknown
from nerkit.model import NONE, IntArray
from nerkit.scorers.span_columns import Columns
from nerkit.scorers.span_language import Expression
from nerkit.scorers.span_matching import Cells, Matcher
from nerkit.scores import Grouping


def cuts_of(columns: Columns, plan: Sequence[Grouping]) -> list["Cut"]:
    """One cut for each combination of fields in the plan. Raises UsageError for a field that the data does not have."""
    known = [*columns.known, "document", "label"]
    for name in {name for grouping in plan for name in grouping.fields}:
        if name not in known:
            raise unknown("field", name, known)
    return [Cut(columns, fields, plan) for fields in dict.fromkeys(grouping.labels for grouping in plan)]


class Cut:
    """The rows of a batch cut by the values of some fields; the documents come in as a further cut."""

    def __init__(self, columns: Columns, fields: tuple[str, ...], plan: Sequence[Grouping]) -> None:
        self.fields = fields
        self.documents = columns.both("document")
        found = [columns.column(name) for name in fields]
        code = combine(np.zeros(columns.rows, np.int64), *(column.codes for column in found))
        self.code, _ = ranked(code)
        self.labels: list[Label] = [
            tuple((name, text(column.value(row))) for name, column in zip(fields, found, strict=True))
            for row in first_of_each(code)
        ] or [ALL]
        asked = [grouping.fields for grouping in plan if grouping.labels == fields]
        self.pooled = any("document" not in names for names in asked)
        self.per_document = any("document" in names for names in asked)

    def cells(self, documents: IntArray) -> tuple[Cells, IntArray, IntArray]:
        """The cell of every row when these are its documents; and of each cell its document and its label."""
        key = combine(documents, self.code)
        first = first_of_each(key)
        return Cells(*ranked(key)), documents[first], self.code[first]

    def parts(self, measure: Expression, matcher: Matcher) -> Iterator[Part]:
        """Counts per document where the measure has documents; else pooled, and per document where that is asked."""
        if measure.by_document or self.per_document:
            yield self._part(measure, matcher, self.documents)
        if not measure.by_document and self.pooled:
            yield self._part(measure, matcher, np.full(len(self.documents), NONE))

    def _part(self, measure: Expression, matcher: Matcher, documents: IntArray) -> Part:
        cells, document, label = self.cells(documents)
        numbers = matcher.numbers(measure, cells)[: len(document)]
        some = np.flatnonzero(numbers.any(axis=1))
        return Part(measure.name, document[some], self.labels, label[some], numbers[some])


def text(value: object) -> str:
    """How a value of a field stands in a row: text as it is, the rest as in JSON (an absent value is `null`)."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
