"""`nerkit compare`: several systems on the same gold, stored results, or annotators with each other."""

from collections.abc import Mapping
from typing import Any

import click

from nerkit.cli.options import GATED, Shared, scoring_options
from nerkit.cli.output import tell, write
from nerkit.cli.scoring import fraction, paired_test, rendered, request_of, tell_about, without
from nerkit.cli.task_options import AnyTaskCommand, OwnOption, parsed, task_options
from nerkit.exceptions import UsageError

# what is decided when results are made
SCORED = ("by", "macro", "labels", "label_map", "only", "form", "preset")
NOT_COMPARED = (
    *("score_only", "counts_only", "confidence", "interval"),
    *GATED,
)


@click.command(cls=AnyTaskCommand, daily=("paired", "baseline", "sort", "pairs", "task"))
@scoring_options(
    gold="Gold; without it stored results are ranked, or annotators compared with each other.",
    without=NOT_COMPARED,
)
@task_options
@click.option(
    "--alpha", default="0.05", metavar="P", help="What p, corrected by Holm, is significant (0.05)."
)
@click.option("--baseline", metavar="NAME", help="The system that differences are from (the first).")
@click.option(
    "--sort", metavar="MEASURE|name", help="Order of the systems: by a measure, the best first; by name."
)
@click.option("--pairs", is_flag=True, help="Print all pairs of systems instead of the systems.")
@click.option(
    "--measures", "correlate", is_flag=True, help="Print the correlations of the measures over the systems."
)
@click.option(
    "--discrimination", is_flag=True, help="Print which measure tells these systems apart, a row a measure."
)
@click.option("--level", metavar="P", help="What p of --discrimination is significant (0.05).")
def command(
    shared: Shared,
    *,
    task: str | None,
    own: tuple[OwnOption, ...],
    alpha: str,
    baseline: str | None,
    sort: str | None,
    pairs: bool,
    correlate: bool,
    discrimination: bool,
    level: str | None,
) -> None:
    """Compare systems: differences, significance (p-values), ranks.

    Every pair of systems is tested (two-sided; --paired exact where sizes allow it, else randomization); p is
    corrected by Holm's method over all pairs. Beside it stands the interval of the difference, 95 %, of a
    paired bootstrap. Systems share a rank when they cannot be told apart. Each has a letter; "better than"
    lists the letters of those it is significantly better than.

    Arguments that end in .json are results of -f json or --counts-only; for tests they need --counts-only or
    --by document. Without -g, other files are annotators, and the table is their agreement.

    \b
    Examples:
      nerkit compare -g gold.bio a.bio b.bio c.bio
      nerkit compare -g gold.tsv old=v1.tsv new=v2.tsv --by label -f latex
      nerkit compare -g gold.bio base=run0.bio *.bio --baseline base --sort chunk
      nerkit compare -g gold.tsv a.tsv b.tsv --pairs -f tsv
      nerkit compare -g gold.conllu a.conllu b.conllu --task coref --match head
      nerkit compare a.json b.json
      nerkit compare -g gold.tsv *.tsv -m sets::span -m sets::type --measures
      nerkit compare -g gold.tsv *.tsv --discrimination
      nerkit compare anna.tsv ben.tsv carla.tsv
    """
    from nerkit.evaluation.agreement.pairs import Agreement
    from nerkit.stats.comparison import SystemPairs, compare

    if level is not None and not discrimination:
        raise UsageError("--level goes with --discrimination; p of pairs takes --alpha")
    result = _result(shared, task, parsed(task, own))
    if isinstance(result, Agreement):
        _print(result, result.result, shared)
        return
    if correlate or discrimination:
        _print_measures(result, shared, None if correlate else fraction(level or "0.05", "--level"))
        return
    how = paired_test(shared)
    compared = compare(result, how, fraction(alpha, "--alpha"), baseline=baseline, sort=sort)
    _print(SystemPairs(compared) if pairs else compared, compared.result, shared)


def _print_measures(result: Any, shared: Shared, level: float | None) -> None:
    """Write how well measures tell systems apart at a *level*; without one how they are correlated."""
    from nerkit.stats.confidence import RESAMPLES, Bootstrap
    from nerkit.stats.correlation import correlations
    from nerkit.stats.discrimination import discrimination

    if level is None:
        how = Bootstrap(resamples=shared.resamples or RESAMPLES, seed=shared.seed)
        correlated = correlations(result, how)
        _print(correlated, correlated.result, shared)
        return
    told = discrimination(result, level, seed=shared.seed, resamples=shared.resamples)
    _print(told, told.result, shared)


def _print(shown: Any, result: Any, shared: Shared) -> None:
    """Write what is shown; warnings and the signature of the result behind it go to stderr."""
    from nerkit.evaluation.agreement.pairs import Agreement

    write(rendered(shown, shared), shared.output)
    are_stored = shared.gold is None and not isinstance(shown, Agreement)
    tell_about(shared, () if are_stored else result.inputs, result.notes, result.warnings)
    if not shared.quiet and shared.output_format == "table":
        tell(result.signature)


def _result(shared: Shared, task: str | None, own: Mapping[str, Any]) -> Any:
    """The result of all systems; where annotators are compared with each other, their agreement."""
    from nerkit.evaluation.agreement.pairs import agreement
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.evaluation.stored import results as stored

    systems = shared.named_systems()
    if shared.gold is not None:
        request = request_of(task, shared, own, by_document=True)
        return evaluate_systems(shared.gold, systems, request)
    results = [name for name, path in systems.items() if stored.is_stored(path)]
    if not systems:
        raise UsageError("nothing to compare: give -g GOLD and systems, stored results, or annotators")
    if len(results) == len(systems):
        without("stored results", SCORED)
        side_by_side = stored.side_by_side((name, stored.read(path)) for name, path in systems.items())
        return stored.only(side_by_side, shared.measures) if shared.measures else side_by_side
    if results:
        raise UsageError(f"{results[0]} is a stored result and other arguments are not")
    return agreement(systems, request_of(task, shared, own))
