"""The text of seqeval's `classification_report` (1.2.2), byte for byte: a row for each label, then the averages.

Labels are all of either side; two decimals unless `--digits` says otherwise. The report is of the first measure asked for: `chunk` is
seqeval's default mode, `strict` its strict mode. Of several systems each report stands below the system's name.
"""

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.errors import UsageError
from nerkit.formatters import Needs, Style
from nerkit.results.counts import Counts
from nerkit.results.result import Result
from nerkit.results.scores import ratio
from nerkit.views.grid import stacked

NEEDS = Needs(("chunk",), ("label",), ("bio", "noisy"))
DIGITS = 2
HEADERS = ("precision", "recall", "f1-score", "support")


def render(result: Result, style: Style) -> str:
    """The report of every system."""
    return stacked({name: _text(table, style.digits) for name, table in tables(result).items()})


def tables(result: Result) -> dict[str, dict[str, dict[str, float]]]:
    """The report of each system as seqeval's `output_dict` has it: label or average -> precision, recall, f1-score, support."""
    return {name: _table(counts, result) for name, counts in result.counts.items()}


def _table(counts: Counts, result: Result) -> dict[str, dict[str, float]]:
    if result.measures[0] in result.composites:
        raise UsageError(f"the seqeval report is made of counts, and {result.measures[0]} has none")
    by_label = any(len(label) == 1 and label[0][0] == "label" for label in counts.labels)
    if len(counts.numbers) and not by_label:
        raise UsageError("the seqeval report has a row for each label; score with by label (--by label)")
    cells = (
        counts.pooled()[counts.measures.index(result.measures[0])] if counts.measures else np.zeros((0, 4))
    )
    found = {
        label[0][1]: cells[i, [0, 1, 3]]
        for i, label in enumerate(counts.labels)
        if len(label) == 1 and label[0][0] == "label" and cells[i].any()
    }
    labels = sorted(found)
    numbers = np.array([found[label] for label in labels]).reshape(-1, 3)
    scores, gold = _scores(numbers), numbers[:, 2]
    total = numbers.sum(axis=0)
    rows = dict(zip(labels, zip(scores, gold, strict=True), strict=True))
    rows |= {
        "micro avg": (_scores(total[None])[0], total[2]),
        "macro avg": (scores.mean(axis=0) if labels else np.zeros(3), total[2]),
        "weighted avg": (np.average(scores, axis=0, weights=gold) if total[2] else np.zeros(3), total[2]),
    }
    return {
        name: dict(zip(HEADERS, (*values.tolist(), int(support)), strict=True))
        for name, (values, support) in rows.items()
    }


def _scores(numbers: FloatArray) -> FloatArray:
    """Precision, recall and F1 of rows of correct, system and gold items; F1 from the quotients, as seqeval rounds it."""
    correct, system, gold = numbers.T
    precision, recall = ratio(correct, system), ratio(correct, gold)
    f_score = ratio(2 * precision * recall, precision + recall)
    return np.stack([precision, recall, f_score], axis=1)


def _text(table: dict[str, dict[str, float]], digits: int) -> str:
    width = max(*map(len, table), digits)
    lines = [f"{'':>{width}} " + "".join(f" {header:>9}" for header in HEADERS), ""]
    for label, cell in table.items():
        if label == "micro avg":
            lines.append("")
        scores = "".join(f" {cell[header]:>9.{digits}f}" for header in HEADERS[:3])
        lines.append(f"{label:>{width}} {scores} {int(cell['support']):>9}")
    return "\n".join(lines) + "\n"
