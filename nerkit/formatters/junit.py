"""JUnit XML for build servers: a test case per gate and system, or without gates a test case per measure."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from nerkit.formatters import Formatter
from nerkit.ground.plain_text import visible
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING
from nerkit.views.grid import Style, number


class Case(NamedTuple):
    """A test case: its name, its failure (None if it passed) and its output."""

    suite: str
    name: str
    problem: str | None
    output: str


def cases(result: Result, style: Style) -> Sequence[Case]:
    """A test case for each verdict of a gate. Without gates, a test case for each row about all documents."""
    suite = f"nerkit.{result.task}"
    if result.verdicts:
        return [
            Case(f"{suite}.{one.system}", one.gate, one.problem, one.reason if one.is_told else "")
            for one in result.verdicts
        ]
    rows = [row for row in result.rows if row.cut[0] == EVERYTHING]
    return [Case(f"{suite}.{row.system}", row.name, None, number(row.value, style)) for row in rows]


def render(content: Sequence[Case], _: Style) -> str:
    """The XML of one test suite. A failed gate is a failure with its reason.

    Characters that XML cannot hold are shown by their codes.
    """
    failures = sum(case.problem is not None for case in content)
    head = f'<testsuite name="nerkit" tests="{len(content)}" failures="{failures}">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", head]
    for case in content:
        opening = f"<testcase classname={_quoted(case.suite)} name={_quoted(case.name)}"
        if case.problem is not None:
            lines.append(f"{opening}><failure message={_quoted(case.problem)}/></testcase>")
        elif case.output:
            lines.append(f"{opening}><system-out>{escape(visible(case.output))}</system-out></testcase>")
        else:
            lines.append(f"{opening}/>")
    return "\n".join([*lines, "</testsuite>", "</testsuites>"])


def _quoted(text: str) -> str:
    return quoteattr(visible(text))


FORMATTER = Formatter(render, cases, takes=Result)
