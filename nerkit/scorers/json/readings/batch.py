"""The gold documents of a batch with one chosen reading of every value."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.corpora.json_paths import Kept
from nerkit.corpora.readings import USUAL, Readings, below, chosen
from nerkit.exceptions import TooLargeError
from nerkit.scorers.json.nodes import ARRAY
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.readings.choice import ChosenReadings, choose
from nerkit.scorers.json.rows import Rows

NumberedSteps = tuple[str | int, ...]  # keys, and the places of elements


def in_readings(options: Options) -> bool:
    """Return whether the options let gold values have several readings."""
    return bool(options.any_key_named or options.any_paths)


@dataclass(frozen=True)
class ChosenGold:
    """The values of the gold side with one reading of each, and the choices.

    chosen    document -> its readings, for documents with several readings
    """

    values: list[Any]
    chosen: dict[int, ChosenReadings] = field(default_factory=dict)

    @property
    def bounds(self) -> FloatArray:
        """Whether the choice of readings is unproved (0 or 1), and how much more could agree, shape
        (documents, 2).
        """
        bounds = np.zeros((len(self.values), 2))
        for place, one in self.chosen.items():
            bounds[place] = not one.is_proved, one.slack
        return bounds


def chosen_gold(
    gold: Sequence[Any],
    system: Sequence[Any],
    options: Options,
    kept: Kept = Kept(),  # noqa: B008  (it is frozen)
    depth: int | None = None,
    *,
    soft: bool = False,
    judged: bool = True,
) -> ChosenGold:
    """Return gold with the readings of each document that have the largest F1 against the system's document.

    depth    the depth of the arrays whose elements count as wholes; None if leaves count
    soft     whether strings that disagree earn their similarity
    judged   whether judgements count
    """
    values = list(gold)
    some = [place for place, value in enumerate(values) if has_readings(value)]
    sides = [gold[place] for place in some], [system[place] for place in some]
    try:
        found = choose(*sides, options, kept, depth, soft=soft, judged=judged) if some else []
    except TooLargeError as error:
        raise error.at(some[error.document]) from None
    made = dict(zip(some, found, strict=True))
    for place, one in made.items():
        values[place] = chosen(values[place], one.picks)
    return ChosenGold(values, made)


def plain_readings(rows: Rows) -> int:
    """Return the number of gold objects that look like lists of readings, but are compared as objects."""
    nodes, steps = rows.nodes, rows.paths.steps
    paths = [path for path, one in enumerate(steps) if one[-1:] == (USUAL,)]
    if not paths:
        return 0
    some = np.flatnonzero(np.isin(nodes.path, paths) & (nodes.kind == ARRAY) & ~nodes.system)
    return sum(len(nodes.values[parent]) == 1 for parent in nodes.parent[some].tolist())


def has_readings(value: Any) -> bool:
    """Return whether a value contains readings."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Readings):
            return True
        waiting += [each for _, each in below(one)]
    return False


@dataclass(frozen=True)
class TakenReading:
    """A reading that was taken.

    steps      the path of the value
    number     the 1-based number of the reading
    readings   all readings of the value
    """

    steps: NumberedSteps
    number: int
    readings: Readings


def taken(value: Any, picks: dict[int, int]) -> list[TakenReading]:
    """Return the readings that were taken in a document, outer readings first."""
    made: list[TakenReading] = []
    waiting: list[tuple[NumberedSteps, Any]] = [((), value)]
    while waiting:
        steps, one = waiting.pop()
        if isinstance(one, Readings):
            place = picks.get(id(one), 0)
            if one.values:
                made.append(TakenReading(steps, place + 1, one))
                waiting.append((steps, one.values[place]))
            continue
        places = enumerate(below(one))
        waiting += [((*steps, at if step[0] is None else step[0]), each) for at, (step, each) in places]
    return sorted(made, key=lambda one: len(one.steps))
