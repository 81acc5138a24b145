"""Kinds of errors, sorted by the F1 that they cost. A kind is an error class with a gold and a system
label.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from heapq import nsmallest
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.exceptions import plural
from nerkit.results.error_list import ErrorList
from nerkit.results.error_parts import PairLabels, counted_pairs, grouped
from nerkit.results.error_rows import Error, ErrorRows
from nerkit.results.errors import Errors
from nerkit.results.repair_gains import HeadlineCounts, gains

Kind = tuple[str, str | None, str | None]  # class, gold label, system label


class Cost(NamedTuple):
    """The cost of one kind of errors.

    kind           the error class
    gold, system   the labels; None if a side has no item, or if gold labels and system labels cannot be
                   compared
    errors         the number of errors
    gain           the gain of F1 if nerkit knows it
    """

    kind: str
    gold: str | None
    system: str | None
    errors: float
    gain: float | None

    def told(self, digits: int) -> str:
        """The cost as text, for example `label LOC → ORG: 12 errors, +0.031 F1 if repaired`."""
        labels = " → ".join(dict.fromkeys(filter(None, (self.gold, self.system))))
        number = (
            plural(self.errors, "error") if isinstance(self.errors, int) else f"{self.errors:,.1f} errors"
        )
        gain = "" if self.gain is None else f", {self.gain:+.{digits}f} F1 if repaired"
        return f"{' '.join(filter(None, (self.kind, labels)))}: {number}{gain}"


def costs(listed: ErrorList) -> Iterator[tuple[str, list[Cost]]]:
    """Yield each system with its kinds of errors, the most expensive first.

    The gain of the headline sorts them, or the number of errors if gains are not known. Nothing is yielded if
    no system has errors.
    """
    headline, _ = listed.sums.counted()
    if headline is not None:
        for system, errors in listed.by_system.items():
            yield system, sorted(_of_system(system, errors, headline), key=_order)


def costliest(listed: ErrorList, items: int) -> ErrorList:
    """Return the list with the *items* most expensive errors.

    Errors are sorted by their kind in the order of `costs`, and within a kind as in the list. If no costs are
    known, the list keeps its order.
    """
    ranks = {(system, *cost[:3]): rank for system, found in costs(listed) for rank, cost in enumerate(found)}
    last = len(ranks)

    def rank(row: Error) -> int:
        gold, own = map(_label, (row.gold_item, row.system_item))
        return ranks.get(
            (row.system, row.kind, gold, own), ranks.get((row.system, row.kind, None, None), last)
        )

    chosen = nsmallest(items, listed.rows, key=rank)
    return replace(listed, rows=ErrorRows([chosen]), places=(), total=len(listed))


def _label(item: Mapping[str, Any]) -> str | None:
    """Return the label of one side of an error: `-` for an item without a label, None for no item."""
    return None if all(value is None for value in item.values()) else str(item.get("label") or "-")


def _of_system(system: str, errors: Errors, headline: HeadlineCounts) -> Iterator[Cost]:
    """Yield the cost of each kind of errors of a system."""
    places: dict[Kind, IntArray] = {}
    labels = PairLabels.of(errors)
    wrong = np.flatnonzero(errors.kind)  # kind 0 is `correct`
    for group in grouped(errors.kind[wrong], wrong):
        parts = labels.grouped(group) if errors.labelled else {(None, None): group}
        places |= {(errors.kinds[errors.kind[group[0]]], *pair): each for pair, each in parts.items()}
    places = dict(sorted(places.items(), key=lambda each: int(each[1][0])))
    counted = counted_pairs(errors, places, headline.measure)
    gained = gains(headline, system, counted.wrong, [counts.wrong for counts in counted.classes.values()])
    for (kind, counts), (gain, _) in zip(counted.classes.items(), gained, strict=True):
        yield Cost(*kind, counts.errors, gain)


def _order(cost: Cost) -> tuple[float, float]:
    """Return the sort key of a cost: the largest gain first, then most errors."""
    return -(cost.gain or 0.0), -cost.errors
