"""Output for a GitHub workflow: the table, then an annotation for each warning, each failed gate, and each
error with a known line.

If GITHUB_STEP_SUMMARY names a file, the command appends the table in Markdown to it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nerkit import views
from nerkit.exceptions import InputError, NerkitError
from nerkit.formatters import Formatter, markdown, table
from nerkit.ground.plain_text import inert, message, visible
from nerkit.results.error_list import ErrorList
from nerkit.results.error_rows import Error
from nerkit.results.result import Result, Verdict
from nerkit.views.errors import PAIR, by_line
from nerkit.views.grid import Grid, Style

if TYPE_CHECKING:
    from nerkit.results.display import Shown

LINE: dict[str, str | int | None] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
PROPERTY = LINE | {":": "%3A", ",": "%2C"}


class WorkflowReport(NamedTuple):
    """The report for a workflow: a grid, warnings, the gates that failed, and errors with their lines."""

    grid: Grid
    warnings: Sequence[str]
    failed: Sequence[Verdict]
    errors: Sequence[tuple[Error, str]] = ()


def report(shown: "Shown", style: Style) -> WorkflowReport:
    """The parts of the output for a value: its grid, and for a result also its warnings, failed gates and
    errors.
    """
    grid = views.grid(shown, style)
    if isinstance(shown, ErrorList):
        listed = (row for row, _ in by_line(shown.rows))
        of_lines = [
            pair for pair in zip(listed, grid.column(PAIR), strict=True) if pair[0].place[1] is not None
        ]
        return WorkflowReport(grid, (), (), of_lines)
    if not isinstance(shown, Result):
        return WorkflowReport(grid, (), ())
    return WorkflowReport(grid, shown.warnings, [verdict for verdict in shown.verdicts if verdict.is_failed])


def render(content: WorkflowReport, style: Style) -> str:
    """The text of the table and the annotations."""
    lines = ["".join(table.render(content.grid, style)).removesuffix("\n")]
    lines += [annotation("warning", warning) for warning in content.warnings]
    lines += [annotation("error", verdict.reason, title=verdict.gate) for verdict in content.failed]
    lines += [
        annotation("warning", text, file=str(one.place[0]), line=str(one.place[1]), title=_title(one))
        for one, text in content.errors
    ]
    return "\n".join(lines)


def summary(shown: "Shown", style: Style) -> str:
    """The Markdown for the summary of a workflow step: the table and the failed gates."""
    content = report(shown, style)
    problems = [f"- **failed**: {markdown.escaped(verdict.reason)}\n" for verdict in content.failed]
    return markdown.render(content.grid, style) + "\n\n" + "".join(problems)


def of_error(error: NerkitError) -> str:
    """The annotation for an error, with its file and line if they are known."""
    if not isinstance(error, InputError):
        return annotation("error", str(error))
    place = {"file": error.source, "line": error.line, "col": error.column}
    known = {name: str(value) for name, value in place.items() if value is not None}
    return annotation("error", error.problem, **known)


def annotation(kind: str, text: str, **properties: str) -> str:
    """A workflow command, such as `::error file=…,line=…::text`."""
    listed = ",".join(
        f"{name}={_escaped(inert(visible(value)), PROPERTY)}" for name, value in properties.items()
    )
    return f"::{kind}{' ' if listed else ''}{listed}::{_escaped(message(text), LINE)}"


def _title(error: Error) -> str:
    """The class of an error. If two systems are compared, also how the error changed."""
    return error.kind if error.change is None else f"{error.change}: {error.kind}"


def _escaped(text: str, escapes: dict[str, str | int | None]) -> str:
    return text.translate(str.maketrans(escapes))


FORMATTER = Formatter(render, report)
