"""inspect_ai: a scorer for structured answers, and metrics over the counts of all samples.

    Task(dataset=…, solver=generate(), scorer=nerkit_scorer("json"))
    inspect score log.eval --scorer nerkit/nerkit_scorer -S task=spans

The score of a sample is the headline measure for this sample, and the explanation lists its errors. `micro`
adds up the counts of all samples and epochs, so it is not the mean F1 of samples. `micro_stderr` is its
standard error, from a bootstrap over samples. inspect_ai finds the scorer by the entry point `inspect_ai`.
"""

from collections.abc import Sequence
from json import loads
from typing import Any

from inspect_ai.scorer import SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from nerkit.results.result import Result

DEVIATION = 0.6826894921370859  # of a normal distribution, within one standard deviation of its mean


@metric(scores="unreduced")
def micro(field: str = "value") -> Any:
    """A metric over the counts of all samples: `value`, `precision`, `recall` or `f1`."""

    def computed(scores: list[SampleScore]) -> float:
        """The number for these scores; NaN if it does not exist."""
        return _float(getattr(result(scores), field)) if scores else float("nan")

    return computed


@metric(scores="unreduced")
def micro_stderr(field: str = "value") -> Any:
    """The standard error of `micro`: half of the 68.27% interval of the bootstrap over samples."""

    def computed(scores: list[SampleScore]) -> float:
        """The standard error for these scores; NaN without an interval, for example with few samples."""
        row = result(scores).confidence(DEVIATION).head if scores else None
        ends = [row and row.extra.get(f"{field}_{end}") for end in ("low", "high")]
        return float("nan") if None in ends else (_float(ends[1]) - _float(ends[0])) / 2

    return computed


@scorer(metrics=[micro(), micro_stderr()])
def nerkit_scorer(
    task: str = "spans", measures: Sequence[str] | None = None, gold: str | None = None, **asked: Any
) -> Scorer:
    """A scorer that compares the model's text with the gold value.

    task       the task, such as `spans`, `json` or `calls`
    measures   the first measure is the score; by default the headline measure of the task
    gold       the metadata key of the gold value; by default the gold value is the target, as JSON text
    asked      further keyword arguments of `nerkit.evaluate`
    """
    asked |= {"task": task} if measures is None else {"task": task, "measures": list(measures)}

    async def score(state: TaskState, target: Target) -> Score:
        """The score of one sample, with the counts from which the total is computed."""
        wanted = loads(target.text) if gold is None else state.metadata[gold]
        answer = state.output.completion
        one = _evaluated([wanted], [answer], asked)
        return Score(
            value=_float(one.value),
            answer=answer,
            explanation=str(one.errors()) or "no errors",
            metadata={"gold": wanted, "answer": answer, "asked": asked},
        )

    return score


def result(scores: Sequence[SampleScore]) -> Result:
    """The nerkit result behind scores of `nerkit_scorer`, with error lists, intervals and output formats."""
    kept = [one.score.metadata or {} for one in scores]
    return _evaluated([one["gold"] for one in kept], [one["answer"] for one in kept], kept[0]["asked"])


def _evaluated(gold: list[Any], answers: list[str], asked: dict[str, Any]) -> Result:
    from nerkit.evaluation.public import evaluate

    return evaluate(gold, answers, **asked)


def _float(value: Any) -> float:
    return float("nan") if value is None else float(value)
