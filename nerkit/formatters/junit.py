"""JUnit XML for build servers: a test case for each gate and system; without gates, one for each measure."""

from xml.sax.saxutils import escape, quoteattr

from nerkit.formatters import Style
from nerkit.formatters.cells import Shown, number
from nerkit.result import Result


def render(shown: Result | Shown, style: Style) -> str:
    """One test suite; a gate that failed is a failure with its reason."""
    if isinstance(shown, Result) and shown.verdicts:
        cases = [(verdict.system, verdict.gate, verdict.problem, "") for verdict in shown.verdicts]
        task = shown.task
    else:
        task = shown.to_dict()["task"]
        rows = [row for row in shown.to_dict()["rows"] if row.get("document", "*") == "*"]
        cases = [(row.get("system", ""), _name(row), None, number(row.get("value"), style)) for row in rows]
    failures = sum(problem is not None for _, _, problem, _ in cases)
    head = f'<testsuite name="nerkit" tests="{len(cases)}" failures="{failures}">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", head]
    for system, name, problem, value in cases:
        opening = f"<testcase classname={quoteattr(f'nerkit.{task}.{system}')} name={quoteattr(name)}"
        if problem is not None:
            lines.append(f"{opening}><failure message={quoteattr(problem)}/></testcase>")
        else:
            lines.append(
                f"{opening}><system-out>{escape(value)}</system-out></testcase>" if value else f"{opening}/>"
            )
    return "\n".join([*lines, "</testsuite>", "</testsuites>"])


def _name(row: dict[str, str]) -> str:
    return row["measure"] if row.get("label", "*") == "*" else f"{row['measure']}/{row['label']}"
