"""Options for intervals and tests, and what they do to a result."""

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from nerkit.errors import UsageError

if TYPE_CHECKING:
    from nerkit.cli.options import Output
    from nerkit.results.result import Result

LEVEL = "0.95"
# options whose value need not be given: what it is then
BARE = {"--confidence": LEVEL, "--partial-gold": "*"}

OPTIONS = [
    click.option(
        "--confidence",
        is_flag=False,
        flag_value=LEVEL,
        metavar="[=LEVEL]",
        help="Bootstrap intervals, 95 % if no level is given (--confidence=0.9).",
    ),
    click.option(
        "--interval", type=click.Choice(["percentile", "bca"]), help="Kind of interval (percentile)."
    ),
    click.option(
        "--paired",
        type=click.Choice(["randomization", "bootstrap"]),
        help="p-values of the difference from the first system; null: the systems are exchangeable.",
    ),
    click.option("--one-sided", is_flag=True, help="p counts differences of the observed sign only."),
    click.option(
        "--resamples",
        type=click.IntRange(1),
        metavar="N",
        help="Resamples (1000), or trials of randomization (10000).",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=12345,
        metavar="N",
        help="Seed of resamples and trials (12345).",
    ),
]


def explicit(arguments: list[str]) -> list[str]:
    """The arguments with the value of options that stand bare, so that what follows is not taken for it."""
    return [f"{argument}={BARE[argument]}" if argument in BARE else argument for argument in arguments]


def add(result: "Result", shared: "Output") -> "Result":
    """The result with the intervals and tests asked for."""
    if shared.confidence is not None:
        kind, count = shared.interval or "percentile", shared.resamples or 1000
        level = fraction(shared.confidence, "--confidence")
        result = result.confidence(level, resamples=count, seed=shared.seed, interval=kind)
    elif shared.interval is not None and given("interval"):
        raise UsageError("--interval goes with --confidence")
    elif shared.paired is None and shared.resamples is not None and given("resamples"):
        raise UsageError("--resamples goes with --confidence or --paired")
    if shared.paired is None and shared.one_sided and given("one_sided"):
        raise UsageError("--one-sided goes with --paired")
    if shared.paired is not None:
        result = result.paired(
            shared.paired, resamples=shared.resamples, seed=shared.seed, one_sided=shared.one_sided
        )
    return result


def given(name: str) -> bool:
    """Whether an option was given to this command, and is no default from a configuration."""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT_MAP


def fraction(text: str, option: str) -> float:
    """A number given as 0.9 or 90%. Raises UsageError for anything else."""
    from nerkit.evaluation import request

    try:
        return request.fraction(text)
    except ValueError:
        raise UsageError(f"{option} takes a number as 0.9 or 90%, not {text!r}") from None
