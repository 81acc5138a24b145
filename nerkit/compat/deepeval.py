"""deepeval: metrics of its base class with nerkit's number.

    evaluate(test_cases, [JsonMetric(threshold=0.8)])
    assert_test(test_case, [CallsMetric(options={"order": "sequence"})])

A test case's `actual_output` is the model's text, its `expected_output` gold as JSON text. `CallsMetric`
takes `tools_called` and `expected_tools` where a test case has these. `score` is nerkit's headline for this
test case alone, `reason` the list of its errors. deepeval averages the scores; `metric.result(test_cases)`
adds up the counts. No class has the name of one of deepeval's own metrics: their numbers are others.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, ToolCall

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result


class _TaskMetric(BaseMetric):
    """A task's headline measure of a test case."""

    task: ClassVar[str]
    async_mode = False

    def __init__(self, threshold: float = 0.5, options: Mapping[str, Any] | None = None) -> None:
        """`threshold`: the least successful score, in [0, 1]; `options`: further options of
        `nerkit.evaluate`.

        The attributes have the arguments' names, as deepeval copies a metric by these.
        """
        self.threshold, self.options = threshold, options
        self.scorer = SampleScorer(self.task, options or {})

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """The score of one test case; the metric stores `reason` and `success`."""
        self.score, self.reason = self.scorer.score(*self.sides(test_case))
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """`measure` for asynchronous callers; it waits for nothing."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """The last test case reaches the threshold."""
        return bool(self.success)

    def sides(self, test_case: LLMTestCase) -> tuple[Any, Any]:
        """Gold and answer of a test case."""
        return test_case.expected_output, test_case.actual_output

    def result(self, test_cases: Sequence[LLMTestCase]) -> Result:
        """Nerkit's result over the counts of all test cases."""
        gold, answers = zip(*map(self.sides, test_cases), strict=True)
        return self.scorer.result(gold, answers)

    @property
    def __name__(self) -> str:
        return f"nerkit {self.task}"


class JsonMetric(_TaskMetric):
    """Metric of `nerkit json`: agreeing leaves of nested values."""

    task = "json"


class SpansMetric(_TaskMetric):
    """Metric of `nerkit spans`: entities with their types."""

    task = "spans"


class CallsMetric(_TaskMetric):
    """Metric of `nerkit calls`: tool calls with their arguments."""

    task = "calls"

    def sides(self, test_case: LLMTestCase) -> tuple[Any, Any]:
        """Expected and called tools, or the texts if no tools are expected."""
        if test_case.expected_tools is None:
            return super().sides(test_case)
        return _calls(test_case.expected_tools), _calls(test_case.tools_called or [])


def _calls(tools: Sequence[ToolCall]) -> list[dict[str, Any]]:
    return [{"name": one.name, "arguments": one.input_parameters or {}} for one in tools]
