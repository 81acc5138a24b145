"""Errors of one system that another system repaired, and errors that it added.

A gold item is wrong in a system if the system's list has an error of this item, of any class. For example, an
item that one system misses and the other finds with a wrong border is wrong in both. System items without a
gold partner are wrong, too. Items of two lists are equal if document, place, text and label are equal. If a
list has several equal items, nerkit counts them.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from nerkit.algorithms.columns import NONE
from nerkit.results.errors import Errors

FIXED, BROKEN = "fixed", "broken"


class Change(NamedTuple):
    """The places of the errors that are `fixed`, or of the errors that are `broken`."""

    change: str
    pairs: frozenset[int]


def differing(by_system: Mapping[str, Errors]) -> dict[str, Change]:
    """Return for each system the errors that the other system does not make.

    *by_system* holds exactly two systems. The errors of the first system count as `fixed`, the errors of the
    second as `broken`.
    """
    items = {system: wrong_items(errors) for system, errors in by_system.items()}
    first, second = items
    return {
        first: Change(FIXED, _without(items[first], items[second])),
        second: Change(BROKEN, _without(items[second], items[first])),
    }


def _without(errors: Mapping[Hashable, list[int]], others: Mapping[Hashable, list[int]]) -> frozenset[int]:
    """Return the places of the errors whose item is not in *others*."""
    return frozenset(pair for item in errors.keys() - others.keys() for pair in errors[item])


def wrong_items(errors: Errors) -> dict[Hashable, list[int]]:
    """Return wrong item -> the places of its errors. Equal items of several systems have equal keys."""
    places: dict[Hashable, list[int]] = {}
    known: dict[tuple[int, int], Hashable] = {}  # (side, row) -> item
    seen: Counter[Hashable] = Counter()
    for pair, *of_pair in _wrong(errors):
        document, gold, system = of_pair
        side, row = (0, gold) if gold != NONE else (1, system)
        if (side, row) not in known:
            fields = errors.items[side].fields(row)
            if side and not errors.labelled:
                del fields["label"]  # labels of two systems cannot be compared here
            item = (
                side,
                errors.documents[document],
                *fields.values(),
                errors.items[side].where(row)[1] if side == 0 else None,
            )
            known[side, row] = (*item, seen[item])
            seen[item] += 1
        places.setdefault(known[side, row], []).append(pair)
    return places


def _wrong(errors: Errors) -> Iterator[tuple[int, int, int, int]]:
    """Yield place, document, gold row and system row of each pair that is not correct."""
    columns = (column.tolist() for column in (errors.document, errors.gold, errors.system))
    kinds = errors.kind.tolist()
    for pair, (kind, document, gold, system) in enumerate(zip(kinds, *columns, strict=True)):
        if kind:
            yield pair, document, gold, system
