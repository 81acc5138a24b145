"""The names that gold and a system share, and warnings if they share none.

    gold     LOC 12, PER 40        gold and system have no label in common: nerkit warns
    system   loc 11, person 38
    measure  0 of 52 and 49        a measure is zero though both sides have items: nerkit warns, too

Names are counted in the columns of the paired sides (`Task.names`). The counts of shards are added. Names
that need a pass over the items (`Task.names_in_items`) are counted only if a measure is zero.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.corpus import Batch
from nerkit.exceptions import plural, some
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.results.counts import ALL, Counts
from nerkit.results.result import Result
from nerkit.scorers.names import LABEL
from nerkit.scorers.task import Measure, Task, counted

PATH = "path"  # a kind of names with a longer warning
FIRST = 200  # documents in which nerkit looks for an explanation
LOW = 0.05  # the value below which a headline is explained
MOST = 10_000  # the most different names of a kind on a side about which nerkit warns

FEW, SHARE = 5, 0.1  # the least number, and share, of a side's items with labels that the other side lacks

Numbers = Mapping[str, int] | None  # name -> how many items have it; None: there are too many names
Sides = tuple[Numbers, Numbers]


Names = Mapping[str, Sides]  # kind of name -> the names of gold, the names of a system


@record(frozen=True)
class Met:
    """The names in the items of the gold side and of a system, by kind.

    names     names from columns;  searched   names from a pass over the items, None if they were not counted
    """

    names: Names
    searched: Names | None

    def __add__(self, other: "Met") -> "Met":
        """Return the names of both parts together."""
        partly = self.searched is None or other.searched is None
        return Met(
            _added(self.names, other.names),
            None if partly else _added(self.searched or {}, other.searched or {}),
        )


def met(task: Task, batch: Batch[Any], counts: Counts | None) -> Met:
    """Count the names in the items of both sides of a batch.

    Names that need a pass over the items are counted only if *counts* are None or a measure is zero.
    """
    return Met(
        _names(task.names, batch),
        _names(task.names_in_items, batch) if _suspicious(counts) else None,
    )


def _suspicious(counts: Counts | None) -> bool:
    """Return whether a measure is zero, or no measure was counted."""
    return counts is None or any(_pooled(counts, name)[0] == 0 for name in counts.measures)


def unmet(
    mets: Mapping[str, Met],
    counts: Mapping[str, Counts],
    headline: Measure,
    explained: Callable[[str], list[str]],
) -> list[str]:
    """Return the warnings about systems that share no name with the gold side or have a zero *headline*.

    *mets* and *counts* are given by system; *counts* can lack systems. The function *explained* returns
    the explanation of a headline near zero, given the name of a system.
    """
    warnings: list[str] = []
    for system, one in mets.items():
        searched = one.searched if one.searched and _suspicious(counts.get(system)) else {}
        names = {**one.names, **searched}
        own = [text for kind, sides in names.items() for text in of_names(kind, sides, ("gold", system))]
        own += explained(system)
        if not own and system in counts:
            own = _zero(counts[system], headline, system)
        warnings += own
    return warnings


def pooled_value(task: Task, measure: Measure, options: Any, counts: Counts) -> float:
    """Return the pooled F1 of a measure; its pooled value for a measure without F1."""
    name = measure.name
    if measure.combine is None:
        p_num, p_den, r_num, r_den = _pooled(counts, name)
        bottom = p_num * r_den + r_num * p_den
        return 2 * p_num * r_num / bottom if bottom else 0.0
    composites = task.composites([measure], options)
    head = Result(task.name, "", (name,), {"": counts}, composites=composites, headline=name).head
    return (head.value if head.f1 is None else head.f1) or 0.0


def is_low(task: Task, measure: Measure, options: Any, counts: Counts) -> bool:
    """Return whether the headline is near zero though both sides have items."""
    if measure.lower_is_better or not _both_have_items(counts, measure):
        return False
    return pooled_value(task, measure, options, counts) < LOW


def _both_have_items(counts: Counts, measure: Measure) -> bool:
    """Return whether both sides have items that a measure counts."""
    sums = [_pooled(counts, part.name) for part in counted([measure])]
    return any(one[1] > 0 for one in sums) and any(one[3] > 0 for one in sums)


def _zero(counts: Counts, headline: Measure, name: str) -> list[str]:
    """Return the warning about a headline that is zero though both sides have items, in a list; empty
    otherwise.
    """
    sums = [_pooled(counts, part.name) for part in counted([headline])]
    if headline.lower_is_better or any(one[0] > 0 or one[2] > 0 for one in sums):
        return []
    if not _both_have_items(counts, headline):
        return []
    system, gold = max(one[1] for one in sums), max(one[3] for one in sums)
    ours, theirs = f"{gold:,.10g}", f"{system:,.10g}"
    return [Warned("headline-zero", side=name, measure=headline.name, gold=ours, system=theirs)]


def _pooled(counts: Counts, measure: str) -> list[float]:
    """Return the pooled counts of a measure: p_num, p_den, r_num, r_den."""
    if measure not in counts.measures or ALL not in counts.labels:
        return [0.0] * 4
    rows = (counts.measure == counts.measures.index(measure)) & (counts.label == counts.labels.index(ALL))
    sums: list[float] = counts.numbers[rows, :4].sum(axis=0).tolist()
    return sums


def of_names(kind: str, sides: Sides, who: tuple[str, str]) -> list[str]:
    """Return the warnings about the names of two sides; *who* has the names of the sides.

    A warning says that the sides have no name in common, or that each side has labels that the other
    lacks.
    """
    (gold, system), (first, second) = sides, who
    if not gold or not system:
        return []
    ours, theirs = sorted(gold.keys() - system.keys()), sorted(system.keys() - gold.keys())
    if not ours or not theirs:
        return []
    if kind == PATH:
        from nerkit.scorers.json.path_coverage import nothing_common

        apart_alone = len(ours) == len(gold) and len(theirs) == len(system)
        said = nothing_common(second, gold, system, first=first)
        return [Warned("nothing-in-common", said=said)] if apart_alone else []
    if len(ours) == len(gold) and len(theirs) == len(system):
        both = f"{first} has {some(ours)}; {second} has {some(theirs)}"
        return [Warned("nothing-in-common", said=f"{first} and {second} have no {kind} in common: {both}")]
    apart = [sum(side[one] for one in own) for side, own in ((gold, ours), (system, theirs))]
    whole = [sum(side.values()) for side in (gold, system)]
    is_much = all(part >= max(FEW, SHARE * size) for part, size in zip(apart, whole, strict=True))
    from nerkit.corpora.pairing.likely_names import likely

    if kind != LABEL or not (is_much or likely(ours, theirs)):
        return []  # rare labels are often on one side only
    own = f"{plural(apart[1], 'item')} with a label that {first} does not have ({some(theirs)})"
    others = f"{plural(apart[0], 'item')} with a label that {second} does not have ({some(ours)})"
    return [Warned("labels-apart", side=second, said=f"{own}, where {first} has {others}")]


def _names(way: Callable[[Any], Mapping[str, Column | Mapping[str, int]]], batch: Batch[Any]) -> Names:
    """Return the names of both sides of a batch, for each kind that both sides have."""
    gold, system = way(batch.gold), way(batch.system)
    return {kind: (_numbers(gold[kind]), _numbers(system[kind])) for kind in gold if kind in system}


def _numbers(names: Column | Mapping[str, int]) -> Numbers:
    """Return the number of items with each name; None for more than MOST names."""
    if not isinstance(names, Column):
        return None if len(names) > MOST else dict(names)
    sizes = np.bincount(names.codes - NONE, minlength=len(names.values) + 1)[1:]  # without absent names
    used = sizes.nonzero()[0]
    return None if len(used) > MOST else {str(names.values[i]): int(sizes[i]) for i in used.tolist()}


def _sum(one: Numbers, other: Numbers) -> Numbers:
    if one is None or other is None:
        return None
    both = Counter(one)
    both.update(other)
    return None if len(both) > MOST else dict(both)


def _added(one: Names, other: Names) -> Names:
    none: Sides = ({}, {})
    pairs = {kind: (one.get(kind, none), other.get(kind, none)) for kind in {**one, **other}}
    return {kind: (_sum(a[0], b[0]), _sum(a[1], b[1])) for kind, (a, b) in pairs.items()}
