"""MLflow: a scorer of `mlflow.genai.evaluate`, and a metric of `mlflow.evaluate` over the counts of all rows.

    mlflow.genai.evaluate(data=rows, scorers=[scorer("json")])
    mlflow.models.evaluate(data=frame, targets="gold", predictions="answer", extra_metrics=[metric("json")])

A row's `expectations` have gold under `expected_response` (JSON text or a value); `outputs` is the model's
text or a value. The value of a row is nerkit's headline for it alone, with the list of its errors as
rationale. MLflow averages the rows of a scorer; a metric has the micro numbers as its aggregates.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import mlflow.genai
from mlflow.entities import Feedback
from mlflow.metrics import MetricValue, make_metric

from nerkit.compat.samples import SampleScorer

EXPECTED = "expected_response"  # the key of gold in a row's expectations


def scorer(task: str = "json", expected: str = EXPECTED, **options: Any) -> Any:
    """A scorer of rows named `nerkit_TASK`; `options` are keyword arguments of `nerkit.evaluate`."""
    samples = SampleScorer(task, options)

    def scored(outputs: Any, expectations: Mapping[str, Any]) -> Feedback:
        """The value and rationale of one row."""
        value, explanation = samples.score(expectations[expected], outputs)
        return Feedback(value=value, rationale=explanation)

    return mlflow.genai.scorer(scored, name=f"nerkit_{task}")


def metric(task: str = "json", **options: Any) -> Any:
    """A metric `nerkit_TASK` of a table: one value per row; `f1 precision recall` over the counts of all
    rows.
    """
    samples = SampleScorer(task, options)

    def computed(predictions: Iterable[Any], targets: Iterable[Any]) -> MetricValue:
        """Values and justifications of rows, and the aggregates."""
        gold, answers = list(targets), list(predictions)
        rows = [samples.score(*pair) for pair in zip(gold, answers, strict=True)]
        whole = samples.result(gold, answers)
        return MetricValue(
            scores=[row.value for row in rows],
            justifications=[row.explanation for row in rows],
            aggregate_results={name: getattr(whole, name) for name in ("f1", "precision", "recall")},
        )

    return make_metric(eval_fn=computed, greater_is_better=True, name=f"nerkit_{task}")
