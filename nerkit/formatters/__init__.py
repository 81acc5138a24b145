"""Output formats: one module each with `render(result, style) -> str`, named in FORMATTERS.

Machine formats (tsv, csv, json, jsonl) hold every row at full precision and know no style; human ones are rounded.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nerkit.errors import unknown

if TYPE_CHECKING:
    from nerkit.result import Result

FORMATTERS = {  # name for -f -> module
    "table": "nerkit.formatters.table",
    "tsv": "nerkit.formatters.tsv",
    "csv": "nerkit.formatters.csv",
    "json": "nerkit.formatters.json",
    "jsonl": "nerkit.formatters.jsonl",
    "markdown": "nerkit.formatters.markdown",
    "latex": "nerkit.formatters.latex",
    "html": "nerkit.formatters.html",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How human formats write numbers: decimals, fractions or percent, colour."""

    digits: int = 3
    percent: bool = False
    color: bool = False


def render(result: "Result", form: str, **style: Any) -> str:
    """The result in the format *form*, ending in a newline; *style* as in `Style`."""
    if form not in FORMATTERS:
        raise unknown("output format", form, FORMATTERS)
    text: str = import_module(FORMATTERS[form]).render(result, Style(**style))
    return text if text.endswith("\n") else text + "\n"
