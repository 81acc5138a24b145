"""`nerkit plot`: figures for papers."""

import os
from functools import partial

import click

from nerkit.cli.help import GATED, STATISTICS
from nerkit.cli.options import Shared, scoring_options
from nerkit.cli.output import check_apart, write, write_bytes
from nerkit.cli.scoring import request_of, tell_about
from nerkit.cli.task_options import AnyTaskCommand, OwnOption, parsed, task_options
from nerkit.exceptions import UsageError
from nerkit.views.plots.kinds import CUT, KINDS

NOT_PLOTTED = (
    *("output_format", "digits", "percent", "score_only", "counts_only", "color", "macro"),
    *STATISTICS,
    *GATED,
)


@click.command(cls=AnyTaskCommand, daily=("task", "caption"))
@click.argument("kind", type=click.Choice(list(KINDS)))
@scoring_options(without=NOT_PLOTTED)
@task_options
@click.option("--caption", metavar="FILE", help="Write the sentences below the figure here.")
def command(
    shared: Shared, *, kind: str, task: str | None, own: tuple[OwnOption, ...], caption: str | None
) -> None:
    """Draw a figure of the headline measure for a paper: one column wide, as PDF, SVG or PNG.

    \b
    systems      each system with its interval; systems with the same letter do
                 not differ significantly
    labels       F1 by label with its interval; of one system precision and recall
    confusion    labels of gold against labels of the system
    pr           precision against recall; a curve where predictions have a score
    loss         classes of errors, which add up to 1 - F1
    slices       scores by length, or by --by FIELD, with intervals
    differences  each further system less the first, document by document
    ranks        mean ranks over documents, systems joined that are not critically
                 different

    The figure shows the first measure of -m, or the headline measure of the task. Text in the file stays
    text, and equal input gives equal bytes. nerkit plot needs matplotlib.

    \b
    Examples:
      nerkit plot labels -g gold.bio -s system.bio -o labels.pdf
      nerkit plot systems -g gold.conll a.conll b.conll c.conll -o systems.svg
      nerkit plot slices --by sentence -g gold.bio -s system.bio -o sentences.png
      nerkit plot pr -g gold.tsv -s old=a.tsv -s new=b.tsv -m sets::span -o pr.pdf
      nerkit plot confusion --task noisy -g gold.bio -s read.bio -o confusion.svg
    """
    from nerkit.evaluation.evaluate import prepare
    from nerkit.views.plots.drawing import captioned, check_installed, plot, suffix_of, written

    if shared.output is None:
        raise UsageError("nerkit plot writes to a file; add -o FIGURE.pdf, .svg or .png")
    suffix = suffix_of(shared.output)
    fields = shared.asked["by"]
    if len(fields) > 1:
        raise UsageError("a figure can be split by only one field; give --by once")
    by = fields[0].partition("=")[0] if fields else None
    if by is not None and kind not in CUT and by != "label":
        raise UsageError(f"--by needs plot slices; it cannot be used with plot {kind}")
    asked = shared.asking(by=(CUT[kind],)) if kind in CUT and not fields else shared
    for name in ("MPLBACKEND", "SOURCE_DATE_EPOCH"):  # no window is opened and no date is written
        if (before := os.environ.pop(name, None)) is not None:
            click.get_current_context().call_on_close(partial(os.environ.__setitem__, name, before))
    if caption is not None:
        check_apart(shared.output, caption, "--caption")
    check_installed()
    prepared = prepare(shared.gold, shared.named_systems(), request_of(task, asked, parsed(task, own)))
    result = prepared.result()
    drawn = plot(result, kind, by=by)
    text = None if caption is None else captioned(drawn)
    data, warnings = written(drawn, suffix)
    write_bytes([data], shared.output)
    if caption is not None and text is not None:
        write(text, caption)
    tell_about(shared, result.inputs, result.notes, [*result.warnings, *warnings])
