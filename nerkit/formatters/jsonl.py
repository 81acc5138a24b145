"""JSON lines: one row object a line."""

import json

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.views.grid import Shown


def render(result: Result | Shown, _: Style) -> str:
    """The rows; numbers at full precision, a number that does not exist is null."""
    return "".join(
        json.dumps(row.to_dict(), ensure_ascii=False, allow_nan=False) + "\n" for row in result.rows
    )
