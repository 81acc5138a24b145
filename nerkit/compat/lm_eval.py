"""lm-evaluation-harness: functions to name in the YAML file of a task. Scores are over the counts of all
documents.

    process_results: !function nerkit.compat.lm_eval.spans      or json, calls
    metric_list:
      - metric: f1
        aggregation: !function nerkit.compat.lm_eval.f1
        higher_is_better: true
      - {metric: precision, aggregation: !function nerkit.compat.lm_eval.precision, higher_is_better: true}
      - {metric: recall, aggregation: !function nerkit.compat.lm_eval.recall, higher_is_better: true}

The gold value is the column `gold` of a row: JSON text, or a document for `nerkit.evaluate`. The answer is
the unchanged text of the model; an unreadable answer has no correct items. The list must have all three
metrics, because the harness requires this. The numbers are micro averages over summed counts, never means of
the F1 of documents. The harness computes no standard error for external functions. `demo/harness` has an
example task. This module does not import the harness.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result

GOLD = "gold"  # the column of a row


class Answered(NamedTuple):
    """An answer of a model with its gold value and its task."""

    task: str
    gold: Any
    answer: str


def _processed(task: str, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Answered]:
    """The first answer to a row with its gold value, under the name of each metric."""
    one = Answered(task, doc[GOLD], results[0])
    return {"f1": one, "precision": one, "recall": one}


Processed = Callable[[Mapping[str, Any], Sequence[str]], dict[str, Answered]]
spans: Processed = partial(_processed, "spans")
json: Processed = partial(_processed, "json")
calls: Processed = partial(_processed, "calls")


def result(items: Sequence[Answered]) -> Result:
    """The nerkit result of the answers to one task, with error lists, intervals and output formats."""
    gold, answers = [one.gold for one in items], [one.answer for one in items]
    return SampleScorer(items[0].task).result(gold, answers)


def f1(items: Sequence[Answered]) -> float:
    """F1 of the headline measure over all answers; 0 if it does not exist."""
    return result(items).f1 or 0.0


def precision(items: Sequence[Answered]) -> float:
    """The precision of the headline measure over all answers; 0 if it does not exist."""
    return result(items).precision or 0.0


def recall(items: Sequence[Answered]) -> float:
    """The recall of the headline measure over all answers; 0 if it does not exist."""
    return result(items).recall or 0.0
