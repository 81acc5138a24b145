"""Groups of runs: the rows of several runs of one system as rows of their means.

value, precision, recall and f1 are plain means of the runs that have the row, nulls left out; `value_sd` is
the sample standard deviation of the values (of n of them, over n - 1; null of fewer than two), `runs` the
number of runs. Counts are null, as means of counts are none. For F1 .6, .7 and .8: value .7, value_sd .1,
runs 3.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nerkit.results.rows import Row, rank

SD, RUNS = "value_sd", "runs"
OPTIMAL, BOUND = "optimal", "upper_bound"


def averaged(rows: Sequence[Row], groups: Mapping[str, Sequence[str]], measures: Sequence[str]) -> list[Row]:
    """The rows with those of each group of runs as one: systems in their order, then measures in theirs."""
    group_of = {run: name for name, runs in groups.items() for run in runs}
    by_system: dict[str, list[Row]] = {}
    for row in rows:
        by_system.setdefault(group_of.get(row.system, row.system), []).append(row)
    order = {document: i for i, document in enumerate(dict.fromkeys(row.document for row in rows))}
    together: list[Row] = []
    for system, own in by_system.items():
        cells: dict[tuple[str, Any], list[Row]] = {}
        for row in own:
            cells.setdefault((row.measure, row.cut), []).append(row)
        ordered = sorted(cells, key=lambda cell: (measures.index(cell[0]), rank(cell[1], order)))
        if system in groups:
            together += [_mean(system, cells[cell]) for cell in ordered]
        else:
            together += [replace(row, extra=row.extra | {SD: None, RUNS: 1}) for row in own]
    return together


def _mean(system: str, rows: Sequence[Row]) -> Row:
    """The row of the means of the runs."""
    from statistics import stdev

    values = [row.value for row in rows if row.value is not None]
    extra: dict[str, Any] = dict.fromkeys(name for row in rows for name in row.extra)
    if OPTIMAL in extra:
        extra[OPTIMAL] = all(row.extra.get(OPTIMAL) for row in rows)
        if BOUND in extra:
            extra[BOUND] = mean(row.extra.get(BOUND, row.value) for row in rows)
    extra |= {SD: stdev(values) if len(values) > 1 else None, RUNS: len(rows)}
    return Row(
        system,
        rows[0].measure,
        rows[0].document,
        rows[0].label,
        mean(row.value for row in rows),
        mean(row.precision for row in rows),
        mean(row.recall for row in rows),
        mean(row.f1 for row in rows),
        *(None,) * 4,
        extra=extra,
        cut=rows[0].cut,
    )


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the numbers that exist, None where there is none."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None
