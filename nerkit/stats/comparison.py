"""Several systems on the same gold: every pair tested, all systems ranked.

    pairs     the difference of two systems, its p, p by Holm, and in how many units each scores higher
    rank      1 + the number of systems that are significantly better
    letters   every system has a letter; `better_than` has the letters of the systems that are significantly
              worse

`nerkit.stats.system_pairs` says when a system is significantly better. For example, three systems: A is
better than B, and no other pair differs. Then B has rank 2, A and C have rank 1.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, islice
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, Vocabulary
from nerkit.exceptions import TooManyPairsError, UsageError, plural, unknown
from nerkit.ground.limits import FEW_SYSTEMS, MOST_EXACTLY, MOST_PAIRED
from nerkit.ground.progress import staged
from nerkit.ground.warnings import Warned
from nerkit.results.broken import Broken
from nerkit.results.counts import ALL
from nerkit.results.printable import Printed
from nerkit.results.rows import EVERYTHING, Row
from nerkit.stats.confidence import TIE
from nerkit.stats.exact.formatting import note
from nerkit.stats.options import ALPHA, EXACT, RANDOMIZATION, check_fraction
from nerkit.stats.rows import (
    Leverage,
    any_sampled,
    doubts,
    exact_fields,
    extended_result,
    few,
    key_of,
    least_units,
    mean_influences,
    number,
    units_of,
)
from nerkit.stats.run_groups import Groups, RunsDifference, check_method, run_differences
from nerkit.stats.score_functions import Measured
from nerkit.stats.significance import (
    DIFFERENCE_LEVEL,
    NO_NUMBERS,
    Difference,
    PairedTest,
    SharedSheets,
    differences,
)
from nerkit.stats.system_pairs import RUNS_NEEDED, Judge, Pair, measured, needed_runs, reasons
from nerkit.stats.units import Key, Units

if TYPE_CHECKING:
    from nerkit.results.result import Result

SET_UP = 50  # the fixed cost of a pair, as the number of units whose test costs as much
TOGETHER = 200_000  # values of a system in one array: rows times units
BY_NAME = "name"  # sorts systems by their names


@dataclass(frozen=True, repr=False)
class Comparison(Printed):
    """Systems compared on the rows of a result that are about all documents. It prints as the table for a
    paper.

    result   the scores; every row of a compared cut has `delta`, `delta_low`, `delta_high`, `p` and `p_holm`
             against the baseline. It also has `rank`, `letter` and `better_than`, and the number of `units`
    pairs    all pairs of systems on every row, pairs with the baseline first
    reasons  sentences about pairs whose p and interval disagree
    broken   the systems whose files are broken, with place and reason; None if nerkit did not look for them
    """

    result: "Result"
    pairs: Sequence[Pair]
    reasons: Sequence[str] = ()
    broken: Sequence[Broken] | None = None

    def better_than(self, row: Row) -> list[str]:
        """Return the systems that are significantly worse than the system of a row, on this row."""
        key = key_of(row)
        worse = {pair.worse for pair in self.pairs if pair.better == row.system and pair.key == key}
        return [system for system in self.result.systems if system in worse]

    @property
    def rows(self) -> list[Row]:
        """The rows of the systems."""
        return [row for row in self.result.rows if row.cut[0] == EVERYTHING]

    def __repr__(self) -> str:
        systems = {name for pair in self.pairs for name in (pair.first, pair.second)}
        return f"<Comparison of {plural(len(systems), 'system')}: {self.result!r}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the result with `pairs`, and with `broken` if broken systems were
        skipped.
        """
        whole = self.result.to_dict()
        if self.broken is not None:
            whole["broken"] = [one._asdict() for one in self.broken]
        return whole | {
            "rows": [row.to_dict() for row in self.rows],
            "pairs": [p.to_dict() for p in self.pairs],
        }


@dataclass(frozen=True, repr=False)
class SystemPairs(Printed):
    """The pairs of a comparison alone, to be printed."""

    comparison: Comparison

    @property
    def result(self) -> "Result":
        """The scores of the systems."""
        return self.comparison.result

    @property
    def rows(self) -> Sequence[Pair]:
        """All pairs."""
        return self.comparison.pairs

    def __repr__(self) -> str:
        return f"<SystemPairs of {self.comparison!r}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the comparison."""
        return self.comparison.to_dict()


