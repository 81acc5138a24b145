"""The text of seqeval's `classification_report` (1.2.2), byte for byte: one row per label, then the averages.

The report has the labels of both sides, and two decimals by default. It shows the first chosen measure:
`chunk` is seqeval's default mode, `strict` its strict mode. With several systems, each report is below the
name of its system.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.exceptions import UsageError
from nerkit.formatters import Formatter, Needs, stacked
from nerkit.formatters.conlleval import CHUNK
from nerkit.results.counts import Counts
from nerkit.results.result import Result
from nerkit.results.scores import ratio
from nerkit.views.grid import Style

HEADERS = ("precision", "recall", "f1-score", "support")
SeqevalReport = dict[str, dict[str, float]]  # label or average -> header -> number


def reports(result: Result, _: Style) -> dict[str, SeqevalReport]:
    """The seqeval report of each system: label or average -> scores.

    Raises UsageError for a measure without counts, and for a result without rows by label.
    """
    return {name: _report(counts, result) for name, counts in result.counts.items()}


def render(content: dict[str, SeqevalReport], style: Style) -> str:
    """The seqeval reports of all systems as text."""
    return stacked({name: _text(report, style.digits) for name, report in content.items()})


def dictionary(result: Result) -> dict[str, Any]:
    """The report as the dictionary of seqeval's `output_dict`. With several systems, name -> dictionary."""
    by_system = reports(result, Style())
    return dict(next(iter(by_system.values())) if len(by_system) == 1 else by_system)


def _report(counts: Counts, result: Result) -> SeqevalReport:
    measure = result.measures[0]
    if measure in result.composites:
        raise UsageError(f"the seqeval report needs counts, but {measure} has none")
    labels = {
        label[0][1]: i for i, label in enumerate(counts.labels) if len(label) == 1 and label[0][0] == "label"
    }
    if len(counts.numbers) and not labels:
        raise UsageError('the seqeval report has a row for each label; score with by label (by="label")')
    cells = counts.pooled()[counts.measures.index(measure)] if counts.measures else np.zeros((0, 4))
    names = sorted(name for name, i in labels.items() if cells[i].any())
    numbers = cells[[labels[name] for name in names]][:, [0, 1, 3]]  # correct, system and gold items
    scores, gold = entity_scores(numbers), numbers[:, 2]
    total = numbers.sum(axis=0)
    rows = dict(zip(names, zip(scores, gold, strict=True), strict=True))
    rows |= {
        "micro avg": (entity_scores(total[np.newaxis])[0], total[2]),
        "macro avg": (scores.mean(axis=0) if names else np.zeros(3), total[2]),
        "weighted avg": (np.average(scores, axis=0, weights=gold) if total[2] else np.zeros(3), total[2]),
    }
    return {
        name: dict(zip(HEADERS, (*values.tolist(), int(support)), strict=True))
        for name, (values, support) in rows.items()
    }


def entity_scores(numbers: FloatArray, beta: float = 1.0, empty: str = "zero") -> FloatArray:
    """Precision, recall and F, shape (n, 3), from counts of correct, system and gold items, shape (n, 3).

    F is computed from precision and recall, so that it rounds as in seqeval. For an infinite beta, F is
    recall.
    """
    correct, system, gold = numbers.T
    precision, recall = ratio(correct, system, empty), ratio(correct, gold, empty)
    if math.isinf(beta):
        return np.stack([precision, recall, recall], axis=1)
    f_score = ratio((1 + beta**2) * precision * recall, beta**2 * precision + recall)
    return np.stack([precision, recall, f_score], axis=1)


def header(width: int) -> str:
    """The line of column names; *width* is the width of the first column."""
    return f"{'':>{width}} " + "".join(f" {name:>9}" for name in HEADERS)


def line(name: str, numbers: Sequence[float], width: int, digits: int) -> str:
    """The text line of a row."""
    *scores, support = numbers
    return f"{name:>{width}} " + "".join(f" {score:>9.{digits}f}" for score in scores) + f" {support:>9}"


def _text(report: SeqevalReport, digits: int) -> str:
    width = max(*map(len, report), digits)
    lines = [header(width), ""]
    for name, numbers in report.items():
        if name == "micro avg":
            lines.append("")
        scores = [numbers[column] for column in HEADERS[:3]]
        lines.append(line(name, [*scores, int(numbers["support"])], width, digits))
    return "\n".join(lines) + "\n"


FORMATTER = Formatter(
    render,
    reports,
    takes=Result,
    needs=Needs((CHUNK,), by=("label",), tasks=("bio", "noisy")),
    digits=2,
    dictionary=dictionary,
)
