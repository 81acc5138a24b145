"""A metric for Hugging Face's `evaluate`. It scores entities in tagged sentences as its metric `seqeval`
does.

metric = evaluate.load("…/nerkit/compat/nerkit_ner") metric.compute(predictions=[["B-PER", "O"]],
references=[["B-PER", "O"]])
"""

from typing import Any

import datasets
import evaluate

from nerkit.compat.huggingface import metric_scores


class NerkitNer(evaluate.Metric):
    """Precision, recall and F1 for each type and overall, and the accuracy of tags."""

    def _info(self) -> Any:
        tags = datasets.Sequence(datasets.Value("string"))
        return evaluate.MetricInfo(
            description="Entities in tagged sentences: precision, recall and F1 of each type and overall.",
            citation="",
            inputs_description="Lists of tags, one for each sentence; scheme='IOB2' scores strictly.",
            features=datasets.Features({"predictions": tags, "references": tags}),
        )

    def _compute(
        self,
        predictions: Any,
        references: Any,
        suffix: bool = False,
        scheme: str | None = None,
        mode: str | None = None,
    ) -> dict[str, Any]:
        strict = scheme if mode == "strict" else None
        return metric_scores(references, predictions, suffix=suffix, scheme=strict)
