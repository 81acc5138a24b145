"""`nerkit report`: one page of HTML about an evaluation."""

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from nerkit.cli.annotators import annotator_options, are_annotators, request_of_annotators
from nerkit.cli.help import GATED, without_gold
from nerkit.cli.option_names import worded
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.output import check_output, in_a_file, write
from nerkit.cli.scoring import (
    fraction,
    paired_test,
    request_of,
    say,
    tell_about,
    with_intervals,
    with_statistics,
)
from nerkit.cli.task_options import AnyTaskCommand, OwnOption, parsed, task_options, typed
from nerkit.exceptions import TooManyPairsError, UsageError

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.options import AgreeRequest

NOT_REPORTED = (
    *("output_format", "digits", "percent", "score_only", "counts_only", "color"),
    *GATED,
)
UNITS = {"": 1, "kB": 1000, "MB": 1000**2, "GB": 1000**3}
DIGITS = 15  # digits of a size at most, because int() refuses very long numbers
NO_LIMIT = "none"
PAGE = "report.html"  # the default file of the page, on a terminal or with --open
BEGINNING, TITLE = 1000, b'content="nerkit report"'  # size of the beginning, text in it
STORED = (b'"schema"', b'"nerkit"', b'"signature"')  # texts at the beginning of a stored result


@click.command(cls=AnyTaskCommand, daily=("paired", "task", "opened"))
@scoring_options(
    gold="Read gold from this path (without -g: compare annotators with each other).", without=NOT_REPORTED
)
@task_options
@annotator_options
@click.option(
    "--max-size",
    default="2MB",
    metavar="SIZE|none",
    help="Limit the size of the page (default 2MB); the worst documents are shown whole.",
)
@click.option("--title", metavar="TEXT", help="Set the title of the page (default: the names of the files).")
@click.option("--open", "opened", is_flag=True, help=f"Open the page ({PAGE} without -o) in a browser.")
def command(
    shared: Shared,
    *,
    task: str | None,
    own: tuple[OwnOption, ...],
    max_size: str,
    title: str | None,
    opened: bool,
    **asked: Any,  # about annotators
) -> None:
    """Write one page of HTML: scores, labels, errors, and the documents with gold above the system.

    The page is one file that loads nothing else, so you can send, archive and print it without a server. The
    page filters errors and links each error to its place. Without scripts the page works, too, but does not
    filter. Without -o nerkit writes report.html on a terminal, and to stdout elsewhere.

    Without -g nerkit compares annotators, as nerkit agree does: two files or more, or one file with several
    annotators. The page has their agreement, their labels above the texts, and their disagreements.

    \b
    Examples:
      nerkit report -g gold.bio -s system.bio -o report.html
      nerkit report anna.bio ben.bio carla.bio
      nerkit report project.jsonl -o agreement.html
      nerkit report -g gold.bio old=a.bio new=b.bio --open
      nerkit report -g gold.tsv base=a.tsv new=b.tsv --confidence -o page.html
      nerkit report -g gold.bio system.bio --task noisy --below -o page.html
    """
    from nerkit.evaluation.evaluate import prepare
    from nerkit.views.report.contents import contents
    from nerkit.views.report.page import page

    size, output = _bytes(max_size), _output(shared.output, opened=opened)
    if are_annotators(shared, asked):
        request = request_of_annotators(shared, **asked, task=task, options=parsed(task, own))
        _write_annotators(shared, request, size, output, title)
        _shown(shared, output, opened=opened)
        return
    if shared.gold is None:
        raise without_gold(shared.systems)
    systems, stored = _parted(shared)
    prepared = prepare(shared.gold, systems, request_of(task, shared, parsed(task, own)))
    result = prepared.result()
    if len(result.systems) > 1:
        result = _compared(with_intervals(result, shared), shared)
    else:
        result = with_statistics(result, shared)
    notes, warnings = (tuple(map(worded, texts)) for texts in (result.notes, result.warnings))
    told = replace(result, notes=notes, warnings=warnings)
    _check_gold(told, stored)
    write(page(contents(told, size, typed(), stored, title=title), size), output)
    tell_about(shared, result.inputs, result.notes, result.warnings)
    _shown(shared, output, opened=opened)


