"""A scorer for scikit-learn's `cross_val_score`, `GridSearchCV` and similar functions. scikit-learn itself is
not imported.

cross_val_score(crf, sentences, tags, scoring=MeasureScorer("chunk")) GridSearchCV(crf, grid,
scoring=MeasureScorer("partial", label="PER", field="recall"))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import unknown
from nerkit.results.result import Result
from nerkit.results.scores import SCORES


@dataclass(frozen=True)
class MeasureScorer:
    """A scoring function (estimator, X, y) -> number: it scores the output of `predict` for X against y.
    Higher is better.

    measure, label   the row of the result
    field            its number: `value` (usually F1), `precision`, `recall` or `f1`
    options          further keyword arguments of `nerkit.evaluate`, such as `{"scheme": "BILOU"}`

    y and the predictions are data for `nerkit.evaluate`: lists of tags, of spans, of graphs. Raises
    UsageError for an unknown field, and errors as `nerkit.evaluate` does.
    """

    measure: str = "chunk"
    label: str | None = None
    field: str = "value"
    options: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.field not in SCORES:
            raise unknown("field", self.field, SCORES)

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:  # noqa: N803
        """The score of a fitted estimator."""
        result = self.result(y, estimator.predict(X))
        row = result[self.measure] if self.label is None else result[self.measure, self.label]
        return float(getattr(row, self.field))

    def result(self, y: Any, predicted: Any) -> Result:
        """The nerkit result behind the score."""
        by = [] if self.label is None else ["label"]
        request = Request.of(measures=[self.measure], by=by, **(self.options or {}))
        return evaluate_systems(y, {"system": predicted}, request)
