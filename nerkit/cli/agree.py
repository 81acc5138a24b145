"""`nerkit agree`: annotators compared with each other."""

from types import MappingProxyType
from typing import Any

import click

from nerkit.cli.annotators import annotator_options, request_of_annotators
from nerkit.cli.options import COMPARING, Shared, scoring_options
from nerkit.cli.scoring import finish, fraction
from nerkit.cli.task_options import AnyTaskCommand, OwnOption, parsed, task_options
from nerkit.evaluation.agreement.options import SAMPLERS
from nerkit.exceptions import UsageError

NOT_AGREED = (
    *("macro", "extra", "missing", "duplicates", "preset", "beta", "workers"),
    *("system_ends", "system_offsets", "ids"),
    *(
        "counts_only",
        "interval",
        "paired",
        "one_sided",
    ),
    *COMPARING,
)
DRAWN = 30  # default number of random annotations for gamma
RESAMPLES = 1000


class AgreeCommand(AnyTaskCommand):
    """`nerkit agree`. Its error for --pairs, an option of `nerkit compare`, recommends --by pair."""

    instead = MappingProxyType({"--pairs": "use --by pair for one row per pair of annotators"})


@click.command(cls=AgreeCommand, daily=("annotator", "units", "task"))
@scoring_options(
    gold="Not available here; nerkit compare scores annotators against a gold file.", without=NOT_AGREED
)
@annotator_options
@task_options
@click.option(
    "--gamma-weights",
    metavar="P,L",
    default="1,1",
    help="Weigh position and label in gamma by these numbers (default 1,1).",
)
@click.option(
    "--gamma-sampler",
    type=click.Choice(list(SAMPLERS)),
    default=SAMPLERS[0],
    show_default=True,
    help="Draw the chance annotations for gamma in this way.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="STEPS",
    help=(
        "Stop the search for gamma's best alignment after this many steps, and report a bound "
        "(default: no limit)."
    ),
)
def command(
    shared: Shared,
    *,
    task: str | None,
    own: tuple[OwnOption, ...],
    gamma_weights: str,
    gamma_sampler: str,
    limit: int | None,
    **annotators: Any,
) -> None:
    """Measure inter-annotator agreement: kappa, alpha, F1, alpha-u, gamma.

    Give the file or folder of one annotator as each argument. The command reads every format of nerkit spans,
    bio and noisy, and labels of documents. An export of doccano, Prodigy or Label Studio may have several
    annotators. A table has annotators as columns, or lines of item, annotator, label. If an annotator has a
    document but marked no span, all its tokens count as O. For coreference, trees, graphs and other tasks,
    nerkit prints f1. It is the task's headline, or any measure of the task, over pairs of annotators in both
    directions.

    Measures: kappa alpha f1, kappa-multi fleiss pi observed f1-positions alpha-u gamma. Default: kappa alpha
    f1 (for a table kappa alpha), headline alpha. --by adds rows by label (against all other labels), document
    or pair. --confidence resamples documents. With gamma, --resamples is the number of random annotations
    (default 30).

    \b
    Examples:
      nerkit agree anna.bio ben.bio carla.bio
      nerkit agree anna=a.jsonl ben=b.jsonl --by label --by pair
      nerkit agree project.jsonl --annotator user
      nerkit agree anna.bio ben.bio -m overlap-maxmax::span
      nerkit agree anna.amr ben.amr
      nerkit agree table.csv
      nerkit agree table.tsv --units item -m alpha -m fleiss
      nerkit agree anna.jsonl ben.jsonl -m alpha-u -m gamma --units token --seed 7
      nerkit agree anna.bio ben.bio --fail-under alpha=0.67
    """
    from nerkit.evaluation.agreement.agree import agree

    if not (shared.systems or shared.system):
        raise UsageError("you gave no annotators; give the files of two or more\n  nerkit agree --help")
    if shared.gold is not None:
        raise UsageError(
            "nerkit agree takes no gold file (-g). Give every annotator as an argument, and "
            f"use --by pair for rows of pairs. Or type nerkit compare -g {shared.gold} … to "
            "score annotators against a gold file"
        )
    wanted = request_of_annotators(
        shared,
        task=task,
        options=parsed(task, own),
        weights=_weights(gamma_weights),
        sampler=gamma_sampler,
        samples=shared.resamples or DRAWN,
        seed=shared.seed,
        limit=limit,
        **annotators,
    )
    level = None if shared.confidence is None else fraction(shared.confidence, "--confidence")
    result = agree(shared.named_systems(), wanted, level, (shared.resamples or RESAMPLES, shared.seed))
    finish(result, shared, statistics=False)


def _weights(text: str) -> tuple[float, float]:
    """Parse two non-negative numbers."""
    parts: list[Any] = text.split(",")
    try:
        position, label = map(float, parts)
    except ValueError:
        raise UsageError(f"--gamma-weights needs two numbers, as 1,1, not {text!r}") from None
    if not (0 <= position < float("inf") and 0 <= label < float("inf")):
        raise UsageError(f"--gamma-weights needs two numbers of at least 0, not {text!r}")
    return position, label
