"""`nerkit estimate`: scores of a population from a few gold documents and many that a model judged."""

from dataclasses import replace

import click

from nerkit.cli.config import would_weaken
from nerkit.cli.help import STATISTICS, GroupedCommand
from nerkit.cli.options import COMPARING, Shared, scoring_options
from nerkit.cli.scoring import finish, fraction, request_of
from nerkit.cli.scoring import judged as judged_by
from nerkit.cli.task_options import OwnOption, parsed, task_options

LEVEL = "0.95"  # default confidence level of intervals
NOT_ESTIMATED = (
    *("by", "macro", "counts_only", "missing", "runs", "shard_size", "dask"),
    *STATISTICS,
    *COMPARING,
)


@click.command(
    cls=GroupedCommand, daily=("judged", "gold_documents", "judged_documents", "level", "gate_low", "task")
)
@scoring_options(
    gold="Read documents that people annotated, or their counts (--counts-only).", without=NOT_ESTIMATED
)
@task_options
@click.option(
    "--judged",
    required=True,
    metavar="FILE",
    help="Read a model's annotations of all documents, including the gold documents; or their counts.",
)
@click.option(
    "--gold-documents",
    metavar="FILE",
    help=(
        "Read ids of the documents that people annotated, one per line, including documents without items."
    ),
)
@click.option(
    "--judged-documents",
    metavar="FILE",
    help="Read ids of the documents that the model judged (default: all documents in the files).",
)
@click.option(
    "--lambda",
    "weight",
    metavar="X",
    help="Weigh the judge from 0 (gold alone) to 1 (default: the weight with the smallest variance).",
)
@click.option(
    "--level",
    default=LEVEL,
    show_default=True,
    metavar="P",
    help="Set the confidence level of the intervals.",
)
@click.option("--unit", metavar="FIELD", help="First add up documents with the same value of this field.")
@click.option("--gate-low", is_flag=True, help="Apply --fail-under to the lower end of the interval.")
def command(
    shared: Shared,
    *,
    task: str | None,
    own: tuple[OwnOption, ...],
    judged: str,
    gold_documents: str | None,
    judged_documents: str | None,
    weight: str | None,
    level: str,
    unit: str | None,
    gate_low: bool,
) -> None:
    """Estimate P, R and F of all documents, if people annotated some and a model judged all.

    nerkit measures the judge's errors on the documents that people annotated, and corrects them. The interval
    (t, for documents drawn at random) is for the score on all documents.

    \b
    Examples:
      nerkit estimate -g g.bio --judged j.bio -s a.bio
      nerkit estimate -g g.tsv --judged j.tsv a.tsv --gold-documents ids.txt
      nerkit estimate -g g.json --judged j.json -f json
      nerkit estimate -g g.bio --judged j.bio a.bio --fail-under 0.8 --gate-low
    """
    from nerkit.evaluation.estimate import estimate, lower_ends
    from nerkit.stats.estimation import Estimation

    share = None if weight is None else _number(weight)
    if gate_low and would_weaken("level", "gate_low"):
        level = LEVEL
    how = Estimation(fraction(level, "--level"), shared.asked["beta"], share)
    result = estimate(
        shared.gold,
        judged,
        shared.named_systems(),
        request_of(task, shared, parsed(task, own)),
        how,
        gold_documents=gold_documents,
        judged_documents=judged_documents,
        unit=unit,
    )
    if gate_low:
        result = replace(result, verdicts=judged_by(lower_ends(result), shared).verdicts)
        shared = replace(shared, fail_under=(), fail_over=())
    finish(result, shared, statistics=False)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number", param_hint="--lambda") from None
