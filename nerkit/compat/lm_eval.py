"""lm-evaluation-harness: functions that the YAML of a task names, over the counts of all documents.

    process_results: !function nerkit.compat.lm_eval.spans      or json, calls
    metric_list:
      - metric: f1
        aggregation: !function nerkit.compat.lm_eval.f1
        higher_is_better: true
      - {metric: precision, aggregation: !function nerkit.compat.lm_eval.precision, higher_is_better: true}
      - {metric: recall, aggregation: !function nerkit.compat.lm_eval.recall, higher_is_better: true}

Gold is the column `gold` of a row: JSON text, or what `nerkit.evaluate` takes of a document. The answer is
the model's text as it is; one that cannot be read counts as an answer without right items. All three metrics
are in the list, because the harness requires this of processed results. The numbers are micro averages:
counts are added up, never means of documents' F1. The harness gives no standard error for functions that are
not its own. `demo/harness` has a task. The library is not imported here.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from nerkit.compat.samples import SampleScorer
from nerkit.results.result import Result

GOLD = "gold"  # the column of a row


class Answered(NamedTuple):
    """An answer of a model beside its gold, and the task that they are of."""

    task: str
    gold: Any
    answer: str


def _processed(task: str, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Answered]:
    """A row with its first answer, under the name of each metric."""
    one = Answered(task, doc[GOLD], results[0])
    return {"f1": one, "precision": one, "recall": one}


Processed = Callable[[Mapping[str, Any], Sequence[str]], dict[str, Answered]]
spans: Processed = partial(_processed, "spans")
json: Processed = partial(_processed, "json")
calls: Processed = partial(_processed, "calls")


def result(items: Sequence[Answered]) -> Result:
    """Nerkit's result of the answers of one task: its errors, intervals and output formats."""
    gold, answers = [one.gold for one in items], [one.answer for one in items]
    return SampleScorer(items[0].task).result(gold, answers)


def f1(items: Sequence[Answered]) -> float:
    """F1 of the task's headline measure over all answers; 0 if it does not exist."""
    return result(items).f1 or 0.0


def precision(items: Sequence[Answered]) -> float:
    """The precision over all answers; 0 if it does not exist."""
    return result(items).precision or 0.0


def recall(items: Sequence[Answered]) -> float:
    """The recall over all answers; 0 if it does not exist."""
    return result(items).recall or 0.0
