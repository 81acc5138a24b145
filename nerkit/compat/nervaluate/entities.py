"""`nervaluate.entities`: entities with inclusive ends, and their counts."""

from dataclasses import dataclass, field

import numpy as np

from nerkit.formatters.seqeval import entity_scores

Indices = list[tuple[int, int]]  # (document, entity) from 0; of gold's entities where they were missed


@dataclass(unsafe_hash=True)
class InclusiveEntity:
    """An entity from its first to its last token, or character."""

    __qualname__ = "Entity"

    label: str
    start: int
    end: int


Entity = InclusiveEntity


@dataclass
class EvaluationResult:
    """The outcomes of a strategy, and their scores once they are computed."""

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
        """Set the scores; with *partial_or_type* partial matches count half. 0/0 is 0."""
        matched = self.correct + self.incorrect + self.partial
        self.actual, self.possible = matched + self.spurious, matched + self.missed
        credit = self.correct + (self.partial / 2 if partial_or_type else 0)
        ((self.precision, self.recall, self.f1),) = entity_scores(
            np.array([[credit, self.actual, self.possible]], float)
        ).tolist()


@dataclass
class EvaluationIndices:
    """The entities of each outcome."""

    correct_indices: Indices = field(default_factory=list)
    incorrect_indices: Indices = field(default_factory=list)
    partial_indices: Indices = field(default_factory=list)
    missed_indices: Indices = field(default_factory=list)
    spurious_indices: Indices = field(default_factory=list)