def compare(
    result: "Result",
    how: PairedTest,
    alpha: float = ALPHA,
    *,
    baseline: str | None = None,
    sort: str | None = None,
    together: bool = False,
) -> Comparison:
    """Compare the systems of a result on its rows for all documents.

    baseline   the system that differences are from (the first)
    sort       the measure that orders the systems, the best first, or `name`
    together   correct p over the pairs of all measures, because the user named them; otherwise nerkit
               corrects over the pairs of each measure

    A measure over the corpus as a whole is ranked and not tested, with a warning. Raises UsageError for a
    single system, and if no measure can be tested. Also raised for an *alpha* outside 0 to 1, and for an
    unknown baseline or measure.
    """
    check_fraction("alpha", alpha)
    asked, systems = how.method, result.systems
    if len(systems) < 2:
        raise UsageError("a comparison needs at least two systems")
    first = systems[0] if baseline is None else baseline
    if first not in systems:
        raise unknown("system", first, systems)
    result = result if sort is None else sorted_by(result, sort)
    systems = result.systems
    units, keys = units_of(result, runs=True), _keys(result)
    tested, warnings = _testable(result, units, keys)
    _check_pairs(len(systems), len(tested), units)
    runs_of = result.runs_of
    shared = SharedSheets(units, tested, how)
    how = _decided(shared, how, _systems_paired(systems, first), groups=bool(result.groups))
    judge = Judge(alpha, frozenset(result.lower_is_better), together=together)
    pairs = list(_pairs(shared, how, runs_of, first, judge))
    size = least_units(units)
    of_key: dict[Key, list[Pair]] = {key: [] for key in keys}
    for pair in pairs:
        of_key[pair.key].append(pair)
    numbers = _numbers(result, of_key, first, size)
    exact = exact_fields(None) if how.exact else {}
    if result.groups:
        exact = {RUNS_NEEDED: None}
    none = _tests(None) | dict.fromkeys(("rank", "letter", "better_than", "units")) | exact
    added = [none | numbers.get((key_of(row), row.system), {}) for row in result.rows]
    correction = {"runs": "dealt"} if result.groups else {}
    correction |= {"family": "measures"} if together and len({pair.key.measure for pair in pairs}) > 1 else {}
    correction |= {"correction": "holm", "alpha": f"{alpha:g}", "unit": units.name}
    drawn = any_sampled(pair.difference for pair in pairs)
    stated = how.stated(sampled=drawn) | how.stated_interval() | correction if pairs else {}
    small = (
        doubts(shared.aligned, result, DIFFERENCE_LEVEL, _decided_by(shared, pairs, runs_of)) if pairs else []
    )
    told = [*(warnings or few(units, result)), *small]
    shown = extended_result(result, added, stated, told)
    shown = replace(shown, notes=(*shown.notes, *_notes(pairs, asked, how)))
    return Comparison(shown, pairs, reasons(pairs, judge, plural(size, units.name)))


def _numbers(
    result: "Result", of_key: Mapping[Key, Sequence[Pair]], first: str, size: int
) -> dict[tuple[Key, str], dict[str, Any]]:
    """Return the numbers of tests and ranks for the rows of all systems."""
    values = {(key_of(row), row.system): row.value for row in result.rows}
    letters = {system: _letter(i) for i, system in enumerate(result.systems)}
    numbers: dict[tuple[Key, str], dict[str, Any]] = {}
    for key, own in of_key.items():
        scores = {system: values.get((key, system)) for system in result.systems}
        significant = {(pair.better, pair.worse) for pair in own if pair.better}
        better = significant if own else _higher(scores, lower=key.measure in result.lower_is_better)
        against_first = {pair.second: pair for pair in own if pair.first == first}
        for system in result.systems:
            worse = [letters[other] for other in result.systems if (system, other) in significant]
            numbers[key, system] = _tests(against_first.get(system)) | {
                "rank": 1 + sum(other == system for _, other in better),
                "letter": letters[system],
                "better_than": "".join(worse),
                "units": size if own else None,
            }
    return numbers


def _higher(scores: Mapping[str, float | None], *, lower: bool) -> set[tuple[str, str]]:
    """Return the pairs (a, b) in which a has a better value than b, or b has none. *lower*: lower is
    better.
    """
    values = {
        system: -math.inf if value is None else -value if lower else value for system, value in scores.items()
    }
    return {(a, b) for a in values for b in values if values[a] > values[b]}


def _decided_by(
    shared: SharedSheets, pairs: Sequence[Pair], runs_of: Mapping[str, Sequence[str]]
) -> Iterator[Leverage]:
    """Yield the differences of all pairs on all items, with the change if each unit is left out."""
    changes: dict[tuple[str, str], FloatArray] = {}
    for pair in pairs:
        measure = pair.key.measure
        if pair.key.cut != (EVERYTHING, ALL):
            continue
        for system in {pair.first, pair.second}:
            if (system, measure) not in changes:
                changes[system, measure] = mean_influences(shared.aligned, runs_of[system], measure)
        difference = changes[pair.second, measure] - changes[pair.first, measure]
        name = f"{pair.first}, {pair.second}: {measure}"
        yield Leverage(name, runs_of[pair.first][0], measure, difference)


