"""`nervaluate.entities`: entities with inclusive ends, and counts of outcomes."""

from dataclasses import dataclass, field

import numpy as np

from nerkit.formatters.seqeval import entity_scores

Indices = list[tuple[int, int]]  # (document, entity) from 0; of gold's entities where they were missed


@dataclass(unsafe_hash=True)
class InclusiveEntity:
    """An entity: its label, its first position and its last position (inclusive), in tokens or characters."""

    __qualname__ = "Entity"

    label: str
    start: int
    end: int


Entity = InclusiveEntity


@dataclass
class EvaluationResult:
    """The counts of outcomes for a strategy, and the scores after `compute_metrics`."""

    correct: int = 0
    incorrect: int = 0
    partial: int = 0
    missed: int = 0
    spurious: int = 0
    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    actual: int = 0
    possible: int = 0

    def compute_metrics(self, partial_or_type: bool = False) -> None:
        """Compute the scores from the counts. With *partial_or_type*, partial matches count half.
        0/0 is 0.
        """
        matched = self.correct + self.incorrect + self.partial
        self.actual, self.possible = matched + self.spurious, matched + self.missed
        credit = self.correct + (self.partial / 2 if partial_or_type else 0)
        ((self.precision, self.recall, self.f1),) = entity_scores(
            np.array([[credit, self.actual, self.possible]], float)
        ).tolist()


@dataclass
class EvaluationIndices:
    """For each outcome, the (document, entity) indices of its entities."""

    correct_indices: Indices = field(default_factory=list)
    incorrect_indices: Indices = field(default_factory=list)
    partial_indices: Indices = field(default_factory=list)
    missed_indices: Indices = field(default_factory=list)
    spurious_indices: Indices = field(default_factory=list)
