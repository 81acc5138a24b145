"""Gates on a bound of an interval: `chunk:lower=0.58` fails if the lower bound is below 0.58."""

import math
from dataclasses import replace
from typing import Any

from nerkit.evaluation.stored.thresholds import BOUNDS, Threshold
from nerkit.exceptions import plural
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.results.scores import SCORES
from nerkit.stats.confidence import LEVEL, RESAMPLES, SEED, Bootstrap
from nerkit.stats.losses import TARGET, Caught, below, caught, parts_of
from nerkit.stats.options import PERCENTILE
from nerkit.stats.rows import units_of, with_intervals
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Sheet, Units

CASES = f"{TARGET * 100:g} % of cases"


def bound(threshold: Threshold, row: Row, result: Result) -> tuple[float | None, str, str]:
    """Return the bound of a row that a threshold names, the reason if there is none, and a text about
    caught losses.

    Raises UsageError for a row that cannot have an interval.
    """
    ends = _ends(row, result)
    value = ends.get(f"value_{BOUNDS[threshold.field]}")
    units = units_of(result) if result.listed is None and not result.groups else None
    if value is not None:
        if units is None:
            return value, "", ""
        found = losses(threshold, row, value, units, result, seed=stated(result).seed)
        return value, "", catches(found, units, row.system)
    if row.value is None or units is None:
        return None, "does not exist", ""
    count = len(units.counts[row.system].documents)
    there = "is 1" if count == 1 else f"are {count}"
    return None, f"does not exist: an interval needs {FEWEST} {units.name}s, and there {there}", ""


def catches(found: Caught, units: Units, system: str) -> str:
    """Return the end of a sentence that names the smallest loss that a gate catches."""
    count = plural(len(units.counts[system].documents), units.name)
    if found.detectable is None:
        return f"; on {count} this gate catches no loss in {CASES}"
    if not found.detectable:
        return f"; on {count} this gate fails in {CASES} without a loss"
    return (
        f"; on {count} this gate catches a loss of {math.ceil(found.detectable * 1000) / 1000:.3f} in {CASES}"
    )


def _ends(row: Row, result: Result) -> dict[str, float | None]:
    """Return the bounds of a row: the known bounds, or bounds of new intervals."""
    for known in result.rows if result.added or result.listed else ():
        is_row = (known.system, known.measure, known.cut) == (row.system, row.measure, row.cut)
        if is_row and "value_low" in known.extra:
            return dict(known.extra)
    by = tuple(dict.fromkeys((*result.scoring.by, *(("label",) if row.label != "*" else ()))))
    alone = replace(
        result, scoring=replace(result.scoring, by=by, macro=False), measures=(row.measure,), added=()
    )
    rows = with_intervals(alone, stated(result)).rows
    return next((dict(one.extra) for one in rows if (one.system, one.cut) == (row.system, row.cut)), {})


def stated(result: Result) -> Bootstrap:
    """Return the settings of intervals in the signature of a result, or the defaults."""
    signed = dict(part.split(":", 1) for part in result.signature.split("|") if ":" in part)
    return Bootstrap(
        float(signed.get("confidence", LEVEL)),
        int(signed.get("resamples", RESAMPLES)),
        int(signed.get("seed", SEED)),
        signed.get("interval", PERCENTILE),
    )


def losses(
    threshold: Threshold,
    row: Row,
    end: float,
    units: Units,
    result: Result,
    *,
    as_good: bool = False,
    **sets: Any,
) -> Caught:
    """Return the losses that a gate on a value or a bound catches.

    end       the judged number of the row, its value or the bound
    as_good   whether the value counts as good enough, even if it is not
    sets      the seed and further arguments of `stats.losses.caught`
    """
    field = "value" if threshold.field in BOUNDS else threshold.field
    sheet = Sheet.of(units.measured(row.system, row.measure), [row.cut])
    lower = row.measure in result.lower_is_better
    parts = parts_of(sheet, SCORES.index(field), lower=lower)
    sign, value = -1 if lower else 1, getattr(row, field) or 0.0
    distance, reach = sign * (value - threshold.value), sign * (end - value)
    distance = max(distance, 0.0) if as_good else distance
    return caught(parts, below(distance, reach, parts), abs(distance) + abs(reach), **sets)
