"""inspect_ai: a scorer of structured answers, with metrics over the counts of all samples.

    Task(dataset=…, solver=generate(), scorer=nerkit_scorer("json"))
    inspect score log.eval --scorer nerkit/nerkit_scorer -S task=spans

A sample's score is the task's headline for it alone, its explanation the list of its errors. `micro` adds up
the counts of all samples and epochs; it is not a mean of samples' F1. `micro_stderr` is its standard error
under nerkit's bootstrap over samples. The library finds the scorer by the entry point `inspect_ai`.
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
    """A number over the counts of all samples: `value`, `precision`, `recall` or `f1`."""

    def computed(scores: list[SampleScore]) -> float:
        """The number; NaN if it does not exist."""
        return _float(getattr(result(scores), field)) if scores else float("nan")

    return computed


@metric(scores="unreduced")
def micro_stderr(field: str = "value") -> Any:
    """The standard error of `micro`: half of the 68.27% interval of the bootstrap over samples."""

    def computed(scores: list[SampleScore]) -> float:
        """The standard error; NaN if there is no interval, as with few samples."""
        row = result(scores).confidence(DEVIATION).head if scores else None
        ends = [row and row.extra.get(f"{field}_{end}") for end in ("low", "high")]
        return float("nan") if None in ends else (_float(ends[1]) - _float(ends[0])) / 2

    return computed


@scorer(metrics=[micro(), micro_stderr()])
def nerkit_scorer(
    task: str = "spans", measures: Sequence[str] | None = None, gold: str | None = None, **asked: Any
) -> Scorer:
    """A scorer of the model's text against the gold side.

    task       as of `nerkit.evaluate`, as `spans`, `json` or `calls`
    measures   the first is the score; the task's headline, if not given
    gold       the key of a sample's metadata that holds gold; its target, as JSON text, if not given
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
    """Nerkit's result of scores of `nerkit_scorer`: its errors, intervals and output formats."""
    kept = [one.score.metadata or {} for one in scores]
    return _evaluated([one["gold"] for one in kept], [one["answer"] for one in kept], kept[0]["asked"])


def _evaluated(gold: list[Any], answers: list[str], asked: dict[str, Any]) -> Result:
    from nerkit.evaluation.public import evaluate

    return evaluate(gold, answers, **asked)


def _float(value: Any) -> float:
    return float("nan") if value is None else float(value)
