"""Options about annotators, for `nerkit agree`, and for `nerkit errors` and `nerkit report` without gold."""

from collections.abc import Callable, Mapping
from typing import Any

import click

from nerkit.cli.options import Shared
from nerkit.evaluation.agreement.options import UNITS, AgreeRequest
from nerkit.exceptions import UsageError

# shared options that requests of scores have, too
READING = ("by", "label_map", "only", "empty", "form", "ends", "offsets", "unicode", "strict")
OPTIONS = [
    click.option(
        "--annotator",
        metavar="FIELD",
        help="Read the annotators from this field of one file (default: nerkit finds the field).",
    ),
    click.option(
        "--units",
        type=click.Choice(list(UNITS)),
        help="Count these items (default: token if nerkit knows the text).",
    ),
    click.option(
        "--positions", is_flag=True, help="Compare only which tokens are inside an item, whatever the label."
    ),
    click.option("--tags", is_flag=True, help="Keep B- and I- in tags."),
]


def annotator_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about annotators: *annotator*, *units*, *positions*, *tags*."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function


def are_annotators(shared: Shared, asked: Mapping[str, Any]) -> bool:
    """Whether the files are annotations of annotators: several files without -g, or one file with several
    annotators. False if -s names systems. Raises UsageError for -g with an annotator option in *asked*, and
    if several fields of a file could name the annotator.
    """
    if shared.gold is not None:
        if any(asked.values()):
            raise UsageError(
                "--annotator, --units, --positions and --tags cannot be used with -g; they "
                "compare annotators without a gold file"
            )
        return False
    files = shared.named_systems()
    if shared.system or not files:
        return False
    if len(files) > 1 or asked["annotator"] is not None or asked["units"] is not None:
        return True
    from nerkit.evaluation.agreement.annotators import annotator_field

    return annotator_field(files) is not None


def request_of_annotators(shared: Shared, **more: Any) -> AgreeRequest:
    """Build the agreement request from the shared options, and from *more* options of a command."""
    asked = {name: shared.asked[name] for name in READING}
    labels = shared.asked["labels"]
    labels = None if labels is None else tuple(labels)
    return AgreeRequest(measures=shared.measures, labels=labels, **asked, **more)
