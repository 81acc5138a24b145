"""The count rows of formulas: of whole documents, of their items by label, and of their slots."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algebra.formula import measured, measured_by_label
from nerkit.algebra.levels import Level, RecordError
from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml import Formula
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError
from nerkit.ground.warnings import Warned
from nerkit.results.counts import Headline, Part
from nerkit.scorers.ie.judged.fields import judged
from nerkit.scorers.ie.levels import RecordCells, batch_level
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.shapes import locate
from nerkit.scorers.ie.templates.muc4 import MucMetric
from nerkit.scorers.ie.views import RecordFormula
from nerkit.scorers.judgements import UNJUDGED
from nerkit.scorers.measure import Fields

CUT = ("label", "slot")  # what measures have rows by; each of its own items alone


class RecordView:
    """The documents of a batch in the form that formulas need; *notes* has warnings from counting.

    Raises InputError for data without the shape that a formula needs.
    """

    def __init__(self, batch: Batch[Documents], options: Options) -> None:
        self.batch, self.options = batch, options
        self.notes: list[str] = []
        self._levels: dict[str, Level] = {}

    @cached_property
    def cells(self) -> RecordCells:
        """The documents, with the judgements of the options."""
        return RecordCells(self.batch, self.options)

    @cached_property
    def unjudged(self) -> RecordCells:
        """The documents without judgements."""
        return RecordCells(self.batch, replace(self.options, judgements=None))

    def counted(self, formula: RecordFormula, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of a measure of the task."""
        with self.located(formula):
            return [sparse(part) for part in self._counted(formula, name, fields)]

    def _counted(self, formula: RecordFormula, name: str, fields: Fields) -> Sequence[Part]:
        cells = self.unjudged if name.endswith(UNJUDGED) else self.cells
        metric = formula.under(cells.options)
        if not fields:
            parts, notes = _measured(metric, cells.whole(formula), name)
            self.note(name, notes if formula.whole else [])
            return parts
        if fields == ("slot",):
            return _of_slots(formula, metric, cells, name)
        if "slot" in fields:
            return []
        level, document, label, labels = cells.by_fields(formula, fields)
        parts = _measured(metric, level, name)[0]
        return [
            replace(part, document=document[part.document], label=label[part.document], labels=labels)
            for part in parts
        ]

    def brought(self, formula: "BroughtFormula", name: str, fields: Fields) -> list[Part]:
        """Return the count rows of a formula from the user. Formulas of one shape share the columns of the
        data.

        Raises UsageError if items are selected, because only the measures of the task know the labels of
        items.
        """
        if self.batch.gold.selection is not None:
            raise UsageError(
                'labels=…, map=… and only=FIELD need labels, and records have none; use only="document=ID"'
            )
        empty = formula.metric.empty()
        shape = repr(empty)
        notes: list[str] = []
        with self.located(formula):
            if shape not in self._levels:
                self._levels[shape] = batch_level(self.batch, empty, self.options.limit)
            level = self._levels[shape]
            metric = formula.metric if name.endswith(UNJUDGED) else judged(formula.metric, self.options)
            if fields:
                part = measured_by_label(metric, level, name, formula.label, formula.average)
            else:
                part, notes = measured(metric, level, name, formula.average, formula.empty)
        level.forget_notes()
        self.note(name, notes)
        if formula.documents == "gold":
            values = self.batch.gold.values
            rows = np.flatnonzero([values[document] is not None for document in part.document.tolist()])
            columns = {name: getattr(part, name)[rows] for name in ("document", "label", "numbers")}
            part = replace(part, **columns)
        return [sparse(part)]

    @contextmanager
    def located(self, formula: Formula) -> Iterator[None]:
        """Return the InputError, with its line, for data without the shape that a formula needs."""
        try:
            yield
        except RecordError as error:
            locate(error, self.batch, formula)
            raise

    def note(self, name: str, notes: Sequence[str]) -> None:
        """Keep the notes on a measure."""
        self.notes += [Warned("of-formula", side=name, said=str(note)) for note in notes]


def sparse(part: Part) -> Part:
    """Return the count rows with sparse labels: only labels with items of the measure have rows."""
    return replace(part, headline=(part.headline or Headline())._replace(sparse=CUT))


def _of_slots(formula: RecordFormula, metric: Metric, cells: RecordCells, name: str) -> Sequence[Part]:
    """Return the count rows of the slots of documents."""
    if isinstance(metric, MucMetric):
        return metric.parts(cells.whole(formula), name, slots=True)
    level, document, label, labels = cells.by_slot(formula)
    part, _ = measured(formula.of_slots(cells.options), level, name)
    level.forget_notes()
    return [replace(part, document=document, label=label, labels=labels)]


def _measured(metric: Metric, level: Level, name: str) -> tuple[list[Part], list[str]]:
    """Return the count rows of the documents of a level, and warnings."""
    if isinstance(metric, MucMetric):
        return metric.parts(level, name, slots=False), []
    part, notes = measured(metric, level, name)
    level.forget_notes()
    return [part], notes


@dataclass(frozen=True)
class BroughtFormula(Formula):
    """A formula from the user, counted by document, and by label if the formula names a label."""

    @classmethod
    def of(cls, formula: Formula) -> "BroughtFormula":
        """Return the formula of a file."""
        given: dict[str, Any] = {each.name: getattr(formula, each.name) for each in fields(Formula)}
        return cls(**given)

    def __call__(self, view: RecordView, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of whole documents, or of the labels that the formula names."""
        has_rows = not fields or (fields == ("label",) and self.label)
        return view.brought(self, name, fields) if has_rows else []

    def is_judged(self, options: Options) -> bool:
        """Return whether judgements decide a field of the metric."""
        return judged(self.metric, options) is not self.metric