def _check_pairs(systems: int, rows: int, units: Units) -> None:
    """Raise TooManyPairsError if the tests of every two systems on these rows would take too long."""
    pairs, each = systems * (systems - 1) // 2, max(len(counts.documents) for counts in units.counts.values())
    if systems > FEW_SYSTEMS and pairs * rows * (each + SET_UP) > MOST_PAIRED:
        raise TooManyPairsError(
            f"{systems:,} systems make {pairs:,} pairs. Tests on {plural(rows, 'row')} over "
            f"{plural(each, units.name)} for so many pairs take too long: pairs x rows x "
            f"({units.name}s + {SET_UP}) is more than {MOST_PAIRED:,}. Compare at most "
            f"{FEW_SYSTEMS} systems, or compare each system with the first system: use "
            'nerkit.evaluate with paired="randomization"'
        )


def _keys(result: "Result") -> list[Key]:
    """Return the keys (measure, label) of the rows that total over all documents."""
    return list(dict.fromkeys(key_of(row) for row in result.rows if row.cut[0] == EVERYTHING))


def _decided(
    shared: SharedSheets, how: PairedTest, pairs: Sequence[tuple[str, str]], *, groups: bool
) -> PairedTest:
    """Return the settings with a method, if the user named none.

    The method is `exact` if no pair would have to be sampled, otherwise `randomization`. For *groups* of runs
    it is always `randomization`. The choice depends on sizes only.
    """
    if groups:
        check_method(how.method)
        return replace(how, method=RANDOMIZATION)
    if how.method is not None and not how.exact:
        return how
    work = 0.0
    for pair in pairs:
        drawn, own = shared.sampled(pair)
        if drawn and how.method is None:
            return replace(how, method=RANDOMIZATION)
        work += own
    if work > MOST_EXACTLY:
        raise TooManyPairsError(
            f"exact tests of {len(pairs):,} pairs of systems take about {work:,.0f} steps, "
            f"which is more than {MOST_EXACTLY:,}. Sample the permutations instead: "
            'paired="randomization"'
        )
    return replace(how, method=how.method or EXACT)


def _notes(pairs: Sequence[Pair], asked: str | None, how: PairedTest) -> list[Warned]:
    """Return notes about the test that nerkit chose, and p as a short fraction for a single pair."""
    notes: list[Warned] = []
    if pairs and pairs[0].of_runs:
        unsure = (pair for pair in pairs if pair.better is None)
        return [Warned("test", said=needed_runs(pair)) for pair in islice(unsure, 1)]
    if asked is None and how.method == RANDOMIZATION and pairs:
        notes.append(Warned("p-by-randomization"))
    elif asked is None and pairs:
        notes.append(Warned("p-exact"))
    short = note(pairs[0].difference.exact) if len(pairs) == 1 else None
    return notes if short is None else [*notes, Warned("test", said=short)]


def _testable(result: "Result", units: Units, keys: Sequence[Key]) -> tuple[Sequence[Key], list[str]]:
    """Return the rows that can be tested, and warnings about measures that cannot.

    Sums over documents can be tested. In a stored result, these are the sums that its counts by document
    give.
    """
    whole = {measure for counts in result.counts.values() for measure in counts.corpus_wide}
    known = set.intersection(*(set(counts.measures) for counts in result.counts.values()))
    wide = [m for m in result.measures if whole & set(units.parts(m)) or not known >= set(units.parts(m))]
    keys = [key for key in keys if units.resampled(key.cut)]
    if result.listed is not None:  # a stored result has no counts by label
        keys = [key for key in keys if key.cut == (EVERYTHING, ALL)]
    if not wide or (len(wide) == len(result.measures) and result.scored is not None):
        return keys, []  # if no measure can be tested, the tests raise the error
    why = "not tested, because the result has no counts by document; write results with counts_only=True"
    if result.scored is not None:
        why = (
            "not tested, because it is computed over the whole corpus; use a sum over "
            "documents, as sets::docid+type or a measure of nerkit coref"
        )
    return [key for key in keys if key.measure not in wide], [
        Warned("not-tested", measures=", ".join(wide), why=why)
    ]


def sorted_by(result: "Result", sort: str) -> "Result":
    """Return the result with its systems sorted by a measure, the best first, or by `name`.

    Systems without a value come last. Systems with equal values keep their order. Raises UsageError for an
    unknown measure.
    """
    if sort == BY_NAME:
        return in_order(result, sorted(result.systems))
    if sort not in result.measures:
        raise unknown("measure to sort by", sort, [BY_NAME, *result.measures])
    values = {row.system: row.value for row in result.pooled(sort)}
    lower = sort in result.lower_is_better

    def place(system: str) -> tuple[bool, float]:
        value = values.get(system)
        return value is None, 0.0 if value is None else value if lower else -value

    return in_order(result, sorted(result.systems, key=place))


