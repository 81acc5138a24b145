"""The kinds of errors that cost most: a class and a pair of labels, and the F1 that each costs."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from heapq import nsmallest
from typing import Any, NamedTuple

import numpy as np

from nerkit.exceptions import plural
from nerkit.results.error_list import ErrorList
from nerkit.results.error_parts import counted_pairs, label_of
from nerkit.results.error_rows import Error, ErrorRows
from nerkit.results.errors import Errors
from nerkit.results.gains import HeadlineCounts, gains

Kind = tuple[str, str | None, str | None]  # class, labels of gold and of the system


class Cost(NamedTuple):
    """A kind of errors: its class and the labels of both sides (None where there is no item, or where
    labels of the two do not mean the same), how many there are, and the gain of F1 if it is known.
    """

    kind: str
    gold: str | None
    system: str | None
    errors: float
    gain: float | None

    def told(self, digits: int) -> str:
        """`label LOC → ORG: 12 errors, +0.031 F1 if repaired`."""
        labels = " → ".join(dict.fromkeys(filter(None, (self.gold, self.system))))
        number = (
            plural(self.errors, "error") if isinstance(self.errors, int) else f"{self.errors:,.1f} errors"
        )
        gain = "" if self.gain is None else f", {self.gain:+.{digits}f} F1 if repaired"
        return f"{' '.join(filter(None, (self.kind, labels)))}: {number}{gain}"


def costs(listed: ErrorList) -> Iterator[tuple[str, list[Cost]]]:
    """The kinds of errors of each system, those that cost most first: by the gain of the headline, else by
    their number. Nothing where there are no errors.
    """
    headline, _ = listed.sums.counted()
    if headline is not None:
        for system, errors in listed.by_system.items():
            yield system, sorted(_of_system(system, errors, headline), key=_order)


def costliest(listed: ErrorList, items: int) -> ErrorList:
    """The errors of a list that cost most, at most *items*: those of the kinds that do, in the order of
    `costs`, and within a kind in the order of the list; as they are listed where no costs are known.
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
    """The label of a side of an error as costs have it: `-` for an item without one, None for no item."""
    return None if all(value is None for value in item.values()) else str(item.get("label") or "-")


def _of_system(system: str, errors: Errors, headline: HeadlineCounts) -> Iterator[Cost]:
    places: dict[Kind, list[int]] = {}
    for place in np.flatnonzero(errors.kind).tolist():  # 0 is correct
        rows = int(errors.gold[place]), int(errors.system[place])
        gold, own = (
            label_of(items, row) if errors.labelled else None
            for items, row in zip(errors.items, rows, strict=True)
        )
        places.setdefault((errors.kinds[errors.kind[place]], gold, own), []).append(place)
    counted = counted_pairs(errors, places, headline.measure)
    gained = gains(headline, system, counted.wrong, [counts.wrong for counts in counted.classes.values()])
    for (kind, counts), (gain, _) in zip(counted.classes.items(), gained, strict=True):
        yield Cost(*kind, counts.errors, gain)


def _order(cost: Cost) -> tuple[float, float]:
    return -(cost.gain or 0.0), -cost.errors
