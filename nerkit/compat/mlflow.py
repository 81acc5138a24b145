"""MLflow: a scorer for `mlflow.genai.evaluate`, and a metric for `mlflow.evaluate` over the counts of all
rows.

    mlflow.genai.evaluate(data=rows, scorers=[scorer("json")])
    mlflow.models.evaluate(data=frame, targets="gold", predictions="answer", extra_metrics=[metric("json")])

`expectations` of a row has the gold value under `expected_response`, as JSON text or a value. `outputs` is
the model's text or a value. The value of a row is the headline measure for this row, and the rationale lists
its errors. MLflow averages the rows of a scorer; a metric has the micro averages as its aggregates.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import mlflow.genai
from mlflow.entities import Feedback
from mlflow.metrics import MetricValue, make_metric

from nerkit.compat.samples import SampleScorer

EXPECTED = "expected_response"  # the key of gold in a row's expectations


def scorer(task: str = "json", expected: str = EXPECTED, **options: Any) -> Any:
    """Make the scorer `nerkit_TASK`; `options` are keyword arguments of `nerkit.evaluate`."""
    samples = SampleScorer(task, options)

    def scored(outputs: Any, expectations: Mapping[str, Any]) -> Feedback:
        """The score of one row, with its errors as rationale."""
        value, explanation = samples.score(expectations[expected], outputs)
        return Feedback(value=value, rationale=explanation)

    return mlflow.genai.scorer(scored, name=f"nerkit_{task}")


def metric(task: str = "json", **options: Any) -> Any:
    """Make the metric `nerkit_TASK` for a table: one value per row, and `f1`, `precision` and `recall` over
    the counts of all rows.
    """
    samples = SampleScorer(task, options)

    def computed(predictions: Iterable[Any], targets: Iterable[Any]) -> MetricValue:
        """The values and justifications of the rows, and the aggregates."""
        gold, answers = list(targets), list(predictions)
        rows = [samples.score(*pair) for pair in zip(gold, answers, strict=True)]
        whole = samples.result(gold, answers)
        return MetricValue(
            scores=[row.value for row in rows],
            justifications=[row.explanation for row in rows],
            aggregate_results={name: getattr(whole, name) for name in ("f1", "precision", "recall")},
        )

    return make_metric(eval_fn=computed, greater_is_better=True, name=f"nerkit_{task}")
