"""A harness's samples one by one: the number of each, its errors, and the number over all of them.

Harnesses score one sample at a time and average; the average of samples' F1 is not the F1 of the corpus.
Adapters show the first and offer the second (`result`): counts are added up, then divided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nerkit.results.result import Result

NO_ERRORS = "no errors"


class ScoredSample(NamedTuple):
    """The value of one sample in [0, 1], and its errors as text."""

    value: float
    explanation: str


@dataclass(frozen=True)
class SampleScorer:
    """Scores answers of a model against the gold side, by a task's headline measure or another measure.

    task      as of `nerkit.evaluate`: `json`, `calls`, `spans`, …
    options   further keyword arguments of `nerkit.evaluate`, as `measures`, `order` or `schemas`

    Gold is JSON text, or what `nerkit.evaluate` takes of one document; an answer is the model's text, or such
    a value. An answer that cannot be read has no right item. Raises InputError for gold that cannot be read.
    """

    task: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def score(self, gold: Any, answer: Any) -> ScoredSample:
        """The headline's value for one sample; 0 if it is 0/0 under `empty="null"`."""
        one = self.result([gold], [answer])
        return ScoredSample(float(one.value or 0), str(one.errors()) or NO_ERRORS)

    def result(self, gold: Sequence[Any], answers: Sequence[Any]) -> Result:
        """Nerkit's result of all samples: micro numbers, errors, intervals and output formats."""
        from nerkit.corpora.json_documents import of_objects
        from nerkit.evaluation.public import evaluate

        sides: list[Any] = [[read(one) for one in gold], list(answers)]
        if self.task in ("json", "calls"):  # a sample is a value as it is, and no record around one
            sides = [of_objects(side, records=self.task == "calls") for side in sides]
        return evaluate(*sides, task=self.task, **self.options)


def read(gold: Any) -> Any:
    """Gold that is JSON text as its value; other gold unchanged. Raises InputError for other text."""
    from json import JSONDecodeError, loads

    from nerkit.exceptions import InputError

    try:
        return loads(gold) if isinstance(gold, str) else gold
    except JSONDecodeError as error:
        raise InputError(f"this is not JSON: {error}", source="gold of a sample") from None
