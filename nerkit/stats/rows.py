"""Statistics as further numbers on the rows of a result."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, Vocabulary
from nerkit.exceptions import UsageError, plural
from nerkit.ground.warnings import Warned
from nerkit.results.counts import ALL, Counts, label_text
from nerkit.results.rows import Row
from nerkit.results.scores import SCORES
from nerkit.results.signature import extended
from nerkit.stats.confidence import Bootstrap, ConfidenceIntervals, influences, intervals
from nerkit.stats.exact.formatting import PARTS, fields, fraction_text, note
from nerkit.stats.options import T
from nerkit.stats.run_groups import mean_bounds
from nerkit.stats.significance import Difference, PairedTest, differences
from nerkit.stats.small import (
    DOCUMENT,
    FEW,
    PARTS_OF_DOCUMENTS,
    SENTENCE,
    SENTENCES,
    WITH_SENTENCES,
    deciding,
    few_decide,
    few_units,
)
from nerkit.stats.units import SIZES, Key, Units

if TYPE_CHECKING:
    from nerkit.results.result import Result

BOUNDS = ("precision", "recall", "f1", "value")  # scores with intervals, in the order of the fields
NO_BOUNDS = {f"{name}_{end}": None for name in BOUNDS for end in ("low", "high")} | {"units": None}


class Leverage(NamedTuple):
    """A value or a difference with an interval.

    name              its name in a warning
    system, measure   the items of this system under this measure are counted
    changes           the change of the value if each unit is left out, shape (units,)
    """

    name: str
    system: str
    measure: str
    changes: FloatArray


def with_intervals(result: "Result", how: Bootstrap) -> "Result":
    """Return the result with `{precision,recall,f1,value}_{low,high}` on every row; null without an
    interval.
    """
    units = units_of(result, runs=True)
    ends_of: dict[tuple[str, Key], dict[str, Any]] = {}
    left_out, notes = _left_out(units, result, "no interval")
    measures = [name for name in result.measures if name not in left_out]
    found = of_systems(units, result.runs_of, measures)
    warnings = [*few(units, result), *doubts(units, result, how.level, found), *notes]
    for system, runs in result.runs_of.items():
        keys = [key for key in keys_of(result, system) if key.measure not in left_out]
        if list(runs) == [system]:
            own = intervals(units, system, keys, how)
            named = system if len(result.counts) > 1 else ""
            warnings += _undefined(own, named, how.resamples, units.empty)
            bounds_of = dict(zip(own.keys, own.bounds, strict=True))
        else:
            bounds_of = mean_bounds(units, runs, keys, how)
        size = len(units.counts[runs[0]].documents)
        for key, bounds in bounds_of.items():
            ends_of[system, key] = {"units": size} | {
                f"{name}_{end}": number(value)
                for name in BOUNDS
                for end, value in zip(("low", "high"), bounds[SCORES.index(name)].tolist(), strict=True)
            }
    added = [NO_BOUNDS | ends_of.get((row.system, key_of(row)), {}) for row in result.rows]
    stated = {
        "confidence": f"{how.level:g}",
        "interval": how.interval,
        **({} if how.interval == T else {"resamples": how.resamples, "seed": how.seed}),
        **({"runs": "drawn"} if result.groups else {}),
        "unit": units.name,
    }
    return extended_result(result, added, stated, warnings)


def with_tests(result: "Result", how: PairedTest) -> "Result":
    """Return the result with `delta` and `p` against the first system on every row; null for the first."""
    if len(result.counts) < 2:
        raise UsageError("a paired test compares systems; give at least two")
    first, *challengers = result.counts
    units = units_of(result)
    left_out, notes = _left_out(units, result, "not tested")
    values_of_first = {key_of(row): row.value for row in result.rows if row.system == first}
    keys = {
        system: [key for key in keys_of(result, system) if key.measure not in left_out]
        for system in challengers
    }
    tested = {
        (system, key): difference
        for system in challengers
        for key, difference in differences(units, (first, system), keys[system], how).items()
    }
    added: list[dict[str, Any]] = []
    for row in result.rows:
        difference, before = tested.get((row.system, key_of(row))), values_of_first.get(key_of(row))
        if difference is not None:
            numbers = {"delta": number(difference.delta[0]), "p": number(difference.p[0])}
        elif row.system == first or row.value is None or before is None:
            numbers = {"delta": None, "p": None}
        else:
            numbers = {"delta": row.value - before, "p": None}
        if how.exact:
            numbers |= exact_fields(difference) | part_fields(difference)
        added.append(numbers)
    told = list(tested.values())
    stated = how.stated(sampled=any_sampled(told)) | {"unit": units.name}
    tested_result = extended_result(result, added, stated, [*few(units, result), *notes])
    short = note(told[0].exact) if len(told) == 1 else None
    return (
        tested_result
        if short is None
        else replace(tested_result, notes=(*result.notes, Warned("test", said=short)))
    )


def exact_fields(difference: Difference | None) -> dict[str, Any]:
    """Return the fields of the p of an exact test; null without an exact test."""
    return fields(() if difference is None else difference.exact)


def part_fields(difference: Difference | None) -> dict[str, Any]:
    """Return the differences of precision, recall and F1, their p, and p as fractions; null without a
    test.
    """
    of_parts: dict[str, Any] = {}
    for name in PARTS:
        place = SCORES.index(name)
        exact = difference.exact[place] if difference is not None and difference.exact else None
        of_parts[f"{name}_delta"] = None if difference is None else number(difference.delta[place])
        of_parts[f"{name}_p"] = None if difference is None else number(difference.p[place])
        of_parts[f"{name}_p_exact"] = None if exact is None else fraction_text(exact.fraction)
    return of_parts


def any_sampled(tested: Iterable[Difference]) -> bool:
    """Return whether an exact test had to draw exchanges."""
    return any(difference.sampled for difference in tested)


def number(value: float) -> float | None:
    """Return a number for a row: None for nan."""
    return None if math.isnan(value) else value


def few(units: Units, result: "Result") -> list[str]:
    """Return a warning if there are too few units for statistics."""
    count = least_units(units)
    if count > 1:
        return []
    stored = "" if result.scored else "; a stored result has only documents, not their sentences or graphs"
    facts = {"units": plural(count, units.name)}  # 0 or 1
    return [Warned("nothing-to-resample", facts=facts, stored=stored)]


def doubts(units: Units, result: "Result", level: float, found: Iterable[Leverage]) -> list[str]:
    """Return the warning about intervals if there are few units, or if few of them decide.

    *found* yields every value with an interval. The warning names the value that the fewest units decide.
    """
    count, remedy = least_units(units), _remedy(units, result)
    if count < FEW:
        text = few_units(count, units.name, level, remedy)
        return [] if text is None else [text]
    worst = min(found, key=lambda one: deciding(one.changes), default=None)
    if worst is None:
        return []
    name, system, measure, changes = worst
    size = units.measured(system, measure).components([ALL])[..., SIZES]
    text = few_decide(name, changes, size.reshape(len(size), -1).sum(axis=1), units.name, remedy)
    return [] if text is None else [text]


def of_systems(
    units: Units, runs_of: Mapping[str, Sequence[str]], measures: Sequence[str]
) -> Iterator[Leverage]:
    """Yield the values of all systems (means over runs) for `doubts`."""
    aligned = units.aligned() if len(units.counts) > len(runs_of) else units
    for system, runs in runs_of.items():
        for measure in measures:
            name = f"{system}: {measure}" if len(units.counts) > 1 else measure
            yield Leverage(name, runs[0], measure, mean_influences(aligned, runs, measure))


def mean_influences(units: Units, runs: Sequence[str], measure: str) -> FloatArray:
    """Return the change of the mean over runs if each unit is left out. The runs must have the same units."""
    return np.asarray(np.mean([influences(units, run, measure) for run in runs], axis=0))


def _remedy(units: Units, result: "Result") -> str:
    """Return the advice if few units decide."""
    if units.name == DOCUMENT and result.task in WITH_SENTENCES:
        return SENTENCES
    return PARTS_OF_DOCUMENTS if units.name == DOCUMENT else f"score more {units.name}s"


def least_units(units: Units) -> int:
    """Return the number of units of the system with the fewest."""
    return min((len(counts.documents) for counts in units.counts.values()), default=0)


def units_of(result: "Result", *, runs: bool = False) -> Units:
    """Return the counts by unit behind a result. A group of runs has counts for each run.

    A unit is a document, or a smaller unit if there are no documents, or a sentence with by="sentence".
    Raises UsageError for groups of runs if *runs* is false.
    """
    if not runs:
        result.single("this statistic does not exist")
    how, cuts, whole = result.scoring, None, False
    if result.units is not None:
        name, counts = result.units
    elif SENTENCE in how.by and result.unit == DOCUMENT:
        name, counts = SENTENCE, {system: _by_sentence(one) for system, one in result.counts.items()}
        fields = (frozenset(grouping.labels) for grouping in result.plan)
        cuts = frozenset(each - {SENTENCE} for each in fields if SENTENCE in each)
    else:
        name, counts, whole = result.unit, result.counts, True
    units = Units(
        name,
        counts,
        how.beta,
        how.empty,
        whole=whole,
        cuts=cuts,
        composites=result.composites,
        of_groups=how.of_groups,
    )
    if whole:
        return units
    parts = [part for measure in result.measures for part in units.parts(measure)]
    mixed = {part for system in counts for part in _not_sums(parts, result.counts[system], counts[system])}
    return replace(units, not_sums=frozenset(mixed))


def _by_sentence(counts: Counts) -> Counts:
    """Return the counts with sentences as documents, and without sentences in the labels.

    Corpus-wide counts stay corpus-wide.
    """
    documents, labels = Vocabulary(), Vocabulary({ALL: 0})
    values = [dict(label).get(SENTENCE) for label in counts.labels]
    place = np.array([NONE if value is None else documents[value] for value in values], np.int64)
    rest = labels.codes([tuple(each for each in label if each[0] != SENTENCE) for label in counts.labels])
    wide = counts.document == NONE
    rows = np.flatnonzero(wide | (place[counts.label] != NONE))
    label = counts.label[rows]
    return replace(
        counts,
        documents=list(documents),
        labels=list(labels),
        document=np.where(wide[rows], NONE, place[label]),
        measure=counts.measure[rows],
        label=rest[label],
        numbers=counts.numbers[rows],
    )


def _not_sums(measures: Sequence[str], whole: Counts, cut: Counts) -> list[str]:
    """Return the measures whose counts are not the sums over smaller units."""
    sums = [
        {name: table[counts.measures.index(name), counts.labels.index(ALL)] for name in counts.measures}
        for counts, table in ((whole, whole.pooled()), (cut, cut.pooled()))
    ]
    return [
        measure
        for measure in measures
        if measure not in whole.corpus_wide
        and all(measure in side for side in sums)
        and not np.allclose(sums[0][measure], sums[1][measure], rtol=1e-9)
    ]


def _left_out(units: Units, result: "Result", lacks: str) -> tuple[list[str], list[str]]:
    """Return the measures without statistics, and a warning that names them.

    If no measure has statistics, return nothing: the statistics then raise the error.
    """
    no_sums = units.no_sums(result.measures)
    if not no_sums or len(no_sums) == len(result.measures):
        return [], []
    return no_sums, [Warned("no-sum", measures=", ".join(no_sums), unit=units.name, so=lacks)]


def key_of(row: Row) -> Key:
    """Return the key of a row."""
    return Key(row.measure, row.cut)


def keys_of(result: "Result", system: str) -> Sequence[Key]:
    """Return the keys of the rows of a system."""
    return [key_of(row) for row in result.rows if row.system == system]


def extended_result(
    result: "Result", added: Sequence[dict[str, Any]], stated: dict[str, Any], warnings: Sequence[str]
) -> "Result":
    """Return the result with more numbers on its rows, and with the settings *stated* in its signature."""
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
    """Return a warning that counts the rows with resamples that are 0/0."""
    affected = [i for i, count in enumerate(intervals.undefined.tolist()) if 0 < count < resamples]
    if not affected:
        return []
    most = max(affected, key=lambda i: int(intervals.undefined[i]))
    treated = "left out" if empty == "null" else f"counted as {empty}"
    name = f"{system}: " if system else ""
    key = intervals.keys[most]
    label = f" of {label_text(key.cut[1])}" if key.cut[1] else ""
    where = f"most often in {key.measure}{label}: {intervals.undefined[most]:,} of {resamples:,}"
    return [Warned("undefined", len(affected), system=name, treated=treated, where=where)]
