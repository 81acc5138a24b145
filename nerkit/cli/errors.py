"""`nerkit errors`: a list of errors, item by item."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nerkit.cli import completing
from nerkit.cli.annotators import annotator_options, are_annotators, request_of_annotators
from nerkit.cli.help import GATED, STATISTICS, without_gold
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.output import check_apart, tell, write
from nerkit.cli.scoring import rendered, request_of, tell_about
from nerkit.cli.task_options import AnyTaskCommand, OwnOption, parsed, task_options
from nerkit.evaluation.options import EACH
from nerkit.exceptions import UsageError

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.options import AgreeRequest
    from nerkit.evaluation.request import Request
    from nerkit.results.error_list import ErrorList

# options about scores, which a list of errors does not need
NOT_LISTED = (*("by", "runs", "macro", "beta", "empty", "score_only", "counts_only"), *STATISTICS, *GATED)
ROWS = ("tsv", "csv", "jsonl")  # formats that contain only rows


@click.command(
    cls=AnyTaskCommand,
    daily=("items", "kinds", "label", "document", "changed", "summary", "confusion", "task"),
)
@scoring_options(
    gold="Read gold from this path (without -g: compare annotators with each other).", without=NOT_LISTED
)
@task_options
@annotator_options
@click.option(
    "--class",
    "kinds",
    multiple=True,
    metavar="NAME",
    help="List only errors of this class (at every level if you name none); repeatable.",
)
@click.option(
    "--label",
    multiple=True,
    metavar="NAME",
    shell_complete=completing.label,
    help="List only errors with this label, on either side; repeatable.",
)
@click.option(
    "--document", multiple=True, metavar="ID", help="List only errors of this document; repeatable."
)
@click.option(
    "-n",
    "--items",
    "--limit",
    "--top",
    "items",
    type=click.IntRange(0),
    metavar="N",
    help="List the first N, and say how many there are.",
)
@click.option(
    "--changed",
    is_flag=True,
    help=(
        "List errors of the first of two systems that the second repaired (fixed), and new errors "
        "of the second (broken)."
    ),
)
@click.option(
    "--summary", is_flag=True, help="Count the errors of each class, and the F1 gained if they were repaired."
)
@click.option(
    "--confusion",
    is_flag=True,
    help="Count gold labels against system labels, with missed and spurious items.",
)
@click.option(
    "--undecided",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Append pairs of values that disagree to this file of judgements, without repeats.",
)
def command(shared: Shared, *, task: str | None, own: tuple[OwnOption, ...], **asked: Any) -> None:
    """List errors: one line for each wrong item, with its class.

    The classes: missed, spurious, label, boundary, label+boundary, split, merged, value and format. Tasks
    with levels put the level first: predicate missed. Some tasks have further classes: --summary counts the
    classes in your files. If the data holds a text, nerkit shows the part around each item, the item in
    brackets.

    Without -g nerkit compares annotators: two files or more, or one file with several annotators. The class
    of an item without full agreement is label if two gave different labels, marked if not. --summary counts
    labels against labels and names the label whose repair raises alpha most.

    \b
    Examples:
      nerkit errors -g gold.bio -s system.bio
      nerkit errors -g gold.tsv system.tsv --class boundary --label PER --items 10
      nerkit errors -g gold.bio -s system.bio --summary
      nerkit errors -g gold.bio -s before.bio -s after.bio --changed
      nerkit errors -g gold.bio -s system.bio --confusion -f markdown
      nerkit errors -g gold.tsv -s system.tsv --document d17 -f jsonl
      nerkit errors -g gold.mrp -s system.mrp --class missed --label edge
      nerkit errors -g gold.conllu -s system.conllu --class head --label nmod
      nerkit errors -g gold.conll -s system.conll --class "entity split"
      nerkit errors -g gold.props -s a.props --class "argument label" --confusion
      nerkit errors -g gold.jsonl -s system.jsonl --metric arguments.toml
      nerkit errors anna.bio ben.bio carla.bio
      nerkit errors project.jsonl --summary
    """
    chosen = Chosen(**{name: asked.pop(name) for name in Chosen._fields})
    chosen.check(shared)
    needs_gold = chosen.changed or chosen.confusion or chosen.undecided
    if are_annotators(shared, asked) and not needs_gold:
        _write_disagreements(shared, replace(request_of_annotators(shared, **asked), task=task), chosen)
        return
    if shared.gold is None:
        raise without_gold(shared.systems)
    _write_errors(shared, request_of(task, shared.asking(runs=EACH), parsed(task, own)), chosen)


class Chosen(NamedTuple):
    """The values of the options that only `nerkit errors` has: which errors to list, and in which form."""

    kinds: tuple[str, ...]
    label: tuple[str, ...]
    document: tuple[str, ...]
    items: int | None
    changed: bool
    summary: bool
    confusion: bool
    undecided: str | None

    def check(self, shared: Shared) -> None:
        """Raise UsageError for options that cannot be used together."""
        if self.summary and self.confusion:
            raise UsageError("--summary cannot be used with --confusion")
        if self.items is not None and (self.summary or self.confusion):
            raise UsageError("--items cannot be used with --summary or --confusion")
        if self.changed and self.confusion:
            raise UsageError("--changed cannot be used with --confusion")
        if self.changed and len(shared.named_systems()) != 2:
            raise UsageError("--changed needs two systems: the old version, then the new version")


def _write_errors(shared: Shared, asked: "Request", chosen: Chosen) -> None:
    """Print the errors of the systems."""
    from nerkit.evaluation.error_lists import Listing
    from nerkit.evaluation.evaluate import list_errors
    from nerkit.ground.streams import hashing
    from nerkit.results.error_parts import Selected

    listing = Listing(
        Selected(chosen.kinds or None, chosen.label or None, chosen.document or None),
        changed=chosen.changed,
        rows=not (chosen.summary or chosen.confusion),
        sums=chosen.summary,
        undecided=chosen.undecided is not None,
    )
    with hashing(wanted=shared.output_format == "json"):
        errors = list_errors(shared.gold, shared.named_systems(), asked, listing)
    listed = errors if chosen.items is None else errors.first(chosen.items)
    shown = errors.summary() if chosen.summary else errors.confusion() if chosen.confusion else listed
    text = rendered(shown, shared)
    if chosen.undecided is not None:
        check_apart(shared.output, chosen.undecided, "--undecided")
        _append_undecided(chosen.undecided, errors, shared)
    write(text, shared.output)
    _tell_total(len(listed), listed.total, "error", shared)
    tell_about(shared, errors.envelope["inputs"], errors.notes, errors.warnings)


def _write_disagreements(shared: Shared, asked: "AgreeRequest", chosen: Chosen) -> None:
    """Print the places where the annotators disagree, for the chosen documents and labels."""
    from nerkit.evaluation.agreement import disagreements
    from nerkit.evaluation.agreement.annotators import annotators_of
    from nerkit.ground.warnings import parted

    whole = annotators_of(shared.named_systems(), asked)
    if chosen.summary:
        shown: Any = disagreements.summary(whole)
    else:
        shown = disagreements.listed(whole, chosen.document, chosen.label, chosen.kinds)
        shown = shown if chosen.items is None else shown.first(chosen.items)
    write(rendered(shown, shared), shared.output)
    if not chosen.summary:
        _tell_total(len(shown.rows), shown.total, "disagreement", shared)
    tell_about(shared, whole.inputs, *parted(shown.warnings))
    if isinstance(shown, disagreements.DisagreementSummary) and shown.note:
        tell_about(shared, notes=[shown.note])


def _tell_total(number: int, total: int | None, what: str, shared: Shared) -> None:
    """Print the number of rows on stderr if the output contains only rows. Tables show the number
    themselves.
    """
    from nerkit.views.grid import first_of

    if shared.output_format in ROWS:
        tell_about(shared, notes=first_of(number, total, what))


def _append_undecided(path: str, errors: "ErrorList", shared: Shared) -> None:
    """Append the pairs of values that disagree to a file of judgements, and print their number."""
    from nerkit.exceptions import plural
    from nerkit.scorers.judgements import append

    added = append(path, errors.undecided())
    if not shared.quiet:
        tell(f"{path}: {plural(added, 'pair')} added; give each a credit from 0 to 1")
