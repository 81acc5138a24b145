"""The fields of spans as columns over both sides of a batch: gold rows first, then system rows.

For example, take gold spans (0, 4, PER) and (6, 9, ORG) and the system span (0, 4, ORG). They are three rows:
the column `type` has the values PER, ORG and the codes 0, 1, 1. Rows 0 and 2 have the same code in the column
`span`.

A batch is cut into cells: by document, by label, by any field, by products of them. A cell is a document, a
label, a document with a label, or the whole corpus. Each measure decides what it counts inside a cell. This
module decides which cells exist, and how their numbers become count rows. Three rows cut by label lie in
these cells:

    rows                     (d1, PER)  (d1, ORG)  (d2, PER)
    cells, pooled                0          1          0        PER, ORG
    cells, by document           0          1          2        (d1, PER), (d1, ORG), (d2, PER)
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray, IntArray, joined
from nerkit.algorithms.keys import combine, first_of_each, grouped
from nerkit.corpora.corpus import UNREADABLE, Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import check_fields
from nerkit.ground.records import record, remembered
from nerkit.results.counts import ALL, Label, Part, exact_sums
from nerkit.results.rows import Grouping
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE

FIELDS = {  # what every batch of spans has; its data may bring more
    "docid": "the document",
    "start": "first position of the span",
    "end": "position after the last position of the span",
    "span": "document, start and end; for a discontinuous span also its fragments",
    "eid": "id of the top candidate",
    "kbid": "the id, but absent if it begins with NIL",
    "is_nil": "true if the id begins with NIL; absent without an id",
    "is_linked": "true if the id does not begin with NIL; absent without an id",
    "is_first": "true at the first mention of its id in its document, by start, longer before shorter",
    "type": "type of the top candidate",
    "score": "score of the top candidate",
    "link": "id, score and type of the top candidate together",
    "candidates": "all candidates together",
}
SYNONYMS = {"label": "type", "document": "docid"}  # as rows and --by call them


class Columns:
    """The columns of a batch by field name, each computed once. Equal codes on both sides mean equal
    values.
    """

    def __init__(self, batch: Batch[Spans]) -> None:
        self._batch, self._sides = batch, (batch.gold, batch.system)
        self.split = len(batch.gold)
        self.rows = self.split + len(batch.system)

    @property
    def known(self) -> list[str]:
        """The names of all fields: fields of the language and fields of the data."""
        return list(dict.fromkeys([*FIELDS, *self._batch.gold.fields, *self._batch.system.fields]))

    def arrays(self, name: str) -> list[IntArray]:
        """Return integers that are equal exactly if the values of the field are equal."""
        if name == "span":
            parts = ["docid", "start", "end", *(["fragments"] if "fragments" in self.known else [])]
            return [array for part in parts for array in self.arrays(part)]
        if name == "docid":
            return [self.both("document")]
        if name in ("start", "end"):
            return [self.both(name)]
        return [self.column(name).codes]

    def both(self, name: str) -> IntArray:
        """Return an array of all spans, gold spans before system spans."""
        return np.concatenate([getattr(side, name) for side in self._sides])

    def passing(self, name: str | None) -> BoolArray:
        """Return a mask of the rows that a filter keeps: the field is present and is not empty, zero or
        false.
        """
        if name is None or name == "span":
            return np.ones(self.rows, bool)
        column = self.column(name)
        truth = np.array([*map(bool, column.values), False])
        return truth[column.codes]

    @property
    def id_sets(self) -> tuple[Mapping[str, tuple[str, ...]], ...]:
        """The names of the sets of ids of the gold side, and of the system, with the ids in each set."""
        return tuple(side.id_sets for side in self._sides)

    @property
    def unreadable(self) -> BoolArray:
        """The documents whose answer of the system could not be read, shape (documents,)."""
        statuses = self._batch.system.statuses
        if not statuses:
            return np.zeros(len(self._batch.documents), bool)
        return np.equal(statuses, UNREADABLE)

    @property
    def strings_without_place(self) -> BoolArray:
        """The rows that are strings without a place in their text, shape (rows,)."""
        return np.concatenate([side.strings_without_place() for side in self._sides])

    def place(self, row: int) -> str:
        """Return the place of a row in its file: `file:line`."""
        side, row = (self._batch.gold, row) if row < self.split else (self._batch.system, row - self.split)
        return side.place(row)

    def column(self, name: str) -> Column:
        """Return a field as a column."""
        return self._column(SYNONYMS.get(name, name))

    @remembered
    def _column(self, name: str) -> Column:
        if name == "docid":
            return Column(self._batch.documents, self.both("document"))
        if name in ("start", "end"):
            values, codes = np.unique(self.both(name), return_inverse=True)
            return Column(values.tolist(), codes)
        if name == "span":
            return self._spans()
        if name in DERIVED:
            return self.column("eid").map(DERIVED[name])
        if name in COMPUTED:
            return joined([COMPUTED[name](side) for side in self._sides])
        return joined([_as_read(side, name) for side in self._sides])

    def _spans(self) -> Column:
        first, codes = grouped(combine(*self.arrays("span")))  # a row for each distinct span
        document, start, end = (self.both(name)[first] for name in ("document", "start", "end"))
        places = zip(document.tolist(), start.tolist(), end.tolist(), strict=True)
        values = [f"{self._batch.documents[d]}:{s}-{e}" for d, s, e in places]
        if "fragments" in self.known:
            fragments = self.column("fragments")
            values = [
                f"{value.rsplit(':', 1)[0]}:{fragments.value(row)}" if fragments.value(row) else value
                for value, row in zip(values, first.tolist(), strict=True)
            ]
        return Column(values, codes)


def _is_nil(eid: str) -> bool:
    return eid.startswith("NIL")


DERIVED = {  # field -> its value, from that of `eid`
    "kbid": lambda eid: None if _is_nil(eid) else eid,
    "is_nil": _is_nil,
    "is_linked": lambda eid: not _is_nil(eid),
}


def _as_read(side: Spans, name: str) -> Column:
    """Return a field as it was read; a field that this side does not have is absent in all rows."""
    return side.fields.get(name) or Column([], np.full(len(side), NONE))


def _is_first(side: Spans) -> Column:
    """Return a mask of the first span of each document and id, by start, longer spans first, then in the
    order of the file.

    All spans without an id share one id.
    """
    order = np.lexsort((-side.end, side.start, side.document))
    key = combine(side.document, _as_read(side, "eid").codes)
    first = np.zeros(len(side), np.int64)
    first[order[first_of_each(key[order])]] = 1
    return Column([False, True], first)


def _link(side: Spans) -> Column:
    """Return (id, score, type) of the top candidate; absent without candidates."""
    parts = [_as_read(side, name) for name in ("eid", "score", "type")]
    first, codes = grouped(combine(*(part.codes for part in parts)))
    values: list[Any] = [tuple(part.value(row) for part in parts) for row in first]
    return Column(values, np.where(parts[0].codes == NONE, NONE, codes))


def _candidates(side: Spans) -> Column:
    """Return all candidates as a tuple; a single candidate is not put into a tuple."""
    link = _link(side)
    values: list[Any] = [None if link.value(row) is None else (link.value(row),) for row in range(len(side))]
    for row, listed in side.candidates.items():
        values[row] = tuple(tuple(candidate) for candidate in listed)
    return Column.of(values)


COMPUTED = {
    "is_first": _is_first,
    "candidates": _candidates,
    "link": _link,
}  # field -> its column for one side


class Cells(NamedTuple):
    """The cell of every row, and the number of cells."""

    of: IntArray
    size: int

    def sums(self, rows: IntArray, values: FloatArray | None = None) -> FloatArray:
        """Return exact sums of *values* (by default 1 for each row) over the *rows* of each cell, shape
        (cells,).
        """
        if values is None:
            return np.bincount(self.of[rows], minlength=self.size).astype(float)
        return exact_sums(self.of[rows], values.reshape(-1, 1), self.size)[:, 0]


@record(frozen=True)
class Group:
    """Cells, with the document (or -1) and label of each cell."""

    cells: Cells
    document: IntArray
    label: IntArray
    labels: list[Label]

    def part(self, measure: str, numbers: FloatArray, extras: tuple[str, ...] = ()) -> Part:
        """Return the count rows of a measure: one for each cell whose *numbers*, shape (cells, …), are not
        all 0.

        The label of an item in a document always has a row, because rows show what occurs.
        """
        counted = (numbers.any(axis=1) | (self.document != NONE) & (self.labels != [ALL])).nonzero()[0]
        return Part(
            measure, self.document[counted], self.labels, self.label[counted], numbers[counted], extras
        )


class Cut:
    """The rows of a batch cut by the values of fields. Each measure decides whether rows are also cut by
    documents.
    """

    def __init__(self, columns: Columns, fields: tuple[str, ...], plan: Sequence[Grouping]) -> None:
        self.fields = fields
        self._documents = columns.both("document")
        cutting = [columns.column(name) for name in fields]
        # a column of zeros first, as a cut by no field needs one, too
        zeros = np.zeros(columns.rows, np.int64)
        first, self._code = grouped(combine(zeros, *[column.codes for column in cutting]))
        values = [[as_label(column.value(row)) for row in first] for column in cutting]
        named = [[(name, value) for value in each] for name, each in zip(fields, values, strict=True)]
        self.labels: list[Label] = list(zip(*named, strict=True)) or [ALL]
        asked = [grouping.fields for grouping in plan if grouping.labels == fields]
        per_document = {"document" in names for names in asked}
        self._pooled, self._per_document = False in per_document, True in per_document

    def groups(self, *, by_document: bool) -> list[Group]:
        """Return the cells of each document if the counts of the measure add up over documents
        (*by_document*).

        Otherwise return the cells of the whole corpus, and the cells of each document if the user asked for
        rows by document.
        """
        splits = [True] if by_document or self._per_document else []
        splits += [False] if not by_document and self._pooled else []
        return [self._group(split) for split in splits]

    @remembered
    def _group(self, by_document: bool) -> Group:
        documents = self._documents if by_document else np.full(len(self._documents), NONE)
        key = combine(documents, self._code) if by_document else self._code
        first, cell = grouped(key)
        return Group(Cells(cell, len(first)), documents[first], self._code[first], self.labels)


def cuts(columns: Columns, plan: Sequence[Grouping]) -> list[Cut]:
    """Return a cut for each set of label fields in the plan. Raises UsageError for a field that the data
    lacks.
    """
    known = [*columns.known, "document", "label"]
    fields = {name for grouping in plan for name in grouping.fields}
    check_fields(sorted(fields), known, [*known, SENTENCE, LENGTH, SEEN])
    return [Cut(columns, fields, plan) for fields in dict.fromkeys([grouping.labels for grouping in plan])]


def all_labels(of_cuts: Sequence[Cut]) -> list[Label]:
    """Return the labels of all cuts."""
    return [label for cut in of_cuts for label in cut.labels]


def as_label(value: object) -> str:
    """Return the value of a field as a row shows it: texts unchanged, other values as JSON (`null` if
    absent).
    """
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False)
