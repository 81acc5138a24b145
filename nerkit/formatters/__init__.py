"""Output formats: one module each with `render(result, style) -> str`, named in FORMATTERS.

Machine formats (tsv, csv, json, jsonl) hold every row at full precision and know no style; human ones are rounded. The layout of
another program says in `NEEDS` which rows it shows, and in `DIGITS` how many decimals that program prints.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from nerkit.errors import UsageError, unknown

if TYPE_CHECKING:
    from nerkit.results.result import Result
    from nerkit.views.grid import Shown

FORMATTERS = {  # name for -f -> module
    "table": "nerkit.formatters.table",
    "tsv": "nerkit.formatters.tsv",
    "csv": "nerkit.formatters.csv",
    "json": "nerkit.formatters.json",
    "jsonl": "nerkit.formatters.jsonl",
    "markdown": "nerkit.formatters.markdown",
    "latex": "nerkit.formatters.latex",
    "html": "nerkit.formatters.html",
    "github": "nerkit.formatters.github",
    "junit": "nerkit.formatters.junit",
    "conlleval": "nerkit.formatters.conlleval",
    "seqeval": "nerkit.formatters.seqeval",
}


class Needs(NamedTuple):
    """What a layout of another program shows: the measures it takes if none is asked for, the tasks that have these, and what rows are cut by."""

    measures: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """How human formats write numbers: decimals, fractions or percent, colour."""

    digits: int = 3
    percent: bool = False
    color: bool = False


def render(result: "Result | Shown", form: str, **style: Any) -> str:
    """The result in the format *form*, ending in a newline; *style* as in `Style`.

    Raises UsageError for a format that does not exist, or that lays out scores where there are none.
    """
    if form not in FORMATTERS:
        raise unknown("output format", form, FORMATTERS)
    module = import_module(FORMATTERS[form])
    if hasattr(module, "NEEDS") and not hasattr(result, "counts"):
        raise UsageError(f"-f {form} is a layout of scores, and these are none")
    if hasattr(module, "DIGITS"):
        style.setdefault("digits", module.DIGITS)
    text: str = module.render(result, Style(**style))
    return text if text.endswith("\n") else text + "\n"


def needs_of(form: str) -> Needs:
    """What the format *form* needs of a result; nothing in most cases."""
    return getattr(import_module(FORMATTERS[form]), "NEEDS", Needs())
