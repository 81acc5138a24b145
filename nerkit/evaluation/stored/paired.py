"""The gate `worse`: a paired test of a system against a stored result on the same documents.

    worse            fails if the two-sided test is significant and the system is worse
    worse, margin    fails unless the interval of the difference lies above -margin

nerkit uses the exact test if possible, and otherwise the bootstrap. It tests the headline, or every measure
that the user named. For several measures it corrects p with Holm's method, because many tests would raise
more false alarms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nerkit.evaluation.stored.bounds import catches
from nerkit.evaluation.stored.results import check_comparable, nothing_in_common
from nerkit.evaluation.stored.thresholds import WORSE
from nerkit.exceptions import UsageError, nearest_fraction, plural, some
from nerkit.results.result import Result, Verdict
from nerkit.results.rows import Row
from nerkit.stats.confidence import RESAMPLES, SEED, quantiles
from nerkit.stats.exact.rows import ExactTest
from nerkit.stats.losses import Fails, caught, not_above, parts_of_difference, worse_at
from nerkit.stats.options import ALPHA, BOOTSTRAP, EXACT
from nerkit.stats.resampling import drawn
from nerkit.stats.rows import key_of, units_of
from nerkit.stats.significance import PairedTest, differences, holm
from nerkit.stats.small import FEWEST
from nerkit.stats.units import Sheet, Units

BEFORE, NOW = "before", "now"
SAME = 1e-9  # values that are closer are equal


class OtherCountsError(UsageError):
    """A stored result has counts that do not fit a paired test, so it must be written again."""


@dataclass(frozen=True, slots=True)
class Worse:
    """The settings of the gate. Raises UsageError for numbers out of range.

    alpha    the largest significant p; 1 - alpha is the level of the interval
    margin   the largest loss that is still good enough; None: use the test instead of the interval
    every    whether to judge all measures of the result, not only the headline
    digits   the decimals in reasons
    """

    alpha: float = ALPHA
    margin: float | None = None
    every: bool = False
    seed: int = SEED
    digits: int = 3

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            meant = f"{self.alpha:g}{nearest_fraction(self.alpha)}"
            raise UsageError(f"alpha=… must be a number between 0 and 1, not {meant}")
        if self.margin is not None and not 0 <= self.margin < 1:
            meant = f"{self.margin:g}{nearest_fraction(self.margin)}"
            raise UsageError(f"margin=… must be a number from 0 and below 1, not {meant}")


class _Change(NamedTuple):
    """A system in the stored result and now, on one measure; a greater difference is better."""

    rows: tuple[Row, Row]
    units: Units
    sheets: tuple[Sheet, Sheet]
    sign: int  # -1 if lower values are better

    @property
    def delta(self) -> float:
        """The difference now, from the counts."""
        before, now = (float(sheet.of_all[0, 0, 0]) for sheet in self.sheets)
        return self.sign * (now - before)


def not_significantly_worse(result: Result, stored: Result, name: str, how: Worse) -> Result:
    """Add a verdict for each system and judged measure, against the stored result *name*.

    Raises UsageError if the stored result has other settings or documents, or no counts of documents.
    Raises UsageError for a measure that is not a sum over documents.
    """
    result.single("nerkit cannot make a paired test with a stored result")
    check_comparable(result, stored, name)
    _check_gold(result, stored, name)
    units = units_of(result)
    measures = result.measures if how.every else (result.headline,)
    units.check(measures)
    before = _units_before(stored, units, measures, name)
    verdicts = list[Verdict]()
    for system in result.counts:
        was = system if system in before.counts else next(iter(before.counts))
        if system not in before.counts and len(before.counts) > 1:
            raise UsageError(f"{name}: {nothing_in_common(result, stored)}")
        both = _together(units, system, before, was, name)
        changes = []
        for measure in measures:
            rows = _pooled(stored, was, measure), _pooled(result, system, measure)
            changes.append(_change(both, rows, -1 if measure in result.lower_is_better else 1, name))
        verdicts += (_tested if how.margin is None else _with_margin)(changes, how)
    return replace(result, verdicts=(*result.verdicts, *verdicts))


def _check_gold(result: Result, stored: Result, name: str) -> None:
    """Raise UsageError if the digests of the gold files differ."""
    now, before = (
        sorted(str(one.get("sha256")) for one in each.inputs if one.get("role") == "gold")
        for each in (result, stored)
    )
    if now and before and "None" not in (*now, *before) and now != before:
        raise OtherCountsError(
            f"{name}: the result is for another gold file, but a paired test needs the same documents"
        )


def _units_before(stored: Result, units: Units, measures: Sequence[str], name: str) -> Units:
    """Return the units of a stored result. Raises UsageError if they are not the units of the new result."""
    before = units_of(stored)
    lacking = [measure for measure in measures if measure not in stored.measures]
    if lacking:
        raise UsageError(
            f"{name}: the result has no {some(lacking)}; its measures are {some(list(stored.measures))}"
        )
    parts = {part for measure in measures for part in units.parts(measure)}
    for counts in before.counts.values():
        counted = parts <= set(counts.measures) and not parts & set(counts.corpus_wide)
        if not counted or not counts.documents or before.whole != units.whole:
            raise OtherCountsError(
                f"{name}: the result has no counts of single {units.name}s, which a paired test "
                "needs; write the result with counts_only=True"
            )
    return before


def _together(units: Units, system: str, before: Units, was: str, name: str) -> Units:
    """Return the units of a system now and before, in one order. Raises UsageError if the units differ."""
    now, then = units.counts[system], before.counts[was]
    if len(now.documents) != len(then.documents) or set(now.documents) != set(then.documents):
        lacking = [one for one in now.documents if one not in set(then.documents)]
        gone = [one for one in then.documents if one not in set(now.documents)]
        told = f": {some(lacking)} only now" if lacking else f": {some(gone)} only there"
        raise UsageError(
            f"{name}: has {plural(len(then.documents), units.name)}, and now there are "
            f"{len(now.documents):,}{told}; a paired test needs the same {units.name}s in both"
        )
    not_sums = units.not_sums | before.not_sums
    return replace(units, counts={BEFORE: then, NOW: now}, not_sums=not_sums).aligned()


def _pooled(result: Result, system: str, measure: str) -> Row:
    """Return the pooled row of a system on a measure."""
    return next(one for one in result.pooled(measure) if one.system == system)


def _change(both: Units, rows: tuple[Row, Row], sign: int, name: str) -> _Change:
    """Return a system before and now on a measure. Raises UsageError if the counts do not give the values."""
    both.check([rows[0].measure])
    first, second = (next(iter(both.sheets(side, [key_of(rows[1])]))) for side in (BEFORE, NOW))
    for sheet, one in zip((first, second), rows, strict=True):
        if one.value is None or not abs(float(sheet.of_all[0, 0, 0]) - one.value) <= SAME:
            lacks = "has no value" if one.value is None else "is not the sum of its documents"
            where = f"{name}: " if one is rows[0] else ""
            raise UsageError(
                f"{where}{one.measure} of {one.system} {lacks}, so nerkit cannot make a paired test"
            )
    return _Change(rows, both, (first, second), sign)


def _tested(changes: Sequence[_Change], how: Worse) -> Iterator[Verdict]:
    """Yield the verdicts of the test on the measures of a system."""
    tests = [_p(one, how) for one in changes]
    corrected = ", Holm" if len(changes) > 1 else ""
    for one, p, (_, method) in zip(changes, holm([p for p, _ in tests]), tests, strict=True):
        failed = p <= how.alpha and one.delta < 0
        shown = f"{p:.3f}" if p >= 0.001 else "below 0.001"
        said = f"{'' if failed else 'not '}significantly worse (p {shown}, {method}{corrected})"
        yield _verdict(one, said, worse_at(how.alpha / len(changes)), how, is_failed=failed)


def _p(one: _Change, how: Worse) -> tuple[float, str]:
    """Return the two-sided p of a difference, and the method."""
    first, second = one.sheets
    exact = ExactTest.of(first, second).value(float((second.of_all - first.of_all)[0, 0, 0]))
    if exact is not None:
        return exact.p, EXACT
    test, key = PairedTest(BOOTSTRAP, seed=how.seed), key_of(one.rows[1])
    return differences(one.units, (BEFORE, NOW), [key], test)[key].p[0], BOOTSTRAP


def _with_margin(changes: Sequence[_Change], how: Worse) -> Iterator[Verdict]:
    """Yield the verdicts on whether the interval of each measure's difference lies above -margin."""
    margin, level = how.margin or 0.0, f"{(1 - how.alpha) * 100:g} %"
    for one in changes:
        count = len(one.sheets[0].columns)
        if count < FEWEST:
            said = f"no {level} interval: it needs {FEWEST} {one.units.name}s"
            yield _verdict(one, said, None, how, is_failed=True)
            continue
        low, high = _interval(one, how)
        failed = not low > -margin
        shown = f"{level} interval {low:+.{how.digits}f}…{high:+.{how.digits}f}"
        said = f"{shown}, {'not ' if failed else ''}above -{margin:g}"
        yield _verdict(one, said, not_above(margin, count, how.alpha), how, is_failed=failed)


