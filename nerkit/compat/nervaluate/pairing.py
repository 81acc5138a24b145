"""Pair the entities of all documents, and count the outcomes over all entities or label by label.

`nerkit.scorers.spans.overlapping_pairs` makes and counts the pairs. An entity is identified by (document,
index). The index counts the compared entities of the document.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, joined
from nerkit.algorithms.keys import combine, groups, turns
from nerkit.compat.nervaluate.entities import EvaluationIndices, EvaluationResult, InclusiveEntity
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.scorers.columns import Cells, Columns
from nerkit.scorers.spans.options import MucRules
from nerkit.scorers.spans.overlapping_pairs import EXTRAS, MucPairs, Overlaps, SpanCells

Entities = Sequence[Sequence[InclusiveEntity]]  # of each document


class Outcome(NamedTuple):
    """The counts of outcomes for a strategy, and the indices of the entities of each outcome."""

    result: EvaluationResult
    indices: EvaluationIndices


class PairedDocuments:
    """The gold and system entities of documents, ready for pairing. *first* is the number of the first
    document.

    Raises ValueError for an entity whose end is before its start.
    """

    def __init__(self, gold: Entities, system: Entities, min_overlap: float, first: int = 0) -> None:
        names = [str(i + 1) for i in range(len(gold))]
        self.batch = Batch(names, spans_of(gold, names), spans_of(system, names))
        self._columns, self._first = Columns(self.batch), first
        overlaps = Overlaps(self.batch, self._columns, MucRules(min_overlap=min_overlap))
        types = joined([self.batch.gold.fields["type"], self.batch.system.fields["type"]])
        self.labels: list[str] = types.values
        every = np.zeros(self._columns.rows, np.int64)
        side = (np.arange(self._columns.rows) >= self._columns.split).astype(np.int64)
        self._whole, self._by_label = (
            (SpanCells(overlaps, Cells(of, size)), turns(combine(of, self._columns.both("document"), side)))
            for of, size in ((every, 1), (types.codes, len(types.values)))
        )

    def outcome(self, pairs: MucPairs) -> Outcome:
        """The outcomes over all entities."""
        return self._outcomes(*self._whole, pairs)[0]

    def by_label(self, pairs: MucPairs) -> dict[str, Outcome]:
        """Label -> outcomes. Entities are only paired with entities of the same label."""
        return dict(zip(self.labels, self._outcomes(*self._by_label, pairs), strict=True))

    def _outcomes(self, cut: SpanCells, place: IntArray, pairs: MucPairs) -> list[Outcome]:
        numbers = pairs.numbers(cut)[:, -len(EXTRAS) :].astype(np.int64).tolist()
        chosen, good = pairs.pairs(cut)
        gold, system = cut.pairs.gold[chosen], cut.pairs.system[chosen] + cut.split
        bad = system[~good]
        none = bad[:0]
        rows = {
            "correct_indices": system[good],
            "incorrect_indices": none if pairs.half else bad,
            "partial_indices": bad if pairs.half else none,
            "missed_indices": np.setdiff1d(cut.sides[0], gold),
            "spurious_indices": np.setdiff1d(cut.sides[1], system),
        }
        named = {name: self._named(cut, place, listed) for name, listed in rows.items()}
        return [
            Outcome(
                _result(cell),
                EvaluationIndices(**{name: listed[i] for name, listed in named.items()}),
            )
            for i, cell in enumerate(numbers)
        ]

    def _named(self, cut: SpanCells, place: IntArray, rows: IntArray) -> list[list[tuple[int, int]]]:
        """For each cell, the (document, index) of the entities in *rows*, in order. *place* has the index of
        every entity.
        """
        rows = np.sort(rows)
        cells, document = cut.cells, self._columns.both("document")[rows] + self._first
        pairs = list(zip(document.tolist(), place[rows].tolist(), strict=True))
        listed: list[list[tuple[int, int]]] = [[] for _ in range(cells.size)]
        for places in groups(cells.of[rows]):
            listed[int(cells.of[rows[places[0]]])] = [pairs[i] for i in places.tolist()]
        return listed


def spans_of(documents: Entities, names: list[str]) -> Spans:
    """Convert entities with inclusive ends to half-open spans. Raises ValueError if an end is before its
    start.
    """
    entities = [entity for document in documents for entity in document]
    number = np.fromiter(map(len, documents), np.int64, len(documents))
    bounds = np.array([(entity.start, entity.end + 1) for entity in entities], np.int64).reshape(-1, 2)
    wrong = np.flatnonzero(bounds[:, 0] >= bounds[:, 1])
    if len(wrong):
        raise ValueError(f"an entity ends before it starts: {entities[int(wrong[0])]}")
    return Spans(
        documents=names,
        document=np.repeat(np.arange(len(documents)), number),
        start=bounds[:, 0],
        end=bounds[:, 1],
        line=np.zeros(len(entities), np.int64),
        fields={"type": Column.of(entity.label for entity in entities)},
        named=False,
    )


def _result(outcomes: list[int]) -> EvaluationResult:
    correct, incorrect, partial, missed, spurious = outcomes
    return EvaluationResult(correct, incorrect, partial, missed, spurious)
