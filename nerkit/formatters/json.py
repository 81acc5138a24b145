"""One JSON object with everything: how the numbers were made, what was read, all rows, all warnings (schema 1)."""

import json

from nerkit.formatters import Style
from nerkit.results.result import Result
from nerkit.views.grid import Shown


def render(result: Result | Shown, _: Style) -> str:
    """The object, indented; numbers at full precision, a number that does not exist is null."""
    return json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
