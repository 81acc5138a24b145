"""Options that fail a build, and what they do to a result."""

from typing import TYPE_CHECKING

import click

from nerkit.cli.statistics import given
from nerkit.errors import UsageError

if TYPE_CHECKING:
    from nerkit.cli.options import Output
    from nerkit.results.result import Result

FAILED = 1  # the exit code of a gate that failed
DIGITS = 3  # decimals, where none are asked for

OPTIONS = [
    click.option(
        "--fail-under",
        multiple=True,
        metavar="[MEASURE[/LABEL]=]VALUE",
        help="Exit 1 below this value, 0.9 or 90%; repeatable.",
    ),
    click.option(
        "--compare-to",
        metavar="FILE.json",
        type=click.Path(dir_okay=False, allow_dash=True),
        help="Exit 1 when worse than a stored result (-f json).",
    ),
    click.option(
        "--tolerance",
        type=click.FloatRange(0),
        default=0.0,
        metavar="X",
        help="How much worse is still good enough (0).",
    ),
]


def judge(result: "Result", shared: "Output") -> "Result":
    """The result with the verdicts of the gates asked for."""
    if not shared.fail_under and not shared.compare_to:
        if shared.tolerance and given("tolerance"):
            raise UsageError("--tolerance goes with --compare-to")
        return result
    from nerkit.evaluation import gates, stored

    shown = DIGITS if shared.digits is None else shared.digits
    digits = shown + 2 if shared.percent else shown
    result = gates.judged(result, [gates.parse(text) for text in shared.fail_under], digits)
    if shared.compare_to:
        before = stored.read(shared.compare_to)
        result = gates.not_worse(result, before, shared.compare_to, shared.tolerance, digits)
    return result


def named(shared: "Output") -> tuple[str, ...]:
    """The rows that thresholds name."""
    if not shared.fail_under:
        return ()
    from nerkit.evaluation import gates

    return tuple(found.name for found in map(gates.parse, shared.fail_under) if found.name is not None)
