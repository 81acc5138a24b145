"""Output formats. Each is a module that is listed in FORMATTERS and defines its record `FORMATTER` at the
end.

A formatter turns a view (a grid of cells, rows, the JSON form, a report in numbers) into text. The view is
computed first, so that errors in the data are raised before any text is written. The text of rows comes in
pieces, because a list of errors can be much longer than the data. Formats for programs (tsv, csv, json,
jsonl) have full precision and ignore the style; formats for people round.
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
    """The options that the report of another program needs.

    measures   the default measures of the report
    by         the field by which its rows are grouped
    tasks      the tasks that have these measures
    """

    measures: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


NOTHING = Needs()


@record(frozen=True)
class Formatter(Generic[View]):
    """An output format: how to make the view of a value, and the text of the view.

    render       function (view, style) -> text, or an iterator of its pieces
    view         function (shown, style) -> view: `views.grid`, `views.rows`, `views.envelope`, or a report
                 that only this format has
    takes        the type of values that the format can show; some formats show only a `Result`
    needs        the measures and the grouping that the format shows
    digits       the default number of decimals; None for the number in `Style`
    dictionary   function (shown) -> the report as a dictionary, as the original program returns it; None if
                 it has no such form
    """

    render: Callable[[View, "Style"], str | Iterator[str]]
    view: Callable[[Any, "Style"], View]
    takes: type = object
    needs: Needs = NOTHING
    digits: int | None = None
    dictionary: Callable[[Any], dict[str, Any]] | None = None


def formatter(form: str) -> Formatter[Any]:
    """The formatter of the output format *form*. Raises UsageError for an unknown format."""
    if form not in FORMATTERS:
        raise unknown("output format", form, FORMATTERS)
    chosen: Formatter[Any] = import_module(FORMATTERS[form]).FORMATTER
    return chosen


def render(shown: "Shown", form: str, **style: Any) -> str:
    """The text of a value in the format *form*, ending in a newline. *style* holds fields of
    `nerkit.views.grid.Style`.
    """
    return "".join(pieces(shown, form, **style))


def pieces(shown: "Shown", form: str, **style: Any) -> Iterator[str]:
    """The text of a value in the format *form*, in pieces. *style* holds fields of `nerkit.views.grid.Style`.

    Raises UsageError for an unknown format, and for a format of scores if the value has no scores.
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
    """The pieces of a text, with a newline at the end if it is missing."""
    last = ""
    for piece in filter(None, text):
        yield piece
        last = piece
    if last and not last.endswith("\n"):
        yield "\n"


def dictionary(shown: "Shown", style: str) -> dict[str, Any]:
    """The report of a value as a dictionary, in the form of the program that *style* names.

    Raises UsageError for a style without a dictionary.
    """
    report = formatter(style).dictionary if style in FORMATTERS else None
    if report is None:
        raise unknown("style", style, [form for form in FORMATTERS if formatter(form).dictionary])
    return report(shown)


def needs_of(form: str) -> Needs:
    """The needs of the format *form*. Most formats have no needs."""
    return formatter(form).needs


def stacked(reports: Mapping[str, str], _: "Style | None" = None) -> str:
    """Join the reports of several systems, each after the name of its system. A single report is unchanged.
    Text from input files is made safe for terminals and build servers.
    """
    if len(reports) == 1:
        return message("".join(reports.values()))
    return message("\n".join(f"{visible(name)}\n{report}" for name, report in reports.items()))
