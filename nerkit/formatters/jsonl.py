"""JSON lines: one row object per line."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.formatters.columns import objects
from nerkit.views.grid import Style

if TYPE_CHECKING:
    from nerkit.results.display import ShownRow


def render(rows: Sequence["ShownRow"], _: Style) -> Iterator[str]:
    """The JSON lines. Numbers have full precision; a missing number is null."""
    columns = getattr(rows, "columns", None)
    if columns is not None:
        return (text for fields in columns for text in objects(fields, "{", ", ", "}\n"))
    return (json.dumps(row.to_dict(), ensure_ascii=False, allow_nan=False) + "\n" for row in rows)


FORMATTER = Formatter(render, views.rows)
