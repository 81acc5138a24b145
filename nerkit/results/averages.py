"""Averages of the scores of documents, the counts that a metric is summed from, and of runs of a system.

    micro   the counts of documents are added up, then divided
    macro   precision, recall and value are means over documents
    mean    the value is the mean over documents; there is no precision and no recall
    means   the value is the F of the mean precision and the mean recall

Two documents of two and of three elements, both sides, of which 2 and 0 are right:

    micro   (2 + 0) / (2 + 3) = 0.4        mean   (1 + 0) / 2 = 0.5

A formula that is not normalised has as its `mean` the mean of its matching scores, S. Where a document has
0/0, its score is that of `empty`: 0 (`zero`), 1 where neither side has anything and else 0
(`both-empty-one`), or the document is left out (`skip`).

Of a group of runs value, precision, recall and f1 are plain means of the runs that have the row, nulls left
out; `value_sd` is the sample standard deviation of the values (of n of them, over n - 1; null of fewer than
two), `runs` the number of runs. Counts are null, as means of counts are none. For F1 .6, .7 and .8: value .7,
value_sd .1, runs 3.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.results.conventions import BOTH_EMPTY_ONE, SKIP
from nerkit.results.counts import MEAN, Headline
from nerkit.results.rows import Row, rank
from nerkit.results.scores import ratio, score

MICRO, MACRO, MEANS = "micro", "macro", "means"
AVERAGES = (MICRO, MACRO, MEAN, MEANS)
OF_SCORES = (MEAN, MEANS)  # those whose counts are scores of documents
EMPTY_DOCUMENTS = ("zero", BOTH_EMPTY_ONE, SKIP)
SD, RUNS = "value_sd", "runs"
OPTIMAL, BOUND = "optimal", "upper_bound"


def averaged(numbers: FloatArray, headline: Headline, empty: str) -> tuple[FloatArray, BoolArray, Headline]:
    """The counts of documents under the average of a headline, which documents count, and the headline then.

    *numbers* are `p_num, p_den, r_num, r_den`, shape (documents, 4); so are those returned. Those of a mean
    are `value, 1, value, 1`, those of means `precision, 1, recall, 1`.
    """
    if headline.average not in OF_SCORES:
        return numbers, np.ones(len(numbers), bool), headline
    if headline.average == MEANS:
        parts = [ratio(numbers[:, i], numbers[:, i + 1], "zero") for i in (0, 2)]
        if empty == BOTH_EMPTY_ONE:
            neither = (numbers[:, 1] == 0) & (numbers[:, 3] == 0)
            parts = [np.where(neither, 1.0, part) for part in parts]
        counted = ((numbers[:, 1] > 0) & (numbers[:, 3] > 0)) | (empty != SKIP)
        ones = np.ones(len(numbers))
        return np.stack([parts[0], ones, parts[1], ones], axis=1), counted, headline._replace(average=MICRO)
    value = score(numbers, 1.0, empty, headline)[:, 0]
    counted = ~np.isnan(value)
    columns = [np.where(counted, value, 0), np.ones(len(numbers))] * 2
    return np.stack(columns, axis=1), counted, Headline(MEAN)


def averaged_runs(
    rows: Sequence[Row], groups: Mapping[str, Sequence[str]], measures: Sequence[str]
) -> list[Row]:
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
