"""Pairs of systems, and the rule by which nerkit tells two systems apart.

A difference is significant if p (Holm) <= alpha (0.05 by default) and its interval excludes 0. The two can
disagree. p is about the given runs and corrected for all pairs, and the interval is neither.

nerkit corrects over the pairs of one row (Holm 1979). If the user names several measures, it corrects over
the pairs of all of them, because the user may quote each.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from nerkit.exceptions import plural
from nerkit.results.counts import ALL, label_text
from nerkit.results.rows import EVERYTHING
from nerkit.stats.rows import exact_fields, number, part_fields
from nerkit.stats.significance import DIFFERENCE_LEVEL, Difference, holm
from nerkit.stats.units import Key

RUNS_NEEDED = "runs_needed"
FURTHER = ("precision_delta", "precision_p", "recall_delta", "recall_p")  # further fields of drawn tests


@dataclass(frozen=True)
class Pair:
    """Two systems on one row: `delta` is the second less the first, and the first scores higher in `wins`
    units.

    runs_needed   the number of runs per group that the difference would need
    of_runs       whether the systems are groups of runs
    better        the significantly better system; None if nerkit cannot tell the systems apart
    undecided_by  the objection to a significant difference: `p`, `interval` or `both`; None without objection
    """

    key: Key
    first: str
    second: str
    difference: Difference
    p_holm: float
    wins: int
    ties: int
    losses: int
    runs_needed: int | None = None
    of_runs: bool = False
    better: str | None = None
    undecided_by: str | None = None

    @property
    def worse(self) -> str | None:
        """The significantly worse system; None without a significant difference."""
        return None if self.better is None else self.first if self.better == self.second else self.second

    def to_dict(self) -> dict[str, Any]:
        """Return all fields: first the numbers of the value, then of precision and recall."""
        names = {"measure": self.key.measure, "label": label_text(self.key.cut[1])}
        names |= {"first": self.first, "second": self.second}
        value = measured(self.difference)
        units = {"wins": self.wins, "ties": self.ties, "losses": self.losses}
        further = part_fields(self.difference)
        if not self.difference.exact:
            further = {name: further[name] for name in FURTHER}
        needed = {RUNS_NEEDED: self.runs_needed} if self.of_runs else {}
        decided = {"better": self.better, "undecided_by": self.undecided_by}
        return names | value | {"p_holm": number(self.p_holm)} | decided | units | further | needed


@dataclass(frozen=True)
class Judge:
    """The rule by which nerkit tells two systems apart.

    alpha     p, corrected by Holm, is significant up to this
    lower     the measures with better lower values
    together  whether Holm corrects over the pairs of all measures
    """

    alpha: float
    lower: frozenset[str]
    together: bool = False

    def decided(self, pair: Pair) -> Pair:
        """Return the pair with the better system, or with the objection to a significant difference."""
        delta, low, high = (
            each[0] for each in (pair.difference.delta, pair.difference.low, pair.difference.high)
        )
        is_higher = delta > 0
        has_zero = not math.isnan(low) and not (low > 0 if is_higher else high < 0)
        objections = [not pair.p_holm <= self.alpha, has_zero]
        if any(objections):
            return replace(pair, undecided_by="both" if all(objections) else "interval" if has_zero else "p")
        is_second = is_higher != (pair.key.measure in self.lower)
        return replace(pair, better=pair.second if is_second else pair.first)

    def corrected(self, p: Mapping[Key, Sequence[float]]) -> dict[Key, list[float]]:
        """Return the p of all pairs of each row, corrected by Holm.

        Parts of a measure (`X/…`) and labels are always corrected by themselves.
        """
        measures = {key.measure for key in p}
        whole = [
            key
            for key in p
            if self.together and key.cut == (EVERYTHING, ALL) and measures.isdisjoint(_above(key.measure))
        ]
        whole = [key for key in whole if not any(map(math.isnan, p[key]))]
        of_all = iter(holm([value for key in whole for value in p[key]]))
        return {key: list(islice(of_all, len(p[key]))) if key in whole else holm(p[key]) for key in p}


def _above(measure: str) -> list[str]:
    """Return the measures that a measure can be a part of: `x` and `x/y` for `x/y/z`."""
    parts = measure.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]


def reasons(pairs: Sequence[Pair], judge: Judge, units: str) -> list[str]:
    """Return sentences about the first pair of each kind whose p and interval disagree."""
    lines = []
    for by in ("interval", "p"):
        apart = [pair for pair in pairs if pair.undecided_by == by and not math.isnan(pair.difference.low[0])]
        if apart:
            more = f" and {plural(len(apart) - 1, 'more pair')}" if len(apart) > 1 else ""
            lines.append(f"{apart[0].first}, {apart[0].second}{more}: {_reason(apart[0], judge, units)}")
    return lines


def _reason(pair: Pair, judge: Judge, units: str) -> str:
    """Return the reason against a significant difference if p and the interval disagree."""
    alpha = f"{judge.alpha:g}"
    neither = "so neither counts as better"
    if pair.undecided_by == "interval":
        why = (
            "p is about these runs, and the interval also allows for other runs"
            if pair.of_runs
            else ("p tells if chance explains the difference, the interval how large it may be")
        )
        return f"p ≤ {alpha}, but the interval includes 0, {neither}; {why}"
    why = (
        "the interval is for this pair alone, but p allows for all pairs"
        if pair.difference.p[0] <= judge.alpha
        else f"with {units} the interval is only roughly a {DIFFERENCE_LEVEL:.0%} interval"
    )
    return f"the interval excludes 0, but p > {alpha}, {neither}; {why}"


def needed_runs(pair: Pair) -> str:
    """Return the sentence about the number of runs that make such a difference significant."""
    needed = pair.runs_needed
    enough = (
        "no number of runs would be enough" if needed is None else f"it needs about {needed:,} runs of each"
    )
    return f"{pair.first}, {pair.second}: for a significant difference of this size {enough}"


def measured(difference: Difference) -> dict[str, Any]:
    """Return a difference of values, the ends of its interval, and p with the details of an exact test."""
    measured = {
        "delta": number(difference.delta[0]),
        "delta_low": number(difference.low[0]),
        "delta_high": number(difference.high[0]),
        "p": number(difference.p[0]),
    }
    return measured | (exact_fields(difference) if difference.exact else {})
