"""Output formats: one module each, named in FORMATTERS, with its record `FORMATTER` at the end.

A formatter turns a plain view (a grid of cells, rows, the JSON form, a report in numbers) into text. The view
is computed before the formatter is called, so what is wrong with the data is raised there and never while
text is being written. Text of rows comes in pieces: a list of mistakes may be many times as long as the data.
Formats for machines (tsv, csv, json, jsonl) hold every row at full precision and know
no style; those for people are rounded.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nerkit.errors import UsageError, unknown

if TYPE_CHECKING:
    from nerkit.formatters.format import Formatter, Needs
    from nerkit.results.shown import Shown

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
    "evalb": "nerkit.formatters.evalb",
    "muc4": "nerkit.formatters.muc4",
}


def formatter(form: str) -> "Formatter[Any]":
    """The formatter of the output format *form*. Raises UsageError for a format that does not exist."""
    if form not in FORMATTERS:
        raise unknown("output format", form, FORMATTERS)
    record: Formatter[Any] = import_module(FORMATTERS[form]).FORMATTER
    return record


def render(shown: "Shown", form: str, **style: Any) -> str:
    """The text of a view in the format *form*, ending in a newline, as `pieces` gives it."""
    return "".join(pieces(shown, form, **style))


def pieces(shown: "Shown", form: str, **style: Any) -> Iterator[str]:
    """The text of what is shown, part by part; *style* as in `nerkit.views.grid.Style`.

    Raises UsageError for a format that does not exist, or that lays out scores where there are none.
    """
    from nerkit.views.grid import Style

    chosen = formatter(form)
    if not isinstance(shown, chosen.takes):
        raise UsageError(f"-f {form} is a layout of scores, and these are none")
    own = {} if chosen.digits is None else {"digits": chosen.digits}
    how = Style(**own | style)
    view = chosen.view(shown, how)
    text = chosen.render(view, how)
    return _ended([text] if isinstance(text, str) else text)


def _ended(text: Iterable[str]) -> Iterator[str]:
    """The pieces of a text, with a newline behind the last one unless it has one."""
    last = ""
    for piece in filter(None, text):
        yield piece
        last = piece
    if last and not last.endswith("\n"):
        yield "\n"


def dictionary(shown: "Shown", style: str) -> dict[str, Any]:
    """The dictionary of another program's report of a view.

    Raises UsageError for a style that has none.
    """
    report = formatter(style).dictionary if style in FORMATTERS else None
    if report is None:
        raise unknown("style", style, [form for form in FORMATTERS if formatter(form).dictionary])
    return report(shown)


def needs_of(form: str) -> "Needs":
    """The needs of the format *form*; nothing in particular in most cases."""
    return formatter(form).needs