def _interval(one: _Change, how: Worse) -> tuple[float, float]:
    """Return the bounds of the interval of a difference; a greater difference is better."""
    first, second = one.sheets
    drawn_scores = [
        (second.scores(weights @ second.columns) - first.scores(weights @ first.columns))[0, :, 0]
        for weights in drawn(len(first.columns), RESAMPLES, how.seed)
    ]
    ordered = np.sort(np.concatenate(drawn_scores) * one.sign)[np.newaxis]
    low, high = quantiles(ordered, np.array([[how.alpha / 2, 1 - how.alpha / 2]]))[0].tolist()
    return low, high


def _verdict(one: _Change, said: str, fails: Fails | None, how: Worse, *, is_failed: bool) -> Verdict:
    """Return the verdict on a measure of a system, with the smallest loss that the gate catches."""
    then, now = (row.value or 0.0 for row in one.rows)
    row, loss = one.rows[1], ""
    change = f"{row.measure} of {row.system} is {now:.{how.digits}f}, was {then:.{how.digits}f}"
    if fails is not None:
        parts = parts_of_difference(*one.sheets, lower=one.sign < 0)
        loss = catches(caught(parts, fails, how.margin or 0.0, how.seed), one.units, NOW)
    within = "" if how.margin is None else f" within {how.margin:g}"
    reason = f"{change} ({now - then:+.{how.digits}f}), {said}{loss}"
    gate = f"fail-if {WORSE} {row.measure}{within}"
    return Verdict(gate, row.system, reason, is_failed=is_failed, is_told=True)