def in_order(result: "Result", systems: Sequence[str]) -> "Result":
    """Return the result with its systems in the given order, before any statistics are added."""
    listed = result.listed and tuple(
        row for system in systems for row in result.listed or () if row.system == system
    )
    runs = [run for name in systems for run in result.groups.get(name, (name,))]
    return replace(result, counts={run: result.counts[run] for run in runs}, listed=listed)


def _pairs(
    shared: SharedSheets,
    how: PairedTest,
    runs_of: Mapping[str, Sequence[str]],
    baseline: str,
    judge: Judge,
) -> Iterator[Pair]:
    """Yield all pairs of systems, row by row. The baseline is the first of its pairs."""
    systems = _systems_paired(list(runs_of), baseline)
    tested = {
        pair: _tested(shared, how, (runs_of[pair[0]], runs_of[pair[1]]))
        for pair in staged(systems, "testing pairs")
    }
    nothing = RunsDifference(Difference(NO_NUMBERS, NO_NUMBERS), None)
    of_runs = any(list(runs) != [name] for name, runs in runs_of.items())
    adjusted = judge.corrected(
        {key: [tested[pair].get(key, nothing).difference.p[0] for pair in systems] for key in shared.keys}
    )
    for key, values in _values_of_rows(shared.aligned, runs_of, shared.keys):
        for pair, p_holm in zip(systems, adjusted[key], strict=True):
            one = tested[pair].get(key, nothing)
            higher = values[pair[0]] - values[pair[1]]
            wins, losses = int((higher > TIE).sum()), int((higher < -TIE).sum())
            outcomes = wins, len(higher) - wins - losses, losses
            yield judge.decided(Pair(key, *pair, one.difference, p_holm, *outcomes, one.needed, of_runs))


def _tested(shared: SharedSheets, how: PairedTest, groups: Groups) -> Mapping[Key, RunsDifference]:
    """Return the differences of two systems, or of two groups of runs, by row, with their intervals."""
    if max(map(len, groups)) > 1:
        return run_differences(shared.units, groups, shared.keys, how)
    pair = groups[0][0], groups[1][0]
    of_two = differences(shared.units, pair, shared.keys, how, interval=True, shared=shared)
    return {key: RunsDifference(difference, None) for key, difference in of_two.items()}


def _systems_paired(systems: Sequence[str], baseline: str) -> list[tuple[str, str]]:
    """Return all pairs of systems. The baseline is the first of its pairs."""
    others = [name for name in systems if name != baseline]
    return list(combinations([baseline, *others], 2))


def _values_of_rows(
    units: Units, runs_of: Mapping[str, Sequence[str]], keys: Sequence[Key]
) -> Iterator[tuple[Key, dict[str, FloatArray]]]:
    """Yield each row with the values of every system by unit, shape (units,): the mean over runs, null as
    0.
    """
    rows = max(1, TOGETHER // max(1, len(next(iter(units.counts.values())).documents)))
    for measure, listed in groupby(keys, lambda key: key.measure):
        own = list(listed)
        for first in range(0, len(own), rows):
            part = own[first : first + rows]
            values = {
                name: np.mean([_unit_values(units.measured(run, measure), part) for run in runs], axis=0)
                for name, runs in runs_of.items()
            }
            for place, key in enumerate(part):
                yield key, {name: of_rows[place] for name, of_rows in values.items()}


def _unit_values(measured: Measured, keys: Sequence[Key]) -> FloatArray:
    """Return the values of the rows of a measure in every unit, shape (rows, units), null as 0."""
    vocabulary = Vocabulary()
    places = [
        vocabulary.codes([label for group in measured.groups(key.cut[1])[1] for label in group])
        for key in keys
    ]
    numbers = measured.components(list(vocabulary))
    sums = np.stack([numbers[:, own].sum(axis=1) for own in places])
    values: FloatArray = np.nan_to_num(measured.scores(sums)[..., 0])
    return values


def _letter(place: int) -> str:
    """Return the letter of a system by its place: a to z, then aa, ab, …"""
    before, letter = divmod(place, len(ascii_lowercase))
    return (_letter(before - 1) if before else "") + ascii_lowercase[letter]


def _tests(pair: Pair | None) -> dict[str, Any]:
    """Return the fields of a row about its test against the first system."""
    if pair is None:
        return dict.fromkeys((*measured(Difference(NO_NUMBERS, NO_NUMBERS)), "p_holm"))
    needed = {RUNS_NEEDED: pair.runs_needed} if pair.of_runs else {}
    return measured(pair.difference) | {"p_holm": number(pair.p_holm)} | needed
