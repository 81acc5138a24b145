"""Thresholds: the gates of `--fail-under` and `--fail-over`."""

import math
from dataclasses import dataclass

from nerkit.evaluation.request import EXACT, fraction
from nerkit.exceptions import UsageError
from nerkit.results.result import Result
from nerkit.results.rows import Row

BOUNDS = {"lower": "low", "upper": "high"}  # fields that are bounds of the interval of the value
FIELDS = ("precision", "recall", "f1", *BOUNDS)  # fields of a threshold besides the value
COMPLEMENTS = {"loss": "sets::span+type, whose F1 is 1 minus the loss"}
FORM = f"write a gate as [MEASURE[/LABEL][:{'|:'.join(FIELDS)}]=]VALUE"
WORSE = "worse"  # the gate of a paired test with a stored result


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least value of a row that passes, or the largest.

    name     `MEASURE` or `MEASURE/LABEL`, None for the headline
    field    `value`, or one of FIELDS
    value    the limit;  text   the limit as typed
    source   the configuration with the threshold, None for a typed threshold
    is_most  whether the limit is the largest value that passes
    """

    name: str | None
    field: str
    value: float
    text: str
    source: str | None = None
    is_most: bool = False

    @property
    def option(self) -> str:
        """The name of the gate: `fail-under` or `fail-over`."""
        return "fail-over" if self.is_most else "fail-under"

    def fails(self, value: float | None) -> bool:
        """Return whether a value fails; None, a value that does not exist, always fails."""
        return over(value, self.value) if self.is_most else under(value, self.value)

    def check(self, row: Row, result: Result) -> None:
        """Raise UsageError for a row whose better values are on the other side of the limit."""
        if self.is_most == (row.measure in result.lower_is_better):
            return
        better = "higher" if self.is_most else "lower"
        name = row.name if self.field == "value" else f"{row.name}:{self.field}"
        other, sign = ("fail_under", ">=") if self.is_most else ("fail_over", "<=")
        complement = f", or gate on {COMPLEMENTS[row.measure]}" if row.measure in COMPLEMENTS else ""
        raise UsageError(
            f'of {row.measure} {better} values are better: type {other}="{name}={self.text}", in Python '
            f'check("{name}{sign}{self.text}"){complement}'
        )


def parse(text: str, source: str | None = None, *, is_most: bool = False) -> Threshold:
    """Return the threshold in `[MEASURE[/LABEL][:FIELD]=]VALUE`, with a value such as 0.9 or 90%.

    Raises UsageError for other texts.
    """
    name, equals, value = text.rpartition("=")
    before, colon, last = name.rpartition(":")
    name, field = (before, last) if colon and last in FIELDS else (name, "value")
    try:
        number = fraction(value)
        if equals and not name:
            raise ValueError("no measure")  # noqa: TRY301  (said below)
    except ValueError:
        raise UsageError(f"{FORM}, not {text!r}") from None
    if not 0 <= number <= (math.inf if is_most else 1):
        meant = f"; {value}% is a percentage" if 1 < number <= 100 and "%" not in value else ""
        raise UsageError(f"a gate needs a value from 0 to 1, or a percentage, not {value!r}{meant}")
    return Threshold(name or None, field, number, value, source, is_most)


def under(value: float | None, least: float) -> bool:
    """Return whether a value is below *least* by more than the rounding error of binary fractions.

    Every value except 1 is below a limit of 1. None and nan always are below.
    """
    if value is None or math.isnan(value):
        return True
    return value < least and (least == 1 or round(value, EXACT) < least)


def over(value: float | None, most: float) -> bool:
    """Return whether a value is above *most* by more than the rounding error of binary fractions.

    Every value except 0 is above a limit of 0. None and nan always are above.
    """
    if value is None or math.isnan(value):
        return True
    return value > most and (most == 0 or round(value, EXACT) > most)
