"""A scorer for scikit-learn's `cross_val_score`, `GridSearchCV` and the like, which it is not needed for.

cross_val_score(crf, sentences, tags, scoring=MeasureScorer("chunk"))
GridSearchCV(crf, grid, scoring=MeasureScorer("partial", label="PER", field="recall"))
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
    """A callable (estimator, X, y) -> a number, higher being better: a measure of the output of `predict` for
    X.

    measure, label, field   which row and which number of it: `value` (F1 for most), `precision`, `recall`,
                            `f1`
    options                 further keyword arguments of `nerkit.evaluate`, as `{"scheme": "BILOU"}`

    y and the predictions are what `nerkit.evaluate` takes: lists of tags, of spans, graphs. Raises UsageError
    for a field that is none, and what `nerkit.evaluate` raises.
    """

    measure: str = "chunk"
    label: str | None = None
    field: str = "value"
    options: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.field not in SCORES:
            raise unknown("field", self.field, SCORES)

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:  # noqa: N803
        """The number for an estimator that is fitted."""
        result = self.result(y, estimator.predict(X))
        row = result[self.measure] if self.label is None else result[self.measure, self.label]
        return float(getattr(row, self.field))

    def result(self, y: Any, predicted: Any) -> Result:
        """The result behind the number."""
        by = [] if self.label is None else ["label"]
        request = Request.of(measures=[self.measure], by=by, **(self.options or {}))
        return evaluate_systems(y, {"system": predicted}, request)
