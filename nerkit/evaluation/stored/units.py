"""Counts by unit as JSON, for statistics that draw units smaller than documents.

    {"name": "sentence", "systems": {"a": {"size": 3, "measures": ["chunk"], "labels": [[]], "extras": {},
     "headlines": {}, "rows": [[0, 0, 0, 1.0, 2.0, 1.0, 1.0], …]}}}

A row has the indices of unit, measure and label in their lists, then the numbers of the count. The names of
units are numbers from 1. Rows with only zeros are left out.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from nerkit.evaluation.stored.value_ranges import Possible, count_table, headline
from nerkit.results.counts import NUMBERS, Counts
from nerkit.results.result import ByUnit

PLACES = 3  # columns of a row before its numbers


def packed(units: ByUnit) -> dict[str, Any]:
    """Return the units of all systems as JSON."""
    name, counts = units
    return {"name": name, "systems": {system: _packed(own) for system, own in counts.items()}}


def unpacked(stored: Mapping[str, Any], limits: Possible) -> ByUnit:
    """Return the units of all systems from their JSON.

    Raises ValueError, TypeError or KeyError for other values, and for counts that the measures cannot
    have.
    """
    if not isinstance(stored["name"], str):
        raise TypeError(f"units called {stored['name']!r}")
    return stored["name"], {system: _unpacked(own, limits) for system, own in stored["systems"].items()}


def check(units: ByUnit, counts: Mapping[str, Counts]) -> None:
    """Raise ValueError unless units and counts have the same systems, and each measure the same kind of
    numbers.
    """
    if set(units[1]) != set(counts):
        raise ValueError(f"units of {sorted(units[1])}")
    for system, own in units[1].items():
        whole = counts[system]
        for measure in own.measures:
            if measure not in whole.measures or own.extras.get(measure) != whole.extras.get(measure):
                raise ValueError(f"units of {measure!r}")
        if own.numbers.shape[1] != whole.numbers.shape[1]:
            raise ValueError("units with other numbers than the counts")


def _packed(counts: Counts) -> dict[str, Any]:
    order = sorted(range(len(counts.labels)), key=counts.labels.__getitem__)
    place_of = np.empty(len(order), np.int64)
    place_of[order] = np.arange(len(order))
    places = np.stack([counts.document, counts.measure, place_of[counts.label]], axis=1)
    in_order = np.lexsort(places.T[::-1])  # one order, however they were counted
    rows = [
        [*place, *numbers]
        for place, numbers in zip(places[in_order].tolist(), counts.numbers[in_order].tolist(), strict=True)
        if any(numbers)
    ]
    return {
        "size": len(counts.documents),
        "measures": counts.measures,
        "labels": [counts.labels[code] for code in order],
        "extras": {name: list(names) for name, names in counts.extras.items()},
        "headlines": {name: list(headline) for name, headline in counts.headlines.items()},
        "rows": rows,
    }


def _unpacked(stored: Mapping[str, Any], limits: Possible) -> Counts:
    labels = [tuple((field, value) for field, value in label) for label in stored["labels"]]
    texts = [*stored["measures"], *(text for label in labels for part in label for text in part)]
    if not all(isinstance(text, str) for text in texts) or type(stored["size"]) is not int:
        raise TypeError("measures and labels of units must be texts")
    extras = {name: tuple(names) for name, names in stored["extras"].items()}
    width = len(NUMBERS) + max(map(len, extras.values()), default=0)
    rows = count_table("a unit", stored["rows"]).reshape(-1, PLACES + width)
    sizes = np.array([stored["size"], len(stored["measures"]), len(stored["labels"])])
    if (rows[:, :PLACES] < 0).any() or (rows[:, :PLACES] >= sizes).any():
        raise ValueError("a count names a unit that does not exist")
    places = rows[:, :PLACES].astype(np.int64)
    if (rows[:, :PLACES] != places).any():
        raise ValueError("a count names a unit that does not exist")
    for number, measure in enumerate(stored["measures"]):
        limits.check_counts(measure, rows[places[:, 1] == number, PLACES:])
    return Counts(
        documents=[str(number) for number in range(1, stored["size"] + 1)],
        measures=list(stored["measures"]),
        labels=labels,
        document=places[:, 0],
        measure=places[:, 1],
        label=places[:, 2],
        numbers=rows[:, PLACES:],
        extras=extras,
        headlines={name: headline(own) for name, own in stored["headlines"].items()},
    )
