"""The rows of a result as a grid of text, for the formats that people read."""

from nerkit.formatters import Style
from nerkit.result import Result
from nerkit.scores import Row

NAMES = ("system", "measure", "document", "label")


def grid(result: Result, style: Style) -> tuple[list[str], list[list[str]]]:
    """Headers and rows of text.

    Columns that say the same in every row are left out: one system, no documents, no labels. `correct` is p_num, or
    p_num/r_num where they differ; `system` and `gold` are p_den and r_den.
    """
    rows = result.rows
    names = [name for name in NAMES if name == "measure" or _varies(name, rows)]
    beta = result.scoring.beta
    headline = "F1" if beta == 1 else f"F{beta:g}"
    headers = [*names, "precision", "recall", headline, "correct", "system items", "gold items"]
    lines = [
        [
            *(getattr(row, name) for name in names),
            *_scores(row, style),
            _correct(row, style),
            *_totals(row, style),
        ]
        for row in rows
    ]
    return headers, lines


def number(value: float | None, style: Style) -> str:
    """A score: rounded, in percent if asked, `-` where there is none."""
    if value is None:
        return "-"
    return f"{value * 100 if style.percent else value:.{style.digits}f}"


def alignment(headers: list[str]) -> list[str]:
    """Text to the left, numbers to the right."""
    return ["left" if header in NAMES else "right" for header in headers]


def _varies(name: str, rows: list[Row]) -> bool:
    values = {getattr(row, name) for row in rows}
    return len(values) > 1


def _scores(row: Row, style: Style) -> list[str]:
    return [number(value, style) for value in (row.precision, row.recall, row.value)]


def _correct(row: Row, style: Style) -> str:
    if row.p_num == row.r_num:
        return _count(row.p_num, style)
    return f"{_count(row.p_num, style)}/{_count(row.r_num, style)}"


def _totals(row: Row, style: Style) -> list[str]:
    return [_count(row.p_den, style), _count(row.r_den, style)]


def _count(value: float | None, style: Style) -> str:
    if value is None:
        return "-"
    return str(int(value)) if value == int(value) else f"{value:.{style.digits}f}"
