"""lighteval: a metric for generated answers, over the counts of all samples.

    LightevalTaskConfig(name="names", metrics=[metric("spans")], …)

The gold value of a sample is its single correct choice, as JSON text. The answer is the model's first text.
The number is the headline measure over the counts of all samples, never the mean F1 of samples.
"""

from collections.abc import Sequence
from typing import Any

from lighteval.metrics.metrics_corpus import CorpusLevelComputation
from lighteval.metrics.sample_preparator import GenerativeCorpusMetricInput, GenerativePreparator
from lighteval.metrics.utils.metric_utils import CorpusLevelMetric
from lighteval.tasks.requests import SamplingMethod

from nerkit.compat.samples import SampleScorer
from nerkit.exceptions import InputError
from nerkit.results.result import Result


class CorpusHeadline(CorpusLevelComputation):
    """The headline measure of a task, over the counts of all samples."""

    def __init__(self, task: str, **options: Any) -> None:
        """`task` and `options` are arguments of `nerkit.evaluate`."""
        self.scorer = SampleScorer(task, options)

    def compute_corpus(self, items: Sequence[GenerativeCorpusMetricInput]) -> float:
        """The score of the corpus, in [0, 1]; 0 if it is 0/0 under `empty="null"`."""
        return float(self.result(items).value or 0)

    def result(self, items: Sequence[GenerativeCorpusMetricInput]) -> Result:
        """The nerkit result behind the score. Raises InputError for a sample with several gold values."""
        for number, one in enumerate(items, 1):
            if len(one.golds) != 1:
                remedy = "write several right answers as one value: {'any': [...]}"
                problem = f"the sample has {len(one.golds)} correct choices"
                raise InputError(problem, source=f"sample {number}", remedy=remedy)
        answers = [one.preds if isinstance(one.preds, str) else one.preds[0] for one in items]
        return self.scorer.result([one.golds[0] for one in items], answers)


def metric(task: str = "json", **options: Any) -> CorpusLevelMetric:
    """Make the metric `nerkit_TASK`; `options` are keyword arguments of `nerkit.evaluate`."""
    return CorpusLevelMetric(
        metric_name=f"nerkit_{task}",
        higher_is_better=True,
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=GenerativePreparator(),
        corpus_level_fn=CorpusHeadline(task, **options),
    )
