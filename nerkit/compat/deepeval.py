"""deepeval: metrics with nerkit's numbers, derived from the base class of deepeval.

    evaluate(test_cases, [JsonMetric(threshold=0.8)])
    assert_test(test_case, [CallsMetric(options={"order": "sequence"})])

`actual_output` of a test case is the model's text, and `expected_output` is the gold value as JSON text.
`CallsMetric` uses `tools_called` and `expected_tools` if a test case has them. `score` is the headline
measure for this test case, and `reason` lists its errors. deepeval averages the scores;
`metric.result(test_cases)` adds up the counts. The class names differ from deepeval's metrics, because the
numbers differ.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, ToolCall

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result


class _TaskMetric(BaseMetric):
    """A metric that returns the headline measure of a task for one test case."""

    task: ClassVar[str]
    async_mode = False

    def __init__(self, threshold: float = 0.5, options: Mapping[str, Any] | None = None) -> None:
        """Make a metric. A score of at least `threshold`, in [0, 1], is successful; `options` are options of
        `nerkit.evaluate`.

        Each attribute has the name of an argument, because deepeval copies metrics by their attributes.
        """
        self.threshold, self.options = threshold, options
        self.scorer = SampleScorer(self.task, options or {})

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """The score of one test case. The metric also stores `reason` and `success`."""
        self.score, self.reason = self.scorer.score(*self.sides(test_case))
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """`measure` for asynchronous callers; it waits for nothing."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Whether the last test case reached the threshold."""
        return bool(self.success)

    def sides(self, test_case: LLMTestCase) -> tuple[Any, Any]:
        """The (gold, answer) of a test case."""
        return test_case.expected_output, test_case.actual_output

    def result(self, test_cases: Sequence[LLMTestCase]) -> Result:
        """The nerkit result over all test cases, from summed counts."""
        gold, answers = zip(*map(self.sides, test_cases), strict=True)
        return self.scorer.result(gold, answers)

    @property
    def __name__(self) -> str:
        return f"nerkit {self.task}"


class JsonMetric(_TaskMetric):
    """The metric of `nerkit json`, for deepeval: leaves of nested values that agree."""

    task = "json"


class SpansMetric(_TaskMetric):
    """The metric of `nerkit spans`, for deepeval: entities with their labels."""

    task = "spans"


class CallsMetric(_TaskMetric):
    """The metric of `nerkit calls`, for deepeval: tool calls with their arguments."""

    task = "calls"

    def sides(self, test_case: LLMTestCase) -> tuple[Any, Any]:
        """The (expected tools, called tools) of a test case, or its texts if no tools are expected."""
        if test_case.expected_tools is None:
            return super().sides(test_case)
        return _calls(test_case.expected_tools), _calls(test_case.tools_called or [])


def _calls(tools: Sequence[ToolCall]) -> list[dict[str, Any]]:
    return [{"name": one.name, "arguments": one.input_parameters or {}} for one in tools]
