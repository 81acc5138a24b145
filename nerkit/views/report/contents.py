"""What a report says, computed before it is rendered: scores, labels, classes, confusion, documents and
mistakes.

An item that stands in several pairs (a gold item that a system split) is drawn once, with the class of the
first of them that is wrong. Mistakes are those of `nerkit errors`, all of them; where a page would be larger
than is wanted, the worst documents come whole, with their mistakes, and the others are counted.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from nerkit.results.mistake_list import MistakeList
from nerkit.results.result import Result
from nerkit.results.rows import Pooled, Row
from nerkit.views.confusions import ConfusionTable, confusion_tables
from nerkit.views.report.documents import Document, ListedMistake, documents

CELLS = 2_500  # of a table of labels that is shown


class LabelRow(NamedTuple):
    """A label of a system under the headline measure."""

    system: str
    label: str
    row: Row


@dataclass
class Contents:
    """Everything on a page."""

    result: Result
    scores: list[Row]
    labels: list[LabelRow]
    classes: list[dict[str, Any]]
    confusion: list[ConfusionTable]
    documents: list[Document]
    left_out: int
    mistakes_left_out: int

    @property
    def envelope(self) -> dict[str, Any]:
        """The signature, the inputs and the warnings."""
        return self.result.to_dict()

    @property
    def mistakes(self) -> list[ListedMistake]:
        """All mistakes, document by document."""
        return [one for document in self.documents for one in document.mistakes]

    def choices(self, name: str) -> list[str]:
        """The values of a filter, in order."""
        values: dict[str, list[str]] = {
            "class": [one.mistake.kind for one in self.mistakes],
            "label": [one.label for one in self.mistakes],
            "system": [one.mistake.system for one in self.mistakes],
            "document": [one.mistake.document for one in self.mistakes],
        }
        distinct = dict.fromkeys(values[name])
        return list(distinct) if name in ("system", "document") else sorted(distinct)


def contents(result: Result, size: int | None) -> Contents:
    """What a report of a result says, in about *size* bytes; None for as many as it takes."""
    listed = result.errors()
    ordered = list(documents(result, listed))
    ordered.sort(key=lambda document: -len(document.mistakes))  # which keeps gold's order among equals
    kept: list[Document] = []
    total = 0
    for document in ordered:
        total += document.weight
        if size is not None and total > size and kept:
            break
        kept.append(document)
    dropped = ordered[len(kept) :]
    return Contents(
        result,
        [row for row in result.rows if isinstance(row.cut[0], Pooled)],
        _labels(result),
        [dict(row) for row in listed.summary().rows],
        _confusion(listed),
        kept,
        len(dropped),
        sum(len(document.mistakes) for document in dropped),
    )


def _labels(result: Result) -> list[LabelRow]:
    """The rows by label of the headline measure."""
    rows = [*result.rows, *([] if "label" in result.scoring.by else result.labelled)]
    named = {
        (row.system, row.label): LabelRow(row.system, row.label, row)
        for row in rows
        if row.measure == result.headline
        and isinstance(row.cut[0], Pooled)
        and any(name == "label" and not isinstance(value, Pooled) for name, value in row.cut[1])
    }
    return list(named.values())


def _confusion(listed: MistakeList) -> list[ConfusionTable]:
    """The tables of labels that are not too large to be shown."""
    tables = confusion_tables(listed)
    return [table for table in tables if len(table.down) * len(table.across) <= CELLS]
