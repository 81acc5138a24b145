"""The text of seqeval's `classification_report` (1.2.2), byte for byte: a row for each label, then the averages.

Labels are all of either side; two decimals unless `--digits` says otherwise. The report is of the first measure asked for: `chunk` is
seqeval's default mode, `strict` its strict mode. Of several systems each report stands below the system's name.
"""

from nerkit.counts import Counts
from nerkit.errors import UsageError
from nerkit.formatters import Needs, Style
from nerkit.result import Result
from nerkit.scores import AVERAGES, Grouping, rows

NEEDS = Needs(("chunk",), ("label",))
DIGITS = 2
HEADERS = ("precision", "recall", "f1-score", "support")
TITLES = {"micro": "micro avg", "macro": "macro avg", "weighted": "weighted avg"}


def render(result: Result, style: Style) -> str:
    """The report of every system."""
    reports = {name: _text(table, style.digits) for name, table in tables(result).items()}
    if len(reports) == 1:
        return "".join(reports.values())
    return "\n".join(f"{name}\n{report}" for name, report in reports.items())


def tables(result: Result) -> dict[str, dict[str, dict[str, float]]]:
    """The report of each system as seqeval's `output_dict` has it: label or average -> precision, recall, f1-score, support."""
    return {name: _table(counts, result) for name, counts in result.counts.items()}


def _table(counts: Counts, result: Result) -> dict[str, dict[str, float]]:
    if "label" not in result.scoring.by:
        raise UsageError("the seqeval report has a row for each label; score with by label (--by label)")
    by_label = [Grouping(("label",), shown=True)]
    found = rows(counts, "", result.measures[:1], by_label, macro=True, empty=result.scoring.empty)
    cells = {
        (
            row.label,
            isinstance(row.label, str) and row.label in AVERAGES and i >= len(found) - len(AVERAGES),
        ): {
            "precision": row.precision or 0.0,
            "recall": row.recall or 0.0,
            "f1-score": row.f1 or 0.0,
            "support": int(row.r_den),
        }
        for i, row in enumerate(found)
    }
    total = cells["micro", True]["support"]
    averages = {title: {**cells[name, True], "support": total} for name, title in TITLES.items()}
    return {label: cell for (label, average), cell in cells.items() if not average} | averages


def _text(table: dict[str, dict[str, float]], digits: int) -> str:
    width = max(*map(len, table), digits)
    lines = [f"{'':>{width}} " + "".join(f" {header:>9}" for header in HEADERS), ""]
    for label, cell in table.items():
        if label == "micro avg":
            lines.append("")
        scores = "".join(f" {cell[header]:>9.{digits}f}" for header in HEADERS[:3])
        lines.append(f"{label:>{width}} {scores} {int(cell['support']):>9}")
    return "\n".join(lines) + "\n"
