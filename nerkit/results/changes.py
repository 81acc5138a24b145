"""Errors of one system that another repaired, and those that it broke.

A gold item is wrong in a system if an error of it is listed, whatever its class: an item that was missed
and now has another border is wrong in both. So are system items without a partner in gold. Items are the same
in both lists if they are of one document and have the same place, text and label; equal ones are counted.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from nerkit.algorithms.columns import NONE
from nerkit.results.errors import Errors

FIXED, BROKEN = "fixed", "broken"


class Change(NamedTuple):
    """A change of errors between two systems, repaired or broken, and their places."""

    change: str
    pairs: frozenset[int]


def differing(by_system: Mapping[str, Errors]) -> dict[str, Change]:
    """The errors of the first of two systems that the second has repaired, and those that this one alone
    makes.
    """
    items = {system: wrong_items(errors) for system, errors in by_system.items()}
    first, second = items
    return {
        first: Change(FIXED, _without(items[first], items[second])),
        second: Change(BROKEN, _without(items[second], items[first])),
    }


def _without(errors: Mapping[Hashable, list[int]], others: Mapping[Hashable, list[int]]) -> frozenset[int]:
    return frozenset(pair for item in errors.keys() - others.keys() for pair in errors[item])


def wrong_items(errors: Errors) -> dict[Hashable, list[int]]:
    """The places of the errors of each item, which is the same in the lists of several systems."""
    places: dict[Hashable, list[int]] = {}
    known: dict[tuple[int, int], Hashable] = {}  # (side, row) -> item
    seen: Counter[Hashable] = Counter()
    for pair, *of_pair in _wrong(errors):
        document, gold, system = of_pair
        side, row = (0, gold) if gold != NONE else (1, system)
        if (side, row) not in known:
            fields = errors.items[side].fields(row)
            if side and not errors.labelled:
                del fields["label"]  # of the system alone, so that it means nothing beside another one
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
    """Place, document, gold row and system row of each pair that is not correct."""
    columns = (column.tolist() for column in (errors.document, errors.gold, errors.system))
    kinds = errors.kind.tolist()
    for pair, (kind, document, gold, system) in enumerate(zip(kinds, *columns, strict=True)):
        if kind:
            yield pair, document, gold, system
