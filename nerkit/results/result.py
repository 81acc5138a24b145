"""The result of an evaluation: rows, the conditions under which they were made, notes and warnings."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nerkit.exceptions import UsageError
from nerkit.ground.records import record
from nerkit.ground.warnings import told
from nerkit.results import row_table
from nerkit.results.averages import SD, averaged_runs
from nerkit.results.counts import Counts
from nerkit.results.keyed import Keyed
from nerkit.results.printable import Page, Printed
from nerkit.results.rows import POOLED, Grouping, Row, Scoring, numbers_by_name
from nerkit.results.scored_data import Scored
from nerkit.results.scores import SCORES, Composite
from nerkit.version import __version__, versions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from nerkit.results.error_list import ErrorList
    from nerkit.results.repair_gains import HeadlineCounts

ByUnit = tuple[str, Mapping[str, Counts]]  # the name of the units, and each system's counts by unit
SCHEMA = 1  # the version of the JSON form


@record(frozen=True)
class Verdict:
    """The verdict of a gate on one system, and its reason.

    is_failed   whether the gate failed
    is_told     whether commands print the reason even if the gate passed
    """

    gate: str
    system: str
    reason: str
    is_failed: bool
    is_told: bool = False

    @property
    def problem(self) -> str | None:
        """The reason of a gate that failed; None if it passed."""
        return self.reason if self.is_failed else None

    def to_dict(self) -> dict[str, str]:
        """Return the verdict as in the JSON form of a result."""
        verdict = "failed" if self.is_failed else "passed"
        return {"gate": self.gate, "system": self.system, "verdict": verdict, "reason": self.reason}


@record(frozen=True)
class Result(Keyed, Printed):
    """Scores of one or more systems against the same gold.

    `result.f1`, `.precision`, `.recall`, `.value` are the numbers of the first system on the headline
    measure, over everything. `result["sets::span"]`, `result["PER"]`, `result["sets::span", "PER"]` and
    `result["sets::span", "PER", "doc1"]` are single rows. Rows of labels exist also without `by`. `for row in
    result` takes all rows. `result["sets::span/PER"]` is a number, and `dict(result)` holds the numbers of
    all rows. `result + other` has the same measures over the documents of both.

    >>> result = nerkit.evaluate([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER")]])
    >>> result.precision, result.recall, result["sets::span+type", "LOC"].recall
    (1.0, 0.5, 0.0)

    counts      system -> its `Counts`
    headline    the headline measure: the first measure in the request, or the default of the task
    lower_is_better   measures with better lower values
    unit_name   the word for a document if the scored data are not known
    notes       remarks about normal events, for example the scheme that nerkit recognised
    composites  measures that are formulas over the counts of other measures, by name
    inputs      for each file: role, name, path, sha256, format, documents, items and unit; tokens of tags
    named       whether the documents have ids; if not, they are numbered from 1
    added       further numbers of every row, from `confidence` and `paired`
    verdicts    the verdict of every gate on every system
    scored      the scored data, for statistics over smaller units and lists of errors; None for a stored
                result
    by_unit     for a stored or merged result: the name of units smaller than documents, and the counts by
                unit
    listed      the rows of a result that was stored without its counts
    groups      name -> the systems that are runs of the group; its rows are means
    preset      name, origin and digest of the preset's file; empty without a preset
    command     the arguments of the command that made the result, as typed; empty if Python made it
    details     measures that tables leave out: parts of a requested measure that were not requested
    lost_headline   the reason why the default headline was left out, so that another measure is the headline
    """

    task: str
    signature: str
    measures: tuple[str, ...]
    counts: dict[str, Counts]
    scoring: Scoring = field(default_factory=Scoring)
    options: dict[str, Any] = field(default_factory=dict)
    inputs: tuple[dict[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    composites: dict[str, Composite] = field(default_factory=dict)
    named: bool = True
    added: tuple[dict[str, Any], ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    scored: Scored | None = field(default=None, repr=False, compare=False)
    listed: tuple[Row, ...] | None = field(default=None, repr=False)
    by_unit: ByUnit | None = field(default=None, repr=False)
    headline: str = ""
    lower_is_better: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unit_name: str = "document"
    details: frozenset[str] = frozenset()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lost_headline: str = ""
    preset: Mapping[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.headline not in self.measures:
            object.__setattr__(self, "headline", next(iter(self.measures), ""))

    @cached_property
    def rows(self) -> list[Row]:
        """All rows: systems and measures as given, documents in gold order, labels sorted, `*` last."""
        how, plan = self.scoring, self.plan
        plain = list(self.listed or ()) or [
            row
            for system, counts in self.counts.items()
            for row in row_table.rows(
                counts,
                system,
                self.measures,
                plan,
                composites=self.composites,
                macro=bool(how.macro),
                beta=how.beta,
                empty=how.empty,
                of_groups=how.of_groups,
            )
        ]
        if self.groups:
            plain = averaged_runs(plain, self.groups, self.measures)
        if not self.added:
            return plain
        return [replace(row, extra=row.extra | more) for row, more in zip(plain, self.added, strict=True)]

    @property
    def shown_rows(self) -> Sequence[Row]:
        """The rows for a writer."""
        return self.rows

    @property
    def systems(self) -> list[str]:
        """The systems of the rows, in their order. A group of runs is one system."""
        group_of = {run: name for name, runs in self.groups.items() for run in runs}
        return list(dict.fromkeys(group_of.get(system, system) for system in self.counts))

    @property
    def runs_of(self) -> dict[str, tuple[str, ...]]:
        """The runs of each system. A system without runs is its own run."""
        return {name: self.groups.get(name, (name,)) for name in self.systems}

    def single(self, what: str) -> "Result":
        """Return the result unless a system is a group of runs. Then raise UsageError, which names *what*."""
        if self.groups:
            raise UsageError(
                f'{what} cannot be computed for means of runs; score each run as a system with runs="each"'
            )
        return self

    @property
    def units(self) -> ByUnit | None:
        """The name of the statistical units, and each system's counts by unit; None if units are
        documents.
        """
        return self.scored.units if self.scored is not None else self.by_unit

    @property
    def unit(self) -> str:
        """The word for a document, for example `sentence`."""
        return self.scored.task.unit if self.scored is not None else self.unit_name

    @property
    def plan(self) -> list[Grouping]:
        """The groupings of the rows. A field that ranks systems is included only if it has several values."""
        labels = {part for counts in self.counts.values() for label in counts.labels for part in label}
        several = (name for name in self.scoring.ranked if sum(name == field for field, _ in labels) > 1)
        return replace(self.scoring, ranked=tuple(several)).plan

    @property
    def problems(self) -> list[str]:
        """The reasons of the gates that failed."""
        return [verdict.reason for verdict in self.verdicts if verdict.is_failed]

    def pooled(self, measure: str) -> list[Row]:
        """Return the rows of one measure with everything pooled, one row per system."""
        return [row for row in self.rows if (row.measure, row.document, row.label) == (measure, "*", "*")]

    @property
    def head(self) -> Row:
        """The row of the first system on the headline measure, everything pooled."""
        return self[(self.headline,)]

    @property
    def value(self) -> float | None:
        """The value of the headline measure."""
        return self.head.value

    @property
    def f1(self) -> float | None:
        """F1 of the headline measure."""
        return self.head.f1

    @property
    def precision(self) -> float | None:
        """Precision of the headline measure."""
        return self.head.precision

    @property
    def recall(self) -> float | None:
        """Recall of the headline measure."""
        return self.head.recall

    def __float__(self) -> float:
        return float("nan") if self.value is None else self.value

    @cached_property
    def labelled(self) -> list[Row]:
        """The rows by label. nerkit counts them now if the result was made without them; empty if
        it cannot.
        """
        return self.cut_by("label")

    def cut_by(self, field: str, measure: str | None = None) -> list[Row]:
        """Return the rows by a field, for a result without such rows.

        *measure* selects one measure; without it all measures have rows. nerkit counts the scored data again.
        The list is empty if this is not possible.
        """
        if self.scored is None:
            return []
        scored, measures = self.scored, self.measures
        alone = [each for each in scored.measures if each.name == measure]
        if alone:
            scored, measures = replace(scored, measures=alone), (alone[0].name,)
        try:
            counts = scored.counts(field)
        except UsageError:
            return []
        scoring = replace(self.scoring, by=(field,))
        return replace(self, counts=counts, scoring=scoring, measures=measures, added=()).rows

    def confidence(
        self,
        level: float = 0.95,
        *,
        resamples: int = 1000,
        seed: int = 12345,
        interval: str = "percentile",
    ) -> "Result":
        """Return the result with bootstrap intervals on every row: `value_low`, `value_high`, and so on.

        level       the confidence level, between 0 and 1
        resamples   the number of bootstrap samples
        seed        the seed of the random numbers
        interval    `percentile` or `bca` (`nerkit.stats.confidence`)

        Raises UsageError for a measure that nerkit computes over the corpus as a whole.
        """
        from nerkit.stats.confidence import Bootstrap
        from nerkit.stats.rows import with_intervals

        return with_intervals(self, Bootstrap(level, resamples, seed, interval))

    def paired(
        self,
        method: str = "randomization",
        *,
        resamples: int | None = None,
        seed: int = 12345,
        one_sided: bool | str = False,
    ) -> "Result":
        """Return the result with `delta` and `p` against the first system on the rows of every further
        system.

        method      `randomization`, `bootstrap` or `exact` (`nerkit.stats.significance`)
        resamples   the number of samples; None for the default of the method
        seed        the seed of the random numbers
        one_sided   `greater` or `less`, or True for the observed direction

        Raises UsageError for a single system, and for a measure that nerkit computes over the corpus as a
        whole.
        """
        from nerkit.stats.rows import with_tests
        from nerkit.stats.significance import PairedTest

        return with_tests(self, PairedTest(method, resamples, seed, one_sided))

    def errors(
        self,
        kinds: Sequence[str] | None = None,
        labels: Sequence[str] | None = None,
        documents: Sequence[str] | None = None,
        *,
        changed: bool = False,
        items: int | None = None,
    ) -> "ErrorList":
        """Return the errors of the systems, item by item, as far as the headline measure counts them.

        If the measure's numbers are counts, the list has `r_den - r_num` wrong gold items and `p_den - p_num`
        wrong system items. It includes a class that the measure does not count only if *kinds* names the
        class, or if you asked for the measure by name.

        *kinds*, *labels* and *documents* select errors; the default is all. With *changed*, the list has the
        errors that the second of two systems repaired (`fixed`) and the errors that it alone makes
        (`broken`). The list has only the first *items* errors. Its `total` is then the number of all. The
        list's `summary()` counts classes, and its `confusion()` counts labels.

        Raises UsageError for a stored result, because it has no items, and for a class or document that does
        not exist. Also raised for a negative number of *items*, and for *changed* unless there are two
        systems.
        """
        from nerkit.results.error_list import ErrorList
        from nerkit.results.error_parts import Selected

        if self.scored is None:
            raise UsageError("a stored or added result has counts but no items; list errors from the files")
        chosen = Selected(kinds, labels, documents)
        errors = self.scored.errors(self.headline, kinds)
        listed = ErrorList.of(self.without_rows(), errors, chosen, self._headline_counts, changed=changed)
        return listed if items is None else listed.first(items)

    def _headline_counts(self) -> "HeadlineCounts":
        """Return the counts of the headline. If the result has no counts, nerkit counts now."""
        from nerkit.results.repair_gains import HeadlineCounts

        assert self.scored is not None  # gains belong to errors, and errors need scored data
        measure = next(each for each in self.scored.measures if each.name == self.headline)
        counted = self
        if not self.counts:
            scored = replace(self.scored, measures=[measure], plan=POOLED)
            counted = replace(self, counts=scored.counts(), measures=(measure.name,))
        rows = replace(counted, scoring=Scoring(empty=self.scoring.empty), added=(), groups={}).pooled(
            measure.name
        )
        exact = not measure.lower_is_better
        return HeadlineCounts(
            measure, {row.system: row.numbers if exact else None for row in rows}, self.scoring.empty
        )

    def plot(self, kind: str, *, by: str | None = None) -> "Figure":
        """Return a figure of the headline for a paper, as `nerkit plot` draws it: matplotlib's `Figure`.

        kind   `systems`, `labels`, `confusion`, `loss`, `pr`, `slices`, `differences` or `ranks`
        by     the field that cuts `slices` (default `length`)

        `savefig` writes text as text, and the same bytes each time. Raises UsageError for a kind that does
        not exist, for a result without the data of the figure, and if matplotlib is not installed.
        """
        import nerkit

        return nerkit.plot(self, kind, by=by)

    def report(self) -> Page:
        """Return the page that `nerkit report` writes. In a notebook it shows as a frame.

        Raises UsageError for a stored result, because it has no items.
        """
        import nerkit

        return nerkit.report(self)

    def flat(self, *, counts: bool = False) -> dict[str, float]:
        """Return the scores of all rows for a logger, by names
        `[SYSTEM/]MEASURE[/document=ID][/LABEL]/FIELD`.

        FIELD is value, precision, recall, f1 or a number that statistics added. The names begin with the
        system if there are several systems. If a row lacks a number, the dictionary lacks it, too.

        counts   add p_num, p_den, r_num, r_den and the other counts of the measure
        """
        scores = {*SCORES, SD}.union(*self.added) - {"units"}
        return numbers_by_name(self.rows, systems=len(self.systems) > 1, wanted=None if counts else scores)

    def check(
        self,
        gate: str,
        *,
        compare_to: "str | Result | None" = None,
        alpha: float = 0.05,
        margin: float | None = None,
    ) -> None:
        """Raise AssertionError if the result fails a gate, `chunk/PER>=0.85` or `chunk:lower>=80%`.

        gate         as `--fail-under` takes it, with `>=` for `=`, or `<=` for `--fail-over`. 0.9 alone is a
                     gate on the headline. `worse` fails if a paired test shows that the headline is worse
        compare_to   the stored result that `worse` compares with, or its path
        alpha        up to which p of `worse` is significant
        margin       `worse` fails unless the interval of the difference lies above -margin

        Raises UsageError for an unknown gate or row.
        """
        __tracebackhide__ = True
        import nerkit

        nerkit.check(self, gate, compare_to=compare_to, alpha=alpha, margin=margin)

    def __repr__(self) -> str:
        systems = ", ".join(
            f"{row.system} {row.measure}={'null' if row.value is None else format(row.value, '.3f')}"
            for measure in self.measures[:1]
            for row in self.pooled(measure)
        )
        return f"<Result {self.task}: {systems or 'not counted'}>"

    def __add__(self, other: "Result") -> "Result":
        """Return the sum of two results over different documents.

        If documents have no ids, the numbers of the second result follow the numbers of the first. Raises
        NerkitError if the two results were not made in the same way.
        """
        from nerkit.results.addition import together

        return together(self, other) if isinstance(other, Result) else NotImplemented

    def to_dict(self, style: str | None = None) -> dict[str, Any]:
        """Return the JSON form with everything, numbers at full precision.

        With the *style* `seqeval`, return the dictionary of seqeval's `classification_report`: label or
        average -> precision, recall, f1-score, support. Several systems give a dictionary of such
        dictionaries, by name. This style needs a result by label.
        """
        if style is not None:
            return self._as_report(style)
        return self.streamed() | {"rows": [row.to_dict() for row in self.rows]}

    def streamed(self) -> dict[str, Any]:
        """Return the JSON form with row objects, for a writer."""
        return self.without_rows() | {"versions": versions(), "rows": self.rows}

    def without_rows(self) -> dict[str, Any]:
        """Return the JSON form without rows and without the versions of libraries."""
        return {
            "schema": SCHEMA,
            "nerkit": __version__,
            "versions": {},
            **({"command": list(self.command)} if self.command else {}),
            "task": self.task,
            "signature": self.signature,
            "headline": self.headline,
            **({"preset": dict(self.preset)} if self.preset else {}),
            "options": {name: _plain(value) for name, value in self.options.items()},
            "inputs": list(self.inputs),
            "rows": [],
            "warnings": told(self.warnings),
            **({"gates": [verdict.to_dict() for verdict in self.verdicts]} if self.verdicts else {}),
        }


def _plain(value: Any) -> Any:
    """Return an option as a JSON value: keys of tables become text, and formulas become their text."""
    if isinstance(value, Mapping):
        keys = (",".join(map(str, key)) if isinstance(key, tuple) else str(key) for key in value)
        return dict(zip(keys, map(_plain, value.values()), strict=True))
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)
