"""autoevals: scorers with nerkit's numbers, derived from the base class of autoevals.

    JsonScorer()(output=answer, expected=gold)          # Score(name="nerkit json", score=…, metadata=…)
    Eval("project", data=…, task=…, scores=[CallsScorer(order="sequence")])

`expected` is the gold value or its JSON text; `output` is the model's text or a value. The score is the
headline measure of the task for this sample, and `metadata["explanation"]` lists the errors. The mean of such
scores is not the score of the corpus; `scorer.result(expected, outputs)` adds up the counts.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from autoevals import Score
from autoevals.score import Scorer

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result


class _TaskScorer(Scorer):
    """A scorer that returns the headline measure of a task for one output."""

    task: ClassVar[str]

    def __init__(self, **options: Any) -> None:
        """Make a scorer; `options` are keyword arguments of `nerkit.evaluate`."""
        self.scorer = SampleScorer(self.task, options)

    def _name(self) -> str:
        return f"nerkit {self.task}"

    def _run_eval_sync(self, output: Any, expected: Any = None, **_: Any) -> Score:
        value, explanation = self.scorer.score(expected, output)
        return Score(name=self._name(), score=value, metadata={"explanation": explanation})

    def result(self, expected: Sequence[Any], outputs: Sequence[Any]) -> Result:
        """The nerkit result of all samples together; *expected* and *outputs* have one item per sample."""
        return self.scorer.result(expected, outputs)


class JsonScorer(_TaskScorer):
    """The scorer of `nerkit json`, for autoevals: leaves of nested values that agree."""

    task = "json"


class SpansScorer(_TaskScorer):
    """The scorer of `nerkit spans`, for autoevals: entities with their labels."""

    task = "spans"


class CallsScorer(_TaskScorer):
    """The scorer of `nerkit calls`, for autoevals: tool calls with their arguments."""

    task = "calls"
