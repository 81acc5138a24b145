"""Output formats: one module each, named in FORMATTERS, with its record `FORMATTER` at the end.

A formatter turns a plain view (a grid of cells, rows, the JSON form, a report in numbers) into text. The view
is computed before the formatter is called. So errors in the data are raised then, never while text is being
written. Text of rows comes in pieces: a list of errors may be many times as long as the data. Formats for
machines (tsv, csv, json, jsonl) hold every row at full precision and have no style; formats for people round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from nerkit.exceptions import UsageError, unknown
from nerkit.ground.plain_text import message, visible
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.results.display import Shown
    from nerkit.views.grid import Style

View = TypeVar("View")

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


class Needs(NamedTuple):
    """The needs of the report of another program.

    measures   the options that it uses by default
    by         what its rows are cut by
    tasks      the tasks that have these measures
    """

    measures: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


NOTHING = Needs()


@record(frozen=True)
class Formatter(Generic[View]):
    """An output format.

    render       (view, style) -> text, or its pieces one after the other
    view         (shown, style) -> what is rendered: `views.grid`, `views.rows`, `views.envelope`, or a report
                 of the format's own
    takes        the type of values that it can show; a layout of scores shows only a `Result`
    needs        the measures and cuts that it shows
    digits       the default number of decimals; None: the number in `Style`
    dictionary   (shown) -> the same report as a dictionary, as the program that it is copied from gives it
    """

    render: Callable[[View, "Style"], str | Iterator[str]]
    view: Callable[[Any, "Style"], View]
    takes: type = object
    needs: Needs = NOTHING
    digits: int | None = None
    dictionary: Callable[[Any], dict[str, Any]] | None = None


def formatter(form: str) -> Formatter[Any]:
    """The formatter of the output format *form*. Raises UsageError for a format that does not exist."""
    if form not in FORMATTERS:
        raise unknown("output format", form, FORMATTERS)
    chosen: Formatter[Any] = import_module(FORMATTERS[form]).FORMATTER
    return chosen


def render(shown: "Shown", form: str, **style: Any) -> str:
    """The text of a view in the format *form*, ending in a newline, as `pieces` gives it."""
    return "".join(pieces(shown, form, **style))


def pieces(shown: "Shown", form: str, **style: Any) -> Iterator[str]:
    """The text of a result, part by part; *style* as in `nerkit.views.grid.Style`.

    Raises UsageError for a format that does not exist, or that lays out scores if there are none.
    """
    from nerkit.views.grid import Style

    chosen = formatter(form)
    if not isinstance(shown, chosen.takes):
        raise UsageError(f"-f {form} shows scores, but these rows are not scores")
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


def needs_of(form: str) -> Needs:
    """The needs of the format *form*; nothing in particular in most cases."""
    return formatter(form).needs


def stacked(reports: Mapping[str, str]) -> str:
    """The report of a single system unchanged. With several systems, each report follows the system's name.
    Text of files cannot steer a terminal or a build server.
    """
    if len(reports) == 1:
        return message("".join(reports.values()))
    return message("\n".join(f"{visible(name)}\n{report}" for name, report in reports.items()))
