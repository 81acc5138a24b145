"""One JSON object with everything: how numbers were made, what was read, rows, warnings (schema 1)."""

import json
from typing import Any

from nerkit import views
from nerkit.formatters.format import Formatter
from nerkit.views.grid import Style


def render(envelope: dict[str, Any], _: Style) -> str:
    """The object, indented; numbers at full precision, a number that does not exist is null."""
    return json.dumps(envelope, indent=2, ensure_ascii=False, allow_nan=False)


FORMATTER = Formatter(render, views.envelope)
