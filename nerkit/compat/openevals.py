"""openevals, agentevals and LangSmith: functions of outputs and reference outputs with nerkit's number.

    calls = evaluator("calls", order="sequence")
    calls(outputs=messages, reference_outputs=gold)     # {"key": "nerkit_calls", "score": …, "comment": …}

Outputs are a trajectory as a list of messages, a model's text, or a value. Reference outputs are gold, as
JSON text or as a value. The score is nerkit's headline for this sample alone, the comment lists its errors.
`evaluator("calls").result(gold, outputs)` adds up the counts of all samples. No library is imported.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result


@dataclass(frozen=True)
class TaskEvaluator:
    """An evaluator, callable as openevals and agentevals require."""

    scorer: SampleScorer

    def __call__(self, *, outputs: Any, reference_outputs: Any, **_: Any) -> dict[str, Any]:
        """The row of one sample: `key`, `score` in [0, 1] and `comment`."""
        value, explanation = self.scorer.score(reference_outputs, outputs)
        return {"key": f"nerkit_{self.scorer.task}", "score": value, "comment": explanation, "metadata": None}

    def result(self, reference_outputs: Sequence[Any], outputs: Sequence[Any]) -> Result:
        """The result of all samples together, for openevals."""
        return self.scorer.result(reference_outputs, outputs)


def evaluator(task: str = "calls", **options: Any) -> TaskEvaluator:
    """An evaluator of a task, such as `calls`, `json` or `spans`; `options` are options of
    `nerkit.evaluate`.
    """
    return TaskEvaluator(SampleScorer(task, options))
