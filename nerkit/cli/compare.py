"""`nerkit compare`: several systems on the same gold, stored results, or annotators with each other."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from nerkit.cli.help import GATED
from nerkit.cli.option_names import worded
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.scoring import (
    check_of_tables,
    fraction,
    paired_test,
    request_of,
    say,
    score_options,
    scored_before,
    show,
)
from nerkit.cli.task_options import AnyTaskCommand, OwnOption, parsed, task_options
from nerkit.exceptions import UsageError

ROWS = ("tsv", "csv", "jsonl")  # formats with only the rows of systems
NOT_COMPARED = (
    *("score_only", "counts_only", "confidence", "interval", "missing"),
    *GATED,
)


@click.command(cls=AnyTaskCommand, daily=("paired", "baseline", "sort", "pairs", "task"))
@scoring_options(
    gold=(
        "Read gold from this path (without -g: compare stored results, scores, or annotators with "
        "each other)."
    ),
    without=NOT_COMPARED,
)
@task_options
@score_options
@click.option(
    "--alpha",
    default="0.05",
    metavar="P",
    help="Call p, corrected by Holm, significant up to this level (default 0.05).",
)
@click.option(
    "--baseline", metavar="NAME", help="Compare the other systems with this system (default: the first)."
)
@click.option("--sort", metavar="MEASURE|name", help="Sort systems by a measure, the best first, or by name.")
@click.option("--pairs", is_flag=True, help="Print all pairs of systems instead of the systems.")
@click.option(
    "--measures", "correlate", is_flag=True, help="Print the correlations of the measures over the systems."
)
@click.option(
    "--discrimination",
    is_flag=True,
    help="Print how well each measure tells these systems apart, one row per measure.",
)
@click.option(
    "--level", metavar="P", help="With --discrimination: call p significant up to this level (default 0.05)."
)
@click.option(
    "--skip-broken", is_flag=True, help="Rank the other systems if a file is broken, and list broken files."
)
def command(
    shared: Shared,
    *,
    task: str | None,
    own: tuple[OwnOption, ...],
    score: str | None,
    alpha: str,
    baseline: str | None,
    sort: str | None,
    pairs: bool,
    correlate: bool,
    discrimination: bool,
    level: str | None,
    skip_broken: bool,
) -> None:
    """Compare systems: differences, significance (p-values), ranks.

    The command tests every pair of systems: two-sided, exact if sizes allow it, and if not, by randomization.
    It corrects p by Holm's method over all pairs, and over all measures that -m names. The 95 % interval of
    the difference comes from a paired bootstrap. A system is better if p is significant and the interval
    excludes 0. Its rank is 1 + the number of better systems; "better than" lists the worse systems.

    nerkit reads arguments that end in .json as results of -f json or --counts-only. Tests need results of
    --counts-only or --by document. Tables of scores (CSV, TSV, JSON lines) have an id and a column per
    system, or the columns id, system, score. Samples of lm-evaluation-harness and logs of inspect are such
    tables, too. Without -g, other files are annotators, and the table is their agreement.

    \b
    Examples:
      nerkit compare -g gold.bio a.bio b.bio c.bio
      nerkit compare -g gold.tsv old=v1.tsv new=v2.tsv --by label -f latex
      nerkit compare -g gold.bio base=run0.bio *.bio --baseline base --sort chunk
      nerkit compare -g gold.tsv a.tsv b.tsv --pairs -f tsv
      nerkit compare -g gold.conllu a.conllu b.conllu --task coref --match head
      nerkit compare a.json b.json
      nerkit compare scores.csv
      nerkit compare a=samples_a.jsonl b=samples_b.jsonl --score exact_match
      nerkit compare -g gold.tsv *.tsv -m sets::span -m sets::type --measures
      nerkit compare -g gold.tsv *.tsv --discrimination
      nerkit compare -g gold.bio submissions/*.bio --skip-broken -f html
      nerkit compare anna.tsv ben.tsv carla.tsv
    """
    from nerkit.evaluation.agreement.pairs import Agreement
    from nerkit.stats.comparison import SystemPairs, compare

    if level is not None and not discrimination:
        raise UsageError("--level needs --discrimination; use --alpha for the p-values of pairs")
    systems = without_common_part(shared.named_systems())
    result, broken = _result(shared, task, parsed(task, own), systems, score=score, skip_broken=skip_broken)
    if correlate or discrimination or shared.output_format in ROWS:
        say([f"not ranked: {one.told}" for one in broken or ()], shared)
    if isinstance(result, Agreement):
        show(result, shared)
    elif correlate or discrimination:
        _print_measures(result, shared, None if correlate else fraction(level or "0.05", "--level"))
    else:
        first = next((name for name, path in systems.items() if path == baseline), baseline)
        how, p, together = paired_test(shared), fraction(alpha, "--alpha"), bool(shared.measures)
        ranked = replace(compare(result, how, p, baseline=first, sort=sort, together=together), broken=broken)
        show(SystemPairs(ranked) if pairs else ranked, shared)


def _print_measures(result: Any, shared: Shared, level: float | None) -> None:
    """Print how well each measure separates the systems at the significance *level*. Without a level, print
    the correlation of the measures.
    """
    from nerkit.stats.confidence import RESAMPLES, Bootstrap
    from nerkit.stats.correlation import correlations
    from nerkit.stats.discrimination import discrimination

    if level is None:
        how = Bootstrap(resamples=shared.resamples or RESAMPLES, seed=shared.seed)
        show(correlations(result, how), shared)
        return
    show(discrimination(result, level, seed=shared.seed, resamples=shared.resamples), shared)


def without_common_part(systems: Mapping[str, str]) -> dict[str, str]:
    """Shorten the names of systems: names that are paths lose the folders and file names that all paths
    share.

    `runs/a/out.bio` and `runs/b/out.bio` become `a` and `b`.
    """
    paths = {name: name.replace(os.sep, "/").split("/") for name, path in systems.items() if name == path}
    if len(paths) < 2:
        return dict(systems)
    least = min(map(len, paths.values())) - 1  # the number of common parts to remove; at least one part stays
    begin = next((i for i in range(least) if len({parts[i] for parts in paths.values()}) > 1), least)
    room = least - begin
    end = next((i for i in range(room) if len({parts[-1 - i] for parts in paths.values()}) > 1), room)
    short = {name: "/".join(parts[begin : len(parts) - end]) for name, parts in paths.items()}
    renamed = {short.get(name, name): path for name, path in systems.items()}
    return renamed if len(renamed) == len(systems) and "" not in renamed else dict(systems)


def _result(
    shared: Shared,
    task: str | None,
    own: Mapping[str, Any],
    systems: Mapping[str, str],
    *,
    score: str | None,
    skip_broken: bool,
) -> Any:
    """Return (the result of the systems, the broken systems). Without --skip-broken the second is None.

    Without -g, return the agreement of the annotators. The inputs in the result keep the names that the user
    typed.
    """
    from nerkit.evaluation.agreement.pairs import agreement
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.evaluation.soundness import sound

    if shared.gold is not None:
        check_of_tables(shared, score)
        request = request_of(task, shared, own, by_document=True)
        kept, broken = sound(shared.gold, systems, request) if skip_broken else (systems, None)
        if broken is not None:
            broken = tuple(
                one._replace(message=worded(one.message), remedy=one.remedy and worded(one.remedy))
                for one in broken
            )
        scored, typed = evaluate_systems(shared.gold, kept, request), shared.named_systems()
        inputs = [
            one if one["name"] in typed else one | {"name": systems.get(one["name"], one["name"])}
            for one in scored.inputs
        ]
        return replace(scored, inputs=tuple(inputs)), broken
    if skip_broken:
        raise UsageError("--skip-broken needs -g GOLD")
    if not systems:
        raise UsageError(
            "you gave nothing to compare; give -g GOLD and systems, stored results, tables of "
            "scores, or annotators"
        )
    result = scored_before(shared, systems, score)
    return agreement(systems, request_of(task, shared, own)) if result is None else result, None
