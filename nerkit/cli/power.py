"""`nerkit power`: the differences between two systems that a test set can detect."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from nerkit.cli.config import given
from nerkit.cli.help import GATED, GroupedCommand
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import (
    check_of_tables,
    fraction,
    request_of,
    score_options,
    scored_before,
    show,
)
from nerkit.cli.task_options import OwnOption, parsed, task_options

if TYPE_CHECKING:
    from nerkit.stats.power import PowerTest

NOT_POWER = (
    *("by", "macro", "score_only", "counts_only", "confidence", "interval", "one_sided", "resamples"),
    "missing",
    *GATED,
)


@click.command(cls=GroupedCommand, daily=("paired", "target", "level", "gate", "task"))
@scoring_options(
    gold="Read gold from this path (without -g: stored counts or tables of scores).", without=NOT_POWER
)
@task_options
@score_options
@click.option("--target", default="0.8", show_default=True, metavar="P", help="Set the power that you want.")
@click.option(
    "--level", default="0.05", show_default=True, metavar="P", help="Call p significant up to this level."
)
@click.option(
    "--simulations",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Draw this many test sets.",
)
@click.option(
    "--gate",
    metavar="SPEC",
    help=(
        "Print how often this gate fails without reason, and which loss it catches: a value of "
        "--fail-under, or worse."
    ),
)
def command(
    shared: Shared,
    *,
    task: str | None,
    own: tuple[OwnOption, ...],
    score: str | None,
    target: str,
    level: str,
    simulations: int,
    gate: str | None,
) -> None:
    """Tell if a test set can show a difference of two systems, and how many documents this takes.

    The first line says how many documents show the difference.

    nerkit draws test sets with replacement from the documents (from sentences if documents are not marked).
    The column power is the share of test sets on which the observed difference is significant (--paired
    randomization). The column detectable is the smallest difference that a share of --target test sets would
    show. The column documents_needed is the number of documents that the observed difference needs. The
    column reversal is the share of test sets on which the other system is ahead.

    \b
    Examples:
      nerkit power -g gold.bio -s a.bio -s b.bio
      nerkit power -g gold.tsv a.tsv b.tsv --target 0.9 --level 0.01
      nerkit power a.json b.json
      nerkit power scores.csv
      nerkit power -g gold.bio -s before.bio -s after.bio --gate worse
      nerkit power -g gold.bio -s a.bio --gate chunk:lower=0.58
    """
    from nerkit.stats.options import TESTS
    from nerkit.stats.power import PowerTest, power

    how = PowerTest(
        shared.paired or TESTS[0],
        fraction(level, "--level"),
        fraction(target, "--target"),
        simulations,
        shared.seed,
    )
    read = partial(_result, task=task, own=own, score=score)
    shown: Any = power(read(shared), how) if gate is None else _of_gate(gate, shared, read, how)
    show(shown, shared)


def _of_gate(gate: str, shared: Shared, read: Callable[[Shared], Any], how: "PowerTest") -> Any:
    """Simulate a gate: how often it fails by chance, and how large a loss it detects. *read* makes the result
    from the options.
    """
    from nerkit.evaluation.stored.gate_power import gate_power
    from nerkit.evaluation.stored.thresholds import WORSE, parse
    from nerkit.exceptions import UsageError

    if shared.paired is not None and given("paired"):
        raise UsageError("--paired cannot be used with --gate")
    try:
        if gate != WORSE:
            parse(gate, is_most=True)
            shared = replace(shared, fail_over=(gate,))  # so that its label is counted
        return gate_power(read(shared), gate, how)
    except UsageError as error:
        raise UsageError(f"--gate: {error}") from None


def _result(shared: Shared, *, task: str | None, own: tuple[OwnOption, ...], score: str | None) -> Any:
    """The result to simulate: from scored systems, from stored counts, or from tables of scores."""
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.exceptions import UsageError

    if shared.gold is not None:
        check_of_tables(shared, score)
        systems = shared.named_systems()
        return evaluate_systems(shared.gold, systems, request_of(task, shared, parsed(task, own)))
    result = scored_before(shared, shared.named_systems(), score)
    if result is None:
        raise UsageError("give -g GOLD and two systems, results of --counts-only, or tables of scores")
    return result
