"""Score the samples of an evaluation harness one by one, or all together.

Harnesses score one sample at a time and average the scores, but the mean F1 of samples is not the F1 of the
corpus. The adapters report the scores of samples, and `result` gives the score of the corpus from summed
counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nerkit.results.result import Result

NO_ERRORS = "no errors"


class ScoredSample(NamedTuple):
    """The score of one sample, in [0, 1], and its errors as text."""

    value: float
    explanation: str


@dataclass(frozen=True)
class SampleScorer:
    """Scores answers of a model against gold values, by the headline measure of a task or by another measure.

    task      the task: `json`, `calls`, `spans`, …
    options   further keyword arguments of `nerkit.evaluate`, such as `measures`, `order` or `schemas`

    A gold value is JSON text, or one document for `nerkit.evaluate`. An answer is the model's text, or such a
    value. An unreadable answer has no correct items. Raises InputError for an unreadable gold value.
    """

    task: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def score(self, gold: Any, answer: Any) -> ScoredSample:
        """The score of one sample; 0 if it is 0/0 under `empty="null"`."""
        one = self.result([gold], [answer])
        return ScoredSample(float(one.value or 0), str(one.errors()) or NO_ERRORS)

    def result(self, gold: Sequence[Any], answers: Sequence[Any]) -> Result:
        """The nerkit result of all samples: micro averages, error lists, intervals and output formats."""
        from nerkit.corpora.json_documents import of_objects
        from nerkit.evaluation.public import evaluate

        sides: list[Any] = [[read(one) for one in gold], list(answers)]
        if self.task in ("json", "calls"):  # a sample is the value itself, not a record that contains it
            sides = [of_objects(side, records=self.task == "calls") for side in sides]
        return evaluate(*sides, task=self.task, **self.options)


def read(gold: Any) -> Any:
    """Parse a gold value that is JSON text; other gold values are returned unchanged. Raises InputError for
    other text.
    """
    from json import JSONDecodeError, loads

    from nerkit.exceptions import InputError

    try:
        return loads(gold) if isinstance(gold, str) else gold
    except JSONDecodeError as error:
        raise InputError(f"this is not JSON: {error}", source="gold of a sample") from None
