"""`nervaluate.strategies`: the four strategies. Each corresponds to a pair measure of nerkit."""

from collections.abc import Collection, Sequence
from typing import ClassVar

import numpy as np

from nerkit.algorithms.intervals import Intervals, covered
from nerkit.compat.nervaluate.entities import EvaluationIndices, EvaluationResult, InclusiveEntity
from nerkit.compat.nervaluate.pairing import Outcome, PairedDocuments
from nerkit.scorers.spans.overlapping_pairs import (
    EXACT_PAIRS,
    PARTIAL_PAIRS,
    STRICT_PAIRS,
    TYPE_PAIRS,
    MucPairs,
)


class EvaluationStrategy:
    """A way to match entities; at least *min_overlap_percentage* of a gold entity must overlap.

    Raises ValueError for a percentage outside 1 to 100.
    """

    pairs: ClassVar[MucPairs]
    partial_or_type: ClassVar[bool] = False  # whether scores count partial matches half

    def __init__(self, min_overlap_percentage: float = 1.0) -> None:
        if not 1.0 <= min_overlap_percentage <= 100.0:
            raise ValueError("min_overlap_percentage must be between 1.0 and 100.0")
        self.min_overlap_percentage = min_overlap_percentage

    def evaluate(
        self,
        true_entities: Sequence[InclusiveEntity],
        pred_entities: Sequence[InclusiveEntity],
        tags: Collection[str],
        instance_index: int = 0,
    ) -> tuple[EvaluationResult, EvaluationIndices]:
        """The outcomes of one document, and the indices of the entities; *instance_index* is the document's
        number in the indices.
        """
        sides = [true_entities], [pred_entities]
        documents = PairedDocuments(*sides, self.min_overlap_percentage, instance_index)
        return self.scored(documents.outcome(self.pairs))

    def scored(self, outcome: Outcome) -> Outcome:
        """Compute the scores of the outcome, and return it."""
        outcome.result.compute_metrics(partial_or_type=self.partial_or_type)
        return outcome

    @staticmethod
    def _calculate_overlap_percentage(pred: InclusiveEntity, true: InclusiveEntity) -> float:
        """The percentage of the gold entity that overlaps with the system entity."""
        system, gold = (
            Intervals(np.zeros(1, np.int64), np.array([entity.start]), np.array([entity.end + 1]))
            for entity in (pred, true)
        )
        return float(covered(gold, system)[0] * 100 / (gold.end - gold.start)[0])

    def _has_sufficient_overlap(self, pred: InclusiveEntity, true: InclusiveEntity) -> bool:
        """Whether the overlap reaches *min_overlap_percentage*."""
        documents = PairedDocuments([[true]], [[pred]], self.min_overlap_percentage)
        return documents.outcome(PARTIAL_PAIRS).result.missed == 0


class StrictEvaluation(EvaluationStrategy):
    """Entities match if start, end and label are equal."""

    pairs = STRICT_PAIRS


class PartialEvaluation(EvaluationStrategy):
    """Entities match if they overlap, whatever their labels. If start or end differ, a match counts half."""

    pairs = PARTIAL_PAIRS
    partial_or_type = True


class EntityTypeEvaluation(EvaluationStrategy):
    """Entities match if they overlap and have the same label."""

    pairs = TYPE_PAIRS
    partial_or_type = True


class ExactEvaluation(EvaluationStrategy):
    """Entities match if start and end are equal, whatever their labels."""

    pairs = EXACT_PAIRS
