"""Annotators compared with each other, without gold: a symmetric table of all pairs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.facts import Facts
from nerkit.evaluation.inputs import Input, is_data
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned
from nerkit.results.printable import Printed
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING

GOLD = regex(r"\bgold\b")


@dataclass(frozen=True, slots=True)
class Agreed:
    """The agreement of two annotators on a measure.

    *value* is the mean of both directions: with the first and with the second annotator as gold.
    """

    measure: str
    label: str
    first: str
    second: str
    value: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Agreement(Printed):
    """The agreement of all pairs of annotators.

    names, measures   the annotators and the measures, in the order of the table
    rows              a row for each pair, measure and label
    result            the evaluation of the last pair, with all annotators as inputs
    """

    names: tuple[str, ...]
    measures: tuple[str, ...]
    rows: list[Agreed]
    result: Result

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the table of pairs."""
        whole = self.result.to_dict()
        return whole | {"rows": [row.to_dict() for row in self.rows]}


def agreement(annotators: Mapping[str, Any], request: Request) -> Agreement:
    """Score every pair of annotators in both directions.

    Raises UsageError for fewer than two annotators, and the errors of an evaluation.
    """
    if len(annotators) < 2:
        raise UsageError(
            "nerkit agree needs at least two annotators. To compare systems, give -g GOLD, or "
            "a table of scores with an id and commas or tabs"
        )
    for name, target in annotators.items():
        if not is_data(target) and not Input("system", name, target).is_file:
            raise UsageError(
                f"{name}: nerkit agree reads its inputs several times; give a file, not a stream"
            )
    agreed: list[Agreed] = []
    warnings: list[str] = []
    inputs: dict[str, Facts] = {}
    tasks = dict[str, None]()
    for first, second in combinations(annotators, 2):
        forward = evaluate_systems(annotators[first], {second: annotators[second]}, request)
        backward = evaluate_systems(annotators[second], {first: annotators[first]}, request)
        warnings += named_gold(first, forward.warnings)
        for name, own in ((first, forward), (second, backward)):
            inputs.setdefault(name, as_annotator(own.inputs[0], name))
        tasks[forward.task] = None
        swapped = {(row.measure, row.cut): row.value for row in backward.rows}
        for row in forward.rows:
            if row.cut[0] == EVERYTHING:
                mean = mean_of([row.value, swapped.get((row.measure, row.cut))])
                agreed.append(Agreed(row.measure, row.label, first, second, mean))
    if len(tasks) > 1:  # a blank file has no format that tells the task
        raise UsageError(
            f"nerkit scores some pairs as {' and others as '.join(tasks)}; name one task (task=…)"
        )
    order = {measure: i for i, measure in enumerate(forward.measures)}
    agreed.sort(key=lambda row: order[row.measure])
    told = tuple(inputs[name] for name in annotators)
    result = replace(forward, warnings=tuple(dict.fromkeys(warnings)), inputs=told)
    return Agreement(tuple(annotators), forward.measures, agreed, result)


def mean_of(values: Sequence[float | None]) -> float | None:
    """Return the mean of the numbers among *values*; None without a number."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def as_annotator(told: Facts, name: str) -> Facts:
    """Return the record of an input with the role `annotator` and this name."""
    return told | {"role": "annotator", "name": name}


def named_gold(annotator: str, warnings: Iterable[str]) -> list[str]:
    """Return the warnings of an evaluation; a warning about gold names the annotator who was gold."""
    named = []
    for text in warnings:
        said = f"{annotator} as gold: {text}" if GOLD.search(text) else text
        named.append(text.reworded(said) if isinstance(text, Warned) else said)
    return named
