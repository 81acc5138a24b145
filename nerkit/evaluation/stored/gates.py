"""Gates: whether a result is good enough, and no worse than a stored one.

    --fail-under [MEASURE[/LABEL][:FIELD]=]VALUE
                    the headline where no measure is named, everything pooled where no label is, the value
                    where no field is: precision, recall or f1
    --compare-to FILE [--tolerance X]
                    no value of a row that both have is more than X lower than it was, or higher where
                    lower values are better; a warning names the others

A value is judged as it is, never as it is printed: 0.8996 is below 0.9 however many decimals are shown, and a
gate that failed shows as many as it takes to see why. Only what binary fractions miss by is no difference. A
value that does not exist fails. Every system must pass.
One for a headline that says nothing of the data is a UsageError.
A threshold from a configuration applies where its measure is scored, and is passed over elsewhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nerkit.evaluation.request import EXACT, fraction
from nerkit.evaluation.stored.results import comparable
from nerkit.exceptions import UsageError, nearest, some
from nerkit.ground.warnings import listed
from nerkit.results.result import Result, Verdict
from nerkit.results.rows import EVERYTHING, Grouping, Row

FIELDS = ("precision", "recall", "f1")  # what a threshold may look at besides the value
COMPLEMENTS = {"loss": "sets::span+type, whose F1 is what is left of 1"}
MOST = 17  # decimals that two fractions are told apart by
FORM = "a gate is [MEASURE[/LABEL][:precision|:recall|:f1]=]VALUE"


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least value of a row.

    name     `MEASURE` or `MEASURE/LABEL`, None the headline measure
    field    `value`, or `precision`, `recall` or `f1` where one of these was asked for
    value    the least that passes, from 0 to 1; *text* as it was typed
    source   the configuration it is from, None where it was typed
    """

    name: str | None
    field: str
    value: float
    text: str
    source: str | None = None


