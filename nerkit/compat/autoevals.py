"""autoevals: scorers of its base class with nerkit's number.

    JsonScorer()(output=answer, expected=gold)          # Score(name="nerkit json", score=…, metadata=…)
    Eval("project", data=…, task=…, scores=[CallsScorer(order="sequence")])

`expected` is gold, as JSON text or as a value; `output` is the model's text or a value. The score is nerkit's
headline for this sample alone, and `metadata["explanation"]` has its errors. A mean of such scores is not a
corpus number; `scorer.result(expected, outputs)` adds up the counts.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from autoevals import Score
from autoevals.score import Scorer

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result


class _TaskScorer(Scorer):
    """The headline measure of a task for one output."""

    task: ClassVar[str]

    def __init__(self, **options: Any) -> None:
        """`options`: keyword arguments of `nerkit.evaluate`."""
        self.scorer = SampleScorer(self.task, options)

    def _name(self) -> str:
        return f"nerkit {self.task}"

    def _run_eval_sync(self, output: Any, expected: Any = None, **_: Any) -> Score:
        value, explanation = self.scorer.score(expected, output)
        return Score(name=self._name(), score=value, metadata={"explanation": explanation})

    def result(self, expected: Sequence[Any], outputs: Sequence[Any]) -> Result:
        """The result of all samples together, for autoevals."""
        return self.scorer.result(expected, outputs)


class JsonScorer(_TaskScorer):
    """Scorer of `nerkit json`: agreeing leaves of nested values."""

    task = "json"


class SpansScorer(_TaskScorer):
    """Scorer of `nerkit spans`: entities with their types."""

    task = "spans"


class CallsScorer(_TaskScorer):
    """Scorer of `nerkit calls`: tool calls with their arguments."""

    task = "calls"
