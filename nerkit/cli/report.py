"""`nerkit report`: one page of HTML with everything that is known of an evaluation."""

from dataclasses import replace
from typing import Any

import click

from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.output import write
from nerkit.cli.scoring import request_of, say, tell_notes, with_statistics
from nerkit.cli.task_options import AnyTaskCommand, parsed, task_options
from nerkit.cli.wording import worded
from nerkit.errors import UsageError

NOT_REPORTED = (
    *("output_format", "digits", "percent", "score_only", "counts_only", "color"),
    *("fail_under", "compare_to", "tolerance", "exit_zero"),
)
UNITS = {"": 1, "kB": 1000, "MB": 1000**2, "GB": 1000**3}
DIGITS = 15  # of a size at most; longer numbers are no sizes, and int() does not take them all
NO_LIMIT = "none"


@click.command(cls=AnyTaskCommand)
@scoring_options(without=NOT_REPORTED)
@task_options
@click.option(
    "--max-size",
    default="2MB",
    metavar="SIZE|none",
    help="How large the page may be (2MB); the worst documents come whole.",
)
def command(shared: Shared, *, task: str | None, own: tuple[str, ...], max_size: str) -> None:
    """Write one page of HTML: scores, labels, mistakes, and the documents with gold above the system.

    The page is one file without any request; it can be sent, archived and printed, and needs no server. It
    filters mistakes, links each to its place, and works without scripts, then unfiltered.

    \b
    Examples:
      nerkit report -g gold.bio -s system.bio -o report.html
      nerkit report -g gold.tsv base=a.tsv new=b.tsv --confidence -o page.html
      nerkit report -g gold.bio system.bio --task noisy --below -o page.html
    """
    from nerkit.evaluation.evaluate import prepare
    from nerkit.views.report.contents import contents
    from nerkit.views.report.page import page

    size = _bytes(max_size)
    prepared = prepare(shared.gold, shared.named_systems(), request_of(task, shared, parsed(task, own)))
    result = with_statistics(prepared.result(), shared)
    if shared.paired is None and len(result.systems) > 1:
        result = _compared(result, shared)
    notes, warnings = (tuple(map(worded, texts)) for texts in (result.notes, result.warnings))
    write(page(contents(replace(result, notes=notes, warnings=warnings), size), size), shared.output)
    tell_notes(result.notes, shared)
    say(result.warnings, shared)


def _compared(result: Any, shared: Shared) -> Any:
    """The result with differences from the first system and p-values, where its measures can be tested."""
    try:
        return result.paired(seed=shared.seed, resamples=shared.resamples)
    except UsageError:
        return result


def _bytes(text: str) -> int | None:
    """A size as `2MB` in bytes; None for `none`. Raises UsageError for anything else."""
    if text == NO_LIMIT:
        return None
    number = text.rstrip("kMGB")
    unit = text[len(number) :]
    if not number.isdecimal() or len(number) > DIGITS or unit not in UNITS:
        raise UsageError(f"--max-size takes a size as 500kB or 2MB, or {NO_LIMIT}; not {text!r}")
    return int(number) * UNITS[unit]
