"""Comma-separated rows with a header: numbers at full precision, one that does not exist is empty."""

import csv
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from nerkit import views
from nerkit.formatters.format import Formatter
from nerkit.views.grid import Style


def render(rows: Sequence[views.ShownRow], _: Style) -> str:
    """The lines, quoted where a name needs it; every cell is exact."""
    lines: list[str] = []
    target: Any = SimpleNamespace(write=lines.append)
    # a carriage return in a cell is quoted where it ends lines too
    csv.writer(target, lineterminator="\r\n").writerows(records(rows))
    return "".join(f"{line[:-2]}\n" for line in lines)


def records(rows: Sequence[views.ShownRow]) -> list[list[str]]:
    """The header, then the fields of every row as text."""
    fields = [row.to_dict() for row in rows]
    names = list(dict.fromkeys(name for row in fields for name in row))
    lines = [["" if row.get(name) is None else str(row[name]) for name in names] for row in fields]
    return [names, *lines]


FORMATTER = Formatter(render, views.rows)
