"""openevals, agentevals and LangSmith: evaluator functions with nerkit's numbers.

    calls = evaluator("calls", order="sequence")
    calls(outputs=messages, reference_outputs=gold)     # {"key": "nerkit_calls", "score": …, "comment": …}

Outputs are a list of messages (a trajectory), a model's text, or a value. Reference outputs are the gold
value or its JSON text. The score is the headline measure for this sample, and the comment lists its errors.
`evaluator("calls").result(gold, outputs)` adds up the counts of all samples. This module imports none of the
libraries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result


@dataclass(frozen=True)
class TaskEvaluator:
    """An evaluator of a task. It is callable with the arguments that openevals and agentevals use."""

    scorer: SampleScorer

    def __call__(self, *, outputs: Any, reference_outputs: Any, **_: Any) -> dict[str, Any]:
        """Score one sample: `key`, `score` in [0, 1] and `comment`."""
        value, explanation = self.scorer.score(reference_outputs, outputs)
        return {"key": f"nerkit_{self.scorer.task}", "score": value, "comment": explanation, "metadata": None}

    def result(self, reference_outputs: Sequence[Any], outputs: Sequence[Any]) -> Result:
        """The nerkit result of all samples together; the arguments have one item per sample."""
        return self.scorer.result(reference_outputs, outputs)


def evaluator(task: str = "calls", **options: Any) -> TaskEvaluator:
    """Make an evaluator for a task such as `calls`, `json` or `spans`; `options` are options of
    `nerkit.evaluate`.
    """
    return TaskEvaluator(SampleScorer(task, options))
