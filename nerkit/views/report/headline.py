"""The top of a page: the names of gold and systems, and the headline of every system."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from nerkit.exceptions import NerkitError
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.stats.confidence import LEVEL
from nerkit.stats.options import ALPHA
from nerkit.stats.rows import doubts, of_systems, units_of
from nerkit.views.report.scores import corrected
from nerkit.views.result import best_rows, f_name

NAMED = 4  # systems in a title; the others are counted
TASKS = {  # task -> what it scores, in words
    "spans": "Entity spans",
    "bio": "Tagged entities",
    "noisy": "Entities in noisy text",
    "coref": "Coreference",
    "mrp": "Meaning graphs",
    "amr": "AMR graphs",
    "ie": "Relations, events and templates",
    "dep": "Dependency trees",
    "tree": "Bracketed trees",
    "srl": "Semantic roles",
    "json": "JSON values",
    "calls": "Tool calls",
}


@dataclass(frozen=True)
class SystemHeadline:
    """The headline of a system.

    row          its row of the headline measure
    f            the name of F
    ends         its interval, if it has one
    best         whether its value is the best
    difference   a sentence about its difference from the first system
    """

    name: str
    row: Row
    f: str
    ends: tuple[float, float] | None = None
    best: bool = False
    difference: str = ""

    @property
    def bars(self) -> list[tuple[str, float]]:
        """The names and values of P, R and F, if they exist."""
        score = self.row.f1 if self.f == "F1" else self.row.value
        numbers = (("P", self.row.precision), ("R", self.row.recall), (self.f, score))
        return [(name, value) for name, value in numbers if value is not None]


@dataclass(frozen=True)
class PageTop:
    """The top of a page: title, inputs, the headline of each system, and a sentence of explanation."""

    title: str
    inputs: list[dict[str, Any]]
    systems: list[SystemHeadline]
    explained: str = ""


def headline(
    result: Result, stored: Sequence[Row] = (), *, adds_up: bool = True, title: str | None = None
) -> PageTop:
    """Make the top of the page of a result, and of rows of *stored* results on the same gold.

    *adds_up* says whether the headline counts the listed errors. Without a *title* the page names the files.
    """
    own = result.pooled(result.headline)
    kept = [row for row in stored if row.measure == result.headline]
    rows = [*own, *kept]
    best = best_rows(rows, result.lower_is_better)
    ends = ends_of([*_with_intervals(result), *kept])
    systems = [
        SystemHeadline(
            row.system,
            row,
            f_name(result),
            ends.get(row.system),
            best=place in best,
            difference=_difference(row) if place else "",
        )
        for place, row in enumerate(rows)
    ]
    inputs = [dict(one) | {"file": PurePath(str(one["name"])).name} for one in result.inputs]
    explained = " ".join(filter(None, (_explained(result, own, adds_up=adds_up), _told(kept))))
    return PageTop(title or _title(result.task, inputs), inputs, systems, explained)


def _title(task: str, inputs: Sequence[Mapping[str, Any]]) -> str:
    """The title of a page: the task and the files, for example `Tagged entities in dev.bio: a.bio, crf
    (b.bio)`.
    """
    gold = [_file(one) for one in inputs if one["role"] == "gold"]
    systems = [_file(one) for one in inputs if one["role"] != "gold"]
    more = [f"{len(systems) - NAMED} more"] if len(systems) > NAMED else []
    named = f" in {gold[0]}" if gold else ""
    listed = ", ".join(systems[:NAMED] + more)
    return f"{TASKS.get(task, task)}{named}" + (f": {listed}" if listed else "")


def _file(one: Mapping[str, Any]) -> str:
    """The name of an input, with its file if the names differ."""
    path = PurePath(str(one.get("path") or one["name"]))
    file = path.name
    return file if one["file"] in (file, path.stem) else f"{one['file']} ({file})"


def ends_of(rows: Iterable[Row], name: str = "system") -> dict[str, tuple[float, float]]:
    """Name -> interval, for the rows that have an interval. *name* is the field that names a row."""
    ends = {getattr(row, name): (row.extra.get("value_low"), row.extra.get("value_high")) for row in rows}
    return {
        system: (low, high) for system, (low, high) in ends.items() if low is not None and high is not None
    }


def _with_intervals(result: Result) -> list[Row]:
    """The rows of the headline, with intervals if the result has them or if there are enough units."""
    rows = result.pooled(result.headline)
    if any("value_low" in row.extra for row in rows) or result.scored is None or result.groups:
        return rows
    try:
        units = units_of(result)
        if doubts(units, result, LEVEL, of_systems(units, result.runs_of, [result.headline])):
            return rows
        return replace(result, measures=(result.headline,), added=()).confidence().pooled(result.headline)
    except NerkitError:
        return rows


def _difference(row: Row) -> str:
    """The words about the difference of a system from the first system."""
    delta, p = row.extra.get("delta"), row.extra.get("p_holm", row.extra.get("p"))
    if delta is None or p is None:
        return ""
    name = "p (Holm)" if corrected(row) else "p"
    ends = [row.extra.get("delta_low"), row.extra.get("delta_high")]
    known = [end for end in ends if end is not None]
    interval = f" ({known[0]:+.3f} to {known[1]:+.3f})" if len(known) == len(ends) else ""
    has_zero = bool(known) and min(known) <= 0 <= max(known)
    verdict = f"{'' if p <= ALPHA and not has_zero else 'not '}significant at {ALPHA:g}"
    told = f"{delta:+.3f}{interval}, {name} = {p:.3g}, {verdict}"
    return f"{told} (the interval includes 0)" if has_zero else told


def _told(kept: Sequence[Row]) -> str:
    """A sentence about stored results; empty without stored results."""
    names = ", ".join(row.system for row in kept)
    return f"Stored results ({names}) have scores but no output to show." if kept else ""


def _explained(result: Result, rows: list[Row], *, adds_up: bool) -> str:
    """A sentence about the list of errors if it does not explain the headline; otherwise an empty text."""
    if result.groups:
        return (
            "Numbers of a group of runs are means; the page lists the errors of the first run: "
            f"{', '.join(runs[0] for runs in result.groups.values())}."
        )
    counted = all(row.r_den is not None and row.p_den is not None for row in rows)
    if not counted:
        return (
            f"{result.headline} is not a ratio of counts, so the listed items of the task do "
            "not add up to it."
        )
    if not adds_up:
        return (
            f"{result.headline} counts other items than the listed items of the task, so their "
            "numbers do not add up to it."
        )
    return ""
