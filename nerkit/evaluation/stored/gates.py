"""Gates: tests that a result is good enough, and not worse than a stored result.

    --fail-under [MEASURE[/LABEL][:FIELD]=]VALUE
                    by default, the measure is the headline, the label is all labels together, and the field
                    is the value; fields are precision, recall, f1, and the bounds lower and upper
    --fail-over     like --fail-under, for measures whose lower values are better
    --compare-to FILE [--tolerance X]
                    fails if the value of a row is more than X lower than in FILE (higher if lower values are
                    better); a warning names the rows that only one side has

A gate judges exact values, not printed values: 0.8996 is below 0.9 with any number of decimals. A failed gate
shows enough decimals to see why. Rounding errors of binary fractions do not count. A value that does not
exist fails. Every system must pass. A gate on a headline that the data cannot support is a UsageError. A
threshold from a configuration applies only if its measure is scored.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from nerkit.evaluation.request import EXACT
from nerkit.evaluation.stored.results import check_comparable, nothing_in_common, read
from nerkit.evaluation.stored.thresholds import BOUNDS, FIELDS, WORSE, Threshold, parse
from nerkit.exceptions import UsageError, nearest
from nerkit.ground.warnings import listed
from nerkit.results.result import Result, Verdict
from nerkit.results.rows import EVERYTHING, Grouping, Row
from nerkit.stats.options import ALPHA

MOST = 17  # decimals that distinguish any two fractions


def judged(result: Result, thresholds: Sequence[Threshold], digits: int) -> Result:
    """Add a verdict for each threshold and system to the result. Raises UsageError for a row that does
    not exist.
    """
    rows = _with_labels(result).rows if thresholds else []
    pooled = [row for row in rows if row.cut[0] == EVERYTHING]
    verdicts = []
    for threshold in thresholds:
        for row in _rows_of(threshold, result, pooled):
            threshold.check(row, result)
            verdicts.append(_verdict(threshold, row, result, digits))
    return replace(result, verdicts=(*result.verdicts, *verdicts))


def _verdict(threshold: Threshold, row: Row, result: Result, digits: int) -> Verdict:
    """Return the verdict of a threshold on a row."""
    name = row.name if threshold.field == "value" else f"{row.name}:{threshold.field}"
    catches = ""
    if threshold.field in BOUNDS:
        from nerkit.evaluation.stored.bounds import bound

        value, missing, catches = bound(threshold, row, result)
    else:
        value, missing = getattr(row, threshold.field), "does not exist"
    failed = threshold.fails(value)
    shown = missing if value is None else f"is {_below(value, threshold.value, digits, threshold.is_most)}"
    beyond, within = ("above", "at most") if threshold.is_most else ("below", "at least")
    origin = f", as {threshold.source} asks" if threshold.source else ""
    than = f", {beyond if failed else within} {threshold.text}" if ":" not in missing else ""
    reason = f"{name} of {row.system} {shown}{than}{origin}"
    gate = f"{threshold.option} {name}={threshold.text}"
    return Verdict(gate, row.system, reason + catches, is_failed=failed, is_told=bool(catches))


def failures(result: Result, gate: str, digits: int = 3) -> list[str]:
    """Return the failures of a gate `[MEASURE[/LABEL][:FIELD]>=]VALUE`, or `<=`, one text for each
    system.

    Raises UsageError for a text that is not a gate, and for a row that does not exist.
    """
    threshold, wide = gated(result, gate)
    return judged(wide, [threshold], digits).problems


def gated(result: Result, gate: str) -> tuple[Threshold, Result]:
    """Return the threshold of a gate, and the result with rows of every label and without verdicts.

    A gate is `[MEASURE[/LABEL][:FIELD]>=]VALUE`, or `<=`. `gated_rows` returns the rows that it names.

    Raises UsageError if the gate is not a text of this form.
    """
    if not isinstance(gate, str):
        each = next(iter(gate), None) if isinstance(gate, Sequence) else None
        example = each if isinstance(each, str) else "chunk>=0.9"
        raise UsageError(
            f"a gate must be one text, not {type(gate).__name__}; write check({example!r}) for each gate"
        )
    sign = "<=" if "<=" in gate else ">="
    name, found, value = gate.rpartition(sign)
    text = f"{name.strip()}={value.strip()}" if found and name.strip() else (value or gate).strip()
    return widened(parse(text, is_most=sign == "<="), result)


def widened(threshold: Threshold, result: Result) -> tuple[Threshold, Result]:
    """Return the threshold unchanged, and the result with rows of every label and without verdicts."""
    if threshold.name not in (None, *result.measures) and result.scored is not None:
        plan = [*result.scored.plan, Grouping(("label",), shown=False)]
        scored = replace(result.scored, plan=plan)  # labels that no row shows
        result = replace(result, scored=scored, counts=scored.counts())
    return threshold, replace(_with_labels(result), verdicts=())


def _with_labels(result: Result) -> Result:
    """Return the result with rows of every label."""
    by = tuple(dict.fromkeys((*result.scoring.by, "label")))
    return replace(result, scoring=replace(result.scoring, by=by), added=())


def gated_rows(threshold: Threshold, result: Result) -> list[Row]:
    """Return the rows that a threshold names, one for each system, in a result of `gated`.

    Raises UsageError for a row that does not exist.
    """
    return _rows_of(threshold, result, [row for row in result.rows if row.cut[0] == EVERYTHING])


def check(
    result: Result,
    gate: str,
    *,
    compare_to: str | Result | None = None,
    alpha: float = ALPHA,
    margin: float | None = None,
) -> None:
    """Raise AssertionError if a result fails a gate, as `Result.check` says.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> nerkit.check(result, "sets::span+type:precision>=90%")
    >>> nerkit.check(result, "sets::span+type>=0.9")
    Traceback (most recent call last):
    AssertionError: sets::span+type of system is 0.667, below 0.9
    """
    __tracebackhide__ = True  # so that pytest ends the traceback in the line of the check
    problems = problems_of(result, gate, compare_to=compare_to, alpha=alpha, margin=margin)
    if problems:
        raise AssertionError("\n".join(problems))


def problems_of(
    result: Result, gate: str, *, compare_to: str | Result | None, alpha: float, margin: float | None
) -> list[str]:
    """Return the failures of a gate as `check` takes it, one text for each system.

    Raises UsageError for an unknown gate or row, and if the gate `worse` has no stored result. Raises the
    errors of `paired.not_significantly_worse`.
    """
    if gate != WORSE:
        if compare_to is not None or margin is not None:
            raise UsageError(f'compare_to=… and margin=… need the gate "{WORSE}", not {gate!r}')
        return failures(result, gate)
    from nerkit.evaluation.stored.paired import Worse, not_significantly_worse

    if compare_to is None:
        raise UsageError(f'the gate "{WORSE}" needs a stored result: compare_to="main.json"')
    stored = read(compare_to) if isinstance(compare_to, str) else compare_to
    name = compare_to if isinstance(compare_to, str) else "the stored result"
    return not_significantly_worse(replace(result, verdicts=()), stored, name, Worse(alpha, margin)).problems


def not_worse(result: Result, stored: Result, name: str, tolerance: float, digits: int) -> Result:
    """Add a verdict for each row over all documents that the stored result *name* also has.

    A system is compared with the stored system of the same name, or with the only stored system. Raises
    UsageError for results of different settings, and for a tolerance that allows any loss.
    """
    if not 0 <= tolerance < math.inf:
        raise UsageError(f"tolerance=… must be a number of at least 0, not {tolerance}")
    check_comparable(result, stored, name)
    then = {(row.system, row.measure, row.label): row for row in stored.rows if row.cut[0] == EVERYTHING}
    left = set(then)
    only = next(iter(stored.counts)) if len(stored.counts) == 1 else ""
    verdicts, new, values = [], [], list[float]()
    for row in (row for row in result.rows if row.cut[0] == EVERYTHING):
        key = row.system if row.system in stored.counts else only, row.measure, row.label
        old = then.get(key)
        left.discard(key)
        if old is None or old.value is None:
            new.append(f"{row.name} of {row.system}")
            continue
        values.append(old.value)
        sign, more = (-1, "more") if row.measure in result.lower_is_better else (1, "less")
        change = None if row.value is None else row.value - old.value
        failed = change is None or round(-sign * change, EXACT) > tolerance
        shown = _telling_apart(row.value, old.value, tolerance, digits) if failed else digits
        said = f"{row.name} of {row.system} is {_shown(row, shown)}, was {_shown(old, shown)}"
        if change is not None:
            said += f", {-sign * change:.{shown}f} {more}" if failed else f" ({change:+.{shown}f})"
        gate = f"compare-to {name} {row.name}"
        verdicts.append(Verdict(gate, row.system, said, is_failed=failed, is_told=True))
    if not verdicts:
        raise UsageError(f"{name}: {nothing_in_common(result, stored)}")
    if tolerance >= 1 and not result.lower_is_better and all(value <= 1 for value in values):
        meant = f"; did you mean {tolerance / 100:g}?" if tolerance <= 100 else ""
        raise UsageError(
            f"tolerance=… of {tolerance:g} passes every result, because no value can fall by more "
            f"than 1{meant}"
        )
    gone = [row.name for key, row in then.items() if key in left]
    notes = [
        *listed("rows-not-compared", new, which=f"without a value in {name}"),
        *listed("rows-not-compared", gone, which=f"of {name} only"),
    ]
    return replace(result, verdicts=(*result.verdicts, *verdicts), warnings=(*result.warnings, *notes))


def _rows_of(threshold: Threshold, result: Result, rows: Sequence[Row]) -> list[Row]:
    """Return the rows that a threshold names, one for each system.

    A measure with this name comes before a label of another measure.
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
        before, _, last = name.rpartition(":")
        if before in known:
            raise UsageError(f"{before} has no field {last!r}{nearest(last, FIELDS)}")
        raise UsageError(f"the result has no row {name!r}{nearest(name, known)}")
    return [row for row in matching if row.measure == name] or matching