def _parted(shared: Shared) -> tuple[dict[str, str], dict[str, Any]]:
    """Split the named systems into (system outputs, stored results), each by name."""
    every = dict(shared.named_systems())
    paths = {name: path for name, path in every.items() if _has(path, *STORED)}
    if not paths:
        return every, {}
    from nerkit.evaluation.stored.results import is_stored, read

    paths = {name: path for name, path in paths.items() if is_stored(path)}
    systems = {name: path for name, path in every.items() if name not in paths}
    if paths and not systems:
        raise UsageError("a page needs the output of a system; stored results have only scores")
    return systems, {name: read(path) for name, path in paths.items()}


def _check_gold(result: Any, stored: Mapping[str, Any]) -> None:
    """Raise UsageError if a stored result has a different gold file."""

    def gold(of: Any) -> list[Any]:
        return [one.get("sha256") for one in of.inputs if one.get("role") == "gold"]

    for name, one in stored.items():
        if gold(one) != gold(result):
            raise UsageError(
                f"{name} is a stored result with another gold file; score its output against this gold file"
            )


def _write_annotators(
    shared: Shared, asked: "AgreeRequest", size: int | None, output: str | None, title: str | None
) -> None:
    """Write the page about annotators; each system is the file of an annotator."""
    from nerkit.evaluation.agreement.agree import agree
    from nerkit.evaluation.agreement.annotators import annotators_of
    from nerkit.stats.confidence import RESAMPLES
    from nerkit.views.report.annotators import contents_of_annotators
    from nerkit.views.report.page import page

    level = None if shared.confidence is None else fraction(shared.confidence, "--confidence")
    result = agree(shared.named_systems(), asked, level, (shared.resamples or RESAMPLES, shared.seed))
    whole = annotators_of(shared.named_systems(), asked)
    write(page(contents_of_annotators(result, whole, size, typed(), title=title), size), output)
    tell_about(shared, result.inputs, result.notes, result.warnings)


def _shown(shared: Shared, output: str | None, *, opened: bool) -> None:
    """Print the path of the page. If *opened*, open the page in a browser."""
    if output is not None and output != shared.output:
        tell_about(shared, notes=[f"the page is {output}"])
    if opened and output is not None and not _open(output):
        say([f"nerkit could not start a browser; open {output} yourself"], shared)


def _output(named: str | None, *, opened: bool) -> str | None:
    """The path of the page, or None for stdout. Raises UsageError if the default file exists and is not a
    nerkit page, and if --open is given without a file.
    """
    if named is None and (opened or sys.stdout.isatty()):
        check_output(PAGE)
        if os.path.lexists(PAGE) and not _has(PAGE, TITLE):
            raise UsageError(f"{PAGE} exists, and nerkit did not write it; name another file with -o")
        return PAGE
    if opened and not in_a_file(named):
        raise UsageError(
            f"--open needs a page in a file; name the file with -o, or leave out -o to write {PAGE}"
        )
    return named


def _has(path: str, *texts: bytes) -> bool:
    """Whether all *texts* occur in the first bytes of a file."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        beginning = file.read(BEGINNING)
    return all(text in beginning for text in texts)


def _open(path: str) -> bool:
    """Open the file in the browser that `BROWSER` names, or in the default browser. Return False if no
    browser starts.
    """
    import webbrowser
    from pathlib import Path

    try:
        return webbrowser.open(Path(path).resolve().as_uri())
    except (webbrowser.Error, OSError, ValueError):
        return False


def _compared(result: Any, shared: Shared) -> Any:
    """The result with differences from the first system and p-values, as in `nerkit compare`. Unchanged if
    its measures cannot be tested. Raises UsageError if the user asked for a test that is not possible.
    """
    from nerkit.stats.comparison import compare

    try:
        compared = compare(result, paired_test(shared), together=bool(shared.measures)).result
    except TooManyPairsError as error:
        if shared.paired is not None:
            raise
        return replace(result, warnings=(*result.warnings, f"no tests: {error}"))
    except UsageError:
        if shared.paired is not None:
            raise
        return result
    return replace(compared, notes=result.notes)


def _bytes(text: str) -> int | None:
    """Parse a size such as `2MB` into bytes; `none` gives None. Raises UsageError for other text."""
    if text == NO_LIMIT:
        return None
    number = text.rstrip("kMGB")
    unit = text[len(number) :]
    if not number.isdecimal() or len(number) > DIGITS or unit not in UNITS:
        raise UsageError(f"--max-size needs a size as 500kB or 2MB, or {NO_LIMIT}; not {text!r}")
    return int(number) * UNITS[unit]
