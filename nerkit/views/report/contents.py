"""The contents of a report, computed before it is rendered: scores, labels, classes, confusion, documents and
mistakes.

An item that stands in several pairs (a gold item that a system split) is drawn once, with the class of the
first of them that is wrong. Mistakes are those of `nerkit errors`, all of them; where a page would be larger
than is wanted, the worst documents come whole, with their mistakes, and the others are counted. Of a document
that alone is larger the beginning comes, and the mistakes behind it are counted.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from nerkit.results.mistake_list import MistakeList
from nerkit.results.result import Result
from nerkit.results.rows import Pooled, Row
from nerkit.views.confusions import ConfusionTable, confusion_tables
from nerkit.views.grid import short_names
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
    left_out: int = 0
    mistakes_left_out: int = 0

    @property
    def envelope(self) -> dict[str, Any]:
        """The signature, the inputs and the warnings."""
        return self.result.to_dict()

    @property
    def several(self) -> bool:
        """Whether several systems were scored."""
        return len(self.result.counts) > 1

    @property
    def mistakes(self) -> list[ListedMistake]:
        """All mistakes, document by document."""
        return [one for document in self.documents for one in document.mistakes]

    @cached_property
    def short(self) -> dict[str, str]:
        """The short names of systems, for places with little room."""
        names = list(dict.fromkeys([*self.result.systems, *self.result.counts]))
        return dict(zip(names, short_names(names), strict=True))

    @property
    def cut_short(self) -> int:
        """The number of mistakes left out of documents of which a part is shown."""
        return sum(document.left_out for document in self.documents)

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

    def within(self, budget: float) -> "Contents":
        """The same with the worst documents, as many as take about so many bytes; one at least."""
        total, number = 0, 0
        for document in self.documents:
            total += document.weight
            if total > budget and number:
                break
            number += 1
        dropped = self.documents[number:]
        mistakes = sum(len(document.mistakes) + document.left_out for document in dropped)
        return replace(
            self, documents=self.documents[:number], left_out=len(dropped), mistakes_left_out=mistakes
        )


def contents(result: Result, size: int | None) -> Contents:
    """The contents of a report; a document that alone takes more than *size* bytes comes in part."""
    listed = result.errors()
    ordered = list(documents(result, listed, size))
    ordered.sort(key=lambda document: -(len(document.mistakes) + document.left_out))  # gold's among equals
    return Contents(
        result,
        [row for row in result.rows if isinstance(row.cut[0], Pooled)],
        _labels(result),
        [dict(row) for row in listed.summary().rows],
        _confusion(listed),
        ordered,
    )


def _labels(result: Result) -> list[LabelRow]:
    """The rows by slot of the headline measure, where it has slots; else those by label."""
    for cut in ("slot", "label"):
        rows = [*result.rows, *([] if cut in result.scoring.by else result.cut_by(cut))]
        named = {
            (row.system, row.label): LabelRow(row.system, row.label, row)
            for row in rows
            if row.measure == result.headline
            and isinstance(row.cut[0], Pooled)
            and any(name == cut and not isinstance(value, Pooled) for name, value in row.cut[1])
        }
        if named:
            return list(named.values())
    return []


def _confusion(listed: MistakeList) -> list[ConfusionTable]:
    """The tables of labels that are not too large to be shown."""
    tables = confusion_tables(listed)
    return [table for table in tables if len(table.down) * len(table.across) <= CELLS]
