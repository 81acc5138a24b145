"""JSON lines: one row object per line."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Style

if TYPE_CHECKING:
    from nerkit.results.display import ShownRow


def render(rows: Sequence["ShownRow"], _: Style) -> Iterator[str]:
    """The JSON lines. Numbers have full precision; a missing number is null."""
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    return (f"{encode(row.to_dict())}\n" for row in rows)


FORMATTER = Formatter(render, views.rows)
