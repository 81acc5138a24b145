"""The Markdown tables of Nerval 0.3.3, with None for missing numbers. `nerkit nerval` prints them."""

from collections.abc import Sequence

from nerkit.ground.plain_text import visible
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.scorers.noisy.nerval import TOTAL

HEADER = ("tag", "predicted", "matched", "Precision", "Recall", "F1", "Support")


def render(result: Result, *, verbose: bool) -> str:
    """The table with the row of all labels; with *verbose*, a row for each label comes first."""
    rows = [
        row
        for row in result.rows
        # Nerval adds a label called ALL to the total, so the label has no row
        if row.label == "*" or (verbose and row.label != TOTAL and (row.p_den or row.r_den))
    ]
    return _markdown([list(HEADER), *(_cells(row) for row in rows)])


def means(results: Sequence[Result]) -> str:
    """The table with the plain means over files of the scores of ALL. Scores that do not exist
    are left out.
    """
    columns = zip(*(_scores(result.head) for result in results), strict=True)
    existing = [[score for score in column if score is not None] for column in columns]
    cells = [_rounded(sum(scores) / len(scores) if scores else None) for scores in existing]
    return _markdown([list(HEADER[3:6]), cells])


def _cells(row: Row) -> list[str]:
    """The cells of a row. If a side lacks the label, its number and the scores that need it are None."""
    total = row.label == "*"
    name = TOTAL if total else visible(row.label)
    predicted, support = (
        str(int(count) if count or total else None) for count in (row.p_den or 0, row.r_den or 0)
    )
    return [name, predicted, str(int(row.p_num or 0)), *map(_rounded, _scores(row)), support]


def _scores(row: Row) -> tuple[float | None, float | None, float | int | None]:
    """P, R and F1 as Nerval computes them: None for 0/0, and the integer 0 if P + R = 0."""
    matched = row.p_num or 0
    precision = matched / row.p_den if row.p_den else None
    recall = matched / row.r_den if row.r_den else None
    if precision is None or recall is None:
        return precision, recall, None
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0


def _rounded(value: float | None) -> str:
    return str(None if value is None else round(value, 3))


def _markdown(rows: list[list[str]]) -> str:
    """A Markdown table. The first row is the header, and the first column is aligned left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    rule = [":" + "-" * (width + 1) if i == 0 else "-" * (width + 1) + ":" for i, width in enumerate(widths)]
    head, *body = (f"| {' | '.join(line)} |" for line in lines)
    return "\n".join([head, f"|{'|'.join(rule)}|", *body])
