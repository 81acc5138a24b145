"""JUnit XML for build servers: a test case for each gate and system; without gates, one for each measure."""

from xml.sax.saxutils import escape, quoteattr

from nerkit.formatters import Needs, Style
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING
from nerkit.views.grid import number

NEEDS = Needs()  # the scores of a result


def render(result: Result, style: Style) -> str:
    """One test suite; a gate that failed is a failure with its reason."""
    cases = [(verdict.system, verdict.gate, verdict.problem, "") for verdict in result.verdicts]
    if not cases:
        rows = [row for row in result.rows if row.cut[0] == EVERYTHING]
        cases = [(row.system, row.name, None, number(row.value, style)) for row in rows]
    failures = sum(problem is not None for _, _, problem, _ in cases)
    head = f'<testsuite name="nerkit" tests="{len(cases)}" failures="{failures}">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", head]
    for system, name, problem, value in cases:
        opening = f"<testcase classname={quoteattr(f'nerkit.{result.task}.{system}')} name={quoteattr(name)}"
        if problem is not None:
            lines.append(f"{opening}><failure message={quoteattr(problem)}/></testcase>")
        else:
            lines.append(
                f"{opening}><system-out>{escape(value)}</system-out></testcase>" if value else f"{opening}/>"
            )
    return "\n".join([*lines, "</testsuite>", "</testsuites>"])
