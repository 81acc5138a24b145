"""For a GitHub workflow: the table, then an annotation for every warning and every gate that failed.

Where GITHUB_STEP_SUMMARY names a file, the command adds the Markdown table to it.
"""

from nerkit.errors import NerkitError
from nerkit.formatters import Style, markdown, table
from nerkit.results.result import Result
from nerkit.views.grid import Shown

LINE: dict[str, str | int | None] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
PROPERTY = LINE | {":": "%3A", ",": "%2C"}


def render(shown: Result | Shown, style: Style) -> str:
    """The table and the annotations."""
    lines = [table.render(shown, style)]
    if isinstance(shown, Result):
        failed = [verdict for verdict in shown.verdicts if verdict.problem]
        lines += [annotation("warning", warning) for warning in shown.warnings]
        lines += [annotation("error", verdict.problem or "", title=verdict.gate) for verdict in failed]
    return "\n".join(lines)


def summary(shown: Result | Shown, style: Style) -> str:
    """What goes into the summary of a workflow step: the table, and what failed, in Markdown."""
    text = markdown.render(shown, style) + "\n\n"
    verdicts = shown.verdicts if isinstance(shown, Result) else ()
    failed = [f"- **failed**: {verdict.problem}" for verdict in verdicts if verdict.problem]
    return text + "".join(f"{line}\n" for line in failed)


def of_error(error: NerkitError) -> str:
    """The annotation of an error, at its place in a file where it has one."""
    place = {"file": getattr(error, "source", None), "line": getattr(error, "line", None)}
    place["col"] = getattr(error, "column", None)
    known = {name: str(value) for name, value in place.items() if value is not None}
    return annotation("error", getattr(error, "problem", str(error)), **known)


def annotation(kind: str, text: str, **properties: str) -> str:
    """A workflow command: `::error file=…,line=…::text`."""
    listed = ",".join(f"{name}={_escaped(value, PROPERTY)}" for name, value in properties.items())
    return f"::{kind}{' ' if listed else ''}{listed}::{_escaped(text, LINE)}"


def _escaped(text: str, table: dict[str, str | int | None]) -> str:
    return text.translate(str.maketrans(table))
