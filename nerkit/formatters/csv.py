"""Comma-separated rows with a header, all numbers at full precision, an empty field for one that does not exist."""

import csv
import io

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.views.grid import Shown


def render(result: Result | Shown, _: Style) -> str:
    """The lines, quoted where a name needs it."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(records(result))
    return text.getvalue()


def records(result: Result | Shown) -> list[list[str]]:
    """The header, then the fields of every row as text."""
    rows = [row.to_dict() for row in result.rows]
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [["" if row.get(name) is None else str(row[name]) for name in names] for row in rows]
    return [names, *lines]