def _shown(row: Row, digits: int) -> str:
    return "null" if row.value is None else f"{row.value:.{digits}f}"


def _below(value: float, limit: float, digits: int, is_most: bool = False) -> str:
    """Return a value with at least *digits* decimals, and enough of them to show that it is below
    *limit*, if it is.

    With *is_most* the decimals show that the value is above *limit*.
    """
    sign = -1 if is_most else 1

    def seen(decimals: int) -> bool:
        return (sign * float(f"{value:.{decimals}f}") < sign * limit) == (sign * value < sign * limit)

    return f"{value:.{_decimals(seen, digits)}f}"


def _decimals(are_enough: Callable[[int], bool], digits: int) -> int:
    """Return the least number of decimals, at least *digits*, that are enough; MOST if no number is."""
    return next(filter(are_enough, range(digits, MOST)), max(digits, MOST))


def _telling_apart(now: float | None, then: float, tolerance: float, digits: int) -> int:
    """Return the number of decimals, at least *digits*, that show a difference of more than *tolerance*."""

    def apart(decimals: int) -> bool:
        shown = abs(round(now or 0.0, decimals) - round(then, decimals))
        return min(round(shown, EXACT), round(abs((now or 0.0) - then), decimals)) > tolerance

    return digits if now is None else _decimals(apart, digits)
