"""Statistics as further numbers on the rows of a result."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.errors import UsageError, plural
from nerkit.results.counts import ALL, Counts, label_text
from nerkit.results.rows import Row
from nerkit.results.scores import SCORES
from nerkit.results.signature import extended
from nerkit.stats.confidence import Bootstrap, ConfidenceIntervals, intervals
from nerkit.stats.significance import PairedTest, differences
from nerkit.stats.units import Key, Units

if TYPE_CHECKING:
    from nerkit.results.result import Result

BOUNDS = ("precision", "recall", "f1", "value")  # in the order of the fields
NO_BOUNDS = {f"{name}_{end}": None for name in BOUNDS for end in ("low", "high")}


def with_intervals(result: "Result", how: Bootstrap) -> "Result":
    """The result with `{precision,recall,f1,value}_{low,high}` on every row; null if it is no statistic."""
    units = units_of(result)
    ends_of: dict[tuple[str, Key], dict[str, Any]] = {}
    warnings = few(units, result)
    for system in result.counts:
        own = intervals(units, system, keys_of(result, system), how)
        for key, bounds in zip(own.keys, own.bounds, strict=True):
            ends_of[system, key] = {
                f"{name}_{end}": number(value)
                for name in BOUNDS
                for end, value in zip(("low", "high"), bounds[SCORES.index(name)].tolist(), strict=True)
            }
        warnings += _undefined(own, system if len(result.counts) > 1 else "", how.resamples, units.empty)
    added = [NO_BOUNDS | ends_of.get((row.system, key_of(row)), {}) for row in result.rows]
    stated = {
        "confidence": f"{how.level:g}",
        "interval": how.interval,
        "resamples": how.resamples,
        "seed": how.seed,
        "unit": units.name,
    }
    return extended_result(result, added, stated, warnings)


def with_tests(result: "Result", how: PairedTest) -> "Result":
    """The result with `delta` and `p` against the first system on every row; null on those of the first."""
    first, *challengers = result.counts
    if not challengers:
        raise UsageError("a paired test compares systems: give at least two")
    units = units_of(result)
    values_of_first = {key_of(row): row.value for row in result.rows if row.system == first}
    tested = {
        (system, key): difference
        for system in challengers
        for key, difference in differences(units, (first, system), keys_of(result, system), how).items()
    }
    added: list[dict[str, Any]] = []
    for row in result.rows:
        difference, before = tested.get((row.system, key_of(row))), values_of_first.get(key_of(row))
        if difference is not None:
            added.append({"delta": number(difference.delta[0]), "p": number(difference.p[0])})
        elif row.system == first or row.value is None or before is None:
            added.append({"delta": None, "p": None})
        else:
            added.append({"delta": row.value - before, "p": None})
    return extended_result(result, added, how.stated() | {"unit": units.name}, few(units, result))


def number(value: float) -> float | None:
    """A number of a row: nan is none."""
    return None if math.isnan(value) else value


def few(units: Units, result: "Result") -> list[str]:
    """A warning where there are too few units for statistics."""
    count = min((len(counts.documents) for counts in units.counts.values()), default=0)
    if count > 1:
        return []
    stored = "" if result.scored else "; a stored result knows documents only, not their sentences or graphs"
    return [
        f"{plural(count, units.name)}: nothing to resample, so there are no intervals and no test{stored}"
    ]


def units_of(result: "Result") -> Units:
    """The counts by unit behind a result."""
    how = result.scoring
    if result.scored is not None and result.scored.units is not None:
        name, counts = result.scored.units
        units = Units(name, counts, how.beta, how.empty, whole=False, composites=result.composites)
        parts = [part for measure in result.measures for part in units.parts(measure)]
        for system in counts:
            _check_sums(parts, result.counts[system], counts[system], name)
        return units
    name = result.scored.task.unit if result.scored else "document"
    return Units(name, result.counts, how.beta, how.empty, composites=result.composites)


def _check_sums(measures: Sequence[str], whole: Counts, cut: Counts, unit: str) -> None:
    """Raises UsageError for a measure whose counts are not the sums over smaller units."""
    sums = [
        {name: table[counts.measures.index(name), counts.labels.index(ALL)] for name in counts.measures}
        for counts, table in ((whole, whole.pooled()), (cut, cut.pooled()))
    ]
    for measure in measures:
        if measure in whole.corpus_wide or not all(measure in side for side in sums):
            continue
        if not np.allclose(sums[0][measure], sums[1][measure], rtol=1e-9):
            raise UsageError(
                f"{measure}: not a sum over {unit}s, and there is one document only; mark documents, or "
                "leave it out"
            )


def key_of(row: Row) -> Key:
    """What a row is about."""
    return Key(row.measure, row.cut)


def keys_of(result: "Result", system: str) -> Sequence[Key]:
    """What the rows of a system are about."""
    return [key_of(row) for row in result.rows if row.system == system]


def extended_result(
    result: "Result", added: Sequence[dict[str, Any]], stated: dict[str, Any], warnings: Sequence[str]
) -> "Result":
    """The result with more numbers on its rows; its signature says how they were made."""
    before = result.added or ({},) * len(added)
    known = set(result.signature.split("|"))
    new = {name: value for name, value in stated.items() if f"{name}:{value}" not in known}
    return replace(
        result,
        added=tuple(old | more for old, more in zip(before, added, strict=True)),
        signature=extended(result.signature, new),
        warnings=tuple(dict.fromkeys((*result.warnings, *warnings))),
    )


def _undefined(intervals: ConfidenceIntervals, system: str, resamples: int, empty: str) -> list[str]:
    """A warning that counts the rows with resamples that are 0/0."""
    affected = [i for i, count in enumerate(intervals.undefined.tolist()) if 0 < count < resamples]
    if not affected:
        return []
    most = max(affected, key=lambda i: int(intervals.undefined[i]))
    treated = "left out" if empty == "null" else f"counted as {empty}"
    name = f"{system}: " if system else ""
    key = intervals.keys[most]
    label = f" of {label_text(key.cut[1])}" if key.cut[1] else ""
    count = f"{intervals.undefined[most]:,} of {resamples:,}"
    where = f"most often in {key.measure}{label}: {count}"
    return [f"{name}0/0 in resamples of {plural(len(affected), 'row')}, {treated} (--empty); {where}"]
