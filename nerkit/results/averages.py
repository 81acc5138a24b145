"""Averages of scores: over the documents of a corpus, and over several runs of a system.

    micro   add up the counts of the documents, then divide
    macro   precision, recall and value are means over documents
    mean    the value is the mean over documents; precision and recall do not exist
    means   the value is the F of the mean precision and the mean recall

An example: two documents, in which gold and the system have 2 and 3 items. The system has 2 and 0 right:

    micro   (2 + 0) / (2 + 3) = 0.4        mean   (1 + 0) / 2 = 0.5

If a formula is not normalised, its `mean` is the mean of its matching scores S. If the score of a document is
0/0, the rule `empty` decides. With `zero` the score is 0. With `both-empty-one` it is 1 if neither side has
items, otherwise 0. With `skip` the document does not count.

For a group of n runs, value, precision, recall and f1 are plain means over the runs that have the row. Nulls
do not count. `value_sd` is the sample standard deviation of the values (divided by n - 1; null if n is 1).
`runs` is the number of runs. The counts are null, because means of counts would mislead. An example: F1 of
.6, .7 and .8 gives the value .7 and value_sd .1 with 3 runs.
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
OF_SCORES = (MEAN, MEANS)  # averages whose counts are scores of documents
EMPTY_DOCUMENTS = ("zero", BOTH_EMPTY_ONE, SKIP)
SD, RUNS = "value_sd", "runs"
OPTIMAL, BOUND = "optimal", "upper_bound"


def averaged(numbers: FloatArray, headline: Headline, empty: str) -> tuple[FloatArray, BoolArray, Headline]:
    """Return counts of documents that add up to the average of a headline.

    *numbers* are `p_num, p_den, r_num, r_den` per document, shape (documents, 4). Three values are returned:
    the new counts in this shape, a mask of the documents that count, and the headline that scores the sum.
    For the average `mean` the new counts are `value, 1, value, 1`, for `means` `precision, 1, recall, 1`.
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
    """Return the rows with one row of means for the runs of each group.

    Systems keep their order. Within a system, rows are sorted by *measures*, then as `rank` says.
    """
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
    """Return one row with the means of the numbers in the rows of several runs."""
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
    """Return the mean of the numbers that are not None; return None if all numbers are None."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None
