"""The shape of a stored result, and its possible numbers by the measures of its task.

A count is a number from 0 to 2**53, and there are at most as many matched items as items. A score is from 0
to 1. The record of a measure names exceptions (`Measure.range`). A measure that no task knows, for example a
user's own formula, must only have finite numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.results.conventions import BETAS, EMPTY, MACRO_RULES
from nerkit.results.counts import NUMBERS, Headline
from nerkit.results.rows import Scoring
from nerkit.results.scores import SCORES
from nerkit.scorers import task_named
from nerkit.scorers.task import ANY, Range

MOST = 2.0**53  # sums of larger counts are not exact
ROUNDING = 1e-9  # the relative rounding error of sums of fractions
PAIRS = ((0, 1), (2, 3))  # the columns of numerators and of their denominators
AVERAGES = ("micro", "macro")  # the averages of a headline
KINDS: dict[Any, str] = {str: "a text", list: "a list", dict: "an object"}
NORMALIZERS = ("p", "r", "j", "f1", "sum", "mean")


class Possible:
    """The limits of the measures in a stored result of a *task* with these *options*."""

    def __init__(self, task: str, measures: Iterable[str], options: Mapping[str, Any]) -> None:
        known = task_named(task)
        given = known.own_options({name: options[name] for name in known.option_names if name in options})
        self._ranges: dict[str, Range] = {}
        for name in measures:
            try:
                listed = known.looked_up(name)
            except UsageError:  # a name that the options have brought
                continue
            for measure in (part for one in listed for part in (one, *one.of)):
                self._ranges[measure.name] = measure.range(given)

    def check_counts(self, measure: str, numbers: FloatArray) -> None:
        """Raise ValueError for counts, shape (n, 4 or more), that the measure cannot have."""
        least, greatest = self._ranges.get(measure, ANY)
        if not (np.abs(numbers) <= MOST).all() or (least >= 0 and (numbers < 0).any()):
            lowest = "0" if least >= 0 else "-2**53"
            raise ValueError(f"a count of {measure} is not from {lowest} to 2**53")
        for top, bottom in PAIRS if greatest <= 1 else ():
            above = np.flatnonzero(numbers[:, top] > numbers[:, bottom] * (1 + ROUNDING))
            if len(above):
                values = numbers[above[0]]
                raise ValueError(
                    f"{NUMBERS[top]} of {measure} is {values[top]:g}, more than {NUMBERS[bottom]}, "
                    f"{values[bottom]:g}"
                )

    def check_row(self, row: Mapping[str, Any]) -> None:
        """Raise TypeError or ValueError for a row of scores and counts that the measure cannot have.

        A number that does not exist is None.
        """
        measure = row["measure"]
        for name in (*SCORES, *NUMBERS):
            check_number(name, row[name])
        least, greatest = self._ranges.get(measure, ANY)
        for name in SCORES:
            value = row[name]
            if value is not None and not least <= value <= greatest + ROUNDING:
                limits = f"from {least:g} to {greatest:g}" if isfinite(greatest) else f"{least:g} or more"
                raise ValueError(f"{name} of {measure} is {value:g}, which is not {limits}")
        numbers = [row[name] for name in NUMBERS]
        if None not in numbers:
            self.check_counts(measure, np.array([numbers], float))


def count_table(measure: str, rows: Sequence[Sequence[Any]]) -> FloatArray:
    """Return the counts of a measure as an array, shape (rows, numbers). Raises TypeError for other
    values.
    """
    if not {type(number) for row in rows for number in row} <= {int, float}:
        raise TypeError(f"a count of {measure} is not a number")
    return np.array(rows, float)


def check_number(name: str, value: Any) -> None:
    """Raise TypeError for a value that is neither a number nor None, ValueError for a number above MOST."""
    if isinstance(value, bool) or not isinstance(value, int | float | None):
        raise TypeError(f"{name} is {value!r}, not a number")
    if value is not None and not abs(value) <= MOST:  # nor is any comparison with nan true
        raise ValueError(f"{name} is not from -2**53 to 2**53")


def headline(stored: Any) -> Headline:
    """Return the headline of a measure from its stored form. Raises TypeError or ValueError for other
    values.
    """
    normalizer, average, *lists = stored
    for names in lists:
        check_names("fields and labels of a headline", names)
    if not isinstance(normalizer, str) or average not in AVERAGES:
        raise ValueError(f"a headline is {stored!r}")
    if normalizer not in NORMALIZERS:
        check_beta(float(normalizer.removeprefix("f")))
        if not normalizer.startswith("f"):
            raise ValueError(f"a headline is {stored!r}")
    return Headline(normalizer, average, *map(tuple, lists))


def check_beta(beta: Any) -> None:
    """Raise TypeError or ValueError for a value that cannot be a beta."""
    check_number("beta", beta)
    if beta is None or not BETAS[0] <= beta <= BETAS[1]:
        raise ValueError(f"beta is {beta}")


def scoring(stored: Mapping[str, Any]) -> Scoring:
    """Return the scoring options of a stored result. Raises TypeError, ValueError or KeyError for other
    values.
    """
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
    }
    read = Scoring(**fields)
    listed = (read.by, read.always, read.averaged, read.ranked)
    are_names = (isinstance(names, tuple) and all(isinstance(one, str) for one in names) for names in listed)
    if not all(are_names) or not (isinstance(read.macro, bool) or read.macro in MACRO_RULES):
        raise TypeError(f"scoring is {dict(stored)}")
    check_beta(read.beta)
    EMPTY[read.empty]
    return read


def check_shape(value: Any, shape: Any, at: str = "") -> None:
    """Raise TypeError, which names the part, for a value of JSON that has another shape.

    A shape is a class, a list with the shape of every element, or a dictionary of the shapes of some
    members. The member `*` stands for all members. A shape in a tuple also allows null and a missing member.

    at   the place of the value, for example `rows[0]`
    """
    if isinstance(shape, tuple):
        if value is None:
            return
        (shape,) = shape
    kind: Any = shape if isinstance(shape, type) else type(shape)
    if not isinstance(value, kind):
        raise TypeError(f"{at} must be {KINDS[kind]}")
    if isinstance(shape, list):
        for place, one in enumerate(value):
            check_shape(one, shape[0], f"{at}[{place}]")
    elif isinstance(shape, dict):
        for member, inner in shape.items():
            for name in value if member == "*" else [member]:
                check_shape(value.get(name), inner, f"{at}.{name}" if at else name)


def check_names(what: str, names: Any) -> None:
    """Raise TypeError unless *names* is a list of texts, ValueError for a repeated text."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{what} must be a list of names")
    if len(set(names)) < len(names):
        raise ValueError(f"one of the {what} occurs twice")


def check_numbered(documents: Sequence[str]) -> None:
    """Raise ValueError unless the names of documents are digits, as for documents without ids."""
    if any(not (name.isascii() and name.isdigit()) for name in documents):
        raise ValueError("documents without ids must be numbered")
