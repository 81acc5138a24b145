"""Comma-separated rows with a header. Numbers have full precision; a missing number is empty."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Style

if TYPE_CHECKING:
    from nerkit.results.display import ShownRow


def render(rows: Sequence["ShownRow"], _: Style) -> Iterator[str]:
    """The lines of CSV. A cell is quoted if needed, so that every value can be restored."""
    import csv  # which the rows with tabs do without

    lines: list[str] = []
    target: Any = SimpleNamespace(write=lines.append)
    # a carriage return in a cell is quoted where it ends lines too
    writer = csv.writer(target, lineterminator="\r\n")
    for record in records(rows):
        writer.writerow(record)
        yield f"{lines.pop()[:-2]}\n"


def records(rows: Sequence["ShownRow"]) -> Iterator[Sequence[str]]:
    """The header, then the fields of each row as text."""
    names = list(dict.fromkeys(name for row in views.heads(rows) for name in row.to_dict()))
    yield names
    for row in rows:
        fields = row.to_dict()
        yield ["" if fields.get(name) is None else str(fields[name]) for name in names]


FORMATTER = Formatter(render, views.rows)
