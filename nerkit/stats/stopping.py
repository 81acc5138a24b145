"""The end of an annotation: the units up to the first after which a sequential test has seen enough."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.errors import UsageError, plural
from nerkit.ground.warnings import Note
from nerkit.results.counts import ALL, Counts
from nerkit.results.rows import EVERYTHING
from nerkit.results.signature import extended
from nerkit.stats.options import SEQUENTIAL
from nerkit.stats.rows import units_of
from nerkit.stats.significance import PairedTest, differences
from nerkit.stats.units import Key

if TYPE_CHECKING:
    from nerkit.results.result import Result


def until(result: "Result", how: PairedTest, most: float) -> tuple["Result", PairedTest]:
    """The result of the units up to the first after which the wealth of the headline is at least *most*, and
    the test of these; all of them where it never is, as a note says.

    Raises UsageError for other tests, for other than two systems, and for a headline without sums over units.
    """
    if how.method != SEQUENTIAL:
        raise UsageError('a wealth to stop at goes with paired="sequential"')
    if not most > 1:
        raise UsageError(f"the wealth begins at 1, so it cannot stop at {most:g}; 20 is a level of 0.05")
    if len(result.systems) != 2:
        raise UsageError(f"one comparison is stopped, of two systems; here are {len(result.systems)}")
    units, key = units_of(result), Key(result.headline, (EVERYTHING, ALL))
    looks = differences(units, (result.systems[0], result.systems[1]), [key], how)[key].looks
    assert looks is not None
    result = replace(result, signature=extended(result.signature, {"stop-at": f"{most:g}"}))
    reached = np.flatnonzero(looks.wealth >= most)
    total = plural(len(looks.documents), units.name)
    if not len(reached):
        told = Note(f"e of {result.headline} never reached {most:g} in {total}: annotation goes on")
        return replace(result, notes=(*result.notes, told)), how
    used = looks.documents[: int(reached[0]) + 1]
    told = Note(
        f"e of {result.headline} reached {most:g} after {units.name} {used[-1]}, {len(used):,} of {total}: "
        "annotation may stop, and those after it are not scored"
    )
    cut = replace(
        result,
        counts={system: among(units.counts[system], used) for system in result.counts},
        scored=None,
        by_unit=None,
        unit_name=units.name,
        notes=(*result.notes, told),
    )
    return cut, how if how.order is None else replace(how, order=used)


def among(counts: Counts, documents: Sequence[str]) -> Counts:
    """The counts of some documents, in their own order; those of the corpus as a whole are left out."""
    kept = set(documents)
    stays = np.array([name in kept for name in counts.documents], bool)
    place = np.where(stays, np.cumsum(stays) - 1, NONE)
    rows = np.flatnonzero((counts.document != NONE) & np.append(stays, False)[counts.document])
    return replace(
        counts,
        documents=[name for name in counts.documents if name in kept],
        document=place[counts.document[rows]],
        measure=counts.measure[rows],
        label=counts.label[rows],
        numbers=counts.numbers[rows],
    )
