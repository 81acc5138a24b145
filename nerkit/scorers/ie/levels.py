"""The documents of a batch as the levels that formulas look at."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from nerkit.algebra.levels import Level, Solving, path_text
from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.counts import Label
from nerkit.scorers.ie.judged.items import marked
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.shapes import refuse
from nerkit.scorers.ie.slices import values_of
from nerkit.scorers.ie.views import BothSides, RecordFormula, View, listed, selected


def batch_level(batch: Batch[Documents], empty: Any, limit: int) -> Level:
    """Return the level of the documents of both sides, gold first. A document that a side lacks is
    *empty*.
    """
    values = [
        empty if value is None else value for side in (batch.gold, batch.system) for value in side.values
    ]
    level = _level(values, len(batch.documents), limit)
    level.locate = partial(_located, batch)
    return level


def _located(batch: Batch[Documents], side: str, path: tuple[Any, ...]) -> str:
    """Return the file and line of an object, or its document and path."""
    document, *inside = path
    name = path_text(inside).removeprefix(".")
    place = (batch.gold if side == "gold" else batch.system).place(document, name)
    return f"{batch.documents[document]} {name}" if place is None else f"{place[0]}:{place[1]}"


def _level(values: list[Any], border: int, limit: int) -> Level:
    level = Level(values, border)
    level.solving = Solving(limit)
    return level


Made = TypeVar("Made")
WRONG = (KeyError, TypeError, AttributeError, IndexError, ValueError)  # of documents of another form


class RecordCells:
    """The documents of a batch under formulas, whole or cut by the labels of their items. Each level is made
    once.
    """

    def __init__(self, batch: Batch[Documents], options: Options) -> None:
        self.batch, self.options = batch, options
        self._made: dict[Any, Any] = {}
        self._levels: list[Level] = []

    def __del__(self) -> None:
        """Free the documents at once, because levels form reference cycles, which the garbage collector
        visits late.
        """
        for level in self._levels:
            level.forget()

    def _level(self, values: list[Any], border: int) -> Level:
        self._levels.append(_level(values, border, self.options.limit))
        return self._levels[-1]

    def _once(self, key: Any, make: Callable[[], Made]) -> Made:
        """Return the value of a key, made at the first call and kept. Raises the error for documents of
        another form.
        """
        if key not in self._made:
            try:
                self._made[key] = make()
            except WRONG:
                raise refuse(self.batch) from None
        made: Made = self._made[key]
        return made

    def sides(self, formula: RecordFormula) -> BothSides:
        """Return the documents as a formula sees them, with the items that are scored."""
        view: View = formula.view
        sides: BothSides = self._once(("view", view), lambda: view(self.batch, self.options))
        path = self.options.judgements
        if formula.by_field and path is not None:
            bare, once = sides, ("marked", view, formula.lists)
            sides = self._once(once, lambda: marked(bare, self.batch, formula.lists, path))
        if self.batch.gold.selection is None:
            return sides
        key = "selected", view, formula.lists, formula.label
        return self._once(key, lambda: selected(sides, formula, self.batch))

    def items(self, formula: RecordFormula) -> list[list[Any]]:
        """Return the items of each document that a formula compares, gold items first."""
        sides, name = self.sides(formula), formula.lists[0]
        return self._once(
            ("items", id(sides), name),
            lambda: [list(listed(body, name)) for body in (*sides.gold, *sides.system)],
        )

    def whole(self, formula: RecordFormula) -> Level:
        """Return the level of whole documents."""
        sides = self.sides(formula)
        return self._once(
            ("whole", id(sides)),
            lambda: self._level([*sides.gold, *sides.system], len(sides.gold)),
        )

    def by_fields(
        self, formula: RecordFormula, fields: Sequence[str]
    ) -> tuple[Level, IntArray, IntArray, list[Label]]:
        """Return the level of the items of each document and value of the fields: its documents, its labels,
        and the list of labels.

        The level has every label that an item of either side has in a document.
        """
        key = "cut", formula.view, formula.lists, formula.label, *fields
        return self._once(key, lambda: self._cut(formula, fields))

    def by_slot(self, formula: RecordFormula) -> tuple[Level, IntArray, IntArray, list[Label]]:
        """Return the level of the slots of each document: its documents, its slots, and the slots as
        labels.
        """
        return self._once(
            ("slots", formula.view, formula.slots, formula.everywhere), lambda: self._slotted(formula)
        )

    def _slotted(self, formula: RecordFormula) -> tuple[Level, IntArray, IntArray, list[Label]]:
        assert formula.slots is not None
        names = Vocabulary()
        documents, codes = list[int](), list[int]()
        cells: tuple[list[Any], list[Any]] = ([], [])
        whole = list(zip(*self.sides(formula), strict=True))
        slotted = [formula.slots(*bodies) for bodies in whole]
        if formula.everywhere:
            every = list(dict.fromkeys(slot for slots in slotted for slot in slots))
            slotted = [
                {slot: slots.get(slot, bodies) for slot in every}
                for bodies, slots in zip(whole, slotted, strict=True)
            ]
        for document, slots in enumerate(slotted):
            for slot, bodies in slots.items():
                documents.append(document)
                codes.append(names[slot])
                for side, body in zip(cells, bodies, strict=True):
                    side.append(body)
        level = self._level([*cells[0], *cells[1]], len(documents))
        labels: list[Label] = [(("slot", str(name)),) for name in names]
        return level, np.array(documents, np.int64), np.array(codes, np.int64), labels

    def _cut(
        self, formula: RecordFormula, fields: Sequence[str]
    ) -> tuple[Level, IntArray, IntArray, list[Label]]:
        labels = Vocabulary()
        cells: dict[tuple[int, int], int] = {}
        sides: list[list[dict[str, list[Any]]]] = []
        values = [values_of(self.batch, field, formula.label, formula.name) for field in fields]
        for bodies in self.sides(formula):
            made: list[dict[str, list[Any]]] = []
            for document, body in enumerate(bodies):
                for name in formula.lists:
                    for item in body.get(name) or ():
                        key = document, labels[tuple(value(name, document, item) for value in values)]
                        cell = cells.setdefault(key, len(cells))
                        while len(made) <= cell:
                            made.append({each: [] for each in formula.lists})
                        made[cell][name].append(item)
            sides.append(made)
        for made in sides:
            made.extend({each: [] for each in formula.lists} for _ in range(len(cells) - len(made)))
        level = self._level([*sides[0], *sides[1]], len(cells))
        codes = np.array(list(cells), np.int64).reshape(-1, 2)
        names: list[Label] = [tuple(zip(fields, label, strict=True)) for label in labels]
        return level, codes[:, 0], codes[:, 1], names