def parse(text: str, source: str | None = None) -> Threshold:
    """The threshold of `[MEASURE[/LABEL][:FIELD]=]VALUE`, the value as 0.9 or 90%. UsageError for anything
    else.
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
    if not 0 <= number <= 1:
        meant = f"; {value}% is a percentage" if 1 < number <= 100 and "%" not in value else ""
        raise UsageError(f"a gate takes a value from 0 to 1, or a percentage, not {value!r}{meant}")
    return Threshold(name or None, field, number, value, source)


def under(value: float | None, least: float) -> bool:
    """Whether a value is below *least* by more than binary fractions miss what they mean; only 1 is not below
    1.
    """
    if value is None or math.isnan(value):
        return True
    return value < least and (least == 1 or round(value, EXACT) < least)


def judged(result: Result, thresholds: Sequence[Threshold], digits: int) -> Result:
    """The result with a verdict for each threshold and system. Raises UsageError for a row that does not
    exist.
    """
    by = tuple(dict.fromkeys((*result.scoring.by, "label")))
    rows = replace(result, scoring=replace(result.scoring, by=by), added=()).rows if thresholds else []
    pooled = [row for row in rows if row.cut[0] == EVERYTHING]
    verdicts = []
    for threshold in thresholds:
        for row in _rows_of(threshold, result, pooled):
            value = {"value": row.value, "precision": row.precision, "recall": row.recall, "f1": row.f1}[
                threshold.field
            ]
            if row.measure in result.lower_is_better:
                other = COMPLEMENTS.get(row.measure, "another measure")
                raise UsageError(f"of {row.measure} lower values are better; gate on {other}")
            name = row.name if threshold.field == "value" else f"{row.name}:{threshold.field}"
            shown = "does not exist" if value is None else f"is {_below(value, threshold.value, digits)}"
            origin = f", as {threshold.source} asks" if threshold.source else ""
            failed = under(value, threshold.value)
            problem = f"{name} of {row.system} {shown}, below {threshold.text}{origin}" if failed else None
            verdicts.append(Verdict(f"fail-under {name}={threshold.text}", row.system, problem))
    return replace(result, verdicts=(*result.verdicts, *verdicts))


def failures(result: Result, gate: str, digits: int = 3) -> list[str]:
    """The failures of a gate `[MEASURE[/LABEL][:FIELD]>=]VALUE`, one text for each system below it.

    Raises UsageError for a text that is no gate, and for a row that does not exist.
    """
    threshold, wide = gated(result, gate)
    judged_result = judged(wide, [threshold], digits)
    return [verdict.problem for verdict in judged_result.verdicts if verdict.problem]


def gated(result: Result, gate: str) -> tuple[Threshold, Result]:
    """The threshold of a gate `[MEASURE[/LABEL][:FIELD]>=]VALUE`, and the result with rows of every label and
    without verdicts: the rows that it names are `gated_rows`.

    Raises UsageError if the gate is not a text, or not one of this form.
    """
    if not isinstance(gate, str):
        each = next(iter(gate), None) if isinstance(gate, Sequence) else None
        example = each if isinstance(each, str) else "chunk>=0.9"
        raise UsageError(f"a gate is one text, not {type(gate).__name__}: write check({example!r}) per gate")
    name, at_least, value = gate.rpartition(">=")
    text = f"{name.strip()}={value.strip()}" if at_least else gate.strip()
    threshold = parse(text)
    by = tuple(dict.fromkeys((*result.scoring.by, "label")))
    if threshold.name not in (None, *result.measures) and result.scored is not None:
        plan = [*result.scored.plan, Grouping(("label",), shown=False)]
        scored = replace(result.scored, plan=plan)  # labels that no row shows
        result = replace(result, scored=scored, counts=scored.counts())
    return threshold, replace(result, scoring=replace(result.scoring, by=by), added=(), verdicts=())


def gated_rows(threshold: Threshold, result: Result) -> list[Row]:
    """The rows of a result of `gated` that the threshold is about, one for each system.

    Raises UsageError for a row that does not exist.
    """
    return _rows_of(threshold, result, [row for row in result.rows if row.cut[0] == EVERYTHING])


def check(result: Result, gate: str) -> None:
    """Raise AssertionError where a result is below a gate, as `Result.check` says.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> nerkit.check(result, "sets::span+type:precision>=90%")
    >>> nerkit.check(result, "sets::span+type>=0.9")
    Traceback (most recent call last):
    AssertionError: sets::span+type of system is 0.667, below 0.9
    """
    __tracebackhide__ = True  # so that pytest ends the traceback in the line of the check
    problems = failures(result, gate)
    if problems:
        raise AssertionError("\n".join(problems))


def _nothing_in_common(result: Result, stored: Result) -> str:
    """Why no row of a result is in a stored one: its systems have other names, or its measures."""
    if len(stored.counts) == 1 or set(result.counts) & set(stored.counts):
        return "no measure in common"
    return f"no system in common: it has {some(list(stored.counts))}, not {some(list(result.counts))}"


def not_worse(result: Result, stored: Result, name: str, tolerance: float, digits: int) -> Result:
    """The result with a verdict for each row about all documents that the stored result *name* has too.

    Systems are those of the same name, or the only one stored. Raises UsageError for a result that was made
    differently, and for a tolerance with which nothing is worse.
    """
    if not 0 <= tolerance < math.inf:
        raise UsageError(f"a tolerance is a number from 0, not {tolerance}")
    if not comparable(result, stored):
        raise UsageError(
            f"{name}: made in another way, so its numbers do not compare\n"
            f"  stored: {stored.signature}\n  now:    {result.signature}"
        )
    then = {(row.system, row.measure, row.label): row for row in stored.rows if row.cut[0] == EVERYTHING}
    left = dict(then)
    only = next(iter(stored.counts)) if len(stored.counts) == 1 else None
    verdicts, new, values = [], [], list[float]()
    for row in result.rows:
        if row.cut[0] != EVERYTHING:
            continue
        system = row.system if row.system in stored.counts else only
        old = then.get((system or "", row.measure, row.label))
        left.pop((system or "", row.measure, row.label), None)
        if old is None or old.value is None:
            new.append(f"{row.name} of {row.system}")
            continue
        values.append(old.value)
        sign, more = (-1, "more") if row.measure in result.lower_is_better else (1, "less")
        failed = row.value is None or round(sign * (old.value - row.value), EXACT) > tolerance
        worse = 0.0 if row.value is None else sign * (old.value - row.value)
        shown = _telling_apart(row.value, old.value, tolerance, digits) if failed else digits
        now = f"{row.name} of {row.system} is {_shown(row, shown)}, was {_shown(old, shown)}"
        problem = now if row.value is None else f"{now}, {worse:.{shown}f} {more}"
        difference = now if row.value is None else f"{now} ({row.value - old.value:+.{shown}f})"
        verdicts.append(
            Verdict(f"compare-to {name} {row.name}", row.system, problem if failed else None, difference)
        )
    if not verdicts:
        raise UsageError(f"{name}: {_nothing_in_common(result, stored)}")
    if tolerance >= 1 and not result.lower_is_better and all(value <= 1 for value in values):
        meant = f"; did you mean {tolerance / 100:g}?" if tolerance <= 100 else ""
        raise UsageError(f"tolerance=…: no value can fall by more than 1, so {tolerance:g} passes all{meant}")
    gone = [row.name for row in left.values()]
    notes = [
        *listed("rows-not-compared", new, which=f"without a value in {name}"),
        *listed("rows-not-compared", gone, which=f"of {name} only"),
    ]
    return replace(result, verdicts=(*result.verdicts, *verdicts), warnings=(*result.warnings, *notes))


def _rows_of(threshold: Threshold, result: Result, rows: Sequence[Row]) -> list[Row]:
    """The rows that a threshold names, one for each system: a measure of this name comes before a label of
    another one.
    """
    if threshold.name is None and result.lost_headline:
        example = f"{result.headline}={threshold.text}"
        raise UsageError(f"{result.lost_headline}; name another measure, as {example}")
    name = threshold.name or result.headline
    matching = [row for row in rows if row.name == name]
    if threshold.source and not any(name == each or name.startswith(f"{each}/") for each in result.measures):
        return []
    if threshold.name and not matching:
        known = sorted({row.name for row in rows})
        raise UsageError(f"no row {name!r}{nearest(name, known)}")
    return [row for row in matching if row.measure == name] or matching


def _shown(row: Row, digits: int) -> str:
    return "null" if row.value is None else f"{row.value:.{digits}f}"


def _below(value: float, least: float, digits: int) -> str:
    """A value with as many decimals, from *digits* on, as show that it is below *least*, if it is."""
    texts = [f"{value:.{more}f}" for more in range(digits, max(digits, MOST) + 1)]
    return next((text for text in texts if (float(text) < least) == (value < least)), texts[-1])


def _telling_apart(now: float | None, then: float, tolerance: float, digits: int) -> int:
    """The number of decimals, from *digits* on, with which two values and their difference are seen to be
    more than *tolerance* apart.
    """

    def apart(decimals: int) -> bool:
        shown = abs(round(now or 0.0, decimals) - round(then, decimals))
        return min(round(shown, EXACT), round(abs((now or 0.0) - then), decimals)) > tolerance

    return digits if now is None else next(filter(apart, range(digits, MOST)), max(digits, MOST))
